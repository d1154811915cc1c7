"""Errors that the caller can mend. Each message says what is wrong and what to do.

For a player it is the `reason` that counts: a client has a sentence for each, in the player's language, and fills in
the `values`. A class has a general reason; where somebody can tell more, the error is raised with one of its own.

    raise OptionError(f"… is for {least} to {most} players", reason="options.players", least=least, most=most)
"""

from __future__ import annotations


class SheepfoldError(Exception):
    """The base class of all errors that are the caller's to mend."""

    reason: str = "other"

    def __init__(self, message: str, *, reason: str | None = None, **values: str | int) -> None:
        super().__init__(message)
        if reason is not None:
            self.reason = reason
        self.values = values

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without calling `__init__`, whose arguments a subclass may change."""
        return _restore, (type(self), self.args), self.__dict__


def _restore(kind: type[SheepfoldError], arguments: tuple[object, ...]) -> SheepfoldError:
    return kind.__new__(kind, *arguments)


class UnknownGame(SheepfoldError):
    """No game with that id is registered."""

    reason = "game.unknown"


class BrokenGame(UnknownGame):
    """A package offers the game, but it cannot be played; the message says what is wrong with the package."""

    reason = "game.broken"


class UnknownBot(SheepfoldError):
    """No bot with that name plays this game."""

    reason = "bot.unknown"


class IllegalAction(SheepfoldError):
    """The action is well-formed, but that seat may not take it now."""

    reason = "action.illegal"

    @property
    def clause(self) -> str | None:
        """The clause of the rules that the action breaks, where the game can tell."""
        clause = self.values.get("clause")
        return None if clause is None else str(clause)


class NotationError(SheepfoldError):
    """The text is not an action of this game."""

    reason = "action.unreadable"


class OptionError(SheepfoldError):
    """The game cannot be set up with these players or options."""

    reason = "options.invalid"


class ComponentError(SheepfoldError):
    """A component file is damaged or does not make sense; the message names the line."""

    reason = "components.invalid"


class RecordError(SheepfoldError):
    """A record is damaged, unknown, or does not replay."""

    reason = "record.damaged"
