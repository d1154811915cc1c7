"""The tests run on the build that `make test` asks for, interpreted or compiled."""

from __future__ import annotations

import ast
import inspect
import os
import tomllib
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from sheepfold.core.compiling import is_compiled

PROJECT = Path(__file__).parents[1]


def inner_loop() -> list[str]:
    """The modules that are compiled, as pyproject.toml says."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    hook = project["tool"]["hatch"]["build"]["hooks"]["custom"]
    files = sorted(file.relative_to(PROJECT) for file in (PROJECT / "src").rglob("*.py"))
    chosen = [file for file in files if is_named(file, hook["include"]) and not is_named(file, hook["exclude"])]
    return [".".join(file.with_suffix("").parts[2:]) for file in chosen]


def is_named(file: Path, patterns: list[str]) -> bool:
    """Patterns are folders and files from the root of the project, or the names of files anywhere."""
    names = {f"/{part.as_posix()}" for part in (file, *file.parents)} | {file.name}
    return not names.isdisjoint(patterns)


def test_the_inner_loop_is_not_empty() -> None:
    assert {"core.state", "games.haste_bock.rules", "bots.random", "server.table.fold"} <= set(inner_loop())


def test_the_build_is_the_requested_one() -> None:
    build = "compiled" if is_compiled() else "interpreted"
    assert os.environ.get("SHEEPFOLD_BUILD", build) == build


@pytest.mark.parametrize("module", inner_loop())
def test_the_inner_loop_is_all_of_one_build(module: str) -> None:
    found = import_module(f"sheepfold.{module}").__file__
    assert found is not None
    assert found.endswith(".py") != is_compiled()


@pytest.mark.parametrize("name", inner_loop())
def test_compiled_modules_define_no_structures(name: str) -> None:
    """Compiled, msgspec structures would lose the annotations that they are made from."""
    module = import_module(f"sheepfold.{name}")
    defined = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
    assert [value for value in defined if isinstance(value, type) and issubclass(value, msgspec.Struct)] == []


@pytest.mark.parametrize("name", inner_loop())
def test_compiled_modules_await_nothing_in_finally(name: str) -> None:
    """Compiled with mypyc, such a coroutine keeps its exception, and later calls of it raise it again."""
    attempts = [node for node in ast.walk(tree_of(name)) if isinstance(node, ast.Try)]
    final = [part for attempt in attempts for statement in attempt.finalbody for part in ast.walk(statement)]
    assert [part.lineno for part in final if isinstance(part, ast.Await)] == []


def tree_of(name: str) -> ast.Module:
    return ast.parse((files("sheepfold") / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", inner_loop())
def test_docstrings_survive_compilation(name: str) -> None:
    module = import_module(f"sheepfold.{name}")
    tree = tree_of(name)
    assert inspect.getdoc(module) == ast.get_docstring(tree)
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            kind = getattr(module, node.name)
            if not issubclass(kind, tuple):  # mypyc replaces the docstring of a named tuple
                assert ast.get_docstring(node) in (None, inspect.getdoc(kind))
            check_docstrings(kind, node.body)
    check_docstrings(module, tree.body)


def check_docstrings(owner: object, nodes: list[ast.stmt]) -> None:
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef) and not node.decorator_list]
    for node in functions:
        # Python documents special methods like `__len__` itself.
        if not node.name.startswith("__") and (text := ast.get_docstring(node)):
            assert inspect.getdoc(getattr(owner, node.name)) == text, node.name


def test_compiled_functions_are_not_python_functions() -> None:
    state = import_module("sheepfold.core.state")
    assert (type(state.State.act).__name__ == "function") != is_compiled()
