"""What the server does by itself, and that nothing keeps it from doing it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random
from typing import Literal

import msgspec
import pytest

from sheepfold.core.action import Action
from sheepfold.core.game import Game
from sheepfold.core.registry import all_games, find_game
from sheepfold.server.live import chat
from sheepfold.server.live import rooms as rooms_in_memory
from sheepfold.server.live import steward as stewards
from sheepfold.server.live.chat import Line
from sheepfold.server.live.hub import Hub
from sheepfold.server.live.quota import Origin
from sheepfold.server.live.rematch import offer_rematch
from sheepfold.server.live.replay import replay
from sheepfold.server.ops.clock import Clock
from sheepfold.server.room.commits import OVERDUE
from sheepfold.server.room.room import Room
from sheepfold.server.store import rows
from sheepfold.server.store.database import NotStored
from sheepfold.server.store.rows import Person
from sheepfold.server.store.store import Store
from sheepfold.server.table.entries import Imported
from sheepfold.server.table.model import Proposal
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.settings import MoveClock, SeatPlan, Settings
from sheepfold.server.table.table import Table, new_table
from sheepfold.server.thinking.questions import Answer, Question, answer
from sheepfold.server.thinking.thinkers import Priority, Thinkers
from sheepfold.server.thinking.workers import BotFailed
from sheepfold.server.wire.updates import Welcome
from tests.server.nodes import begin
from tests.server.refusing import refused
from tests.server.samples import in_a_loop
from tests.server.waiting import until
from tests.server.worlds import FakeListener

PATIENCE = 20.0


ADA = Person("ada", "hash", "Ada", 1.0)


class ThinkingHere(Thinkers):
    """Thinks at once, in this process."""

    async def think(self, question: Question, priority: Priority) -> Answer:
        return answer(question)


async def a_room(hub: Hub, *seats: SeatPlan, game: str = "volle-wolle", table_id: str = "meadow") -> Room:
    if await hub.store.person("ada") is None:
        await hub.store.add_person(ADA)
    settings = Settings(game=game, seats=list(seats), pace="instant")
    return await hub.make(table_id, settings, ADA, "")


@asynccontextmanager
async def a_hub(url: str, thinkers: Thinkers) -> AsyncIterator[Hub]:
    async with await Store.open(url) as store:
        hub = Hub(store, thinkers, Clock())
        hub.start()
        try:
            yield hub
        finally:
            async with asyncio.timeout(PATIENCE):
                await hub.stop()
            thinkers.stop()


async def until_over(room: Room) -> None:
    await until(lambda: room.table.status == "over")


@pytest.mark.parametrize("steps", range(4))
@in_a_loop
async def test_it_stops_even_if_something_happens_at_that_moment(sqlite_url: str, steps: int) -> None:
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        room = await a_room(hub, SeatPlan("me"), SeatPlan("bot"))
        await asyncio.sleep(0.05)  # it waits for the browser's nonce
        hub.steward.wake(room)
        for _ in range(steps):
            await asyncio.sleep(0)


class Slow(ThinkingHere):
    """Knows its action at once, and acts when the test says so."""

    def __init__(self) -> None:
        super().__init__(1)
        self.thoughts: asyncio.Queue[str] = asyncio.Queue()
        self.go = asyncio.Semaphore(0)

    async def think(self, question: Question, priority: Priority) -> Answer:
        chosen = answer(question)
        self.thoughts.put_nowait(str(chosen.action))
        await self.go.acquire()
        return chosen


@in_a_loop
async def test_an_action_chosen_for_one_position_is_not_used_in_another(sqlite_url: str) -> None:
    """Two nodes let the same bot think. The later one must not act for it again, though it could."""
    slow = Slow()
    async with a_hub(sqlite_url, slow) as late, a_hub(sqlite_url, Slow()) as early:
        room = await a_room(late, SeatPlan("me"), SeatPlan("bot"))
        await begin(late, room)
        async with asyncio.timeout(PATIENCE):
            chosen = Action(await slow.thoughts.get())
        there = await early.room("meadow")
        first = there.table.version
        while there.table.version == first or chosen not in there.table.legal(1):
            seat = there.table.state.waiting_for()[-1] if there.table.state is not None else 0
            action = chosen if chosen in there.table.legal(seat) else there.table.legal(seat)[0]
            await early.commits.commit(there, partial(Table.act, seat=seat, text=action.text))
        slow.go.release()
        async with asyncio.timeout(PATIENCE):
            await slow.thoughts.get()  # it has seen the entry, and thinks again
        assert room.table.version == there.table.version
        assert len(await late.store.entries("meadow")) == there.table.version


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_seat_that_has_acted_needs_a_new_action(game: Game) -> None:
    """Even if the same action is legal again: one sent before, or twice, is not meant for it."""
    rng = Random(5)
    settings = Settings(game=game.id, seats=[SeatPlan("bot")] * max(3, game.players[0]))
    table = new_table("meadow", settings, "0" * 64, "ada", "Ada")
    table.apply(table.seal(), 1.0)
    table.apply(table.begin(), 1.0)
    while table.state is not None and (waiting := table.state.waiting_for()):
        seat = rng.choice(waiting)
        table.apply(table.act(seat, rng.choice(table.legal(seat)).text), 1.0)
        assert table.legal_since[seat] == table.version


@in_a_loop
async def test_a_rematch_offered_again_by_the_same_message_is_the_same(sqlite_url: str) -> None:
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        room = await a_room(hub, SeatPlan("bot"), SeatPlan("bot"))
        await until_over(room)
        numbers = [await offer_rematch(hub, room, 0, None, ADA, "once-more") for _ in range(2)]
        assert numbers[0] == numbers[1] == room.table.version


@in_a_loop
async def test_a_rematch_offered_on_another_node_creates_no_further_table(sqlite_url: str) -> None:
    async with a_hub(sqlite_url, ThinkingHere(1)) as one, a_hub(sqlite_url, ThinkingHere(1)) as other:
        room = await a_room(one, SeatPlan("bot"), SeatPlan("bot"))
        await until_over(room)
        behind = await other.room("meadow")
        number = await offer_rematch(one, room, 0, None, ADA, "once-more")
        assert behind.table.version == number - 1
        assert await offer_rematch(other, behind, 0, None, ADA, "once-more") == number
        assert len(await one.store.tables_of(ADA.id, 9)) == 2


@in_a_loop
async def test_a_refused_rematch_creates_no_table(sqlite_url: str) -> None:
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        room = await a_room(hub, SeatPlan("bot"), SeatPlan("bot"))
        await until_over(room)
        await offer_rematch(hub, room, 0, None, ADA, "once-more")
        with refused("rematch.offered"):
            await offer_rematch(hub, room, 1, None, ADA, "and-again")
        assert len(await hub.store.tables_of(ADA.id, 9)) == 2


@in_a_loop
async def test_a_rematch_can_be_offered_again_once_its_table_is_closed(sqlite_url: str) -> None:
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        room = await a_room(hub, SeatPlan("bot"), SeatPlan("bot"))
        await until_over(room)
        settings = Settings(game="haste-bock", seats=[SeatPlan("me"), SeatPlan("friend")])
        await offer_rematch(hub, room, 0, settings, ADA, "once-more")
        first = room.table.rematch
        assert first is not None
        await hub.commits.commit(await hub.room(first.table), lambda table: table.close(ADA.id))
        assert (await hub.room(first.table)).seen().closed
        await offer_rematch(hub, room, 0, settings, ADA, "and-again")
        second = room.table.rematch
        assert second is not None
        assert second.table != first.table
        with refused("rematch.offered"):
            await offer_rematch(hub, room, 0, settings, ADA, "a-third-time")


@pytest.mark.parametrize("public", [True, False])
@in_a_loop
async def test_the_lobby_is_notified_when_a_player_joins_a_public_table(sqlite_url: str, public: bool) -> None:
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        await hub.store.add_person(ADA)
        settings = Settings(game="volle-wolle", seats=[SeatPlan("me"), SeatPlan("friend"), SeatPlan("friend")])
        room = await hub.make("meadow", msgspec.structs.replace(settings, public=public), ADA, "")
        hub.public_change.clear()
        await hub.commits.commit(room, lambda table: table.appoint(1, "lamb", None))
        assert hub.public_change.is_set() == public


@pytest.mark.parametrize(("other", "is_full"), [("bot", True), ("friend", False)])
@in_a_loop
async def test_a_table_that_is_full_from_the_start_is_due(
    sqlite_url: str, other: Literal["bot", "friend"], is_full: bool
) -> None:
    """If this node dies, another begins the game."""
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        await a_room(hub, SeatPlan("me"), SeatPlan(other))
        kept = await hub.store.table("meadow")
        assert kept is not None
        assert (kept.due is not None) == is_full


@in_a_loop
async def test_a_clock_is_taken_over_by_a_surviving_node(sqlite_url: str) -> None:
    """Even if the node that works on the table now is the next to die."""
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        await hub.store.add_person(ADA)
        settings = Settings(game="volle-wolle", seats=[SeatPlan("me"), SeatPlan("me")], clock=MoveClock(600))
        room = await hub.make("meadow", settings, ADA, "")
        await begin(hub, room)
        await look_after(hub)
        kept, clock = await hub.store.table("meadow"), room.table.clocks.due()
        assert kept is not None
        assert clock is not None
        assert kept.due == clock + OVERDUE


@in_a_loop
async def test_a_hold_is_taken_over_by_a_surviving_node(sqlite_url: str) -> None:
    """Where nothing else is due: no bot plays, and no clock runs."""
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        room = await a_room(hub, SeatPlan("me"), SeatPlan("me"), game="meine-schafe")
        await begin(hub, room)
        await hub.commits.commit(room, whistle)
        await look_after(hub)
        kept = await hub.store.table("meadow")
        assert kept is not None
        assert kept.due == room.table.held_until + OVERDUE


async def look_after(hub: Hub) -> None:
    row = await hub.store.table("meadow")
    assert row is not None
    await hub.steward._adopt(row)


def whistle(table: Table) -> Proposal:
    """Act for any seat that may."""
    assert table.state is not None
    return table.whistle(table.state.may_act()[0])


class Recording(ThinkingHere):
    """Records the questions it gets."""

    def __init__(self) -> None:
        super().__init__(1)
        self.questions: list[Question] = []
        self.priorities: list[Priority] = []

    async def think(self, question: Question, priority: Priority) -> Answer:
        self.questions.append(question)
        self.priorities.append(priority)
        return answer(question)


@in_a_loop
async def test_bots_play_with_the_chosen_strength_and_components(sqlite_url: str) -> None:
    components = msgspec.to_builtins(find_game("volle-wolle").standard_components())
    components["chips"]["each"] = 3
    seats = [SeatPlan("bot", bot="random"), SeatPlan("bot", bot="lamb")]
    settings = Settings(
        game="volle-wolle", seats=seats, options={"open_herds": True}, components=components, pace="instant"
    )
    thinkers = Recording()
    async with a_hub(sqlite_url, thinkers) as hub:
        await hub.store.add_person(ADA)
        await until_over(await hub.make("meadow", settings, ADA, ""))
    assert {(question.seat, question.bot) for question in thinkers.questions} == {(0, "random"), (1, "lamb")}
    for question in thinkers.questions:
        assert (question.components, question.options) == (components, {"open_herds": True})


@in_a_loop
async def test_a_table_is_waited_for_while_a_client_is_connected(sqlite_url: str) -> None:
    thinkers = Recording()
    async with a_hub(sqlite_url, thinkers) as hub:
        room = await a_room(hub, SeatPlan("me"), SeatPlan("bot"))
        hub.quota.remember(room, Origin("there"))
        room.enter(listener := FakeListener("ada"), 0)
        await begin(hub, room)
        await until_asked(thinkers)
        assert set(thinkers.priorities) == {Priority("there", "ada", awaited=True)}
        room.exit(listener)
        thinkers.priorities.clear()
        await hub.commits.commit(room, lambda table: table.leave(0))
        await until_over(room)
        assert set(thinkers.priorities) == {Priority("there", "ada", awaited=False)}


async def until_asked(thinkers: Recording) -> None:
    await until(lambda: bool(thinkers.priorities))


class Overloaded(ThinkingHere):
    """Fails now and then, each time in another way."""

    def __init__(self) -> None:
        super().__init__(1)
        self.failures: list[Exception] = [NotStored("away"), BotFailed("no answer"), ValueError("a bug in a game")]

    async def think(self, question: Question, priority: Priority) -> Answer:
        if self.failures and len(question.lines) > 20:
            raise self.failures.pop()
        return answer(question)


@in_a_loop
async def test_no_failure_stops_a_table(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    thinkers = Overloaded()
    async with a_hub(sqlite_url, thinkers) as hub:
        room = await a_room(hub, SeatPlan("bot"), SeatPlan("bot"))
        await until_over(room)
    assert not thinkers.failures
    errors = [record.exc_info for record in caplog.records if record.levelname == "ERROR"]
    assert len(errors) == 1, "a bug is logged once, however often it recurs"


@in_a_loop
async def test_a_table_that_cannot_be_opened_delays_no_other(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async with await Store.open(sqlite_url) as store:
        await store.add_person(ADA)
        await add_due_table(store, "broken", "forgotten-game", 1.0)
        await add_due_table(store, "meadow", "volle-wolle", 2.0)
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        await until_tended(hub)
        await until_over(await hub.room("meadow"))
    assert [vars(record)["table"] for record in caplog.records if "cannot be opened" in record.message] == ["broken"]


@in_a_loop
async def test_tables_that_cannot_be_opened_do_not_crowd_out_the_others(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A hundred are read at once: those of a missing game must not always be the first hundred."""
    monkeypatch.setattr(stewards, "SWEEP_SECONDS", 0.01)
    async with await Store.open(sqlite_url) as store:
        await store.add_person(ADA)
        for number in range(100):
            await add_due_table(store, f"broken {number}", "forgotten-game", 1.0)
        await add_due_table(store, "meadow", "volle-wolle", 2.0)
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        await until_over(await hub.room("meadow"))
        await until_tended(hub)
    assert len([record for record in caplog.records if "cannot be opened" in record.message]) == 1


class Stuck(ThinkingHere):
    """The bot of seat 0 fails, so a simpler one chooses."""

    async def think(self, question: Question, priority: Priority) -> Answer:
        chosen = answer(question)
        return Answer(chosen.action, "random") if question.seat == 0 else chosen


@in_a_loop
async def test_players_see_that_a_stand_in_has_played(sqlite_url: str) -> None:
    async with a_hub(sqlite_url, Stuck(1)) as hub:
        room = await a_room(hub, SeatPlan("bot", bot="lamb"), SeatPlan("bot", bot="lamb"))
        listener = FakeListener("ada")
        room.enter(listener, None)
        await until_over(room)
    notes = [msgspec.json.decode(message).get("note", {}) for message in listener.received]
    acted = {(note["seat"], note["by"]) for note in notes if note.get("kind") == "acted"}
    assert acted == {(0, "stand-in"), (1, "bot")}


async def add_due_table(store: Store, table_id: str, game: str, due: float) -> None:
    """A table of bots that no node works on."""
    settings = {"game": game, "seats": [{"who": "bot"}] * 2, "pace": "instant"}
    body = msgspec.json.encode({"settings": settings, "host": "ada", "host_name": "Ada", "invitation": ""})
    await store.add_table(rows.Table(table_id, body, "open", False, "0" * 64, 1.0, 1.0, due, 0))


async def until_tended(hub: Hub) -> None:
    await until(lambda: "meadow" in hub.rooms.all)


@in_a_loop
async def test_overdue_tables_are_found_after_a_database_failure(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(stewards, "SWEEP_SECONDS", 0.01)
    failures = [NotStored("away for a moment")]
    due_tables = Store.due_tables

    async def fail_once(store: Store, now: float, limit: int) -> list[rows.Table]:
        if failures:
            raise failures.pop()
        return await due_tables(store, now, limit)

    monkeypatch.setattr(Store, "due_tables", fail_once)
    async with await Store.open(sqlite_url) as store:
        await store.add_person(ADA)
        await add_due_table(store, "meadow", "volle-wolle", 1.0)
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        await until_tended(hub)
    assert not failures
    assert "away for a moment" in caplog.text


@in_a_loop
async def test_concurrent_requests_get_no_more_tables_than_sequential_ones(url: str) -> None:
    async with a_hub(url, Thinkers(1)) as hub:

        async def make(name: str) -> None:
            await hub.quota.check_person(ADA.id, 3)
            await a_room(hub, SeatPlan("me"), SeatPlan("friend"), table_id=name)

        answers = await asyncio.gather(*[make(f"meadow {number}") for number in range(5)], return_exceptions=True)
        assert [isinstance(answer, Refused) for answer in answers] == [False, False, False, True, True]


@in_a_loop
async def test_tables_of_another_node_count_as_well(postgres_url: str) -> None:
    """Each node remembers an upper bound of a person's tables, and does not know those of the other."""
    async with a_hub(postgres_url, Thinkers(1)) as one, a_hub(postgres_url, Thinkers(1)) as other:
        for number, hub in enumerate((one, other, other)):
            await hub.quota.check_person(ADA.id, 3)
            await a_room(hub, SeatPlan("me"), SeatPlan("friend"), table_id=f"meadow {number}")
        for hub in (one, other):
            with refused("limit.tables", limit=3):
                await hub.quota.check_person(ADA.id, 3)


@in_a_loop
async def test_a_notification_of_an_entry_in_flight_here_is_ignored(sqlite_url: str) -> None:
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        room = await a_room(hub, SeatPlan("me"), SeatPlan("friend"))
        sitting = asyncio.create_task(hub.commits.commit(room, lambda table: table.commit(0, "ab" * 32)))
        await asyncio.sleep(0)
        assert len(room.in_flight) == 1
        hub.on_notification("meadow", 1)
        assert not hub._tasks._running
        hub.on_notification("meadow", 2)
        assert hub._tasks._running
        await sitting


@in_a_loop
async def test_any_notification_may_change_the_list_of_public_tables(sqlite_url: str) -> None:
    """Even of a table that is not in memory here."""
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        hub.public_change.clear()
        hub.on_notification("meadow", 1)
        assert hub.public_change.is_set()
        assert hub.rooms.all == {}


@in_a_loop
async def test_after_lost_notifications_clients_receive_what_they_missed(url: str) -> None:
    async with a_hub(url, ThinkingHere(1)) as one, a_hub(url, ThinkingHere(1)) as other:
        there = await a_room(one, SeatPlan("me"), SeatPlan("friend"))
        here = await other.room("meadow")
        listener = come(here)
        await one.commits.commit(there, lambda table: table.commit(0, "ab" * 32))
        await one.chat.say(there, Line("Ada", 0, "baa"), ADA.id, "baa")
        assert listener.received == []
        other.on_notifications_lost()
        kinds: list[str] = []
        async with asyncio.timeout(PATIENCE):
            while "chat" not in kinds:
                await asyncio.sleep(0.01)
                kinds = [msgspec.json.decode(message)["type"] for message in listener.received]
        assert kinds.count("update") == 1
        assert here.table.version == there.table.version


@in_a_loop
async def test_a_client_from_another_node_sees_its_entries_before_the_notification_arrives(postgres_url: str) -> None:
    async with a_hub(postgres_url, ThinkingHere(1)) as one, a_hub(postgres_url, ThinkingHere(1)) as other:
        there = await a_room(one, SeatPlan("me"), SeatPlan("friend"))
        here = await other.room("meadow")
        await one.commits.commit(there, lambda table: table.commit(0, "ab" * 32))
        assert here.table.version < there.table.version
        assert await other.latest("meadow") is here
        assert here.table.version == there.table.version


# Unloading and loading


async def finished(hub: Hub, host: str) -> Room:
    """A finished game of the host against a bot."""
    settings = Settings(game="volle-wolle", seats=[SeatPlan("me"), SeatPlan("bot")], public=True)
    table = new_table("meadow", settings, "0" * 64, host, "Ada")
    table.apply(table.seal(), 1.0)
    table.apply(table.begin(), 1.0)
    while table.state is not None and (waiting := table.state.waiting_for()):
        table.apply(table.act(waiting[0], table.legal(waiting[0])[0].text), 1.0)
    return await hub.make("meadow", settings, Person(host, "", "Ada", 1.0), "", Imported(table.lines))


@asynccontextmanager
async def a_finished_game(url: str) -> AsyncIterator[tuple[Hub, Room]]:
    async with a_hub(url, ThinkingHere(1)) as hub:
        await hub.store.add_person(ADA)
        yield hub, await finished(hub, ADA.id)


def come(room: Room, person: str | None = None) -> FakeListener:
    listener = FakeListener(person)
    room.enter(listener, None)
    return listener


def go(hub: Hub, room: Room, listener: FakeListener) -> None:
    room.exit(listener)
    hub.on_listener_left(room)


@in_a_loop
async def test_a_finished_game_is_kept_until_the_last_client_leaves(url: str) -> None:
    async with a_finished_game(url) as (hub, room):
        first, last = come(room), come(room)
        tending = hub.steward.work_at(room).task
        go(hub, room, first)
        assert hub.rooms.all == {"meadow": room}
        go(hub, room, last)
        assert hub.rooms.all == {}
        assert tending is not None
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({tending})


@in_a_loop
async def test_a_finished_game_is_loaded_completely(url: str) -> None:
    async with a_finished_game(url) as (hub, room):
        listener = come(room)
        await hub.chat.say(room, Line("Ada", 0, "well played"), ADA.id, "well-played")
        await offer_rematch(hub, room, 0, None, ADA, "once-more")
        before = timeless(hub.welcome(room, listener, room.table.version))
        go(hub, room, listener)
        assert "meadow" not in hub.rooms.all
        again = await hub.room("meadow")
        assert again is not room
        assert timeless(hub.welcome(again, come(again), room.table.version)) == before
        assert (before.rematch is not None, [said.text for said in before.chat]) == (True, ["well played"])
        assert again.table.record() == room.table.record()
        assert replay(again.table, None) == replay(room.table, None)


@in_a_loop
async def test_only_the_last_lines_of_a_long_chat_stay_in_memory(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "KEPT", 2)
    async with a_finished_game(sqlite_url) as (hub, room):
        for number in range(1, 5):
            await hub.chat.say(room, Line("Ada", 0, f"line {number}"), ADA.id, f"message {number}")
        lines = [(3, "line 3"), (4, "line 4")]
        assert [(said.number, said.text) for said in room.chat] == lines
        go(hub, room, come(room))
        assert [(said.number, said.text) for said in (await hub.room("meadow")).chat] == lines


@in_a_loop
async def test_a_finished_game_is_kept_while_a_query_runs(url: str) -> None:
    async with a_finished_game(url) as (hub, room):
        settings = room.table.settings
        done = asyncio.create_task(
            hub.commits.commit(room, lambda table: table.offer_rematch(0, "next", settings, "invitation"))
        )
        listener = come(room)
        await asyncio.sleep(0)
        go(hub, room, listener)
        assert hub.rooms.all == {"meadow": room}
        await done
        async with hub.commits.exclusive(room):
            go(hub, room, come(room))
            assert hub.rooms.all == {"meadow": room}
        go(hub, room, come(room))
        assert hub.rooms.all == {}


@in_a_loop
async def test_a_running_game_is_kept_even_without_clients(url: str) -> None:
    async with a_hub(url, ThinkingHere(1)) as hub:
        room = await a_room(hub, SeatPlan("me"), SeatPlan("me"))
        go(hub, room, come(room))
        assert hub.rooms.all == {"meadow": room}
        await begin(hub, room)
        go(hub, room, come(room))
        assert hub.rooms.all == {"meadow": room}


@in_a_loop
async def test_leaving_an_unloaded_game_unloads_no_other(url: str) -> None:
    async with a_finished_game(url) as (hub, room):
        go(hub, room, come(room))
        again = await hub.room("meadow")
        hub.on_listener_left(room)
        assert hub.rooms.all == {"meadow": again}


@in_a_loop
async def test_concurrent_loads_return_the_same_room(url: str) -> None:
    async with a_finished_game(url) as (hub, room):
        go(hub, room, come(room))
        found = await asyncio.gather(*[hub.room("meadow") for _ in range(5)])
        assert all(one is found[0] for one in found)
        assert hub.rooms.all == {"meadow": found[0]}


@in_a_loop
async def test_a_room_that_could_not_be_unloaded_is_unloaded_when_a_client_leaves(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms_in_memory, "MAX_ROOMS", 1)
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        busy = await a_room(hub, SeatPlan("me"), SeatPlan("friend"))
        busy.answering = 1
        other = await a_room(hub, SeatPlan("me"), SeatPlan("friend"), table_id="hill")
        assert list(hub.rooms.all) == ["meadow", "hill"]
        busy.answering = 0
        hub.on_listener_left(other)
        assert list(hub.rooms.all) == ["hill"]


def timeless(welcome: Welcome) -> Welcome:
    """Without what depends on the time of creation."""
    return msgspec.structs.replace(welcome, clocks=None, held=None)


@in_a_loop
async def test_bots_act_at_a_room_that_replaces_another(sqlite_url: str) -> None:
    """A new table may be loaded from the database before the node that makes it knows that it is stored."""
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        first = await a_room(hub, SeatPlan("bot"), SeatPlan("bot"))
        before = hub.steward.work_at(first).task
        assert before is not None
        again = Room(first.table.copy(), first.created, first.invitation)
        hub.rooms.add(again)
        await until(before.cancelled)
        await until_over(again)


@in_a_loop
async def test_a_stopped_steward_stays_stopped(sqlite_url: str) -> None:
    """Entries that are still in the write queue are published after it has stopped."""
    async with a_hub(sqlite_url, ThinkingHere(1)) as hub:
        room = await a_room(hub, SeatPlan("me"), SeatPlan("bot"))
        await hub.steward.stop()
        await begin(hub, room)
        task = hub.steward.work_at(room).task
        assert task is not None
        assert task.done()
