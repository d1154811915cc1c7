"""Meine Schafe: the whistle, the curtain before interruptions, previews of tiles."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import PHONE
from tests.browser.site import CURTAIN, PROMPT, Hand, Person, Site, words
from tests.browser.test_table import BOARD, wait_for

GAME = "meine-schafe"
BEGINNING = {"options": {"start": 0}}
WHISTLE = ".whistle"
OFFERED = "[data-action], [data-draft]"
FACES = ".face"
PLACES = ".place"
TRY = "(place) => document.querySelectorAll('.place')[place]?.dispatchEvent(new MouseEvent('click', { bubbles: true }))"
"""Click a place on the board, if there are that many."""
IN_EACH_OTHERS_WAY = """
() => {
  const all = [...document.querySelectorAll('.controls button')];
  const bar = document.querySelector('.controls').getBoundingClientRect();
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const boxes = all.map((one) => one.getBoundingClientRect());
  return all
    .filter((_, at) => boxes[at].left < bar.left || boxes[at].right > bar.right + 1
      || boxes.some((other, number) => number !== at && meet(boxes[at], other)))
    .map(({ innerText }) => innerText);
}
"""
"""Controls that overflow or overlap."""


def two_friends(site: Site) -> tuple[Person, Person]:
    """Ada, who begins, and Bob, each with their own browser."""
    ada, bob = site.visitor("Ada"), site.visitor("Bob", size=PHONE)
    link = site.table(ada, GAME, ["me", "friend"], **BEGINNING)
    ada.open(link)
    bob.open(link)
    bob.page.get_by_role("button", name=words("site.wait.sit")).click()
    for page in (ada.page, bob.page):
        expect(page.locator(WHISTLE)).to_be_enabled()
    return ada, bob


def test_the_whistle_looks_the_same_to_everybody(site: Site) -> None:
    looks = set()
    for _ in range(2):
        for person in two_friends(site):
            looks.add(person.page.locator(WHISTLE).evaluate("(one) => one.outerHTML"))
    assert len(looks) == 1


def test_one_player_whistles_and_the_other_waits(site: Site) -> None:
    ada, bob = two_friends(site)
    expect(ada.page.locator(OFFERED).first).to_be_visible()
    # A player whose turn it is not is offered nothing, although much is legal.
    expect(bob.page.locator(OFFERED)).to_have_count(0)
    place = bob.page.locator(WHISTLE).bounding_box()
    bob.page.locator(WHISTLE).click()
    expect(bob.page.locator('[data-draft="out"]')).to_be_visible()
    assert bob.page.locator(WHISTLE).bounding_box() == place
    expect(ada.page.locator(".held")).to_contain_text("Bob")
    expect(ada.page.locator(PROMPT)).to_contain_text("Bob")
    expect(ada.page.locator(OFFERED)).to_have_count(0)
    bob.page.get_by_role("button", name=words("ms.let_go")).click()
    for page in (ada.page, bob.page):
        expect(page.locator(".held")).to_have_count(0)
    expect(ada.page.locator(OFFERED).first).to_be_visible()
    expect(bob.page.locator(OFFERED)).to_have_count(0)
    # A player whistles once per turn.
    expect(bob.page.locator(WHISTLE)).to_be_disabled()


def test_a_player_who_whistled_drops_out_after_seeing_what_it_is_worth(site: Site) -> None:
    ada, bob = two_friends(site)
    log = ada.page.locator("[role=log]").first
    bob.page.locator(WHISTLE).click()
    bob.page.locator('[data-draft="out"]').click()
    expect(bob.page.locator(PROMPT)).to_contain_text(re.compile(r"\b6 points\b.*\bbonus 6\b"))
    expect(log).not_to_contain_text("drops out")
    bob.page.locator('[data-action="out"]').click()
    expect(log).to_contain_text("Bob drops out")
    expect(bob.page.locator(WHISTLE)).to_be_disabled()


def test_the_curtain_hides_everything_of_the_previous_player(site: Site) -> None:
    ada = site.visitor("Ada")
    seats = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]
    page = ada.open(site.table(ada, GAME, seats, **BEGINNING))
    hand = Hand(page, seed=8)
    private = f"{OFFERED}, {FACES}, .secret, {WHISTLE}, {PROMPT}, [role=log]"
    handed_over = 0
    while handed_over < 3:
        page.locator(CURTAIN).click()
        # A colour is hidden until its player asks for it.
        expect(page.locator(".secret")).to_have_attribute("aria-pressed", "false")
        page.locator(".secret").click()
        expect(page.locator(".secret")).to_have_attribute("aria-pressed", "true")
        if not comes_to_the_curtain(hand):
            break  # one has dropped out, and the other has played alone
        assert page.locator(private).count() == 0
        handed_over += 1
    assert handed_over


@pytest.mark.parametrize("width", [360, 390])
@pytest.mark.parametrize("language", ["de-DE", "en-US"])
def test_controls_do_not_overlap_on_a_phone(site: Site, width: int, language: str) -> None:
    ada = site.visitor(size=(width, 844), language=language)
    page = ada.open(site.table(ada, GAME, ["me", "bot"], **BEGINNING))
    hand = Hand(page, seed=5)
    for _ in range(20):
        hand.wait()
        for place in range(4):
            page.evaluate(TRY, place)
            if page.locator(".turn").count():
                assert page.evaluate(IN_EACH_OTHERS_WAY) == []
                return  # all controls are shown
        hand.choose()
    raise AssertionError("no tile fits in two ways")


def comes_to_the_curtain(hand: Hand) -> bool:
    """Play until the screen is handed over; False if the game ends first."""
    for _ in range(300):
        hand.wait()
        if hand.is_over():
            return False
        if hand.page.locator(CURTAIN).count():
            return True
        hand.choose()
    raise AssertionError("the screen is never handed over")


def test_at_one_screen_a_player_can_interrupt_and_give_the_turn_back(site: Site) -> None:
    ada = site.visitor("Ada")
    seats = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]
    page = ada.open(site.table(ada, GAME, seats, **BEGINNING))
    page.locator(CURTAIN).click()
    page.get_by_role("button", name="Bob wants to act").click()
    page.locator(CURTAIN).click()
    expect(page.locator('[data-draft="out"]')).to_be_visible()
    expect(page.locator(".held")).to_have_count(0)
    page.get_by_role("button", name=words("ms.let_go")).click()
    expect(page.locator(".curtain")).to_contain_text("Ada")


def able_to_begin(site: Site, person: Person) -> Page:
    """A table with a bot where a tile of the first hand fits, as at most tables."""
    while True:
        page = person.open(site.table(person, GAME, ["me", "bot"], **BEGINNING))
        Hand(page).wait()
        if page.locator(PLACES).count():
            return page


def sent_by(page: Page) -> list[str]:
    """The types of all messages sent from now on."""
    sent: list[str] = []

    def note(payload: str | bytes) -> None:
        sent.append(json.loads(payload)["type"])

    page.on("websocket", lambda line: line.on("framesent", note))
    return sent


def test_a_tile_is_previewed_before_it_is_laid(site: Site) -> None:
    ada = site.visitor("Ada")
    sent = sent_by(ada.page)
    page = able_to_begin(site, ada)
    page.locator(f"button{FACES}").first.click()
    page.locator(PLACES).first.click()
    expect(page.locator(".ghost")).to_be_visible()
    expect(page.locator(".earned")).to_have_text("+1")
    expect(page.locator(PROMPT)).to_contain_text(words("ms.prompt.draws").split("other {")[1].split(" You")[0])
    button = page.locator("button.do[data-action^=lay]")
    expect(button).to_contain_text("1")
    assert "preview" in sent
    assert "act" not in sent
    expect(page.locator(f"button{FACES}, span{FACES}")).to_have_count(8)
    button.click()
    expect(page.locator(".ghost")).to_have_count(0)
    # One was laid, and one drawn to replace it.
    expect(page.locator(f"button{FACES}, span{FACES}")).to_have_count(8)
    assert sent.count("act") == 1


def test_a_place_can_be_chosen_first_and_a_tile_rotated_by_key(site: Site) -> None:
    ada = site.visitor("Ada", size=PHONE)
    page = able_to_begin(site, ada)
    place = page.locator(WHISTLE).bounding_box()
    page.locator(PLACES).first.click()
    expect(page.locator(".face.now")).to_have_count(1)
    expect(page.locator(".ghost")).to_be_visible()
    expect(page.locator("button.do[data-action^=lay]")).to_be_visible()
    assert page.locator(WHISTLE).bounding_box() == place
    before = page.locator(f"{PLACES}.now").get_attribute("data-action")
    way = page.locator("button.turn .of")
    turns = int((way.text_content() or "").partition("/")[2]) if way.count() else 1
    page.keyboard.press("r")
    if turns > 1:
        expect(page.locator(f"{PLACES}.now")).not_to_have_attribute("data-action", before or "")
        for _ in range(turns - 1):
            page.keyboard.press("r")
    expect(page.locator(f"{PLACES}.now")).to_have_attribute("data-action", before or "")
    page.keyboard.press("Escape")
    expect(page.locator(".ghost")).to_have_count(0)


def test_the_board_zooms_by_wheel_and_scrolls_by_keys(site: Site) -> None:
    ada = site.visitor("Ada")
    page = ada.open(site.table(ada, GAME, ["me", "bot"], **BEGINNING))
    Hand(page).wait()
    sight, bag = (page.locator(one).bounding_box() for one in (".sight", ".bag"))
    assert sight
    assert bag
    assert sight["y"] + sight["height"] <= bag["y"], "it covers no place"
    page.locator(BOARD).first.hover()
    page.mouse.wheel(0, -200)
    wait_for(page, "zoom > 1.5")
    nearer = page.locator(".bag").bounding_box()
    assert nearer
    assert all(abs(nearer[side] - bag[side]) < 2 for side in ("x", "y", "width", "height")), "it stays where it was"
    page.locator(BOARD).first.focus()
    page.evaluate(f"document.querySelector('{BOARD}').scrollTo(0, 0)")
    page.keyboard.press("ArrowRight")
    wait_for(page, "scrolled > 0")
    page.keyboard.press("0")
    wait_for(page, "zoom === 1")
