"""The browser client, as it was built into this package: its files, and its one page at every other address."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from litestar import MediaType, Request, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import File, Response

FOLDER: Final = Path(__file__).parent.parent / "web"
NOT_BUILT: Final = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Sheepfold</title><h1>Sheepfold</h1>"
    "<p>The table server is running, but the browser client is not built; <code>make play</code> does both.</p></html>"
)
FOR_EVER: Final = {"cache-control": "public, max-age=31536000, immutable"}
"""The names of these files change with what is in them."""
PLACES: Final = ("/", "/new/{rest:path}", "/table/{rest:path}", "/replay/{rest:path}", "/fair", "/me")
"""The addresses of the client's own pages (web/src/house/route.svelte.ts)."""
LOOSE: Final = ("icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest", "service.js")
"""Files that keep their names."""


@get(list(PLACES), include_in_schema=False, media_type=MediaType.HTML, sync_to_thread=False)
def page() -> Response[str]:
    index = FOLDER / "index.html"
    return Response(index.read_text(encoding="utf-8") if index.is_file() else NOT_BUILT, media_type=MediaType.HTML)


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(name: FromPath[str]) -> File:
    return _file(FOLDER / "assets", name, FOR_EVER)


@get([f"/{name}" for name in LOOSE], include_in_schema=False, sync_to_thread=False)
def loose(request: Request[Any, Any, Any]) -> File:
    return _file(FOLDER, request.url.path.lstrip("/"), {})


def _file(folder: Path, name: str, headers: dict[str, str]) -> File:
    """Only what lies in the folder itself: a name cannot climb out of it."""
    file = folder / name
    if file.parent != folder or not file.is_file():
        raise NotFoundException("there is no such file")
    return File(file, content_disposition_type="inline", headers=headers)


def browser_client() -> list[HTTPRouteHandler]:
    return [page, asset, loose]
