"""The documents in `docs/rules`, read clause by clause and term by term."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

_FILE = re.compile(r"(?P<game>[^.]+)(\.(?P<language>[a-z]{2}))?\.md")
_CLAUSE = re.compile(r"- \*\*(?P<id>[A-Z]{2}-\d+\.\d+)\*\* `(?P<status>[RSA])` (?P<text>.*)")
_ILLUSTRATION = re.compile(
    r"\s*!\[\]\(\.\./pictures/(?P<game>[a-z-]+)/(?P<name>[a-z0-9-]+)(?:\.[a-z]{2})?\.webp\)\\ \*(?P<caption>[^*]+)\*"
)
_TERM = re.compile(r"- \*\*(?P<term>[^*]+)\*\*: (?P<text>.*)")
GLOSSARY: Final = {"en": "Glossary", "de": "Wortverzeichnis"}
"""The last chapter, by language."""


class Illustration(msgspec.Struct, frozen=True):
    """A picture within the rules: its name (see `pictures`) and what it shows."""

    name: str
    caption: str


class Clause(msgspec.Struct, frozen=True):
    """One rule. Status R: from the rulebook; S: reported for the same edition; A: our ruling."""

    id: str
    status: str
    chapter: str
    text: str
    pictures: tuple[Illustration, ...] = ()


class Term(msgspec.Struct, frozen=True):
    """A word of the glossary, explained in a sentence."""

    term: str
    text: str


@cache
def languages(game_id: str) -> list[str]:
    """The languages in which the rules of a game are written, English first; [] for a game without written rules."""
    folder = files("sheepfold").joinpath("rules")
    found = [_FILE.fullmatch(file.name) for file in folder.iterdir()]
    written = [match["language"] or "en" for match in found if match and match["game"] == game_id]
    return sorted(written, key=lambda language: (language != "en", language))


@cache
def document(name: str, language: str = "en") -> str:
    """A document in `docs/rules`, as Markdown; empty if there is none."""
    suffix = "" if language == "en" else f".{language}"
    file = files("sheepfold").joinpath(f"rules/{name}{suffix}.md")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@cache
def clauses(game_id: str, language: str = "en") -> dict[str, Clause]:
    """All clauses of a game by id, in order."""
    return parse_clauses(document(game_id, language))


@cache
def glossary(game_id: str, language: str = "en") -> list[Term]:
    """The words that a game uses, in alphabetical order; [] if there is no glossary."""
    return parse_glossary(document(game_id, language))


def introduction(game_id: str, language: str = "en") -> str:
    """The first paragraph, which introduces the game."""
    paragraphs = document(game_id, language).split("\n\n")
    return " ".join(paragraphs[1].split()) if len(paragraphs) > 1 else ""


def parse_clauses(text: str) -> dict[str, Clause]:
    """Parse clauses: list items that begin with an id and a status, continued and illustrated on indented lines."""
    found: dict[str, Clause] = {}
    for chapter, item in list_items(text):
        clause = _CLAUSE.fullmatch(item)
        if clause:
            words, pictures = without_pictures(clause["text"])
            found[clause["id"]] = Clause(clause["id"], clause["status"], chapter, words, pictures)
    return found


def parse_glossary(text: str) -> list[Term]:
    """Parse the terms of the last chapter: list items that begin with a term in bold."""
    terms = [_TERM.fullmatch(item) for chapter, item in list_items(text) if chapter in GLOSSARY.values()]
    return [Term(found["term"], found["text"]) for found in terms if found]


def without_pictures(text: str) -> tuple[str, tuple[Illustration, ...]]:
    """Separate a text from the pictures in it."""
    pictures = tuple(Illustration(found["name"], found["caption"]) for found in _ILLUSTRATION.finditer(text))
    return _ILLUSTRATION.sub("", text), pictures


def list_items(text: str) -> list[tuple[str, str]]:
    """All items of lists, each on one line, with the chapter they are in."""
    items: list[tuple[str, str]] = []
    chapter = ""
    inside = False
    for line in text.splitlines():
        if line.startswith("- "):
            items.append((chapter, line))
            inside = True
        elif line.startswith("  ") and inside:
            items[-1] = (chapter, f"{items[-1][1]} {line.strip()}")
        elif line:
            inside = False
            chapter = line.removeprefix("## ") if line.startswith("## ") else chapter
    return items
