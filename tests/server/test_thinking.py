"""Bots think in processes of their own, which do not outlive the server."""

from __future__ import annotations

import subprocess
import sys

PATIENCE = 20.0

THINK = """
import asyncio, sys
from sheepfold.server.thinking import Thinkers, Thought

async def main():
    thought = Thought("meadow", "haste-bock", 2, {}, None, [], 0, "lamb", True)
    await Thinkers(1).think(thought)
    print("thought", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_when_the_server_is_killed_its_bots_go_as_well() -> None:
    command = [sys.executable, "-W", "ignore:resource_tracker:UserWarning", "-c", THINK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdout is not None
        assert server.stdout.readline() == "thought\n"
        server.kill()
        # The processes share its output: that ends when the last of them has gone.
        rest, _ = server.communicate(timeout=PATIENCE)
    assert rest == ""
