"""The rules can be read as data."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from sheepfold import game_ids
from sheepfold.rulebook import (
    Clause,
    Illustration,
    Term,
    clauses,
    glossary,
    languages,
    parse_clauses,
    parse_glossary,
    parse_summary,
    pictures,
    seen_picture,
    summary,
)

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
MOST = 400_000
"""The most bytes that all pictures in the repository may have."""

DOCUMENT = """# Fingers

Not a clause.

## 1 Showing

- **FI-1.1** `R` Show fingers
  and wait.
  *Ruling:* up to three.
- **FI-1.2** `A` Open them.

  ![](../pictures/fingers/open-2.de.webp)\\
  *Two fingers,
  open.*

Afterwards.
  Not a clause either.

## Glossary

- **Finger**: A part of a
  hand (1.1).
- Not a term.
"""


def test_a_clause_has_a_chapter_a_status_and_all_its_lines() -> None:
    assert list(parse_clauses(DOCUMENT).values()) == [
        Clause("FI-1.1", "R", "1 Showing", "Show fingers and wait. *Ruling:* up to three."),
        Clause("FI-1.2", "A", "1 Showing", "Open them.", (Illustration("open-2", "Two fingers, open."),)),
    ]


def test_a_glossary_has_the_terms_of_the_last_chapter() -> None:
    assert parse_glossary(DOCUMENT) == [Term("Finger", "A part of a hand (1.1).")]


def test_a_game_without_a_rules_document_has_no_clauses() -> None:
    assert clauses("fingers") == {}


SOURCES = {
    "en": {"Rulebook": "R", "Reported": "S", "Ruling": "A"},
    "de": {"Spielregel": "R", "Berichtet": "S", "Festlegung": "A"},
}


def statuses(clause: Clause, language: str) -> list[str]:
    """The status of a clause, and of every part of it with another source."""
    return [clause.status, *(SOURCES[language][label] for label in re.findall(r"\*(\w+):\*", clause.text))]


@pytest.mark.parametrize("game_id", game_ids())
def test_both_languages_name_the_same_source_for_each_part_of_a_clause(game_id: str) -> None:
    english, german = (
        {clause.id: statuses(clause, language) for clause in clauses(game_id, language).values()}
        for language in SOURCES
    )
    assert english == german


@pytest.mark.parametrize(
    ("game_id", "clause_id", "ruled"),
    [
        ("meine-schafe", "MS-2.5", "decline"),
        ("schafe-schubsen", "SS-2.3", "everyone does"),
        ("schafe-schubsen", "SS-4.6", "Walking back"),
    ],
)
def test_rulings_within_a_clause_are_marked(game_id: str, clause_id: str, ruled: str) -> None:
    clause = clauses(game_id)[clause_id]
    from_rulebook, _, ruling = clause.text.partition("*Ruling:*")
    assert clause.status == "R"
    assert ruled in ruling
    assert ruled not in from_rulebook


SUMMARY = """# Fingers in short

![](../pictures/fingers/open.webp)\\
*All open.*

## Aim

Win.

## A turn

1. Show
   fingers.
2. Count.

- `card dog` A dog.
- Nothing.
"""


def test_a_summary_has_a_picture_and_sections_with_text_steps_and_items() -> None:
    assert msgspec.to_builtins(parse_summary(SUMMARY)) == {
        "picture": {"name": "open", "caption": "All open."},
        "sections": [
            {"title": "Aim", "blocks": [{"kind": "text", "points": [{"text": "Win.", "symbol": None}]}]},
            {
                "title": "A turn",
                "blocks": [
                    {
                        "kind": "steps",
                        "points": [{"text": "Show fingers.", "symbol": None}, {"text": "Count.", "symbol": None}],
                    },
                    {
                        "kind": "items",
                        "points": [{"text": "A dog.", "symbol": "card dog"}, {"text": "Nothing.", "symbol": None}],
                    },
                ],
            },
        ],
    }


# Pictures: their data, the clauses that they illustrate, and their files in the repository.


@pytest.mark.parametrize("game_id", game_ids())
def test_every_picture_illustrates_the_same_clause_in_every_language(game_id: str) -> None:
    assert 4 <= len(pictures(game_id)) <= 9
    for language in languages(game_id):
        shown = [picture.name for clause in clauses(game_id, language).values() for picture in clause.pictures]
        assert sorted(shown) == sorted(pictures(game_id))
        assert [[picture.name for picture in clause.pictures] for clause in clauses(game_id, language).values()] == [
            [picture.name for picture in clause.pictures] for clause in clauses(game_id).values()
        ]


PICTURE_NAMES = [(game_id, name) for game_id in game_ids() for name in pictures(game_id)]


@pytest.mark.parametrize(("game_id", "name"), PICTURE_NAMES)
def test_every_picture_can_be_played_and_drawn(game_id: str, name: str) -> None:
    picture = pictures(game_id)[name]
    seen = seen_picture(game_id, name)
    assert seen is not None
    assert len(seen.moments) == 1 + (bool(picture.then) and not picture.after)
    assert all(moment.view["seat"] == picture.seat for moment in seen.moments)
    assert (seen.moments[-1].marked is not None) == (picture.mark is not None)
    if picture.draft is not None:
        assert any(action.startswith(picture.draft) for action in seen.moments[0].legal)
    left, top, width, height = seen.crop
    assert 0 <= left < left + width <= seen.width
    assert 0 <= top < top + height <= seen.height


def test_an_unknown_picture_is_none() -> None:
    assert seen_picture("volle-wolle", "nowhere") is None
    assert pictures("fingers") == {}


def picture_files(game_id: str, language: str) -> set[str]:
    suffix = "" if language == "en" else f".{language}"
    return {f"{game_id}/{name}{suffix}.webp" for name in pictures(game_id)}


def test_the_repository_has_every_picture_in_every_language_and_no_other_file() -> None:
    files = {str(file.relative_to(PICTURES)) for file in PICTURES.rglob("*") if file.is_file()}
    assert files == {
        file for game_id in game_ids() for language in languages(game_id) for file in picture_files(game_id, language)
    }
    assert sum((PICTURES / file).stat().st_size for file in files) <= MOST


@pytest.mark.parametrize("document", sorted((ROOT / "docs" / "rules").glob("*.md")), ids=lambda path: path.name)
def test_every_image_in_the_rules_is_a_picture_in_the_language_of_the_document(document: Path) -> None:
    game_id, _, rest = document.name.partition(".")
    language = next((part for part in rest.split(".") if part in languages(game_id)), "en")
    images = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", document.read_text())
    assert images
    assert {image.removeprefix("../pictures/") for image in images} <= picture_files(game_id, language)


# Glossaries and summaries.


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game_id", game_ids())
def test_a_glossary_is_sorted_and_names_clauses_that_exist(game_id: str, language: str) -> None:
    terms = glossary(game_id, language)
    assert len(terms) >= 12
    names = [re.sub(r"[“”„]", "", term.term).casefold() for term in terms]
    assert names == sorted(set(names))
    numbers = {clause.partition("-")[2] for clause in clauses(game_id, language)}
    for term in terms:
        sentence, _, cited = term.text.removesuffix(").").rpartition(" (")
        assert not re.search(r"[.?!] ", sentence), f"{term.term} has more than one sentence"
        assert cited
        assert set(re.findall(r"\d+\.\d+", cited)) <= numbers


@pytest.mark.parametrize("game_id", game_ids())
def test_a_summary_says_the_same_in_every_language(game_id: str) -> None:
    english, german = (summary(game_id, language) for language in ("en", "de"))
    assert english is not None
    assert german is not None
    assert english.picture is not None
    assert german.picture is not None
    assert english.picture.name == german.picture.name
    assert english.picture.name in pictures(game_id)
    assert [
        [(block.kind, [point.symbol for point in block.points]) for block in section.blocks]
        for section in english.sections
    ] == [
        [(block.kind, [point.symbol for point in block.points]) for block in section.blocks]
        for section in german.sections
    ]
    symbols = [point.symbol for section in english.sections for block in section.blocks for point in block.points]
    assert sum(symbol is not None for symbol in symbols) >= 5


def test_a_game_without_documents_has_neither_glossary_nor_summary() -> None:
    assert glossary("fingers") == []
    assert summary("fingers") is None
