"""What everybody who answers a request may need."""

from __future__ import annotations

import msgspec

from sheepfold.server.live.health import Health
from sheepfold.server.live.hub import Hub
from sheepfold.server.live.lobby import LobbyBoard
from sheepfold.server.live.people import People
from sheepfold.server.ops.admission import Admission
from sheepfold.server.ops.limits import Limits


class Services(msgspec.Struct, frozen=True):
    """One thing to hand over and not five: Litestar starts a task for each of several that do not need each other."""

    hub: Hub
    people: People
    lobby: LobbyBoard
    limits: Limits
    health: Health
    admission: Admission
