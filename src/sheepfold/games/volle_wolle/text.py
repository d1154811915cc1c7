"""Volle Wolle in plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sheepfold.core.components import read_components
from sheepfold.core.event import Event
from sheepfold.core.text import Face, chance_of, counted
from sheepfold.core.view import Fact, View
from sheepfold.games.volle_wolle import events
from sheepfold.games.volle_wolle.data import VolleWolleComponents
from sheepfold.games.volle_wolle.dice import SIDES
from sheepfold.games.volle_wolle.view import Player, Throw, VolleWolleView


class VolleWolleFace(Face):
    styles: ClassVar[dict[str, str]] = {
        r"\bblack -\d+": "bright_red",
        r"\bwhite \d+": "bright_white",
        r"\b[37]-7-0\b": "bright_magenta",
        r"\b0-0-7\b": "bright_cyan",
        r"\bdogs?\b": "yellow",
        r"\bbone\b": "bold yellow",
        r"\[ *\d+ *\]": "bold bright_green",
    }

    def seat_names(self, players: int) -> list[str]:
        return ["Anna", "Ben", "Clara", "David", "Emil", "Frida"][:players]

    def draw(self, view: VolleWolleView, names: Sequence[str]) -> str:
        lines = [
            f"Round {view.round}, {view.deck} cards in the pile, {view.stock} chips in the stock",
            f"Middle: {' · '.join(card_text(card) for card in view.middle) or 'empty'}",
            "",
        ]
        if view.throw is not None and view.active is not None:
            lines = [*lines, _throw(view.throw, names[view.active]), ""]
        return "\n".join([*lines, *_table(view, names)])

    def describe(self, event: Event, names: Sequence[str]) -> str:
        return _describe(event, names)

    def describe_fact(self, fact: Fact, names: Sequence[str], seat: int) -> str:
        return _describe_fact(fact)

    def ask(self, view: View, names: Sequence[str]) -> str:
        assert isinstance(view, VolleWolleView)
        return _ask(view)


def card_text(card: str) -> str:
    """What a card of our deck shows. A card of another deck is called by its id."""
    known = {sheep.id: sheep for sheep in read_components(VolleWolleComponents).sheep.cards}
    sheep = known.get(card)
    if sheep is None:
        return card
    worth = sheep.kind if sheep.points is None else f"{sheep.kind} {sheep.points}"
    mark = "bone symbol" if sheep.bone else f"{sheep.modifier:+}" if sheep.modifier else ""
    return f"{card} ({worth}{', ' if mark else ''}{mark})"


def _table(view: VolleWolleView, names: Sequence[str]) -> list[str]:
    width = max(len(name) for name in names)
    return [_player(view, seat, player, names[seat].ljust(width)) for seat, player in enumerate(view.table)]


def _player(view: VolleWolleView, seat: int, player: Player, name: str) -> str:
    parts = [f"  {name}  {player.chips} chips", f"herd {player.herd}"]
    if player.sheep is not None:
        parts.append(f"({' '.join(player.sheep)})")
    parts.append(f"top {card_text(player.top)}" if player.top else f"number {player.board or '?'}")
    if player.dogs:
        parts.append(f"{player.dogs} {'dog' if player.dogs == 1 else 'dogs'}")
    if player.bone:
        parts.append("bone")
    if player.bid is not None:
        place = f", {view.order.index(seat) + 1} in order" if seat in view.order else ""
        parts.append(f"bid {player.bid}{place}")
    elif player.has_bid:
        parts.append("has bid")
    if view.ranks is not None:
        parts.append(f"{view.scores[seat]} points")
    return "  ".join(parts)


def _throw(throw: Throw, name: str) -> str:
    dice = [
        f"d{sides} {'[' if left else ' '}{'?' if value is None else value}{']' if left else ' '}"
        for sides, value, left in zip(SIDES, throw.dice, throw.left, strict=True)
    ]
    mark = f", {throw.modifier:+}" if throw.modifier else ""
    return f"{name}, throw {throw.number} for {throw.needed}: {'  '.join(dice)}{mark}"


def _ask(view: VolleWolleView) -> str:
    throw = view.throw
    if view.phase == "bidding":
        return "Bid what you trust yourself to roll: 14 to 26, or 26+ for a chip."
    if throw is not None and view.phase == "help":
        total = sum(value or 0 for value in throw.dice)
        return (
            f"You have {total}{f' {throw.modifier:+}' if throw.modifier else ''} and need {throw.needed}. "
            "Plus and chips can help: 'reach bid', perhaps 'reach 14', or 'decline'."
        )
    if throw is not None and view.phase == "leaving":
        return f"Leave one die, for example 'd12'; you need {throw.needed} with all three."
    if view.phase == "taking":
        return "You reached your bid. Which cards do you take? Type 'actions' for all choices."
    if view.phase == "topping":
        return "Which of your new sheep lies on top? Its mark and number count for you."
    return "A bone symbol: 'grab' the bone from its owner, or 'spare'."


def _describe(event: Event, names: Sequence[str]) -> str:  # noqa: C901, PLR0911, PLR0912 one line per event
    match event:
        case events.BoardDealt(seat=seat, number=number):
            return f"{names[seat]} gets the board with sheep number {number}."
        case events.CardLaidOut(card=card):
            return f"{card_text(card)} comes into the middle."
        case events.BidMade(seat=seat, bid=bid):
            return f"{names[seat]} has bid{'' if bid is None else f' {bid}'}."
        case events.BidsRevealed(bids=bids):
            return f"The bids: {', '.join(f'{names[seat]} {bid}' for seat, bid in enumerate(bids))}."
        case events.ChipPaid(seat=seat, chips=chips, left=left):
            return f"{names[seat]} pays {chips} {'chip' if chips == 1 else 'chips'}, {left} left."
        case events.OrderSet(order=order):
            return f"The order: {', '.join(f'{names[p.seat]} ({p.bid}, number {p.number})' for p in order)}."
        case events.Rolled(seat=seat, throw=throw, dice=dice, result=result, needed=needed):
            return f"{names[seat]}, throw {throw}: {' + '.join(map(str, dice))}, so {result}; needed {needed}."
        case events.HelpDeclined(seat=seat):
            return f"{names[seat]} uses neither plus nor chips."
        case events.PlusUsed(seat=seat, plus=plus):
            return f"{names[seat]} adds the plus of {plus}."
        case events.DieLeft(seat=seat, die=die, value=value):
            return f"{names[seat]} leaves the d{die} with {value}."
        case events.BidReached(seat=seat, result=result, cards=cards):
            return f"{names[seat]} reaches the bid with {result}: {cards} {'card' if cards == 1 else 'cards'}."
        case events.BidMissed(seat=seat, result=result):
            return f"{names[seat]} misses the bid with {result}."
        case events.ChipGained(seat=seat, chips=chips):
            return f"{names[seat]} gets a chip." if chips else f"{names[seat]} gets no chip: the stock is empty."
        case events.CardsTaken(seat=seat, cards=cards):
            return f"{names[seat]} takes {', '.join(card_text(card) for card in cards)}."
        case events.TopLaid(seat=seat, card=card):
            return f"{names[seat]} has {card} on top."
        case events.BoneGrabbed(seat=seat, owner=owner):
            return f"{names[seat]} grabs the bone from {names[owner]}."
        case events.BoneSpared(seat=seat):
            return f"{names[seat]} leaves the bone where it is."
        case events.TurnSkipped(seat=seat):
            return f"Nothing is left for {names[seat]}."
        case events.SheepPutBack(seat=seat, cards=cards):
            return f"{names[seat]} has no dog: {' and '.join(card_text(card) for card in cards)} run away."
        case events.Settled(seat=seat, what=what, count=count, points=points):
            return f"{names[seat]}: {what} ({count}): {points:+}."
        case events.Total(seat=seat, points=points):
            return f"{names[seat]} has {points} points."
        case events.GameEnded(ranks=ranks):
            first = [names[seat] for seat, rank in enumerate(ranks) if rank == 1]
            return f"The game is over. {' and '.join(first)} {'wins' if len(first) == 1 else 'win together'}."
    raise TypeError(f"{event} is not an event of Volle Wolle")


SHEEP = {"white": "white sheep", "black": "black sheep", "group370": "3-7-0 sheep", "group007": "0-0-7 sheep"}


def _describe_fact(fact: Fact) -> str:
    values = fact.values
    match fact.id:
        case "middle":
            card = card_text(str(values["card"]))
            return f"The card {card} alone would change your score by {int(values['points']):+}, if you counted now."
        case "pile":
            kind = str(values["kind"])
            cards = f"{values['cards']} {SHEEP[kind]}" if kind in SHEEP else counted(values["cards"], kind)
            return f"The pile of {values['pile']} has {cards}. The next round brings one{chance_of(fact)}."
    raise TypeError(f"{fact} is not a fact of Volle Wolle")
