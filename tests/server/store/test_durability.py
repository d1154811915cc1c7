"""What was acknowledged is there, whatever happens to the process right afterwards."""

from __future__ import annotations

import random
import subprocess
import sys
import time

import pytest

from sheepfold.server.store.store import Store
from tests.server.samples import a_table, in_a_loop

TABLES = ["meadow", "hill", "valley"]

# A line of less than PIPE_BUF bytes arrives whole or not at all.
APPEND = """
import asyncio, os, sys
from sheepfold.server.store.store import Store
from tests.server.samples import an_append, appended

async def play(store, name):
    table = await store.table(name)
    number = table.version
    while True:
        number += 1
        assert await appended(store, an_append(name, number, b"%d" % number))
        os.write(1, b"%s %d\\n" % (name.encode(), number))

async def main(url, *names):
    async with await Store.open(url) as store:
        await asyncio.gather(*[play(store, name) for name in names])

asyncio.run(main(*sys.argv[1:]))
"""


def play_until_killed(url: str, seconds: float) -> list[tuple[str, int]]:
    """What the process said was stored, from its first word until `seconds` later."""
    command = [sys.executable, "-c", APPEND, url, *TABLES]
    # Without a buffer, or lines that came together with the first would stay in it.
    pipe = subprocess.PIPE
    with subprocess.Popen(command, bufsize=0, stdout=pipe, stderr=pipe) as process:  # noqa: S603
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.kill()
        rest, errors = process.communicate()
    assert errors == b""
    lines = (first + rest).decode().splitlines()
    return [(name, int(number)) for name, number in (line.split() for line in lines)]


@pytest.mark.parametrize("seed", range(3))
@in_a_loop
async def test_what_was_acknowledged_survives_a_kill(url: str, seed: int) -> None:
    rng = random.Random(seed)
    async with await Store.open(url) as store:
        for name in TABLES:
            await store.add_table(a_table(name))
    acknowledged = [said for _ in range(2) for said in play_until_killed(url, rng.uniform(0.01, 0.3))]
    assert len(acknowledged) == len(set(acknowledged)), "a number is given once"
    async with await Store.open(url) as store:
        for name in TABLES:
            stored = [entry.number for entry in await store.entries(name)]
            mine = {number for table, number in acknowledged if table == name}
            assert mine <= set(stored)
            assert stored == list(range(1, len(stored) + 1))
            # Each run may have stored one more that it had no time to tell.
            assert len(stored) <= len(mine) + 2
            table = await store.table(name)
            assert table is not None
            assert table.version == len(stored)
