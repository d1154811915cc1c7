"""Positions as text are read back as they were written."""

from __future__ import annotations

from random import Random

from sheepfold.core.state import snapshot
from sheepfold.testing.cases import Case, observer_name
from sheepfold.testing.differences import assert_looks_same


def positions_round_trip(case: Case) -> None:
    """A position that is read back is the same, and what a seat knows of it looks the same and reveals nothing else."""
    if case.game.position_format is None:
        return
    rng = Random(f"{case}/positions")
    first = case.start()
    for state, _ in case.sample(rng):
        line = state.position()
        for text in (line, case.game.position_json(line)):
            read = case.game.position(text, None, first)
            assert snapshot(read) == snapshot(state), f"'{text}' is read as another position"
            assert (read, hash(read)) == (state, hash(state)), f"'{text}' is read as a state that is not equal"
            assert read.position() == line, f"'{line}' is written as '{read.position()}' after reading"
        for seat in case.observers():
            known = state.position(seat)
            revealed = f"'{known}' reveals something hidden to {observer_name(seat)}"
            assert state.resample(seat, rng).position(seat) == known, revealed
            for text in (known, case.game.position_json(known)):
                assert_looks_same(state, case.game.position(text, rng, first), seat, f"'{text}' was read")
