"""The kit calls everything that writes or reads text, and says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from sheepfold import Action, Event, Fact, Game, NotationError, State, View
from sheepfold.core.text import Face
from sheepfold.testing import cases_of
from sheepfold.testing.checks.texts import faces_describe_everything, nonsense_is_not_parsed
from tests.toys.fingers import FingersGame, FingersView, Shown


class NamesTooFew(Face):
    def seat_names(self, players: int) -> list[str]:
        return ["Ada"]


class NamesTwice(Face):
    def seat_names(self, players: int) -> list[str]:
        return ["Ada"] * players


class CannotDrawForSpectators(Face):
    def draw(self, view: FingersView, names: Sequence[str]) -> str:
        assert view.seat is not None
        return names[view.seat]


class DrawsNothing(Face):
    def draw(self, view: FingersView, names: Sequence[str]) -> str:
        return " "


class CannotDescribeHiddenFingers(Face):
    def describe(self, event: Event, names: Sequence[str]) -> str:
        if not isinstance(event, Shown):
            return super().describe(event, names)
        assert event.fingers is not None
        return f"{event.fingers} fingers"


class DescribesInSeveralLines(Face):
    def describe(self, event: Event, names: Sequence[str]) -> str:
        return "one\ntwo"


class CannotDescribeFacts(Face):
    def describe_fact(self, fact: Fact, names: Sequence[str], seat: int) -> str:
        raise TypeError(fact.id)


class CannotAsk(Face):
    def ask(self, view: View, names: Sequence[str]) -> str:
        return names[len(names)]


class AsksNothing(Face):
    def ask(self, view: View, names: Sequence[str]) -> str:
        return ""


class HasABrokenStyle(Face):
    styles = {"(": "bold"}  # noqa: RUF012 a broken face need not be well typed


@pytest.mark.parametrize(
    ("face", "message"),
    [
        (NamesTooFew, r"seat_names\(2\) is \['Ada'\]"),
        (NamesTwice, r"seat_names\(2\) is \['Ada', 'Ada'\]"),
        (CannotDrawForSpectators, r"draw\(FingersView\(seat=None, .*\) raised AssertionError"),
        (DrawsNothing, r"draw\(FingersView\(.*\) is empty"),
        (CannotDescribeHiddenFingers, r"describe\(Shown\(seat=\d, fingers=None, .*\) raised AssertionError"),
        (DescribesInSeveralLines, r"describe\(.*\) has several lines: 'one\\ntwo'"),
        (CannotDescribeFacts, r"describe_fact\(Fact\(id='coin', .*\) raised TypeError"),
        (CannotAsk, r"ask\(FingersView\(.*\) raised IndexError"),
        (AsksNothing, r"ask\(FingersView\(.*\) is empty"),
        (HasABrokenStyle, r"styles: '\(' is no regular expression"),
    ],
)
def test_a_broken_face_is_noticed(face: type[Face], message: str) -> None:
    class Broken(FingersGame):
        def outlook(self, state: State, seat: int) -> list[Fact]:
            return [Fact(id="coin", clause="FI-1.1")]

    Broken.face = face()
    [case] = cases_of(Broken())
    with pytest.raises(AssertionError, match=message):
        faces_describe_everything(case)


def by_number(text: str) -> Action:
    """Fails for numbers that are too long, negative or not written as usual."""
    word, _, number = text.partition(" ")
    if word == "show":
        return [Action(f"show {fingers}") for fingers in (1, 2, 3)][int(number) - 1]
    raise NotationError(f"'{text}' is unknown")


def by_words(text: str) -> Action:
    """Fails for a text without words, or with too many."""
    word, number = text.split(" ")
    if word in ("show", "coin"):
        return Action(f"{word} {number}")
    raise NotationError(f"'{text}' is unknown")


def anything(text: str) -> Action:
    return Action(text)


def by_first_word(text: str) -> Action:
    if text.startswith(("show", "coin", "double")):
        return Action(text)
    raise NotationError(f"'{text}' is unknown")


def silently(text: str) -> Action:
    raise NotationError("")


def twice(text: str) -> Action:
    """Understands capitals, but not its own answer."""
    if text.isupper():
        return Action(f"please {text}")
    raise NotationError(f"'{text}' is unknown")


@pytest.mark.parametrize(
    ("parse", "message"),
    [
        (by_number, r"parse\('show.*'\) raised ValueError.*, not a NotationError"),
        (by_words, r"parse\(''\) raised ValueError.*, not a NotationError"),
        (anything, r"parse\(''\) is <>, not a NotationError"),
        (by_first_word, r"parse\('.*'\) is <(.|\n)*>, not '.*' or an error"),
        (silently, r"the NotationError for '' says nothing"),
        (twice, r"parse\('[A-Z 0-9]+'\) is <please .*>, but parsing that is None"),
    ],
)
def test_a_broken_parser_is_noticed(parse: Callable[[str], Action], message: str) -> None:
    class Broken(FingersGame):
        def parse(self, text: str) -> Action:
            return parse(text)

    [case] = cases_of(Broken())
    with pytest.raises(AssertionError, match=message):
        nonsense_is_not_parsed(case)


class Lenient(FingersGame):
    """Understands more than the notation, but always answers in notation."""

    def parse(self, text: str) -> Action:
        return super().parse(" ".join(text.lower().split()))


@pytest.mark.parametrize("game", [FingersGame(), Lenient()], ids=lambda game: type(game).__name__)
def test_strict_and_lenient_parsers_pass(game: Game) -> None:
    for case in cases_of(game):
        nonsense_is_not_parsed(case)
