"""The structure of the project: the order of imports, no input or output in the rules, and a test for every clause."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import sheepfold
from sheepfold import all_games
from sheepfold.core.game import Game
from sheepfold.rulebook import clauses, introduction, languages

SOURCE = Path(str(files("sheepfold")))
TESTS = Path(__file__).parent

# A package may import from packages to its left. Single modules are at the end.
ORDER = [
    "core",
    "games",
    "bots",
    "arena",
    "lessons",
    "server",
    "bench",
    "testing",
    "terminal",
    "commands",
    "cli",
    "__main__",
]
SHARED = {"fair", "rulebook"}
SERVER_ORDER = ["ops", "table", "wire", "store", "thinking", "room", "live", "socket", "http", "client", "serve"]

# Input, output, clocks, threads and the global random generator.
FORBIDDEN = {
    "asyncio", "datetime", "io", "json", "logging", "multiprocessing", "os", "pathlib", "secrets", "shutil", "socket",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib",
}  # fmt: skip
FORBIDDEN_CALLS = {"open", "print", "input", "exec", "eval"}
# Only these may read package data and entry points.
MAY_LOOK_UP_PACKAGES = {"core/components.py", "core/registry.py", "core/compiling.py"}


def modules(*packages: str) -> list[Path]:
    return [path for package in packages for path in sorted((SOURCE / package).rglob("*.py"))]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports must be absolute"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def package_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", modules("."), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_one_way(path: Path) -> None:
    own = package_of(path)
    if own == "__init__":
        assert {name.split(".")[1] for name in imports(path)} == {"core"}
        return
    for name in imports(path):
        if name.startswith("sheepfold."):
            other = name.split(".")[1]
            if own in SHARED:
                assert other in ("core", own)
            elif other not in SHARED:
                assert ORDER.index(other) <= ORDER.index(own), f"{own} must not import {name}"


def server_package(name: str) -> str:
    """The package of a module like `sheepfold.server.table.clocks`."""
    return name.split(".")[2]


@pytest.mark.parametrize("path", modules("server"), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_within_the_server_go_one_way(path: Path) -> None:
    own = path.relative_to(SOURCE / "server").parts[0].removesuffix(".py")
    for name in imports(path):
        if name.startswith("sheepfold.server.") and own != "__init__":
            assert SERVER_ORDER.index(server_package(name)) <= SERVER_ORDER.index(own), f"{own} must not import {name}"


def test_no_folder_is_crowded() -> None:
    folders = [folder for folder in SOURCE.rglob("*") if folder.is_dir() and "games" not in folder.parts]
    sizes = {folder: len([file for file in folder.glob("*.py") if file.name != "__init__.py"]) for folder in folders}
    assert {folder: size for folder, size in sizes.items() if size > 16} == {}


@pytest.mark.parametrize("path", modules("games"), ids=lambda path: str(path.relative_to(SOURCE)))
def test_games_do_not_import_each_other(path: Path) -> None:
    own = path.relative_to(SOURCE / "games").parts[0]
    others = [name for name in imports(path) if name.startswith("sheepfold.games.")]
    assert all(name.split(".")[2] == own for name in others)


@pytest.mark.parametrize("path", modules("core", "games", "bots"), ids=lambda path: str(path.relative_to(SOURCE)))
def test_rules_do_no_input_or_output(path: Path) -> None:
    for name in imports(path):
        assert name.split(".")[0] not in FORBIDDEN, f"{name} does not belong in the rules"
        if name.startswith("random."):
            assert name == "random.Random", "randomness comes from a generator passed as an argument"
        if name.startswith("importlib"):
            assert str(path.relative_to(SOURCE)) in {*MAY_LOOK_UP_PACKAGES, "bots/registry.py"}
    calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
    assert not {call.id for call in calls if isinstance(call, ast.Name)} & FORBIDDEN_CALLS


BARE = """
import sys
class OnlyMsgspec:
    def find_spec(self, name, path=None, target=None):
        package = name.partition(".")[0]
        if package not in sys.stdlib_module_names | {"sheepfold", "msgspec"} and not package.endswith("__mypyc"):
            raise ModuleNotFoundError(f"{name} must not be needed")
sys.meta_path.insert(0, OnlyMsgspec())
import sheepfold, sheepfold.bots.registry as bots
created = [bots.make_bot(game.id, name) for game in sheepfold.all_games() for name in bots.bot_names(game.id)]
print(len(created))
"""


def test_the_library_depends_only_on_msgspec() -> None:
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, check=False)  # noqa: S603
    assert done.stderr == ""
    assert int(done.stdout) >= 2 * len(all_games())


def test_all_public_names_exist_and_are_sorted() -> None:
    assert sheepfold.__all__ == sorted(sheepfold.__all__, key=lambda name: (not name.isupper(), name.islower(), name))
    assert all(hasattr(sheepfold, name) for name in sheepfold.__all__)


# Every clause exists in all languages, is cited by the rules and proven by a test, and no citation dangles.


def clauses_tested(game: Game) -> set[str]:
    named = re.compile(rf"def test_{game.clause_prefix.lower()}_(\d+)_(\d+)_")
    chapters = (TESTS / "games" / game.id.replace("-", "_")).glob("test_[0-9]*.py")
    found = [match for path in chapters for match in named.findall(path.read_text())]
    return {f"{game.clause_prefix}-{chapter}.{number}" for chapter, number in found}


def clauses_cited(game: Game) -> set[str]:
    cited = re.compile(rf"\b{game.clause_prefix}-\d+\.\d+\b")
    folders = [SOURCE / "games" / game.id.replace("-", "_"), TESTS / "games" / game.id.replace("-", "_")]
    return {clause for folder in folders for path in folder.rglob("*.py") for clause in cited.findall(path.read_text())}


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_clause_exists_in_every_language(game: Game) -> None:
    english = clauses(game.id)
    assert english
    assert languages(game.id)[:2] == ["en", "de"]
    for language in languages(game.id):
        translated = clauses(game.id, language)
        assert [(clause.id, clause.status) for clause in translated.values()] == [
            (clause.id, clause.status) for clause in english.values()
        ]
        assert all(clause.text for clause in translated.values())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_the_introduction_of_a_game_has_three_sentences(game: Game, language: str) -> None:
    about = introduction(game.id, language)
    assert len(re.findall(r"[.?!](?= |$)", about)) == 3
    assert game.clause_prefix not in about


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_clause_has_a_test(game: Game) -> None:
    assert set(clauses(game.id)) - clauses_tested(game) == set()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_no_citation_dangles(game: Game) -> None:
    assert (clauses_cited(game) | clauses_tested(game)) - set(clauses(game.id)) == set()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_every_clause_is_cited_by_the_rules(game: Game) -> None:
    folder = SOURCE / "games" / game.id.replace("-", "_")
    text = "".join(path.read_text() for path in folder.rglob("*.py"))
    assert {clause for clause in clauses(game.id) if not re.search(rf"\b{re.escape(clause)}\b", text)} == set()
