"""Volle Wolle on screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.site import Site, words


@pytest.mark.parametrize("language", ["en-US", "de-DE"])
def test_the_odds_are_available_when_bidding_26_plus(site: Site, language: str) -> None:
    ada = site.visitor(language=language)
    page = ada.page
    ada.open(site.table(ada, "volle-wolle", ["me", "bot", "bot"]))
    page.locator('[data-draft="bid 26+"]').click()
    expect(page.locator('[data-action="bid 26+"]')).to_be_visible()
    page.get_by_role("button", name=words("table.odds", language[:2])).click()
    expect(page.locator('[data-draft="bid 26+"]')).to_contain_text("%")
    assert page.locator(".prompt > .choices").evaluate("(bar) => bar.scrollHeight <= bar.clientHeight")
