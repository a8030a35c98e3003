"""`magnate editions`: the list, everything as JSON, one edition, and the check of a file."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from magnate.editions import Edition, EditionError, load, names
from magnate.editions.schema import DeedSpace
from magnate.editions.whole import in_full

from .errors import UsageError


def as_table() -> None:
    """A line for each edition."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in ("id", "name", "language", "seats", "variants", "skins"):
        made.add_column(column, no_wrap=column in ("id", "name"))
    for name in names():
        edition = load(name)
        seats = f"{edition.seats[0]}–{edition.seats[-1]}"
        file = edition.file
        made.add_row(
            name, file.name, file.language, seats, ", ".join(file.variants) or "–", ", ".join(file.skins) or "–"
        )
    Console(highlight=False, markup=False).print(made)


def as_json() -> str:
    """Everything about every edition."""
    return json.dumps([in_full(name) for name in names()], ensure_ascii=False, indent=1)


def found_in(edition: Edition) -> str:
    """What an edition has, in a line."""
    counts = {
        "spaces": len(edition.spaces),
        "deeds": len(edition.deeds),
        "groups": len(edition.groups),
        "decks": len(edition.decks),
        "cards": sum(len(deck.cards) for deck in edition.decks.values()),
        "variants": len(edition.file.variants),
        "skins": len(edition.file.skins),
    }
    said = ", ".join(f"{count} {what}" for what, count in counts.items())
    return f"{edition.id} {edition.version}, {edition.name}: {edition.seats[0]} to {edition.seats[-1]} players, {said}"


def check_file(file: Path) -> int:
    """Whether a file is an edition that can be played."""
    if not file.exists():
        raise UsageError(f"{file}: no such file; expected an edition's .toml")
    if file.is_dir():
        raise UsageError(f"{file} is a folder; expected an edition's .toml")
    try:
        edition = load(file)
        for variant in [None, *edition.file.variants]:
            for seats in (played := load(file, variant=variant)).seats:
                played.table(seats)
    except EditionError as error:
        for path, message in error.problems:
            print(f"{error.source}: {path}: {message}" if path else f"{error.source}: {message}")
        return 1
    print(f"{file.name} is in order: {found_in(edition)}")
    return 0


def show_edition(name: str) -> None:
    """One edition for people to read."""
    edition = load(name)
    console = Console(highlight=False, markup=False)
    console.print(found_in(edition))
    console.print(" ".join(edition.texts.summary_en.split()), style="dim")
    for id, variant in edition.file.variants.items():
        console.print(f"variant {id}: {variant.name_en}. {variant.description_en}")
    for id, skin in edition.file.skins.items():
        console.print(f"skin {id}: {skin.name_en}")
    groups = {group.id: group for group in edition.groups}
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column, justify in (("", "right"), ("space", "left"), ("group", "left"), ("price", "right"), ("rents", "left")):
        made.add_column(column, justify="right" if justify == "right" else "left")
    for number, space in enumerate(edition.spaces):
        if isinstance(space, DeedSpace):
            group = groups[space.group]
            rents = ", ".join(map(str, space.rents))
            made.add_row(str(number), space.name, Text(group.name, group.colour), edition.money(space.price), rents)
        else:
            made.add_row(str(number), Text(space.name, "dim"), "", "", "")
    console.print(made)
