"""The rules in our own words, clause by clause, as players read them."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

LANGUAGES = ("en", "de")

_CLAUSE = re.compile(r"- \*\*(?P<id>[A-Z]{2}-\d+\.\d+)\*\* `(?P<status>[RSA])` (?P<text>.*)")


class Clause(msgspec.Struct, frozen=True):
    """One rule. Status R: from the rulebook; S: reported of the same edition; A: our ruling."""

    id: str
    status: str
    chapter: str
    text: str


@cache
def clauses(game_id: str, language: str = "en") -> dict[str, Clause]:
    """All clauses of a game in their order, by id; empty for a game whose rules we have not written."""
    suffix = "" if language == "en" else f".{language}"
    document = files("sheepfold").joinpath(f"rules/{game_id}{suffix}.md")
    return parse_clauses(document.read_text(encoding="utf-8")) if document.is_file() else {}


def parse_clauses(document: str) -> dict[str, Clause]:
    """A clause is a list item that begins with its id and status; further lines of it are indented."""
    found: dict[str, Clause] = {}
    chapter = last = ""
    for line in document.splitlines():
        clause = _CLAUSE.fullmatch(line)
        if clause:
            last = clause["id"]
            found[last] = Clause(last, clause["status"], chapter, clause["text"])
        elif line.startswith("  ") and last:
            found[last] = msgspec.structs.replace(found[last], text=f"{found[last].text} {line.strip()}")
        else:
            last = ""
            chapter = line.removeprefix("## ") if line.startswith("## ") else chapter
    return found
