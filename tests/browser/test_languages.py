"""The language follows the browser, can be changed and is remembered (test_screens.py: all text is translated)."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.site import Site


def test_the_language_is_changed_and_remembered(site: Site) -> None:
    page = site.visitor(language="en-US").open("/")
    english = page.locator("h1").inner_text()
    page.locator("header select").first.select_option("de")
    expect(page.locator("h1")).not_to_have_text(english)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
