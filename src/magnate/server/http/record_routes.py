"""HTTP, records and editions: games as text, the proof of their dice, records from elsewhere, what can be played."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath
from msgspec import Struct

from magnate.clauses import Ambiguity, Clause, all_clauses, ambiguities
from magnate.editions import load, names
from magnate.editions.export import export_edition
from magnate.editions.schema import BoardTheme
from magnate.protocol.errors import Refusal
from magnate.protocol.state import TableState
from magnate.server.live.live_table import LiveTable
from magnate.server.live.node import Node
from magnate.server.live.timeouts import PATIENCE
from magnate.server.people.callers import Caller, address_of, link_to
from magnate.server.tables.levels import offered
from magnate.server.tables.table import CLOSED

from .requests import HttpRequest, answer, node_of, operation, read_body, who
from .table_routes import Made

PLAIN = "text/plain"
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
WHILE = {"cache-control": "public, max-age=300"}
WITH_NAMES = {"cache-control": "private, max-age=300"}  # of a game that is over: names may still be removed from it


class Proof(Struct, frozen=True):
    """The promise of a table's dice. `entropy` is known once the game has started, `secret` once it is over."""

    table: str
    status: str
    commitment: str
    entropy: list[str] | None
    secret: str | None


class Play(Struct, frozen=True):
    """A variant or a skin of an edition."""

    id: str
    name: str
    name_en: str
    about_en: str = ""
    seats: tuple[int, int] | None = None
    theme: BoardTheme | None = None


class EditionListed(Struct, frozen=True):
    """An edition in short. `seats` is the least and the most; `special` says what is unlike the other editions.

    `timed` is the variant that ends at an agreed time by the book; without one, `ending.minutes` is a house rule.
    `claims`: rents must be claimed.
    `theme` names the drawings of its board; a skin may have others.
    """

    id: str
    title: str
    version: int
    language: str
    seats: tuple[int, int]
    variants: list[Play]
    skins: list[Play]
    summary: str
    summary_en: str
    special: str
    special_en: str
    timed: str | None = None
    claims: bool = False
    theme: BoardTheme = "plain"


class Book(Struct, frozen=True):
    """The rulebook of an edition: what it says, clause by clause, and how what it leaves open is settled."""

    edition: str
    title: str
    language: str
    clauses: list[Clause]
    settled: list[Ambiguity]


class LevelListed(Struct, frozen=True):
    """A bot that can be put on a seat."""

    level: str
    about: str


@cache
def edition_list(offered: tuple[str, ...]) -> list[EditionListed]:
    """The editions that can be played, in short."""
    found = []
    for name in offered:
        edition = load(name)
        file = edition.file
        variants, timed = [], None
        for id, variant in file.variants.items():
            played = load(name, variant=id)
            seats = played.seats
            timed = timed or (id if played.rules.ending.minutes else None)
            about = (id, variant.name, variant.name_en, variant.description_en)
            variants.append(Play(*about, seats=(seats[0], seats[-1])))
        found.append(
            EditionListed(
                id=file.id,
                title=file.name,
                version=file.version,
                language=file.language,
                seats=(edition.seats[0], edition.seats[-1]),
                variants=variants,
                skins=[Play(id, skin.name, skin.name_en, theme=skin.theme) for id, skin in file.skins.items()],
                summary=file.texts.summary,
                summary_en=file.texts.summary_en,
                special=file.texts.special,
                special_en=file.texts.special_en,
                timed=timed,
                claims=edition.rules.rent.collect == "claim",
                theme=file.theme,
            )
        )
    return found


@cache
def edition_text(name: str) -> bytes:
    """Everything about an edition, as JSON."""
    return msgspec.json.encode(export_edition(name))


@cache
def book_text(name: str) -> bytes:
    """The rulebook of an edition and those it cites, as JSON. An edition somebody else wrote may bring its own."""
    file = load(name).file
    cited = {*file.clauses.values(), *(id for variant in file.variants.values() for id in variant.clauses.values())}
    books = {name, *(clause.edition for clause in all_clauses() if clause.id in cited)}
    found = [clause for clause in all_clauses() if clause.edition in books]
    for one in file.book:
        found.append(Clause(id=one.id, chapter=one.chapter, text=one.text, heading=one.heading or one.chapter))
    seen = {id for clause in found for id in clause.see}
    settled = [open_point for open_point in ambiguities() if books & {*open_point.editions} or open_point.id in seen]
    return msgspec.json.encode(Book(name, file.name, file.language, found, settled))


def known(edition: str) -> str:
    """The name of an edition that there is."""
    if edition not in names():
        raise Refusal("no_such_edition", f"there is no edition {edition[:40]!r}; expected one of {', '.join(names())}")
    return edition


@get("/api/editions", opt=operation(tag="editions", gives=list[EditionListed]))
async def list_editions(request: HttpRequest) -> Response[bytes]:
    """What can be played."""
    return answer(edition_list(tuple(names())), headers=WHILE)


@get(
    "/api/editions/{edition:str}",
    opt=operation(tag="editions", gives=dict[str, Any], refuses=["no_such_edition"]),
)
async def show_edition(request: HttpRequest, edition: FromPath[str]) -> Response[bytes]:
    """Everything a client needs to draw and explain an edition: board, deeds, decks, rules, texts, variants."""
    return Response(edition_text(known(edition)), media_type="application/json", headers=WHILE)


@get("/api/clauses/{edition:str}", opt=operation(tag="editions", gives=Book, refuses=["no_such_edition"]))
async def show_clauses(request: HttpRequest, edition: FromPath[str]) -> Response[bytes]:
    """What the rulebook of an edition says, in English, clause by clause: every event names the one it follows from."""
    return Response(book_text(known(edition)), media_type="application/json", headers=WHILE)


@get("/api/levels", opt=operation(tag="editions", gives=list[LevelListed]))
async def list_levels(request: HttpRequest) -> Response[bytes]:
    """The bots of the house."""
    return answer([LevelListed(level, about) for level, about in offered().items()])


@get(
    "/api/tables/{table:str}/record",
    opt=operation(tag="records", gives=str, media=PLAIN, refuses=["no_such_table", "not_started", "busy"]),
)
async def show_record(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """The game so far as text, which can always be replayed. Its secret is revealed once it is over."""
    node = node_of(request)
    live = await node.live_table(table)
    text = await node.see_through(write_record(node, live, address_of(request, node.settings)))
    headers = {"content-disposition": f'inline; filename="{live.table.id}.record"'}
    return Response(text.encode(), media_type=PLAIN, headers=headers | (WITH_NAMES if reveals(text) else {}))


async def write_record(node: Node, live: LiveTable, address: str) -> str:
    """The record of a table, in turn with others who replay."""
    async with node.replaying(address):
        return await live.record()


def reveals(record: str) -> bool:
    """Whether a record has its secret: nothing more is played then. The table itself may have gone on meanwhile."""
    heading, _, _ = record.partition("\nmoves\n")
    return "\nsecret " in heading


@get("/api/tables/{table:str}/proof", opt=operation(tag="records", gives=Proof, refuses=["no_such_table"]))
async def show_proof(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """What the dice of a table follow from: the promise, the seats' entropy, and once the game is over the secret."""
    node = node_of(request)
    live = await node.live_table(table)
    async with node.trouble():
        state, game = await live.read(lambda: (live.state(), live.table.game))
    entropy = list(game.dice.entropy) if game is not None else None
    secret = live.table.secret if is_from_elsewhere(state) else state.secret
    return answer(Proof(state.id, state.status, state.commitment, entropy, secret))


def is_from_elsewhere(state: TableState) -> bool:
    """Whether a table was made from a record, which came with its secret: no person or bot ever sat there."""
    return state.status == CLOSED and not any(seat.person or seat.level or seat.name is None for seat in state.seats)


@post(
    "/api/records",
    opt=operation(
        tag="records", asks=str, reads="text/plain", gives=Made, status=201, refuses=["bad_record", "too_long", "busy"]
    ),
)
async def import_record(request: HttpRequest) -> Response[bytes]:
    """Store the record of a game played elsewhere. It is replayed and every die checked; a wrong line is named."""
    node = node_of(request)
    caller = await who(request)
    node.limits.allow_record(caller.address)
    data = await read_body(request, node.settings.record_bytes)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Refusal("bad_record", f"byte {error.start} is no UTF-8; expected a record as text") from error
    table = await node.see_through(take_record(node, caller, text), 4 * PATIENCE)
    return answer(Made(table, link_to(request, node.settings, table)), 201)


async def take_record(node: Node, caller: Caller, text: str) -> str:
    """Keep a record, in turn with others who replay."""
    async with node.replaying(caller.address):
        return await node.registry.keep_record(caller.person, text)
