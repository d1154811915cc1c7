"""The documents of the HTTP interface (see `docs/protocol.md`)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from sheepfold.core.position.text import LONGEST
from sheepfold.server.table.settings import Name
from sheepfold.server.wire.commands import ActionText, SeatNumber
from sheepfold.server.wire.patches import Patch
from sheepfold.server.wire.updates import TableSeen


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


class PersonSeen(msgspec.Struct, frozen=True, omit_defaults=True):
    """`token` is sent only once, when the person is created."""

    id: str
    name: str
    token: str | None = None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat; None is the first free one. A table that is not public requires the invitation from its link."""

    invitation: str | None = None
    seat: SeatNumber | None = None


class Joined(msgspec.Struct, frozen=True):
    table: TableSeen
    seat: int


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Continue a game against bots from this line of its record, at this seat."""

    line: Annotated[int, msgspec.Meta(ge=0)]
    seat: SeatNumber
    bot: str | None = None


class PlayPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on against bots from a position, a line or JSON, at this seat; None is a seat that has to act."""

    position: Annotated[str, msgspec.Meta(max_length=LONGEST)]
    seat: SeatNumber | None = None
    bot: str | None = None


class PositionSeen(msgspec.Struct, frozen=True):
    """A position as one line (see `docs/positions.md`)."""

    position: str


class Made(msgspec.Struct, frozen=True):
    """A new table, and the invitation for the link to it (after '#', so that it appears in no log)."""

    table: TableSeen
    invitation: str
    yours: list[int]


class Frame(msgspec.Struct, frozen=True):
    """One step of a replay or a lesson: its events, and the patch to the view from the chosen seat."""

    events: list[Any]
    patch: Patch
    action: str | None
    """As in the record; None where this seat may not know it."""


class LessonStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a lesson."""

    id: str
    point: list[str]
    """What its text points at."""
    clauses: list[str]
    reads: bool
    """Whether it is only read: nothing can be done but go on."""
    fresh: bool
    """Whether it begins with a position of its own, instead of where the previous step has led."""


class LessonSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The outline of a lesson."""

    game: str
    seat: int
    """The learner's."""
    names: list[str]
    """By seat; empty for the learner."""
    players: int
    options: dict[str, Any]
    steps: list[LessonStep]
    texts: dict[str, dict[str, str]]
    """By language and key; empty if the client has them."""
    position: str | None
    """To play on from after the last step; None if that is not possible."""


class LessonMoment(msgspec.Struct, frozen=True, kw_only=True):
    """What the learner's seat sees before a step."""

    view: Any
    legal: str
    """Packed (see `choices`); empty if the step is only read."""
    chances: dict[str, float]
    """By action: the exact probability of success, as far as the game knows it."""
    board: str
    """As the terminal draws it, for clients that cannot draw the game."""
    ask: str
    """Its question; empty if the step is only read."""


class LessonTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Try an action, or go on (None) from a step that is only read."""

    action: ActionText | None


class LessonReply(msgspec.Struct, frozen=True):
    """The answer to a try."""

    right: bool
    reply: str | None
    """The end of the key of a text: `right`, which a step need not have, `wrong.ID` or `otherwise`."""
    frames: list[Frame]
    """From this step's view to the next one's; empty if the try was wrong."""
    legal: str
    """Of the next step, packed; of this one if the try was wrong."""


class LessonQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for a preview of an action; the answer is a frame."""

    action: ActionText
