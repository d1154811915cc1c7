"""Every sum in the log of a whole game adds up."""

from __future__ import annotations

import re
from math import prod

import pytest
from playwright.sync_api import expect

from tests.browser.screens import DRAWN, finished
from tests.browser.site import Site

SUM = re.compile(r"(\d+(?:(?: [+−×] \d+)(?: \([^)]*\))?)+) = (\d+)")
HELP = re.compile(r": \+ (\d+)\.$")
REACHED = {
    "en-US": re.compile(r"(?:makes it|misses the bid) with (-?\d+)"),
    "de-DE": re.compile(r"(?:schafft es|verfehlt das Gebot) mit (-?\d+)"),
}
SETTLED = re.compile(r"^(.+?): .*, ([+−]?\d+)\.$")
TOTAL = re.compile(r"^(.+?) (?:has|hat) (-?\d+) (?:points|Punkte)\.$")
LINES = "[...document.querySelectorAll('.log button')].map((line) => line.lastChild.textContent.trim())"


@pytest.mark.parametrize("game", [game for game in DRAWN if game != "volle-wolle"])
def test_sums_in_the_log_of_a_whole_game_add_up(site: Site, game: str) -> None:
    assert wrong_sums(_log_of(site, game, "en-US")) == []


@pytest.mark.parametrize("language", ["en-US", "de-DE"])
def test_sums_in_a_log_of_volle_wolle_add_up(site: Site, language: str) -> None:
    lines = _log_of(site, "volle-wolle", language)
    assert any(SUM.search(line) for line in lines)
    assert wrong_sums(lines) == []
    assert wrong_results(lines, REACHED[language]) == []
    settled, totals = settlement(lines)
    assert len(totals) == 3
    assert {name: settled[name] for name in totals} == totals


def wrong_sums(lines: list[str]) -> list[str]:
    return [line for line in lines if (found := SUM.search(line)) and value(found[1]) != int(found[2])]


def wrong_results(lines: list[str], reached: re.Pattern[str]) -> list[str]:
    """Lines with another result than the sum of the throw and the help before them."""
    made, wrong = 0, []
    for line in lines:
        if found := SUM.search(line):
            made = int(found[2])
        elif found := HELP.search(line):
            made += int(found[1])
        elif (found := reached.search(line)) and made != int(found[1]):
            wrong.append(f"{line} The lines before it make {made}.")
    return wrong


def settlement(lines: list[str]) -> tuple[dict[str, int], dict[str, int]]:
    """By name: the sum of the settlement's lines, and the final points."""
    settled: dict[str, int] = {}
    totals = {}
    for line in lines:
        if found := TOTAL.search(line):
            totals[found[1]] = int(found[2])
        elif (found := SETTLED.search(line)) and not SUM.search(line):
            settled[found[1]] = settled.get(found[1], 0) + number(found[2])
    return settled, totals


def _log_of(site: Site, game: str, language: str) -> list[str]:
    reader = site.visitor(language=language)
    reader.open(f"/replay/{finished(site, reader, game)}")
    expect(reader.page.locator(".log button").nth(5)).to_be_visible()
    lines: list[str] = reader.page.evaluate(LINES)
    return lines


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def value(sum_: str) -> int:
    """The value of `9 + 7 + 6 − 2 (minus)` or `7 × 2 + 3 (bonus)`."""
    bare = re.sub(r" \([^)]*\)", "", sum_).replace("− ", "+ −")
    return sum(prod(number(factor) for factor in term.split(" × ")) for term in bare.split(" + "))
