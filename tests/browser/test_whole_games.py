"""Whole games against bots: by mouse, by keyboard, on a phone; each leaves a fair record."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.screens import DRAWN
from tests.browser.site import PROMPT, Hand, Keys, Site, check_record, words

BOTS = ["me", "bot", "bot"]
QUICK: dict[str, dict[str, Any]] = {"meine-schafe": {"options": {"reach": 2}}}
"""A small table makes for a short game."""


@pytest.mark.parametrize("game", DRAWN)
def test_a_whole_game_by_mouse_from_the_start_page(site: Site, game: str) -> None:
    ada = site.visitor()
    page = ada.open("/")
    page.locator(f'a[href="/new/{game}"]').first.click()
    page.locator("details").last.locator("summary").click()
    page.get_by_label(words("site.instant")).check()
    for option, value in QUICK.get(game, {}).get("options", {}).items():
        field = page.get_by_label(words(f"site.option.{game}.{option}"), exact=True)
        page.locator("details").filter(has=field).locator("summary").click()
        field.fill(str(value))
    page.locator("form button.do").click()
    page.wait_for_url("**/table/**")
    assert Hand(page).play_to_the_end() > 5
    assert findings(page) == []
    check_record(site, ada)


@pytest.mark.parametrize("game", DRAWN)
def test_a_whole_game_by_keyboard(site: Site, game: str) -> None:
    ada = site.visitor()
    ada.open(site.table(ada, game, BOTS, **QUICK.get(game, {})))
    assert Keys(ada.page, seed=2).play_to_the_end() > 5
    check_record(site, ada)


@pytest.mark.parametrize("game", DRAWN)
def test_a_whole_game_on_a_phone_in_german(site: Site, game: str) -> None:
    ada = site.visitor(size=PHONE, language="de-DE", theme="dark")
    ada.open(site.table(ada, game, BOTS, **QUICK.get(game, {})))
    assert Hand(ada.page, seed=3).play_to_the_end() > 5
    ada.page.wait_for_function("() => document.querySelector('.board .frame').scrollTop === 0")
    check_record(site, ada)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", DRAWN)
def test_the_prompt_stays_where_it_is(site: Site, game: str, size: tuple[int, int]) -> None:
    """Its upper edge on a desktop, its lower edge on a phone."""
    ada = site.visitor(size=size)
    ada.open(site.table(ada, game, BOTS))
    hand = Hand(ada.page, seed=5)
    prompt = ada.page.locator(PROMPT)
    expect(prompt).to_be_visible()
    places = set()
    for _ in range(12):
        hand.wait()
        if hand.is_over():
            break
        box = prompt.bounding_box()
        assert box is not None
        places.add((box["x"], box["y"] + (box["height"] if size == PHONE else 0)))
        hand.choose()
    assert len(places) == 1
