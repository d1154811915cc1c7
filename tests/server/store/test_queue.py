"""The write queue: its order, and the results of its callbacks."""

from __future__ import annotations

from sheepfold.server.store.database import Locked, Unanswered
from sheepfold.server.store.queue import Pending, Queue
from sheepfold.server.store.results import WriteResult
from tests.server.samples import an_append

NOW, LATER = 10.0, 15.0


class RecordingQueue:
    """A queue whose callbacks record their results."""

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


def test_writes_keep_their_order() -> None:
    assert RecordingQueue("bacab", one_per_table=False).batches() == ["b1 a2 c3 a4 b5"]
    assert RecordingQueue("bacab", one_per_table=False).batches(largest=2) == ["b1 a2", "c3 a4", "b5"]


def test_the_second_write_to_a_table_can_be_left_to_the_next_batch() -> None:
    assert RecordingQueue("abaacb", one_per_table=True).batches() == ["a1 b2 c5", "a3 b6", "a4"]


def test_a_failure_fails_later_writes_to_the_same_table() -> None:
    recording = RecordingQueue("ab", one_per_table=True)
    batch, _ = recording.batch()
    for number, table in enumerate("acab", start=3):
        recording.add(table, number)
    error = OSError("the disk is full")
    recording.queue.settle(batch, [error, True], NOW)
    assert recording.notified == [("a1", error), ("b2", True), ("a3", error), ("a5", error)]
    assert recording.batches() == ["c4 b6"]


def test_all_results_are_set_before_the_first_callback() -> None:
    known: list[list[WriteResult | None]] = []

    def notify(_: WriteResult) -> None:
        known.append([pending.result for pending in batch])

    batch = [Pending(an_append(table, 1), notify, LATER) for table in "ab"]
    queue = Queue(one_per_table=False)
    for pending in batch:
        queue.add(pending)
    queue.settle(queue.next_batch(9), [True, False], NOW)
    assert known == [[True, False]] * 2


def test_unanswered_writes_are_retried_first() -> None:
    recording = RecordingQueue("abc", one_per_table=True)
    batch, _ = recording.batch()
    recording.add("a", 4)
    recording.add("d", 5)
    assert recording.queue.settle(batch, [Locked("a"), True, Unanswered("silence")], NOW)
    assert recording.notified == [("b2", True)]
    assert [pending.tried for pending in batch] == [True, False, True]
    assert recording.batches() == ["a1 c3 d5", "a4"]


def test_nothing_is_decided_without_an_answer() -> None:
    recording = RecordingQueue("ab", one_per_table=True)
    batch, _ = recording.batch()
    assert not recording.queue.settle(batch, [Unanswered("silence"), Unanswered("silence")], NOW)
    assert recording.notified == []
    assert recording.batches() == ["a1 b2"]


def test_unanswered_writes_fail_after_their_deadline() -> None:
    recording = RecordingQueue("ab", one_per_table=True)
    batch, _ = recording.batch()
    recording.add("a", 3)
    batch[0].deadline = NOW
    silence = Unanswered("silence")
    assert recording.queue.settle(batch, [silence, Unanswered("silence")], NOW)
    assert recording.notified == [("a1", silence), ("a3", silence)]
    assert recording.batches() == ["b2"]


def test_a_silent_database_fails_waiting_writes_past_their_deadline() -> None:
    for result, failed in ((Unanswered("silence"), ["b2"]), (Locked("a"), [])):
        recording = RecordingQueue("abc", one_per_table=True)
        batch, _ = recording.batch(largest=1)
        for pending in recording.queue._waiting:
            pending.deadline = NOW if pending.table_id == "b" else pending.deadline
        recording.queue.settle(batch, [result], NOW)
        assert [name for name, _ in recording.notified] == failed
