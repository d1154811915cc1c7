"""The questions that bots are asked, and how a worker process answers them.

A process caches positions, so that it need not replay the whole game for each question.
"""

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

LARGEST_CACHE: Final = 64
"""The number of positions that a process caches."""
LARGEST_CUSTOM_CACHE: Final = 8
"""The number of those with custom components: they share nothing and take much memory."""


class Question(msgspec.Struct, frozen=True):
    """A request for a bot's choice, with everything that a process needs to answer it, as plain data."""

    table: str
    game: str
    players: int
    options: dict[str, Any]
    components: dict[str, Any] | None
    lines: list[str]
    """The game so far, as the lines of a record."""
    seat: int
    bot: str
    unasked: bool
    """Whether the game does not wait for the seat, so that it may pass."""
    position: str | None = None
    """Where the game began, if not with its first position."""


class Answer(msgspec.Struct, frozen=True):
    """The bot's choice, and which bot made it."""

    action: str | None
    """In notation; None passes."""
    bot: str


_positions: dict[str, tuple[list[str], State]] = {}
"""The cache of a process: by table, the lines of its game and the position they lead to."""
_custom: dict[str, None] = {}
"""The cached tables with custom components, oldest first."""


def answer(question: Question) -> Answer:
    """Let the bot choose, in a worker process, on a resampled position that the seat cannot tell from the true one."""
    rng = SystemRandom()
    position = _position(question).resample(question.seat, rng)
    legal = [action.text for action in position.legal_actions(question.seat)]
    bot = make_bot(question.game, question.bot)
    choose = bot.interrupt if question.unasked else bot.choose
    choice = choose(position, question.seat, rng)
    if choice is None and question.unasked:
        return Answer(None, question.bot)
    if not isinstance(choice, Action) or choice.text not in legal:
        raise IllegalAction(f"the bot '{question.bot}' chose {choice!r}, which seat {question.seat} cannot do")
    return Answer(choice.text, question.bot)


def _position(question: Question) -> State:
    game = find_game(question.game)
    cached: list[str] = []
    state: State | None = None
    if question.table in _positions:
        cached, state = _positions.pop(question.table)
        _custom.pop(question.table, None)
    if state is None or question.lines[: len(cached)] != cached:
        cached = []
        state = rules_of(game, question.players, question.options, question.components).start()
        if question.position is not None:
            state = game.position_in(state, question.position)
    for line in question.lines[len(cached) :]:
        state.act(*read_action(game, line))
    _cache(question, state)
    return state


def _cache(question: Question, state: State) -> None:
    _positions[question.table] = (question.lines, state)
    if len(_positions) > LARGEST_CACHE:
        _evict(next(iter(_positions)))
    if question.components is not None:
        _custom[question.table] = None
        if len(_custom) > LARGEST_CUSTOM_CACHE:
            _evict(next(iter(_custom)))


def _evict(table: str) -> None:
    del _positions[table]
    _custom.pop(table, None)
