"""The log of the server: one line an event, for people or as JSON. No secret, token or cookie is ever written.

What is logged is named field by field, as in `event("socket", table=…)`; headers, bodies and query strings never are.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from typing import Any, TextIO

from .settings import Settings

LOGGER = logging.getLogger("magnate.server")

# A second fence behind the first: what looks like a token of this server, a key, or a password in a URL.
HIDDEN = (
    (re.compile(r"(?<![\w-])[\w-]{60,}(?![\w-])"), "[hidden]"),
    (
        re.compile(r"(?i)\b(bearer|token|cookie|secret|password|magnate)(\s*[=:]\s*|\s+)[\w\-.~+/=]{16,}"),
        r"\1\2[hidden]",
    ),
    (re.compile(r"(\w+://[^:/@\s]+):[^@\s]+@"), r"\1:[hidden]@"),
)


def hide(text: str) -> str:
    """A text without anything that gives a right."""
    for pattern, instead in HIDDEN:
        text = pattern.sub(instead, text)
    return text


def event(what: str, /, level: int = logging.INFO, error: BaseException | None = None, **fields: Any) -> None:
    """Write one line about something that happened."""
    if LOGGER.isEnabledFor(level):
        LOGGER.log(level, what, extra={"fields": fields}, exc_info=error)


class Plain(logging.Formatter):
    """A line for people: time, level, what, and its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """One record as a line; an error's traceback follows."""
        fields = " ".join(f"{key}={value}" for key, value in getattr(record, "fields", {}).items())
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        text = f"{moment}Z {record.levelname.lower():7} {record.getMessage()} {fields}".rstrip()
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return hide(text)


class Json(logging.Formatter):
    """A line for machines: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """One record as an object on a line."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line = {
            "at": f"{moment}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": hide(record.getMessage()),
        }
        for key, value in getattr(record, "fields", {}).items():
            line[key] = hide(value) if isinstance(value, str) else value
        if record.exc_info:
            line["error"] = hide(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)


def set_up(settings: Settings, stream: TextIO | None = None) -> None:
    """Send everything worth a line to the error stream, ours and the libraries' warnings."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Json() if settings.log == "json" else Plain())
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.getLogger("magnate").setLevel(settings.log_level.upper())
