"""The schema files: the messages of the protocol, the HTTP part of the server, and editions.

No definition is written twice: the HTTP part refers to those of the protocol.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from magnate.editions.schema import File
from magnate.editions.switches import Rules
from magnate.protocol import schema as protocol
from magnate.server.http.app import create_app
from magnate.server.http.openapi import REF, describe
from magnate.server.operations.settings import Settings

EDITION = "An edition: board, deeds, decks, switches, texts"


def schemas() -> dict[str, str]:
    """The text of each schema, by the name of its file."""
    return {
        protocol.FILE: written(protocol.document()),
        "openapi.json": written(referring(describe(create_app(Settings())))),
        "edition.json": written(edition()),
    }


def referring(described: dict[str, Any]) -> dict[str, Any]:
    """The description of the HTTP part, with references to the definitions of the protocol instead of copies."""
    shared = protocol.document()["$defs"]
    text = json.dumps(described)
    for name in shared:
        text = text.replace(f'"{REF.format(name=name)}"', f'"{protocol.FILE}#/$defs/{name}"')
    found: dict[str, Any] = json.loads(text)
    own = {name: schema for name, schema in found["components"]["schemas"].items() if name not in shared}
    found["components"]["schemas"] = own
    return found


def edition() -> dict[str, Any]:
    """The schema of an edition's file, in a fixed order so that changes show line by line."""
    (root,), components = msgspec.json.schema_components([File], ref_template="#/$defs/{name}")
    require_switches(components)
    return {"$schema": protocol.DIALECT, "title": EDITION, **root, "$defs": dict(sorted(components.items()))}


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
