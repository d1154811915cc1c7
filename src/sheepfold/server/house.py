"""What everybody who answers a request may need."""

from __future__ import annotations

import msgspec

from sheepfold.server.admission import Admission
from sheepfold.server.health import Health
from sheepfold.server.hub import Hub
from sheepfold.server.limits import Limits
from sheepfold.server.lobby import LobbyBoard
from sheepfold.server.people import People


class House(msgspec.Struct, frozen=True):
    """One thing to hand over and not five: Litestar starts a task for each of several that do not need each other."""

    hub: Hub
    people: People
    lobby: LobbyBoard
    limits: Limits
    health: Health
    admission: Admission
