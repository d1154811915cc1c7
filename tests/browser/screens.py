"""Every screen, and every kind of moment of a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from tests.browser.house import CLOSED, CURTAIN, OVER, PROMPT, Hand, House, Person, table_of, words

Prepare = Callable[[House, Person], None]
DRAWN = ("haste-bock", "meine-schafe", "schafe-schubsen", "volle-wolle")
"""The games with a drawn board."""
MOMENTS = 30
"""The most choices made to see all kinds of moments of a game."""
LATER = 8
"""Choices after which something closed is opened."""


def at(path: str) -> Prepare:
    """A page that needs no preparation."""

    def prepare(_house: House, person: Person) -> None:
        person.open(path)
        expect(person.page.locator("h1").first).to_be_visible()
        person.page.wait_for_load_state("networkidle")

    return prepare


def start_with_tables(house: House, person: Person) -> None:
    house.table(person, "volle-wolle", ["me", "friend"], public=True)
    finished(house, person, "schafe-schubsen")
    at("/")(house, person)


def new_table(house: House, person: Person) -> None:
    at("/new/meine-schafe?mode=screen")(house, person)
    for details in person.page.locator("details").all():
        details.locator("summary").click()


def rules(house: House, person: Person) -> None:
    at("/new/volle-wolle")(house, person)
    person.page.get_by_role("button", name=words("house.rules", person.language)).click()
    expect(person.page.locator("dialog article").first).to_be_visible()


def waiting_room(house: House, person: Person) -> None:
    person.open(house.table(person, "schafe-schubsen", ["me", "friend", "friend", "bot"]))
    expect(person.page.get_by_role("heading").first).to_be_visible()


def invited(house: House, person: Person) -> None:
    host = house.visitor("Kathrin")
    person.open(house.table(host, "volle-wolle", ["me", "friend"]))
    sit = words("house.wait.sit", person.language)
    expect(person.page.get_by_role("button", name=sit, exact=True)).to_be_visible()


def curtain(house: House, person: Person) -> None:
    seats = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]
    person.open(house.table(person, "volle-wolle", seats))
    expect(person.page.locator(CURTAIN)).to_be_visible()


def ending(game: str) -> Prepare:
    """As spectators see it; test_whole_games.py covers players."""

    def prepare(house: House, person: Person) -> None:
        person.open(f"/table/{finished(house, person, game)}")
        expect(person.page.locator(OVER).first).to_be_visible()

    return prepare


def replay(game: str) -> Prepare:
    def prepare(house: House, person: Person) -> None:
        person.open(f"/replay/{finished(house, person, game)}?at=40")
        expect(person.page.locator(".controls input[type=range]")).to_be_visible()

    return prepare


def fair_dice(house: House, person: Person) -> None:
    person.open(f"/fair?table={finished(house, person, 'volle-wolle')}")
    expect(person.page.locator("h1").first).to_be_visible()
    person.page.wait_for_load_state("networkidle")


FINISHED: dict[tuple[str, str], str] = {}


def finished(house: House, person: Person, game: str) -> str:
    """The id of a table where bots have finished a game; one per server and game."""
    place = (house.address, game)
    if place not in FINISHED:
        FINISHED[place] = _played_by_bots(house, person, game)
    return FINISHED[place]


def _played_by_bots(house: House, person: Person, game: str) -> str:
    table = table_of(house.table(person, game, ["bot", "bot", "bot"], public=True))
    end = time.monotonic() + 120
    while house.call("GET", f"/api/tables/{table}")["status"] != "over":
        assert time.monotonic() < end, "the bots do not finish"
        time.sleep(0.2)
    return table


def moments(house: House, person: Person, game: str) -> Iterator[str]:
    """Play, and stop at each new kind of moment; its name."""
    person.open(house.table(person, game, ["me", "bot", "bot"]))
    expect(person.page.locator(PROMPT)).to_be_visible()
    hand = Hand(person.page, seed=11)
    seen: set[str] = set()
    for moment in range(MOMENTS):
        hand.wait()
        if hand.is_over():
            break
        if moment >= LATER and "opened" not in seen and person.page.locator(CLOSED).count():
            hand.press(CLOSED)
            seen.add("opened")
            yield f"{game}-opened"
            hand.press("[data-opens][aria-expanded=true]")
        kinds = sorted(
            {value.split()[0].rstrip("123") for name, value in hand.offered() if value and name == "data-action"}
        )
        name = "-".join(kinds) or "begun"
        if name not in seen:
            seen.add(name)
            yield f"{game}-{name}"
        hand.choose()


SCREENS: dict[str, Prepare] = {
    "start": at("/"),
    "start-with-tables": start_with_tables,
    "new-table": at("/new/volle-wolle"),
    "new-table-in-detail": new_table,
    "rules": rules,
    "waiting-room": waiting_room,
    "invited": invited,
    "curtain": curtain,
    **{f"ending-{game}": ending(game) for game in DRAWN},
    **{f"replay-{game}": replay(game) for game in DRAWN},
    "fair": at("/fair"),
    "fair-dice": fair_dice,
    "me": at("/me"),
    "lost": at("/nowhere"),
    "no-such-table": at("/table/4f9Zk2bQ7mXw1cTn8sLr0A"),
}
