"""Packed legal actions: long lists that a game shares are packed once and never confused."""

from __future__ import annotations

from sheepfold.core.action import Action
from sheepfold.games.schafe_schubsen.actions import lays_of
from sheepfold.server.wire.choices import LONG, MOST_LISTS, pack, pack_actions, unpack


def lays(prefix: str, count: int) -> list[Action]:
    return [Action(f"{prefix} {number}") for number in range(count)]


def test_a_shared_list_is_packed_once() -> None:
    every_card = lays_of(0b1111111111)
    assert pack_actions(every_card) is pack_actions(every_card)
    assert unpack(pack_actions(every_card)) == [lay.text for lay in every_card]


def test_lists_at_a_reused_address_are_not_confused() -> None:
    for number in range(MOST_LISTS + 10):  # a new list often reuses the memory of an old one
        legal = lays(f"lay{number}", LONG + number % 2)
        assert unpack(pack_actions(legal)) == [action.text for action in legal]


def test_the_shared_prefix_is_limited_to_one_digit() -> None:
    texts = ["a" * 34, "a" * 35, "a" * 36, "a" * 37, "b", "b", "a"]
    assert pack(texts) == f"0{'a' * 34}|ya|za|zaa|0b|1|0a"
    assert unpack(pack(texts)) == texts


def test_short_lists_are_not_cached() -> None:
    legal = lays("lay", LONG - 1)
    assert pack_actions(legal) is not pack_actions(legal)
    assert pack_actions([]) == ""
