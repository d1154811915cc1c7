"""Every refusal has an id, and every id has a message with the same values in every language."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from sheepfold.server.table.refusals import MESSAGES, Refused
from tests.test_structure import SOURCE, TESTS

WORDS = Path(__file__).parents[3] / "web" / "src" / "words"
LANGUAGES = sorted(file.stem for file in WORDS.glob("*.json"))
CATALOGUE = SOURCE / "server" / "table" / "refusals.py"
OTHER = "other"
"""The message for a reason that the client does not know."""


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path, ast.parse(path.read_text())


def refusal_classes() -> set[str]:
    def below(kind: type[Refused]) -> Iterator[str]:
        yield kind.__name__
        for sub in kind.__subclasses__():
            yield from below(sub)

    return set(below(Refused))


def literal(node: ast.expr) -> list[str]:
    """Return the string literals that an argument can be."""
    if isinstance(node, ast.IfExp):
        return literal(node.body) + literal(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def calls() -> Iterator[tuple[Path, ast.Call, str]]:
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield path, node, node.func.id


def engine_ids() -> dict[str, set[str]]:
    """Return the ids that the library's errors carry, with the names of their values."""
    found: dict[str, set[str]] = {}
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for part in node.body:
                    if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == "reason":
                        found |= {reason: set() for reason in literal(part.value)}
    for path, call, _ in calls():
        given = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
        for reason in literal(given["reason"]) if "reason" in given else []:
            names = set(given) - {"reason"}
            assert found.setdefault(reason, names) == names, f"{path}: '{reason}' has other values elsewhere"
    return found


def placeholders(message: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(message) if name}


def arguments(message: str) -> set[str]:
    """Return the names of the arguments of an ICU message."""
    return set(re.findall(r"\{(\w+)\s*[,}]", message)) - set(re.findall(r"(?:one|other|=\d+) \{(\w+)\}", message))


def all_ids() -> dict[str, set[str]]:
    return engine_ids() | {reason: placeholders(message) for reason, message in MESSAGES.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_exactly_one_message_per_id_with_the_same_values(language: str) -> None:
    words = json.loads((WORDS / f"{language}.json").read_text())
    translated = {
        key.removeprefix("refused."): arguments(text) for key, text in words.items() if key.startswith("refused.")
    }
    assert translated == all_ids() | {OTHER: set()}


def test_every_refusal_in_the_source_has_a_message_and_passes_its_values() -> None:
    kinds = refusal_classes()
    found = [(path, call) for path, call, name in calls() if name in kinds and call.args and "server" in path.parts]
    assert len(found) > 50
    for path, call in found:
        names = {keyword.arg for keyword in call.keywords}
        for reason in literal(call.args[0]):
            assert reason in MESSAGES, f"{path}:{call.lineno}"
            assert names == placeholders(MESSAGES[reason]), f"{path}:{call.lineno}"


def test_every_message_is_used() -> None:
    texts = {
        node.value
        for path, tree in trees()
        if path != CATALOGUE
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    own = set(re.findall(r'super\(\).__init__\("([\w.]+)"', CATALOGUE.read_text()))
    assert set(MESSAGES) - texts - own == set()


def test_a_refusal_formats_its_message() -> None:
    refusal = Refused("undo.left", name="Ben", moves=5)
    assert (refusal.reason, refusal.values) == ("undo.left", {"name": "Ben", "moves": 5})
    assert str(refusal) == "Ben has left and cannot agree; keep at least 5 moves"
    assert str(Refused("limit.size", "at most 3 bytes")) == "that is too large: at most 3 bytes"


def test_every_refusal_is_tested() -> None:
    """So no player sees a message that has never been tried."""
    tests = "".join(file.read_text() for file in TESTS.rglob("*.py") if file != Path(__file__))
    assert [reason for reason in all_ids() if f'"{reason}"' not in tests] == []
