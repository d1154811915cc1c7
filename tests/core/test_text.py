"""The default face works for every game."""

from __future__ import annotations

from tests.toys.fingers import FINGERS, Doubled


def test_the_default_face_describes_everything() -> None:
    state = FINGERS.start(2)
    face = FINGERS.face
    names = face.seat_names(2)
    assert names == ["Seat 0", "Seat 1"]
    assert "stake: 1" in face.draw(state.view(0), names)
    assert face.describe(Doubled(1), names) == "Doubled: seat 1"
    assert face.ask(state.view(0), names) == "Choose one of your actions."
