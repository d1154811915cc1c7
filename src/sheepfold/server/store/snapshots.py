"""Snapshots: the entries of a table in one row, which is faster to read than one row each."""

from __future__ import annotations

import msgspec

from sheepfold.server.store.rows import Entry


class SnapshotEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry in a snapshot."""

    body: msgspec.Raw
    at: float
    person_id: str | None = None
    message_id: str | None = None


def decode_snapshot(body: bytes) -> list[Entry]:
    return [
        Entry(number, bytes(entry.body), entry.at, entry.person_id, entry.message_id)
        for number, entry in enumerate(msgspec.json.decode(body, type=list[SnapshotEntry]), start=1)
    ]


def encode_snapshot(entries: list[Entry]) -> bytes:
    snapshot = [
        SnapshotEntry(msgspec.Raw(entry.body), entry.at, entry.person_id, entry.message_id) for entry in entries
    ]
    return msgspec.json.encode(snapshot)
