"""Which library the tests run on: `make test` says which it means, and this proves that it is that one."""

from __future__ import annotations

import ast
import inspect
import os
from importlib import import_module
from importlib.resources import files

import pytest

from sheepfold import all_games
from sheepfold.core.compiling import is_compiled

INNER_LOOP = ["core.action", "core.outcome", "core.perft", "core.playout", "core.state", "bots.bot", "bots.random"]
IN_EVERY_GAME = ["actions", "rules", "scoring", "sight", "state"]
IN_EVERY_MOVE = [
    *("server.channel", "server.choices", "server.clocks", "server.commits", "server.folded", "server.frames"),
    *("server.patches", "server.postbox", "server.progress", "server.room", "server.sockets", "server.table"),
    "server.waiting",
]
"""On the server."""


def inner_loop() -> list[str]:
    rooms = [f"games.{game.id.replace('-', '_')}" for game in all_games()]
    bots = [room.replace("games.", "bots.") for room in rooms]
    return [*INNER_LOOP, *IN_EVERY_MOVE, *bots, *(f"{room}.{module}" for room in rooms for module in IN_EVERY_GAME)]


def test_this_is_the_build_that_was_asked_for() -> None:
    build = "compiled" if is_compiled() else "interpreted"
    assert os.environ.get("SHEEPFOLD_BUILD", build) == build


@pytest.mark.parametrize("module", inner_loop())
def test_the_inner_loop_is_all_of_one_build(module: str) -> None:
    found = import_module(f"sheepfold.{module}").__file__
    assert found is not None
    assert found.endswith(".py") != is_compiled()


@pytest.mark.parametrize("name", inner_loop())
def test_docstrings_survive_compilation(name: str) -> None:
    module = import_module(f"sheepfold.{name}")
    tree = ast.parse((files("sheepfold") / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8"))
    assert inspect.getdoc(module) == ast.get_docstring(tree)
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            kind = getattr(module, node.name)
            assert ast.get_docstring(node) in (None, inspect.getdoc(kind))
            check_docstrings(kind, node.body)
    check_docstrings(module, tree.body)


def check_docstrings(owner: object, nodes: list[ast.stmt]) -> None:
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list and (text := ast.get_docstring(node)):
            assert inspect.getdoc(getattr(owner, node.name)) == text, node.name


def test_compiled_functions_are_not_python_functions() -> None:
    state = import_module("sheepfold.core.state")
    assert (type(state.State.act).__name__ == "function") != is_compiled()
