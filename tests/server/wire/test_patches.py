"""A patch turns one document into another, and holds nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from sheepfold.server.wire.patches import Patch, apply_patch, difference


class Leaf(msgspec.Struct, frozen=True):
    name: str
    counts: dict[str, int]


class Tree(msgspec.Struct, frozen=True):
    height: int
    leaves: list[Leaf]
    bird: str | None = None


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        (None, None, []),
        ("baa", "".join(["b", "aa"]), []),
        (1.5, 2.5, [[[], 2.5]]),
        ({"a": 1, "b": 2}, {"b": 3, "c": 4}, [[["a"]], [["b"], 3], [["c"], 4]]),
        ([1, 2, 3], [1, 5], [[[1], 5], [[2]]]),
        ([1], [1, 2, 3], [[[1], 2], [[2], 3]]),
        ([0.5, [1]], [0.25, {}], [[[0], 0.25], [[1], {}]]),
        (None, Tree(1, []), [[[], Tree(1, [])]]),
        (Tree(1, [Leaf("a", {})]), Tree(1, [Leaf("a", {})]), []),
        (Tree(1, []), Tree(2, [], "owl"), [[["height"], 2], [["bird"], "owl"]]),
        (
            Tree(1, [Leaf("a", {"x": 1}), Leaf("b", {})]),
            Tree(1, [Leaf("a", {"x": 2}), Leaf("c", {})]),
            [[["leaves", 0, "counts", "x"], 2], [["leaves", 1, "name"], "c"]],
        ),
    ],
)
def test_a_patch_holds_only_what_differs(old: Any, new: Any, patch: Patch) -> None:
    assert difference(old, new) == patch


def document(rng: Random, depth: int) -> Any:
    if depth == 0 or rng.random() < 0.3:
        return rng.choice([None, True, 0, 2, 0.5, "", "a", "b"])
    inner = [document(rng, depth - 1) for _ in range(rng.randrange(4))]
    return inner if rng.random() < 0.5 else {rng.choice("xyz"): value for value in inner}


def test_a_patch_turns_the_old_document_into_the_new_one() -> None:
    rng = Random("patches")
    for _ in range(2000):
        old, new = document(rng, 3), document(rng, 3)
        assert apply_patch(msgspec.to_builtins(old), difference(old, new)) == new
