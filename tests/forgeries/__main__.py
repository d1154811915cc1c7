"""`python -m tests.forgeries` writes all forgeries to `build/` for the browser's tests, which must report the same."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.forgeries.records import forged_records
from tests.forgeries.tables import forged_tables

TARGET = Path(__file__).parents[2] / "build" / "forgeries.json"

if __name__ == "__main__":
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_bytes(msgspec.json.encode([*forged_records(), *forged_tables()]))
