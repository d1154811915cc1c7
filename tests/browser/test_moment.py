"""Board, seats, prompt and log always show the same moment, also during animations."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screens import DRAWN, finished
from tests.browser.site import Hand, Person, Site

CHOICES = 4
FROM = 20
STEPS = 8
WATCH = """
(read) => {
  const look = new Function(`return (${read})()`);
  window.seen = [];
  const sample = () => {
    const now = JSON.stringify(look());
    if (now !== window.seen.at(-1)) window.seen.push(now);
  };
  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(sample).observe(document.querySelector('main'), options);
  sample();
}
"""
"""Sample the page after every change, so that nothing is missed on a busy machine."""
TABLE = """
() => {
  const text = (selector, within = document) => within.querySelector(selector)?.textContent.trim() ?? '';
  const names = (selector) => [...document.querySelectorAll(selector)].map((seat) => text('.name .text', seat));
  return {
    sentence: text('.prompt .sentence'),
    mine: document.querySelector('.prompt.mine') !== null,
    busy: document.querySelector('.prompt .skip') !== null,
    turns: names('.seats li:has(.turn)'),
    acting: names('.seats li.acting'),
    rolling: text('.felt .who').split(',')[0],
    active: [...document.querySelectorAll('.board li.active')].map((player) => player.textContent),
  };
}
"""
REPLAY = """
() => ({
  caption: document.querySelector('.controls .words')?.textContent.trim(),
  line: [...document.querySelectorAll('.log [aria-current=step]')].map((line) => line.lastChild.textContent.trim())[0],
})
"""


def watch(page: Page, read: str) -> None:
    page.evaluate(WATCH, read)


def seen(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("window.seen.map((one) => JSON.parse(one))")
    return found


def names_at(page: Page) -> list[str]:
    return page.locator(".seats .name .text").all_inner_texts()


def contradictions(sample: dict[str, Any], names: list[str], me: str) -> list[str]:
    """The contradictions between parts of the page in one sample."""
    sentence, turns = sample["sentence"], sample["turns"]
    mentioned = [name for name in names if name in sentence]
    found = []
    if sample["mine"] != (me in turns):
        found.append("the prompt and my seat disagree about my turn")
    if sample["mine"]:
        return found
    if not sample["busy"] and turns and not set(turns) <= set(mentioned):
        found.append("the prompt does not name everybody whose turn it is")
    if set(turns) & set(sample["acting"]):
        found.append("somebody's move is shown, and at the same time they are waited for")
    if sample["rolling"] and mentioned and sample["rolling"] not in mentioned:
        found.append("the prompt names somebody other than the player who rolls")
    if sample["active"] and not sample["busy"] and mentioned and not _any_in(mentioned, sample["active"]):
        found.append("the board highlights somebody other than the prompt")
    return found


def _any_in(names: list[str], texts: list[str]) -> bool:
    return any(name in text for name in names for text in texts)


@pytest.mark.parametrize("game", DRAWN)
def test_all_parts_of_the_table_show_the_same_moment(site: Site, game: str) -> None:
    ada = site.visitor(speed="fast")
    page = ada.page
    ada.open(site.table(ada, game, ["me", "bot", "bot"]))
    hand = Hand(page, seed=7)
    hand.wait()
    watch(page, TABLE)
    chosen = 0
    while chosen < CHOICES and not hand.is_over():
        before = page.locator("main").inner_html()
        if page.locator("[data-action]:visible").count():
            chosen += 1
        if hand.choose():
            page.wait_for_function("(before) => document.querySelector('main').innerHTML !== before", arg=before)
        hand.wait()
    samples = seen(page)
    names = names_at(page)
    assert len([one for one in samples if one["busy"]]) > CHOICES, "something was animated"
    wrong = [(found, one) for one in samples for found in contradictions(one, names, "Ada")]
    assert wrong == []


@pytest.mark.parametrize("game", DRAWN)
def test_the_headline_of_a_replay_is_the_marked_line(site: Site, game: str) -> None:
    ada = site.visitor()
    page = ada.page
    _open_replay(site, ada, game)
    watch(page, REPLAY)
    page.locator(".controls select").select_option("4")
    page.locator(".controls .do").click()
    page.wait_for_function("(end) => document.querySelector('.controls input').value >= end", arg=FROM + STEPS)
    lines = page.evaluate(
        "[...document.querySelectorAll('.log button')].map((line) => line.lastChild.textContent.trim())"
    )
    samples = seen(page)
    told = [one for one in samples if one["caption"] in lines]
    assert len(told) > STEPS // 2
    assert [one for one in told if one["caption"] != one["line"]] == []


def _open_replay(site: Site, person: Person, game: str) -> None:
    person.open(f"/replay/{finished(site, person, game)}?at={FROM}")
    expect(person.page.locator(".controls input[type=range]")).to_be_visible()
