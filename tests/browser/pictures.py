"""The pictures in `docs/pictures`, as the boards draw them in the rules: `make pictures`."""

from __future__ import annotations

import argparse
import base64
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from sheepfold.rulebook import languages, pictures
from tests.browser.conftest import launch, serving
from tests.browser.screens import DRAWN
from tests.browser.site import words

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
QUALITY = 15
SIZE = (520, 1600)


def file_name(name: str, language: str) -> str:
    return f"{name}.webp" if language == "en" else f"{name}.{language}.webp"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the names of the pictures to make, like volle-wolle/sum")
    only = parser.parse_args().only
    with TemporaryDirectory() as folder, serving(Path(folder)) as address, sync_playwright() as playwright:
        chromium = launch(playwright)
        for game in DRAWN:
            names = [name for name in pictures(game) if only in f"{game}/{name}"]
            for language in languages(game) if names else []:
                draw(chromium, address, game, language, names)
        chromium.close()


def draw(chromium: Browser, address: str, game: str, language: str, names: list[str]) -> None:
    """Write the pictures in a language: even the letters on the sheep depend on it."""
    page = rules_page(chromium, address, game, language)
    (FOLDER / game).mkdir(parents=True, exist_ok=True)
    for name in names:
        target = FOLDER / game / file_name(name, language)
        target.write_bytes(shot(page, name))
        sys.stdout.write(f"{game}/{target.name} {target.stat().st_size}\n")
    page.context.close()


def rules_page(chromium: Browser, address: str, game: str, language: str) -> Page:
    """The rules of a game by day, twice as sharp as a screen."""
    context = chromium.new_context(
        viewport={"width": SIZE[0], "height": SIZE[1]},
        device_scale_factor=2,
        locale=language,
        color_scheme="light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{address}/new/{game}")
    page.get_by_role("button", name=words("site.rules", language)).click()
    page.locator("dialog article").first.wait_for()
    return page


def shot(page: Page, name: str) -> bytes:
    figure = page.locator(f'[data-picture="{name}"]')
    figure.scroll_into_view_if_needed()
    figure.locator(".drawing").first.wait_for(state="attached")
    moments = figure.locator(".moments")
    moments.scroll_into_view_if_needed()
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(300)  # a board arranges itself once it knows its size
    box = moments.bounding_box()
    assert box
    clip = {**box, "scale": 1}
    taken = page.context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip}
    )
    return base64.b64decode(taken["data"])


if __name__ == "__main__":
    main()
