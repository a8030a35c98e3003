"""What a browser is shown: the client, where it is installed with the package, or a page that says what runs here."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from magnate.protocol.errors import Refusal

from .compression import accepted
from .requests import API, HttpRequest

WEB = Path(__file__).parents[2] / "web"
HASHED = "assets"  # the folder of what is named by its content
PLAIN_NAME = re.compile(r"\w[\w.-]*", re.ASCII)
# By ending, whatever the machine's own table of types says.
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
PACKED = {"br": ".br", "gzip": ".gz"}  # what lies beside a file, the smallest first
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

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


# Files.


@lru_cache(maxsize=512)
def read(file: Path, changed: int) -> tuple[bytes, str]:
    """A file and the mark of its content, read again when it has changed."""
    data = file.read_bytes()
    return data, f'"{hashlib.sha256(data).hexdigest()[:24]}"'


def give(request: HttpRequest, file: Path, keep: str) -> Response[bytes]:
    """A file, in the smallest form the browser takes; or only word that the browser has it already."""
    takes = accepted(request.headers.get("accept-encoding", ""))
    headers = {"cache-control": keep, "vary": "Accept-Encoding"}
    form = file
    for encoding, ending in PACKED.items():
        packed = file.with_name(file.name + ending)
        if encoding in takes and packed.is_file():
            form = packed
            headers["content-encoding"] = encoding
            break
    data, mark = read(form, form.stat().st_mtime_ns)
    headers["etag"] = mark
    kind = KINDS.get(file.suffix, "application/octet-stream")
    if mark in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, media_type=kind, headers=headers)
    return Response(data, media_type=kind, headers=headers)


@get(f"/{HASHED}/{{name:str}}", sync_to_thread=False)
def show_asset(request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
    """A part of the client. Its name says its content, so it may be cached without a limit."""
    file = WEB / HASHED / name
    if not PLAIN_NAME.fullmatch(name) or file.suffix in PACKED.values() or not file.is_file():
        raise Refusal("no_such_page", "there is no such part of the client; load the page again")
    return give(request, file, FOR_EVER)


def client_files() -> list[HTTPRouteHandler]:
    """The client's files, if there are any."""
    if not has_client():
        return []
    found = [file for file in sorted(WEB.rglob("*")) if file.is_file() and file.suffix not in PACKED.values()]
    aside = [file for file in found if file.parent != WEB / HASHED and file != WEB / "index.html"]
    return [show_asset, *map(single_file, aside)]


def single_file(file: Path) -> HTTPRouteHandler:
    """A file that lies beside the client's page: its icon, the licence of its letters."""
    name = file.relative_to(WEB).as_posix()

    @get(f"/{name}", name=name, sync_to_thread=False)
    def show_file(request: HttpRequest) -> Response[bytes]:
        return give(request, file, ASK_AGAIN)

    return show_file


# Pages.


def page(request: HttpRequest) -> Response[bytes]:
    """The client's page, or the honest one."""
    if has_client():
        return give(request, WEB / "index.html", ASK_AGAIN)
    return Response(HONEST.encode(), media_type=KINDS[".html"], headers={"cache-control": ASK_AGAIN})


def lost_page(request: HttpRequest) -> Response[bytes] | None:
    """The client's page for a person's browser at an address that leads nowhere; programs get a refusal."""
    is_programs = request.url.path.startswith((API, f"/{HASHED}/"))
    if is_programs or request.method != "GET" or "text/html" not in request.headers.get("accept", ""):
        return None
    if not has_client():
        return None
    answer = page(request)
    answer.status_code = 404
    return answer


@get("/", sync_to_thread=False)
def show_start(request: HttpRequest) -> Response[bytes]:
    """The first page."""
    return page(request)


@get("/t/{table:str}", sync_to_thread=False)
def show_table_page(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """The page of a table: its link. The client finds out whether there is such a table."""
    return page(request)


@get("/rules", sync_to_thread=False)
def show_rules_page(request: HttpRequest) -> Response[bytes]:
    """The page of all rules."""
    return page(request)


@get("/rules/{edition:str}", sync_to_thread=False)
def show_edition_page(request: HttpRequest, edition: FromPath[str]) -> Response[bytes]:
    """The page of an edition's rules."""
    return page(request)


@get("/position", sync_to_thread=False)
def show_position_page(request: HttpRequest) -> Response[bytes]:
    """The page of a position: its text is in the address, `/position?text=...`."""
    return page(request)


@get("/learn", sync_to_thread=False)
def show_learn_page(request: HttpRequest) -> Response[bytes]:
    """The page of all lessons."""
    return page(request)


@get("/learn/{edition:str}", sync_to_thread=False)
def show_lessons_page(request: HttpRequest, edition: FromPath[str]) -> Response[bytes]:
    """The page of an edition's lessons."""
    return page(request)


@get("/learn/{edition:str}/{lesson:str}", sync_to_thread=False)
def show_lesson_page(request: HttpRequest, edition: FromPath[str], lesson: FromPath[str]) -> Response[bytes]:
    """The page of a lesson, or of a turn in pictures."""
    return page(request)


@get("/puzzles", sync_to_thread=False)
def show_puzzles_page(request: HttpRequest) -> Response[bytes]:
    """The page of the puzzle of the day."""
    return page(request)


@get("/puzzles/{edition:str}", sync_to_thread=False)
def show_edition_puzzles_page(request: HttpRequest, edition: FromPath[str]) -> Response[bytes]:
    """The page of an edition's puzzle of the day."""
    return page(request)


@get("/puzzles/{edition:str}/{puzzle:str}", sync_to_thread=False)
def show_puzzle_page(request: HttpRequest, edition: FromPath[str], puzzle: FromPath[str]) -> Response[bytes]:
    """The page of a puzzle."""
    return page(request)
