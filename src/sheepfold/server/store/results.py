"""The results of writes."""

from __future__ import annotations

from typing import TypeAlias

from sheepfold.server.store.rows import Append


class OutOfOrder(Exception):
    """The table does not exist, or the number is beyond its next entry: a bug in the caller, not a lost race."""


WriteResult: TypeAlias = bool | Exception
"""True if committed, False if another writer was first, otherwise the error. Unanswered is worth another attempt."""


def check_append(append: Append, version: int | None) -> WriteResult:
    """Return the result of appending to a table at this version; None if there is no such table."""
    if version is None:
        return OutOfOrder(f"there is no table {append.table_id}")
    if append.number > version + 1:
        return OutOfOrder(f"table {append.table_id} is at {version}: {append.number} is not next")
    return append.number == version + 1
