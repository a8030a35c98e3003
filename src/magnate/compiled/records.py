"""The records: NumPy twins of the plain objects, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate import objects
from magnate.rules import fields, tell
from magnate.rules.codes import MAX_DEEDS, MAX_SPACES

Records = npt.NDArray[np.void]


def record_type(spec: Sequence[objects.Field]) -> np.dtype[np.void]:
    """The record type of a list of fields."""
    kinds = [(name, kind if isinstance(kind, str) else record_type(kind), length) for name, kind, length in spec]
    return np.dtype([(name, kind, (length,)) if length else (name, kind) for name, kind, length in kinds], align=True)


EVENTS = 1 + max(code for name, code in vars(tell).items() if name.isupper() and not name.startswith("RULE_"))

TALLY = [  # what is counted in a game, beyond the rules' own state
    ("told", "i4", EVENTS),  # events, by their code
    ("landed", "i4", MAX_SPACES),  # moves that ended on each space
    ("income", "i4", MAX_DEEDS),  # rent paid on each deed
    ("invested", "i4", MAX_DEEDS),  # in buildings on it
]

STATE = record_type([*fields.STATE, *TALLY])
EDITION = record_type(fields.EDITION)
CHANCE = record_type(fields.CHANCE)
ACTION = record_type(fields.ACTION)
OPTIONS = record_type(fields.OPTIONS)


def write(record: Any, plain: Any) -> None:
    """Copy a plain object into a record, field by field: NumPy would fill what lies between them with anything."""
    for name, value in plain.values().items():
        if name in plain.RECORDS:
            for field, column in zip(record[name].dtype.names, zip(*value, strict=True), strict=True):
                record[name][field] = column
        else:
            record[name] = value[: len(record[name])] if isinstance(value, list) else value


def values(record: Any) -> dict[str, Any]:
    """The fields of a record as ints and lists, each record in it a row."""
    return {name: rows(record[name]) for name in record.dtype.names}


def rows(value: Any) -> Any:
    """A field as ints and lists."""
    names = value.dtype.names
    return [tuple(each[name].tolist() for name in names) for each in value] if names else value.tolist()


def edition_record(table: dict[str, Any]) -> Records:
    """One edition table as a record."""
    out = np.zeros(1, EDITION)
    write(out[0], objects.table(table))
    return out


def fresh_states(games: int) -> Records:
    """Empty states."""
    return np.zeros(games, STATE)


def fresh_actions(games: int) -> Records:
    """Scratch actions."""
    out = np.zeros(games, ACTION)
    out["deed"] = -1
    out["card"] = -1
    return out


def fresh_chances(keys: Sequence[Sequence[int]] | npt.NDArray[np.int64]) -> Records:
    """Chance for each key of eight 32-bit words."""
    out = np.zeros(len(keys), CHANCE)
    out["key"] = np.asarray(keys, np.int64)
    out["used"] = 16
    out["generator"] = 1
    return out


def seeded_keys(seed: int, games: int) -> npt.NDArray[np.int64]:
    """Keys for a run of games: words 0 and 1 the number of the game, 2 and 3 the seed. The generator mixes them."""
    keys = np.zeros((games, 8), np.int64)
    number = np.arange(games, dtype=np.int64)
    keys[:, 0] = number & 0xFFFFFFFF
    keys[:, 1] = number >> 32
    keys[:, 2] = seed & 0xFFFFFFFF
    keys[:, 3] = (seed >> 32) & 0xFFFFFFFF
    return keys


def strays(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Where the generator of random actions of each game begins, from the game's key."""
    return (keys[:, 0] * 1_000_003 + keys[:, 1] * 7_919 + keys[:, 2] * 31 + keys[:, 3] + 12_345) & 0x7FFFFFFF
