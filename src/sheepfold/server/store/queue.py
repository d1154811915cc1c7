"""The write queue: appends and new tables waiting for a transaction, and their callbacks."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from sheepfold.server.store.database import Locked, Unanswered
from sheepfold.server.store.results import WriteResult
from sheepfold.server.store.rows import Append, NewTable

logger = logging.getLogger("sheepfold")

OnResult: TypeAlias = Callable[[WriteResult], None]


class Pending:
    """A write that is waiting for its result. It is not a future, because those cost more (decision 12)."""

    def __init__(self, new: Append | NewTable, on_result: OnResult, deadline: float) -> None:
        self.new = new
        self.table_id = new.table_id
        self.result: WriteResult | None = None
        """Set as soon as it is known, shortly before the callback is notified."""
        self.tried = False
        """Whether an earlier attempt got no answer, so the row may already be in the database."""
        self.deadline = deadline
        """When to stop retrying a write that gets no answer."""
        self._on_result: OnResult | None = on_result

    def notify(self) -> None:
        """Call the callback, once. An exception in it is logged, so that the other callbacks are still called."""
        on_result, result = self._on_result, self.result
        assert on_result is not None, "a write is settled once"
        assert result is not None, "the result is known"
        self._on_result = None  # the callback may refer to this object: break the reference cycle
        try:
            on_result(result)
        except Exception:
            logger.exception("failed", extra={"table": self.table_id})


class Queue:
    """Writes in order of arrival. When a write fails, all later writes to its table fail with it."""

    def __init__(self, *, one_per_table: bool) -> None:
        self._waiting: deque[Pending] = deque()
        self._one_per_table = one_per_table
        """Limit a batch to one write per table. Another node may write in between, so later ones wait."""

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, pending: Pending) -> None:
        self._waiting.append(pending)

    def next_batch(self, largest: int) -> list[Pending]:
        """Remove and return the oldest writes, keeping the order within each table."""
        batch: list[Pending] = []
        later: list[Pending] = []
        chosen: set[str] = set()
        while self._waiting and len(batch) < largest:
            pending = self._waiting.popleft()
            if self._one_per_table and pending.table_id in chosen:
                later.append(pending)
            else:
                chosen.add(pending.table_id)
                batch.append(pending)
        self._waiting.extendleft(reversed(later))
        return batch

    def settle(self, batch: list[Pending], results: list[WriteResult], now: float) -> bool:
        """Notify every write that is decided, and return whether any is.

        A write without an answer returns to the front of the queue until its deadline. All results are set before the
        first callback runs, because a callback may propose the next entry at once.
        """
        decided: list[Pending] = []
        again: list[Pending] = []
        failed: dict[str, WriteResult] = {}
        for pending, result in zip(batch, results, strict=True):
            if isinstance(result, Unanswered) and now < pending.deadline:
                pending.tried = True
                again.append(pending)
                continue
            pending.result = result
            decided.append(pending)
            if result is not True:
                failed[pending.table_id] = result
        decided += self._fail_followers(failed)
        if again and not any(isinstance(result, (bool, Locked)) for result in results):
            decided += self._expire(now)
        self._waiting.extendleft(reversed(again))
        for pending in decided:
            pending.notify()
        return bool(decided)

    def _expire(self, now: float) -> list[Pending]:
        """Fail waiting writes past their deadline without an attempt: the database does not answer."""
        late = {pending.table_id for pending in self._waiting if pending.deadline <= now}
        return self._fail_followers({table_id: Unanswered("the database does not answer") for table_id in late})

    def _fail_followers(self, failed: dict[str, WriteResult]) -> list[Pending]:
        """Fail all waiting writes to these tables: they build on an entry that was not written."""
        if not failed:
            return []
        followers = [pending for pending in self._waiting if pending.table_id in failed]
        self._waiting = deque([pending for pending in self._waiting if pending.table_id not in failed])
        for pending in followers:
            pending.result = failed[pending.table_id]
        return followers
