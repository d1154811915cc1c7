"""Schafe schubsen on screen."""

from __future__ import annotations

from playwright.sync_api import FloatRect, Page, expect

from tests.browser.screens import finished
from tests.browser.site import Site

LARGE = (1920, 1080)


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return found


def test_the_sea_of_schafe_schubsen_reaches_every_edge(site: Site) -> None:
    ada = site.visitor(size=LARGE)
    ada.open(f"/table/{finished(site, ada, 'schafe-schubsen')}")
    page = ada.page
    expect(page.locator(".board .window")).to_be_visible()
    window, sea = box(page, ".board .window"), box(page, ".board .sea")
    assert sea["x"] <= window["x"]
    assert sea["x"] + sea["width"] >= window["x"] + window["width"]
    assert sea["y"] + sea["height"] >= window["y"] + window["height"]
    assert box(page, ".board .meadow")["x"] <= window["x"], "the meadow reaches the left edge"
