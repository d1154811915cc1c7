"""German and English throughout: chosen from the browser, changed by hand, and never a key instead of words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import Hand, House

KEY = re.compile(r"\b(?:house|table|side|replay|fair|offline|plain|vw|ss|art|colour)\.[a-z0-9_]+(?:\.[a-z0-9_-]+)*\b")


def spoken(page: Page) -> str:
    """Everything that is shown or read out."""
    labels: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('*')].flatMap((one) =>"
        " ['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''))"
    )
    return page.locator("body").inner_text() + "\n".join(labels) + page.title()


@pytest.mark.parametrize("language", ["de-DE", "en-US"])
@pytest.mark.parametrize("path", ["/", "/new/volle-wolle", "/new/meine-schafe", "/fair", "/me", "/nowhere"])
def test_no_page_shows_a_key(house: House, language: str, path: str) -> None:
    page = house.visitor(language=language).open(path)
    expect(page.locator("h1")).to_be_visible()
    assert KEY.findall(spoken(page)) == []
    assert page.locator("html").get_attribute("lang") == language[:2]


@pytest.mark.parametrize("language", ["de-DE", "en-US"])
@pytest.mark.parametrize("game", ["volle-wolle", "schafe-schubsen"])
def test_no_moment_of_a_game_shows_a_key(house: House, language: str, game: str) -> None:
    ada = house.visitor(language=language)
    page = ada.open(house.table(ada, game, ["me", "bot", "bot"]))
    hand = Hand(page, seed=9)
    for _ in range(25):
        hand.wait()
        assert KEY.findall(spoken(page)) == []
        if hand.is_over():
            break
        hand.choose()


def test_the_language_is_changed_and_remembered(house: House) -> None:
    page = house.visitor(language="en-US").page
    english = page.locator("h1").inner_text()
    page.locator("header select").first.select_option("de")
    expect(page.locator("h1")).not_to_have_text(english)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
