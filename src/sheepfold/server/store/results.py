"""What becomes of an append."""

from __future__ import annotations

from typing import TypeAlias

from sheepfold.server.store.rows import Append


class OutOfOrder(Exception):
    """A table that is not there, or a number beyond its next entry: a mistake of the caller, not a lost race."""


WriteResult: TypeAlias = bool | Exception
"""Whether it is committed; False is a lost race. What is Unanswered is worth another attempt."""


def check_append(append: Append, version: int | None) -> WriteResult:
    if version is None:
        return OutOfOrder(f"there is no table {append.table_id}")
    if append.number > version + 1:
        return OutOfOrder(f"table {append.table_id} is at {version}: {append.number} is not next")
    return append.number == version + 1
