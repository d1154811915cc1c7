"""The page that checks the dice confirms honest games and finds forged ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.screens import finished
from tests.browser.site import Hand, Site, table_of, words


def test_after_the_game_the_browser_confirms_fair_dice_unasked(site: Site) -> None:
    ada = site.visitor()
    page = ada.open(site.table(ada, "schafe-schubsen", ["me", "bot", "bot"]))
    Hand(page, seed=13).play_to_the_end()
    expect(page.get_by_text(words("fair.line_right"))).to_be_visible()
    table = table_of(page.url)
    record = site.call("GET", f"/api/tables/{table}/record", token=ada.token)
    [player] = record["fairness"]["players"]
    assert len(player["nonce"]) == 32, "the browser has added a nonce"
    ada.open(f"/fair?table={table}")
    for part in ("right_about", "kept_right"):
        expect(page.get_by_text(words(f"fair.{part}"))).to_be_visible()


def test_a_record_that_differs_from_the_game_seen_is_reported(site: Site) -> None:
    """The record is consistent, but not what this browser saw."""
    ada = site.visitor(language="de-DE")
    page = ada.open(site.table(ada, "schafe-schubsen", ["me", "bot", "bot"]))
    record: dict[str, Any] = {}

    def forge(route: Route) -> None:
        record.update(route.fetch().json())
        record["fairness"]["restarts"] = [[0]]
        route.fulfill(json=record)

    page.route("**/api/tables/*/record", forge)
    Hand(page, seed=13).play_to_the_end()
    expect(page.get_by_role("alert").filter(has_text="Mit den Würfeln stimmt etwas nicht")).to_be_visible()
    assert record["fairness"]["restarts"] == [[0]]


def test_a_forged_throw_is_found(site: Site, tmp_path: Path) -> None:
    ada = site.visitor(language="de-DE")
    table = finished(site, ada, "volle-wolle")
    record = site.call("GET", f"/api/tables/{table}/record", token=ada.token)
    place = next(place for place, line in enumerate(record["actions"]) if line.startswith("* roll"))
    record["actions"][place] = "* roll 1 1 1" if record["actions"][place] != "* roll 1 1 1" else "* roll 2 2 2"
    file = tmp_path / "bent.json"
    file.write_text(json.dumps(record))
    page = ada.open("/fair")
    page.locator("input[type=file]").first.set_input_files(file)
    expect(page.get_by_role("heading", name=words("fair.wrong", "de"), exact=True)).to_be_visible()
