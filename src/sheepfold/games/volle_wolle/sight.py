"""Builds views."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sheepfold.core.state import NOBODY, REFEREE
from sheepfold.games.volle_wolle import rules, scoring
from sheepfold.games.volle_wolle.actions import REACH_14, REACH_BID, bid_text
from sheepfold.games.volle_wolle.dice import CARDS_OF_THROW, DICE, THROWS, target_of
from sheepfold.games.volle_wolle.phases import BIDDING, HELP, LEAVING, NAMES, OVER, ROLLING, TAKING
from sheepfold.games.volle_wolle.places import NO_BID, NO_CARD
from sheepfold.games.volle_wolle.view import Line, Player, Reach, Receipt, Throw, VolleWolleView

if TYPE_CHECKING:
    from sheepfold.games.volle_wolle.state import VolleWolle

_SECRET: Final = -1
"""In keys: a bid that the observer does not know."""


def view(state: VolleWolle, seat: int | None) -> VolleWolleView:
    """Everything is public except bids, until all are in (VW-2.3), and herds below the top card (VW-4.2)."""
    rolling = state.phase in (ROLLING, HELP, LEAVING, TAKING)
    bids_are_shown = state.bids_are_shown()
    return VolleWolleView(
        seat=seat,
        waiting_for=state.waiting_for(),
        may_act=state.may_act(),
        scores=state.scores() if herds_are_open(state) else state.chips[:],
        ranks=state.ranks(),
        phase=NAMES[state.phase],
        round=state.round,
        middle=[state.setup.cards[card].name for card in state.middle],
        deck=state.deck,
        stock=state.stock,
        table=[_player(state, owner, owner == seat or bids_are_shown) for owner in range(state.players)],
        order=state.order,
        active=None if state.active == NOBODY else state.active,
        throw=_throw(state) if rolling else None,
        settlement=[_receipt(state, owner) for owner in range(state.players)] if state.phase == OVER else None,
    )


def herds_are_open(state: VolleWolle) -> bool:
    return state.setup.open_herds or state.phase == OVER


def key(state: VolleWolle, observer: int | None) -> int:
    """See `State.key`. The draw pile and the stock have all cards and chips that are nowhere else."""
    bids = state.bid
    if state.phase == BIDDING and observer != REFEREE:
        bids = [bid if bid == NO_BID or owner == observer else _SECRET for owner, bid in enumerate(bids)]
    return hash(
        (
            NOBODY if observer is None else observer,
            state.phase,
            state.round,
            state.to_lay,
            state.bone,
            state.turn,
            state.active,
            state.throw,
            state.left,
            state.taker,
            state.symbol,
            tuple(state.board),
            tuple(state.where),
            tuple(state.middle),
            tuple(state.top),
            tuple(state.dogs),
            tuple(state.chips),
            tuple(bids),
            tuple(state.order),
            tuple(state.dice),
            tuple(state.won),
        )
    )


def _player(state: VolleWolle, owner: int, may_see_bid: bool) -> Player:
    cards = state.setup.cards
    top = state.top[owner]
    dealt = owner < len(state.board)
    herd = [card for card, place in enumerate(state.where) if place == owner]
    bid = state.bid[owner]
    return Player(
        board=state.board[owner] if dealt else None,
        number=state.sheep_number(owner) if dealt else None,
        top=None if top == NO_CARD else cards[top].name,
        herd=len(herd),
        sheep=[cards[card].name for card in herd] if herds_are_open(state) else None,
        dogs=state.dogs[owner],
        bone=state.bone == owner,
        chips=state.chips[owner],
        has_bid=bid != NO_BID,
        bid=bid_text(bid) if bid != NO_BID and may_see_bid else None,
    )


def _throw(state: VolleWolle) -> Throw:
    lying = [state.phase != ROLLING or bool(state.left >> die & 1) for die in range(DICE)]
    return Throw(
        number=state.throw,
        dice=[state.dice[die] if lying[die] else None for die in range(DICE)],
        left=[bool(state.left >> die & 1) for die in range(DICE)],
        modifier=state.modifier(state.active),
        needed=target_of(state.bid[state.active]),
        result=rules.own_result(state) if all(lying) else None,
        more=THROWS - state.throw,
        earns=min(CARDS_OF_THROW[state.throw], len(state.middle)),
        reach_bid=_reach_bid(state),
        reach_14=_reach_14(state),
    )


def _reach_bid(state: VolleWolle) -> Reach | None:
    result = rules.own_result(state)
    needed = target_of(state.bid[state.active])
    offered = state.phase == HELP and REACH_BID in rules.help_choices(state)
    used = state.phase == TAKING and result < needed
    if not offered and not used:
        return None
    plus = rules.plus_of(state)
    chips = rules.chips_for_bid(state, result, needed)
    return Reach(plus=plus, chips=chips, result=result + plus + chips)


def _reach_14(state: VolleWolle) -> Reach | None:
    if state.phase != HELP or REACH_14 not in rules.help_choices(state):
        return None
    result = rules.own_result(state)
    needed = target_of(state.bid[state.active])
    plus = rules.plus_for_safety(state, result, needed)
    chips = rules.chips_for_safety(state, result, needed)
    return Reach(plus=plus, chips=chips, result=result + plus + chips)


def _receipt(state: VolleWolle, owner: int) -> Receipt:
    return Receipt(
        gone=[state.setup.cards[card].name for card in scoring.run_away(state, owner)],
        lines=[
            Line(what=line.what, count=line.count, points=line.points)
            for line in scoring.lines(state, owner)
            if line.count
        ],
    )
