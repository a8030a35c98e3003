"""HTTP, privacy: the notice for players, everything of mine as an archive, and deleting my data."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, delete, get
from msgspec import Meta, Struct

from magnate.server.live.node import Node
from magnate.server.people.callers import Caller, fresh_person
from magnate.server.people.notice import notice_for
from magnate.server.tables.own_data import OwnData, archive, own_data

from .requests import HttpRequest, answer, node_of, operation, query, remember, who

ZIP = "application/zip"
PATIENCE = 300.0  # seconds for an archive, or for a deletion: many games, one after the other


class NoticeQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """In which language."""

    language: Annotated[str, Meta(pattern="^[a-z]{2,3}$")] = "en"


class PlayersNotice(Struct, frozen=True):
    """The notice to players about their data: plain text with a little Markdown (headings, lists, bold, links).

    `own` says that the operator wrote it. `days` is for how long names and words are stored; 0: until deleted.
    """

    text: str
    own: bool
    days: int


class DataDeleted(Struct, frozen=True):
    """What was deleted: `tables` had traces of the person, `seats` were given up first. The cookie is a new guest's."""

    tables: int
    seats: int


@get("/api/notice", opt=operation(tag="people", query=NoticeQuery, gives=PlayersNotice))
async def show_notice(request: HttpRequest) -> Response[bytes]:
    """What this server stores about players, for how long, and how to delete it."""
    settings = node_of(request).settings
    found = await asyncio.to_thread(notice_for, settings, query(request, NoticeQuery).language)
    return answer(PlayersNotice(found.text, found.is_own, settings.keep_names_days))


@get("/api/me/data", opt=operation(tag="people", gives=OwnData, refuses=["busy"]))
async def show_my_data(request: HttpRequest) -> Response[bytes]:
    """Everything that is stored about me, except the moves of my games. Counts as an export."""
    node = node_of(request)
    caller = await who(request)
    node.limits.allow_export(caller.person.id, caller.address)
    return answer(await node.see_through(gather(node, caller), PATIENCE))


@get("/api/me/export", opt=operation(tag="people", gives=str, media=ZIP, refuses=["busy"]))
async def export_me(request: HttpRequest) -> Response[bytes]:
    """Everything of mine as an archive: `me.json`, and the records of my finished games, the newest `export_games`."""
    node = node_of(request)
    caller = await who(request)
    node.limits.allow_export(caller.person.id, caller.address)
    data = await node.see_through(pack(node, caller), PATIENCE)
    headers = {"content-disposition": 'attachment; filename="magnate-my-data.zip"'}
    return Response(data, media_type=ZIP, headers=headers)


async def gather(node: Node, caller: Caller) -> OwnData:
    """What is stored about a person."""
    async with node.replaying(caller.address):
        return await own_data(node.store, caller.person, node.settings.export_games, node.registry.closing.is_set)


async def pack(node: Node, caller: Caller) -> bytes:
    """The archive, in turn with others who replay."""
    async with node.replaying(caller.address):
        data = await own_data(node.store, caller.person, node.settings.export_games, node.registry.closing.is_set)
        return await archive(node.store, data, node.registry.closing.is_set)


@delete("/api/me", status_code=200, opt=operation(tag="people", gives=DataDeleted, refuses=["busy"]))
async def delete_me(request: HttpRequest) -> Response[bytes]:
    """Delete my data: seats in running games pass to bots, my name and my words go from every table.

    Moves and dice stay. A guest is given the cookie of a new guest; the old one is worth nothing more than a new one.
    """
    node = node_of(request)
    caller = await who(request)
    if caller.is_fresh:  # neither cookie nor token: there is nothing of theirs
        return answer(DataDeleted(0, 0))
    node.limits.allow_deletion(caller.address)
    found = await node.see_through(node.registry.forgetting.forget(caller.person.id), PATIENCE)
    remember(request, Caller(fresh_person(caller.person.kind), caller.address, is_fresh=True))
    return answer(DataDeleted(found.tables, found.seats))
