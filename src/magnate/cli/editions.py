"""`magnate editions`: the list, everything as JSON, one edition, the check of a file, and a new one."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from rich.text import Text

from magnate.editions import Edition, EditionError, load, names
from magnate.editions.draft import Draft, id_of, write_draft, write_extension
from magnate.editions.errors import Problem
from magnate.editions.export import export_edition
from magnate.editions.files import find_file
from magnate.editions.schema import DeedSpace

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
    return json.dumps([export_edition(name) for name in names()], ensure_ascii=False, indent=1)


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
    said = ", ".join(f"{count} {what.removesuffix('s') if count == 1 else what}" for what, count in counts.items())
    return f"{edition.id} {edition.version}, {edition.name}: {edition.seats[0]} to {edition.seats[-1]} players, {said}"


def check_file(file: Path) -> int:
    """Whether a file is an edition that can be played."""
    if not is_there(file):
        raise UsageError(f"{file}: no such file; expected an edition's .toml")
    if file.is_dir():
        raise UsageError(f"{file} is a folder; expected an edition's .toml")
    try:
        edition = load(file)
        if edition.id in names() and not file.samefile(find_file(edition.id)):
            raise EditionError(file.name, [Problem("id", f"there is an edition {edition.id!r}; expected another id")])
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


class NewEdition(NamedTuple):
    """What is asked for in a new edition; None where nothing was said."""

    name: str | None
    extends: str | None
    seats: int | None
    cash: int | None
    salary: int | None
    spaces: int | None
    groups: int | None


def new_edition(folder: Path, wanted: NewEdition) -> int:
    """Write a small edition, ready to be played."""
    if is_there(folder) and not folder.is_dir():
        raise UsageError(f"{folder} is a file; expected a folder")
    if sys.stdin.isatty():
        wanted = ask_for(wanted, named_after(folder))
    name = wanted.name if wanted.name is not None else named_after(folder)
    file = folder / f"{id_of(name)}.toml"
    check_name(name)
    text = text_of(wanted, name, file)
    write_new(file, text)
    print(f"{file}: {found_in(load(file))}")
    for command in ("editions check", "play --terminal --edition", "lab simulate"):
        print(f"  magnate {command} {file}")
    return 0


def is_there(path: Path) -> bool:
    """Whether there is a file or folder of this name."""
    try:
        return path.exists()
    except OSError as error:
        raise UsageError(f"{str(path)[:60]}…: {error.strerror}; expected another name") from None


def check_name(name: str) -> None:
    """Refuse the name of an edition that there is."""
    if id_of(name) in names():
        raise UsageError(f"there is an edition {id_of(name)!r} already; expected another name")


def named_after(folder: Path) -> str:
    """The name of a new edition, unless another is given."""
    return folder.absolute().name.replace("-", " ").replace("_", " ").title() or "New Edition"


def text_of(wanted: NewEdition, name: str, file: Path) -> str:
    """The file of a new edition."""
    given = {key: value for key, value in wanted._asdict().items() if value is not None and key != "extends"}
    try:
        if wanted.extends is None:
            return write_draft(Draft(**(given | {"name": name})))
        if wanted.spaces is not None or wanted.groups is not None:
            raise UsageError(f"--spaces and --groups make a new board; {wanted.extends} has its own")
        base = base_of(wanted.extends)
        extends = os.path.relpath(wanted.extends, file.parent) if wanted.extends.endswith(".toml") else wanted.extends
        return write_extension(base, extends, name, wanted.seats, wanted.cash, wanted.salary)
    except EditionError as error:
        raise UsageError(in_a_line(error)) from None


def base_of(extends: str) -> Edition:
    """The edition that a new one extends."""
    try:
        return load(extends)
    except EditionError as error:
        raise UsageError(in_a_line(error)) from None


def in_a_line(error: EditionError) -> str:
    """What is wrong, in one line."""
    return "; ".join(f"{path}: {message}" if path else f"{error.source}: {message}" for path, message in error.problems)


def write_new(file: Path, text: str) -> None:
    """Write a file that is not there yet; one that turns out to be wrong does not stay."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except FileExistsError:
        raise UsageError(f"{file} is there already; expected another name or folder") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror or error}") from None
    try:
        edition = load(file)
        for seats in edition.seats:
            edition.table(seats)
    except EditionError as error:
        file.unlink()
        raise UsageError(in_a_line(error)) from None


def ask_for(wanted: NewEdition, name: str) -> NewEdition:
    """Ask for what was not said; an empty answer takes what is in brackets."""
    told = wanted._asdict()
    told["name"] = wanted.name or asked("Name", name)
    check_name(told["name"])
    told["extends"] = wanted.extends or asked("Extend an edition, or draw a new board", "new board")
    numbers = dict.fromkeys(("seats", "cash", "salary"))
    if told["extends"] == "new board":
        told["extends"] = None
        numbers |= {key: Draft._field_defaults[key] for key in ("seats", "cash", "salary", "spaces", "groups")}
    else:
        base_of(told["extends"])
    for key, default in numbers.items():
        if told[key] is None:
            told[key] = asked_number(QUESTIONS[key], default)
    return NewEdition(**told)


QUESTIONS = {
    "seats": "Most players",
    "cash": "Starting money",
    "salary": "Pay at the start space",
    "spaces": "Spaces of the board",
    "groups": "Groups of lots",
}


def asked(question: str, default: str) -> str:
    """One answer."""
    try:
        return input(f"{question} [{default}]: ").strip() or default
    except EOFError:
        raise UsageError("the questions were not answered; nothing was written") from None


def asked_number(question: str, default: int | None) -> int | None:
    """A number; None is what the other edition has."""
    answer = asked(question, "as it has" if default is None else str(default))
    if default is None and answer == "as it has":
        return None
    if not answer.isascii() or not answer.isdecimal():
        raise UsageError(f"{question}: {answer!r}; expected a whole number")
    return int(answer)
