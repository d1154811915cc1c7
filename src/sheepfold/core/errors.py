"""Errors that the caller can fix. Each message says what is wrong and what to do.

Clients show players a sentence for the `reason`, in the player's language, and fill in the `values`. Each class has a
general reason; raise an error with a more specific one where players can act on it:

    raise OptionError(f"… is for {least} to {most} players", reason="options.players", least=least, most=most)
"""

from __future__ import annotations


class SheepfoldError(Exception):
    """Base class of all errors that the caller can fix."""

    reason: str = "other"

    def __init__(self, message: str, *, reason: str | None = None, **values: str | int) -> None:
        super().__init__(message)
        if reason is not None:
            self.reason = reason
        self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        """Unpickle without calling `__init__`, since a subclass may change its arguments."""
        return _restore, (type(self), self.args), self.__dict__


def _restore(kind: type[SheepfoldError], arguments: tuple[object, ...]) -> SheepfoldError:
    return kind.__new__(kind, *arguments)


class UnknownGame(SheepfoldError):
    """No game with that id is registered."""

    reason = "game.unknown"


class BrokenGame(UnknownGame):
    """The game is registered, but it cannot be played; the message says what is wrong with its package."""

    reason = "game.broken"


class UnknownBot(SheepfoldError):
    """No bot with that name plays this game."""

    reason = "bot.unknown"


class IllegalAction(SheepfoldError):
    """The action is well-formed, but that seat may not take it now."""

    reason = "action.illegal"

    @property
    def clause(self) -> str | None:
        """The clause of the rules that the action breaks, if known."""
        clause = self.values.get("clause")
        return None if clause is None else str(clause)


class NotationError(SheepfoldError):
    """The text is not an action of this game."""

    reason = "action.unreadable"


class OptionError(SheepfoldError):
    """The game cannot be set up with these players or options."""

    reason = "options.invalid"


class ComponentError(SheepfoldError):
    """A component file is malformed or inconsistent; the message names the line."""

    reason = "components.invalid"


class RecordError(SheepfoldError):
    """A record is malformed, belongs to an unknown game, or does not replay."""

    reason = "record.damaged"


class PositionError(SheepfoldError):
    """The text is not a position of this game, or not a possible one."""

    reason = "position.unreadable"
