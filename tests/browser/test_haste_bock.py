"""Haste Bock? previews a choice on the meadow before it is sent, and the choice can be undone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.site import Hand, Site

GHOSTS = ".flock .ghost"
OUTLOOK = ".outlook"
SENDS = "[data-action]"


def first_turn(page: Page) -> Hand:
    """Play the scramble, until cards can be played."""
    hand = Hand(page, seed=14)
    while True:
        hand.wait()
        if page.locator('.hand [data-draft="step1"]').count():
            return hand
        hand.choose()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_choice_is_previewed_before_it_is_sent(site: Site, size: tuple[int, int]) -> None:
    ada = site.visitor(size=size)
    sent: list[str] = []

    def listen(line: WebSocket) -> None:
        line.on("framesent", lambda text: sent.append(str(text)))

    ada.page.on("websocket", listen)
    seats = ["me", "bot", "bot", "bot"]
    options: dict[str, Any] = {"layout": "default", "start": "1"}
    page = ada.open(site.table(ada, "haste-bock", seats, options=options))
    first_turn(page)
    before = acts(sent)
    standing = page.locator(".flock .sheep").count()
    assert standing == 9

    # A card highlights sheep and targets; a sheep highlights its targets.
    page.locator('.hand [data-draft="step1"]').click()
    sheep = page.locator('svg [data-draft^="step1 "][aria-pressed]')
    expect(sheep).to_have_count(2)
    sheep.first.click()
    expect(page.locator('svg [aria-pressed="true"]')).to_have_count(1)
    expect(page.locator(GHOSTS)).to_have_count(0)
    target = page.locator('svg [data-draft^="step1 "]:not([aria-pressed])').first
    wanted = target.get_attribute("data-draft")
    place = target.bounding_box()
    target.click()

    # The preview shows where it ends, how far time advances and what the turn scores.
    expect(page.locator(GHOSTS)).to_have_count(1)
    expect(page.locator(OUTLOOK)).to_contain_text("Ada")
    expect(page.locator(f'svg [data-action="{wanted}"]')).to_have_count(1)
    assert page.locator(f'svg [data-action="{wanted}"]').bounding_box() == place
    assert acts(sent) == before

    # Escape undoes the choice, and so does a tap.
    page.keyboard.press("Escape")
    expect(page.locator(f"{GHOSTS}, {OUTLOOK}, {SENDS}")).to_have_count(0)
    page.locator('.hand [data-draft="turn1"]').click()
    page.locator('svg [data-draft^="turn1 "]').first.click()
    expect(page.locator(OUTLOOK)).to_be_visible()
    page.locator('.hand [data-draft=""]').click()
    expect(page.locator(f"{GHOSTS}, {OUTLOOK}, {SENDS}")).to_have_count(0)
    assert acts(sent) == before

    # A second tap on the same field sends it.
    page.locator('.hand [data-draft="step1"]').click()
    sheep.first.click()
    page.locator(f'svg [data-draft="{wanted}"]').click()
    page.locator(f'svg [data-action="{wanted}"]').click()
    expect(page.locator('.hand [data-draft="step1"]')).to_have_count(0)
    assert acts(sent) == before + 1


def acts(sent: list[str]) -> int:
    return sum('"act"' in text for text in sent)
