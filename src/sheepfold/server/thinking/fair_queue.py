"""A fair queue: a client that asks for much delays only itself."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """A queue that alternates between the first names of all paths, within each between the second names, and so on."""

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
        """Remove and return the next item; the queue must not be empty."""
        self._count -= 1
        if self._items:
            return self._items.popleft()
        name, branch = self._branches.popitem(last=False)
        item = branch.next()
        if branch:
            self._branches[name] = branch
        return item
