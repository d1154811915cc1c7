"""A fair queue: whoever asks for much waits for themselves, and not before everybody else."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Takes turns between the first names of all paths, within each of them between the second names, and so on."""

    def __init__(self) -> None:
        self._branches: OrderedDict[str, FairQueue[Item]] = OrderedDict()
        self._items: deque[Item] = deque()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, path: Sequence[str], item: Item) -> None:
        self._count += 1
        if path:
            self._branches.setdefault(path[0], FairQueue()).add(path[1:], item)
        else:
            self._items.append(item)

    def next(self) -> Item:
        """The item whose turn it is; the queue must not be empty."""
        self._count -= 1
        if self._items:
            return self._items.popleft()
        name, branch = self._branches.popitem(last=False)
        item = branch.next()
        if branch:
            self._branches[name] = branch
        return item
