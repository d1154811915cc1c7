"""Every registered game passes all conformance checks."""

from __future__ import annotations

import pytest

from sheepfold import all_games
from sheepfold.core.compiling import is_compiled
from sheepfold.testing import CHECKS, Case, cases_of
from sheepfold.testing.conformance import Check


def tables() -> list[Case]:
    """All of them compiled; interpreted, which is much slower, the smallest and the largest of each variant."""
    if is_compiled():
        return cases_of(*all_games())
    variants: dict[tuple[str, str], list[Case]] = {}
    for case in cases_of(*all_games(), walked=3):
        variants.setdefault((case.game.id, case.variant), []).append(case)
    return [case for cases in variants.values() for case in dict.fromkeys((cases[0], cases[-1]))]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", tables(), ids=str)
def test_conformance(case: Case, check: Check) -> None:
    check(case)
