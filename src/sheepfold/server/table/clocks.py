"""The clocks of a table: how much time each seat has left, and when it runs out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sheepfold.server.table.settings import BankClock, Clock, MoveClock, NoClock

NO_LIMIT: Final = float("inf")


class Clocks:
    """The clocks of one table. They run only while the game waits for people."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self._clock = clock
        self.left = [float(clock.seconds) if isinstance(clock, (MoveClock, BankClock)) else NO_LIMIT] * seats
        """Seconds left, by seat, when the clock was last started."""
        self._running: list[int] = []
        self._away: list[int] = []
        """Seats of people who left them to a bot. Their clocks run as well, but nothing is due when they run out."""
        self._since = 0.0

    def copy(self) -> Clocks:
        other = Clocks(self._clock, 0)
        other.left = self.left[:]
        other._running = self._running
        other._away = self._away
        other._since = self._since
        return other

    def start(self, seats: list[int], at: float, away: Sequence[int] = ()) -> None:
        self._running = seats
        self._away = list(away)
        self._since = at

    def stop(self, at: float) -> None:
        """Deduct the time that has passed from the running clocks."""
        for seat in self._running + self._away:
            self.left[seat] = max(0.0, self.left[seat] - (at - self._since))
        self._running = []
        self._away = []

    def add_move(self, seat: int) -> None:
        """Reset the seat's clock after a decision, or add the increment to its bank."""
        if isinstance(self._clock, MoveClock):
            self.left[seat] = float(self._clock.seconds)
        elif isinstance(self._clock, BankClock):
            self.left[seat] += self._clock.increment

    def due(self) -> float | None:
        """Return when the first running clock runs out."""
        ends = [self._since + self.left[seat] for seat in self._running]
        first = min(ends, default=NO_LIMIT)
        return None if first == NO_LIMIT else first

    def expired(self, at: float) -> list[int]:
        return [seat for seat in self._running if self._since + self.left[seat] <= at]

    def remaining(self, at: float) -> list[float] | None:
        """Return the seconds left by seat; None if the table has no clock."""
        if isinstance(self._clock, NoClock):
            return None
        spent = at - self._since
        running = self._running + self._away
        return [max(0.0, left - spent) if seat in running else left for seat, left in enumerate(self.left)]

    def running(self) -> list[int]:
        return self._running
