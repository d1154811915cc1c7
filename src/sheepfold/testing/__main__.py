"""`python -m sheepfold.testing FILE…` rewrites golden playthroughs from their inputs.

With `--record RECORD FILE` it creates one from a record.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sheepfold.core.record import decode_record
from sheepfold.testing.playthrough import read_playthrough, write_playthrough


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--record", type=Path)
    given = parser.parse_args()
    for path in given.files:
        record = decode_record(given.record.read_bytes()) if given.record else read_playthrough(path.read_text())
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write_playthrough(record))


if __name__ == "__main__":
    main()
