"""The write queue: what waits to be written, and who is notified of the outcome."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from sheepfold.server.store.database import Locked, Unanswered
from sheepfold.server.store.rows import Append, NewTable
from sheepfold.server.store.verdicts import Verdict

logger = logging.getLogger("sheepfold")

Told: TypeAlias = Callable[[Verdict], None]


class Pending:
    """Something to be written. Not a future: those cost more (decision 12)."""

    def __init__(self, new: Append | NewTable, told: Told, until: float) -> None:
        self.new = new
        self.table_id = new.table_id
        self.verdict: Verdict | None = None
        """When it is known; whoever waits is told in a moment."""
        self.tried = False
        """Before, without an answer: it may be there already."""
        self.until = until
        """When a write that gets no answer is not tried again."""
        self._told: Told | None = told

    def tell(self) -> None:
        """Once. A mistake of one who is told must not keep it from the others."""
        told, verdict = self._told, self.verdict
        assert told is not None
        assert verdict is not None, "nobody is told before it is known"
        self._told = None  # whoever is told may know this in turn: they would stay until circles are looked for
        try:
            told(verdict)
        except Exception:
            logger.exception("failed", extra={"table": self.table_id})


class Queue:
    """In the order in which it came; what becomes of something becomes of all behind it at the same table."""

    def __init__(self, *, one_a_table: bool) -> None:
        self._waiting: deque[Pending] = deque()
        self._one_a_table = one_a_table
        """In a batch: where another node may come in between, the others wait until that one is settled."""

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, pending: Pending) -> None:
        self._waiting.append(pending)

    def next_batch(self, largest: int) -> list[Pending]:
        """The longest waiting, each behind those of its table."""
        batch: list[Pending] = []
        later: list[Pending] = []
        chosen: set[str] = set()
        while self._waiting and len(batch) < largest:
            pending = self._waiting.popleft()
            if self._one_a_table and pending.table_id in chosen:
                later.append(pending)
            else:
                chosen.add(pending.table_id)
                batch.append(pending)
        self._waiting.extendleft(reversed(later))
        return batch

    def settle(self, batch: list[Pending], verdicts: list[Verdict], now: float) -> bool:
        """Whether anything is decided; what got no answer waits again, at the front, while there is patience.

        Everybody knows before the first is told, who may go on at once.
        """
        decided: list[Pending] = []
        again: list[Pending] = []
        failed: dict[str, Verdict] = {}
        for pending, verdict in zip(batch, verdicts, strict=True):
            if isinstance(verdict, Unanswered) and now < pending.until:
                pending.tried = True
                again.append(pending)
                continue
            pending.verdict = verdict
            decided.append(pending)
            if verdict is not True:
                failed[pending.table_id] = verdict
        decided += self._fail_followers(failed)
        if again and not any(isinstance(verdict, (bool, Locked)) for verdict in verdicts):
            decided += self._expire(now)
        self._waiting.extendleft(reversed(again))
        for pending in decided:
            pending.tell()
        return bool(decided)

    def _expire(self, now: float) -> list[Pending]:
        """The database does not answer: what has waited for long enough must not wait for an attempt of its own."""
        late = {pending.table_id for pending in self._waiting if pending.until <= now}
        return self._fail_followers({table_id: Unanswered("the database does not answer") for table_id in late})

    def _fail_followers(self, failed: dict[str, Verdict]) -> list[Pending]:
        """What was to come behind an entry that is not there must not come at all: it was meant for another table."""
        if not failed:
            return []
        followers = [pending for pending in self._waiting if pending.table_id in failed]
        self._waiting = deque([pending for pending in self._waiting if pending.table_id not in failed])
        for pending in followers:
            pending.verdict = failed[pending.table_id]
        return followers
