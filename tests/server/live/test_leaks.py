"""Nothing leaks: whatever is sent to a client is the same in every world that it cannot distinguish."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec
import pytest

from sheepfold import Action, Game, all_games, find_game
from sheepfold.server.live.hub import Hub
from sheepfold.server.live.replay import replay
from sheepfold.server.ops.clock import Clock
from sheepfold.server.room import room as rooms
from sheepfold.server.room.room import Room
from sheepfold.server.store.store import Store
from sheepfold.server.table import settings
from sheepfold.server.table.entries import Acted, Begun, Entry, Revealed, Sat
from sheepfold.server.table.table import Table
from sheepfold.server.thinking.thinkers import Thinkers
from sheepfold.server.wire.patches import apply_patch
from sheepfold.server.wire.projection import note_of
from sheepfold.server.wire.updates import Note
from sheepfold.testing.cases import Case, cases_of
from tests.conformance.test_kit import EventRevealsTheSecret, MayActRevealsTheSecret, ViewRevealsTheSecret
from tests.server.running_server import receive_until_started
from tests.server.samples import in_a_loop
from tests.server.server_api import commit_nonces, server_api
from tests.server.worlds import NOW, SECRET, messages_to, moments, true_world, twin_world, welcomes
from tests.toys.fingers import Fingers, FingersGame

CASES = cases_of(*all_games())
SAMPLED = 0.17
"""The share of positions that are checked, each for two observers."""

Tally = Counter[str]


def hidden_facts_do_not_show(case: Case) -> Tally:
    """Worlds that differ only in what an observer cannot see send the same messages, now and when another seat acts."""
    tally: Tally = Counter()
    rng = Random(f"{case}/leaks")
    for table in moments(case):
        for observer in rng.sample(case.observers(), 2) if rng.random() < SAMPLED else []:
            twin = twin_world(table, observer, rng)
            sent = welcomes(table, observer)
            assert sent == welcomes(twin, observer), f"{observer} is shown something hidden"
            assert not any(SECRET.encode() in message for message in sent)
            tally["positions"] += 1
            tally["other interruptions"] += differ_in_what_others_could_do(table, twin, observer)
            tally["updates"] += somebody_else_acts(true_world(table), twin, observer, rng)
    return tally


def differ_in_what_others_could_do(table: Table, twin: Table, observer: int | None) -> bool:
    assert table.state is not None
    others = [seat for seat in table.state.may_act() if seat != observer]
    return any(table.legal(seat) != twin.legal(seat) for seat in others)


def somebody_else_acts(table: Table, twin: Table, observer: int | None, rng: Random) -> bool:
    """Whether there was an action, possible in both worlds, from which the observer learns nothing new."""
    others = [seat for seat in range(len(table.chairs)) if seat != observer and table.legal(seat)]
    seat = rng.choice(others or [0])
    action = rng.choice(table.legal(seat) or [Action("nothing")])
    if action not in twin.legal(seat):
        return False
    one, other = table.act(seat, action.text), twin.act(seat, action.text)
    if [event.seen_by(observer) for event in one.events] != [event.seen_by(observer) for event in other.events]:
        return False
    if (one.state and one.state.waiting_for()) == [] or (other.state and other.state.waiting_for()) == []:
        return False  # once it is over everything is shown
    assert messages_to(table, [one], [observer]) == messages_to(twin, [other], [observer]), (
        f"{observer} is sent something hidden"
    )
    return True


def secret_choices_do_not_show(case: Case) -> Tally:
    """While several seats choose, neither messages nor replays reveal what another has chosen."""
    tally: Tally = Counter()
    rng = Random(f"{case}/choices")
    for table in moments(case):
        assert table.state is not None
        waiting = table.state.waiting_for()
        if len(waiting) < 2 or rng.random() >= SAMPLED:
            continue
        chooser = rng.choice(waiting)
        observers = [observer for observer in case.observers() if observer != chooser]
        one, other = true_world(table), true_world(table)
        heard = [
            messages_to(world, [world.act(chooser, rng.choice(table.legal(chooser)).text)], observers)
            for world in (one, other)
        ]
        assert heard[0] == heard[1], f"the choice of {chooser} shows"
        if rng.random() < 0.05:  # it replays from the beginning, so rarely
            observer = rng.choice(observers)
            assert msgspec.json.encode(replay(one, observer)) == msgspec.json.encode(replay(other, observer))
        tally["choices"] += one.lines != other.lines
    return tally


POSITIONS = {"haste-bock": 400, "meine-schafe": 800, "schafe-schubsen": 1200, "volle-wolle": 2000}
"""The least number of positions that are checked."""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_hidden_facts_do_not_leak(game: Game) -> None:
    tally = sum((hidden_facts_do_not_show(case) for case in cases_of(game)), Counter[str]())
    assert tally["positions"] >= POSITIONS[game.id]
    assert tally["updates"] >= POSITIONS[game.id] / 4
    # Whether a seat could interrupt, and with what, is among the facts that have changed.
    assert tally["other interruptions"] >= 50 or game.id != "meine-schafe"


@pytest.mark.parametrize("game", ["schafe-schubsen", "volle-wolle"])
def test_secret_choices_do_not_leak(game: str) -> None:
    tally = sum((secret_choices_do_not_show(case) for case in cases_of(find_game(game))), Counter[str]())
    assert tally["choices"] >= 100


# The checks find leaks.


class LegalActionsTellTheSecret(Fingers):
    def legal_actions(self, seat: int) -> list[Action]:
        found = super().legal_actions(seat)
        return found[:2] if 3 in self.fingers else found


class NoteTellsTheSecret(Fingers):
    """A sound game at a server that reveals too much."""


def note_with_the_action(entry: Entry) -> Note:
    return Note("acted", name=entry.action) if isinstance(entry, Acted) else note_of(entry)


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> Callable[[type[Fingers]], Case]:
    def register(toy: type[Fingers]) -> Case:
        monkeypatch.setattr(settings, "find_game", lambda _id: FingersGame(toy))
        if toy is NoteTellsTheSecret:
            monkeypatch.setattr(rooms, "note_of", note_with_the_action)
        [case] = cases_of(FingersGame(toy))
        return case

    return register


def check_both(case: Case) -> None:
    for _ in range(3):
        hidden_facts_do_not_show(case)
        secret_choices_do_not_show(case)


def test_a_sound_toy_passes(toys: Callable[[type[Fingers]], Case], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.SAMPLED", 1.0)
    check_both(toys(Fingers))


@pytest.mark.parametrize(
    "toy",
    [
        EventRevealsTheSecret,
        LegalActionsTellTheSecret,
        pytest.param(NoteTellsTheSecret, marks=pytest.mark.interpreted),
        ViewRevealsTheSecret,
        MayActRevealsTheSecret,
    ],
)
def test_a_leaking_toy_is_caught(
    toys: Callable[[type[Fingers]], Case], toy: type[Fingers], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.SAMPLED", 1.0)
    case = toys(toy)
    with pytest.raises(AssertionError, match=r"hidden|shows"):
        check_both(case)


# What the server does by itself, and what it serves besides messages.


@in_a_loop
async def test_when_bots_act_depends_on_public_facts_alone(sqlite_url: str) -> None:
    """With the same random numbers, in worlds that differ only in their hands, bots act at the same times."""
    async with await Store.open(sqlite_url) as store:
        hub = Hub(store, Thinkers(1), Clock())
        planned: Counter[str] = Counter()
        rng = Random(11)
        for case in cases_of(find_game("meine-schafe")):
            for table in moments(case):
                if rng.random() < 0.2:
                    bots = [msgspec.structs.replace(chair, bot="lamb") for chair in table.chairs[1:]]
                    table.chairs[1:] = bots
                    plans = []
                    for world in (true_world(table), twin_world(table, 0, rng)):
                        room = Room(world, NOW, "")
                        hub.steward._random = Random(7)
                        plans.append(hub.steward.make_plan(hub.steward.work_at(room), NOW))
                    assert plans[0] == plans[1]
                    planned["bots"] += bool(plans[0])
                    planned["interruptions"] += any(unasked for _, unasked in plans[0])
        assert planned["bots"] >= 100
        assert planned["interruptions"] >= 40


def test_notes_reveal_no_choice() -> None:
    """All clients learn that a seat acted; events report what it did, to those who may know."""
    secrets = ["bid 17", "tile 4", "a nonce", "a person's id"]
    entries: list[Entry] = [
        Acted(1, "bid 17", ["tile 4"]),
        Begun(["tile 4"]),
        Revealed(1, "a nonce"),
        Sat(1, "a person's id", "Ben"),
    ]
    for entry in entries:
        note = msgspec.json.encode(note_of(entry)).decode()
        assert not any(secret in note for secret in secrets)


@pytest.mark.parametrize("case", [CASES[0], CASES[6], CASES[-1]], ids=str)
def test_a_replay_of_a_running_game_has_what_the_seat_saw(case: Case) -> None:
    rng = Random(3)
    for table in moments(case):
        if table.status == "over" or rng.random() > 0.02:
            continue
        for observer in case.observers():
            view = None
            for frame, line in zip(replay(table, observer).frames, ["", *table.lines], strict=True):
                view = apply_patch(view, frame.patch)
                assert frame.action == (line if line.startswith(f"{observer} ") else None)
            assert table.state is not None
            assert view == msgspec.to_builtins(table.state.view(observer))


@in_a_loop
async def test_records_and_replays_of_other_seats_need_a_finished_game(sqlite_url: str) -> None:
    async with server_api(sqlite_url) as server:
        anna, ben = await server.person("Anna"), await server.person("Ben")
        seats = [{"who": "me"}, {"who": "friend"}, {"who": "bot"}]
        table, invitation = await server.make(anna, game="volle-wolle", seats=seats, pace="instant")
        await server.join(ben, table, invitation)
        async with server.connect(table, anna) as of_anna, server.connect(table, ben) as of_ben:
            await commit_nonces(of_anna, [0])
            await commit_nonces(of_ben, [1])
            await asyncio.gather(receive_until_started(of_anna), receive_until_started(of_ben))
            path = f"/api/tables/{table}"
            for asked in (f"{path}/record", f"{path}/replay?seat=1", f"{path}/replay?seat=2"):
                answer = await server.get(asked, anna)
                assert answer.status_code == 400
                assert "once the game is over" in answer.text
            answer = await server.post(anna, f"{path}/play-on", {"line": 0, "seat": 1})
            assert (answer.status_code, "is not over" in answer.text) == (400, True)
            for person, seat in ((anna, "?seat=0"), (ben, "?seat=1"), (anna, "")):
                assert (await server.get(f"{path}/replay{seat}", person)).status_code == 200
            for asked in (path, f"{path}/record", f"{path}/replay"):
                assert "invitation" in (await server.get(asked)).text
            refusal = await of_ben.ask("look", seat=0)
            assert (refusal["type"], refusal["code"]) == ("refused", "forbidden")


@in_a_loop
async def test_a_spectator_cannot_look_from_a_seat_before_the_end(sqlite_url: str) -> None:
    """Anyone may watch a public table, and no person sits where a bot plays."""
    async with server_api(sqlite_url) as server:
        anna = await server.person("Anna")
        seats = [{"who": "me"}, {"who": "bot"}]
        table, _ = await server.make(anna, game="volle-wolle", seats=seats, pace="instant", public=True)
        async with server.connect(table, anna) as client:
            await commit_nonces(client, [0])
            await client.receive_until("update", note={"kind": "begun"})
            for seat in (0, 1):
                answer = await server.get(f"/api/tables/{table}/replay?seat={seat}")
                assert (answer.status_code, "once the game is over" in answer.text) == (400, True)
            assert (await server.get(f"/api/tables/{table}/replay")).status_code == 200
