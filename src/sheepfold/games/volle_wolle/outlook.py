"""What a player of Volle Wolle could count: the cards left in the pile, and what each card in the middle is worth."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from sheepfold.core.view import Fact
from sheepfold.games.volle_wolle import scoring
from sheepfold.games.volle_wolle.cards import BONE, DOG
from sheepfold.games.volle_wolle.phases import BOARDS, LAYING_OUT, OVER
from sheepfold.games.volle_wolle.places import DECK

if TYPE_CHECKING:
    from sheepfold.games.volle_wolle.state import VolleWolle

NAMES: Final = ["white", "black", "group370", "group007", "dog", "bone"]
"""By kind of card. Language files choose words by these, so they have no hyphens."""


def outlook(state: VolleWolle, seat: int) -> list[Fact]:
    """VW-4.2 Everyone has seen every card that is not in the pile, so all of this is known to everyone."""
    if state.phase in (BOARDS, LAYING_OUT, OVER):
        return []
    return worth_of_middle(state, seat) + pile(state)


def worth_of_middle(state: VolleWolle, seat: int) -> list[Fact]:
    """VW-5.1 For each card in the middle: how the seat's score would change if it took this card alone."""
    now = scoring.total(scoring.lines(state, seat))
    found: list[Fact] = []
    for place, card in enumerate(state.middle):
        if place and state.middle[place - 1] == card:  # VW-7.1: one dog is as good as another
            continue
        face = state.setup.cards[card]
        after = state.copy()
        if face.kind == DOG:
            after.dogs[seat] += 1
        elif face.kind == BONE:
            after.bone = seat
        else:
            after.where[card] = seat
        points = scoring.total(scoring.lines(after, seat)) - now
        found.append(
            Fact(
                id="middle",
                clause="VW-5.1",
                values={"kind": NAMES[face.kind], "card": face.name, "face": face.points, "points": points},
            )
        )
    return found


def pile(state: VolleWolle) -> list[Fact]:
    """VW-2.1 For each kind of card: how many are in the pile, and the chance that the next round brings one."""
    if not state.deck:
        return []
    cards = [0] * len(NAMES)
    for card, place in enumerate(state.where):
        if place == DECK:
            cards[state.setup.cards[card].kind] += 1
    cards[DOG] = state.deck_dogs
    cards[BONE] = state.deck_bones
    drawn = min(state.players + 1, state.deck)  # VW-2.2
    ways = comb(state.deck, drawn)
    return [
        Fact(
            id="pile",
            clause="VW-2.1",
            values={"kind": NAMES[kind], "cards": count, "pile": state.deck},
            chance=(ways - comb(state.deck - count, drawn)) / ways,
        )
        for kind, count in enumerate(cards)
    ]
