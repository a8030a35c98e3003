"""Editions are data: five rulebooks as files, and the strict loader that turns them into numbers for the rules."""

from .edition import Edition
from .errors import EditionError
from .files import names
from .load import load, offer

__all__ = ["Edition", "EditionError", "load", "names", "offer"]
