"""What a browser is shown: the client, where it is installed with the package, or a page that says what runs here."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

from .http import Asked

WEB = Path(__file__).parent.parent / "web"
HTML = "text/html"

HONEST = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Magnate</title><meta name="viewport" content="width=device-width"></head>
<body>
<h1>Magnate</h1>
<p>A table server runs here. The client for browsers is not installed with it.</p>
<p>Programs find the description of the API at <a href="/api/schema/openapi.json">/api/schema/openapi.json</a>.</p>
</body>
</html>
"""


def has_client() -> bool:
    """Whether a built client lies beside the server."""
    return (WEB / "index.html").is_file()


def page() -> Response[bytes]:
    """The client's page, or the honest one."""
    data = (WEB / "index.html").read_bytes() if has_client() else HONEST.encode()
    return Response(data, media_type=HTML, headers={"cache-control": "no-cache"})


@get("/", sync_to_thread=False)
def show_start(request: Asked) -> Response[bytes]:
    """The first page."""
    return page()


@get("/t/{table:str}", sync_to_thread=False)
def show_table_page(request: Asked, table: FromPath[str]) -> Response[bytes]:
    """The page of a table: its link. The client finds out whether there is such a table."""
    return page()


@get("/rules", sync_to_thread=False)
def show_rules_page(request: Asked) -> Response[bytes]:
    """The page of all rules."""
    return page()


@get("/rules/{edition:str}", sync_to_thread=False)
def show_edition_page(request: Asked, edition: FromPath[str]) -> Response[bytes]:
    """The page of an edition's rules."""
    return page()


def client_files() -> list[Router | HTTPRouteHandler]:
    """The client's files, if there are any. Vite names what it builds by content, so it may be kept for ever."""
    if not has_client():
        return []
    found: list[Router | HTTPRouteHandler] = [
        single_file(file) for file in sorted(WEB.iterdir()) if file.is_file() and file.name != "index.html"
    ]
    if (WEB / "assets").is_dir():
        keep = CacheControlHeader(public=True, max_age=31_536_000, immutable=True)
        found.append(create_static_files_router(path="/assets", directories=[WEB / "assets"], cache_control=keep))
    return found


def single_file(file: Path) -> HTTPRouteHandler:
    """A file that lies beside the client's page: its icon, its manifest."""
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"

    @get(f"/{file.name}", name=file.name, sync_to_thread=False)
    def show_file(request: Asked) -> Response[bytes]:
        return Response(file.read_bytes(), media_type=kind, headers={"cache-control": "no-cache"})

    return show_file
