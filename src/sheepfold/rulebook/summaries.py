"""A game on one page: `docs/rules/<game>.summary.md`, to read and to print."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby

import msgspec

from sheepfold.rulebook.documents import Illustration, document, without_pictures

_POINT = re.compile(r"(?P<mark>- |\d+\. )?(?:`(?P<symbol>[a-z0-9 -]+)` )?(?P<text>.*)")


class SummaryPoint(msgspec.Struct, frozen=True):
    """A paragraph, a step or an item of a list; with the name of the symbol that it explains, if it does."""

    text: str
    symbol: str | None


class SummaryBlock(msgspec.Struct, frozen=True):
    """Points of the same kind: text, steps or items."""

    kind: str
    points: list[SummaryPoint]


class SummarySection(msgspec.Struct, frozen=True):
    """A part of the page."""

    title: str
    blocks: list[SummaryBlock]


class Summary(msgspec.Struct, frozen=True):
    """The page: its picture and its sections."""

    picture: Illustration | None
    sections: list[SummarySection]


@cache
def summary(game_id: str, language: str = "en") -> Summary | None:
    """The summary of a game; None if there is none."""
    text = document(f"{game_id}.summary", language)
    return parse_summary(text) if text else None


def parse_summary(text: str) -> Summary:
    """Parse sections with a heading; the picture comes before the first."""
    before, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    _, found = without_pictures(" ".join(before.split()))
    return Summary(found[0] if found else None, [_section(part) for part in parts])


def _section(text: str) -> SummarySection:
    title, _, rest = text.partition("\n")
    # A point begins with a mark of a list, or after an empty line.
    points = [" ".join(point.split()) for point in re.split(r"\n(?=- |\d+\. )|\n\n+", rest) if point.strip()]
    blocks = [SummaryBlock(kind, [_point(point) for point in found]) for kind, found in groupby(points, _kind)]
    return SummarySection(title, blocks)


def _kind(point: str) -> str:
    return "items" if point.startswith("- ") else "steps" if point[0].isdigit() else "text"


def _point(text: str) -> SummaryPoint:
    found = _POINT.fullmatch(text)
    assert found
    return SummaryPoint(found["text"], found["symbol"])
