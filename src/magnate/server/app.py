"""The application: every handler, and what holds for all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.types import ASGIApp

from . import http_lessons, http_operation, http_people, http_push, http_records, http_replay, http_tables, pages
from .edge import Edge
from .errors import refuse
from .http import admit, finish
from .packing import Packing
from .settings import Settings
from .socket import table_socket

HANDLERS = [
    http_people.show_me,
    http_people.rename_me,
    http_people.list_my_games,
    http_people.make_bot,
    http_push.show_push,
    http_push.subscribe,
    http_push.unsubscribe,
    http_records.list_editions,
    http_records.show_edition,
    http_records.show_clauses,
    http_records.list_levels,
    http_tables.make_table,
    http_tables.list_tables,
    http_tables.show_table,
    http_tables.command_table,
    http_tables.read_log,
    http_tables.show_qr,
    http_tables.play_quick,
    http_records.show_record,
    http_records.show_proof,
    http_records.import_record,
    http_replay.show_position,
    http_replay.read_position,
    http_replay.show_worth,
    http_replay.show_why,
    http_lessons.list_lessons,
    http_lessons.play_lesson,
    http_operation.is_alive,
    http_operation.is_ready,
    http_operation.show_metrics,
    http_operation.show_schema,
    table_socket,
    pages.show_start,
    pages.show_table_page,
    pages.show_rules_page,
    pages.show_edition_page,
    pages.show_position_page,
    pages.show_learn_page,
    pages.show_lessons_page,
    pages.show_lesson_page,
]


def with_head(app: ASGIApp) -> ASGIApp:
    """An application that answers HEAD as GET. The HTTP server knows what was asked and leaves the body out."""

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await app(scope, receive, send)

    return serve


def create_app(settings: Settings, edge: Edge | None = None) -> Litestar:
    """The server as an ASGI application. It opens and closes its store, unless it is given an edge that is open."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.edge = opened = await Edge.open(settings)
        try:
            yield
        finally:
            await opened.close()

    origins = settings.origins
    return Litestar(
        route_handlers=[*HANDLERS, *pages.client_files()],
        lifespan=[] if edge else [lifespan],
        state=State({"edge": edge}) if edge else None,
        before_request=admit,
        before_send=[finish],
        middleware=[Packing()],
        exception_handlers={Exception: refuse},
        cors_config=CORSConfig(allow_origins=origins, allow_credentials=True) if origins else None,
        request_max_body_size=max(settings.body_bytes, settings.record_bytes) + 1,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
