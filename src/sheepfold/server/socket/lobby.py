"""A client that watches the lobby."""

from __future__ import annotations

from sheepfold.server.live.lobby import LobbyBoard
from sheepfold.server.ops.limits import Limits
from sheepfold.server.socket.channel import Channel, Message
from sheepfold.server.socket.outbox import Outbox


async def watch(lobby: LobbyBoard, channel: Channel, limits: Limits) -> None:
    """Send the list of tables until the socket closes. The client has nothing to say."""
    outbox = Outbox(channel, limits)
    try:
        await lobby.enter(outbox)
        await channel.listen(_ignore)
    finally:
        lobby.exit(outbox)
        outbox.stop()


def _ignore(_message: Message) -> None:
    pass
