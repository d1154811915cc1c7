"""Several people: two browsers, one of which loses its connection, and one shared screen."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import PHONE
from tests.browser.screens import DRAWN
from tests.browser.site import CURTAIN, LOST, PROMPT, Hand, Site, check_record, play_together, words

SHORT = "schafe-schubsen"
"""This one is played to the end; the others take a hundred moves."""
OPEN = "haste-bock"
"""This one has no secrets, so there is no curtain (test_shell.py)."""


@pytest.mark.parametrize("game", DRAWN)
def test_friends_by_a_link_one_of_whom_loses_the_connection(site: Site, game: str) -> None:
    ada, bob = site.visitor("Ada"), site.visitor("Bob", size=PHONE, language="de-DE")
    link = site.table(ada, game, ["me", "friend", "bot"])
    ada.open(link)
    bob.open(link)
    bob.page.get_by_role("button", name=words("site.wait.sit", "de")).click()
    hands = [Hand(ada.page, seed=6), Hand(bob.page, seed=7)]
    for hand in hands:
        expect(hand.page.locator(PROMPT)).to_be_visible()
    take_turns(hands, 8)
    bob.context.set_offline(True)
    expect(bob.page.locator(LOST)).to_be_visible()
    take_turns(hands[:1], 3)
    bob.context.set_offline(False)
    expect(bob.page.locator(LOST)).to_have_count(0)
    if game == SHORT:
        play_together(hands)
        check_record(site, ada)
    else:
        take_turns(hands, 10)


def test_the_host_gives_free_seats_to_bots(site: Site) -> None:
    """Only the host can change who sits at a free seat."""
    ada, bob = site.visitor("Ada"), site.visitor("Bob", size=PHONE, language="de-DE")
    link = site.table(ada, "haste-bock", ["me", "friend", "friend", "friend"])
    page = ada.open(link)
    bob.open(link)
    bob.page.get_by_role("button", name=words("site.wait.sit", "de")).click()
    expect(bob.page.get_by_text(words("site.wait.you", "de"))).to_be_visible()
    expect(bob.page.get_by_role("combobox")).to_have_count(0)
    third, fourth = page.get_by_label("Who sits at seat 3?"), page.get_by_label("Who sits at seat 4?")
    expect(page.get_by_role("combobox")).to_have_count(2)
    third.select_option("lamb")
    page.get_by_role("button", name=words("site.wait.appoint.bot")).click()
    expect(bob.page.get_by_text("Computer: Lamm")).to_be_visible()
    third.select_option("")
    page.get_by_role("button", name=words("site.wait.appoint.free")).click()
    expect(bob.page.get_by_text("Computer: Lamm")).to_have_count(0)
    expect(third).to_have_value("")
    third.select_option("random")
    page.get_by_role("button", name=words("site.wait.appoint.bot")).click()
    expect(bob.page.get_by_text(words("site.bot.random", "de"))).to_be_visible()
    fourth.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(fourth).to_have_value("lamb")
    page.get_by_role("button", name=words("site.wait.appoint.begin")).click()
    for person in (ada, bob):
        expect(person.page.locator(PROMPT)).to_be_visible()


def test_a_bot_replaces_an_absent_friend(site: Site) -> None:
    """Half a minute after the connection is lost, during and before the game."""
    ada, bob = site.visitor("Ada"), site.visitor("Bob")
    link = site.table(ada, "volle-wolle", ["me", "friend"])
    waiting = site.table(ada, "haste-bock", ["me", "friend", "friend"])
    page, other = ada.open(link), ada.context.new_page()
    other.goto(site.address + waiting)
    for where in (link, waiting):
        bob.open(where)
        bob.page.get_by_role("button", name=words("site.wait.sit")).click()
        expect(bob.page.get_by_role("button", name=words("site.wait.sit"))).to_have_count(0)
    expect(page.locator(PROMPT)).to_be_visible()
    bob.page.close()
    page.locator('[data-draft="bid 20"]').click()
    page.locator('[data-action="bid 20"]').click()  # now she waits for him
    choices = page.locator(".prompt > .choices")
    place = choices.bounding_box()
    stand_in = page.get_by_role("button", name="Let a bot play for Bob")
    expect(stand_in).to_be_visible(timeout=40_000)
    assert choices.bounding_box() == place, "the choices do not move"
    expect(page.get_by_role("button", name=words("table.gone.wait"))).to_be_visible()
    stand_in.click()
    expect(page.get_by_text(words("table.seat.left"))).to_be_visible()
    other.get_by_label("Who sits at seat 2?").select_option("")
    other.get_by_role("button", name=words("site.wait.appoint.free")).click()
    expect(other.get_by_text("Bob")).to_have_count(0)


def take_turns(hands: Sequence[Hand], times: int) -> None:
    for _ in range(times):
        for hand in hands:
            if not hand.is_over():
                hand.choose()


@pytest.mark.parametrize("game", [game for game in DRAWN if game != OPEN])
def test_the_curtain_hides_the_other_player_at_one_screen(site: Site, game: str) -> None:
    ada = site.visitor("Ada")
    seats = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}, {"who": "bot"}]
    page = ada.open(site.table(ada, game, seats))
    hand = Hand(page, seed=8)
    while hand.curtains < 6 and not hand.is_over():
        hand.wait()
        if page.locator(CURTAIN).count():
            assert page.locator(f"[data-action], [data-draft], {PROMPT}, [role=log]").count() == 0
        hand.choose()
    assert hand.curtains > 2
