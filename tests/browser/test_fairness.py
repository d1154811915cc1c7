"""The page that checks the dice: a true game is true, a bent one is found, and this browser's own part is in it."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.house import Hand, House, table_of, words
from tests.browser.screens import finished


def test_the_own_part_of_the_dice_is_in_the_record_and_all_throws_are_true(house: House) -> None:
    ada = house.visitor()
    page = ada.open(house.table(ada, "schafe-schubsen", ["me", "bot", "bot"]))
    Hand(page, seed=13).play_to_the_end()
    table = table_of(page.url)
    record = house.call("GET", f"/api/tables/{table}/record", token=ada.token())
    assert record["fairness"]["nonces"][0] != "", "the browser has added something"
    ada.open(f"/fair?table={table}")
    expect(page.get_by_text(words("fair.right_about"))).to_be_visible()
    expect(page.get_by_text(words("fair.kept_right"))).to_be_visible()


def test_a_bent_throw_is_found(house: House, tmp_path: Path) -> None:
    ada = house.visitor(language="de-DE")
    table = finished(house, ada, "volle-wolle")
    record = house.call("GET", f"/api/tables/{table}/record", token=ada.token())
    place = next(place for place, line in enumerate(record["actions"]) if line.startswith("* roll"))
    record["actions"][place] = "* roll 1 1 1" if record["actions"][place] != "* roll 1 1 1" else "* roll 2 2 2"
    file = tmp_path / "bent.json"
    file.write_text(json.dumps(record))
    page = ada.open("/fair")
    page.locator("input[type=file]").first.set_input_files(file)
    expect(page.get_by_role("heading", name=words("fair.wrong", "de"), exact=True)).to_be_visible()
