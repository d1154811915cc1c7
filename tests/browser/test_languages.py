"""The language is the browser's, can be changed, and is remembered. That it is spoken throughout: test_screens.py."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.house import House


def test_the_language_is_changed_and_remembered(house: House) -> None:
    page = house.visitor(language="en-US").open("/")
    english = page.locator("h1").inner_text()
    page.locator("header select").first.select_option("de")
    expect(page.locator("h1")).not_to_have_text(english)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
