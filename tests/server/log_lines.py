"""The lines of the server's log, as a test reads them: the fixture `lines` of conftest."""

from __future__ import annotations

import logging
from typing import Any


class Lines(logging.Handler):
    """What was logged: the event and its fields."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, dict[str, Any]]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append((record.levelname, record.getMessage(), getattr(record, "fields", {})))

    def of(self, event: str) -> list[dict[str, Any]]:
        """The fields of the lines about an event, all of them at info."""
        found = [(level, fields) for level, what, fields in self.found if what == event]
        assert {level for level, _ in found} <= {"INFO"}
        return [fields for _, fields in found]
