"""A script that a test of the rules never uses up tests something else than it says: it fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from magnate.testing import Position


@pytest.fixture(autouse=True)
def scripts_are_used_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every position of a test has used its script by the end."""
    made: list[Position] = []
    begin = Position.__init__

    def noted(self: Position, *args: Any, **named: Any) -> None:
        begin(self, *args, **named)
        made.append(self)

    monkeypatch.setattr(Position, "__init__", noted)
    yield
    for position in made:
        position.used_up()
