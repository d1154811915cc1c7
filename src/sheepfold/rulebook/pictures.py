"""The pictures of the rules: positions that the boards draw, before and after some actions of the engine."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from sheepfold.core.record import read_action
from sheepfold.core.registry import find_game
from sheepfold.core.state import State

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Greta", "Hugo")
"""The players, as in the examples of the clauses."""


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A picture as data, in `docs/rules/<game>.pictures.toml`."""

    position: str
    seat: int | None = None
    """Who looks; None: a spectator."""
    draft: str | None = None
    """The beginning of an action that this seat considers; it is shown with all that it may lead to."""
    then: list[str] = []
    """Actions as lines of a record. The picture shows the position before and after them."""
    after: bool = False
    """Show only the position after them."""
    mark: str | None = None
    """The event to mark in the position after them: its name and, where several seats have one, the seat."""
    parts: list[str] = []
    """The parts of the board to show (`data-part`); all of it if empty."""
    width: int
    height: int
    """The size at which the board is laid out, in CSS pixels; it is then scaled to the space there is."""
    crop: list[int] | None = None
    """The part of that area to show: left, top, width, height; None: all of it."""


class PictureMoment(msgspec.Struct, frozen=True):
    """One position of a picture, as the board draws it."""

    view: dict[str, Any]
    legal: list[str]
    marked: dict[str, Any] | None


class PictureSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A picture with everything that a board needs to draw it."""

    names: list[str]
    draft: str
    parts: list[str]
    width: int
    height: int
    crop: list[int]
    moments: list[PictureMoment]


@cache
def pictures(game_id: str) -> dict[str, Picture]:
    """All pictures of a game by name; {} for a game without pictures."""
    file = files("sheepfold").joinpath(f"rules/{game_id}.pictures.toml")
    if not file.is_file():
        return {}
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, Picture])


def seen_picture(game_id: str, name: str) -> PictureSeen | None:
    """A picture, played and ready to be drawn; None if there is none of this name."""
    return _played(game_id, name) if name in pictures(game_id) else None


@cache
def _played(game_id: str, name: str) -> PictureSeen:
    game = find_game(game_id)
    picture = pictures(game_id)[name]
    state = game.position(picture.position)
    assert state.origin is not None
    moments = [] if picture.after else [_moment(state, picture, [])]
    if picture.then:
        events = [event for line in picture.then for event in state.act(*read_action(game, line))]
        moments.append(_moment(state, picture, [event.seen_by(picture.seat) for event in events]))
    return PictureSeen(
        names=list(NAMES[: state.origin.players]),
        draft=picture.draft or "",
        parts=picture.parts,
        width=picture.width,
        height=picture.height,
        crop=picture.crop or [0, 0, picture.width, picture.height],
        moments=moments,
    )


def _moment(state: State, picture: Picture, events: list[Any]) -> PictureMoment:
    name, _, seat = (picture.mark or "").partition(" ")
    shown = [
        event for event in msgspec.to_builtins(events) if event["event"] == name and seat in ("", str(event["seat"]))
    ]
    legal: list[str] = []
    if picture.draft is not None and picture.seat is not None:
        legal = [action.text for action in state.legal_actions(picture.seat)]
    return PictureMoment(msgspec.to_builtins(state.view(picture.seat)), legal, shown[0] if shown else None)
