"""How much the pages weigh and how soon they are there, in a real Chromium: `make bench-web`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table

from tests.browser.conftest import launch, serving
from tests.browser.house import PHONE, House, Person
from tests.browser.screens import finished

ROUNDS = 5
SLOWED = 4
"""By so much Chromium's processor is slowed down, like that of a phone of the middle class."""
LIMIT = 150_000
"""Bytes that the first load of a table page may weigh."""
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


def pages(house: House, person: Person) -> dict[str, str]:
    return {
        "start": "/",
        "table of Volle Wolle": house.table(person, "volle-wolle", ["me", "bot", "bot"]),
        "table of Schafe schubsen": house.table(person, "schafe-schubsen", ["me", "bot", "bot"]),
        "replay": f"/replay/{finished(house, person, 'volle-wolle')}",
        "fairness": "/fair",
    }


def load(chromium: Browser, address: str, token: str) -> dict[str, Any]:
    """One load by a browser that has nothing of ours yet."""
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
        house = House(address, chromium)
        person = house.visitor()
        kept = person.page.evaluate("localStorage.getItem('sheepfold.person')")
        for name, path in pages(house, person).items():
            rounds = [load(chromium, address + path, kept) for _ in range(ROUNDS)]
            weight = max(one["weight"] for one in rounds)
            heaviest = max(heaviest, weight if name.startswith("table") else 0)
            times = [f"{median(one[key] for one in rounds):.0f} ms" for key in ("first", "largest", "blocked")]
            table.add_row(name, str(rounds[0]["files"]), f"{weight / 1000:.1f}", *times)
        house.close()
        chromium.close()
    Console().print(table)
    if heaviest > LIMIT:
        sys.exit(f"the table page weighs {heaviest / 1000:.1f} kB; {LIMIT / 1000:.0f} kB are the limit")


if __name__ == "__main__":
    main()
