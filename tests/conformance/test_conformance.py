"""Every registered game, at every table, keeps the contract."""

import pytest

from sheepfold import all_games
from sheepfold.testing import CHECKS, Case, cases_of
from sheepfold.testing.conformance import Check


@pytest.mark.parametrize("case", cases_of(*all_games()), ids=str)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance(case: Case, check: Check) -> None:
    check(case)
