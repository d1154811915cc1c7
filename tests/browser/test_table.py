"""The table page: zooming by touch and by buttons, and refused moves."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.browsers import DESKTOP, PHONE
from tests.browser.site import PROMPT, Hand, Site, words

BOTS = ["me", "bot", "bot"]
BOARD = "div.frame"
REFUSED = ".prompt .above"


def wait_for(page: Page, condition: str) -> None:
    """Wait for a condition on `zoom` and `scrolled`."""
    read = f"const frame = document.querySelector('{BOARD}'); const zoom = Number(frame.firstElementChild.style.zoom);"
    page.wait_for_function(f"() => {{ {read} const scrolled = frame.scrollLeft; return {condition}; }}")


def test_a_board_zooms_by_touch_and_by_buttons(site: Site) -> None:
    ada = site.visitor(size=PHONE)
    page = ada.open(site.table(ada, "volle-wolle", BOTS))
    Hand(page).wait()
    box = page.locator(BOARD).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    fingers = ada.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", (x - 30, y), (x + 30, y))
    for apart in range(40, 70, 10):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    # The point between the fingers stays there.
    wait_for(page, f"zoom === 2 && Math.abs(scrolled - {box['width'] / 2}) < 3")

    touch("touchStart", (x, y))
    for moved in range(20, 100, 20):
        touch("touchMove", (x - moved, y))
    touch("touchEnd")
    wait_for(page, f"scrolled > {box['width'] / 2 + 40}")

    page.get_by_label(words("table.zoom.in")).click()
    wait_for(page, "zoom > 2")
    page.get_by_label(words("table.zoom.out")).click()
    page.get_by_label(words("table.zoom.out")).click()
    wait_for(page, "1 < zoom && zoom < 2")
    page.get_by_label(words("table.zoom.fit")).click()
    wait_for(page, "zoom === 1 && scrolled === 0")
    expect(page.get_by_label(words("table.zoom.out"))).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("reason", "wrong"),
    [("action.illegal", {"action": "bid 99"}), ("table.changed", {"seen": 1})],
    ids=["illegal", "stale"],
)
def test_a_refused_move_explains_itself(site: Site, size: tuple[int, int], reason: str, wrong: dict[str, Any]) -> None:
    ada = site.visitor(size=size)

    def meddle(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def up(message: str | bytes) -> None:
            told = json.loads(message)
            server.send(json.dumps(told | wrong if told["type"] == "act" else told))

        line.on_message(up)

    ada.page.route_web_socket("**/socket", meddle)
    page = ada.open(site.table(ada, "volle-wolle", BOTS))
    Hand(page).wait()
    page.locator('[data-draft="bid 20"]').click()
    place = page.locator(PROMPT).bounding_box()
    page.locator('[data-action="bid 20"]').click()
    refused = page.locator(REFUSED)
    expect(refused).to_contain_text(words(f"refused.{reason}"))
    # Nothing has moved, and the same choice is still offered.
    assert page.locator(PROMPT).bounding_box() == place
    expect(page.locator('[data-action="bid 20"]')).to_be_in_viewport(ratio=1)
    why = refused.get_by_role("button", name=words("table.why"))
    if reason == "action.illegal":
        why.click()
        # The last event: cards were turned up, or a bot was quicker and has bid.
        expect(page.locator("article.shown")).to_have_attribute("data-place", re.compile(r"^VW-2\.[13]$"))
        expect(page.locator("article.shown")).to_be_focused()
        if size == PHONE:
            page.keyboard.press("Escape")
            expect(why).to_be_focused()
    else:
        expect(why).to_have_count(0)
    refused.get_by_role("button", name=words("table.fine")).click()
    expect(refused).to_have_text("")
