"""Reference cycles are collected in the end."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from sheepfold.server.ops import collector as garbage
from tests.server.manual_clock import ManualClock
from tests.server.running_server import in_a_loop, running_server


class Sheep:
    """A node that refers to another."""

    def __init__(self) -> None:
        self.ahead: Sheep = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@in_a_loop
async def test_an_old_reference_cycle_is_collected_in_the_end(sqlite_url: str) -> None:
    clock = ManualClock()
    garbage.tune_collector()
    lost = Sheep()
    gc.collect(1)  # now it is in the oldest generation, which Python does not collect by itself
    found = ref(lost)
    del lost
    herd = [Sheep() for _ in range(2 * garbage.NEW_OBJECTS)]
    assert len(herd) > garbage.NEW_OBJECTS
    assert found() is not None
    async with running_server(sqlite_url, clock=clock):
        await clock.advance(garbage.COLLECT_SECONDS)
        assert found() is None
