"""`python -m sheepfold.testing FILE…` rewrites golden playthroughs from their inputs.

With `--record RECORD FILE` it creates one from a record. `python -m sheepfold.testing GAME…` counts how many refusals
of each game name a clause.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sheepfold.core.game import Game
from sheepfold.core.record import decode_record
from sheepfold.core.registry import find_game, game_ids
from sheepfold.testing.cases import cases_of
from sheepfold.testing.checks.refusals import Share
from sheepfold.testing.playthrough import read_playthrough, write_playthrough

WALKED = 3
"""The number of walks with each number of players and each variant."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sheepfold.testing", description=__doc__)
    parser.add_argument("given", nargs="+", metavar="FILE or GAME")
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    for given in options.given:
        if given in game_ids():
            sys.stdout.write(f"{given}: {share_of(find_game(given))}\n")
        elif options.record is not None or Path(given).exists():
            rewrite(Path(given), options.record)
        else:
            parser.error(f"'{given}' is neither a game ({', '.join(game_ids())}) nor a file")


def share_of(game: Game) -> Share:
    share = Share()
    for case in cases_of(game, walked=WALKED):
        share.add(case)
    return share


def rewrite(path: Path, source: Path | None) -> None:
    record = decode_record(source.read_bytes()) if source else read_playthrough(path.read_text())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write_playthrough(record))


if __name__ == "__main__":
    main()
