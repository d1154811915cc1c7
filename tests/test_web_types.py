"""The browser's types are those of the server."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_types_of_the_browser_are_current() -> None:
    written = runpy.run_path(str(ROOT / "scripts" / "types"))["all_files"]()
    folder = ROOT / "web" / "src" / "types"
    assert {file.name for file in folder.iterdir()} == set(written)
    for name, text in written.items():
        assert (folder / name).read_text() == text, f"{name} is not current; run scripts/types"
