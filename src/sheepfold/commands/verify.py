"""Check that the dice of a recorded game were fair, by recomputing every throw."""

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
    parser.add_argument("file", type=Path, metavar="FILE", help="a record downloaded from a finished table")


def run(given: argparse.Namespace) -> None:
    record = read_record(given.file)
    verdict = _verify(given.file, record)
    out = console()
    assert record.fairness is not None, "verify rejects records without a proof"
    _print(out, f"commitment  {record.fairness.commitment}")
    for note in verdict.notes:
        _print(out, note)
    if not verdict.problems:
        _print(out, f"{verdict.checked} throws recomputed: all are correct")
        return
    _print(out, f"{verdict.checked} throws recomputed; these are the problems:")
    for problem in verdict.problems:
        _print(out, f"- {problem}")
    sys.exit(NOT_FAIR)


def _verify(path: Path, record: Record) -> Verdict:
    try:
        return verify(record)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def _print(out: Console, text: str) -> None:
    """Print one line without control characters or markup: the text comes from the file that is being checked."""
    printable = "".join(character if character.isprintable() else "?" for character in text)
    out.print(printable, markup=False, emoji=False, soft_wrap=True)
