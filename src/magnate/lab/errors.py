"""Errors of the lab: invalid questions, and missing optional packages."""

from __future__ import annotations

import importlib
from typing import Any

from magnate.errors import NotInstalled

__all__ = ["BadQuestion", "NotInstalled", "optional"]


class BadQuestion(ValueError):
    """A question the lab cannot answer, with what would be right."""


def optional(module: str, extra: str, why: str) -> Any:
    """A module of an extra, or a clear line about what to install."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise NotInstalled(f"{why} {name}, which is not installed: pip install 'magnate[{extra}]' ({error})") from None
