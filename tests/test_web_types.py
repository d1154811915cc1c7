"""The browser client has the server's types."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_generated_types_are_up_to_date() -> None:
    written = runpy.run_path(str(ROOT / "scripts" / "types"))["all_files"]()
    folder = ROOT / "web" / "src" / "types"
    assert {file.name for file in folder.iterdir()} == set(written)
    for name, text in written.items():
        assert (folder / name).read_text() == text, f"{name} is out of date; run scripts/types"
