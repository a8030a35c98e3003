"""The JSON schema of the protocol: one document with a definition for every message and every part of one."""

from __future__ import annotations

from typing import Any

import msgspec

from magnate.actions import Action
from magnate.events import Event
from magnate.view import View

from .commands import Command
from .entries import Entry
from .frames import FromClient, ToClient

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TITLE = "What server and clients send each other"
FILE = "protocol.json"

# Unions have no class, so they are named here.
UNIONS: dict[str, tuple[str, Any]] = {
    "Action": ("What a player can do", Action),
    "Event": ("What happened", Event),
    "FromClient": ("What a client sends over the socket of a table", FromClient),
    "ToClient": ("What the server sends over the socket of a table", ToClient),
    "Command": ("What `Do` carries", Command),
    "Entry": ("An entry of a table's log", Entry),
}


def definitions(refs: str) -> dict[str, Any]:
    """Every definition, by name. `refs` is how one refers to another, such as `#/$defs/{name}`."""
    kinds = [kind for _, kind in UNIONS.values()]
    (*unions, _), found = msgspec.json.schema_components([*kinds, View], ref_template=refs)
    for (name, (title, _)), schema in zip(UNIONS.items(), unions, strict=True):
        found[name] = {"title": title, **schema}
    found["Act"]["properties"]["action"] = {"$ref": refs.format(name="Action")}  # the table parses it, so it is raw
    named = [(schema, {"$ref": refs.format(name=name)}) for name, schema in zip(UNIONS, unions, strict=True)]
    for name in found.keys() - sent_by_clients(found):
        found[name].pop("additionalProperties", None)  # the server may send more in later versions
    return {name: found[name] if name in UNIONS else with_names(found[name], named) for name in sorted(found)}


def sent_by_clients(found: dict[str, Any]) -> set[str]:
    """The definitions of what a client sends, and of all its parts: these may have no other fields."""
    known: set[str] = set()
    new = {"FromClient", "Action", "Command"}
    while new:
        known |= new
        new = {name for one in new for name in found if refers_to(found[one], name)} - known
    return known


def refers_to(part: Any, name: str) -> bool:
    """Whether a part of a schema refers to a definition."""
    if isinstance(part, list):
        return any(refers_to(one, name) for one in part)
    if not isinstance(part, dict):
        return False
    ref = part.get("$ref")
    return (isinstance(ref, str) and ref.endswith("/" + name)) or any(refers_to(one, name) for one in part.values())


def with_names(part: Any, named: list[tuple[Any, Any]]) -> Any:
    """A part of a schema that refers to unions by their names."""
    if isinstance(part, list):
        return [with_names(one, named) for one in part]
    if not isinstance(part, dict):
        return part
    for union, ref in named:
        if union.items() <= part.items():
            rest = {key: value for key, value in part.items() if key not in union}
            return {**rest, **ref}
    return {key: with_names(value, named) for key, value in part.items()}


def document() -> dict[str, Any]:
    """The whole schema."""
    return {"$schema": DIALECT, "title": TITLE, "$defs": definitions("#/$defs/{name}")}
