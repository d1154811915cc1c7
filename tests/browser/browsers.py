"""Browsers that tests share: a context keeps the cached client, which saves loading it for every test."""

from __future__ import annotations

from collections import defaultdict
from typing import Final, Literal, NamedTuple

from playwright.sync_api import Browser, BrowserContext

DESKTOP: Final = (1280, 800)
PHONE: Final = (390, 844)
PATIENCE: Final = 60_000
"""The default timeout in milliseconds; machines may be busy."""
Theme = Literal["light", "dark"]


class Look(NamedTuple):
    """The settings of a browser that pages depend on."""

    size: tuple[int, int]
    language: str
    theme: Theme
    service_worker: bool


class Browsers:
    """A pool of browser contexts by look."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._free: dict[Look, list[BrowserContext]] = defaultdict(list)

    def take(self, look: Look) -> BrowserContext:
        return self._free[look].pop() if self._free[look] else self._new(look)

    def give_back(self, look: Look, context: BrowserContext) -> None:
        for page in context.pages:
            page.close()
        context.set_offline(False)
        self._free[look].append(context)

    def _new(self, look: Look) -> BrowserContext:
        width, height = look.size
        context = self._chromium.new_context(
            viewport={"width": width, "height": height},
            locale=look.language,
            color_scheme=look.theme,
            reduced_motion="reduce",
            has_touch=look.size == PHONE,
            service_workers="allow" if look.service_worker else "block",
        )
        context.set_default_timeout(PATIENCE)
        return context
