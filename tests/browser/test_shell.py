"""The pages around the boards: links, replays, the log, going back, one screen, another game."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.browsers import DESKTOP, PHONE, Theme
from tests.browser.screens import finished
from tests.browser.site import CURTAIN, Hand, Site, table_of, wait_until, words

US = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]
SLIDER = ".controls input[type=range]"
LOG = "[role=log] li"
FIXED = ("header", "main > .board", ".prompt")
OFFER = """
([table, token, settings]) => new Promise((resolve) => {
  const line = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
  line.onopen = () => {
    line.send(JSON.stringify({ type: 'hello', token }));
    line.send(JSON.stringify({ type: 'offer-rematch', id: 'again', seat: 0, settings }));
  };
  line.onmessage = ({ data }) => {
    const { type, rematch } = JSON.parse(data);
    if (type === 'update' && rematch) resolve(rematch.table);
  };
})
"""
"""Offer a rematch with other settings, as other clients can."""


def test_the_complete_link_invites(site: Site) -> None:
    """Opened in the same tab, it only changes the fragment, so nothing is reloaded."""
    ada, bob = site.visitor("Ada"), site.visitor("Bob")
    link = site.table(ada, "volle-wolle", ["me", "friend"])
    page = bob.open(link.partition("#")[0])
    expect(page.get_by_text(words("site.shut.invitation"))).to_be_visible()
    page.evaluate("(hash) => { window.stayed = true; location.hash = hash; }", link.partition("#")[2])
    expect(page.get_by_role("button", name=words("site.wait.sit"))).to_be_visible()
    assert page.evaluate("window.stayed"), "nothing is reloaded"


def test_a_pasted_link_invites_too(site: Site) -> None:
    ada, bob = site.visitor("Ada"), site.visitor("Bob")
    link = site.table(ada, "volle-wolle", ["me", "friend"])
    page = bob.open(link.partition("#")[0] + "#wrong")
    page.get_by_label(words("site.shut.link")).fill(site.address + link)
    page.get_by_role("button", name=words("site.shut.try")).click()
    expect(page.get_by_role("button", name=words("site.wait.sit"))).to_be_visible()


def test_a_running_replay_stops_when_asked_to_play_on(site: Site) -> None:
    ada = site.visitor(speed="natural")
    ada.page.clock.install()
    page = ada.open(f"/replay/{finished(site, ada, 'haste-bock')}?at=6")
    page.get_by_label(words("replay.speed")).select_option(index=3)
    page.get_by_role("button", name=words("replay.play"), exact=True).click()
    expect(page.locator(SLIDER)).not_to_have_value("6")
    page.get_by_role("button", name=words("replay.play_on"), exact=True).click()
    chosen = page.locator(SLIDER).input_value()
    expect(page.get_by_role("button", name=words("replay.play"), exact=True)).to_be_attached()
    page.clock.run_for(5_000)  # several steps at this speed
    assert page.locator(SLIDER).input_value() == chosen
    if (
        page.get_by_role("button", name=words("replay.play_on_go"), exact=True).count() == 0
    ):  # dice are about to roll there
        page.locator("dialog button.do").click()
        chosen = page.locator(SLIDER).input_value()
    with page.expect_request("**/play-on") as asked:
        page.get_by_role("button", name=words("replay.play_on_go"), exact=True).click()
    assert json.loads(asked.value.post_data or "")["line"] == int(chosen)


def test_the_dice_of_the_replayed_table_are_checked(site: Site) -> None:
    ada = site.visitor()
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url))
    table = finished(site, ada, "volle-wolle")
    page = ada.open(f"/replay/{table}")
    page.get_by_role("link", name=words("replay.dice")).click()
    page.wait_for_url(f"**/fair?table={table}")
    expect(page.get_by_role("link", name=words("fair.to_replay"))).to_be_visible()
    assert not [one for one in asked if "undefined" in one]


def test_an_imported_record_has_no_dice_to_check(site: Site) -> None:
    """The proof stays in the imported file."""
    ada = site.visitor()
    record = site.call("GET", f"/api/tables/{finished(site, ada, 'volle-wolle')}/record", token=ada.token)
    made = site.call("POST", "/api/tables/import", record, ada.token)
    page = ada.open(f"/replay/{made['table']['id']}")
    expect(page.get_by_role("button", name=words("replay.download"))).to_be_visible()
    expect(page.get_by_role("link", name=words("replay.dice"))).to_have_count(0)


def test_the_log_of_a_finished_game_is_complete(site: Site) -> None:
    ada = site.visitor()
    table = finished(site, ada, "volle-wolle")
    page = ada.open(f"/table/{table}")
    expect(page.locator(LOG).first).to_contain_text(words("side.note.begun"))
    moves = len(site.call("GET", f"/api/tables/{table}/replay")["moves"])
    assert moves > 100, "longer than what the server sends on connecting"
    assert page.locator(LOG).count() > moves


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_note_of_a_lost_connection_moves_nothing_and_follows_the_theme(
    site: Site, size: tuple[int, int], theme: Theme
) -> None:
    ada = site.visitor(size=size, theme=theme)
    page = ada.open(site.table(ada, "haste-bock", ["me", "bot"], options={"start": 0}))
    Hand(page).wait()
    places = [page.locator(one).bounding_box() for one in FIXED]
    ada.context.set_offline(True)
    note = page.get_by_text(words("offline.none"))
    expect(note).to_be_visible()
    assert [page.locator(one).bounding_box() for one in FIXED] == places
    colour = note.locator("xpath=..").evaluate("(one) => getComputedStyle(one).backgroundColor")
    brightness = sum(float(part) for part in re.findall(r"[0-9.]+", colour)[:3])
    assert (brightness < 3 * 128) == (theme == "dark")
    ada.context.set_offline(False)
    expect(note).to_have_count(0)


def test_a_game_without_secrets_has_no_curtain(site: Site) -> None:
    ada = site.visitor()
    page = ada.open(site.table(ada, "haste-bock", [*US, {"who": "bot"}]))
    hand = Hand(page, seed=8)
    for _ in range(30):
        hand.wait()
        hand.choose()
    assert hand.curtains == 0
    seen = site.call("GET", f"/api/tables/{table_of(page.url)}/replay", token=ada.token)
    assert {0, 1} <= {move["seat"] for move in seen["moves"]}, "both have played"


def test_in_volle_wolle_the_curtain_hides_bids_but_not_dice(site: Site) -> None:
    ada = site.visitor()
    page = ada.open(site.table(ada, "volle-wolle", US))
    page.locator(CURTAIN).click()
    bid(page, "20")
    bid(page, "18")  # the last to bid needs no curtain
    expect(page.locator(CURTAIN)).to_have_count(0)
    expect(page.locator("[data-action]").first).to_be_visible()
    assert page.locator('[data-draft^="bid "]').count() == 0, "the dice are rolled"


def test_at_one_screen_everybody_bids_behind_a_curtain_in_every_round(site: Site) -> None:
    """Also right after rolling or taking cards in public."""
    ada = site.visitor()
    page = ada.open(site.table(ada, "volle-wolle", US))
    hand = Hand(page, seed=2)
    for _ in range(40):
        hand.wait()
        hand.choose()
    hand.wait()
    path = f"/api/tables/{table_of(page.url)}/replay?seat=0"
    actions = [frame["action"] or "" for frame in site.call("GET", path, token=ada.token)["frames"]]
    rounds = sum(action.startswith("0 bid") for action in actions)
    assert rounds >= 3
    assert hand.curtains >= rounds


def bid(page: Page, value: str) -> None:
    page.locator(f'[data-draft="bid {value}"]').click()
    page.locator(f'[data-action="bid {value}"]').click()
    expect(page.locator(f'[data-action="bid {value}"]')).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_going_back_undoes_my_last_decision(site: Site, size: tuple[int, int]) -> None:
    ada = site.visitor(size=size)
    page = ada.open(site.table(ada, "haste-bock", ["me", "bot", "bot"], options={"start": 0}))
    hand = Hand(page, seed=3)
    for _ in range(12):
        hand.wait()
        hand.choose()
    hand.wait()
    if size == PHONE:
        page.locator(".prompt .buttons [aria-haspopup=dialog]").click()
        page.get_by_role("tab", name=words("table.tools")).or_(page.get_by_role("tab", name="Table")).first.click()
    with page.expect_response(re.compile("/replay")) as loaded:
        page.get_by_role("button", name=words("table.tools.back")).click()
    moves = loaded.value.json()["moves"]
    mine = max(number for number, move in enumerate(moves) if move["seat"] == 0)
    expect(page.locator("dialog .preview svg").first).to_be_visible()
    page.locator("dialog .answer button.do").click()
    expect(page.locator("dialog .preview")).to_have_count(0)
    path = f"/api/tables/{table_of(page.url)}/replay?seat=0"
    wait_until(lambda: site.call("GET", path, token=ada.token)["moves"] == moves[:mine])


def test_a_rematch_can_be_offered_after_the_first_offer_was_closed(site: Site) -> None:
    ada = site.visitor()
    link = site.table(ada, "schafe-schubsen", ["me", "bot", "bot"])
    page = ada.open(link)
    Hand(page, seed=2).play_to_the_end()
    again = page.get_by_role("button", name=words("table.end.again"))
    settings = {"game": "volle-wolle", "seats": [{"who": "me"}, {"who": "friend"}]}
    offered: str = page.evaluate(OFFER, [table_of(link), ada.token, settings])
    expect(page.get_by_role("link", name=words("table.end.join"))).to_be_visible()
    site.call("DELETE", f"/api/tables/{offered}", token=ada.token)
    page.goto(site.address + "/")
    page.goto(site.address + link)
    expect(again).to_be_visible()
    again.click()
    page.wait_for_url(re.compile(rf"/table/(?!{table_of(link)})"))
    assert table_of(page.url) != offered
