"""What waits to be written: in which order it is, and what is told."""

from __future__ import annotations

from sheepfold.server.store.database import Locked, Unanswered
from sheepfold.server.store.queue import Pending, Queue
from sheepfold.server.store.results import WriteResult
from tests.server.samples import an_append

NOW, LATER = 10.0, 15.0


class Line:
    """A queue, and what was told to whom."""

    def __init__(self, tables: str, *, one_per_table: bool) -> None:
        self.notified: list[tuple[str, WriteResult]] = []
        self.queue = Queue(one_per_table=one_per_table)
        for number, table in enumerate(tables, start=1):
            self.add(table, number)

    def add(self, table: str, number: int) -> None:
        def notify(result: WriteResult) -> None:
            self.notified.append((f"{table}{number}", result))

        self.queue.add(Pending(an_append(table, number), notify, LATER))

    def batch(self, largest: int = 9) -> tuple[list[Pending], str]:
        batch = self.queue.next_batch(largest)
        return batch, " ".join(f"{pending.table_id}{pending.new.number}" for pending in batch)  # type: ignore[union-attr]

    def batches(self, largest: int = 9) -> list[str]:
        found: list[str] = []
        while len(self.queue):
            found.append(self.batch(largest)[1])
        return found


def test_who_comes_first_is_written_first() -> None:
    assert Line("bacab", one_per_table=False).batches() == ["b1 a2 c3 a4 b5"]
    assert Line("bacab", one_per_table=False).batches(largest=2) == ["b1 a2", "c3 a4", "b5"]


def test_where_it_is_one_a_table_the_next_of_a_table_waits_for_the_next_batch() -> None:
    assert Line("abaacb", one_per_table=True).batches() == ["a1 b2 c5", "a3 b6", "a4"]


def test_what_is_behind_something_that_failed_fails_as_it_did_and_the_rest_waits_on() -> None:
    line = Line("ab", one_per_table=True)
    batch, _ = line.batch()
    for number, table in enumerate("acab", start=3):
        line.add(table, number)
    error = OSError("the disk is full")
    line.queue.settle(batch, [error, True], NOW)
    assert line.notified == [("a1", error), ("b2", True), ("a3", error), ("a5", error)]
    assert line.batches() == ["c4 b6"]


def test_all_is_known_before_the_first_is_told() -> None:
    known: list[list[WriteResult | None]] = []

    def notify(_: WriteResult) -> None:
        known.append([pending.result for pending in batch])

    batch = [Pending(an_append(table, 1), notify, LATER) for table in "ab"]
    queue = Queue(one_per_table=False)
    for pending in batch:
        queue.add(pending)
    queue.settle(queue.next_batch(9), [True, False], NOW)
    assert known == [[True, False]] * 2


def test_what_has_no_answer_is_tried_again_before_what_is_behind_it() -> None:
    line = Line("abc", one_per_table=True)
    batch, _ = line.batch()
    line.add("a", 4)
    line.add("d", 5)
    assert line.queue.settle(batch, [Locked("a"), True, Unanswered("silence")], NOW)
    assert line.notified == [("b2", True)]
    assert [pending.tried for pending in batch] == [True, False, True]
    assert line.batches() == ["a1 c3 d5", "a4"]


def test_when_nothing_has_an_answer_nothing_is_decided() -> None:
    line = Line("ab", one_per_table=True)
    batch, _ = line.batch()
    assert not line.queue.settle(batch, [Unanswered("silence"), Unanswered("silence")], NOW)
    assert line.notified == []
    assert line.batches() == ["a1 b2"]


def test_what_has_had_no_answer_for_too_long_fails_with_all_that_is_behind_it() -> None:
    line = Line("ab", one_per_table=True)
    batch, _ = line.batch()
    line.add("a", 3)
    batch[0].deadline = NOW
    silence = Unanswered("silence")
    assert line.queue.settle(batch, [silence, Unanswered("silence")], NOW)
    assert line.notified == [("a1", silence), ("a3", silence)]
    assert line.batches() == ["b2"]


def test_when_the_database_is_silent_what_has_waited_for_too_long_needs_no_attempt_of_its_own() -> None:
    for result, failed in ((Unanswered("silence"), ["b2"]), (Locked("a"), [])):
        line = Line("abc", one_per_table=True)
        batch, _ = line.batch(largest=1)
        for pending in line.queue._waiting:
            pending.deadline = NOW if pending.table_id == "b" else pending.deadline
        line.queue.settle(batch, [result], NOW)
        assert [name for name, _ in line.notified] == failed
