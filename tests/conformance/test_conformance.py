"""Every registered game passes all conformance checks."""

import pytest

from sheepfold import all_games
from sheepfold.core.compiling import is_compiled
from sheepfold.testing import CHECKS, Case, cases_of
from sheepfold.testing.conformance import Check

WALKED = 5 if is_compiled() else 3
"""Fewer when interpreted, which is much slower."""


@pytest.mark.parametrize("case", cases_of(*all_games(), walked=WALKED), ids=str)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(case: Case, check: Check) -> None:
    check(case)
