"""Expecting refusals by their ids."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from sheepfold.server.table.refusals import Refused


@contextmanager
def refused(reason: str, **values: str | int) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """Expect the block to be refused for this reason; given values are compared, too."""
    with pytest.raises(Refused) as caught:
        yield caught
    assert caught.value.reason == reason
    assert caught.value.values.items() >= values.items()


def reason_of(answer: dict[str, Any]) -> tuple[str, str]:
    """Return code and reason of a refusal, as a client reads it."""
    return answer["code"], answer["reason"]
