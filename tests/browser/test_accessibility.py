"""axe finds nothing on any screen and at no kind of moment of a game: by day on a desk, by night on a phone."""

from __future__ import annotations

import pytest

from tests.browser.axe import findings
from tests.browser.house import DESKTOP, PHONE, House, Theme
from tests.browser.screens import DRAWN, SCREENS, moments

LOOKS: list[tuple[tuple[int, int], Theme, str]] = [(DESKTOP, "light", "en-US"), (PHONE, "dark", "de-DE")]


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_axe_finds_nothing_on_any_screen(
    house: House, screen: str, size: tuple[int, int], theme: Theme, language: str
) -> None:
    ada = house.visitor(size=size, theme=theme, language=language)
    SCREENS[screen](house, ada)
    assert findings(ada.page) == []


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
@pytest.mark.parametrize("game", DRAWN)
def test_axe_finds_nothing_at_any_moment_of_a_game(
    house: House, game: str, size: tuple[int, int], theme: Theme, language: str
) -> None:
    ada = house.visitor(size=size, theme=theme, language=language)
    seen = {name: findings(ada.page) for name in moments(house, ada, game)}
    assert len(seen) > 2
    assert {name: found for name, found in seen.items() if found} == {}
