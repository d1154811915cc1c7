"""Visitors with browsers: make tables, open pages, play by mouse or keyboard."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.request import Request, urlopen

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from sheepfold.core.record import decode_record
from sheepfold.core.registry import game_ids
from sheepfold.fair import verify
from tests.browser.browsers import DESKTOP, Browsers, Look, Theme

WEB: Final = Path(__file__).parents[2] / "web"
PATIENCE: Final = 120.0
"""Seconds; a busy machine is no failure."""
SOON: Final = 5_000
SHORTLY: Final = 500
TRIES: Final = 6
EXPECTED: Final = re.compile(
    r"Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection|Service Worker registration blocked"
)
"""Messages of the browser itself: the connection is cut, a request is refused, the service worker is blocked."""
OFFERED: Final = """
() => [...document.querySelectorAll('[data-action], [data-draft]')]
  .filter((one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true' && one.getClientRects().length > 0)
  .map(({ dataset }) => dataset.action !== undefined ? ['data-action', dataset.action] : ['data-draft', dataset.draft])
"""
"""What a board currently offers: actions and drafts of actions (web/src/boards/board.ts)."""
WATCH_CHANGES: Final = """
() => {
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  const main = document.querySelector('main');
  window.changed = new Promise((resolve) => new MutationObserver(resolve).observe(main, everything));
}
"""
AWAIT_CHANGE: Final = """
(most) => Promise.race([window.changed, new Promise((resolve) => setTimeout(resolve, most))]).then(() => null)
"""
"""Wait until the page changes, or at most this many milliseconds."""
MOVE_IN: Final = """
if (!sessionStorage.getItem('moved in')) {
  localStorage.clear();
  localStorage.setItem('sheepfold.person', %s);
  localStorage.setItem('sheepfold.speed', '%s');
  for (const game of %s) localStorage.setItem(`sheepfold.learner.${game}`, 'no');
  sessionStorage.setItem('moved in', 'yes');
}
"""
"""Runs before the first page of a visitor: remove everything that the previous visitor stored."""
CLOSED: Final = "[data-opens]:enabled:not([aria-expanded=true])"
"""Buttons that show more choices."""
CURIOUS: Final = 0.1
UNDISTURBED: Final = 8
"""Choices before anything closed is opened, so that no game ends right away."""
PROMPT: Final = ".prompt .sentence"
LOST: Final = ".prompt.lost"
CURTAIN: Final = ".curtain button.do"
OVER: Final = ".ending"
SOMETHING: Final = f"() => document.querySelector('{OVER}, {CURTAIN}') || ({OFFERED})().length"


class Person:
    """A visitor and their browser."""

    def __init__(self, site: Site, context: BrowserContext, page: Page, language: str, token: str) -> None:
        self.site = site
        self.language = language
        self.context = context
        self.page = page
        self.token = token

    def open(self, path: str) -> Page:
        self.page.goto(self.site.address + path)
        return self.page


class Site:
    """The server, and the browsers that a test opens."""

    def __init__(self, address: str, browsers: Browsers) -> None:
        self.address = address
        self.complaints: list[str] = []
        """Errors and warnings from the consoles of all pages."""
        self._browsers = browsers
        self._taken: list[tuple[Look, BrowserContext]] = []

    def visitor(
        self,
        name: str = "Ada",
        *,
        size: tuple[int, int] = DESKTOP,
        language: str = "en-US",
        theme: Theme = "light",
        speed: str = "none",
        learns: bool = False,
        service_worker: bool = False,
    ) -> Person:
        """Open a browser on an empty page for a new, named person.

        By default nothing is animated, they have played every game before (unless one `learns`), and no service worker
        downloads the whole client beside the test.
        """
        look = Look(size, language, theme, service_worker)
        context = self._browsers.take(look)
        self._taken.append((look, context))
        identity = self.call("POST", "/api/people", {"name": name})
        page = context.new_page()
        page.add_init_script(MOVE_IN % (json.dumps(json.dumps(identity)), speed, [] if learns else game_ids()))
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        return Person(self, context, page, language[:2], identity["token"])

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not EXPECTED.search(message.text):
            self.complaints.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        for look, context in self._taken:
            self._browsers.give_back(look, context)

    def call(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        """Call the HTTP API directly."""
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self.address + path, data, headers, method=method)) as answer:  # noqa: S310 our own
            return json.loads(answer.read())

    def table(self, host: Person, game: str, seats: Sequence[str | dict[str, str]], **settings: Any) -> str:
        """Make a table whose bots act instantly; the path to it, with the invitation."""
        plans = [{"who": who} if isinstance(who, str) else who for who in seats]
        body = {"game": game, "seats": plans, "pace": "instant"} | settings
        made = self.call("POST", "/api/tables", body, host.token)
        return f"/table/{made['table']['id']}#{made['invitation']}"


def words(key: str, language: str = "en") -> str:
    """A message of the client, as in its source."""
    folder = WEB / "src" / "words"
    files = [folder / f"{language}.json", folder / "learn" / f"{language}.json"]
    found: str = next(text for file in files if (text := json.loads(file.read_text()).get(key)))
    return found


def table_of(path: str) -> str:
    """The table's id in a path or URL."""
    found = re.search(r"/(?:table|replay)/([\w-]+)", path)
    assert found, path
    return found[1]


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for what the server does on its own, far longer than it takes."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it has not happened"
        time.sleep(0.1)


class Hand:
    """Chooses at random from what the page offers, by mouse."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self._last = ""
        """The previous choice: choosing it again would change nothing."""
        self.curtains = 0
        """The number of times the screen was handed over."""
        self._random = Random(seed)
        self._chosen = 0

    def wait(self) -> None:
        """Wait until there is something to choose or the game is over."""
        self.page.wait_for_function(SOMETHING)

    def play_to_the_end(self, most: int = 3000) -> int:
        """Play until the page says that the game is over; the number of choices made."""
        for done in range(most):
            self.wait()
            if self.is_over():
                return done
            self.choose()
        raise AssertionError(f"the game is not over after {most} choices")

    def is_over(self) -> bool:
        return self.page.locator(OVER).count() > 0

    def offered(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in self.page.evaluate(OFFERED)]

    def choose(self) -> bool:
        """Choose an action or a draft, or open the curtain; False if there is nothing to choose."""
        if self.page.locator(CURTAIN).count():
            self.curtains += 1
            self.press(CURTAIN)
            expect(self.page.locator(CURTAIN)).to_have_count(0)
            return True
        self._chosen += 1
        if self._chosen > UNDISTURBED and self._random.random() < CURIOUS and self.page.locator(CLOSED).count():
            self.press(CLOSED)
            return True
        offered = self.offered()
        actions = [one for one in offered if one[0] == "data-action"]
        further = [one for one in offered if one[1] not in ("", self._last)]
        if not further:
            self._last = ""
            return False
        name, value = self._random.choice(actions if actions and self._random.random() < 0.8 else further)
        self._last = value if name == "data-draft" else ""
        self.page.evaluate(WATCH_CHANGES)
        self.press(f'[{name}="{value}"]')
        # Every choice has a visible effect, unless it was already made.
        self.page.evaluate(AWAIT_CHANGE, SHORTLY)
        return True

    def press(self, selector: str) -> None:
        """Click it, unless it has disappeared: at some tables others may act at any time."""
        wanted = self.page.locator(f"{selector}:visible")
        for _ in range(TRIES):
            if not wanted.count():
                return
            with suppress(TooLate):
                wanted.first.click(timeout=SOON)
                return
        raise AssertionError(f"{selector} cannot be clicked")


class Keys(Hand):
    """Chooses by keyboard only."""

    REACH: Final = 200
    """The most keys that it may take to reach anything on a page."""
    WHERE: Final = """
    (selector) => {
      const now = document.activeElement;
      if (!document.querySelector(selector)?.getClientRects().length) return 'gone';
      if (now.matches(selector)) return 'there';
      return now.closest('[role=radiogroup], [role=toolbar]')?.querySelector(selector) ? 'near' : 'far';
    }
    """
    """Where the focus is relative to an element. Within a group, arrow keys move it, starting at the first element."""

    def press(self, selector: str) -> None:
        before = "far"
        for _ in range(self.REACH):
            where = self.page.evaluate(self.WHERE, selector)
            if where == "gone":
                return
            if where == "there":
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab" if where == "far" else "ArrowRight" if before == "near" else "Home")
            before = where
        raise AssertionError(f"{selector} cannot be reached by the keyboard")


def play_together(hands: Sequence[Hand], most: int = 3000) -> None:
    """Play in several browsers until all of them show that the game is over."""
    for _ in range(most):
        if all(hand.is_over() for hand in hands):
            return
        chosen = [hand.choose() for hand in hands if not hand.is_over()]
        if not any(chosen):
            hands[0].page.wait_for_timeout(20)
    raise AssertionError(f"the game is not over after {most} rounds")


def check_record(site: Site, person: Person) -> None:
    """Check that the record replays and that its dice were fair."""
    record = site.call("GET", f"/api/tables/{table_of(person.page.url)}/record", token=person.token)
    verdict = verify(decode_record(json.dumps(record).encode()))
    assert verdict.problems == []
    assert verdict.checked > 0
