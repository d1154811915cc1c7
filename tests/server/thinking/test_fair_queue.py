"""The fair queue."""

from __future__ import annotations

from sheepfold.server.thinking.fair_queue import FairQueue


def drained(queue: FairQueue[str]) -> list[str]:
    return [queue.next() for _ in range(len(queue))]


def test_items_of_one_path_keep_their_order() -> None:
    queue: FairQueue[str] = FairQueue()
    for item in "abc":
        queue.add(("there", "ada"), item)
    assert drained(queue) == ["a", "b", "c"]
    assert not queue


def test_names_alternate_at_every_level() -> None:
    queue: FairQueue[str] = FairQueue()
    for path, item in (("ax", "1"), ("ax", "2"), ("ay", "3"), ("ax", "4"), ("bx", "5"), ("bx", "6"), ("bx", "7")):
        queue.add(path, item)
    assert drained(queue) == ["1", "5", "3", "6", "2", "7", "4"]


def test_a_long_queue_under_another_name_delays_a_client_by_one_item() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(1000):
        queue.add(("crowd", str(number)), "crowd")
    queue.add(("bystander",), "bystander")
    seen: list[str] = []
    for _ in range(10):
        seen.append(queue.next())
        if seen[-1] == "bystander":
            queue.add(("bystander",), "bystander")
    assert seen == ["crowd", "bystander"] * 5
