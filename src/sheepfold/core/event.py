"""Events report what happened. Logs, animations and cited clauses are made from them."""

from __future__ import annotations

from typing import Self

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower):
    """Something that happened. Each subclass has a `clause`: the rule that made it happen."""

    def seen_by(self, seat: int | None) -> Self:
        """The event as a seat (None: a spectator) may see it. Events that contain a secret override this."""
        return self
