"""Why the server refuses a command: an id with values, which the client shows in the player's language.

The messages here are for developers and logs. Players read the messages in `web/src/words`, which has one for every
id under `refused.<id>`; a test checks that both have the same ids and values.
"""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from sheepfold.core.errors import SheepfoldError

Code = Literal["malformed", "stale", "illegal", "secret", "forbidden", "refused", "throttled", "unavailable", "failed"]
"""How a client should react; see `docs/protocol.md`."""

MESSAGES: Final = {
    # Seats
    "seat.unknown": "the table has seats 0 to {last}",
    "seat.taken": "seat {seat} is taken; choose a free one",
    "seat.occupied": "{name} sits there; choose a free seat",
    "seat.none_free": "every seat is taken; you can watch",
    "seat.already_yours": "you already sit at seat {seat}",
    "seat.not_yours": "seat {seat} is not yours",
    "seat.host_stays": "the host keeps their seat; close the table instead",
    "seat.bot_plays": "a bot plays this seat; come back first",
    "seat.bot_stays": "a bot already plays this seat",
    "seat.person_plays": "a person plays this seat",
    "seat.present": "{name} is here, or was a moment ago; wait half a minute",
    "seat.not_left": "you have not left your seat",
    "seat.private": "this seat holds a secret; hand the screen over first",
    "player.only": "only players can do that; you are watching",
    "host.only": "only the host can do that",
    "host.closes": "only the host can close the table; you can leave your seat",
    # The table
    "table.unknown": "there is no such table; check the link",
    "table.invitation": "this table is by invitation; ask for its link",
    "table.closed": "the host has closed this table",
    "table.changed": "the table has changed; look again",
    "table.busy": "too many people acted at once; try again",
    "table.unreadable": "this table can no longer be read; contact the operator of the server",
    "table.game_missing": "the game of this table does not work here; contact the operator of the server",
    # The game
    "game.broken": "this game does not work here; contact the operator of the server",
    "game.not_started": "the game has not begun; wait until every seat is taken",
    "game.starting": "the game is about to begin; wait a moment",
    "game.started": "the game has already begun",
    "game.over": "the game is over; offer a rematch",
    "game.not_over": "the game is not over; play it here",
    "game.seats_free": "the game begins once every seat is taken",
    # The dice
    "dice.committed": "this seat has already committed to a nonce",
    "dice.silent": "this seat did not reveal its nonce; the dice do without it",
    "dice.not_sealed": "nonces are revealed once every browser has committed to one",
    "dice.revealed": "this seat has already revealed its nonce",
    "dice.wrong_nonce": "this is not the nonce that the seat committed to",
    "dice.unrevealed": "the game begins once every nonce is revealed",
    "dice.all_revealed": "every nonce is revealed",
    # Undo
    "undo.nothing": "you have no move to take back",
    "undo.acted_since": "another player has acted since; ask the others to go back",
    "undo.settled": "a bot or the clock chose, dice have fallen or something was shown; ask the others to go back",
    "undo.pending": "a player has asked to go back; answer that first",
    "undo.asked": "a player has already asked to go back",
    "undo.declined": "the others would rather play on; ask again after the next move",
    "undo.range": "the game has {moves} moves; choose how many of them to keep",
    "undo.left": "{name} has left and cannot agree; keep at least {moves} moves",
    "undo.not_asked": "no player has asked to go back",
    "undo.agreed": "you have already agreed",
    # The whistle
    "whistle.held": "another player has whistled; wait a moment",
    "whistle.busy": "the others are already waiting for a player; wait a moment",
    "whistle.not_now": "you cannot interrupt now",
    "whistle.used": "you have already whistled; the game goes on first",
    "whistle.not_holding": "the game is not waiting for you",
    # Rematch, chat, replay and record
    "rematch.not_over": "you can offer a rematch once the game is over",
    "rematch.offered": "there is already a rematch; join it",
    "chat.off": "this table has no chat",
    "chat.name": "give your name first",
    "chat.spectator": "spectators can chat with the players once the game is over",
    "replay.seat": "you can view other seats once the game is over",
    "replay.line": "the record has {lines} lines; choose how many of them to keep",
    "replay.chance": "the dice are still in the air there; choose a moment after they have fallen",
    "position.over": "the game is over in this position; choose an earlier one",
    "record.none": "no game has been played at this table",
    "record.not_over": "the record holds the secrets of all players; it is available once the game is over",
    # Lessons
    "lesson.unknown": "this game has no lesson",
    "lesson.broken": "this lesson does not work here; contact the operator of the server",
    "lesson.step": "the lesson has no such step; see its outline",
    "lesson.reads": "there is nothing to do in this step; send null to go on",
    "lesson.asks": "this step asks for an action; try one",
    # Identity and limits
    "token.missing": "send 'Authorization: Bearer …' with the token of POST /api/people",
    "token.unknown": "this token is not known here; give your name again",
    "text.empty": "write at least one visible letter",
    "limit.tables": "you are at {limit} unfinished tables; finish or leave one first",
    "limit.bot_tables": (
        "bots already play at {limit} tables made from your address; wait until one is over, or take a seat yourself"
    ),
    "limit.components": "too many games with custom components are running; try again later, or use the standard ones",
    "limit.messages": "too many messages; wait a moment",
    "limit.requests": "too many requests; wait a moment",
    "limit.connections": "too many connections from your address; close some, or wait a moment",
    "limit.sockets": "you have too many tables open at once; close some of them",
    "limit.size": "that is too large",
    "limit.silence": "no message arrived in time",
    "server.full": "the server is full; try again in a moment",
    # Requests
    "request.malformed": "the request cannot be read",
    "request.unknown": "there is nothing at this address; see /api/schema/openapi.json",
    "request.method": "this address does not support that method; see /api/schema/openapi.json",
    # Server failures
    "server.database": "the database does not answer; try again in a moment",
    "server.nodes": "notifications from the other servers do not arrive; try again in a moment",
    "server.failed": "something went wrong on the server; it has been logged",
}
"""By id. The placeholders are the refusal's values."""


class Refused(SheepfoldError):
    """The command is not allowed now."""

    code: ClassVar[Code] = "refused"

    def __init__(self, reason: str, detail: str = "", **values: str | int) -> None:
        """`detail` is for developers: it appears only in the message."""
        message = MESSAGES[reason].format(**values)
        super().__init__(f"{message}: {detail}" if detail else message, reason=reason, **values)


class Stale(Refused):
    """The legal actions have changed since the player last saw them."""

    code = "stale"


class Private(Refused):
    """The seat cannot be shown openly: it holds something that others at the same screen must not see."""

    code = "secret"


class Malformed(Refused):
    """The message does not follow the protocol."""

    code = "malformed"


class Forbidden(Refused):
    """The person may not do that."""

    code = "forbidden"


class UnknownToken(Forbidden):
    """The request carries no token, or an unknown one."""


class Throttled(Refused):
    """The client has exceeded a limit."""

    code = "throttled"


class AlreadySeated(Refused):
    """A person asks for a seat that is already theirs."""

    def __init__(self, seat: int) -> None:
        super().__init__("seat.already_yours", seat=seat)
        self.seat = seat


class NoSuchTable(Refused):
    def __init__(self) -> None:
        super().__init__("table.unknown")


class NoSuchLesson(Refused):
    """The game has no lesson, or the lesson no such step."""


class NotInvited(Forbidden):
    """The table is not public, and this person has neither a seat nor an invitation."""

    def __init__(self) -> None:
        super().__init__("table.invitation")
