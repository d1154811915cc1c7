"""Which seats are private among people who share a screen."""

from __future__ import annotations

import msgspec

from sheepfold.server.table.table import Table


def is_private(table: Table, seat: int) -> bool:
    """Return whether this seat sees, or is about to choose, something that the other people must not see.

    A seat sees secrets if its view holds more than a spectator's. It chooses in secret while another person still has
    to choose at the same time; the last one to choose reveals nothing.
    """
    state = table.state
    if state is None:
        return False
    waiting = state.waiting_for()
    if seat in waiting and any(other != seat and other in waiting for other in table.people()):
        return True
    return state.view(seat) != msgspec.structs.replace(state.view(None), seat=seat)
