"""Positions of Volle Wolle for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from random import Random

import msgspec
import pytest

from sheepfold.core.components import parse_components
from sheepfold.core.errors import ComponentError
from sheepfold.core.event import Event
from sheepfold.core.playout import random_step
from sheepfold.core.state import CHANCE, NOBODY
from sheepfold.games.volle_wolle.data import Chips, Extras, SheepCard, SheepCards, VolleWolleComponents
from sheepfold.games.volle_wolle.game import GAME
from sheepfold.games.volle_wolle.state import VolleWolle
from tests.games.fields import assert_lawful, with_fields

ALL_CHIPS = 25
OUR_FILE = files(VolleWolleComponents.package).joinpath("components.json").read_text()


def new_game(players: int, **options: object) -> VolleWolle:
    """A new game with our components."""
    state = GAME.start(players, GAME.read_options(options))
    assert isinstance(state, VolleWolle)
    return state


def components() -> VolleWolleComponents:
    found = GAME.standard_components()
    assert isinstance(found, VolleWolleComponents)
    return found


def table(
    players: int,
    middle: Sequence[str],
    *,
    bids: Sequence[int | str] | None = None,
    tops: Mapping[int, str] | None = None,
    herds: Mapping[int, Sequence[str]] | None = None,
    dogs: Mapping[int, int] | None = None,
    bone: int = NOBODY,
    chips: Sequence[int] | None = None,
    stock: int | None = None,
    deck: Sequence[str] | None = None,
    boards: Sequence[int] | None = None,
    bone_symbols: Sequence[str] = (),
    points: Mapping[str, int] | None = None,
    open_herds: bool = False,
) -> VolleWolle:
    """All players are about to bid or, with `bids` (by seat), the first one is about to roll.

    `herds` lie below `tops`. The draw pile is `deck`, or else all cards that are nowhere else. `stock` has the chips
    that nobody has, unless given. Boards are 1, 2 … by seat. Cards of `bone_symbols` have a bone symbol for their mark,
    and those of `points` have other points than ours.
    """
    herds_of_seats = {
        seat: [*(herds or {}).get(seat, []), *([tops[seat]] if tops and seat in tops else [])]
        for seat in range(players)
    }
    dogs_of_seats = [(dogs or {}).get(seat, 0) for seat in range(players)]
    chips_of_seats = list(chips or [2] * players)
    in_stock = ALL_CHIPS - sum(chips_of_seats) if stock is None else stock
    named = [*middle, *(card for herd in herds_of_seats.values() for card in herd), *(deck or [])]
    parts = msgspec.structs.replace(
        components(),
        chips=Chips(status="assumed", all=sum(chips_of_seats) + in_stock, each=0),
        sheep=SheepCards(status="assumed", cards=_sheep(None if deck is None else named, bone_symbols, points or {})),
    )
    if deck is not None:
        extras = Extras(
            status="assumed",
            dogs=named.count("dog") + sum(dogs_of_seats),
            bones=named.count("bone") + (bone != NOBODY),
        )
        parts = msgspec.structs.replace(parts, extras=extras)
    state = GAME.start(players, GAME.read_options({"open_herds": open_herds}), parts)
    assert isinstance(state, VolleWolle)
    with_fields(
        state,
        phase="bidding",
        round=1,
        boards=list(boards or range(1, players + 1)),
        middle=middle,
        herds=list(herds_of_seats.values()),
        tops=[herd[-1] if herd else None for herd in herds_of_seats.values()],
        dogs=dogs_of_seats,
        chips=chips_of_seats,
        bone=None if bone == NOBODY else bone,
    )
    if bids is not None:
        bid_all(state, *bids)
    return state


def _sheep(named: Sequence[str] | None, bone_symbols: Sequence[str], points: Mapping[str, int]) -> list[SheepCard]:
    return [
        msgspec.structs.replace(
            card,
            points=points.get(card.id, card.points),
            modifier=0 if card.id in bone_symbols else card.modifier,
            bone=card.bone or card.id in bone_symbols,
        )
        for card in components().sheep.cards
        if named is None or card.id in named
    ]


def bid_all(state: VolleWolle, *bids: int | str) -> list[Event]:
    """All players bid, in the order of seats. Returns the events until the next throw or choice."""
    return [event for seat, bid in enumerate(bids) for event in state.act(seat, GAME.parse(f"bid {bid}"))]


def do(state: VolleWolle, *actions: str) -> list[Event]:
    """Play these actions, each by the one seat (or chance) that the game waits for."""
    events = []
    for text in actions:
        [seat] = state.waiting_for()
        events += state.act(seat, GAME.parse(text))
        assert_lawful(state)
    return events


def throw(state: VolleWolle, dice: str) -> list[Event]:
    """The active player rolls `12 10 3` or, if the d10 was left, `12 . 3`."""
    return do(state, f"roll {dice}")


def throw_three_times(state: VolleWolle, dice: str) -> list[Event]:
    """The active player rolls the same values three times, without help, and leaves the d12 and then the d10."""
    _, ten, eight = dice.split()
    events = _throw_without_help(state, dice)
    events += do(state, "leave d12")
    events += _throw_without_help(state, f". {ten} {eight}")
    events += do(state, "leave d10")
    return events + _throw_without_help(state, f". . {eight}")


def _throw_without_help(state: VolleWolle, dice: str) -> list[Event]:
    events = throw(state, dice)
    return events + (do(state, "decline") if phase_of(state) == "help" else [])


def play_on(state: VolleWolle, seed: int = 1) -> list[Event]:
    """Play random actions until the game is over."""
    rng = Random(seed)
    events = []
    while (step := random_step(state, rng)) is not None:
        events += state.act(*step)
        assert_lawful(state)
    return events


def choices(state: VolleWolle) -> list[str]:
    """The legal actions of the one seat that the game waits for."""
    [seat] = state.waiting_for()
    return [action.text for action in state.legal_actions(seat)]


def bids_of(state: VolleWolle, seat: int) -> list[str]:
    return [action.text.removeprefix("bid ") for action in state.legal_actions(seat)]


def phase_of(state: VolleWolle) -> str:
    return state.view(None).phase


def is_thrown_for(state: VolleWolle, seat: int) -> bool:
    """Check whether this seat rolls next."""
    return (state.waiting_for(), phase_of(state), state.active) == ([CHANCE], "rolling", seat)


def middle_of(state: VolleWolle) -> list[str]:
    return state.view(None).middle


def herd_of(state: VolleWolle, seat: int) -> list[str]:
    """All sheep of a herd, visible or not."""
    return [
        card.name for card, place in zip(state.setup.cards, state.where, strict=True) if place == seat and card.is_sheep
    ]


def top_of(state: VolleWolle, seat: int) -> str | None:
    return state.view(None).table[seat].top


def error_message(old: str, new: str) -> str:
    """The error after changing one passage of our component file."""
    assert OUR_FILE.count(old) == 1
    with pytest.raises(ComponentError) as error:
        parse_components(VolleWolleComponents, OUR_FILE.replace(old, new).encode(), "own.json")
    return str(error.value)


def card_error(number: int, old: str, new: str) -> str:
    """The error after changing a sheep card, without its place, which must be that of the card."""
    lines = OUR_FILE.splitlines()
    [line] = [line for line, text in enumerate(lines, 1) if f'"id": "S{number:02}"' in text]
    text = lines[line - 1]
    assert old in text
    said = error_message(text, text.replace(old, new))
    assert said.startswith(f"own.json, line {line} (sheep.cards.{number - 7}")
    return said.partition("): ")[2]
