"""Golden playthroughs: games as readable text. Only the header and lines beginning with '>' are input."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2s

import msgspec

from sheepfold.core.record import Record, Seat, new_record, read_action, write_action
from sheepfold.core.registry import find_game
from sheepfold.core.state import CHANCE, State

SHOWN = 6


def read_playthrough(text: str) -> Record:
    """Read the inputs of a playthrough as a record without a result."""
    head = dict(line[2:].split(": ", 1) for line in text.splitlines() if line.startswith("# "))
    game = find_game(head.pop("game"))
    seats = [Seat(name=name) for name in game.face.seat_names(int(head.pop("players")))]
    record = new_record(game, seats, game.read_options(head))
    record.actions.extend(line[2:] for line in text.splitlines() if line.startswith("> "))
    return record


def write_playthrough(record: Record) -> str:
    """Write everything that can be observed, action by action."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    game = find_game(record.game)
    yield f"# game: {record.game}"
    yield f"# players: {len(record.seats)}"
    yield from (f"# {name}: {value}" for name, value in record.options.items())
    state = game.start(len(record.seats), game.read_options(record.options))
    names = [seat.name for seat in record.seats]
    drawn: list[str] = []
    offered: list[str] = []
    for line in record.actions:
        board = [row.rstrip() for row in game.face.draw(state.view(None), names).splitlines()]
        yield from _changed(drawn, board)
        choices = _choices(state)
        yield from (choice for choice in choices if choice not in offered)
        drawn, offered = board, choices
        yield f"> {line}"
        for event in state.act(*read_action(game, line)):
            clause = msgspec.to_builtins(event)["clause"]
            yield f"  {game.face.describe(event, names)} [{clause}]"
        yield f"  seen and possible: {_digest(state)}"
    outcome = state.outcome()
    yield ""
    yield f"scores {state.scores()}, ranks {outcome.ranks if outcome else 'none yet'}"


def _changed(before: list[str], board: list[str]) -> list[str]:
    """The rows of a drawing that have changed."""
    changed = board
    if len(before) == len(board):
        changed = [row for old, row in zip(before, board, strict=True) if row != old]
    return [f"  | {row}".rstrip() for row in changed]


def _choices(state: State) -> list[str]:
    lines = []
    for seat in [*state.waiting_for(), *state.may_act()]:
        actions = [action.text for action in state.legal_actions(seat)]
        shown = actions if len(actions) <= 2 * SHOWN else [*actions[:SHOWN], "…", *actions[-SHOWN:]]
        lines.append(f"  {'chance' if seat == CHANCE else seat} has {len(actions)}: {', '.join(shown)}")
    return lines


def _digest(state: State) -> str:
    """A short hash of everything that any seat or spectator sees and can do."""
    digest = blake2s(digest_size=6)
    players = len(state.scores())
    for seat in [None, *range(players)]:
        digest.update(msgspec.json.encode(state.view(seat)))
    for seat in [CHANCE, *range(players)]:
        digest.update("\n".join(write_action(seat, action) for action in state.legal_actions(seat)).encode())
    return digest.hexdigest()
