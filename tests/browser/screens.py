"""Every screen, and every kind of moment of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from tests.browser.site import CLOSED, CURTAIN, OVER, PROMPT, Hand, Person, Site, table_of, wait_until, words

Prepare = Callable[[Site, Person], None]
DRAWN = ("haste-bock", "meine-schafe", "schafe-schubsen", "volle-wolle")
"""The games with a drawn board."""
MOMENTS = 30
"""The most choices made to see all kinds of moments of a game."""
LATER = 8
"""Choices after which something closed is opened."""


def at(path: str) -> Prepare:
    """A page that needs no preparation."""

    def prepare(_house: Site, person: Person) -> None:
        person.open(path)
        expect(person.page.locator("h1").first).to_be_visible()
        person.page.wait_for_load_state("networkidle")

    return prepare


def start_with_tables(site: Site, person: Person) -> None:
    site.table(person, "volle-wolle", ["me", "friend"], public=True)
    finished(site, person, "schafe-schubsen")
    at("/")(site, person)


def new_table(site: Site, person: Person) -> None:
    at("/new/meine-schafe?mode=screen")(site, person)
    for details in person.page.locator("details").all():
        details.locator("summary").click()


def rules(site: Site, person: Person) -> None:
    at("/new/volle-wolle")(site, person)
    person.page.get_by_role("button", name=words("site.rules", person.language)).click()
    expect(person.page.locator("dialog article").first).to_be_visible()


def rules_with_picture(game: str) -> Prepare:
    def prepare(site: Site, person: Person) -> None:
        at(f"/new/{game}")(site, person)
        person.page.get_by_role("button", name=words("site.rules", person.language)).click()
        figure = person.page.locator("dialog figure").nth(3)
        figure.scroll_into_view_if_needed()
        expect(figure.locator(".drawing").first).to_be_attached()
        figure.scroll_into_view_if_needed()

    return prepare


def summary(site: Site, person: Person) -> None:
    at("/summary/meine-schafe")(site, person)
    expect(person.page.locator("figure .drawing").first).to_be_attached()


def waiting_room(site: Site, person: Person) -> None:
    person.open(site.table(person, "schafe-schubsen", ["me", "friend", "friend", "bot"]))
    expect(person.page.get_by_role("heading").first).to_be_visible()


def invited(site: Site, person: Person) -> None:
    host = site.visitor("Kathrin")
    person.open(site.table(host, "volle-wolle", ["me", "friend"]))
    sit = words("site.wait.sit", person.language)
    expect(person.page.get_by_role("button", name=sit, exact=True)).to_be_visible()


def curtain(site: Site, person: Person) -> None:
    seats = [{"who": "me", "name": "Ada"}, {"who": "me", "name": "Bob"}]
    person.open(site.table(person, "volle-wolle", seats))
    expect(person.page.locator(CURTAIN)).to_be_visible()


def ending(game: str) -> Prepare:
    """As spectators see it; test_whole_games.py covers players."""

    def prepare(site: Site, person: Person) -> None:
        person.open(f"/table/{finished(site, person, game)}")
        expect(person.page.locator(OVER).first).to_be_visible()

    return prepare


def replay(game: str) -> Prepare:
    def prepare(site: Site, person: Person) -> None:
        person.open(f"/replay/{finished(site, person, game)}?at=40")
        expect(person.page.locator(".controls input[type=range]")).to_be_visible()

    return prepare


def fair_dice(site: Site, person: Person) -> None:
    person.open(f"/fair?table={finished(site, person, 'volle-wolle')}")
    expect(person.page.locator("h1").first).to_be_visible()
    person.page.wait_for_load_state("networkidle")


FINISHED: dict[tuple[str, str], str] = {}


def finished(site: Site, person: Person, game: str) -> str:
    """The id of a table where bots have finished a game; one per server and game."""
    place = (site.address, game)
    if place not in FINISHED:
        FINISHED[place] = _played_by_bots(site, person, game)
    return FINISHED[place]


def _played_by_bots(site: Site, person: Person, game: str) -> str:
    table = table_of(site.table(person, game, ["bot", "bot", "bot"], public=True))
    wait_until(lambda: site.call("GET", f"/api/tables/{table}")["status"] == "over")
    return table


def moments(site: Site, person: Person, game: str) -> Iterator[str]:
    """Play, and stop at each new kind of moment; its name."""
    person.open(site.table(person, game, ["me", "bot", "bot"]))
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
    **{f"rules-{game}": rules_with_picture(game) for game in DRAWN},
    "summary": summary,
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
