"""Positions of Volle Wolle as text."""

from __future__ import annotations

from random import Random
from typing import Final

from sheepfold.core.position.format import (
    UNKNOWN,
    Count,
    Fields,
    PositionFormat,
    SeatOrNone,
    asked,
    check_length,
    need_rng,
    number_of,
    seat_of,
    seat_or_none,
    seats_of,
    sees,
    wrong,
)
from sheepfold.core.state import NO_INTS, WAIT_FOR_CHANCE, WAIT_FOR_NOBODY
from sheepfold.games.volle_wolle.actions import BIDS, BIDS_WITHOUT_CHIP, Bid, bid_text
from sheepfold.games.volle_wolle.dice import BEYOND, DICE, LOWEST_BID, SIDES, THROWS
from sheepfold.games.volle_wolle.phases import (
    BIDDING,
    BOARDS,
    GRABBING,
    HELP,
    LAYING_OUT,
    LEAVING,
    NAMES,
    ROLLING,
    TAKING,
    TOPPING,
)
from sheepfold.games.volle_wolle.places import DECK, MIDDLE, NO_BID, NO_CARD
from sheepfold.games.volle_wolle.state import VolleWolle

_PHASES: Final = [name.replace(" ", "-") for name in NAMES]
_BIDS: Final = [bid_text(bid) for bid in range(LOWEST_BID, BEYOND + 1)]
_DICE: Final = [f"d{sides}" for sides in SIDES]


class VolleWollePosition(Fields, frozen=True):
    """Lists are by seat unless noted otherwise. The draw pile and the stock have all other cards and chips."""

    phase: str
    round: Count
    boards: list[Count]
    """The sheep numbers of the bidding boards dealt so far."""
    middle: list[str]
    """The cards in the middle."""
    herds: list[list[str]]
    tops: list[str | None]
    dogs: list[Count]
    chips: list[Count]
    bids: list[str | None]
    bone: SeatOrNone = None
    to_lay: Count = 0
    order: list[Count] = []
    """The seats in the order of turns."""
    turn: Count = 0
    active: SeatOrNone = None
    throw: Count = 0
    dice: list[Count] = []
    """The d12, the d10 and the d8; empty before the first throw of the game."""
    left: list[str] = []
    """The dice that have been left."""
    taker: SeatOrNone = None
    won: list[str] = []
    """The sheep that the taker has just taken."""
    symbol: bool = False


def write(state: VolleWolle, observer: int | None) -> VolleWollePosition:
    names = [card.name for card in state.setup.cards]
    return VolleWollePosition(
        phase=_PHASES[state.phase],
        round=state.round,
        boards=state.board,
        middle=[names[card] for card in state.middle],
        herds=[
            [
                names[card]
                for card, place in enumerate(state.where)
                if place == seat and state.setup.cards[card].is_sheep
            ]
            for seat in range(state.players)
        ],
        tops=[None if top == NO_CARD else names[top] for top in state.top],
        dogs=state.dogs,
        chips=state.chips,
        bids=[_bid(state, observer, seat) for seat in range(state.players)],
        bone=seat_or_none(state.bone),
        to_lay=state.to_lay,
        order=state.order,
        turn=state.turn,
        active=seat_or_none(state.active),
        throw=state.throw,
        dice=state.dice if any(state.dice) else [],
        left=[name for die, name in enumerate(_DICE) if state.left >> die & 1],
        taker=seat_or_none(state.taker),
        won=[names[card] for card in state.won],
        symbol=state.symbol,
    )


def _bid(state: VolleWolle, observer: int | None, seat: int) -> str | None:
    """VW-2.3 Bids are secret until all are in."""
    if state.bid[seat] == NO_BID:
        return None
    hidden = state.phase == BIDDING and not sees(observer, seat)
    return UNKNOWN if hidden else bid_text(state.bid[seat])


def read(fields: VolleWollePosition, state: VolleWolle, rng: Random | None) -> None:
    players = state.players
    for name in ("herds", "tops", "dogs", "chips", "bids"):
        check_length(name, getattr(fields, name), players)
    state.phase = number_of("phase", fields.phase, _PHASES)
    state.round = fields.round
    state.dogs = fields.dogs
    state.bone = seat_of("bone", fields.bone, players)
    state.to_lay = fields.to_lay
    state.chips = fields.chips
    state.stock = state.setup.chips - sum(fields.chips)
    state.bid = [_read_bid(fields, seat, rng) for seat in range(players)]
    state.taker = seat_of("taker", fields.taker, players)
    state.symbol = fields.symbol
    _read_boards(fields, state)
    _read_cards(fields, state)
    _read_turn(fields, state)
    state.waiting = _waiting(state)


def _read_bid(fields: VolleWollePosition, seat: int, rng: Random | None) -> int:
    bid = fields.bids[seat]
    if bid is None:
        return NO_BID
    if bid != UNKNOWN:
        return LOWEST_BID + number_of("bids", bid, _BIDS)
    bids = BIDS if fields.chips[seat] else BIDS_WITHOUT_CHIP
    guess = bids[int(need_rng(rng).random() * len(bids))]
    assert isinstance(guess, Bid)
    return guess.bid


def _read_boards(fields: VolleWollePosition, state: VolleWolle) -> None:
    """VW-1.6 One after the other, and then each seat has one."""
    check_length("boards", fields.boards, min(len(fields.boards), state.players))
    if fields.phase != _PHASES[BOARDS]:
        check_length("boards", fields.boards, state.players)
    state.board = fields.boards


def _read_cards(fields: VolleWollePosition, state: VolleWolle) -> None:
    """Place the cards; whatever is left is the draw pile."""
    setup = state.setup
    names = [card.name for card in setup.cards]
    state.middle = sorted([number_of("middle", name, names) for name in fields.middle])
    for card in state.middle:
        _place(state, "middle", card, MIDDLE)
    for seat, herd in enumerate(fields.herds):
        for name in herd:
            _place(state, "herds", number_of("herds", name, names), seat)
    state.top = [NO_CARD if name is None else number_of("tops", name, names) for name in fields.tops]
    state.won = [number_of("won", name, names) for name in fields.won]
    state.deck_dogs = setup.dogs - state.middle.count(setup.dog) - sum(state.dogs)
    state.deck_bones = setup.bones - state.middle.count(setup.bone) - (fields.bone is not None)
    state.deck = state.where.count(DECK) + state.deck_dogs + state.deck_bones
    if min(state.deck_dogs, state.deck_bones) < 0:
        raise wrong("middle", ",".join(fields.middle), f"at most {setup.dogs} dogs and {setup.bones} bones in the game")


def _place(state: VolleWolle, field: str, card: int, place: int) -> None:
    if not state.setup.cards[card].is_sheep:
        if field == "herds":
            raise wrong(field, state.setup.cards[card].name, "sheep")
        return
    if state.where[card] != DECK:
        raise wrong(field, state.setup.cards[card].name, "a card that is nowhere else")
    state.where[card] = place


def _read_turn(fields: VolleWollePosition, state: VolleWolle) -> None:
    """VW-3.1 to VW-3.3 The order of turns, and the dice of the active seat."""
    if fields.order or state.phase in (ROLLING, HELP, LEAVING, TAKING, TOPPING, GRABBING):
        check_length("order", fields.order, state.players)
    if fields.dice:
        check_length("dice", fields.dice, DICE)
    if fields.turn > state.players + 1:  # VW-6.2: with two players, the rest of the middle is a turn of its own
        raise wrong("turn", fields.turn, f"at most {state.players + 1}")
    if fields.throw > THROWS:
        raise wrong("throw", fields.throw, f"at most {THROWS}")
    state.order = seats_of("order", fields.order, state.players) or NO_INTS
    state.turn = fields.turn
    state.active = seat_of("active", fields.active, state.players)
    state.throw = fields.throw
    state.dice = fields.dice or [0] * DICE
    state.left = sum({1 << number_of("left", die, _DICE) for die in fields.left})


def _waiting(state: VolleWolle) -> list[int]:
    if state.phase in (BOARDS, LAYING_OUT, ROLLING):
        return WAIT_FOR_CHANCE
    if state.phase == BIDDING:
        return [seat for seat, bid in enumerate(state.bid) if bid == NO_BID]
    if state.phase in (HELP, LEAVING, TAKING):
        return asked("active", state.active)
    return asked("taker", state.taker) if state.phase in (TOPPING, GRABBING) else WAIT_FOR_NOBODY


FORMAT: Final = PositionFormat(VolleWollePosition, write, read)
