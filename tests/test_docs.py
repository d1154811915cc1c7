"""What the documents show works as shown."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from random import Random

import pytest

import sheepfold
from sheepfold import CHANCE, all_games, sample_chance
from sheepfold.bots import Bot
from sheepfold.cli import parser, with_command

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()


def test_the_program_in_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    [program] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(program, "README.md", "exec"), {})  # noqa: S102
    told = capsys.readouterr().out
    assert "GameEnded" in told
    assert "Outcome" in told


def test_the_bot_in_the_documents_plays() -> None:
    [program] = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "writing-a-bot.md").read_text(), re.DOTALL)
    found: dict[str, type[Bot]] = {}
    exec(compile(program, "writing-a-bot.md", "exec"), found)  # noqa: S102
    for game in all_games():
        state = game.start(game.players[-1])
        rng = Random(1)
        while state.waiting_for() == [CHANCE]:
            state.apply(CHANCE, sample_chance(state, rng))
        seat = state.waiting_for()[0]
        assert found["Taster"]().choose(state.copy(), seat, rng) in state.legal_actions(seat)


def test_the_citation_names_this_version() -> None:
    assert f"\nversion: {sheepfold.__version__}\n" in (ROOT / "CITATION.cff").read_text()


@pytest.mark.parametrize("line", re.findall(r"^sheepfold .*$", README, re.MULTILINE))
def test_the_commands_in_the_readme_are_understood(line: str) -> None:
    parser().parse_args(with_command(shlex.split(line, comments=True)[1:]))


@pytest.mark.parametrize("document", [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")], ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
        assert (document.parent / target).exists(), target


def test_the_makefile_has_what_the_readme_names() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"`?make ([a-z]+)", README)) - {"alone"} <= targets
