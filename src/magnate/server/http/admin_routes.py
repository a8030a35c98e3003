"""HTTP, the admin page: what the operator may do, behind a token of its own.

The token is sent in the header `Authorization` with every request and never stored: a page of another site cannot send
it, and there is no cookie that it could make use of. Without the setting `admin_token` nothing of this is there.
"""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath
from msgspec import Meta, Struct

from magnate.protocol.errors import Refusal
from magnate.protocol.state import TableState
from magnate.server.live.node import Node, check_code
from magnate.server.people.bans import BadAddress
from magnate.server.people.callers import address_of
from magnate.server.store.columns import Report
from magnate.server.tables import operator_actions
from magnate.server.tables.operator_actions import NotPossible
from magnate.server.tables.operator_bans import BanAdded, PersonShown, add_ban, ban_of, show_person

from .report_routes import ReportedMessage
from .requests import HttpRequest, answer, node_of, operation, query, read
from .table_routes import Listed, listed

PAGE = Path(__file__).parent / "admin_page"
SCHEME = "Bearer "
MOST = 200  # on one list
SAID = 200  # messages of a table that are shown


class TableQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which tables: `limit` is the most to list, `status` selects by status."""

    status: Literal["open", "playing", "over", "closed"] | None = None
    limit: Annotated[int, Meta(ge=1, le=MOST)] = 50


class PersonQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which people: those whose name has this in it."""

    name: Annotated[str, Meta(max_length=60)] = ""
    limit: Annotated[int, Meta(ge=1, le=MOST)] = 50


class ReportQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which reports: those that are open, or all."""

    all: bool = False
    limit: Annotated[int, Meta(ge=1, le=MOST)] = 50


class TableShown(Struct, frozen=True):
    """A table, and what was said there last; what the host has removed is among it."""

    table: TableState
    said: list[ReportedMessage]


class PersonListed(Struct, frozen=True):
    """A person who took a name."""

    id: str
    name: str
    kind: str
    created: int
    seen: int


class BanListed(Struct, frozen=True):
    """A ban. `until` is null for a permanent ban."""

    kind: str
    value: str
    at: int
    until: int | None
    why: str


class ReportListed(Struct, frozen=True):
    """A report, with the words."""

    id: str
    at: int
    is_open: bool
    table: str
    reporter: str
    person: str
    name: str
    reason: str
    note: str
    words: list[ReportedMessage]


class Banning(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom to ban: a person by id, or an address; for some days, or permanently."""

    kind: Literal["person", "address"]
    value: Annotated[str, Meta(min_length=1, max_length=60)]
    why: Annotated[str, Meta(max_length=200)] = ""
    days: Annotated[int, Meta(ge=1, le=3_650)] | None = None


class Unbanning(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose ban ends."""

    kind: Literal["person", "address"]
    value: Annotated[str, Meta(min_length=1, max_length=60)]


class Carried(Struct, frozen=True):
    """It was done."""

    done: bool = True


def admitted(request: HttpRequest) -> Node:
    """The node, for a request with the right token; a refusal for all others."""
    node = node_of(request)
    token = node.settings.admin_token
    if not token:
        raise Refusal("no_such_page", "there is nothing at that address")
    address = address_of(request, node.settings)
    node.limits.allow_admin(address)
    shown = request.headers.get("authorization", "")
    if not hmac.compare_digest(mark(shown), mark(SCHEME + token)):
        if shown:
            node.limits.wrong_admin(address)
        raise Refusal("bad_token", "expected `Authorization: Bearer` and the admin token of this server")
    return node


def mark(text: str) -> bytes:
    """A text of fixed length in the place of another: to compare it takes the same time wherever they differ."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()


def report_listed(report: Report) -> ReportListed:
    """A report as it is shown."""
    words = msgspec.json.decode(report.words, type=list[ReportedMessage])
    return ReportListed(*report[:-1], words)


def admin_operation(**about: Any) -> dict[str, Any]:
    """What a handler of the admin page asks for and gives; without the setting it is not there."""
    return operation(tag="admin", **{**about, "refuses": ["no_such_page", *about.get("refuses", ())]})


@get("/api/admin/tables", opt=admin_operation(query=TableQuery, gives=list[Listed]))
async def admin_tables(request: HttpRequest) -> Response[bytes]:
    """The newest tables, public or not."""
    node, page = admitted(request), query(request, TableQuery)
    async with node.trouble():
        return answer(listed(await node.store.tables(page.limit, page.status), page.limit).tables)


@get("/api/admin/tables/{table:str}", opt=admin_operation(gives=TableShown, refuses=["no_such_table"]))
async def admin_table(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """A table with what was said there."""
    node = admitted(request)
    live = await node.live_table(table)
    async with node.trouble():
        state = await live.read(live.state)
        said = await operator_actions.said_at(node.store, live.table, SAID)
    removed = set(live.table.removed)
    shown = [ReportedMessage(n, at, one.person, one.name, one.text or "", n in removed) for n, at, one in said]
    return answer(TableShown(state, shown))


@post(
    "/api/admin/tables/{table:str}/close",
    opt=admin_operation(gives=Carried, refuses=["no_such_table", "is_closed"]),
    status_code=200,
)
async def admin_close(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """Close a table permanently. Its log is kept."""
    node, code = admitted(request), check_code(table)
    async with node.trouble():
        if await node.store.head(code) is None:
            raise Refusal("no_such_table", f"there is no table {code!r}")
        try:
            await operator_actions.close_table(node.store, code)
        except NotPossible as error:
            raise Refusal("is_closed", str(error)) from error
        await node.registry.changes.look()
    return answer(Carried())


@delete(
    "/api/admin/tables/{table:str}",
    opt=admin_operation(gives=Carried, refuses=["no_such_table"]),
    status_code=200,
)
async def admin_delete(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """Delete a table with its log. This cannot be undone."""
    node, code = admitted(request), check_code(table)
    async with node.trouble():
        if not await node.store.delete_table(code):
            raise Refusal("no_such_table", f"there is no table {code!r}")
        await node.registry.changes.look()
    return answer(Carried())


@get("/api/admin/people", opt=admin_operation(query=PersonQuery, gives=list[PersonListed]))
async def admin_people(request: HttpRequest) -> Response[bytes]:
    """People who took a name, the last seen first."""
    node, page = admitted(request), query(request, PersonQuery)
    async with node.trouble():
        found = await node.store.moderation.find_people(page.limit, page.name or None)
    return answer([PersonListed(*one) for one in found])


@get("/api/admin/people/{person:str}", opt=admin_operation(gives=PersonShown))
async def admin_person(request: HttpRequest, person: FromPath[str]) -> Response[bytes]:
    """A person: the name, the tables, bans, reports."""
    node = admitted(request)
    async with node.trouble():
        return answer(await show_person(node.store, person[:60]))


@get("/api/admin/bans", opt=admin_operation(gives=list[BanListed]))
async def admin_bans(request: HttpRequest) -> Response[bytes]:
    """Every ban, the newest first."""
    node = admitted(request)
    async with node.trouble():
        return answer([BanListed(*one) for one in await node.store.moderation.bans()])


@post("/api/admin/bans", opt=admin_operation(asks=Banning, gives=BanAdded, status=201))
async def admin_ban(request: HttpRequest) -> Response[bytes]:
    """Ban a person or an address. A person's seats in games that are on go to bots."""
    node = admitted(request)
    asked = await read(request, Banning)
    try:
        ban = ban_of(asked.kind, asked.value, asked.why, asked.days, node.registry.clock.now())
    except BadAddress as error:
        raise Refusal("malformed", f"value: {error}") from error
    async with node.trouble():
        added = await add_ban(node.store, ban)
        await node.registry.changes.look()
    return answer(added, 201)


@post("/api/admin/unban", opt=admin_operation(asks=Unbanning, gives=Carried, refuses=["stale"]), status_code=200)
async def admin_unban(request: HttpRequest) -> Response[bytes]:
    """Take a ban back."""
    node = admitted(request)
    asked = await read(request, Unbanning)
    async with node.trouble():
        if not await node.store.moderation.unban(asked.kind, asked.value):
            raise Refusal("stale", "there is no such ban")
        await node.registry.changes.look()
    return answer(Carried())


@get("/api/admin/reports", opt=admin_operation(query=ReportQuery, gives=list[ReportListed]))
async def admin_reports(request: HttpRequest) -> Response[bytes]:
    """Reports with the words, the newest first."""
    node, page = admitted(request), query(request, ReportQuery)
    async with node.trouble():
        found = await node.store.moderation.reports(page.limit, None if page.all else True)
    return answer([report_listed(one) for one in found])


@post("/api/admin/reports/{report:str}/close", opt=admin_operation(gives=Carried, refuses=["stale"]), status_code=200)
async def admin_close_report(request: HttpRequest, report: FromPath[str]) -> Response[bytes]:
    """Mark a report as dealt with."""
    node = admitted(request)
    async with node.trouble():
        if not await node.store.moderation.close_report(report[:40]):
            raise Refusal("stale", "there is no such report")
    return answer(Carried())


@delete("/api/admin/reports/{report:str}", opt=admin_operation(gives=Carried, refuses=["stale"]), status_code=200)
async def admin_delete_report(request: HttpRequest, report: FromPath[str]) -> Response[bytes]:
    """Delete a report with its words."""
    node = admitted(request)
    async with node.trouble():
        if not await node.store.moderation.delete_report(report[:40]):
            raise Refusal("stale", "there is no such report")
    return answer(Carried())


# The page itself.


def page_file(request: HttpRequest, name: str, kind: str) -> Response[bytes]:
    """A file of the page, where there is one. It holds no secret, so it needs no token."""
    if not node_of(request).settings.admin_token:
        raise Refusal("no_such_page", "there is nothing at that address")
    return Response((PAGE / name).read_bytes(), media_type=kind, headers={"cache-control": "no-cache"})


@get("/admin", sync_to_thread=False)
def show_admin_page(request: HttpRequest) -> Response[bytes]:
    """The page of the operator. It asks for the token."""
    return page_file(request, "admin.html", "text/html")


@get("/admin/admin.js", sync_to_thread=False)
def show_admin_script(request: HttpRequest) -> Response[bytes]:
    """Its script."""
    return page_file(request, "admin.js", "text/javascript")


@get("/admin/admin.css", sync_to_thread=False)
def show_admin_style(request: HttpRequest) -> Response[bytes]:
    """Its style."""
    return page_file(request, "admin.css", "text/css")


HANDLERS = [
    admin_tables, admin_table, admin_close, admin_delete, admin_people, admin_person, admin_bans, admin_ban,
    admin_unban, admin_reports, admin_close_report, admin_delete_report,
    show_admin_page, show_admin_script, show_admin_style,
]  # fmt: skip
