"""HTTP, reviews of finished games: ask for one, read it as it grows, stop waiting for it."""

from __future__ import annotations

import zlib
from functools import partial
from typing import NamedTuple

import msgspec
from litestar import Response, delete, get, post
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from magnate.protocol.errors import Refusal
from magnate.review.analysis import Review
from magnate.server.live.node import Node
from magnate.server.people.callers import address_of
from magnate.server.store.review_rows import FAILED, ReviewRow
from magnate.server.tables.table import PLAYING

from .requests import HttpRequest, answer, node_of, operation

REFUSES = ["no_such_table", "not_started", "forbidden", "busy", "unavailable"]


class ReviewState(Struct, frozen=True):
    """A review as far as it has come. `ahead` reviews are made before it; `numbers` has the entry of every move.

    `names` are the players' present ones, by seat; "" where it was removed. `stage` is "" while it waits, then that of
    the review, or "failed". `is_done`: nothing more comes. `review` is left out where the asker has this stage already.
    """

    stage: str
    is_done: bool
    ahead: int
    names: list[str]
    numbers: list[int] | None = None
    review: Review | None = None


class RawReview(Struct, frozen=True):
    """The stored part of it."""

    numbers: msgspec.Raw
    review: msgspec.Raw


class RawState(Struct, frozen=True):
    """A ReviewState whose review is JSON already."""

    stage: str
    is_done: bool
    ahead: int
    names: list[str]
    numbers: msgspec.Raw | None = None
    review: msgspec.Raw | None = None


class FinishedGame(NamedTuple):
    """A table whose game is over."""

    code: str
    names: list[str]


async def finished(node: Node, table: str) -> FinishedGame:
    """A table whose game is over: players of a running game get no help."""
    live = await node.live_table(table)
    async with node.trouble():
        game, status = await live.read(lambda: (live.table.game, live.table.status))
    if game is None:
        raise Refusal("not_started", "there is nothing to review before the game has started")
    if status == PLAYING or not game.is_over:
        raise Refusal("forbidden", "a game is reviewed when it is over")
    return FinishedGame(live.table.id, list(game.names))


async def wanted(request: HttpRequest, game: FinishedGame) -> ReviewRow:
    """The review that somebody asks for; a new one counts to the share of their address."""
    node = node_of(request)
    return await node.reviews.want(game.code, partial(node.limits.allow_review, address_of(request, node.settings)))


async def state_of(node: Node, game: FinishedGame, row: ReviewRow, have: str) -> RawState:
    """A review as it is sent."""
    ahead = 0 if row.stage else await node.reviews.rows.ahead(row, node.registry.clock.now())
    if not row.data or row.stage in (have, FAILED):
        return RawState(row.stage, row.is_done, ahead, game.names)
    found = msgspec.json.decode(zlib.decompress(row.data), type=RawReview)
    return RawState(row.stage, row.is_done, ahead, game.names, found.numbers, found.review)


@post("/api/tables/{table:str}/review", opt=operation(tag="records", gives=ReviewState, refuses=REFUSES, status=201))
async def ask_review(request: HttpRequest, table: FromPath[str], have: FromQuery[str] = "") -> Response[bytes]:
    """Ask for the review of a finished game. It is made once and stored; read it as it grows."""
    node = node_of(request)
    game = await finished(node, table)
    async with node.trouble():
        return answer(await state_of(node, game, await wanted(request, game), have), 201)


@get("/api/tables/{table:str}/review", opt=operation(tag="records", gives=ReviewState, refuses=REFUSES))
async def show_review(request: HttpRequest, table: FromPath[str], have: FromQuery[str] = "") -> Response[bytes]:
    """The review as far as it is made. Read it regularly: a review that no client reads for a while is cancelled.

    `have` is the last stage the asker has: it is not sent again.
    """
    node = node_of(request)
    game = await finished(node, table)
    async with node.trouble():
        row = await node.reviews.rows.find(game.code)
        if row is None or row.made_by != node.reviews.made_by:
            return answer(RawState("", False, 0, game.names))
        if not row.is_done:
            row = await wanted(request, game)
        return answer(await state_of(node, game, row, have))


@delete(
    "/api/tables/{table:str}/review",
    status_code=200,
    opt=operation(tag="records", gives=dict[str, bool], refuses=["no_such_table"]),
)
async def cancel_review(request: HttpRequest, table: FromPath[str]) -> Response[bytes]:
    """Stop waiting for a review: it is cancelled unless another client reads it. Its finished part is kept."""
    node = node_of(request)
    live = await node.live_table(table)
    async with node.trouble():
        await node.reviews.rows.give_up(live.table.id, node.registry.clock.now())
    return answer({"ok": True})
