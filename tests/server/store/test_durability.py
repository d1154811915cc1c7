"""Acknowledged entries survive a kill of the process."""

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
    """Kill the process `seconds` after its first acknowledgement; return everything it acknowledged."""
    command = [sys.executable, "-c", APPEND, url, *TABLES]
    # Without a buffer, which would swallow lines that arrive together with the first.
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
async def test_acknowledged_entries_survive_a_kill(url: str, seed: int) -> None:
    rng = random.Random(seed)
    async with await Store.open(url) as store:
        for name in TABLES:
            await store.add_table(a_table(name))
    acknowledged = [entry for _ in range(2) for entry in play_until_killed(url, rng.uniform(0.01, 0.3))]
    assert len(acknowledged) == len(set(acknowledged)), "each number is acknowledged once"
    async with await Store.open(url) as store:
        for name in TABLES:
            stored = [entry.number for entry in await store.entries(name)]
            mine = {number for table, number in acknowledged if table == name}
            assert mine <= set(stored)
            assert stored == list(range(1, len(stored) + 1))
            # Each run may have stored one more entry without acknowledging it.
            assert len(stored) <= len(mine) + 2
            table = await store.table(name)
            assert table is not None
            assert table.version == len(stored)
