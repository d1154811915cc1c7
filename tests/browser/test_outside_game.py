"""A game from another package, without a drawn board, is played like any other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.browser.browsers import PHONE, Browsers
from tests.browser.conftest import serving
from tests.browser.site import Hand, Site, table_of, words

EXAMPLE = Path(__file__).parents[2] / "examples" / "last_sheep"


def install(package: Path, folder: Path) -> None:
    """Install a package as `pip install` would, but into its own folder."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(folder), str(package)], check=True)  # noqa: S603 our own


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

        bob = site.visitor("Bob", size=PHONE, language="de-DE", theme="dark")
        bob.open(site.table(bob, "last-sheep", ["me", "bot"]))
        Hand(bob.page, seed=4).wait()
        expect(bob.page.get_by_text(words("plain.prompt.choose", "de"))).to_be_visible()
        assert findings(bob.page) == []
        site.close()
        assert site.complaints == []
