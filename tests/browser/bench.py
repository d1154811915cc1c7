"""Page weight, time to the first decision and smoothness of boards in Chromium: `make bench-web`."""

from __future__ import annotations

import json
import sys
import time
from itertools import count
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

from sheepfold.core.record import Seat, encode_record, new_record, result_of, write_action
from sheepfold.games.meine_schafe.game import GAME as MEINE_SCHAFE
from sheepfold.games.meine_schafe.view import MeineSchafeView
from tests.browser.browsers import DESKTOP, PHONE, Browsers
from tests.browser.conftest import launch, serving
from tests.browser.screens import DRAWN, finished
from tests.browser.site import OFFERED, PROMPT, Person, Site

ROUNDS = 5
SLOWED = 4
"""CPU throttling factor, to resemble a mid-range phone."""
LIMIT = 150_000
"""The largest first load of a table page, in bytes."""
OBSERVE = """
window.seen = { largest: 0, blocked: 0 };
new PerformanceObserver((list) => list.getEntries().forEach((one) => (seen.largest = one.startTime)))
  .observe({ type: 'largest-contentful-paint', buffered: true });
new PerformanceObserver((list) => list.getEntries().forEach((one) => (seen.blocked += Math.max(0, one.duration - 50))))
  .observe({ type: 'longtask', buffered: true });
"""
MEASURE = """
() => {
  const [page] = performance.getEntriesByType('navigation');
  const files = performance.getEntriesByType('resource').filter((one) => !one.name.includes('/api/'));
  const first = performance.getEntriesByName('first-contentful-paint')[0];
  return {
    weight: [page, ...files].reduce((sum, one) => sum + one.encodedBodySize, 0),
    files: files.length + 1,
    first: first?.startTime ?? 0,
    largest: seen.largest,
    blocked: seen.blocked,
  };
}
"""
DECISION = f"() => document.querySelector('.prompt.mine') && ({OFFERED})().length"
"""It is my turn, and there is something to choose."""
TILES = 60
"""With this many tiles a table of Meine Schafe counts as full."""
FRAMES = """
async ({ zooms, seconds }) => {
  const frame = document.querySelector('[role=group].frame');
  const { left, top, width, height } = frame.getBoundingClientRect();
  const wheel = (deltaY) => frame.dispatchEvent(new WheelEvent('wheel', {
    deltaY, clientX: left + width / 2, clientY: top + height / 2, cancelable: true, bubbles: true,
  }));
  for (let turn = 0; turn < 8; turn += 1) wheel(zooms ? 400 : -40);
  const deltas = [];
  await new Promise((resolve) => {
    let first = 0, last = 0;
    const next = (now) => {
      if (last) deltas.push(now - last);
      else first = now;
      last = now;
      const phase = (now - first) / 1000;
      if (phase > seconds) return resolve();
      if (zooms) wheel(phase % 2 < 1 ? -8 : 8);
      else frame.scrollTo(width * (0.5 - 0.5 * Math.cos(phase * 3)), height * (0.5 - 0.5 * Math.cos(phase * 2)));
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  return deltas;
}
"""
"""Pan or zoom at every frame for a while; the duration of each frame."""


def full_table(site: Site, person: Person) -> str:
    """The path to a full table of Meine Schafe at which it is this person's turn."""
    for seed in count():
        rng = Random(seed)
        options = MEINE_SCHAFE.read_options({})
        state = MEINE_SCHAFE.start(2, options)
        record = new_record(MEINE_SCHAFE, [Seat("Ada"), Seat("Bob")], options)
        moment: tuple[int, int] | None = None
        while state.outcome() is None:
            [seat] = state.waiting_for()
            view = state.view(None)
            assert isinstance(view, MeineSchafeView)
            if moment is None and seat >= 0 and len(view.laid) >= TILES:
                moment = len(record.actions), seat
            legal = state.legal_actions(seat)
            action = rng.choice(
                [one for one in legal if one.text.startswith("lay ")] or [one for one in legal if one.text != "out"]
            )
            state.act(seat, action)
            record.actions.append(write_action(seat, action))
        if moment is None:
            continue
        record.result = result_of(state)
        made = site.call("POST", "/api/tables/import", json.loads(encode_record(record)), person.token)
        line, seat = moment
        body = {"line": line, "seat": seat, "bot": None}
        made = site.call("POST", f"/api/tables/{made['table']['id']}/play-on", body, person.token)
        return f"/table/{made['table']['id']}"
    raise AssertionError


def smoothness(chromium: Browser, address: str, token: str) -> Table:
    table = Table(title=f"Frames of a table of Meine Schafe with {TILES} tiles, milliseconds")
    for column in ("screen", "what", "frames", "median", "95 %", "worst"):
        table.add_column(column, justify="left" if column in ("screen", "what") else "right")
    for name, size, rate in (("desktop", DESKTOP, 1), (f"phone, slowed {SLOWED} ×", PHONE, SLOWED)):
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, service_workers="block")
        context.add_init_script(f"localStorage.setItem('sheepfold.person', {json.dumps(token)});")
        page = context.new_page()
        page.goto(address)
        page.locator(PROMPT).wait_for()
        page.wait_for_timeout(1000)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
        for what, zooms in (("pan", False), ("zoom", True)):
            took: list[float] = page.evaluate(FRAMES, {"zooms": zooms, "seconds": 4})
            figures = (median(took), quantiles(took, n=20)[-1], max(took))
            table.add_row(name, what, str(len(took)), *[f"{one:.1f}" for one in figures])
        context.close()
    return table


def pages(site: Site, person: Person) -> dict[str, str]:
    return {
        "start": "/",
        "table of Volle Wolle": site.table(person, "volle-wolle", ["me", "bot", "bot"]),
        "table of Schafe schubsen": site.table(person, "schafe-schubsen", ["me", "bot", "bot"]),
        "table of Haste Bock?": site.table(person, "haste-bock", ["me", "bot", "bot"]),
        "table of Meine Schafe": site.table(person, "meine-schafe", ["me", "bot", "bot"]),
        "replay": f"/replay/{finished(site, person, 'volle-wolle')}",
        "lesson": "/learn/schafe-schubsen",
        "fairness": "/fair",
    }


def first_decision(chromium: Browser, address: str, game: str) -> float:
    """Seconds from 'Play now' to a newcomer's first decision, at the natural speed of animations."""
    context = chromium.new_context(viewport={"width": DESKTOP[0], "height": DESKTOP[1]}, locale="en-US")
    page = context.new_page()
    page.goto(address)
    # The lesson, offered on the first visit, is declined.
    page.evaluate(
        "(game) => localStorage.setItem('sheepfold.lessons', JSON.stringify({ [game]: { offered: true } }))", game
    )
    page.reload()
    card = page.locator("article", has=page.locator(f'a[href="/new/{game}"]'))
    button = card.locator("button.do")
    button.wait_for()
    begun = time.monotonic()
    button.click()
    page.wait_for_function(DECISION, timeout=60_000)
    took = time.monotonic() - begun
    context.close()
    return took


def decisions(chromium: Browser, address: str) -> Table:
    table = Table(title=f"From 'Play now' to the first own decision, seconds of {ROUNDS} games each")
    for column in ("game", "median", "slowest"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for game in DRAWN:
        took = [first_decision(chromium, address, game) for _ in range(ROUNDS)]
        table.add_row(game, f"{median(took):.1f}", f"{max(took):.1f}")
    return table


def load(chromium: Browser, address: str, token: str) -> dict[str, Any]:
    """One load in a browser with an empty cache."""
    context = chromium.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, service_workers="block")
    context.add_init_script(f"localStorage.setItem('sheepfold.person', {json.dumps(token)});" + OBSERVE)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    measured: dict[str, Any] = page.evaluate(MEASURE)
    context.close()
    return measured


def main() -> None:
    table = Table(title=f"First load on a phone (processor slowed {SLOWED} ×, medians of {ROUNDS})")
    for column in ("page", "files", "kB (gzip)", "first paint", "largest paint", "blocked"):
        table.add_column(column, justify="left" if column == "page" else "right")
    heaviest = 0
    with TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        chromium = launch(playwright)
        site = Site(address, Browsers(chromium))
        person = site.visitor()
        kept = person.open("/").evaluate("localStorage.getItem('sheepfold.person')")
        for name, path in pages(site, person).items():
            rounds = [load(chromium, address + path, kept) for _ in range(ROUNDS)]
            weight = max(one["weight"] for one in rounds)
            heaviest = max(heaviest, weight if name.startswith("table") else 0)
            times = [f"{median(one[key] for one in rounds):.0f} ms" for key in ("first", "largest", "blocked")]
            table.add_row(name, str(rounds[0]["files"]), f"{weight / 1000:.1f}", *times)
        frames = smoothness(chromium, address + full_table(site, person), kept)
        soon = decisions(chromium, address)
        site.close()
        chromium.close()
    Console().print(table)
    Console().print(frames)
    Console().print(soon)
    if heaviest > LIMIT:
        sys.exit(f"the table page weighs {heaviest / 1000:.1f} kB; {LIMIT / 1000:.0f} kB are the limit")


if __name__ == "__main__":
    main()
