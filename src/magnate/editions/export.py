"""An edition as JSON: everything a client needs to draw and explain it."""

from typing import Any

import msgspec

from magnate.rules.rent import WHOLE_GROUP

from .load import load


def export_edition(name: str) -> dict[str, Any]:
    """An edition as its file has it, and what each variant changes, switch by switch.

    Each lot has `whole_group_rents`, too: its rents where the owner of the whole group takes more.
    """
    edition = load(name)
    data: dict[str, Any] = msgspec.to_builtins(edition.file)
    lots = {group.id for group in edition.groups if group.kind == "lots"}
    for space in data["spaces"]:
        if space["kind"] == "deed" and space["group"] in lots:
            space["whole_group_rents"] = [WHOLE_GROUP * rent for rent in space["rents"]]
    for variant in edition.file.variants:
        played = load(name, variant=variant)
        data["variants"][variant]["seats"] = [played.seats[0], played.seats[-1]]
        data["variants"][variant]["differences"] = [
            {"switch": switch, "standard": msgspec.to_builtins(old), "variant": msgspec.to_builtins(new)}
            for switch, old, new in played.variant_differences()
        ]
    return data
