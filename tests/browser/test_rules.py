"""The rules with their pictures, and the summaries on paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from sheepfold.rulebook import pictures
from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.screens import DRAWN
from tests.browser.site import PROMPT, Site, words

DRAWN_WITHIN = """
(name) => {
  const figure = document.querySelector(`[data-picture=${name}]`);
  const { left, right } = figure.getBoundingClientRect();
  const frames = [...figure.querySelectorAll('.moment > .frame')].map((frame) => frame.getBoundingClientRect());
  return frames.length > 0 && frames.every((one) => one.width > 100 && one.height > 40 && one.left >= left - 1
    && one.right <= right + 1) && [...figure.querySelectorAll('.moment *')].some((one) => one.checkVisibility());
}
"""
"""Whether a picture is drawn, and no wider than its place."""


def picture_requests(page: Page) -> list[str]:
    """The names of all pictures that the page asks for from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.extend(re.findall(r"/pictures/([a-z0-9-]+)$", request.url)))
    return asked


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", DRAWN)
def test_boards_draw_the_pictures_when_they_come_near(site: Site, game: str, size: tuple[int, int]) -> None:
    page = site.visitor("Kathrin", size=size).open(f"/new/{game}")
    asked = picture_requests(page)
    page.get_by_role("button", name=words("site.rules")).click()
    expect(page.locator("dialog article").first).to_be_visible()
    assert len(asked) < len(pictures(game))
    for name in pictures(game):
        figure = page.locator(f"dialog [data-picture={name}]")
        figure.scroll_into_view_if_needed()
        expect(figure.locator(".drawing").first).to_be_attached()
        page.wait_for_function(DRAWN_WITHIN, arg=name)
    assert sorted(asked) == sorted(pictures(game))
    assert page.locator("dialog figure :focus").count() == 0


def test_a_table_does_not_load_the_rules_before_they_are_opened(site: Site) -> None:
    person = site.visitor("Kathrin")
    loaded: list[str] = []
    person.page.on("request", lambda request: loaded.extend(re.findall(r"/assets/(Rules|symbols)-", request.url)))
    page = person.open(site.table(person, "volle-wolle", ["me", "bot", "bot"]))
    expect(page.locator(PROMPT)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert loaded == []
    page.get_by_role("tab", name=words("side.tab.rules")).click()
    expect(page.get_by_role("tabpanel").locator("article").first).to_be_visible()
    assert set(loaded) == {"Rules"}


@pytest.mark.parametrize("language", ["en-US", "de-DE"])
@pytest.mark.parametrize("game", DRAWN)
def test_a_summary_is_printed_on_one_page_of_a4(site: Site, game: str, language: str) -> None:
    page = site.visitor("Kathrin", language=language, theme="dark").open(f"/summary/{game}")
    expect(page.locator("figure .drawing").first).to_be_attached()
    expect(page.locator(".sections svg").first).to_be_visible()
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    [box] = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
    assert [round(float(side) / 72 * 25.4) for side in box] == [210, 297]


def test_the_rules_lead_to_the_summary(site: Site) -> None:
    page = site.visitor("Kathrin").open("/new/haste-bock")
    page.get_by_role("button", name=words("site.rules")).click()
    with page.expect_popup() as opened:
        page.get_by_role("link", name=words("side.rules.summary")).click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Haste Bock? in short")
