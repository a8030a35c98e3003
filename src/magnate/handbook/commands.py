"""The reference of the command line, from the commands themselves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from cyclopts import App
from cyclopts.argument import Argument

from magnate.cli.app import app

from .text import table


def commands(of: App = app, path: tuple[str, ...] = ("magnate",)) -> Iterator[tuple[tuple[str, ...], App]]:
    """Every command with its path, groups of commands before their members, by name."""
    for name in sorted(name for name in of if not name.startswith("-")):
        found = of[name]
        yield (*path, name), found
        yield from commands(found, (*path, name))


def arguments(command: App) -> list[Argument]:
    """What a command takes: each argument and option, groups of options unfolded."""
    if command.default_command is None:
        return []
    return [found for found in command.assemble_argument_collection(parse_docstring=True) if found.names != ("*",)]


def section(path: tuple[str, ...], command: App) -> str:
    """Everything about one command."""
    given = arguments(command)
    parts = [f"{'#' * len(path)} {' '.join(path)}", about(command)]
    places = [found for found in given if not found.names[0].startswith("-")]
    usage = [*path, *map(place, places)] + ["[OPTIONS]"] * (len(places) < len(given))
    if command.default_command is not None:
        parts.append(f"```\n{' '.join(usage)}\n```")
    if given:
        head = ("argument or option", "takes", "what", "if left out")
        parts.append(table(head, [(called(found), takes(found), told(found), left_out(found)) for found in given]))
    return "\n\n".join(parts)


def about(command: App) -> str:
    """What a command does: its help, without the list of its parameters."""
    text = inspect.cleandoc(command.help).split("Parameters\n---")[0].strip()
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def place(found: Argument) -> str:
    """An argument as the usage writes it."""
    name = found.names[0]
    if found.field_info.kind is inspect.Parameter.VAR_POSITIONAL:
        return f"[{name} ...]"
    return name


def called(found: Argument) -> str:
    """The names of an option, without the one that turns it off."""
    return ", ".join(f"`{name}`" for name in found.names if name not in found.negatives)


def takes(found: Argument) -> str:
    """What may follow an option."""
    return " or ".join(kinds(found.hint))


def kinds(hint: Any) -> list[str]:
    """The kinds of value a type allows, in words."""
    if get_origin(hint) is Literal:
        return [f"`{value}`" for value in get_args(hint)]
    if hint is bool:
        return ["nothing"]
    known = {str: "text", int: "a whole number", float: "a number", Path: "a file"}
    if hint in known:
        return [known[hint]]
    if get_origin(hint) in (list, tuple):
        return ["one or more texts"]
    return list(dict.fromkeys(kind for part in get_args(hint) if part is not type(None) for kind in kinds(part)))


def told(found: Argument) -> str:
    """What an option is for."""
    return " ".join((found.parameter.help or "").split())


def left_out(found: Argument) -> str:
    """What an option is when it is not given."""
    default = found.field_info.default
    if found.required:
        return "required"
    if default is None or default is False or default is inspect.Parameter.empty:
        return ""
    return f"`{default}`"


def reference() -> str:
    """Every command, one after the other."""
    return "\n\n".join(section(path, command) for path, command in commands())
