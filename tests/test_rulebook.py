"""Reading our rules as data."""

from __future__ import annotations

import re

import pytest

from sheepfold import game_ids
from sheepfold.rulebook import Clause, clauses, parse_clauses

DOCUMENT = """# Fingers

Words that are no clause.

## 1 Showing

- **FI-1.1** `R` Show fingers
  and wait.
  *Ruling:* up to three.
- **FI-1.2** `A` Open them.

Afterwards.
  Not a clause either.
"""


def test_clauses_are_read_with_chapter_status_and_all_their_lines() -> None:
    assert list(parse_clauses(DOCUMENT).values()) == [
        Clause("FI-1.1", "R", "1 Showing", "Show fingers and wait. *Ruling:* up to three."),
        Clause("FI-1.2", "A", "1 Showing", "Open them."),
    ]


def test_a_game_without_rules_of_ours_has_no_clauses() -> None:
    assert clauses("fingers") == {}


SOURCES = {
    "en": {"Rulebook": "R", "Reported": "S", "Ruling": "A"},
    "de": {"Spielregel": "R", "Berichtet": "S", "Festlegung": "A"},
}


def halves(clause: Clause, language: str) -> list[str]:
    """The status of a clause, and that of every part of it that comes from elsewhere."""
    return [clause.status, *(SOURCES[language][label] for label in re.findall(r"\*(\w+):\*", clause.text))]


@pytest.mark.parametrize("game_id", game_ids())
def test_both_languages_say_alike_where_each_part_of_a_clause_comes_from(game_id: str) -> None:
    english, german = (
        {clause.id: halves(clause, language) for clause in clauses(game_id, language).values()} for language in SOURCES
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
def test_the_part_of_a_clause_that_is_our_ruling_says_so(game_id: str, clause_id: str, ruled: str) -> None:
    clause = clauses(game_id)[clause_id]
    from_rulebook, _, ruling = clause.text.partition("*Ruling:*")
    assert clause.status == "R"
    assert ruled in ruling
    assert ruled not in from_rulebook
