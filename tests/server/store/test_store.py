"""People, tables, membership, snapshots and chat."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from sheepfold.server.store import schema
from sheepfold.server.store.database import NotStored
from sheepfold.server.store.results import OutOfOrder
from sheepfold.server.store.rows import ChatLine, Entry, Person, Snapshot, Table
from sheepfold.server.store.store import Store
from tests.server.samples import a_person, a_table, an_append, appended, in_a_loop, some_entries


def test_rows_have_the_columns_of_the_schema_in_order() -> None:
    assert [column.name for column in schema.people.c] == list(Person.__struct_fields__)
    assert [column.name for column in schema.tables.c] == list(Table.__struct_fields__)
    assert [column.name for column in schema.entries.c] == ["table_id", *Entry.__struct_fields__]


@in_a_loop
async def test_people_are_found_by_token_and_can_be_renamed(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_person(a_person("dolly"))
        await store.add_person(a_person("shaun"))
        assert await store.person_by_token("hash of dolly") == a_person("dolly")
        assert await store.person_by_token("dolly") is None
        await store.rename_person("dolly", "Dolly II. 🐑")
        assert await store.person("dolly") == msgspec.structs.replace(a_person("dolly"), name="Dolly II. 🐑")
        assert await store.person("shaun") == a_person("shaun")
        with pytest.raises(NotStored):
            await store.add_person(msgspec.structs.replace(a_person("dolly"), id="same token"))


@in_a_loop
async def test_a_table_begins_with_its_first_entries_and_members(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_person(a_person("dolly"))
        table = msgspec.structs.replace(a_table("meadow"), version=2, due=1_789_000_000.123456)
        await store.add_table(table, some_entries(2), ["dolly"])
        assert await store.table("meadow") == table
        assert await store.entries("meadow") == some_entries(2)
        assert await store.tables_of("dolly", 9) == [table]
        assert await store.table("hill") is None


@in_a_loop
async def test_a_table_that_cannot_be_added_leaves_nothing(url: str) -> None:
    async with await Store.open(url) as store:
        with pytest.raises(OutOfOrder):
            await store.add_table(a_table("meadow"), some_entries(2))
        with pytest.raises(NotStored):
            await store.add_table(msgspec.structs.replace(a_table("meadow"), version=1), some_entries(1), ["unknown"])
        assert await store.table("meadow") is None
        assert await store.entries("meadow") == []


@in_a_loop
async def test_entries_after_a_number(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_table(msgspec.structs.replace(a_table("meadow"), version=5), some_entries(5))
        assert await store.entries("meadow", after=3) == some_entries(5)[3:]
        assert await store.entries("meadow", after=5) == []


@in_a_loop
async def test_the_lobby_shows_public_tables_that_are_not_over_newest_first(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_table(a_table("old", changed=1.0))
        await store.add_table(a_table("new", "running", changed=3.0))
        await store.add_table(a_table("between", changed=2.0))
        await store.add_table(a_table("hidden", public=False, changed=4.0))
        await store.add_table(a_table("done", "over", changed=5.0))
        await store.add_table(a_table("done and hidden", "over", public=False, changed=6.0))
        assert [table.id for table in await store.lobby(9)] == ["new", "between", "old"]
        assert [table.id for table in await store.lobby(2)] == ["new", "between"]


@in_a_loop
async def test_members_find_their_tables(url: str) -> None:
    async with await Store.open(url) as store:
        for name in ("dolly", "shaun"):
            await store.add_person(a_person(name))
        await store.add_table(a_table("meadow"), members=["dolly"])
        await store.add_table(a_table("hill", "over", changed=2.0), members=["dolly", "shaun"])
        await store.add_table(a_table("valley", changed=3.0), members=["dolly"])
        assert [table.id for table in await store.tables_of("dolly", 9)] == ["valley", "hill", "meadow"]
        assert [table.id for table in await store.tables_of("dolly", 1)] == ["valley"]
        assert [await store.unfinished_of(person) for person in ("dolly", "shaun", "unknown")] == [2, 0, 0]
        with pytest.raises(NotStored):
            await store.add_table(a_table("cliff"), members=["unknown"])


@in_a_loop
async def test_due_tables_come_longest_due_first(url: str) -> None:
    async with await Store.open(url) as store:
        for name, due in [("soon", 20.0), ("now", 10.0), ("late", 5.0)]:
            await store.add_table(msgspec.structs.replace(a_table(name), due=due))
        await store.add_table(a_table("never"))
        assert [table.id for table in await store.due_tables(10.0, 9)] == ["late", "now"]
        assert [table.id for table in await store.due_tables(10.0, 1)] == ["late"]
        assert await appended(store, an_append("late", 1, due=30.0))
        assert await appended(store, an_append("now", 1))
        assert [table.id for table in await store.due_tables(20.0, 9)] == ["soon"]


@in_a_loop
async def test_set_due_is_ignored_for_an_outdated_version(url: str) -> None:
    async with await Store.open(url) as store:
        for name in ("meadow", "hill"):
            await store.add_table(a_table(name))
            assert await appended(store, an_append(name, 1, due=5.0))
        await store.set_due("meadow", 0, None)
        assert [table.id for table in await store.due_tables(5.0, 9)] == ["meadow", "hill"]
        await store.set_due("meadow", 1, 7.0)
        assert [table.id for table in await store.due_tables(5.0, 9)] == ["hill"]
        assert [table.id for table in await store.due_tables(7.0, 9)] == ["hill", "meadow"]


@in_a_loop
async def test_the_latest_snapshot_is_kept(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_table(a_table("meadow"))
        assert await store.snapshot("meadow") is None
        for number in (10, 30, 20):
            await store.save_snapshot("meadow", Snapshot(number, b"up to %d" % number))
        assert await store.snapshot("meadow") == Snapshot(30, b"up to 30")


@in_a_loop
async def test_chat_of_several_nodes_is_numbered_without_gaps(url: str) -> None:
    async with await Store.open(url) as one, await Store.open(url) as two:
        await one.add_table(a_table("meadow"))
        await one.add_table(a_table("hill"))
        said = [(one if turn % 2 else two).add_chat("meadow", b"%d" % turn, float(turn)) for turn in range(20)]
        numbers = await asyncio.gather(*said)
        assert sorted(numbers) == list(range(1, 21))
        assert await one.add_chat("hill", b"baa", 1.5) == 1
        lines = [ChatLine(number, b"%d" % turn, float(turn)) for turn, number in enumerate(numbers)]
        assert await two.chat("meadow", after=5) == sorted(lines, key=lambda line: line.number)[5:]
        with pytest.raises(NotStored):
            await one.add_chat("nowhere", b"baa", 1.0)


@in_a_loop
async def test_a_repeated_chat_message_keeps_its_line(url: str) -> None:
    async with await Store.open(url) as one, await Store.open(url) as two:
        for name in ("meadow", "hill"):
            await one.add_table(a_table(name))
        said = [store.add_chat("meadow", b"baa", 1.0, "dolly", "m") for store in (one, two, one, two)]
        assert await asyncio.gather(*said) == [1, 1, 1, 1]
        # Other people, messages and tables, and lines without a message, are independent.
        assert await two.add_chat("meadow", b"maa", 2.0, "shaun", "m") == 2
        assert await one.add_chat("meadow", b"baa", 3.0, "dolly", "n") == 3
        assert await two.add_chat("hill", b"baa", 4.0, "dolly", "m") == 1
        assert [await two.add_chat("meadow", b"wind", 5.0) for _ in range(2)] == [4, 5]
        assert await two.add_chat("meadow", b"baa", 6.0, "dolly", "m") == 1
        assert [line.body for line in await one.chat("meadow")] == [b"baa", b"maa", b"baa", b"wind", b"wind"]


@in_a_loop
async def test_a_chat_line_may_have_the_number_and_message_of_an_entry(url: str) -> None:
    async with await Store.open(url) as store:
        await store.add_table(a_table("meadow"))
        assert await appended(store, an_append("meadow", 1, person_id="dolly", message_id="m"))
        assert await store.add_chat("meadow", b"baa", 1.0, "dolly", "m") == 1
        assert [line.body for line in await store.chat("meadow")] == [b"baa"]


@in_a_loop
async def test_bodies_are_stored_unchanged(url: str) -> None:
    body = bytes(range(256))
    async with await Store.open(url) as store:
        await store.add_table(a_table("meadow"))
        await appended(store, an_append("meadow", 1, body))
        assert await store.entries("meadow") == [Entry(1, body, 1.0)]
