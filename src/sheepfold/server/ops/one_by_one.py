"""Requests that must not overlap: each has its turn until its task ends."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class OneByOne:
    """Tasks with the same key wait for each other; a task may ask for its turn again."""

    def __init__(self) -> None:
        self._turns: WeakValueDictionary[str, _Turn] = WeakValueDictionary()

    async def wait(self, key: str) -> None:
        task = asyncio.current_task()
        assert task is not None
        turn = self._turns.get(key)
        if turn is None:
            turn = self._turns[key] = _Turn()
        if turn.task is not task:
            await turn.lock.acquire()
            turn.task = task
            task.add_done_callback(turn.end)


class _Turn:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.task: asyncio.Task[object] | None = None

    def end(self, _task: asyncio.Task[object]) -> None:
        self.task = None
        self.lock.release()
