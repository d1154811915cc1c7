"""What a bot is asked, and how its process answers. Positions are remembered, so a game is not replayed each time."""

from __future__ import annotations

from random import SystemRandom
from typing import Any, Final

import msgspec

from sheepfold.bots.registry import make_bot
from sheepfold.core.action import Action
from sheepfold.core.errors import IllegalAction
from sheepfold.core.record import read_action
from sheepfold.core.registry import find_game
from sheepfold.core.state import State
from sheepfold.server.table.settings import rules_of

REMEMBERED: Final = 64
"""Positions that a process keeps, so that it plays on from there instead of from the beginning."""
REMEMBERED_OWN: Final = 8
"""Of those, positions with components of somebody's own: they share nothing, and take much memory."""


class Question(msgspec.Struct, frozen=True):
    """A bot's question: everything that a process needs to answer it, as plain data."""

    table: str
    game: str
    players: int
    options: dict[str, Any]
    components: dict[str, Any] | None
    lines: list[str]
    """The game so far, as a record has it."""
    seat: int
    bot: str
    unasked: bool
    """Whether the seat is not waited for, and may do nothing."""


class Answer(msgspec.Struct, frozen=True):
    """What the seat does, and which bot chose it."""

    action: str | None
    """Its notation; None lets the game go on."""
    bot: str


_positions: dict[str, tuple[list[str], State]] = {}
"""In each process: the last position of tables it has question about, with the lines that lead there."""
_own: dict[str, None] = {}
"""Those of them with components of somebody's own."""


def answer(question: Question) -> Answer:
    """In a process: play to the position, imagine a world that the seat cannot tell from it, and let the bot choose."""
    rng = SystemRandom()
    world = _position(question).resample(question.seat, rng)
    legal = [action.text for action in world.legal_actions(question.seat)]
    bot = make_bot(question.game, question.bot)
    choice: Action | None
    choice = bot.interrupt(world, question.seat, rng) if question.unasked else bot.choose(world, question.seat, rng)
    if choice is None and question.unasked:
        return Answer(None, question.bot)
    if not isinstance(choice, Action) or choice.text not in legal:
        raise IllegalAction(f"the bot '{question.bot}' chose {choice!r}, which seat {question.seat} cannot do")
    return Answer(choice.text, question.bot)


def _position(question: Question) -> State:
    game = find_game(question.game)
    known: list[str] = []
    state: State | None = None
    if question.table in _positions:
        known, state = _positions.pop(question.table)
        _own.pop(question.table, None)
    if state is None or question.lines[: len(known)] != known:
        known = []
        state = rules_of(game, question.players, question.options, question.components).start()
    for line in question.lines[len(known) :]:
        state.act(*read_action(game, line))
    _remember(question, state)
    return state


def _remember(question: Question, state: State) -> None:
    _positions[question.table] = (question.lines, state)
    if len(_positions) > REMEMBERED:
        _forget(next(iter(_positions)))
    if question.components is not None:
        _own[question.table] = None
        if len(_own) > REMEMBERED_OWN:
            _forget(next(iter(_own)))


def _forget(table: str) -> None:
    del _positions[table]
    _own.pop(table, None)
