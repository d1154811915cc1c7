"""axe finds nothing, on any screen, in either theme and size, and at no kind of moment of a game."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.house import DESKTOP, PHONE, WEB, House, Theme
from tests.browser.screens import DRAWN, SCREENS, moments

AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text()
LOOKS: list[tuple[tuple[int, int], Theme, str]] = [(DESKTOP, "light", "en-US"), (PHONE, "dark", "de-DE")]
OTHER_LOOKS: list[tuple[tuple[int, int], Theme, str]] = [(DESKTOP, "dark", "de-DE"), (PHONE, "light", "en-US")]


def findings(page: Page) -> list[str]:
    """What axe has to say, with the first place of each."""
    page.evaluate(AXE)
    result: dict[str, Any] = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}" for one in result["violations"]]


@pytest.mark.parametrize(("size", "theme", "language"), [*LOOKS, *OTHER_LOOKS])
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
