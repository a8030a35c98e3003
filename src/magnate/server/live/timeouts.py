"""How long somebody waits for the store or a table, and the refusal they get then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from magnate.protocol.errors import Refusal
from magnate.server.store.columns import StoreError

PATIENCE = 15.0  # seconds a command may take before its sender is asked to try again


@asynccontextmanager
async def in_time(seconds: float | None = PATIENCE) -> AsyncIterator[None]:
    """Refuse by name when the store does not answer or a table takes too long; what was begun is finished."""
    try:
        async with asyncio.timeout(seconds):
            yield
    except StoreError as error:
        raise Refusal("unavailable", "the database does not answer just now; ask again in a moment") from error
    except TimeoutError as error:
        raise Refusal("busy", "the table could not answer in time; ask again with the same id") from error
