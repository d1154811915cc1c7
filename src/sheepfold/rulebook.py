"""The rules as players read them, clause by clause, in our own words."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

_FILE = re.compile(r"(?P<game>[^.]+)(\.(?P<language>[a-z]{2}))?\.md")
_CLAUSE = re.compile(r"- \*\*(?P<id>[A-Z]{2}-\d+\.\d+)\*\* `(?P<status>[RSA])` (?P<text>.*)")


class Clause(msgspec.Struct, frozen=True):
    """One rule. Status R: from the rulebook; S: reported for the same edition; A: our ruling."""

    id: str
    status: str
    chapter: str
    text: str


@cache
def languages(game_id: str) -> list[str]:
    """The languages in which the rules of a game are written, English first; [] for a game without written rules."""
    folder = files("sheepfold").joinpath("rules")
    found = [_FILE.fullmatch(file.name) for file in folder.iterdir()]
    written = [match["language"] or "en" for match in found if match and match["game"] == game_id]
    return sorted(written, key=lambda language: (language != "en", language))


@cache
def document(game_id: str, language: str = "en") -> str:
    """The rules of a game as Markdown; empty if there are none."""
    suffix = "" if language == "en" else f".{language}"
    file = files("sheepfold").joinpath(f"rules/{game_id}{suffix}.md")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@cache
def clauses(game_id: str, language: str = "en") -> dict[str, Clause]:
    """All clauses of a game by id, in order."""
    return parse_clauses(document(game_id, language))


def introduction(game_id: str, language: str = "en") -> str:
    """The first paragraph, which introduces the game."""
    paragraphs = document(game_id, language).split("\n\n")
    return " ".join(paragraphs[1].split()) if len(paragraphs) > 1 else ""


def parse_clauses(text: str) -> dict[str, Clause]:
    """Parse clauses: list items that begin with an id and a status, continued on indented lines."""
    found: dict[str, Clause] = {}
    chapter = last = ""
    for line in text.splitlines():
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
