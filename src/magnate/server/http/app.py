"""The application: every handler, and what holds for all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.config.cors import CORSConfig
from litestar.datastructures import State
from litestar.types import ASGIApp

from magnate.server.live.node import Node
from magnate.server.operations.settings import Settings

from . import (
    admin_routes,
    chance_routes,
    health_routes,
    lesson_routes,
    notice_routes,
    people_routes,
    privacy_routes,
    puzzle_routes,
    record_routes,
    replay_routes,
    report_routes,
    review_routes,
    table_routes,
    try_again_routes,
    web_pages,
)
from .compression import Compression
from .error_responses import refuse
from .requests import admit, finish
from .socket import table_socket

HANDLERS = [
    people_routes.show_me,
    people_routes.rename_me,
    people_routes.list_my_games,
    people_routes.make_bot,
    privacy_routes.show_notice,
    privacy_routes.show_my_data,
    privacy_routes.export_me,
    privacy_routes.delete_me,
    notice_routes.show_push,
    notice_routes.subscribe,
    notice_routes.unsubscribe,
    record_routes.list_editions,
    record_routes.show_edition,
    record_routes.show_clauses,
    record_routes.list_levels,
    table_routes.make_table,
    table_routes.list_tables,
    table_routes.show_table,
    table_routes.command_table,
    table_routes.read_log,
    report_routes.report_person,
    table_routes.show_qr,
    table_routes.play_quick,
    record_routes.show_record,
    record_routes.show_proof,
    record_routes.import_record,
    replay_routes.show_position,
    replay_routes.read_position,
    replay_routes.show_worth,
    replay_routes.show_why,
    chance_routes.show_chances,
    review_routes.ask_review,
    review_routes.show_review,
    review_routes.cancel_review,
    try_again_routes.try_again,
    lesson_routes.list_lessons,
    lesson_routes.play_lesson,
    puzzle_routes.list_puzzles,
    puzzle_routes.show_puzzle,
    health_routes.is_alive,
    health_routes.is_ready,
    health_routes.show_metrics,
    health_routes.show_schema,
    table_socket,
    web_pages.show_start,
    web_pages.show_table_page,
    web_pages.show_rules_page,
    web_pages.show_edition_page,
    web_pages.show_position_page,
    web_pages.show_learn_page,
    web_pages.show_lessons_page,
    web_pages.show_lesson_page,
    web_pages.show_puzzles_page,
    web_pages.show_edition_puzzles_page,
    web_pages.show_puzzle_page,
    *admin_routes.HANDLERS,
]


def with_head(app: ASGIApp) -> ASGIApp:
    """An application that answers HEAD as GET. The HTTP server knows what was asked and leaves the body out."""

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}
        await app(scope, receive, send)

    return serve


def create_app(settings: Settings, node: Node | None = None) -> Litestar:
    """The server as an ASGI application. It opens and closes its store, unless it is given a node that is open."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.node = opened = await Node.open(settings)
        try:
            yield
        finally:
            await opened.close()

    origins = settings.origins
    return Litestar(
        route_handlers=[*HANDLERS, *web_pages.client_files()],
        lifespan=[] if node else [lifespan],
        state=State({"node": node}) if node else None,
        before_request=admit,
        before_send=[finish],
        middleware=[Compression()],
        exception_handlers={Exception: refuse},
        cors_config=CORSConfig(allow_origins=origins, allow_credentials=True) if origins else None,
        request_max_body_size=max(settings.body_bytes, settings.record_bytes) + 1,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )
