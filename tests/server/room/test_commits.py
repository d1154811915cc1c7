"""A table that runs ahead of its commits: all that is wished happens in order and once, or is told to have failed."""

from __future__ import annotations

import asyncio
import gc
from functools import partial

import pytest

from sheepfold.server.room.inflight import ATTEMPTS, Command
from sheepfold.server.store import writer
from sheepfold.server.store.database import NotStored
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.refusals import Stale
from sheepfold.server.table.settings import SeatPlan, Settings
from sheepfold.server.table.table import Table
from tests.server.nodes import (
    PEOPLE,
    TABLE,
    Lay,
    a_game,
    a_neighbour,
    a_while,
    begin,
    failures_of_the_loop,
    lay_as_next,
    take_back,
)
from tests.server.refusing import refused
from tests.server.samples import a_person, in_a_loop

# Ahead


@pytest.mark.parametrize("people", [2, 3])
@in_a_loop
async def test_what_several_do_at_once_becomes_entries_in_their_order(url: str, people: int) -> None:
    async with a_game(url) as node:
        done = [node.wish(Lay(node, seat), PEOPLE[seat], f"message {seat}") for seat in range(people)]
        assert await asyncio.gather(*done) == [node.start + number for number in range(1, people + 1)]
        assert await node.seats() == list(range(people))
        is_quick = node.hub.store.database.sqlite_writer is not None
        assert [len(batch) for batch in node.gate.batches] == ([people] if is_quick else [1] * people)
        await node.agrees_with_its_log()


@in_a_loop
async def test_before_it_is_committed_nobody_is_told_and_the_table_is_as_it_was(url: str) -> None:
    async with a_game(url) as node:
        node.gate.open.clear()
        table, lines = node.room.table, node.room.table.lines[:]
        done = [node.wish(Lay(node, seat)) for seat in range(3)]
        await a_while()
        assert node.gate.batches
        assert node.room.table is table
        assert (table.version, table.lines, node.heard()) == (node.start, lines, [])
        assert not any(task.done() for task in done)
        node.gate.open.set()
        await asyncio.gather(*done)
        assert node.heard() == [1, 2, 3]


@in_a_loop
async def test_what_can_only_be_done_after_something_under_way_is_done_after_it(url: str) -> None:
    async with a_game(url) as node:
        done = [node.wish(propose) for propose in (Lay(node, 0), take_back, lay_as_next, Lay(node, 1), Lay(node, 2))]
        done.append(node.wish(lay_as_next))  # by who begins when all have laid
        await asyncio.gather(*done)
        kinds = [type(entry).__name__ for entry in await node.log()]
        assert kinds == ["Acted", "Undone", "Acted", "Acted", "Acted", "Acted"]
        await node.agrees_with_its_log()


# Refused


@in_a_loop
async def test_what_something_under_way_forbids_is_refused_when_that_is_committed(url: str) -> None:
    async with a_game(url) as node:
        node.gate.open.clear()
        first, again, other = [node.wish(Lay(node, seat)) for seat in (0, 0, 1)]
        await a_while()
        assert not again.done()
        node.gate.open.set()
        with pytest.raises(Stale):
            await again
        assert (await first, await other) == (node.start + 1, node.start + 2)
        assert await node.seats() == [0, 1]


@in_a_loop
async def test_what_something_under_way_forbids_is_done_if_that_fails(url: str) -> None:
    async with a_game(url) as node:
        node.gate.failures_before = [OSError("the disk is full")]
        first, again = node.wish(Lay(node, 0)), node.wish(Lay(node, 0))
        with pytest.raises(NotStored):
            await first
        assert await again == node.start + 1
        assert await node.seats() == [0]
        await node.agrees_with_its_log()


# Lost races


@in_a_loop
async def test_what_was_under_way_when_a_race_is_lost_is_done_anew_in_order_and_once(url: str) -> None:
    async with a_game(url) as node, a_neighbour(url) as neighbour:
        node.gate.open.clear()
        done = [node.wish(propose) for propose in (Lay(node, 0), take_back, lay_as_next, Lay(node, 1))]
        await a_while()
        assert await neighbour.wish(Lay(neighbour, 2)) == node.start + 1
        node.gate.open.set()
        assert await asyncio.gather(*done) == [node.start + number for number in (2, 3, 4, 5)]
        assert await node.seats() == [2, 0, 0, 0, 1]
        await node.agrees_with_its_log()


@in_a_loop
async def test_what_comes_in_the_moment_in_which_a_race_is_lost_is_meant_for_the_table_that_is_there(url: str) -> None:
    """The database knows already, and the table does not yet: what is proposed then must not be written."""
    async with a_game(url) as node, a_neighbour(url) as neighbour:
        await neighbour.wish(Lay(neighbour, 2))
        late: asyncio.Queue[int | Exception] = asyncio.Queue()

        def come() -> None:
            node.gate.when_written = asyncio.Event().set
            node.hub.commits.submit(node.room, Command(take_back, late.put_nowait, None, None))

        node.gate.when_written = come
        assert await node.wish(Lay(node, 0)) == node.start + 2
        assert await late.get() == node.start + 3
        assert [type(entry).__name__ for entry in await node.log()] == ["Acted", "Acted", "Undone"]
        assert [move.seat for move in node.room.table.moves] == [2]
        await node.agrees_with_its_log()


@in_a_loop
async def test_what_comes_in_the_moment_in_which_something_is_refused_is_not_built_upon_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store knows already, and the table does not yet."""
    async with a_game(url) as node:
        outcomes: asyncio.Queue[int | Exception] = asyncio.Queue()
        first, second = [Command(Lay(node, seat), outcomes.put_nowait, None, None) for seat in (0, 1)]
        monkeypatch.setattr(writer, "LONGEST_QUEUE", 0)
        node.hub.commits.submit(node.room, first)
        monkeypatch.undo()
        node.hub.commits.submit(node.room, second)
        assert isinstance(await outcomes.get(), NotStored)
        assert await outcomes.get() == node.start + 1
        assert await node.seats() == [1]
        await node.agrees_with_its_log()


@in_a_loop
async def test_who_loses_every_race_is_told_in_the_end(url: str) -> None:
    async with a_game(url) as node:
        node.gate.losses = ATTEMPTS
        with refused("table.busy"):
            await node.wish(Lay(node, 0))
        assert len(node.gate.batches) == ATTEMPTS
        node.gate.losses = ATTEMPTS - 1
        assert await node.wish(Lay(node, 0)) == node.start + 1


@in_a_loop
async def test_a_mistake_while_a_race_is_run_again_is_told_and_holds_up_nobody(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_game(url) as node:
        new: list[asyncio.Task[int]] = []

        async def fail(_table: str, _after: int) -> None:
            new.append(node.wish(Lay(node, 1)))
            await a_while()
            raise ValueError("a mistake")

        node.gate.losses = 1
        with monkeypatch.context() as patch:
            patch.setattr(node.hub.store, "entries", fail)
            with pytest.raises(ValueError, match="a mistake"):
                await node.wish(Lay(node, 0))
        assert await new[0] == node.start + 1


# What fails


@pytest.mark.parametrize("is_written", [False, True])
@in_a_loop
async def test_when_it_is_not_known_what_is_stored_all_are_told_and_the_table_goes_on_from_what_is(
    url: str, is_written: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_game(url) as node:
        failures: list[Exception] = [OSError("the cable is cut")]
        node.gate.failures_after, node.gate.failures_before = (failures, []) if is_written else ([], failures)
        done = [node.wish(Lay(node, seat)) for seat in range(2)]
        outcomes = await asyncio.gather(*done, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [NotStored, NotStored]
        there = await node.seats()
        assert await node.wish(Lay(node, 2)) == node.start + len(there) + 1
        assert await node.seats() == [*there, 2]
        await node.agrees_with_its_log()
        gc.collect()
    assert "never retrieved" not in caplog.text


@in_a_loop
async def test_a_mistake_in_what_is_proposed_reaches_who_waits_and_nobody_else(url: str) -> None:
    async with a_game(url) as node:

        def mistaken(table: Table) -> Proposal:
            raise ValueError("a mistake")

        done = [node.wish(propose) for propose in (Lay(node, 0), mistaken, Lay(node, 1))]
        async with node.hub.commits.exclusive(node.room):
            done += [node.wish(propose) for propose in (mistaken, Lay(node, 2))]
            await a_while()
        outcomes = await asyncio.gather(*done, return_exceptions=True)
        assert [isinstance(outcome, ValueError) for outcome in outcomes] == [False, True, False, True, False]
        assert await node.seats() == [0, 1, 2]


@in_a_loop
async def test_a_mistake_in_refusing_something_reaches_who_waits(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with a_game(url) as node:

        async def fail(_table: str, _after: int) -> None:
            raise ValueError("a mistake")

        monkeypatch.setattr(node.hub.store, "entries", fail)
        with pytest.raises(ValueError, match="a mistake"):
            await node.wish(take_back, "ada", "message")
        assert await node.wish(Lay(node, 0)) == node.start + 1


@in_a_loop
async def test_a_mistake_in_telling_what_happened_holds_up_nobody(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_game(url) as node:

        def fail(message: bytes) -> None:
            monkeypatch.undo()
            raise ValueError("a mistake")

        monkeypatch.setattr(node.listener, "push", fail)
        done = [node.wish(propose) for propose in (Lay(node, 0), Lay(node, 0), Lay(node, 1))]
        outcomes = await asyncio.gather(*done, return_exceptions=True)
        assert (outcomes[0], type(outcomes[1]), outcomes[2]) == (node.start + 1, Stale, node.start + 2)
        assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == ["a mistake"]


@in_a_loop
async def test_who_gives_up_waiting_loses_nothing_and_holds_up_nobody(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_game(url) as node:
        failures = failures_of_the_loop()
        node.gate.open.clear()
        done = [node.wish(Lay(node, seat)) for seat in range(2)]
        await a_while()
        done[0].cancel()
        await a_while()
        node.gate.open.set()
        assert await done[1] == node.start + 2
        assert await node.seats() == [0, 1]
        assert await node.wish(Lay(node, 2)) == node.start + 3
        await node.agrees_with_its_log()
        assert failures == []
        assert caplog.records == []


# Alone


@in_a_loop
async def test_who_is_alone_waits_for_what_is_under_way_and_holds_up_what_is_new(url: str) -> None:
    async with a_game(url) as node:
        node.gate.open.clear()
        under_way = [node.wish(Lay(node, seat)) for seat in range(2)]
        await a_while()
        order: list[str] = []

        async def be_alone(name: str) -> None:
            async with node.hub.commits.exclusive(node.room):
                assert not len(node.room.in_flight)
                order.append(f"{name} comes")
                await a_while()
                assert not len(node.room.in_flight)
                order.append(f"{name} goes")

        alone = [asyncio.create_task(be_alone(name)) for name in ("one", "other")]
        await a_while()
        new = node.wish(Lay(node, 2))
        await a_while()
        assert order == []
        node.gate.open.set()
        await asyncio.gather(*alone)
        assert order == ["one comes", "one goes", "other comes", "other goes"]
        assert [await done for done in (*under_way, new)] == [node.start + number for number in (1, 2, 3)]
        await node.agrees_with_its_log()


@in_a_loop
async def test_while_somebody_is_alone_nothing_begins(url: str) -> None:
    async with a_game(url) as node:
        async with node.hub.commits.exclusive(node.room):
            done = [node.wish(Lay(node, seat)) for seat in range(3)]
            await a_while()
            assert node.gate.batches == []
        assert await asyncio.gather(*done) == [node.start + number for number in (1, 2, 3)]
        assert await node.seats() == [0, 1, 2]


@in_a_loop
async def test_who_gives_up_waiting_to_be_alone_holds_up_nobody(url: str) -> None:
    async with a_game(url) as node:
        node.gate.open.clear()
        under_way = node.wish(Lay(node, 0))
        await a_while()
        alone = asyncio.create_task(node.hub.commits.exclusive(node.room).__aenter__())
        await a_while()
        new = node.wish(Lay(node, 1))
        await a_while()
        alone.cancel()
        await a_while()
        node.gate.open.set()
        assert (await under_way, await new) == (node.start + 1, node.start + 2)
        assert not node.room.is_busy()


@in_a_loop
async def test_who_is_alone_when_a_race_is_lost_comes_between(url: str) -> None:
    async with a_game(url) as node, a_neighbour(url) as neighbour:
        node.gate.open.clear()
        lost = [node.wish(Lay(node, seat)) for seat in (0, 1)]
        await a_while()
        await neighbour.wish(Lay(neighbour, 2))

        async def be_alone() -> None:
            async with node.hub.commits.exclusive(node.room):
                await a_while()

        alone = asyncio.create_task(be_alone())
        await a_while()
        node.gate.open.set()
        await alone
        assert await asyncio.gather(*lost) == [node.start + 2, node.start + 3]
        assert await node.seats() == [2, 0, 1]
        await node.agrees_with_its_log()


@in_a_loop
async def test_after_a_lost_race_nothing_is_proposed_before_it_is_known_what_happened(url: str) -> None:
    """Also if somebody who is alone with the table comes first: what is there is not the table that others see."""
    async with a_game(url) as node, a_neighbour(url) as neighbour:
        node.gate.open.clear()
        lost = node.wish(Lay(node, 0))
        await a_while()
        await neighbour.wish(Lay(neighbour, 2))

        async def be_alone() -> None:
            async with node.hub.commits.exclusive(node.room):
                assert node.room.is_busy()

        alone = asyncio.create_task(be_alone())
        await a_while()
        ask = node.wish(lambda table: table.ask_undo(2, 0))  # by who has seen there what is unknown here
        await a_while()
        node.gate.open.set()
        await alone
        assert (await lost, await ask) == (node.start + 2, node.start + 3)
        assert [type(entry).__name__ for entry in await node.log()] == ["Acted", "Acted", "UndoAsked"]
        assert not node.room.is_busy()
        await node.agrees_with_its_log()


@in_a_loop
async def test_a_table_is_busy_until_a_lost_race_is_run_again(url: str) -> None:
    async with a_game(url) as node:
        busy: list[bool] = []

        def look() -> None:
            busy.append(node.room.is_busy())
            if not done.done():
                asyncio.get_running_loop().call_soon(look)

        node.gate.losses = 1
        done = node.wish(Lay(node, 0))
        await asyncio.sleep(0)
        look()
        assert await done == node.start + 1
        assert all(busy[:-2])
        assert not node.room.is_busy()


@in_a_loop
async def test_when_somebody_leaves_every_node_knows_that_a_bot_is_to_be_looked_after(url: str) -> None:
    async with a_game(url) as node:
        before = await node.hub.store.table(TABLE)
        await node.wish(partial(Table.leave, seat=0))
        after = await node.hub.store.table(TABLE)
        assert before is not None
        assert after is not None
        assert before.due is None
        assert after.due is not None


@in_a_loop
async def test_when_somebody_whistles_every_node_knows_that_the_hold_is_to_be_looked_after(url: str) -> None:
    async with a_game(url) as node:
        settings = Settings(game="meine-schafe", seats=[SeatPlan("me"), SeatPlan("me")])
        room = await node.hub.make("hill", settings, a_person("ada"), "")
        await begin(node.hub, room)
        before = await node.hub.store.table("hill")
        assert room.table.state is not None
        await node.hub.commits.commit(room, partial(Table.whistle, seat=room.table.state.may_act()[0]))
        after = await node.hub.store.table("hill")
        assert before is not None
        assert after is not None
        assert before.due is None
        assert after.due is not None
