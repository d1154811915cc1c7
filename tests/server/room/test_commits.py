"""A table ahead of its commits: every command is committed in order and once, or its failure is reported."""

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
    begin,
    game_node,
    lay_next,
    record_loop_errors,
    second_node,
    settle,
    undo,
)
from tests.server.refusing import refused
from tests.server.samples import a_person, in_a_loop

# Proposing ahead


@pytest.mark.parametrize("people", [2, 3])
@in_a_loop
async def test_concurrent_commands_become_entries_in_order(url: str, people: int) -> None:
    async with game_node(url) as node:
        done = [node.submit(Lay(node, seat), PEOPLE[seat], f"message {seat}") for seat in range(people)]
        assert await asyncio.gather(*done) == [node.start + number for number in range(1, people + 1)]
        assert await node.seats() == list(range(people))
        is_quick = node.hub.store.database.sqlite_writer is not None
        assert [len(batch) for batch in node.gate.batches] == ([people] if is_quick else [1] * people)
        await node.check_against_log()


@in_a_loop
async def test_nothing_is_published_before_the_commit(url: str) -> None:
    async with game_node(url) as node:
        node.gate.open.clear()
        table, lines = node.room.table, node.room.table.lines[:]
        done = [node.submit(Lay(node, seat)) for seat in range(3)]
        await settle()
        assert node.gate.batches
        assert node.room.table is table
        assert (table.version, table.lines, node.versions_published()) == (node.start, lines, [])
        assert not any(task.done() for task in done)
        node.gate.open.set()
        await asyncio.gather(*done)
        assert node.versions_published() == [1, 2, 3]


@in_a_loop
async def test_a_command_may_build_on_one_in_flight(url: str) -> None:
    async with game_node(url) as node:
        done = [node.submit(propose) for propose in (Lay(node, 0), undo, lay_next, Lay(node, 1), Lay(node, 2))]
        done.append(node.submit(lay_next))  # by the seat that starts once all have laid
        await asyncio.gather(*done)
        kinds = [type(entry).__name__ for entry in await node.log()]
        assert kinds == ["Acted", "Undone", "Acted", "Acted", "Acted", "Acted"]
        await node.check_against_log()


# Refusals


@in_a_loop
async def test_a_command_that_one_in_flight_forbids_is_refused_after_the_commit(url: str) -> None:
    async with game_node(url) as node:
        node.gate.open.clear()
        first, again, other = [node.submit(Lay(node, seat)) for seat in (0, 0, 1)]
        await settle()
        assert not again.done()
        node.gate.open.set()
        with pytest.raises(Stale):
            await again
        assert (await first, await other) == (node.start + 1, node.start + 2)
        assert await node.seats() == [0, 1]


@in_a_loop
async def test_a_command_that_one_in_flight_forbids_is_committed_if_that_fails(url: str) -> None:
    async with game_node(url) as node:
        node.gate.failures_before = [OSError("the disk is full")]
        first, again = node.submit(Lay(node, 0)), node.submit(Lay(node, 0))
        with pytest.raises(NotStored):
            await first
        assert await again == node.start + 1
        assert await node.seats() == [0]
        await node.check_against_log()


# Lost races


@in_a_loop
async def test_steps_of_a_lost_race_are_proposed_again_in_order_and_once(url: str) -> None:
    async with game_node(url) as node, second_node(url) as other_node:
        node.gate.open.clear()
        done = [node.submit(propose) for propose in (Lay(node, 0), undo, lay_next, Lay(node, 1))]
        await settle()
        assert await other_node.submit(Lay(other_node, 2)) == node.start + 1
        node.gate.open.set()
        assert await asyncio.gather(*done) == [node.start + number for number in (2, 3, 4, 5)]
        assert await node.seats() == [2, 0, 0, 0, 1]
        await node.check_against_log()


@in_a_loop
async def test_a_command_submitted_as_a_race_is_lost_is_proposed_to_the_current_table(url: str) -> None:
    """The store knows already and the table does not yet: a proposal must not be written at that moment."""
    async with game_node(url) as node, second_node(url) as other_node:
        await other_node.submit(Lay(other_node, 2))
        late: asyncio.Queue[int | Exception] = asyncio.Queue()

        def come() -> None:
            node.gate.on_written = asyncio.Event().set
            node.hub.commits.submit(node.room, Command(undo, late.put_nowait, None, None))

        node.gate.on_written = come
        assert await node.submit(Lay(node, 0)) == node.start + 2
        assert await late.get() == node.start + 3
        assert [type(entry).__name__ for entry in await node.log()] == ["Acted", "Acted", "Undone"]
        assert [move.seat for move in node.room.table.moves] == [2]
        await node.check_against_log()


@in_a_loop
async def test_a_command_submitted_as_a_step_fails_is_not_built_on_it(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store knows already and the table does not yet."""
    async with game_node(url) as node:
        outcomes: asyncio.Queue[int | Exception] = asyncio.Queue()
        first, second = [Command(Lay(node, seat), outcomes.put_nowait, None, None) for seat in (0, 1)]
        monkeypatch.setattr(writer, "LONGEST_QUEUE", 0)
        node.hub.commits.submit(node.room, first)
        monkeypatch.undo()
        node.hub.commits.submit(node.room, second)
        assert isinstance(await outcomes.get(), NotStored)
        assert await outcomes.get() == node.start + 1
        assert await node.seats() == [1]
        await node.check_against_log()


@in_a_loop
async def test_a_command_that_loses_every_race_is_refused_in_the_end(url: str) -> None:
    async with game_node(url) as node:
        node.gate.losses = ATTEMPTS
        with refused("table.busy"):
            await node.submit(Lay(node, 0))
        assert len(node.gate.batches) == ATTEMPTS
        node.gate.losses = ATTEMPTS - 1
        assert await node.submit(Lay(node, 0)) == node.start + 1


@in_a_loop
async def test_a_bug_while_retrying_is_reported_and_blocks_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with game_node(url) as node:
        new: list[asyncio.Task[int]] = []

        async def fail(_table: str, _after: int) -> None:
            new.append(node.submit(Lay(node, 1)))
            await settle()
            raise ValueError("a bug")

        node.gate.losses = 1
        with monkeypatch.context() as patch:
            patch.setattr(node.hub.store, "entries", fail)
            with pytest.raises(ValueError, match="a bug"):
                await node.submit(Lay(node, 0))
        assert await new[0] == node.start + 1


# Failures


@pytest.mark.parametrize("is_written", [False, True])
@in_a_loop
async def test_after_an_unknown_outcome_all_commands_fail_and_the_table_follows_the_log(
    url: str, is_written: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async with game_node(url) as node:
        failures: list[Exception] = [OSError("the cable is cut")]
        node.gate.failures_after, node.gate.failures_before = (failures, []) if is_written else ([], failures)
        done = [node.submit(Lay(node, seat)) for seat in range(2)]
        outcomes = await asyncio.gather(*done, return_exceptions=True)
        assert [type(outcome) for outcome in outcomes] == [NotStored, NotStored]
        there = await node.seats()
        assert await node.submit(Lay(node, 2)) == node.start + len(there) + 1
        assert await node.seats() == [*there, 2]
        await node.check_against_log()
        gc.collect()
    assert "never retrieved" not in caplog.text


@in_a_loop
async def test_a_bug_in_a_proposal_reaches_its_caller_only(url: str) -> None:
    async with game_node(url) as node:

        def buggy(table: Table) -> Proposal:
            raise ValueError("a bug")

        done = [node.submit(propose) for propose in (Lay(node, 0), buggy, Lay(node, 1))]
        async with node.hub.commits.exclusive(node.room):
            done += [node.submit(propose) for propose in (buggy, Lay(node, 2))]
            await settle()
        outcomes = await asyncio.gather(*done, return_exceptions=True)
        assert [isinstance(outcome, ValueError) for outcome in outcomes] == [False, True, False, True, False]
        assert await node.seats() == [0, 1, 2]


@in_a_loop
async def test_a_bug_while_refusing_reaches_the_caller(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with game_node(url) as node:

        async def fail(_table: str, _after: int) -> None:
            raise ValueError("a bug")

        monkeypatch.setattr(node.hub.store, "entries", fail)
        with pytest.raises(ValueError, match="a bug"):
            await node.submit(undo, "ada", "message")
        assert await node.submit(Lay(node, 0)) == node.start + 1


@in_a_loop
async def test_a_bug_while_publishing_blocks_nothing(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with game_node(url) as node:

        def fail(message: bytes) -> None:
            monkeypatch.undo()
            raise ValueError("a bug")

        monkeypatch.setattr(node.listener, "push", fail)
        done = [node.submit(propose) for propose in (Lay(node, 0), Lay(node, 0), Lay(node, 1))]
        outcomes = await asyncio.gather(*done, return_exceptions=True)
        assert (outcomes[0], type(outcomes[1]), outcomes[2]) == (node.start + 1, Stale, node.start + 2)
        assert [str(record.exc_info[1]) for record in caplog.records if record.exc_info] == ["a bug"]


@in_a_loop
async def test_a_cancelled_caller_loses_nothing_and_blocks_nothing(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async with game_node(url) as node:
        failures = record_loop_errors()
        node.gate.open.clear()
        done = [node.submit(Lay(node, seat)) for seat in range(2)]
        await settle()
        done[0].cancel()
        await settle()
        node.gate.open.set()
        assert await done[1] == node.start + 2
        assert await node.seats() == [0, 1]
        assert await node.submit(Lay(node, 2)) == node.start + 3
        await node.check_against_log()
        assert failures == []
        assert caplog.records == []


# Exclusive access


@in_a_loop
async def test_exclusive_access_waits_for_steps_in_flight_and_holds_new_ones(url: str) -> None:
    async with game_node(url) as node:
        node.gate.open.clear()
        in_flight = [node.submit(Lay(node, seat)) for seat in range(2)]
        await settle()
        order: list[str] = []

        async def be_alone(name: str) -> None:
            async with node.hub.commits.exclusive(node.room):
                assert not len(node.room.in_flight)
                order.append(f"{name} comes")
                await settle()
                assert not len(node.room.in_flight)
                order.append(f"{name} goes")

        alone = [asyncio.create_task(be_alone(name)) for name in ("one", "other")]
        await settle()
        new = node.submit(Lay(node, 2))
        await settle()
        assert order == []
        node.gate.open.set()
        await asyncio.gather(*alone)
        assert order == ["one comes", "one goes", "other comes", "other goes"]
        assert [await done for done in (*in_flight, new)] == [node.start + number for number in (1, 2, 3)]
        await node.check_against_log()


@in_a_loop
async def test_nothing_begins_during_exclusive_access(url: str) -> None:
    async with game_node(url) as node:
        async with node.hub.commits.exclusive(node.room):
            done = [node.submit(Lay(node, seat)) for seat in range(3)]
            await settle()
            assert node.gate.batches == []
        assert await asyncio.gather(*done) == [node.start + number for number in (1, 2, 3)]
        assert await node.seats() == [0, 1, 2]


@in_a_loop
async def test_cancelling_the_wait_for_exclusive_access_blocks_nothing(url: str) -> None:
    async with game_node(url) as node:
        node.gate.open.clear()
        in_flight = node.submit(Lay(node, 0))
        await settle()
        alone = asyncio.create_task(node.hub.commits.exclusive(node.room).__aenter__())
        await settle()
        new = node.submit(Lay(node, 1))
        await settle()
        alone.cancel()
        await settle()
        node.gate.open.set()
        assert (await in_flight, await new) == (node.start + 1, node.start + 2)
        assert not node.room.is_busy()


@in_a_loop
async def test_exclusive_access_comes_before_the_retry_of_a_lost_race(url: str) -> None:
    async with game_node(url) as node, second_node(url) as other_node:
        node.gate.open.clear()
        lost = [node.submit(Lay(node, seat)) for seat in (0, 1)]
        await settle()
        await other_node.submit(Lay(other_node, 2))

        async def be_alone() -> None:
            async with node.hub.commits.exclusive(node.room):
                await settle()

        alone = asyncio.create_task(be_alone())
        await settle()
        node.gate.open.set()
        await alone
        assert await asyncio.gather(*lost) == [node.start + 2, node.start + 3]
        assert await node.seats() == [2, 0, 1]
        await node.check_against_log()


@in_a_loop
async def test_after_a_lost_race_nothing_is_proposed_before_catching_up(url: str) -> None:
    """Even if a caller gets exclusive access first: this table is not the one that others see."""
    async with game_node(url) as node, second_node(url) as other_node:
        node.gate.open.clear()
        lost = node.submit(Lay(node, 0))
        await settle()
        await other_node.submit(Lay(other_node, 2))

        async def be_alone() -> None:
            async with node.hub.commits.exclusive(node.room):
                assert node.room.is_busy()

        alone = asyncio.create_task(be_alone())
        await settle()
        ask = node.submit(lambda table: table.ask_undo(2, 0))  # by a player who has seen there what is unknown here
        await settle()
        node.gate.open.set()
        await alone
        assert (await lost, await ask) == (node.start + 2, node.start + 3)
        assert [type(entry).__name__ for entry in await node.log()] == ["Acted", "Acted", "UndoAsked"]
        assert not node.room.is_busy()
        await node.check_against_log()


@in_a_loop
async def test_a_table_is_busy_until_a_lost_race_is_retried(url: str) -> None:
    async with game_node(url) as node:
        busy: list[bool] = []

        def look() -> None:
            busy.append(node.room.is_busy())
            if not done.done():
                asyncio.get_running_loop().call_soon(look)

        node.gate.losses = 1
        done = node.submit(Lay(node, 0))
        await asyncio.sleep(0)
        look()
        assert await done == node.start + 1
        assert all(busy[:-2])
        assert not node.room.is_busy()


@in_a_loop
async def test_when_a_player_leaves_every_node_knows_that_a_bot_is_due(url: str) -> None:
    async with game_node(url) as node:
        before = await node.hub.store.table(TABLE)
        await node.submit(partial(Table.leave, seat=0))
        after = await node.hub.store.table(TABLE)
        assert before is not None
        assert after is not None
        assert before.due is None
        assert after.due is not None


@in_a_loop
async def test_when_a_player_whistles_every_node_knows_that_the_hold_is_due(url: str) -> None:
    async with game_node(url) as node:
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
