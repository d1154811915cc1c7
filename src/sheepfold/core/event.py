"""What happened, as data: the log, the animation and the cited clause all come from events."""

from __future__ import annotations

from typing import Self

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower):
    """Something that happened, and (in each subclass) the `clause` that made it happen."""

    def seen_by(self, seat: int | None) -> Self:
        """What this seat (None: a spectator) is told. Events that hold a secret override this."""
        return self
