"""The end of a game shows the settlement, the winner and the reason."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.screens import DRAWN, ending
from tests.browser.site import PROMPT, Site, words

LARGE = (1920, 1080)
SCREENS = {"phone": (PHONE, "de-DE"), "desktop": (DESKTOP, "en-US"), "large": (LARGE, "de-DE")}
SCROLLED = "() => [...document.querySelectorAll('.board, .board *')].some((one) => one.scrollTop > 0)"
FITS = "(line) => line.scrollHeight <= line.clientHeight + 1 && line.getBoundingClientRect().bottom <= innerHeight"
RECEIPTS = ".board .receipts"


def box(page: Page, selector: str) -> FloatRect:
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return found


def overlap(one: FloatRect, other: FloatRect) -> bool:
    apart = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
    above = one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]
    return not (apart or above)


def reasons(language: str) -> list[str]:
    """The reasons for winning Schafe schubsen: the sentences between the braces of the message."""
    return [part.rsplit("{", 1)[1] for part in words("ss.why", language[:2]).split("}") if "{" in part]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", DRAWN)
def test_the_ending_is_visible_explains_the_win_and_covers_nothing(site: Site, game: str, screen: str) -> None:
    size, language = SCREENS[screen]
    ada = site.visitor(size=size, language=language)
    ending(game)(site, ada)
    page = ada.page
    result, bar = box(page, ".ending"), box(page, ".prompt")
    assert not overlap(result, box(page, ".board"))
    assert bar["y"] <= result["y"]
    assert result["y"] + result["height"] <= bar["y"] + bar["height"]
    assert not page.evaluate(SCROLLED)
    if page.locator(RECEIPTS).count():
        assert box(page, RECEIPTS)["y"] >= box(page, ".board")["y"], "the first receipt is visible"
    sentence = page.locator(PROMPT)
    for name in page.locator(".ending .first .name").all_inner_texts():
        expect(sentence).to_contain_text(name)
    if game == "schafe-schubsen":
        assert any(reason in sentence.inner_text() for reason in reasons(language))
    assert sentence.evaluate(FITS)


def test_zooming_does_not_resize_the_receipts_of_meine_schafe(site: Site) -> None:
    ada = site.visitor(size=PHONE)
    ending("meine-schafe")(site, ada)
    page = ada.page
    width = "(selector) => document.querySelector(selector).getBoundingClientRect().width"
    board, receipts = ".board .frame > div", f"{RECEIPTS} li"
    before = [page.evaluate(width, one) for one in (board, receipts)]
    page.get_by_role("button", name=words("table.zoom.in")).click()
    page.wait_for_function(f"(before) => ({width})('{board}') > before", arg=before[0])
    assert page.evaluate(width, receipts) == before[1]
