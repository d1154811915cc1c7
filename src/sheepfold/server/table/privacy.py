"""What people who share one screen must keep from each other."""

from __future__ import annotations

import msgspec

from sheepfold.server.table.table import Table


def is_private(table: Table, seat: int) -> bool:
    """Whether this seat sees, or is about to choose, something that the other people at the table must not see.

    A seat sees secrets where its view holds more than a spectator's. It chooses in secret while another person has
    still to choose at the same time; whoever is last gives nothing away.
    """
    state = table.state
    if state is None:
        return False
    waiting = state.waiting_for()
    if seat in waiting and any(other != seat and other in waiting for other in table.people()):
        return True
    return state.view(seat) != msgspec.structs.replace(state.view(None), seat=seat)
