"""A message that is sent again, whenever and to whichever node, is done once and always has the same number."""

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
    a_game,
    a_neighbour,
    a_while,
    lay_as_next,
    take_back,
)
from tests.server.samples import in_a_loop


@pytest.mark.parametrize("can_be_done_twice", [False, True])
@in_a_loop
async def test_a_message_sent_twice_at_once_is_done_once_and_both_are_answered(
    url: str, can_be_done_twice: bool
) -> None:
    async with a_game(url) as node:
        propose = lay_as_next if can_be_done_twice else Lay(node, 0)
        done = [node.wish(propose, "ada", "the same") for _ in range(2)]
        done.append(node.wish(Lay(node, 2), "cleo", "another"))
        assert await asyncio.gather(*done) == [node.start + 1, node.start + 1, node.start + 2]
        assert await node.seats() == [0, 2]
        assert await node.wish(propose, "ada", "the same") == node.start + 1
        await node.agrees_with_its_log()


@in_a_loop
async def test_a_message_that_is_done_is_answered_also_while_nothing_can_be_done(url: str) -> None:
    async with a_game(url) as node:
        assert await node.wish(Lay(node, 0), "ada", "message") == node.start + 1
        async with node.hub.commits.exclusive(node.room):
            assert await node.wish(lay_as_next, "ada", "message") == node.start + 1
        assert len(node.gate.batches) == 1


@in_a_loop
async def test_messages_of_others_and_other_messages_are_no_matter(url: str) -> None:
    async with a_game(url) as node:
        sent = [("ada", "message"), ("ben", "message"), ("ada", "another"), (None, "message"), (None, "message")]
        done = [node.wish(lay_as_next, *who) for who in sent]
        assert await asyncio.gather(*done) == [node.start + number for number in (1, 2, 3, 4, 5)]
        assert len(await node.log()) == 5


@pytest.mark.parametrize("with_snapshot", [False, True])
@in_a_loop
async def test_a_message_is_known_to_whoever_reads_the_log(url: str, with_snapshot: bool) -> None:
    async with a_game(url) as node:
        assert await node.wish(Lay(node, 0), "ada", "message") == node.start + 1
        await node.wish(Lay(node, 1), "ben", "message")
        if with_snapshot:
            await node.hub.commits._save_snapshot(TABLE)
        async with a_neighbour(url) as neighbour:
            assert await neighbour.wish(lay_as_next, "ada", "message") == node.start + 1
            assert neighbour.gate.batches == []


@in_a_loop
async def test_a_message_that_another_node_has_done_is_recognised_when_its_number_is_taken(url: str) -> None:
    async with a_game(url) as node, a_neighbour(url) as neighbour:
        assert await node.wish(lay_as_next, "ada", "message") == node.start + 1
        assert await node.wish(lay_as_next) == node.start + 2
        assert await neighbour.wish(lay_as_next, "ada", "message") == node.start + 1
        assert await node.seats() == [0, 1]
        await neighbour.agrees_with_its_log()


@in_a_loop
async def test_a_message_that_another_node_has_done_is_recognised_where_it_would_be_refused(url: str) -> None:
    async with a_game(url) as node, a_neighbour(url) as neighbour:
        await node.wish(Lay(node, 0))
        assert await node.wish(take_back, "ada", "message") == node.start + 2
        assert await neighbour.wish(take_back, "ada", "message") == node.start + 2
        with pytest.raises(Refused):
            await neighbour.wish(take_back, "ada", "another")


@in_a_loop
async def test_a_message_sent_to_two_nodes_at_once_is_done_once(url: str) -> None:
    async with a_game(url) as node, a_neighbour(url) as neighbour:
        done = [one.wish(lay_as_next, "ada", "message") for one in (node, neighbour, node, neighbour)]
        assert await asyncio.gather(*done) == [node.start + 1] * 4
        assert await node.seats() == [0]


@in_a_loop
async def test_a_message_that_another_node_has_done_is_recognised_also_after_the_last_attempt(url: str) -> None:
    async with a_game(url) as node, a_neighbour(url) as neighbour:
        write = node.gate._write

        async def overtaken(batch: list[Append | NewTable]) -> list[WriteResult]:
            await neighbour.wish(lay_as_next, "ada", "message")
            return await write(batch)

        node.gate.losses = ATTEMPTS - 1
        node.gate._write = overtaken
        assert await node.wish(lay_as_next, "ada", "message") == node.start + 1
        assert len(node.gate.batches) == ATTEMPTS


@pytest.mark.parametrize("can_be_done_twice", [False, True])
@in_a_loop
async def test_a_message_of_which_it_was_not_known_whether_it_is_stored_is_not_done_twice(
    url: str, can_be_done_twice: bool
) -> None:
    async with a_game(url) as node:
        propose = lay_as_next if can_be_done_twice else Lay(node, 0)
        node.gate.failures_after = [OSError("the cable is cut")]
        with pytest.raises(NotStored):
            await node.wish(propose, "ada", "message")
        assert await node.wish(propose, "ada", "message") == node.start + 1
        assert await node.seats() == [0]
        await node.agrees_with_its_log()


@in_a_loop
async def test_a_message_that_was_built_on_what_is_not_known_to_be_stored_is_recognised(sqlite_url: str) -> None:
    """Here it would be refused. On PostgreSQL two of one table are never on their way together."""
    async with a_game(sqlite_url) as node:
        node.gate.failures_after = [OSError("the cable is cut")]
        both = [node.wish(Lay(node, 0)), node.wish(lay_as_next, "ben", "message")]
        await asyncio.gather(*both, return_exceptions=True)

        def refused(table: Table) -> Proposal:
            if not table.moves:
                raise Refused("table.busy")
            return lay_as_next(table)

        assert await node.wish(refused, "ben", "message") == node.start + 2
        assert await node.seats() == [0, 1]


@in_a_loop
async def test_a_message_that_waited_for_itself_is_done_if_that_fails(url: str) -> None:
    async with a_game(url) as node:
        node.gate.failures_before = [OSError("the disk is full")]
        first, again = [node.wish(lay_as_next, "ada", "message") for _ in range(2)]
        with pytest.raises(NotStored):
            await first
        assert await again == node.start + 1
        assert await node.seats() == [0]


@in_a_loop
async def test_who_is_answered_at_once_comes_behind_those_who_wait(url: str) -> None:
    async with a_game(url) as node:
        node.gate.open.clear()
        lays = [Lay(node, seat) for seat in range(3)]
        done: asyncio.Queue[int | Exception] = asyncio.Queue()

        def answered(_outcome: int | Exception) -> None:
            node.hub.commits.submit(node.room, Command(lays[1], done.put_nowait, None, None))

        first = node.wish(lays[0], "ada", "message")
        await a_while()
        node.hub.commits.submit(node.room, Command(lays[0], answered, "ada", "message"))
        other = node.wish(lays[2])
        await a_while()
        node.gate.open.set()
        assert (await first, await other, await done.get()) == tuple(node.start + number for number in (1, 2, 3))
        assert await node.seats() == [0, 2, 1]
