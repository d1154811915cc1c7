"""Serves the browser client that is built into this package: its files, and its one page at every other address."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import MediaType, Request, get
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Response

from sheepfold.server.http.errors import http_error

FOLDER: Final = Path(__file__).parents[2] / "web"
MISSING: Final = (
    "The browser client is missing: install Sheepfold again where npm is available, or run `make play` in a clone"
)
NOT_BUILT: Final = (
    "<!doctype html><html lang=en><meta charset=utf-8><title>Sheepfold</title><h1>Sheepfold</h1>"
    f"<p>The table server is running. {MISSING}.</p></html>"
)
IMMUTABLE: Final = {"cache-control": "public, max-age=31536000, immutable"}
"""For files whose names change with their content."""
REVALIDATE: Final = {"cache-control": "no-cache"}
PAGES: Final = (
    "/",
    "/new/{rest:path}",
    "/table/{rest:path}",
    "/replay/{rest:path}",
    "/learn/{rest:path}",
    "/summary/{rest:path}",
    "/fair",
    "/me",
)
"""The addresses of the client's own pages (web/src/browser/route.svelte.ts)."""
ROOT_FILES: Final = ("icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest", "service.js")
"""Files that keep their names."""
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
MIN_COMPRESSED_BYTES: Final = 1000
"""Smaller files are not worth compressing."""


class _Content(NamedTuple):
    plain: bytes
    packed: bytes


@get(list(PAGES), include_in_schema=False, media_type=MediaType.HTML, sync_to_thread=False)
def page() -> Response[str]:
    return _page(200)


def page_not_found(request: Request[Any, Any, Any], error: NotFoundException) -> Response[Any]:
    """Show browsers the client, which explains the missing page; answer programs with a problem."""
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/"):
        return _page(404)
    return http_error(request, error)


def is_built() -> bool:
    """Whether this installation has the browser client."""
    return (FOLDER / "index.html").is_file()


def _page(status: int) -> Response[str]:
    text = (FOLDER / "index.html").read_text(encoding="utf-8") if is_built() else NOT_BUILT
    return Response(text, media_type=MediaType.HTML, status_code=status)


@get("/assets/{name:str}", include_in_schema=False, sync_to_thread=False)
def asset(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    return _file(request, FOLDER / "assets", name, IMMUTABLE)


@get([f"/{name}" for name in ROOT_FILES], include_in_schema=False, sync_to_thread=False)
def root_file(request: Request[Any, Any, Any]) -> Response[bytes]:
    return _file(request, FOLDER, request.url.path.lstrip("/"), REVALIDATE)


def _file(request: Request[Any, Any, Any], folder: Path, name: str, headers: dict[str, str]) -> Response[bytes]:
    """Serve a file of the folder itself: a name cannot climb out of it."""
    file = folder / name
    if file.parent != folder or file.suffix not in TYPES or not file.is_file():
        raise NotFoundException("there is no such file")
    content = _read(file, file.stat().st_mtime_ns)
    headers = headers | {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", "") and len(content.plain) > MIN_COMPRESSED_BYTES:
        return Response(content.packed, media_type=TYPES[file.suffix], headers=headers | {"content-encoding": "gzip"})
    return Response(content.plain, media_type=TYPES[file.suffix], headers=headers)


@lru_cache(maxsize=256)
def _read(file: Path, _changed: int) -> _Content:
    """Read and compress a file, once per build of the client."""
    content = file.read_bytes()
    return _Content(content, gzip.compress(content, 9))


def browser_client() -> list[HTTPRouteHandler]:
    return [page, asset, root_file]
