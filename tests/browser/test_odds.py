"""The odds at the table, in words."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import findings
from tests.browser.browsers import PHONE
from tests.browser.site import WEB, Hand, Site, words

OURS = ["haste-bock", "meine-schafe", "schafe-schubsen", "volle-wolle"]
LINE = ".choices button[aria-haspopup=dialog]"


def learning(key: str, language: str = "en") -> str:
    """A message of the texts for learning."""
    found: str = json.loads((WEB / "src" / "words" / "learn" / f"{language}.json").read_text())[key]
    return found


def panel(page: Page) -> str:
    """The text of the odds, once they have been counted for the position on the table."""
    counted = page.locator(".counted")
    expect(counted).to_have_attribute("aria-busy", "false")
    expect(counted.locator("li").first).to_be_visible()
    text = counted.inner_text()
    assert not re.search(r"[{}]|outlook\.", text), text
    return text


@pytest.mark.parametrize("game", OURS)
def test_the_odds_of_every_game_are_one_tap_away(site: Site, game: str) -> None:
    language = "de" if game in OURS[::2] else "en"
    ada = site.visitor(language={"de": "de-DE", "en": "en-US"}[language])
    page = ada.open(site.table(ada, game, ["me", "bot", "bot"]))
    Hand(page).wait()
    button = page.get_by_role("button", name=words("table.odds", language))
    expect(page.locator(".counted")).to_have_count(0)
    button.click()
    panel(page)
    for _ in range(3):
        Hand(page).choose()
        Hand(page).wait()
    panel(page)
    assert findings(page) == []
    page.keyboard.press("o")
    expect(page.locator(".counted")).to_have_count(0)


def test_a_learner_sees_the_chances_of_bids_at_once_and_can_switch_that_off(site: Site) -> None:
    ada = site.visitor(learns=True)
    page = ada.open(site.table(ada, "volle-wolle", ["me", "bot", "bot"]))
    expect(page.locator('[data-draft="bid 14"]')).to_contain_text("99%")
    assert learning("outlook.volle-wolle.middle.title") in panel(page)
    page.get_by_role("checkbox", name=learning("outlook.learner")).uncheck()
    page.reload()
    expect(page.locator('[data-draft="bid 14"]')).to_be_visible()
    expect(page.locator(".counted")).to_have_count(0)
    expect(page.locator('[data-draft="bid 14"]')).not_to_contain_text("%")


def test_a_learner_with_a_phone_reads_one_line_and_opens_the_rest(site: Site) -> None:
    ada = site.visitor(size=PHONE, learns=True)
    page = ada.open(site.table(ada, "schafe-schubsen", ["me", "bot", "bot"]))
    expect(page.locator(LINE)).to_contain_text("a ring or a sheep")
    page.locator(LINE).click()
    assert learning("outlook.schafe-schubsen.hand.title") in panel(page)
    page.get_by_role("button", name="Rule SS-6.1").click()
    expect(page.get_by_role("tab", name=words("side.tab.rules"))).to_have_attribute("aria-selected", "true")
