"""The kit notices keys that do not agree with what is known, and with positions."""

from __future__ import annotations

import pytest

from sheepfold.testing import cases_of
from sheepfold.testing.checks.keys import keys_tell_positions_apart
from tests.toys.fingers import Fingers, FingersGame


class KeyContainsTheSecret(Fingers):
    def key(self, seat: int | None) -> int:
        return self.position_key()


class KeyForgetsTheSeat(Fingers):
    def key(self, seat: int | None) -> int:
        return super().key(None)


class KeyIsTooLarge(Fingers):
    def key(self, seat: int | None) -> int:
        return super().key(seat) + (1 << 64)


class KeyCounts(Fingers):
    """Every call gives another key."""

    calls = 0

    def key(self, seat: int | None) -> int:
        KeyCounts.calls += 1
        return KeyCounts.calls


class PositionKeyForgetsTheStake(Fingers):
    def position_key(self) -> int:
        other = self.copy()
        other.doubled = False
        return Fingers.position_key(other)


class PositionKeyIsTheKey(Fingers):
    def position_key(self) -> int:
        return self.key(None)


class PositionKeyIsTheAddress(Fingers):
    def position_key(self) -> int:
        return id(self)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (KeyContainsTheSecret, r"key\(.*\) is -?\d+, but -?\d+ after resample"),
        (KeyForgetsTheSeat, '^key is -?\\d+ for two different contents:\n.*"seat":'),
        (KeyIsTooLarge, r"^key is \d+, not a signed 64-bit number"),
        (KeyCounts, r"^key\(.*\) is \d+, but \d+ after resample|^key is \d+ and \d+ for the same content"),
        (PositionKeyForgetsTheStake, "^position_key is -?\\d+ for two different contents:\n(.*\n)?.*'doubled': True"),
        (PositionKeyIsTheKey, "^position_key is -?\\d+ for two different contents:\n.*'fingers'"),
        (PositionKeyIsTheAddress, "^position_key is \\d+ (and \\d+ for the same|for two different) content"),
    ],
)
def test_a_wrong_key_is_noticed(broken: type[Fingers], message: str) -> None:
    [case] = cases_of(FingersGame(broken))
    with pytest.raises(AssertionError, match=message):
        keys_tell_positions_apart(case)
