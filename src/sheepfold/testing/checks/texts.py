"""Texts: what a game writes for people, and what people may type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from sheepfold.core.action import Action
from sheepfold.core.errors import NotationError
from sheepfold.core.event import Event
from sheepfold.core.game import Game
from sheepfold.core.state import CHANCE
from sheepfold.core.view import Fact, View
from sheepfold.testing.cases import Case

NONSENSE: Final = [
    "", " ", "\t", "\n", "\0", "x" * 10_000, "9" * 10_000, "\u0661", "²", "🐑", "a\u0301", "\ud800", "%s", "{0}", "\\",
    "__class__",
]  # fmt: skip
"""Texts that are no action of any game."""
OTHER_DIGITS: Final = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
MUTATED: Final = 60
"""How many notations to mutate for each case."""


def faces_describe_everything(case: Case) -> None:
    """A face names seats, draws and asks for every view, and describes every event and fact as seen."""
    face, rng = case.game.face, Random(f"{case}/face")
    names = face.seat_names(case.players)
    assert len(set(names)) == len(names) == case.players, f"seat_names({case.players}) is {names}"
    for pattern in face.styles:
        _assert_is_expression(pattern)
    for state, step in case.sample(rng):
        observer = rng.choice(case.observers())
        _text(face.draw, state.view(observer), names)
        for seat in state.waiting_for():
            if seat != CHANCE:
                _sentence(face.ask, state.view(seat), names)
        for seat in range(case.players):
            for fact in case.game.outlook(state, seat):
                _sentence(face.describe_fact, fact, names, seat)
        for event in state.copy().act(*step) if step else []:
            _sentence(face.describe, event.seen_by(observer), names)


def _assert_is_expression(pattern: str) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise AssertionError(f"styles: {pattern!r} is no regular expression: {error}") from error


def _text(write: Callable[..., object], subject: View | Event | Fact, *more: object) -> str:
    call = f"{write.__name__}({subject})"
    try:
        text = write(subject, *more)
    except Exception as error:
        raise AssertionError(f"{call} raised {error!r}") from error
    assert isinstance(text, str), f"{call} is {text!r}, not text"
    assert text.strip(), f"{call} is empty"
    return text


def _sentence(write: Callable[..., object], subject: View | Event | Fact, *more: object) -> None:
    text = _text(write, subject, *more)
    assert "\n" not in text, f"{write.__name__}({subject}) has several lines: {text!r}"


def nonsense_is_not_parsed(case: Case) -> None:
    """`parse` raises NotationError for anything that is not an action, and no other error, whatever it is given."""
    game, rng = case.game, Random(f"{case}/nonsense")
    known = sorted({action.text for walk in case.walks() for _, action in walk})
    for text in NONSENSE:
        parsed = _parse(game, text)
        assert parsed is None or text in known, f"parse({text[:80]!r}) is {parsed}, not a NotationError"
    for text in rng.sample(known, min(MUTATED, len(known))):
        for mutation in _mutations(text, rng.choice(known), rng):
            _assert_is_understood(game, mutation)
        for disguise in _disguises(text):
            parsed = _parse(game, disguise)
            assert parsed is None or parsed.text == text, f"parse({disguise!r}) is {parsed}, not '{text}' or an error"


def _parse(game: Game, text: str) -> Action | None:
    try:
        return game.parse(text)
    except NotationError as error:
        assert str(error), f"the NotationError for {text[:80]!r} says nothing"
        return None
    except Exception as error:
        raise AssertionError(f"parse({text[:80]!r}) raised {error!r}, not a NotationError") from error


def _mutations(text: str, other: str, rng: Random) -> Iterator[str]:
    place = rng.randrange(len(text))
    yield text[:place]
    yield text[place:]
    yield text[:place] + text[place + 1 :]
    yield text[:place] + rng.choice(other) + text[place + 1 :]
    yield text[:place] + text[place] + text[place:]
    yield from (text + other, f"{text} {other}", f"{text}\n{other}", " ".join(reversed(text.split(" "))))
    yield from (re.sub(r"\d+", "9" * 5000, text), re.sub(r"\d+", "-1", text), text.upper(), text.title())


def _disguises(text: str) -> list[str]:
    """Texts that a lenient parser may take for the action, but that are not its notation."""
    digits = text.translate(OTHER_DIGITS)
    spaces = [text.replace(" ", "  "), text.replace(" ", "\u00a0")]
    found = [digits, *spaces, f"{text}\n", f" {text}", f"{text} ", f"{text}\0", f"\ufeff{text}"]
    return [disguise for disguise in found if disguise != text]


def _assert_is_understood(game: Game, text: str) -> None:
    """A mutation may be another action, but then the text of that action is its notation."""
    parsed = _parse(game, text)
    again = None if parsed is None else _parse(game, parsed.text)
    assert again == parsed, f"parse({text[:80]!r}) is {parsed}, but parsing that is {again}"
