"""A message that is sent again, at any time and to any node, is committed once and always has the same number."""

from __future__ import annotations

import asyncio

import pytest

from sheepfold.server.room.inflight import ATTEMPTS, Command
from sheepfold.server.store.database import NotStored
from sheepfold.server.store.results import WriteResult
from sheepfold.server.store.rows import Append, NewTable
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.table import Table
from tests.server.nodes import (
    TABLE,
    Lay,
    game_node,
    lay_next,
    second_node,
    settle,
    undo,
)
from tests.server.samples import in_a_loop


@pytest.mark.parametrize("can_be_done_twice", [False, True])
@in_a_loop
async def test_a_message_sent_twice_at_once_is_committed_once_and_answered_twice(
    url: str, can_be_done_twice: bool
) -> None:
    async with game_node(url) as node:
        propose = lay_next if can_be_done_twice else Lay(node, 0)
        done = [node.submit(propose, "ada", "the same") for _ in range(2)]
        done.append(node.submit(Lay(node, 2), "cleo", "another"))
        assert await asyncio.gather(*done) == [node.start + 1, node.start + 1, node.start + 2]
        assert await node.seats() == [0, 2]
        assert await node.submit(propose, "ada", "the same") == node.start + 1
        await node.check_against_log()


@in_a_loop
async def test_a_committed_message_is_answered_even_during_exclusive_access(url: str) -> None:
    async with game_node(url) as node:
        assert await node.submit(Lay(node, 0), "ada", "message") == node.start + 1
        async with node.hub.commits.exclusive(node.room):
            assert await node.submit(lay_next, "ada", "message") == node.start + 1
        assert len(node.gate.batches) == 1


@in_a_loop
async def test_other_messages_and_those_of_other_people_are_unaffected(url: str) -> None:
    async with game_node(url) as node:
        sent = [("ada", "message"), ("ben", "message"), ("ada", "another"), (None, "message"), (None, "message")]
        done = [node.submit(lay_next, *who) for who in sent]
        assert await asyncio.gather(*done) == [node.start + number for number in (1, 2, 3, 4, 5)]
        assert len(await node.log()) == 5


@pytest.mark.parametrize("with_snapshot", [False, True])
@in_a_loop
async def test_a_message_is_recognised_from_the_log(url: str, with_snapshot: bool) -> None:
    async with game_node(url) as node:
        assert await node.submit(Lay(node, 0), "ada", "message") == node.start + 1
        await node.submit(Lay(node, 1), "ben", "message")
        if with_snapshot:
            await node.hub.commits._save_snapshot(TABLE)
        async with second_node(url) as other_node:
            assert await other_node.submit(lay_next, "ada", "message") == node.start + 1
            assert other_node.gate.batches == []


@in_a_loop
async def test_a_message_committed_by_another_node_is_recognised_after_a_lost_race(url: str) -> None:
    async with game_node(url) as node, second_node(url) as other_node:
        assert await node.submit(lay_next, "ada", "message") == node.start + 1
        assert await node.submit(lay_next) == node.start + 2
        assert await other_node.submit(lay_next, "ada", "message") == node.start + 1
        assert await node.seats() == [0, 1]
        await other_node.check_against_log()


@in_a_loop
async def test_a_message_committed_by_another_node_is_recognised_instead_of_refused(url: str) -> None:
    async with game_node(url) as node, second_node(url) as other_node:
        await node.submit(Lay(node, 0))
        assert await node.submit(undo, "ada", "message") == node.start + 2
        assert await other_node.submit(undo, "ada", "message") == node.start + 2
        with pytest.raises(Refused):
            await other_node.submit(undo, "ada", "another")


@in_a_loop
async def test_a_message_sent_to_two_nodes_at_once_is_committed_once(url: str) -> None:
    async with game_node(url) as node, second_node(url) as other_node:
        done = [one.submit(lay_next, "ada", "message") for one in (node, other_node, node, other_node)]
        assert await asyncio.gather(*done) == [node.start + 1] * 4
        assert await node.seats() == [0]


@in_a_loop
async def test_a_message_committed_by_another_node_is_recognised_after_the_last_attempt(url: str) -> None:
    async with game_node(url) as node, second_node(url) as other_node:
        write = node.gate._write

        async def overtaken(batch: list[Append | NewTable]) -> list[WriteResult]:
            await other_node.submit(lay_next, "ada", "message")
            return await write(batch)

        node.gate.losses = ATTEMPTS - 1
        node.gate._write = overtaken
        assert await node.submit(lay_next, "ada", "message") == node.start + 1
        assert len(node.gate.batches) == ATTEMPTS


@pytest.mark.parametrize("can_be_done_twice", [False, True])
@in_a_loop
async def test_a_message_with_an_unknown_outcome_is_not_committed_twice(url: str, can_be_done_twice: bool) -> None:
    async with game_node(url) as node:
        propose = lay_next if can_be_done_twice else Lay(node, 0)
        node.gate.failures_after = [OSError("the cable is cut")]
        with pytest.raises(NotStored):
            await node.submit(propose, "ada", "message")
        assert await node.submit(propose, "ada", "message") == node.start + 1
        assert await node.seats() == [0]
        await node.check_against_log()


@in_a_loop
async def test_a_message_built_on_an_unknown_outcome_is_recognised(sqlite_url: str) -> None:
    """Here it would be refused. On PostgreSQL two entries of one table are never written together."""
    async with game_node(sqlite_url) as node:
        node.gate.failures_after = [OSError("the cable is cut")]
        both = [node.submit(Lay(node, 0)), node.submit(lay_next, "ben", "message")]
        await asyncio.gather(*both, return_exceptions=True)

        def refused(table: Table) -> Proposal:
            if not table.moves:
                raise Refused("table.busy")
            return lay_next(table)

        assert await node.submit(refused, "ben", "message") == node.start + 2
        assert await node.seats() == [0, 1]


@in_a_loop
async def test_a_message_that_waits_for_its_twin_is_committed_if_that_fails(url: str) -> None:
    async with game_node(url) as node:
        node.gate.failures_before = [OSError("the disk is full")]
        first, again = [node.submit(lay_next, "ada", "message") for _ in range(2)]
        with pytest.raises(NotStored):
            await first
        assert await again == node.start + 1
        assert await node.seats() == [0]


@in_a_loop
async def test_a_known_message_is_answered_after_those_that_wait(url: str) -> None:
    async with game_node(url) as node:
        node.gate.open.clear()
        lays = [Lay(node, seat) for seat in range(3)]
        done: asyncio.Queue[int | Exception] = asyncio.Queue()

        def answered(_outcome: int | Exception) -> None:
            node.hub.commits.submit(node.room, Command(lays[1], done.put_nowait, None, None))

        first = node.submit(lays[0], "ada", "message")
        await settle()
        node.hub.commits.submit(node.room, Command(lays[0], answered, "ada", "message"))
        other = node.submit(lays[2])
        await settle()
        node.gate.open.set()
        assert (await first, await other, await done.get()) == tuple(node.start + number for number in (1, 2, 3))
        assert await node.seats() == [0, 2, 1]
