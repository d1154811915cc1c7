"""Appending: entries are written in order, once, together with everything that belongs to them."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest

from sheepfold.server.store import writer
from sheepfold.server.store.database import Locked, NotStored
from sheepfold.server.store.results import OutOfOrder, WriteResult
from sheepfold.server.store.rows import Append, Entry, NewTable
from sheepfold.server.store.store import Store
from sheepfold.server.store.writer import Writer
from tests.server.samples import a_person, a_table, an_append, appended, in_a_loop


@in_a_loop
async def test_an_append_updates_only_its_table(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_person(a_person("dolly"))
        await store.add_table(a_table("meadow"))
        await store.add_table(a_table("hill"))
        assert await appended(store, an_append("meadow", 1, due=7.5, members=("dolly",)))
        changed = {"status": "running", "changed": 1.0, "due": 7.5, "version": 1}
        assert await store.table("meadow") == msgspec.structs.replace(a_table("meadow"), **changed)
        assert await appended(store, an_append("meadow", 2, status="over"))
        changed = {"status": "over", "changed": 2.0, "due": None, "version": 2}
        assert await store.table("meadow") == msgspec.structs.replace(a_table("meadow"), **changed)
        assert [table.id for table in await store.tables_of("dolly", 9)] == ["meadow"]
        assert await store.table("hill") == a_table("hill")


@in_a_loop
async def test_joining_a_table_twice_makes_one_membership(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_person(a_person("dolly"))
        await store.add_table(a_table("meadow"))
        for number in (1, 2):
            assert await appended(store, an_append("meadow", number, members=("dolly",)))
        assert [table.id for table in await store.tables_of("dolly", 9)] == ["meadow"]


@in_a_loop
async def test_a_lost_race_changes_nothing(url: str) -> None:
    async with await Store.open(url) as one, await Store.open(url) as two:
        await one.add_person(a_person("dolly"))
        await one.add_table(a_table("meadow"))
        assert await appended(one, an_append("meadow", 1, b"first"))
        late = an_append("meadow", 1, b"second", "over", due=9.0, person_id="dolly", message_id="m", members=("dolly",))
        before = await one.table("meadow")
        assert not await appended(two, late)
        assert await one.table("meadow") == before
        assert [entry.body for entry in await one.entries("meadow")] == [b"first"]
        assert await one.tables_of("dolly", 9) == []


@in_a_loop
async def test_a_race_lost_to_an_open_transaction_changes_nothing(postgres_url: str) -> None:
    """Both nodes have found the number free. Meanwhile the rest of the loser's batch is written."""
    async with await Store.open(postgres_url) as one, await Store.open(postgres_url) as two:
        await one.add_person(a_person("dolly"))
        for name in ("meadow", "hill"):
            await one.add_table(a_table(name))
        async with one.database.writing() as connection:
            assert await writer.write(connection, [an_append("meadow", 1, b"first", due=5.0)]) == [True]
            late = appended(two, an_append("meadow", 1, b"second", "over", due=9.0, members=("dolly",)))
            assert await appended(two, an_append("hill", 1))
            assert not late.done()
        assert await late is False
        changed = {"status": "running", "changed": 1.0, "due": 5.0, "version": 1}
        assert await one.table("meadow") == msgspec.structs.replace(a_table("meadow"), **changed)
        assert [entry.body for entry in await one.entries("meadow")] == [b"first"]
        assert await one.tables_of("dolly", 9) == []


@in_a_loop
async def test_nodes_do_not_deadlock_on_each_others_tables(postgres_url: str) -> None:
    async with await Store.open(postgres_url) as one, await Store.open(postgres_url) as two:
        for name in ("meadow", "hill"):
            await one.add_table(a_table(name))
        async with one.database.writing() as first, two.database.writing() as second:
            assert await writer.write(first, [an_append("meadow", 1)]) == [True]
            assert await writer.write(second, [an_append("hill", 1)]) == [True]
            for connection, name in ((first, "hill"), (second, "meadow")):
                [result] = await writer.write(connection, [an_append(name, 1)])
                assert isinstance(result, Locked)


@in_a_loop
async def test_the_first_of_two_appends_with_the_same_number_wins(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_table(a_table("meadow"))
        await store.add_table(a_table("hill"))
        both = [an_append("meadow", 1, b"first"), an_append("meadow", 1, b"second"), an_append("hill", 1)]
        assert await asyncio.gather(*[appended(store, append) for append in both]) == [True, False, True]
        assert [entry.body for entry in await store.entries("meadow")] == [b"first"]


@in_a_loop
async def test_entries_may_be_appended_before_the_previous_one_is_committed(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_table(a_table("meadow"))
        won = await asyncio.gather(*[appended(store, an_append("meadow", number)) for number in range(1, 6)])
        assert won == [True] * 5
        assert [entry.number for entry in await store.entries("meadow")] == [1, 2, 3, 4, 5]


@in_a_loop
async def test_a_number_that_is_not_next_is_out_of_order(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_table(a_table("meadow"))
        await store.add_table(a_table("hill"))
        appends = [an_append("meadow", 2), an_append("nowhere", 1), an_append("hill", 1)]
        gap, unknown, fine = await asyncio.gather(
            *(appended(store, append) for append in appends), return_exceptions=True
        )
        assert isinstance(gap, OutOfOrder)
        assert isinstance(unknown, OutOfOrder)
        assert fine is True
        assert await store.entries("meadow") == []


async def play(store: Store, table_id: str, count: int) -> None:
    for number in range(1, count + 1):
        assert await appended(store, an_append(table_id, number, b"%s %d" % (table_id.encode(), number)))


@in_a_loop
async def test_many_tables_can_be_written_at_once(url: str) -> None:
    names = [f"table {number}" for number in range(50)]
    async with await Store.open(url) as store:
        for name in names:
            await store.add_table(a_table(name))
        await asyncio.gather(*[play(store, name, 40) for name in names])
        for name in names:
            bodies = [b"%s %d" % (name.encode(), number) for number in range(1, 41)]
            assert [entry.body for entry in await store.entries(name)] == bodies
            table = await store.table(name)
            assert table is not None
            assert table.version == 40


async def compete(store: Store, who: bytes, names: list[str], count: int) -> list[tuple[str, int]]:
    """Append to random tables until all are full; return the appends that succeeded."""
    won = []
    rng = random.Random(who)
    unfinished = list(names)
    while unfinished:
        name = rng.choice(unfinished)
        table = await store.table(name)
        assert table is not None
        if table.version == count:
            unfinished.remove(name)
        elif await appended(store, an_append(name, table.version + 1, who)):
            won.append((name, table.version + 1))
    return won


@in_a_loop
async def test_competing_nodes_never_write_the_same_number(url: str) -> None:
    names = [f"table {number}" for number in range(4)]
    async with await Store.open(url) as one, await Store.open(url) as two:
        for name in names:
            await one.add_table(a_table(name))
        runners = [(store, b"%d" % number) for number, store in enumerate([one, two] * 4)]
        won = await asyncio.gather(*[compete(store, who, names, 25) for store, who in runners])
        assert sorted(place for mine in won for place in mine) == [
            (name, number) for name in names for number in range(1, 26)
        ]
        for (_, who), mine in zip(runners, won, strict=True):
            for name, number in mine:
                assert (await one.entries(name, after=number - 1))[0].body == who


@in_a_loop
async def test_a_failed_batch_acknowledges_nothing(url: str) -> None:
    async with await Store.open(url) as store:
        for name in ("meadow", "hill"):
            await store.add_table(a_table(name))
        good = an_append("meadow", 1)
        bad = an_append("hill", 1, members=("unknown",))  # there is no such person
        answers = await asyncio.gather(appended(store, good), appended(store, bad), return_exceptions=True)
        assert [type(answer) for answer in answers] == [NotStored, NotStored]
        assert await store.entries("meadow") == []
        assert await store.table("meadow") == a_table("meadow")
        assert await appended(store, good)


@in_a_loop
async def test_every_node_reads_the_message_of_an_entry(url: str) -> None:
    async with await Store.open(url) as one, await Store.open(url) as two:
        table = msgspec.structs.replace(a_table("meadow"), version=1)
        await one.add_table(table, [Entry(1, b"first", 1.0, "shaun", "l")])
        assert await appended(one, an_append("meadow", 2, b"hers", person_id="dolly", message_id="m"))
        assert await appended(one, an_append("meadow", 3, b"a bot's"))
        assert await two.entries("meadow") == [
            Entry(1, b"first", 1.0, "shaun", "l"),
            Entry(2, b"hers", 2.0, "dolly", "m"),
            Entry(3, b"a bot's", 3.0),
        ]


@in_a_loop
async def test_waiting_appends_share_a_transaction(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []
    write = Writer._write

    async def counted(self: Writer, batch: list[Append | NewTable]) -> list[WriteResult]:
        sizes.append(len(batch))
        return await write(self, batch)

    monkeypatch.setattr(Writer, "_write", counted)
    monkeypatch.setattr(writer, "LARGEST_BATCH", 8)
    async with await Store.open(url) as store:
        for number in range(20):
            await store.add_table(a_table(f"table {number}"))
        sizes.clear()
        await asyncio.gather(*[appended(store, an_append(f"table {number}", 1)) for number in range(20)])
        assert sizes == [8, 8, 4]
        sizes.clear()
        following = [appended(store, an_append("table 0", 2))]
        for number in range(1, 4):
            await asyncio.sleep(0)
            following.append(appended(store, an_append(f"table {number}", 2)))
        await asyncio.gather(*following)
        assert sizes == [4], "writes of the next event loop iterations join the batch"


@in_a_loop
async def test_appends_to_a_full_queue_are_refused_at_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "LONGEST_QUEUE", 3)
    async with await Store.open(url) as store:
        for number in range(5):
            await store.add_table(a_table(f"table {number}"))
        appends = [appended(store, an_append(f"table {number}", 1)) for number in range(5)]
        answers = await asyncio.gather(*appends, return_exceptions=True)
        assert answers[:3] == [True] * 3
        assert [type(answer) for answer in answers[3:]] == [NotStored] * 2
        assert await appended(store, an_append("table 4", 1))


@in_a_loop
async def test_a_refused_append_notifies_its_callback_only_later(url: str) -> None:
    store = await Store.open(url)
    await store.close()
    notified: list[WriteResult] = []
    pending = store.append(an_append("meadow", 1), notified.append)
    assert isinstance(pending.result, NotStored)
    assert notified == []
    await asyncio.sleep(0)
    assert notified == [pending.result]


@in_a_loop
async def test_each_append_of_a_failed_batch_gets_its_own_error(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Because raising an error adds to its traceback."""

    async def fail(_writer: Writer, _batch: list[Append | NewTable]) -> list[WriteResult]:
        raise OSError("the disk is full")

    monkeypatch.setattr(Writer, "_write", fail)
    async with await Store.open(url) as store:
        both = [appended(store, an_append(name, 1)) for name in ("meadow", "hill")]
        one, other = await asyncio.gather(*both, return_exceptions=True)
    assert isinstance(one, NotStored)
    assert isinstance(other, NotStored)
    assert one is not other
    assert str(one) == str(other) == "the disk is full"


@in_a_loop
async def test_appends_that_follow_a_lost_race_are_lost_as_well(url: str) -> None:
    """Even if their number is next: they build on an entry that was not written."""
    async with await Store.open(url) as one, await Store.open(url) as two:
        for name in ("meadow", "hill"):
            await one.add_table(a_table(name))
        assert await appended(two, an_append("meadow", 1, b"theirs"))
        ours = [appended(one, an_append("meadow", number, b"ours")) for number in (1, 2, 3)]
        assert await asyncio.gather(*ours, appended(one, an_append("hill", 1))) == [False, False, False, True]
        assert [entry.body for entry in await one.entries("meadow")] == [b"theirs"]
        assert await appended(one, an_append("meadow", 2))


@in_a_loop
async def test_closing_writes_all_queued_appends(url: str) -> None:
    store = await Store.open(url)
    await store.add_table(a_table("meadow"))
    appends = [appended(store, an_append("meadow", number)) for number in range(1, 6)]
    await store.close()
    assert [append.result() for append in appends] == [True] * 5
    with pytest.raises(NotStored):
        await appended(store, an_append("meadow", 6))


@in_a_loop
async def test_a_cancelled_append_does_not_block_the_next(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_table(a_table("meadow"))
        cancelled = appended(store, an_append("meadow", 1))
        await asyncio.sleep(0)
        cancelled.cancel()
        # It is written all the same.
        assert await appended(store, an_append("meadow", 2))
        assert cancelled.cancelled()
