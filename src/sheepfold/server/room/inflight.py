"""What is under way at one table: proposed, but not committed yet."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, TypeAlias

from sheepfold.server.store.queue import Pending
from sheepfold.server.table.model import Happened, Proposal
from sheepfold.server.table.table import Table

Propose: TypeAlias = Callable[[Table], Proposal]
Answer: TypeAlias = Callable[[int | Exception], None]
"""Told what became of a wish: the number of its entry, or why there is none."""

ATTEMPTS: Final = 8
"""How often a lost race is run again."""


def key_of(person: str | None, message: str | None) -> str | None:
    """What a person's message is known by. One text, since every table remembers all that were sent."""
    return None if person is None or message is None else f"{person} {message}"


class Wish:
    """What somebody wants to do. A person's message has an id, by which it is known if it comes again."""

    def __init__(self, propose: Propose, answer: Answer, person: str | None, message: str | None) -> None:
        self.propose = propose
        self.answer = answer
        self.person = person
        self.message = message
        self.key = key_of(person, message)
        self.attempts = ATTEMPTS


class Step:
    """A wish on its way into the log."""

    def __init__(self, wish: Wish, proposal: Proposal, at: float) -> None:
        self.wish = wish
        self.proposal = proposal
        self.at = at
        self.pending: Pending | None = None
        """What the store has of it."""
        self.after: Table | None = None
        """The table behind this step; made only if something else is proposed before this step is committed."""
        self.happened: Happened | None = None


class Progress:
    """The steps of a table that are being committed, in order, and the wishes that wait until it is known how."""

    def __init__(self) -> None:
        self.sent: dict[str, int] = {}
        """Of each message that has become an entry, by its key: the number of the entry."""
        self.steps: deque[Step] = deque()
        self.waiting: deque[Wish] = deque()
        self.lost: list[Wish] = []
        """What has lost a race and is to be proposed anew, to the table as it really is."""
        self.held = False
        """Somebody is alone with the table, or is about to be."""

    def remember(self, key: str | None, number: int) -> None:
        if key is not None:
            self.sent[key] = number

    def is_under_way(self, key: str | None) -> bool:
        """Whether that message is about to become an entry."""
        if key is not None:
            for step in self.steps:
                if step.wish.key == key:
                    return True
        return False

    def is_held(self) -> bool:
        """Nothing new is to begin."""
        return self.held or bool(self.lost)

    def is_busy(self) -> bool:
        return bool(self.steps or self.lost or self.waiting)

    def is_decided(self) -> bool:
        """What becomes of all steps is known to the store, and will be known here in a moment.

        Should they have failed, the store would take what is built upon them for something new.
        """
        if not self.steps:
            return False
        pending = self.steps[-1].pending
        return pending is not None and pending.verdict is not None

    def ahead(self, table: Table) -> Table:
        """The table as it will be when all steps are committed."""
        for step in self.steps:
            if step.after is None:
                step.after = table.copy()
                step.happened = step.after.take(step.proposal, step.at)
            table = step.after
        return table
