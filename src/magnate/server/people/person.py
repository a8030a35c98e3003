"""Somebody known to the server."""

from __future__ import annotations

from typing import NamedTuple


class Person(NamedTuple):
    """Somebody known to the server: a guest, or a bot that somebody else wrote."""

    id: str
    name: str
    kind: str = "guest"
