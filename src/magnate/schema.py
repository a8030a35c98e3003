"""The JSON schema of the messages: actions, events, and the view a seat has of the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from magnate.actions import Action
from magnate.events import Event
from magnate.view import View

MESSAGES: dict[str, tuple[str, Any]] = {
    "actions": ("What a player can do", Action),
    "events": ("What happened", Event),
    "view": ("The table as a seat sees it", View),
}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, str]:
    """The text of each schema, by the name of its file."""
    return {f"{name}.json": schema_of(title, kind) for name, (title, kind) in MESSAGES.items()}


def schema_of(title: str, kind: Any) -> str:
    """One schema, in a fixed order so that changes show line by line."""
    (root,), components = msgspec.json.schema_components([kind], ref_template="#/$defs/{name}")
    data = {"$schema": DIALECT, "title": title, **root, "$defs": dict(sorted(components.items()))}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write_schemas(folder: Path) -> list[Path]:
    """Write the schemas into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in schemas().items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in schemas()]


def drift(folder: Path) -> list[Path]:
    """The files of a folder that are missing or not as they should be."""
    wrong = []
    for name, text in schemas().items():
        path = folder / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            wrong.append(path)
    return wrong
