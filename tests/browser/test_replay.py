"""Replays: scrubbing, playing, importing a record, and playing on from a moment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.screens import DRAWN, finished
from tests.browser.site import PROMPT, Hand, Site, words


@pytest.mark.parametrize("game", DRAWN)
def test_a_replay_is_scrubbed_stepped_and_played(site: Site, game: str) -> None:
    ada = site.visitor(speed="natural")
    page = ada.open(f"/replay/{finished(site, ada, game)}?at=12")
    slider = page.get_by_role("slider", name=words("replay.slider"), exact=True)
    expect(slider).to_have_value("12")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("14")
    page.keyboard.press("End")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    page.get_by_role("button", name=words("replay.play"), exact=True).click()
    expect(slider).not_to_have_value("0")


@pytest.mark.parametrize("game", DRAWN)
def test_a_game_continues_from_a_moment_of_its_replay(site: Site, game: str) -> None:
    ada = site.visitor()
    page = ada.open(f"/replay/{finished(site, ada, game)}?at=20")
    page.get_by_role("button", name=words("replay.play_on"), exact=True).click()
    go = page.get_by_role("button", name=words("replay.play_on_go"), exact=True)
    expect(page.locator("dialog button.do")).to_be_visible()
    if go.count() == 0:  # dice are about to roll: it offers the next moment
        page.locator("dialog button.do").click()
    go.click()
    page.wait_for_url("**/table/**")
    expect(page.locator(PROMPT)).to_be_visible()
    hand = Hand(page, seed=12)
    for _ in range(5):
        hand.wait()
        hand.choose()


def test_a_record_is_downloaded_and_imported(site: Site, tmp_path: Path) -> None:
    ada = site.visitor()
    page = ada.open(f"/replay/{finished(site, ada, 'volle-wolle')}")
    with page.expect_download() as started:
        page.get_by_text(words("replay.download"), exact=True).first.click()
    record = tmp_path / "game.json"
    started.value.save_as(record)
    page = ada.open("/")
    page.locator("input[type=file]").first.set_input_files(record)
    page.wait_for_url("**/replay/**")
    expect(page.get_by_role("slider", name=words("replay.slider"), exact=True)).to_be_visible()


@pytest.mark.parametrize("game", DRAWN)
def test_a_position_is_copied_from_a_replay_and_opened_as_a_table(site: Site, game: str) -> None:
    ada = site.visitor()
    page = ada.open(f"/replay/{finished(site, ada, game)}?at=20")
    page.get_by_role("button", name=words("replay.copy_position"), exact=True).click()
    field = page.get_by_label(words("position.label"), exact=True).first
    expect(field).to_have_value(re.compile(f"^{game}:"))
    position = field.input_value()
    page = ada.open("/")
    page.get_by_text(words("position.open"), exact=True).first.click()
    page.get_by_label(words("position.label"), exact=True).fill(position)
    page.get_by_role("button", name=words("position.open"), exact=True).click()
    page.wait_for_url("**/table/**")
    expect(page.locator(PROMPT)).to_be_visible()
    hand = Hand(page, seed=12)
    for _ in range(3):
        hand.wait()
        hand.choose()
