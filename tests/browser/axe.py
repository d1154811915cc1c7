"""Accessibility findings of axe."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.site import WEB

AXE = (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text()


def findings(page: Page) -> list[str]:
    """The violations, each with the first element concerned. Bots may act meanwhile, so findings are checked twice."""
    page.evaluate(AXE)
    return _findings(page) and _findings(page)


def _findings(page: Page) -> list[str]:
    result: dict[str, Any] = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [f"{one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}" for one in result["violations"]]
