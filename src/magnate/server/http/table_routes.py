"""HTTP, tables: make one, list them, look, play without a socket, read the log, and a whole quick game in one call."""

from __future__ import annotations

import io
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import msgspec
import segno
from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Meta, Raw, Struct

from magnate.editions import EditionError, load, names
from magnate.protocol import commands as ask
from magnate.protocol.commands import Command, Level, Number
from magnate.protocol.config import Clock, Config, Name, NoClock, Options, Seats
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import Done, Id, Token, Told
from magnate.protocol.state import NO_ORDERS, Orders, TableState
from magnate.server.live.broadcast import past
from magnate.server.live.node import check_code
from magnate.server.live.registry import LENGTH, LETTERS
from magnate.server.people.callers import link_to
from magnate.server.people.sanitise import NAME, cleaned
from magnate.server.store.columns import Head
from magnate.server.tables.levels import offered

from .requests import HttpRequest, answer, node_of, operation, query, read, who

PAGE = 500

Limit = Annotated[int, Meta(ge=1, le=100)]
Border = Annotated[str, Meta(pattern=f"^[0-9]{{1,16}}(-[{LETTERS}]{{{LENGTH}}})?$", max_length=16 + 1 + LENGTH)]


class NewTable(Config, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be made, with an id of your own if you like. The same id of the same person makes no second table."""

    id: Id | None = None

    @property
    def config(self) -> Config:
        """Its set-up alone, as it is kept."""
        return Config(**{name: getattr(self, name) for name in Config.__struct_fields__})


class Made(Struct, frozen=True):
    """A table that was made, and the link by which others find it."""

    table: str
    link: str


class Paging(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of a list: at most `limit`, from where another page's `before` says, or made earlier than a moment."""

    limit: Limit = 50
    before: Border | None = None

    @property
    def place(self) -> tuple[int, str] | None:
        """Where the page begins: after the table made at this moment, with this id."""
        if self.before is None:
            return None
        made, _, id = self.before.partition("-")
        return (int(made), id) if id else (int(made) - 1, "")


class ListedSeat(Struct, frozen=True):
    """A seat as lists show it."""

    name: str | None = None
    bot: bool = False
    here: bool = False


class Awaited(Struct, frozen=True):
    """A seat that play waits for, as a table keeps it for lists."""

    person: str | None
    seat: int
    since: int
    until: int | None


class Awaits(Struct, frozen=True):
    """Play waits for me: at which seat, since when, and until when the clock answers, if one runs."""

    seat: int
    since: int
    until: int | None = None


class Summary(Struct, frozen=True):
    """What a table keeps for lists. `awaited` is null where a version before 0.2 wrote it."""

    variant: str | None = None
    skin: str | None = None
    options: int = 0
    seats: list[ListedSeat] = []
    turns: int = 0
    awaited: list[Awaited] | None = None


class Listed(Struct, frozen=True):
    """A table in a list. `options` is how many rules differ from the book; times are milliseconds since 1970.

    `awaits` is in the list of my games only: play waits for me there.
    """

    id: str
    status: str
    edition: str
    variant: str | None
    skin: str | None
    options: int
    seats: list[ListedSeat]
    turns: int
    created: int
    at: int
    awaits: Awaits | None = None


class Listing(Struct, frozen=True):
    """Tables, the newest first. `before` asks for the next page; null if there is none."""

    tables: list[Listed]
    before: str | None


class Asks(Struct, frozen=True, forbid_unknown_fields=True):
    """A command with an id of your own and the tokens of your seats. The same id is never done twice."""

    id: Id
    command: Command
    tokens: Annotated[list[Token], Meta(max_length=8)] = []


class LogQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which entries: at most `limit`, after number `after`."""

    after: Number = 0
    limit: Annotated[int, Meta(ge=1, le=PAGE)] = 100


class Log(Struct, frozen=True):
    """Entries of a table's log, in order, without views; `number` is the last there is.

    If the last of `told` has a smaller number, ask again with `after` set to that.
    """

    table: str
    number: int
    told: list[Told]


class Quick(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game against bots. Without `seats`, four or as near as the edition allows. `orders` are your standing orders.

    The same `id` of the same person begins no second game.
    """

    id: Id | None = None
    edition: Annotated[str, Meta(max_length=40)]
    variant: Annotated[str, Meta(max_length=40)] | None = None
    skin: Annotated[str, Meta(max_length=40)] | None = None
    options: Options = {}
    seats: Seats | None = None
    level: Level = "house"
    name: Name | None = None
    clock: Clock = NoClock()
    entropy: ask.Entropy = ""
    orders: Orders = Orders()


class QuickMade(Struct, frozen=True):
    """A game that has begun: your seat and its token."""

    table: str
    seat: int
    token: str
    link: str


def summary_of(head: Head) -> Summary:
    """What a table keeps for lists."""
    return msgspec.json.decode(head.summary or b"{}", type=Summary)


def listed(heads: list[Head], limit: int, awaits: Mapping[str, Awaits] = MappingProxyType({})) -> Listing:
    """Heads of tables as a page of a list. `awaits` says where play waits for the asker."""
    found = []
    for head in heads:
        about = summary_of(head)
        found.append(
            Listed(
                id=head.id,
                status=head.status,
                edition=head.edition,
                variant=about.variant,
                skin=about.skin,
                options=about.options,
                seats=about.seats,
                turns=about.turns,
                created=head.created,
                at=head.at,
                awaits=awaits.get(head.id),
            )
        )
    return Listing(found, f"{heads[-1].created}-{heads[-1].id}" if len(heads) == limit else None)


@post(
    "/api/tables",
    opt=operation(tag="tables", asks=NewTable, gives=Made, status=201, refuses=["bad_config", "too_many"]),
)
async def make_table(request: HttpRequest) -> Response[bytes]:
    """Make a table. Its creator is its host."""
    node = node_of(request)
    caller = await who(request)
    asked = await read(request, NewTable)
    table = await node.create(caller, asked.config, asked.id)
    return answer(Made(table, link_to(request, node.settings, table)), 201)


@get("/api/tables", opt=operation(tag="tables", query=Paging, gives=Listing))
async def list_tables(request: HttpRequest) -> Response[bytes]:
    """Public tables that are open or playing, the newest first."""
    node, page = node_of(request), query(request, Paging)
    async with node.trouble():
        return answer(listed(await node.store.public(page.limit, page.place), page.limit))


@get("/api/tables/{table:str}", opt=operation(tag="tables", gives=TableState, refuses=["no_such_table"]))
async def show_table(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """A table: its set-up, its host, its seats, where it is. The game itself is sent over the socket."""
    node = node_of(request)
    live = await node.live_table(table)
    async with node.trouble():
        return answer(await live.read(live.state))


@post(
    "/api/tables/{table:str}/commands",
    opt=operation(
        tag="tables",
        asks=Asks,
        gives=Done,
        refuses=[
            "no_such_table", "no_such_seat", "not_your_seat", "not_the_host", "seat_taken", "seat_empty",
            "no_such_level", "too_late", "not_started", "is_over", "is_closed", "seats_empty", "bad_config", "stale",
            "illegal", "no_clock", "not_absent", "forbidden", "silenced", "kept_out", "busy",
        ],
    ),
)  # fmt: skip
async def command_table(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """Ask something of a table: the same commands as over the socket."""
    node = node_of(request)
    caller = await who(request)
    asked = await read(request, Asks)
    node.limits.allow_frame(caller.person.id, caller.person.kind, caller.address)
    live = await node.live_table(table)
    return answer(await live.command(caller, asked.tokens, asked.id, asked.command))


@get(
    "/api/tables/{table:str}/log",
    opt=operation(tag="tables", query=LogQuery, gives=Log, refuses=["no_such_table"]),
)
async def read_log(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """What happened at a table, entry by entry, as a watcher sees it."""
    node, page = node_of(request), query(request, LogQuery)
    live = await node.live_table(table)
    async with node.trouble():
        number = await live.read(lambda: live.table.number)
        rows = await node.store.rows(live.table.id, page.after, page.limit)
    told = [Raw(past(live.table, row)) for row in rows if row.number <= number]
    return answer({"table": live.table.id, "number": number, "told": told})


@get(
    "/api/tables/{table:str}/qr.svg",
    opt=operation(tag="tables", gives=str, media="image/svg+xml", refuses=["no_such_table"]),
)
async def show_qr(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """The link of a table as a QR code."""
    node, code = node_of(request), check_code(table)
    async with node.trouble():
        if await node.store.head(code) is None:
            raise Refusal("no_such_table", f"there is no table {code!r}")
    drawn = segno.make(link_to(request, node.settings, code), error="m", micro=False)
    image = io.BytesIO()
    drawn.save(image, kind="svg", scale=8, border=4, light="#ffffff", xmldecl=False)
    return Response(image.getvalue(), media_type="image/svg+xml")


@post(
    "/api/quick",
    opt=operation(tag="tables", asks=Quick, gives=QuickMade, status=201, refuses=["bad_config", "no_such_level"]),
)
async def play_quick(request: HttpRequest) -> Response[bytes]:
    """A game against bots in one call: a table is made, you sit down, bots take the other seats, and it starts."""
    node = node_of(request)
    caller = await who(request)
    asked = await read(request, Quick)
    name = cleaned(asked.name, "name", NAME) if asked.name else None
    if asked.level not in offered():
        raise Refusal("no_such_level", f"there is no bot of the level {asked.level!r}")
    config = Config(
        edition=asked.edition,
        variant=asked.variant,
        skin=asked.skin,
        options=asked.options,
        seats=asked.seats or usual_seats(asked.edition, asked.variant),
        clock=asked.clock,
    )
    table = await node.create(caller, config, asked.id)
    step = asked.id or "quick"
    live = await node.live_table(table)
    sat = await live.command(caller, [], f"{step} sit", ask.Sit(seat=0, name=name, entropy=asked.entropy))
    for seat in range(1, config.seats):
        await live.command(caller, [], f"{step} bot {seat}", ask.SetBot(seat=seat, level=asked.level))
    await live.command(caller, [sat.token or ""], f"{step} start", ask.Start())
    if asked.orders != NO_ORDERS:
        await live.command(caller, [sat.token or ""], f"{step} orders", ask.SetOrders(seat=0, orders=asked.orders))
    made = QuickMade(table, 0, sat.token or "", link_to(request, node.settings, table))
    return answer(made, 201)


def usual_seats(edition: str, variant: str | None) -> int:
    """Four, or as near as the edition allows."""
    if edition not in names():
        raise Refusal("bad_config", f"edition is {edition!r}; expected one of {', '.join(names())}")
    try:
        seats = load(edition, variant=variant).seats
    except EditionError as error:
        raise Refusal("bad_config", str(error)) from error
    return min(max(4, seats[0]), seats[-1])
