"""Reading our rules as data."""

from __future__ import annotations

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
