"""Errors of the lab: invalid questions, and missing optional packages."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from magnate.errors import NotInstalled

__all__ = ["BadQuestion", "NotInstalled", "check_file", "optional"]


class BadQuestion(ValueError):
    """A question the lab cannot answer, with what would be right."""


def optional(module: str, extra: str, why: str) -> Any:
    """A module of an extra, or a clear line about what to install."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise NotInstalled(f"{why} {name}, which is not installed: pip install 'magnate[{extra}]' ({error})") from None


def check_file(file: Path, what: str, *endings: str) -> Path:
    """A file with one of these endings, in a folder that is there."""
    if file.suffix.lower() not in endings:
        raise BadQuestion(f"{file}; {what} is written into a {' or '.join(endings)} file")
    if not file.absolute().parent.is_dir():
        raise BadQuestion(f"{file.absolute().parent}: no such folder")
    return file
