"""Things on the table explain themselves, and why they cannot be chosen: by mouse, keyboard and touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.axe import findings
from tests.browser.browsers import DESKTOP, PHONE, Theme
from tests.browser.site import Person, Site, words

BIDDING = (
    "volle-wolle:3 bidding 14 6,5,1 S11,S43,S49,dog S09,S12,S20,S21,S25,S31,S34,S37,S45,S48,S54,S55,S56/"
    "S07,S08,S10,S13,S16,S19,S23,S26,S29,S33,S35,S36,S39,S40,S41,S42,S44,S46,S50,S57/"
    "S14,S17,S22,S24,S27,S30,S32,S38,S47,S51,S52,S53 "
    "S56,S35,S17 3,2,2 0,5,2 .,.,. turn=2 throw=3 dice=9,9,3 left=d10,d8 won=S35"
)
"""Ada, at seat 0, has no chip left for 26+."""
CARD = "[data-explains]"
ANSWER = f"{CARD} .answer"
TAB_STOPS = '.board [data-thing]:is([tabindex="0"], button)'
"""Nothing on the board can be chosen while bids are set."""
ON_SCREEN = """
(card) => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}
"""


@pytest.fixture
def ada(site: Site, request: pytest.FixtureRequest) -> Person:
    """A player who has to bid, with the size, language and theme that a test asks for."""
    size, language, theme = request.param
    person = site.visitor(size=size, language=language, theme=theme)
    made = site.call("POST", "/api/tables/from-position", {"position": BIDDING, "seat": 0}, person.token)
    person.open(f"/table/{made['table']['id']}#{made['invitation']}")
    expect(person.page.locator('[data-draft="bid 14"]')).to_be_visible()
    return person


def looks(*sizes: tuple[int, int]) -> pytest.MarkDecorator:
    themes: dict[str, Theme] = {"en-US": "light", "de-DE": "dark"}
    every = [(size, language, theme) for size in sizes for language, theme in themes.items()]
    return pytest.mark.parametrize("ada", every, ids=lambda look: f"{look[0][0]}-{look[1]}", indirect=True)


def assert_sound(page: Page, card: Locator) -> None:
    """It is on screen, and axe has no complaints."""
    expect(card).to_be_visible()
    assert card.evaluate(ON_SCREEN)
    assert findings(page) == []


def closed(page: Page) -> None:
    expect(page.locator(CARD)).to_have_count(0)


@looks(DESKTOP, (1920, 1080))
def test_a_resting_mouse_explains_a_card(ada: Person) -> None:
    page, card = ada.page, ada.page.locator(CARD)
    page.locator('[data-thing="card S11"]').hover()
    expect(card.locator(".title")).to_have_text(words("explain.volle-wolle.black", ada.language))
    expect(card).to_contain_text("−4")
    expect(card.locator("svg")).to_be_visible()
    assert_sound(page, card)
    card.hover()
    page.keyboard.press("Escape")
    closed(page)


@looks(DESKTOP)
def test_the_focus_explains_a_control_and_leaving_it_does_not(ada: Person) -> None:
    page, card = ada.page, ada.page.locator(CARD)
    page.locator('[role=radio][tabindex="0"]').focus()
    page.keyboard.press("End")
    expect(card.locator(".title")).to_contain_text("26")
    assert_sound(page, card)
    page.keyboard.press("Tab")
    closed(page)


@looks(DESKTOP, PHONE)
def test_a_tap_on_what_is_refused_says_why_and_opens_the_rules(ada: Person) -> None:
    page = ada.page
    page.locator('[data-refused="bid 26+"]').click()
    expect(page.locator(ANSWER)).to_have_text(words("whynot.VW-2.7", ada.language))
    assert_sound(page, page.locator(CARD))
    page.locator(f"{CARD} .clause").click()
    shown = page.locator("dialog article.shown")
    expect(shown).to_be_in_viewport()
    expect(shown).to_contain_text("VW-2.7")
    page.keyboard.press("Escape")
    closed(page)
    page.locator('[data-refused="take dog"]').click()
    expect(page.locator(ANSWER)).to_have_text(words("whynot.VW-2.3", ada.language))


@looks(DESKTOP)
def test_whose_turn_it_is_instead(ada: Person, site: Site) -> None:
    """Two people have to bid: whoever has bid can no longer choose anything."""
    bob = site.visitor("Bob")
    place = site.table(ada, "volle-wolle", ["me", "friend", "bot"], public=True)
    site.call(
        "POST", f"/api/tables/{place.split('/')[2].split('#')[0]}/join", {"invitation": place.split("#")[1]}, bob.token
    )
    bob.open(place)
    page = ada.open(place)
    page.locator('[data-draft="bid 20"]').click()
    page.locator('[data-action="bid 20"]').click()
    expect(page.locator('[data-draft="bid 20"]')).to_have_count(0)
    page.locator('[data-refused="leave d12"]').click()
    expect(page.locator(ANSWER)).to_contain_text("Bob")
    expect(page.locator(f"{CARD} .clause")).to_have_count(0)


@looks(DESKTOP, PHONE)
def test_the_keyboard_asks_what_everything_is(ada: Person) -> None:
    page, card = ada.page, ada.page.locator(CARD)
    expect(page.locator(TAB_STOPS)).to_have_count(0)
    page.get_by_role("button", name=words("table.what", ada.language)).click()
    buttons = page.locator("dialog button[aria-label]")
    expect(buttons.nth(20)).to_be_attached()
    assert findings(page) == []
    pile = page.get_by_role("button", name=words("explain.volle-wolle.pile", ada.language), exact=True)
    pile.focus()
    expect(card).to_contain_text("VW-2.1")
    assert_sound(page, card)
    page.keyboard.press("Tab")
    expect(card.locator(".clause")).to_be_focused()
    page.keyboard.press("Escape")
    closed(page)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(TAB_STOPS)).to_have_count(0)


@looks(PHONE)
def test_a_long_press_explains_and_a_tap_chooses(ada: Person) -> None:
    page, card = ada.page, ada.page.locator(CARD)
    touch = page.context.new_cdp_session(page)
    bid = page.locator('[data-draft="bid 20"]')
    begin(touch, bid)
    expect(card.locator(".title")).to_contain_text("20")
    end(touch)
    assert_sound(page, card)
    assert page.evaluate("getSelection().toString()") == ""
    expect(bid).to_have_attribute("aria-checked", "false")
    bid.tap()
    closed(page)
    expect(bid).to_have_attribute("aria-checked", "false")
    bid.tap()
    expect(bid).to_have_attribute("aria-checked", "true")
    closed(page)


def begin(touch: CDPSession, element: Locator) -> None:
    """Put a finger on an element."""
    box = element.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})


def end(touch: CDPSession) -> None:
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@looks(DESKTOP)
def test_a_replay_explains_but_refuses_nothing(ada: Person) -> None:
    page = ada.page
    page.goto(page.url.replace("/table/", "/replay/"))
    page.locator('[data-thing="card S11"]').click()
    page.locator('[data-thing="card S43"]').hover()
    expect(page.locator(f"{CARD} .title")).to_have_text(words("explain.volle-wolle.white", ada.language))
    expect(page.locator(ANSWER)).to_have_count(0)
    assert findings(page) == []
