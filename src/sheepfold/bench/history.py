"""Past ratios of the benchmark. Ratios to another package in the same run hardly depend on the machine; speed does."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from sheepfold.core.errors import SheepfoldError
from sheepfold.core.misread import explain

FILE: Final = Path("benchmarks") / "history.jsonl"
"""Relative to the repository. Each line is a recorded run, the newest last."""
REFERENCE: Final = "OpenSpiel pig"
"""Ratios are to this peer: it is native code, does not change, and its rounds vary little."""
LOSS: Final = 0.2
"""Losses up to this share are noise on a shared machine."""

Ratios: TypeAlias = dict[str, float]
"""By contestant: its speed divided by that of the reference in the same run."""


class Run(msgspec.Struct, frozen=True):
    """A recorded run."""

    date: str
    note: str
    ratios: Ratios


def read_history(file: Path) -> list[Run]:
    """Read all recorded runs; none if there is no file."""
    if not file.exists():
        return []
    runs: list[Run] = []
    for number, line in enumerate(file.read_text().splitlines(), 1):
        try:
            runs.append(msgspec.json.decode(line, type=Run))
        except msgspec.DecodeError as error:
            raise SheepfoldError(f"{file}, line {number}: {explain(error)}; delete the line or restore it") from None
    return runs


def append_run(file: Path, run: Run) -> None:
    with file.open("a") as history:
        history.write(f"{msgspec.json.encode(run, order='sorted').decode()}\n")


def losses(latest: Mapping[str, float], now: Mapping[str, float]) -> list[str]:
    """Describe every contestant that has become slower by more than noise since the latest recorded run."""
    return [
        f"{name} is {1 - now[name] / before:.0%} slower than recorded ({now[name]:.3g} instead of {before:.3g})"
        for name, before in latest.items()
        if name in now and now[name] < before * (1 - LOSS)
    ]
