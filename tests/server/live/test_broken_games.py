"""A broken package costs only its own game, and the log explains what is wrong with it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.processes import free_port
from tests.server.refusing import reason_of
from tests.server.waiting import PATIENCE

LAST_SHEEP = Path(__file__).parents[3] / "examples" / "last_sheep" / "last_sheep" / "__init__.py"

SOUND = "from last_sheep import *\nclass Own(LastSheepGame):\n    id = '{id}'\n{change}\nGAME = Own()\n"
CHANGES = {
    "no-pitch": "    pitch = ''",
    "no-players": "    players = range(0)",
    "no-names": "    class Nameless(Face):\n        def seat_names(self, players): return []\n    face = Nameless()",
    "no-drawing": "    class Blank(Face):\n        def draw(self, *_): raise OSError('no ink')\n    face = Blank()",
    "no-setup": "    def set_up(self, players, options, components): raise OSError('no meadow')",
    "no-parts": "    components = Parts",
    "no-choice": "    options = Confusing",
}
PARTS = "from sheepfold.core.components import Components, Table\nfrom sheepfold.core.game import Options\n"
PARTS += "class Sheep(Table, frozen=True):\n    count: int\n"
PARTS += "class Parts(Components, frozen=True):\n    package = 'broken_parts'\n    sheep: Sheep\n"
PARTS += "class Confusing(Options, frozen=True):\n    moon: int | str = 1\n"

GAMES = {
    "last-sheep": ("last_sheep", ""),
    "no-import": ("broken_import", "import nothing_of_that_name\n"),
    "no-server": ("broken_exit", "import sys\nsys.exit('this package ends every process that imports it')\n"),
    "no-game": ("broken_game", "GAME = 7\n"),
    "volle-wolle": ("broken_twin", SOUND.format(id="volle-wolle", change="")),
    **{
        name: (f"broken_{number}", PARTS + SOUND.format(id=name, change=change))
        for number, (name, change) in enumerate(CHANGES.items())
    },
}
"""By id: the module that offers the game, and its content."""
BROKEN = set(GAMES) - {"last-sheep"}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of installed packages, as pip leaves it."""
    folder = tmp_path_factory.mktemp("packages")
    for game, (module, text) in GAMES.items():
        (folder / f"{module}.py").write_text(text)
        information = folder / f"{module}-1.0.dist-info"
        information.mkdir()
        (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        points = f"[sheepfold.games]\n{game} = {module}:GAME\n[sheepfold.bots]\n{game}.wolf = {module}:Wolf\n"
        (information / "entry_points.txt").write_text(points)
    shutil.copy(LAST_SHEEP, folder / "last_sheep.py")
    (folder / "broken_parts").mkdir()
    (folder / "broken_parts" / "components.json").write_text('{"sheep": {"status": "assumed", "count": "many"}}')
    return folder


@pytest.fixture(scope="module")
def server(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """A server process with those packages: its address, and the folder of its output."""
    folder = tmp_path_factory.mktemp("server")
    port = free_port()
    command = [sys.executable, "-m", "sheepfold", "serve", "--port", str(port)]
    command += ["--database", f"sqlite:///{folder / 'sheepfold.db'}"]
    with (folder / "said").open("w") as said, (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=said, stderr=log, env=beside(packages))  # noqa: S603
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address, process)
            yield address, folder
        finally:
            process.terminate()
            process.wait(PATIENCE)


def beside(packages: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(packages), "COLUMNS": "80"}


def wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            httpx.get(f"{address}/health").raise_for_status()
        except httpx.HTTPError:
            assert process.poll() is None, "the server does not start"
            assert time.monotonic() < end
            time.sleep(0.1)
        else:
            return


def test_the_other_games_are_listed_and_played(server: tuple[str, Path]) -> None:
    address, _ = server
    listed = httpx.get(f"{address}/api/games").raise_for_status().json()
    ours = {"haste-bock", "meine-schafe", "schafe-schubsen", "volle-wolle"}
    assert {game["id"] for game in listed} == ours | {"last-sheep"}
    assert "Volle Wolle" in {game["title"] for game in listed}, "no package replaces an installed game"
    token = httpx.post(f"{address}/api/people", json={"name": "Ada"}).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    for game in ("volle-wolle", "last-sheep"):
        made = httpx.post(f"{address}/api/tables/play-now", json={"game": game}, headers=headers)
        assert made.status_code == 201, made.text


def test_a_player_who_asks_for_a_broken_game_learns_nothing_about_the_machine(server: tuple[str, Path]) -> None:
    address, _ = server
    for path in ("components", "about", "rules"):
        answer = httpx.get(f"{address}/api/games/no-parts/{path}")
        assert answer.status_code == 404
        assert reason_of(answer.json()) == ("refused", "game.broken")


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        ("no-import", "cannot be loaded: ModuleNotFoundError"),
        ("no-server", "cannot be loaded: SystemExit"),
        ("no-game", "must be an instance of sheepfold.Game"),
        ("no-pitch", "does not say its pitch"),
        ("no-players", "does not say its players"),
        ("no-names", "cannot be set up: ValueError('there are 0 names for 2 seats')"),
        ("no-drawing", "cannot be set up: OSError('no ink')"),
        ("no-setup", "cannot be set up: OSError('no meadow')"),
        ("no-parts", "cannot be set up: ComponentError('broken_parts/components.json, line 1 (sheep.count)"),
        ("no-choice", "cannot be set up: ValueError"),
        ("volle-wolle", "is not used: sheepfold.games.volle_wolle.game:GAME has the same id"),
    ],
)
def test_the_log_explains_a_broken_game(server: tuple[str, Path], game: str, problem: str) -> None:
    _, folder = server
    complaint = f"the game '{game}' ({GAMES[game][0]}:GAME) {problem}"
    assert complaint in (folder / "said").read_text()
    lines = [json.loads(line) for line in (folder / "log").read_text().splitlines()]
    problems = [line["problem"] for line in lines if line["event"] == "broken game"]
    assert len([problem for problem in problems if problem.startswith(complaint)]) == 1
    assert len(problems) == len(BROKEN)


def test_the_games_command_lists_sound_and_broken_games(packages: Path) -> None:
    command = [sys.executable, "-m", "sheepfold", "games"]
    output = subprocess.run(command, env=beside(packages), check=True, capture_output=True, text=True).stdout  # noqa: S603
    assert "last-sheep  2 to 4 players" in output
    for game in BROKEN:
        assert f"the game '{game}' ({GAMES[game][0]}:GAME)" in output
    assert "the bot 'wolf' (last_sheep:Wolf) cannot be created: AttributeError" in output
