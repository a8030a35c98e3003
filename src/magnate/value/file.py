"""The file of a network: safetensors, read and written with the standard library alone.

Whole numbers of 16 and 32 bits, with the coding of the figures, the sizes, the commit and a hash in its metadata.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import sys
from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from magnate.value.fields import (
    ASKED,
    CODING,
    HOLDING,
    MAX_ACCEPT_UNITS,
    MAX_HOLD_UNITS,
    MAX_LAST_UNITS,
    MAX_SEAT_UNITS,
    ONE,
    STANDING,
    WEIGHT_BITS,
)
from magnate.value.knowledge import STYLE, known

WEIGHTS = Path(__file__).parent / "weights.safetensors"  # the network that comes with the package

KINDS = {"I16": "h", "I32": "i"}
TENSORS = {  # kind and shape, by the names of sizes
    "hold_weight": ("I16", ("holding", "hold_units")),
    "hold_bias": ("I32", ("hold_units",)),
    "seat_weight": ("I16", ("seat_inputs", "seat_units")),
    "seat_bias": ("I32", ("seat_units",)),
    "own_weight": ("I16", ("seat_units", "last_units")),
    "rival_weight": ("I16", ("seat_units", "last_units")),
    "last_bias": ("I32", ("last_units",)),
    "out_weight": ("I16", ("last_units",)),
}
OPTIONAL = {  # of a network that has learned what others accept
    "accept_weight": ("I16", ("asked", "accept_units")),
    "accept_bias": ("I32", ("accept_units",)),
    "accept_out": ("I16", ("accept_units",)),
    "accept_last": ("I32", ("one",)),
}
UNITS = {"hold_units": MAX_HOLD_UNITS, "seat_units": MAX_SEAT_UNITS, "last_units": MAX_LAST_UNITS}

NUMBERS = count(1)  # of the records of networks in this process

LENGTH = struct.Struct("<Q")
MOST_BYTES = 1 << 20


class BadNetwork(ValueError):
    """A file that is no network, or one of another coding."""


class Weights(NamedTuple):
    """A network: its sizes, its numbers row by row, and what is known about it."""

    sizes: Mapping[str, int]
    tensors: Mapping[str, Sequence[int]]
    about: Mapping[str, str]

    @property
    def hash(self) -> str:
        """A hash of its numbers."""
        digest = hashlib.sha256()
        for name in self.tensors:
            digest.update(packed(name, self.tensors[name]))
        return digest.hexdigest()


def sizes_of(hold_units: int, seat_units: int, last_units: int, accept_units: int = 0) -> dict[str, int]:
    """The sizes that shapes are written in."""
    return {
        "holding": HOLDING,
        "asked": ASKED,
        "seat_inputs": STANDING + hold_units,
        "hold_units": hold_units,
        "seat_units": seat_units,
        "last_units": last_units,
        "accept_units": accept_units,
        "one": 1,
    }


def quantised(layers: Mapping[str, Any], hold_units: int, seat_units: int, last_units: int) -> Weights:
    """A network in whole numbers from nested lists of real ones: weights at WEIGHT_BITS, biases times ONE as well."""
    return Weights(sizes_of(hold_units, seat_units, last_units), whole_numbers(layers, TENSORS), {})


def with_acceptance(weights: Weights, layers: Mapping[str, Any]) -> Weights:
    """A network that has learned what others accept, from nested lists of real numbers."""
    units = len(layers["accept_out"])
    sizes = {**weights.sizes, "accept_units": units}
    about = {name: value for name, value in weights.about.items() if name != "sha256"}
    plain = {name: weights.tensors[name] for name in TENSORS}
    return Weights(sizes, {**plain, **whole_numbers(layers, OPTIONAL)}, about)


def whole_numbers(layers: Mapping[str, Any], kinds: Mapping[str, tuple[str, tuple[str, ...]]]) -> dict[str, list[int]]:
    """Tensors in whole numbers."""
    tensors: dict[str, list[int]] = {}
    for name, (kind, _) in kinds.items():
        scale = (1 << WEIGHT_BITS) * (ONE if kind == "I32" else 1)
        most = 32767 if kind == "I16" else 2**31 - 1
        tensors[name] = [max(-most, min(most, round(one * scale))) for one in flat(layers[name])]
    return tensors


def flat(rows: Any) -> list[float]:
    """The numbers of nested lists, one after another."""
    return [one for row in rows for one in flat(row)] if isinstance(rows, list | tuple) else [rows]


def packed(name: str, numbers: Sequence[int]) -> bytes:
    """The numbers of a tensor as bytes, lowest first."""
    out = array(KINDS[{**TENSORS, **OPTIONAL}[name][0]], numbers)
    if sys.byteorder == "big":
        out.byteswap()
    return out.tobytes()


def write(path: Path, weights: Weights, **about: str) -> None:
    """Write a network to a file."""
    header: dict[str, Any] = {
        "__metadata__": {
            **weights.about,
            **about,
            "format": "magnate-value",
            "coding": str(CODING),
            "sha256": weights.hash,
        }
    }
    body = b""
    for name in weights.tensors:
        kind, shape = {**TENSORS, **OPTIONAL}[name]
        part = packed(name, weights.tensors[name])
        sizes = [weights.sizes[one] for one in shape]
        header[name] = {"dtype": kind, "shape": sizes, "data_offsets": [len(body), len(body) + len(part)]}
        body += part
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(LENGTH.pack(len(text)) + text + body)


def read(path: Path) -> Weights:
    """Read a network; a file of another coding, damaged or too large is refused by name."""
    raw = path.read_bytes()
    if len(raw) > MOST_BYTES:
        raise BadNetwork(f"{path} has {len(raw)} bytes; a network has {MOST_BYTES} at most")
    try:
        (length,) = LENGTH.unpack_from(raw)
        header = json.loads(raw[LENGTH.size : LENGTH.size + length])
        about = header["__metadata__"]
        body = raw[LENGTH.size + length :]
        kinds = {**TENSORS, **{name: OPTIONAL[name] for name in OPTIONAL if name in header}}
        shapes = {name: header[name]["shape"] for name in kinds}
        tensors = {name: unpacked(header[name], body) for name in kinds}
    except (struct.error, ValueError, KeyError, TypeError) as error:
        raise BadNetwork(f"{path} is no network: {type(error).__name__}: {error}") from error
    if about.get("coding") != str(CODING):
        raise BadNetwork(f"{path} has coding {about.get('coding')}; expected {CODING}")
    units = shapes["seat_bias"][0]
    accepting = shapes["accept_bias"][0] if "accept_bias" in shapes else 0
    sizes = sizes_of(shapes["hold_bias"][0], units, shapes["last_bias"][0], accepting)
    for name, (_, shape) in kinds.items():
        if shapes[name] != [sizes[one] for one in shape]:
            raise BadNetwork(f"{path}: {name} has shape {shapes[name]}")
    for name, most in UNITS.items():
        if not 1 <= sizes[name] <= most:
            raise BadNetwork(f"{path}: {sizes[name]} {name}; expected 1 to {most}")
    if accepting > MAX_ACCEPT_UNITS:
        raise BadNetwork(f"{path}: {accepting} accept_units; expected {MAX_ACCEPT_UNITS} at most")
    found = Weights(sizes, tensors, about)
    if about.get("sha256") != found.hash:
        raise BadNetwork(f"{path} is damaged: its hash is not the one it names")
    return found


def unpacked(entry: Mapping[str, Any], body: bytes) -> list[int]:
    """The numbers of a tensor."""
    first, last = entry["data_offsets"]
    out = array(KINDS[entry["dtype"]])
    out.frombytes(body[first:last])
    if sys.byteorder == "big":
        out.byteswap()
    wanted = math.prod(entry["shape"])
    if len(out) != wanted:
        raise ValueError(f"{len(out)} numbers; expected {wanted}")
    return out.tolist()


@lru_cache(maxsize=4)
def shipped() -> Weights:
    """The network that comes with the package."""
    return read(WEIGHTS)


def network_for(e: Any, weights: Weights, style: Sequence[int] = STYLE) -> Any:
    """The record of a network that knows an edition's table."""
    n = known(e, style)
    n.number = next(NUMBERS)
    n.hold_units = weights.sizes["hold_units"]
    n.seat_units = weights.sizes["seat_units"]
    n.last_units = weights.sizes["last_units"]
    n.accept_units = weights.sizes["accept_units"]
    for name, numbers in weights.tensors.items():
        row = getattr(n, name)
        row[: len(numbers)] = numbers
    return n
