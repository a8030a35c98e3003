"""HTTP, the past of a game: any position by the number of its entry, and everybody's worth from start to end."""

from __future__ import annotations

import asyncio

from litestar import Response, get
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from magnate.bots.explain import Explanation
from magnate.errors import GameError
from magnate.game import Game
from magnate.view import View

from .edge import Edge
from .film import Film, Fortune, with_purses
from .http import Asked, answer, edge_of, operation
from .http_records import FOR_EVER
from .levels import bot_of, offered
from .wire import Refusal

LONGEST_TEXT = 8192  # characters of a position; the longest of a real game has about 1,500
PREPARING = "preparing"  # the note of a bot that is not yet what it will be: ask again


class Position(Struct, frozen=True):
    """The game as it was after entry `number`, as a spectator sees it; `text` is that position as one line."""

    number: int
    view: View
    text: str


class Described(Struct, frozen=True):
    """The position that a text describes, as a spectator sees it."""

    text: str
    view: View


class Fortunes(Struct, frozen=True):
    """What everybody was worth, as timed endings count: wherever that changed, the entry and the worth of each seat."""

    fortunes: list[Fortune]


async def film_of(request: Asked, table: str) -> Film:
    """The film of a table, up to the last entry kept."""
    edge = edge_of(request)
    room = await edge.room(table)
    film = edge.films.of(room.table.id, room.table.secret)
    await edge.see_through(grow(edge, room.table.id, film))
    if film.game is None:
        raise Refusal("not_started", "there is no past before the game has started")
    return film


async def grow(edge: Edge, table: str, film: Film) -> None:
    """Take in what was kept since."""
    async with film.lock:
        rows = await edge.store.rows(table, film.number)
        if not rows:
            return
        async with edge.replaying():
            try:
                await asyncio.to_thread(film.take_in, rows)
            except GameError as error:
                edge.films.forget(table)
                raise Refusal("unplayable", "this table was played by other rules than this server has") from error


def for_good(film: Film) -> dict[str, str]:
    """What was told of a game that is over never changes."""
    return FOR_EVER if film.game is not None and film.game.is_over else {}


@get(
    "/api/tables/{table:str}/moves/{number:int}",
    opt=operation(
        tag="records", gives=Position, refuses=["no_such_table", "not_started", "no_such_page", "unplayable", "busy"]
    ),
)
async def show_position(request: Asked, table: FromPath[str], number: FromPath[int]) -> Response[bytes]:
    """The game as it was after an entry of the log, as a spectator sees it; purses as the present allows."""
    film = await film_of(request, table)
    if number > film.number:
        raise Refusal("no_such_page", f"there is no entry {number} yet; the last is {film.number}")
    game = film.at(number)
    if game is None:
        raise Refusal("no_such_page", f"the game began with entry {film.numbers[0]}; {number} is before it")
    view = with_purses(game) if film.is_open else game.view()
    return answer(Position(number, view, film.text_of(game)), headers=for_good(film))


@get("/api/position", opt=operation(tag="records", gives=Described, refuses=["malformed", "too_long", "busy"]))
async def read_position(request: Asked, text: FromQuery[str]) -> Response[bytes]:
    """The position that a text describes, of an edition that comes with the game."""
    if len(text) > LONGEST_TEXT:
        raise Refusal("too_long", f"the text has {len(text)} characters; at most {LONGEST_TEXT} are read")
    return answer(await edge_of(request).see_through(describe(edge_of(request), text)))


async def describe(edge: Edge, text: str) -> Described:
    """Read a text, in turn with those who replay."""
    async with edge.replaying():
        try:
            game = await asyncio.to_thread(Game.from_text, text, 0)
        except GameError as error:
            raise Refusal("malformed", str(error)) from error
        return Described(game.to_text(), with_purses(game))


@get(
    "/api/tables/{table:str}/worth",
    opt=operation(
        tag="records", gives=Fortunes, refuses=["no_such_table", "not_started", "forbidden", "unplayable", "busy"]
    ),
)
async def show_worth(request: Asked, table: FromPath[str]) -> Response[bytes]:
    """What everybody was worth from the start on. Where purses are private, only once the game is over."""
    film = await film_of(request, table)
    if not film.is_open:
        raise Refusal("forbidden", "purses are private at this table; ask again when the game is over")
    return answer(Fortunes(film.fortunes), headers=for_good(film))


@get(
    "/api/tables/{table:str}/moves/{number:int}/why",
    opt=operation(
        tag="records",
        gives=Explanation,
        refuses=["no_such_table", "not_started", "forbidden", "no_such_page", "no_such_level", "unplayable", "busy"],
    ),
)
async def show_why(
    request: Asked, table: FromPath[str], number: FromPath[int], bot: FromQuery[str] = "trader"
) -> Response[bytes]:
    """What a bot thinks of a move once the game is over: the options there were, what speaks for each, its own choice.

    `bot` is the level asked; the one that sat there tells why it did what it did.
    """
    if bot not in offered():
        raise Refusal("no_such_level", f"no bot plays at level {bot!r}; known: {', '.join(offered())}")
    film = await film_of(request, table)
    if film.game is None or not film.game.is_over:
        raise Refusal("forbidden", "bots explain themselves when the game is over")
    if number not in film.numbers[1:]:
        raise Refusal("no_such_page", f"entry {number} is no move of the game")
    told = await edge_of(request).see_through(think(edge_of(request), film, number, bot))
    is_whole = told.note is None or told.note.key != PREPARING
    return answer(told, headers=for_good(film) if is_whole else {})


async def think(edge: Edge, film: Film, number: int, level: str) -> Explanation:
    """Ask a bot, in turn with those who replay: it may play many games for its answer."""
    async with edge.replaying():
        return await asyncio.to_thread(explain, film, number, level)


def explain(film: Film, number: int, level: str) -> Explanation:
    """What a bot would do where the move was made."""
    move = film.numbers.index(number)
    game = film.at(film.numbers[move - 1])
    seat = film.moves[move - 1][0]
    if game is None or seat < 0:
        raise Refusal("no_such_page", f"entry {number} was made by no seat")
    return bot_of(level).explain(game.view(seat))
