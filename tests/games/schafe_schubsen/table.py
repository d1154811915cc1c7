"""Positions of Schafe schubsen for tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from sheepfold.core.event import Event
from sheepfold.games.schafe_schubsen.board import OUT, SIDES
from sheepfold.games.schafe_schubsen.data import SchafeSchubsenComponents, Side, Water
from sheepfold.games.schafe_schubsen.game import GAME
from sheepfold.games.schafe_schubsen.state import SchafeSchubsen
from tests.games.fields import with_fields


def new_game(players: int, **options: object) -> SchafeSchubsen:
    """A new game with our components."""
    state = GAME.start(players, GAME.read_options(options))
    assert isinstance(state, SchafeSchubsen)
    return state


def dyke(
    fields: Sequence[int],
    *,
    layout: str = "1A 2A",
    water: Mapping[str, Sequence[int]] | None = None,
    start: int = 0,
    rings: Mapping[int, int] | None = None,
    hands: Mapping[int, str] | None = None,
    clovers: Mapping[int, Sequence[str]] | None = None,
    supply: Sequence[str] | None = None,
    out: Sequence[int] | None = None,
    shared_start: bool = True,
) -> SchafeSchubsen:
    """All players still in are about to lay cards. `fields` are by seat, OUT for a sheep that is out.

    `water` is by side, and there is no other. Seats that `rings` and `hands` do not name have all of theirs.
    Clovers in `clovers` are missing from the supply, unless `supply` lists what is left of it.
    `out` is the order in which sheep went out, by seat unless given.
    """
    options = GAME.read_options({"layout": layout, "start": start})
    state = GAME.start(len(fields), options, _with_water(water or {}))
    assert isinstance(state, SchafeSchubsen)
    seats = range(len(fields))
    gone = list(out or [seat for seat in seats if fields[seat] == OUT])
    held = [Counter((clovers or {}).get(seat, [])) for seat in seats]
    return with_fields(
        state,
        sheep=["out" if field == OUT else field for field in fields],
        rings=[0 if seat in gone else (rings or {}).get(seat, state.rings[seat]) for seat in seats],
        hands=["" if seat in gone else (hands or {}).get(seat, hand_of(state, seat)) for seat in seats],
        clovers=held,
        supply=Counter(supply_of(state)) - sum(held, Counter()) if supply is None else Counter(supply),
        out=gone,
        shared_start=shared_start,
    )


def _with_water(water: Mapping[str, Sequence[int]]) -> SchafeSchubsenComponents:
    components = GAME.standard_components()
    assert isinstance(components, SchafeSchubsenComponents)
    sides = [Side(side, list(water.get(side, []))) for side in SIDES]
    return msgspec.structs.replace(components, water=Water(status="assumed", sides=sides))


def play_round(state: SchafeSchubsen, lays: Sequence[str]) -> list[Event]:
    """All players still in lay these digits, in the order of seats. Returns the events until the next choice."""
    seats = list(state.waiting_for())
    return [
        event
        for seat, digits in zip(seats, lays, strict=True)
        for event in state.act(seat, GAME.parse(f"lay {digits}"))
    ]


def do(state: SchafeSchubsen, *actions: str) -> list[Event]:
    """Play these actions, each by the one seat (or chance) that the game waits for."""
    events = []
    for text in actions:
        [seat] = state.waiting_for()
        events += state.act(seat, GAME.parse(text))
    return events


def choices(state: SchafeSchubsen, word: str = "") -> list[str]:
    """The legal actions of the one seat that the game waits for, with this prefix."""
    [seat] = state.waiting_for()
    return [action.text for action in state.legal_actions(seat) if action.text.startswith(word)]


def hand_of(state: SchafeSchubsen, seat: int) -> str:
    return "".join(str(digit) for digit in range(10) if state.hand[seat] >> digit & 1)


def hands_of(state: SchafeSchubsen) -> list[str]:
    return [hand_of(state, seat) for seat in range(state.players)]


def laid_by(state: SchafeSchubsen, seat: int) -> str | None:
    lay = state.laid[seat]
    return None if lay is None else lay.digits


def clovers_of(state: SchafeSchubsen, seat: int) -> list[str]:
    kinds = state.setup.clovers
    return _listed(state, state.clovers[seat * len(kinds) : (seat + 1) * len(kinds)])


def supply_of(state: SchafeSchubsen) -> list[str]:
    return _listed(state, state.supply)


def _listed(state: SchafeSchubsen, counts: Sequence[int]) -> list[str]:
    assert min(counts) >= 0
    return [kind.text for kind, count in zip(state.setup.clovers, counts, strict=True) for _ in range(count)]


def phase_of(state: SchafeSchubsen) -> str:
    return state.view(None).phase


def boards_of(state: SchafeSchubsen) -> list[str]:
    return [SIDES[state.first], SIDES[state.second]]


def ranks_of(state: SchafeSchubsen) -> list[int] | None:
    outcome = state.outcome()
    return None if outcome is None else outcome.ranks
