"""The conformance kit: checks that every game must pass, including games of other packages.

import pytest
from sheepfold.testing import CHECKS, Case, cases_of

@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", cases_of(MY_GAME), ids=str)
def test_conformance(case, check):
    check(case)
"""

from sheepfold.core.state import snapshot
from sheepfold.testing.cases import Case, cases_of
from sheepfold.testing.conformance import CHECKS
from sheepfold.testing.counts import Position, read_positions
from sheepfold.testing.lessons import LESSON_CHECKS, check_lesson
from sheepfold.testing.playthrough import read_playthrough, write_playthrough

__all__ = [
    "CHECKS",
    "LESSON_CHECKS",
    "Case",
    "Position",
    "cases_of",
    "check_lesson",
    "read_playthrough",
    "read_positions",
    "snapshot",
    "write_playthrough",
]
