"""The setups of tables: building them without blocking, and their size in memory."""

from __future__ import annotations

import asyncio
from collections import Counter

from sheepfold.server.table.settings import Rules, Settings


async def rules_for(settings: Settings) -> Rules:
    """Return the rules of a table. Standard setups are usually cached; custom ones are built in a thread."""
    return settings.load_rules() if settings.components is None else await asyncio.to_thread(settings.load_rules)


class Setups:
    """The setups in memory. Tables of the same kind share one, so it counts once."""

    def __init__(self) -> None:
        self._users: Counter[Rules] = Counter()
        self.bytes = 0
        """An upper bound of their size."""

    def add(self, rules: Rules) -> None:
        self._users[rules] += 1
        if self._users[rules] == 1:
            self.bytes += rules.game.setup_bytes

    def remove(self, rules: Rules) -> None:
        self._users[rules] -= 1
        if not self._users[rules]:
            del self._users[rules]
            self.bytes -= rules.game.setup_bytes
