"""Time to think, kept by the server: who has how much left, and when it is up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sheepfold.server.table.settings import BankClock, Clock, MoveClock, NoClock

NO_LIMIT: Final = float("inf")


class Clocks:
    """The clocks of one table. They run for the people whom the game waits for, and stand still in between."""

    def __init__(self, clock: Clock, seats: int) -> None:
        self._clock = clock
        self.left = [float(clock.seconds) if isinstance(clock, (MoveClock, BankClock)) else NO_LIMIT] * seats
        """Seconds left, by seat, when the clock was last started."""
        self._running: list[int] = []
        self._away: list[int] = []
        """Theirs run as well, but nothing is due when they are up: a bot plays."""
        self._since = 0.0

    def copy(self) -> Clocks:
        twin = Clocks(self._clock, 0)
        twin.left = self.left[:]
        twin._running = self._running
        twin._away = self._away
        twin._since = self._since
        return twin

    def start(self, seats: list[int], at: float, away: Sequence[int] = ()) -> None:
        self._running = seats
        self._away = list(away)
        self._since = at

    def stop(self, at: float) -> None:
        """Take what has passed off the clocks that ran."""
        for seat in self._running + self._away:
            self.left[seat] = max(0.0, self.left[seat] - (at - self._since))
        self._running = []
        self._away = []

    def moved(self, seat: int) -> None:
        """A decision was made: the next has its own time, or the bank grows."""
        if isinstance(self._clock, MoveClock):
            self.left[seat] = float(self._clock.seconds)
        elif isinstance(self._clock, BankClock):
            self.left[seat] += self._clock.increment

    def due(self) -> float | None:
        """When the first of the running clocks is up."""
        ends = [self._since + self.left[seat] for seat in self._running]
        first = min(ends, default=NO_LIMIT)
        return None if first == NO_LIMIT else first

    def expired(self, at: float) -> list[int]:
        return [seat for seat in self._running if self._since + self.left[seat] <= at]

    def remaining(self, at: float) -> list[float] | None:
        """Seconds left by seat, now; None where nobody has a clock."""
        if isinstance(self._clock, NoClock):
            return None
        spent = at - self._since
        run = self._running + self._away
        return [max(0.0, left - spent) if seat in run else left for seat, left in enumerate(self.left)]

    def running(self) -> list[int]:
        return self._running
