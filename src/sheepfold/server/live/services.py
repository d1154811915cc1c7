"""The dependencies of request handlers."""

from __future__ import annotations

import msgspec

from sheepfold.server.live.health import Health
from sheepfold.server.live.hub import Hub
from sheepfold.server.live.lobby import LobbyFeed
from sheepfold.server.live.people import People
from sheepfold.server.ops.admission import Admission
from sheepfold.server.ops.limits import Limits


class Services(msgspec.Struct, frozen=True):
    """One dependency instead of six: Litestar starts a task for each independent dependency."""

    hub: Hub
    people: People
    lobby: LobbyFeed
    limits: Limits
    health: Health
    admission: Admission
