"""The JSON schema of the messages: actions, events, the view a seat has, editions, and what the server speaks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from magnate.actions import Action
from magnate.editions.schema import File
from magnate.editions.switches import Rules
from magnate.events import Event
from magnate.server.app import create_app
from magnate.server.openapi import describe
from magnate.server.settings import Settings
from magnate.server.wire import FromClient, ToClient
from magnate.view import View

MESSAGES: dict[str, tuple[str, Any]] = {
    "actions": ("What a player can do", Action),
    "events": ("What happened", Event),
    "view": ("The table as a seat sees it", View),
    "edition": ("An edition: board, deeds, decks, switches, texts", File),
    "from-client": ("What a client sends over the socket of a table", FromClient),
    "to-client": ("What the server sends over the socket of a table", ToClient),
}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, str]:
    """The text of each schema, by the name of its file."""
    found = {f"{name}.json": schema_of(title, kind) for name, (title, kind) in MESSAGES.items()}
    return found | {"openapi.json": written(describe(create_app(Settings())))}


def schema_of(title: str, kind: Any) -> str:
    """One schema, in a fixed order so that changes show line by line."""
    kinds = [kind, Action] if kind is FromClient else [kind]
    (root, *inside), components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    if inside:  # an action travels unread in `Act`; the table reads it
        components["Act"]["properties"]["action"] = inside[0]
    if kind is File:
        require_switches(components)
    data = {"$schema": DIALECT, "title": title, **root, "$defs": dict(sorted(components.items()))}
    return written(data)


def require_switches(components: dict[str, Any]) -> None:
    """An edition that is sent has every switch, also those that its file leaves neutral, and its clauses."""
    chapters = {chapter.type.__name__ for chapter in msgspec.structs.fields(Rules)}
    always = {name: list(components[name]["properties"]) for name in ("Rules", *chapters)}
    needed = {*components["File"]["required"], "clauses"}
    always["File"] = [key for key in components["File"]["properties"] if key in needed]
    for name, keys in always.items():
        components[name]["required"] = keys
        for key in keys:
            components[name]["properties"][key].pop("default", None)


def written(data: dict[str, Any]) -> str:
    """A schema as its file has it."""
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
