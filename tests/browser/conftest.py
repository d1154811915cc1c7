"""A real server and a real Chromium."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.browsers import PATIENCE, Browsers
from tests.browser.site import Site

# Chromium renders the suggestions of its address bar as pages of their own, even though nothing shows them: without the
# first two features, opening a page takes 0.4 s of processor time instead of 0.9 s. The others are Playwright's own
# choices that matter here; our switch replaces its switch.
FEATURES = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
]
SWITCHES = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
SWITCHES.append(f"--disable-features={','.join(FEATURES)}")
STARTING = 60.0
expect.set_options(timeout=PATIENCE)


@contextmanager
def serving(folder: Path, packages: Path | None = None) -> Iterator[str]:
    """Run a server on SQLite, as `make play` does, with additional packages if given; its address."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = door.getsockname()[1]
    command = [sys.executable, "-m", "sheepfold", "serve", "--port", str(port)]
    command += ["--database", f"sqlite:///{folder / 'sheepfold.db'}", "--messages-per-second", "1000"]
    environment = os.environ if packages is None else os.environ | {"PYTHONPATH": str(packages)}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)  # noqa: S603 our own
        try:
            _wait_for(port, process, folder / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + STARTING
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"the server does not start: {log.read_text()}")


def launch(playwright: Playwright) -> Browser:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "install chromium (make test does so where it may)"
    return playwright.chromium.launch(executable_path=found, args=SWITCHES)


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="package")
def browsers() -> Iterator[Browsers]:
    """One Chromium for the tests of this folder. Playwright occupies the event loop, which later tests need."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield Browsers(chromium)
        chromium.close()


@pytest.fixture
def site(address: str, browsers: Browsers) -> Iterator[Site]:
    """The server and its visitors' browsers. Errors and warnings in a page's console fail the test."""
    found = Site(address, browsers)
    yield found
    found.close()
    assert found.complaints == []
