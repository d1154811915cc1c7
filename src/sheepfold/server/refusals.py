"""Why something is not done at a table, in words for who asked."""

from __future__ import annotations

from sheepfold.core.errors import SheepfoldError


class Refused(SheepfoldError):
    """Somebody may not do this now; the message says why and what to do."""


class Stale(Refused):
    """What can be done has changed since somebody looked."""


class Private(Refused):
    """A seat was to be shown openly, but it holds something that others at the screen must not see."""

    def __init__(self) -> None:
        super().__init__("this seat holds a secret; hand the screen over first")


class SitsAlready(Refused):
    """Somebody asks once more for the seat that is theirs."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"you sit at seat {seat} already")
        self.seat = seat


class NoSuchTable(Refused):
    """Nobody has made it."""

    def __init__(self) -> None:
        super().__init__("there is no such table; check the link")


class NotInvited(Refused):
    """The table is not public, and this person has neither a seat nor the link."""

    def __init__(self) -> None:
        super().__init__("this table is by invitation; ask for its link")


class Malformed(SheepfoldError):
    """Not a message of ours."""


class Forbidden(SheepfoldError):
    """Not for this person."""


class Throttled(SheepfoldError):
    """Too many messages."""
