"""Locks for requests that must not overlap: each is held until the task that acquired it ends."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class TaskLocks:
    """One lock per key. A task that holds a lock may acquire it again."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, _TaskLock] = WeakValueDictionary()

    async def acquire(self, key: str) -> None:
        task = asyncio.current_task()
        assert task is not None
        task_lock = self._locks.get(key)
        if task_lock is None:
            task_lock = self._locks[key] = _TaskLock()
        if task_lock.task is not task:
            await task_lock.lock.acquire()
            task_lock.task = task
            task.add_done_callback(task_lock.release)


class _TaskLock:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.task: asyncio.Task[object] | None = None

    def release(self, _task: asyncio.Task[object]) -> None:
        self.task = None
        self.lock.release()
