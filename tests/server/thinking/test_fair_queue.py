"""The fair queue."""

from __future__ import annotations

from sheepfold.server.thinking.fair_queue import FairQueue


def drained(turns: FairQueue[str]) -> list[str]:
    return [turns.next() for _ in range(len(turns))]


def test_what_comes_on_one_path_comes_in_order() -> None:
    turns: FairQueue[str] = FairQueue()
    for item in "abc":
        turns.add(("there", "ada"), item)
    assert drained(turns) == ["a", "b", "c"]
    assert not turns


def test_names_take_turns_at_every_level() -> None:
    turns: FairQueue[str] = FairQueue()
    for path, item in (("ax", "1"), ("ax", "2"), ("ay", "3"), ("ax", "4"), ("bx", "5"), ("bx", "6"), ("bx", "7")):
        turns.add(path, item)
    assert drained(turns) == ["1", "5", "3", "6", "2", "7", "4"]


def test_who_comes_again_and_again_gets_every_other_turn_whatever_others_have_asked_for() -> None:
    turns: FairQueue[str] = FairQueue()
    for number in range(1000):
        turns.add(("crowd", str(number)), "crowd")
    turns.add(("bystander",), "bystander")
    seen: list[str] = []
    for _ in range(10):
        seen.append(turns.next())
        if seen[-1] == "bystander":
            turns.add(("bystander",), "bystander")
    assert seen == ["crowd", "bystander"] * 5
