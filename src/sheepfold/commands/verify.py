"""Check that nobody bent the dice of a recorded game, by computing every one again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from sheepfold.commands.shared import console, read_record
from sheepfold.core.errors import RecordError
from sheepfold.core.record import Record
from sheepfold.fair import Verdict, verify

NOT_FAIR = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the record of a finished game of a table server")


def run(given: argparse.Namespace) -> None:
    record = read_record(given.file)
    verdict = _verify(given.file, record)
    out = console()
    assert record.fairness is not None, "nothing else is verified"
    _print(out, f"commitment  {record.fairness.commitment}")
    for note in verdict.notes:
        _print(out, note)
    if not verdict.problems:
        _print(out, f"{verdict.checked} throws recomputed, all as they must be")
        return
    _print(out, f"{verdict.checked} throws recomputed; this is wrong:")
    for problem in verdict.problems:
        _print(out, f"- {problem}")
    sys.exit(NOT_FAIR)


def _verify(path: Path, record: Record) -> Verdict:
    try:
        return verify(record)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def _print(out: Console, text: str) -> None:
    """A line that can be copied. The words are a stranger's, who must not steer the terminal that judges them."""
    seen = "".join(sign if sign.isprintable() else "?" for sign in text)
    out.print(seen, markup=False, emoji=False, soft_wrap=True)
