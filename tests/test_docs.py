"""The examples in the documents work as shown."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import sheepfold
from sheepfold.bots import registry
from sheepfold.cli import main, parser, with_command

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_the_program_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [program] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(program, "README.md", "exec"), {})  # noqa: S102
    output = capsys.readouterr().out
    assert "GameEnded" in output
    assert "Outcome" in output


@pytest.fixture
def sample_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Install the package of docs/writing-a-bot.md as described, and return the command that runs it."""
    document = (ROOT / "docs" / "writing-a-bot.md").read_text()
    [program] = re.findall(r"```python\n(.*?)```", document, re.DOTALL)
    [registration] = re.findall(r"```toml\n(.*?)```", document, re.DOTALL)
    [command] = re.findall(r"^sheepfold (simulate .*)$", document, re.MULTILINE)
    [(name, place)] = tomllib.loads(registration)["project"]["entry-points"]["sheepfold.bots"].items()
    module = tmp_path / f"{place.partition(':')[0].replace('.', '/')}.py"
    module.parent.mkdir()
    module.write_text(program)
    metadata = tmp_path / "my_package-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text(f"[sheepfold.bots]\n{name} = {place}\n")
    monkeypatch.syspath_prepend(tmp_path)
    registry._offered.cache_clear()
    yield command
    monkeypatch.undo()
    registry._offered.cache_clear()


def test_the_documented_bot_beats_the_lamb(sample_bot: str, capsys: pytest.CaptureFixture[str]) -> None:
    main([*sample_bot.split(), "--games", "10", "--json"])
    share = {line["name"]: line["win_share"] for line in json.loads(capsys.readouterr().out)["bots"]}
    assert share["ram"] > share["lamb"]


def test_the_citation_has_the_current_version() -> None:
    assert f"\nversion: {sheepfold.__version__}\n" in (ROOT / "CITATION.cff").read_text()


@pytest.mark.parametrize("line", re.findall(r"^sheepfold .*$", README, re.MULTILINE))
def test_the_commands_in_the_readme_are_valid(line: str) -> None:
    parser().parse_args(with_command(shlex.split(line, comments=True)[1:]))


@pytest.mark.parametrize("document", [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")], ids=lambda path: path.name)
def test_links_between_documents_are_not_broken(document: Path) -> None:
    prose = re.sub(r"^ *```.*?```$", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"\]\(([^)#:]+)\)", prose):
        assert (document.parent / target).exists(), target


def test_the_makefile_has_the_targets_named_in_the_readme() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`?make ([a-z]+)", README)) - {"alone"} <= targets


def test_every_position_in_the_documents_can_be_read() -> None:
    names = "|".join(sheepfold.game_ids())
    lines = re.findall(rf"^((?:{names}):.*)$", (ROOT / "docs" / "positions.md").read_text(), re.MULTILINE)
    assert len(lines) > 2
    for line in lines:
        assert sheepfold.read_position(line).position() == line
