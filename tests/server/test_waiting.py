"""What waits to be written: in which order it is, and what is told."""

from __future__ import annotations

from sheepfold.server.verdicts import Verdict
from sheepfold.server.waiting import Pending, Queue
from tests.server.samples import an_append


class Line:
    """A queue, and what was told to whom."""

    def __init__(self, tables: str, *, one_a_table: bool) -> None:
        self.told: list[tuple[str, Verdict]] = []
        self.queue = Queue(one_a_table=one_a_table)
        for number, table in enumerate(tables, start=1):
            self.add(table, number)

    def add(self, table: str, number: int) -> None:
        def tell(verdict: Verdict) -> None:
            self.told.append((f"{table}{number}", verdict))

        self.queue.add(Pending(an_append(table, number), tell))

    def batch(self, largest: int = 9) -> tuple[list[Pending], str]:
        batch = self.queue.next_batch(largest)
        return batch, " ".join(f"{pending.table_id}{pending.new.number}" for pending in batch)  # type: ignore[union-attr]

    def batches(self, largest: int = 9) -> list[str]:
        found: list[str] = []
        while len(self.queue):
            found.append(self.batch(largest)[1])
        return found


def test_who_comes_first_is_written_first() -> None:
    assert Line("bacab", one_a_table=False).batches() == ["b1 a2 c3 a4 b5"]
    assert Line("bacab", one_a_table=False).batches(largest=2) == ["b1 a2", "c3 a4", "b5"]


def test_where_it_is_one_a_table_the_next_of_a_table_waits_for_the_next_batch() -> None:
    assert Line("abaacb", one_a_table=True).batches() == ["a1 b2 c5", "a3 b6", "a4"]


def test_all_nodes_write_to_tables_in_the_same_order() -> None:
    """Else two of them could wait for each other: each has locked what the other needs."""
    assert Line("cab", one_a_table=True).batches() == ["a2 b3 c1"]
    assert Line("bca", one_a_table=True).batches() == ["a3 b1 c2"]


def test_what_is_behind_something_that_failed_fails_as_it_did_and_the_rest_waits_on() -> None:
    line = Line("ab", one_a_table=True)
    batch, _ = line.batch()
    for number, table in enumerate("acab", start=3):
        line.add(table, number)
    error = OSError("the disk is full")
    line.queue.settle(batch, [error, True])
    assert line.told == [("a1", error), ("b2", True), ("a3", error), ("a5", error)]
    assert line.batches() == ["b6 c4"]


def test_all_is_known_before_the_first_is_told() -> None:
    known: list[list[Verdict | None]] = []
    batch = [Pending(an_append(table, 1), lambda _: known.append([one.verdict for one in batch])) for table in "ab"]
    queue = Queue(one_a_table=False)
    for pending in batch:
        queue.add(pending)
    queue.settle(queue.next_batch(9), [True, False])
    assert known == [[True, False]] * 2
