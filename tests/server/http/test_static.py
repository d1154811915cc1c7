"""The server serves the browser client: its page at every address of its own, its files, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheepfold.server.http import static as website
from tests.server.running_server import in_a_loop, running_server


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small build of the client."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Sheepfold</title>")
    (tmp_path / "icon.svg").write_text("<svg/>")
    (tmp_path / "assets" / "display-1a2b.woff2").write_bytes(b"wOF2")
    (tmp_path / "assets" / "index-1a2b.js").write_text("baa()" * 1000)
    (tmp_path.parent / "secret.txt").write_text("not for you")
    monkeypatch.setattr(website, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("built")
@in_a_loop
async def test_the_page_is_served_at_every_address_of_the_client(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        for path in (
            "/",
            "/new/volle-wolle",
            "/table/4f9Zk2bQ7mXw1cTn8sLr0A",
            "/replay/x?at=3",
            "/learn/x",
            "/summary/x",
            "/fair",
            "/me",
        ):
            answer = await server.http.get(path)
            assert (answer.status_code, "<title>Sheepfold</title>" in answer.text) == (200, True), path
            assert answer.headers["content-type"].startswith("text/html")
            assert answer.headers["cache-control"] == "no-store"
            assert "default-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.usefixtures("built")
@in_a_loop
async def test_files_are_cached_as_long_as_their_names_allow(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        script = await server.http.get("/assets/index-1a2b.js", headers={"accept-encoding": "gzip"})
        assert script.text == "baa()" * 1000
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-encoding"] == "gzip"
        font = await server.http.get("/assets/display-1a2b.woff2")
        assert (font.content, font.headers["content-type"]) == (b"wOF2", "font/woff2")
        icon = await server.http.get("/icon.svg")
        assert (icon.text, icon.headers["content-type"]) == ("<svg/>", "image/svg+xml")
        assert "immutable" not in icon.headers["cache-control"]


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("path", ["/assets/..%2f..%2fsecret.txt", "/assets/none.js", "/secret.txt", "/index.html.bak"])
def test_nothing_else_is_served(sqlite_url: str, path: str) -> None:
    @in_a_loop
    async def ask() -> None:
        async with running_server(sqlite_url) as server:
            answer = await server.http.get(path)
            assert answer.status_code == 404
            assert "not for you" not in answer.text

    ask()


@pytest.mark.usefixtures("built")
@in_a_loop
async def test_an_unknown_address_shows_browsers_the_page_and_programs_a_problem(sqlite_url: str) -> None:
    async with running_server(sqlite_url) as server:
        for path in ("/nowhere", "/new/", "/table"):
            answer = await server.http.get(path, headers={"accept": "text/html,*/*"})
            assert (answer.status_code, "<title>Sheepfold</title>" in answer.text) == (404, True), path
            assert "message" in (await server.http.get(path)).json()
        answer = await server.http.get("/api/nothing", headers={"accept": "text/html"})
        assert (answer.status_code, "message" in answer.json()) == (404, True)


@in_a_loop
async def test_a_package_without_a_client_explains_itself(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(website, "FOLDER", Path("nowhere"))
    async with running_server(sqlite_url) as server:
        assert "make play" in (await server.http.get("/")).text
