"""Sheepfold installs into clean environments, with the newest build back end, which pip and build fetch."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from sheepfold import __version__, game_ids
from sheepfold.server.http.static import MISSING
from tests.server.processes import free_port

ROOT = Path(__file__).parents[1]
REPORT = """
from importlib.metadata import version
from importlib.resources import files
import sheepfold
from sheepfold.bots.registry import bot_names
from sheepfold.lessons.library import broken_lessons, find_lesson
from sheepfold.rulebook import clauses, languages

for game in sheepfold.all_games():
    assert "lamb" in bot_names(game.id)
    assert all(clauses(game.id, language) for language in languages(game.id))
    assert game.start(game.players[0]).waiting_for()
    print(game.id)
assert find_lesson(sheepfold.find_game("schafe-schubsen")) is not None
assert broken_lessons() == []
print(version("sheepfold"))
client = files("sheepfold") / "web"
if client.is_dir():
    assert '<script type="module"' in (client / "index.html").read_text()
    assert any(file.name.endswith(".js") for file in (client / "assets").iterdir())
print("with" if client.is_dir() else "without", "client")
"""
WITH_CLIENT = [*game_ids(), __version__, "with client"]
WITHOUT_CLIENT = [*game_ids(), __version__, "without client"]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The sources as in a fresh clone, with nothing built or installed."""
    tree = tmp_path / "tree"
    for name in run("git", "ls-files", "--cached", "--others", "--exclude-standard", folder=ROOT).splitlines():
        source, target = ROOT / name, tree / name
        if source.exists():  # it may be deleted since the last commit
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target, follow_symlinks=False)
    return tree


@pytest.fixture
def without_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git = shutil.which("git")
    assert git is not None
    folder = tmp_path / "commands"
    folder.mkdir()
    (folder / "git").symlink_to(git)
    monkeypatch.setenv("PATH", str(folder))


def run(*command: str | Path, folder: Path | None = None) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 our own
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def install(what: str | Path, folder: Path) -> Path:
    """Install into a new environment with our own pip, and return the environment's Python."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    run(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--python", python, "install", what)
    return python


def report_of(python: Path) -> list[str]:
    return run(python, "-c", REPORT, folder=python.parent).splitlines()


@pytest.mark.usefixtures("without_npm")
def test_an_install_without_npm_has_the_whole_library_and_serve_reports_the_missing_client(
    tree: Path, tmp_path: Path
) -> None:
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@sheep.test")
    run("git", "init", "--quiet", folder=tree)
    run("git", "add", "--all", folder=tree)
    run("git", *identity, "commit", "--quiet", "--message", "Everything", folder=tree)
    python = install(f"git+file://{tree}", tmp_path / "environment")
    assert report_of(python) == WITHOUT_CLIENT
    assert first_lines_of_server(python, tmp_path)[2] == MISSING


def first_lines_of_server(python: Path, folder: Path) -> list[str]:
    """The first lines that a server prints, using the dependencies of our own environment."""
    command = [str(python), "-m", "sheepfold", "serve", "--port", str(free_port())]
    settings = os.environ | {"PYTHONPATH": sysconfig.get_path("purelib"), "PYTHONUNBUFFERED": "1"}
    settings.pop("SHEEPFOLD_DATABASE", None)
    with subprocess.Popen(command, cwd=folder, env=settings, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603
        assert server.stdout is not None
        lines = [server.stdout.readline().strip() for _ in range(3)]
        server.terminate()
    return lines


def test_installs_with_npm_include_the_client(tree: Path, tmp_path: Path) -> None:
    assert report_of(install(tree, tmp_path / "from-tree")) == WITH_CLIENT
    run(sys.executable, "-m", "build", "--outdir", tmp_path, tree)
    [sdist], [wheel] = tmp_path.glob("*.tar.gz"), tmp_path.glob("*.whl")
    assert report_of(install(sdist, tmp_path / "from-sdist")) == WITH_CLIENT
    assert report_of(install(wheel, tmp_path / "from-wheel")) == WITH_CLIENT
