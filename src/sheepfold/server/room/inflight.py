"""The commands of one table that are proposed but not committed yet."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, TypeAlias

from sheepfold.server.store.queue import Pending
from sheepfold.server.table.model import FoldedEntry, Proposal
from sheepfold.server.table.table import Table

Propose: TypeAlias = Callable[[Table], Proposal]
Answer: TypeAlias = Callable[[int | Exception], None]
"""Called with the number of the entry that a command has become, or with the reason why it has not."""

ATTEMPTS: Final = 8
"""How often a command that loses a race against another node is proposed."""


def key_of(person: str | None, message: str | None) -> str | None:
    """The key of a person's message. It is one string, since every table remembers all of its messages."""
    return None if person is None or message is None else f"{person} {message}"


class Command:
    """What somebody wants to do. A person's message has an id, by which it is recognised if it comes again."""

    def __init__(self, propose: Propose, answer: Answer, person: str | None, message: str | None) -> None:
        self.propose = propose
        self.answer = answer
        self.person = person
        self.message = message
        self.key = key_of(person, message)
        self.attempts = ATTEMPTS


class Step:
    """A proposed command on its way into the log."""

    def __init__(self, command: Command, proposal: Proposal, at: float) -> None:
        self.command = command
        self.proposal = proposal
        self.at = at
        self.pending: Pending | None = None
        """Its place in the write queue."""
        self.after: Table | None = None
        """The table after this step; made only if something else is proposed before this step is committed."""
        self.happened: FoldedEntry | None = None


class InFlight:
    """The steps of a table in the order of their entries, and the commands that wait for their outcome."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        """By the key of a message: the number of the entry that it has become."""
        self._steps: deque[Step] = deque()
        self._waiting: deque[Command] = deque()
        self._lost: list[Command] = []
        """Commands that have lost a race, to be proposed to the table as it really is."""
        self._held = False
        """Somebody has the table exclusively, or is about to."""
        self._lock = asyncio.Lock()
        self._landed = asyncio.Event()
        """Set when somebody waits for the table exclusively and no step is in flight any more."""

    def __len__(self) -> int:  # the number of steps
        return len(self._steps)

    def is_busy(self) -> bool:
        return self._lock.locked() or bool(self._steps or self._lost or self._waiting)

    # Messages that come again

    def number_of(self, key: str | None) -> int | None:
        """The number of the entry that a message has become."""
        return None if key is None else self._numbers.get(key)

    def remember(self, key: str | None, number: int) -> None:
        if key is not None:
            self._numbers[key] = number

    # Commands

    def must_wait(self, command: Command) -> bool:
        """Whether the command cannot be proposed yet."""
        return bool(self._waiting) or self._is_held() or self._is_decided() or self._is_in_flight(command.key)

    def wait(self, command: Command) -> None:
        self._waiting.append(command)

    def ready(self) -> deque[Command]:
        """The commands that need not wait any longer."""
        if self._steps:
            return deque()
        if self._is_held():
            self._landed.set()
            return deque()
        waiting, self._waiting = self._waiting, deque()
        return waiting

    def _is_held(self) -> bool:
        return self._held or bool(self._lost)

    def _is_decided(self) -> bool:
        """The outcome of all steps is known to the store, and will be known here in a moment.

        Should they have failed, the store would take what is built on them for something new.
        """
        if not self._steps:
            return False
        pending = self._steps[-1].pending
        return pending is not None and pending.result is not None

    def _is_in_flight(self, key: str | None) -> bool:
        if key is not None:
            for step in self._steps:
                if step.command.key == key:
                    return True
        return False

    # Steps

    def ahead(self, table: Table) -> Table:
        """The table as it will be when all steps are committed."""
        for step in self._steps:
            if step.after is None:
                step.after = table.copy()
                step.happened = step.after.apply(step.proposal, step.at)
            table = step.after
        return table

    def begin(self, step: Step) -> None:
        self._steps.append(step)

    def has(self, step: Step) -> bool:
        return step in self._steps

    def land(self, step: Step) -> None:
        """The step is committed."""
        assert self._steps[0] is step, "entries are committed one by one"
        self._steps.popleft()

    def abandon(self) -> list[Command]:
        """Give up all steps: they were proposed to a table that never came to be. Their commands."""
        commands = [step.command for step in self._steps]
        self._steps.clear()
        return commands

    # Lost races

    def lose(self, commands: list[Command]) -> None:
        """Hold everything else until these commands are proposed again."""
        self._lost = commands

    def take_lost(self) -> list[Command]:
        lost, self._lost = self._lost, []
        return lost

    def wait_first(self, commands: list[Command]) -> None:
        """Wait, ahead of all others."""
        self._waiting.extendleft(reversed(commands))

    # Exclusive access

    async def acquire(self) -> None:
        """No step is in flight afterwards, and none begins until `release`."""
        await self._lock.acquire()
        self._held = True
        try:
            while self._steps:
                self._landed.clear()
                await self._landed.wait()
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        self._held = False
        self._lock.release()
