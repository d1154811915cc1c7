"""Screenshots of every screen and kind of moment in all sizes and themes: `make screenshots`."""

from __future__ import annotations

import argparse
import sys
from itertools import product
from pathlib import Path
from typing import get_args

from playwright.sync_api import Page, sync_playwright

from tests.browser.browsers import DESKTOP, PHONE, Browsers, Theme
from tests.browser.conftest import launch, serving
from tests.browser.screens import DRAWN, SCREENS, moments
from tests.browser.site import Site

SIZES = {"desktop": DESKTOP, "phone": PHONE}
LANGUAGES = {
    ("desktop", "light"): "en-US",
    ("desktop", "dark"): "de-DE",
    ("phone", "light"): "de-DE",
    ("phone", "dark"): "en-US",
}
"""Each size is shown in both languages."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder for the screenshots")
    parser.add_argument("--only", default="", help="part of the name of the screens to take")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for old in given.folder.glob(f"*{given.only}*.png" if given.only else "*.png"):
        old.unlink()  # not every moment occurs in every game
    with serving(given.folder) as address, sync_playwright() as playwright:
        chromium = launch(playwright)
        for (size, box), theme in product(SIZES.items(), get_args(Theme)):
            site = Site(address, Browsers(chromium))

            def shoot(name: str, page: Page, suffix: str = f"{size}-{theme}") -> None:
                page.wait_for_timeout(300)
                page.screenshot(path=given.folder / f"{name}-{suffix}.png")
                sys.stdout.write(f"{name}-{suffix}\n")

            for name, prepare in SCREENS.items():
                if given.only in name:
                    person = site.visitor("Kathrin", size=box, theme=theme, language=LANGUAGES[size, theme])
                    prepare(site, person)
                    shoot(name, person.page)
            for game in DRAWN:
                if given.only in game or game.startswith(given.only):
                    person = site.visitor("Kathrin", size=box, theme=theme, language=LANGUAGES[size, theme])
                    for name in moments(site, person, game):
                        shoot(name, person.page)
            site.close()
            for complaint in site.complaints:
                sys.stdout.write(f"{complaint}\n")
        chromium.close()


if __name__ == "__main__":
    main()
