"""Another game for the same players."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from sheepfold.server.live.quota import Origin
from sheepfold.server.ops.tokens import hashed, new_id, new_token
from sheepfold.server.room.inflight import key_of
from sheepfold.server.room.room import Room
from sheepfold.server.table.refusals import Refused
from sheepfold.server.table.settings import SeatPlan, Settings
from sheepfold.server.table.table import Table

if TYPE_CHECKING:
    from sheepfold.server.live.hub import Host, Hub


async def offer_rematch(
    hub: Hub, room: Room, seat: int, settings: Settings | None, host: Host, message: str, limit: int | None = None
) -> int:
    """Create a table where the host has the same seats. The others follow the link in the update."""
    key = key_of(host.id, message)
    done = await hub.commits.number_of(room, key)
    if done is None:
        done = room.in_flight.number_of(key)  # sent twice at the same time
    if done is not None:
        return done
    chosen = settings or rematch_settings(room.table, host.id)
    chosen.load_rules()
    invitation = new_token()
    table_id = new_id(hub.clock.now())
    closed = await _closed_rematch(hub, room)
    room.table.offer_rematch(seat, table_id, chosen, invitation, closed)  # refuse before anything is created
    await hub.quota.check_person(host.id, limit)
    made = await hub.make(table_id, chosen, host, hashed(invitation), origin=Origin(hub.quota.address_of(room)))
    try:
        number = await hub.commits.commit(
            room, lambda table: table.offer_rematch(seat, table_id, chosen, invitation, closed), host.id, message
        )
    except Refused:
        await _close(hub, made, host)
        raise
    if room.table.rematch is not None and room.table.rematch.table != table_id:  # the message was sent twice at once
        await _close(hub, made, host)
    return number


def rematch_settings(table: Table, person: str) -> Settings:
    """Return the same settings: this person and the bots keep their seats, and the others are invited."""
    plans = [
        SeatPlan("me", chair.name)
        if chair.person == person
        else SeatPlan("bot", chair.name, chair.bot)
        if chair.person is None
        else SeatPlan("friend")
        for chair in table.chairs
    ]
    return msgspec.structs.replace(table.settings, seats=plans)


async def _closed_rematch(hub: Hub, room: Room) -> str | None:
    """Return the table of the last offer if its host closed it before the game."""
    rematch = room.table.rematch
    if rematch is None or not (await hub.latest(rematch.table)).table.closed:
        return None
    return rematch.table


async def _close(hub: Hub, room: Room, host: Host) -> None:
    """Close a table that no player will use, unless only bots sit there and have begun."""
    with suppress(Refused):
        await hub.commits.commit(room, lambda table: table.close(host.id))
