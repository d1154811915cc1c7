"""The rules can be read as data."""

from __future__ import annotations

import re

import pytest

from sheepfold import game_ids
from sheepfold.rulebook import Clause, clauses, parse_clauses

DOCUMENT = """# Fingers

Not a clause.

## 1 Showing

- **FI-1.1** `R` Show fingers
  and wait.
  *Ruling:* up to three.
- **FI-1.2** `A` Open them.

Afterwards.
  Not a clause either.
"""


def test_a_clause_has_a_chapter_a_status_and_all_its_lines() -> None:
    assert list(parse_clauses(DOCUMENT).values()) == [
        Clause("FI-1.1", "R", "1 Showing", "Show fingers and wait. *Ruling:* up to three."),
        Clause("FI-1.2", "A", "1 Showing", "Open them."),
    ]


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
