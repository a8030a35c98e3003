"""The names of bots: short, read alike in every language, and none twice at a table."""

from __future__ import annotations

from collections.abc import Collection
from zlib import crc32

NAMES = (
    "Aldo", "Bianca", "Cosmo", "Dora", "Elio", "Flora", "Gino", "Hilda", "Ida", "Jonas", "Kira", "Livio", "Mara",
    "Nino", "Olga", "Pia", "Quim", "Rosa", "Silvio", "Tina", "Ugo", "Vera", "Willy", "Zoe",
)  # fmt: skip


def bot_name(edition: str, seat: int, taken: Collection[str]) -> str:
    """The name of a bot on a seat: each edition has others. A name that somebody at the table has is left out."""
    first = crc32(edition.encode()) + 3 * seat
    used = {name.casefold() for name in taken}
    free = (NAMES[(first + step) % len(NAMES)] for step in range(len(NAMES)))
    return next(name for name in free if name.casefold() not in used)
