"""A client that watches the lobby."""

from __future__ import annotations

from sheepfold.server.live.lobby import LobbyFeed
from sheepfold.server.ops.limits import Limits
from sheepfold.server.socket.channel import Channel, Message
from sheepfold.server.socket.outbox import Outbox


async def watch(lobby: LobbyFeed, channel: Channel, limits: Limits) -> None:
    """Send the list of tables until the socket closes. Messages from the client are ignored."""
    outbox = Outbox(channel, limits)
    try:
        await lobby.enter(outbox)
        await channel.deliver_to(_ignore)
    finally:
        lobby.exit(outbox)
        outbox.stop()


def _ignore(_message: Message) -> None:
    pass
