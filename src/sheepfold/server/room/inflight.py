"""The commands of one table that are proposed but not yet committed."""

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
"""Called with the number of the entry that a command has become, or with the error that prevented it."""

ATTEMPTS: Final = 8
"""How often to propose a command that loses races against other nodes."""


def key_of(person: str | None, message: str | None) -> str | None:
    """Return the key of a person's message: one string, since every table remembers all of its messages."""
    return None if person is None or message is None else f"{person} {message}"


class Command:
    """What a client asks for. The id of a person's message identifies it if it is sent again."""

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
        """The table after this step; built only if another command is proposed before this step is committed."""
        self.happened: FoldedEntry | None = None


class InFlight:
    """The steps of a table in the order of their entries, and the commands that wait for their outcome."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        """By the key of a message: the number of the entry that it has become."""
        self._steps: deque[Step] = deque()
        self._deferred: deque[Command] = deque()
        self._lost: list[Command] = []
        """Commands that have lost a race, to be proposed again to the current table."""
        self._held = False
        """Whether a caller has the table exclusively, or waits for it."""
        self._lock = asyncio.Lock()
        self._drained = asyncio.Event()
        """Set when no step is in flight and a caller waits for exclusive access."""

    def __len__(self) -> int:  # the number of steps
        return len(self._steps)

    def is_busy(self) -> bool:
        return self._lock.locked() or bool(self._steps or self._lost or self._deferred)

    # Messages sent again

    def number_of(self, key: str | None) -> int | None:
        """Return the number of the entry that a message has become."""
        return None if key is None else self._numbers.get(key)

    def remember(self, key: str | None, number: int) -> None:
        if key is not None:
            self._numbers[key] = number

    # Commands

    def must_wait(self, command: Command) -> bool:
        """Whether the command cannot be proposed yet."""
        return bool(self._deferred) or self._is_held() or self._is_decided() or self._is_in_flight(command.key)

    def wait(self, command: Command) -> None:
        self._deferred.append(command)

    def ready(self) -> deque[Command]:
        """Return the commands that no longer need to wait."""
        if self._steps:
            return deque()
        if self._is_held():
            self._drained.set()
            return deque()
        waiting, self._deferred = self._deferred, deque()
        return waiting

    def _is_held(self) -> bool:
        return self._held or bool(self._lost)

    def _is_decided(self) -> bool:
        """Whether the store has decided on all steps, though this table has yet to be notified.

        If they failed, the store would mistake an entry built on them for a new one.
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
        """Return the table as it will be when all steps are committed."""
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

    def complete(self, step: Step) -> None:
        """Remove a step that is committed."""
        assert self._steps[0] is step, "entries are committed one by one"
        self._steps.popleft()

    def abandon(self) -> list[Command]:
        """Drop all steps, since the table they were proposed to will never exist. Return their commands."""
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
        """Defer commands, ahead of all others."""
        self._deferred.extendleft(reversed(commands))

    # Exclusive access

    async def acquire(self) -> None:
        """Wait until no step is in flight. None begins until `release`."""
        await self._lock.acquire()
        self._held = True
        try:
            while self._steps:
                self._drained.clear()
                await self._drained.wait()
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        self._held = False
        self._lock.release()
