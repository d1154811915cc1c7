"""A game from another package, without a drawn board, is played like any other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.axe import findings
from tests.browser.browsers import PHONE, Browsers
from tests.browser.conftest import serving
from tests.browser.site import Hand, Site, table_of, words

EXAMPLE = Path(__file__).parents[2] / "examples" / "last_sheep"


def install(package: Path, folder: Path) -> None:
    """Install a package as `pip install` would, but into its own folder."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(folder), str(package)], check=True)  # noqa: S603 our own


def learn(page: Page) -> None:
    """Walk through its lesson, with one wrong try, and play a game from there."""

    def lead(number: int, reply: str) -> None:
        page.locator(f'[data-action="lead {number}"]').click()
        expect(text).to_contain_text(reply)

    text, on = page.locator(".bubble .text"), page.locator(".bubble .on.do")
    expect(text).to_contain_text("Ten sheep are still out.")
    assert findings(page) == []
    on.click()
    lead(1, "eight is a good number to leave to Bo")
    lead(2, "five are left")
    lead(1, "the last one is yours")
    on.click()
    lead(2, "You lead the last sheep home and win.")
    on.click()
    page.locator("#end-title").wait_for()
    page.locator(".guide button.do").click()  # the game has no positions to play on from
    page.wait_for_url("**/table/**")
    Hand(page).wait()


def test_an_outside_game_is_found_on_the_start_page_and_played_to_the_end(browsers: Browsers, tmp_path: Path) -> None:
    install(EXAMPLE, tmp_path / "packages")
    with serving(tmp_path, tmp_path / "packages") as address:
        site = Site(address, browsers)
        ada = site.visitor()
        page = ada.open("/")
        expect(page.get_by_text("Last Sheep").first).to_be_visible()
        assert findings(page) == []
        page.locator('a[href="/new/last-sheep"]').first.click()
        page.locator("form button.do").click()
        page.wait_for_url("**/table/**")
        hand = Hand(page, seed=3)
        hand.wait()
        expect(page.locator("pre")).to_contain_text("On the meadow: @")
        expect(page.get_by_text("Lead one to three sheep home; the last one wins.")).to_be_visible()
        assert {value for _, value in hand.offered()} == {"lead 1", "lead 2", "lead 3"}
        assert findings(page) == []
        hand.play_to_the_end()
        record = site.call("GET", f"/api/tables/{table_of(page.url)}/record", token=ada.token)
        assert sorted(record["result"]["ranks"]) == [1, 2, 2]

        learn(ada.open("/learn/last-sheep"))

        bob = site.visitor("Bob", size=PHONE, language="de-DE", theme="dark")
        bob.open(site.table(bob, "last-sheep", ["me", "bot"]))
        Hand(bob.page, seed=4).wait()
        expect(bob.page.get_by_text(words("plain.prompt.choose", "de"))).to_be_visible()
        assert findings(bob.page) == []
        site.close()
        assert site.complaints == []
