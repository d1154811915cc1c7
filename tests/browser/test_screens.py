"""Every screen and kind of moment, in light English on a desktop and in dark German on a phone.

axe finds nothing, no message key is shown or read out, and no prompt is cut off.
"""

from __future__ import annotations

import re
from itertools import cycle

import pytest
from playwright.sync_api import Page

from tests.browser.axe import findings
from tests.browser.browsers import DESKTOP, PHONE, Theme
from tests.browser.screens import DRAWN, SCREENS, moments
from tests.browser.site import PROMPT, Hand, Site

LOOKS: list[tuple[tuple[int, int], Theme, str]] = [(DESKTOP, "light", "en-US"), (PHONE, "dark", "de-DE")]
LOW = (1280, 480)
LANDSCAPE = (844, 390)
BOARD_SHARE = 0.6
BEGUN = 4
"""After this many choices every game has shown something to confirm."""
KEY = re.compile(
    r"\b(?:site|table|side|replay|fair|offline|plain|learn|lesson|vw|ss|hb|ms|art|colour)\.[a-z0-9_]+(?:\.[a-z0-9_-]+)*\b"
)


def keys(page: Page) -> list[str]:
    """Everything shown or read out that looks like a message key."""
    labels: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('*')].flatMap((one) =>"
        " ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''))"
    )
    return KEY.findall("\n".join([page.locator("body").inner_text(), *labels, page.title()]))


def cut_off(page: Page) -> list[str]:
    """The prompt, if it is cut off."""
    texts: list[str] = page.locator(PROMPT).evaluate_all(
        "(all) => all.filter((one) => one.scrollHeight > one.clientHeight).map((one) => one.textContent)"
    )
    return texts


def beyond_the_edge(page: Page) -> list[str]:
    """The buttons that overflow the choices horizontally, except in a row that scrolls."""
    texts: list[str] = page.locator(".prompt > .choices").evaluate(
        """(choices) => {
          const { left, right } = choices.getBoundingClientRect();
          return [...choices.querySelectorAll('button:not(.distance)')]
            .filter((one) => one.getClientRects().length > 0)
            .filter((one) => one.getBoundingClientRect().left < left || one.getBoundingClientRect().right > right)
            .map((one) => one.textContent);
        }"""
    )
    return texts


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS, ids=["desktop", "phone"])
@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_wrong_with_any_screen(
    site: Site, screen: str, size: tuple[int, int], theme: Theme, language: str
) -> None:
    ada = site.visitor(size=size, theme=theme, language=language)
    SCREENS[screen](site, ada)
    assert findings(ada.page) == []
    assert keys(ada.page) == []
    assert ada.page.locator("html").get_attribute("lang") == ada.language


@pytest.mark.parametrize("game", DRAWN)
def test_the_keyboard_reaches_everything_in_a_low_window(site: Site, game: str) -> None:
    ada = site.visitor(size=LOW)
    SCREENS[f"ending-{game}"](site, ada)
    assert findings(ada.page) == []


def test_the_board_uses_the_height_of_a_phone_in_landscape(site: Site) -> None:
    ada = site.visitor(size=LANDSCAPE, language="de-DE")
    _, height = LANDSCAPE
    seen = {}
    for game in DRAWN:
        ada.open(site.table(ada, game, ["me", "bot", "bot"]))
        hand = Hand(ada.page, seed=1)
        hand.wait()
        boxes = [ada.page.locator(f".table > .{part}").bounding_box() for part in ("board", "bar")]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= LANDSCAPE[0] for box in boxes)
        seen[game] = boxes[0]["height"] / height if boxes[0] else 0
        for _ in range(BEGUN):
            assert beyond_the_edge(ada.page) == []
            hand.choose()
            hand.wait()
    assert {game: share for game, share in seen.items() if share < BOARD_SHARE} == {}


@pytest.mark.parametrize(("game", "look"), list(zip(DRAWN, cycle(LOOKS), strict=False)))
def test_nothing_is_wrong_at_any_moment_of_a_game(
    site: Site, game: str, look: tuple[tuple[int, int], Theme, str]
) -> None:
    size, theme, language = look
    ada = site.visitor(size=size, theme=theme, language=language)
    seen = {name: findings(ada.page) + keys(ada.page) + cut_off(ada.page) for name in moments(site, ada, game)}
    assert len(seen) > 2
    assert {name: found for name, found in seen.items() if found} == {}
