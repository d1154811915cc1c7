"""The setups of tables: building them without blocking anybody, and weighing those in memory."""

from __future__ import annotations

import asyncio
from collections import Counter

from sheepfold.server.table.settings import Rules, Settings


async def rules_for(settings: Settings) -> Rules:
    """What is played and how. Ours are mostly known already; those of somebody's own are built in a thread."""
    return settings.load_rules() if settings.components is None else await asyncio.to_thread(settings.load_rules)


class Setups:
    """Tables of the same kind share a setup, so each is weighed once."""

    def __init__(self) -> None:
        self._users: Counter[Rules] = Counter()
        self.bytes = 0
        """What they take at most."""

    def add(self, rules: Rules) -> None:
        self._users[rules] += 1
        if self._users[rules] == 1:
            self.bytes += rules.game.setup_bytes

    def remove(self, rules: Rules) -> None:
        self._users[rules] -= 1
        if not self._users[rules]:
            del self._users[rules]
            self.bytes -= rules.game.setup_bytes
