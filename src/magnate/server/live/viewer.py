"""Somebody at a table: the person, and the connection by which they follow it."""

from __future__ import annotations

from typing import Protocol

from magnate.server.people.person import Person


class Viewer(Protocol):
    """A connection that follows a table."""

    person: Person
    seats: set[int]
    muted: set[str]

    def offer(self, frame: bytes) -> None:
        """Queue a frame: never waits, never raises; a reader whose queue is full is cut off."""

    async def send(self, frame: bytes) -> None:
        """Queue a frame of the past, waiting for room."""

    def cut(self, why: str, retry: int) -> None:
        """Say goodbye and close."""
