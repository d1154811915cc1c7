"""Everything that can be wrong with what somebody hands us. Each message says what to do."""

from sheepfold.core.compiling import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class SheepfoldError(Exception):
    """The base of all errors that are the caller's to mend."""


class UnknownGame(SheepfoldError):
    """No game of that name is registered."""


class BrokenGame(UnknownGame):
    """A package offers the game, but it cannot be played; the message says what is wrong with the package."""


class UnknownBot(SheepfoldError):
    """No bot of that name plays this game."""


class IllegalAction(SheepfoldError):
    """The action can be read, but that seat may not do it now."""


class NotationError(SheepfoldError):
    """The text is not an action of this game."""


class OptionError(SheepfoldError):
    """The game cannot be set up with these players or options."""


class ComponentError(SheepfoldError):
    """A component file is damaged or does not make sense; the message names the line."""


class RecordError(SheepfoldError):
    """A record is damaged, unknown, or does not replay."""
