"""Files of tensors in the safetensors format: a header of JSON, then the numbers. Nothing in them is ever executed."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from magnate.policy.errors import PolicyError

TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U8": "u1"}
NAMES = {np.dtype(kind): name for name, kind in TYPES.items()}
MOST_HEADER = 1 << 20
MOST_BYTES = 1 << 28

Tensors = dict[str, npt.NDArray[Any]]


def write_tensors(file: str | Path, tensors: Mapping[str, npt.NDArray[Any]], metadata: Mapping[str, str]) -> None:
    """Write tensors, and texts about them."""
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    parts, end = [], 0
    for name, values in tensors.items():
        data = np.ascontiguousarray(values)
        if data.dtype not in NAMES:
            raise PolicyError(f"{name} is an array of {data.dtype}; expected one of {', '.join(map(str, NAMES))}")
        begin, end = end, end + data.nbytes
        header[name] = {"dtype": NAMES[data.dtype], "shape": list(data.shape), "data_offsets": [begin, end]}
        parts.append(data.astype(data.dtype.newbyteorder("<"), copy=False).tobytes())
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    Path(file).write_bytes(len(text).to_bytes(8, "little") + text + b"".join(parts))


def read_tensors(file: str | Path) -> tuple[Tensors, dict[str, str]]:
    """The tensors of a file, and the texts about them."""
    path = Path(file)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise PolicyError(f"{path}: {path.stat().st_size:,} bytes; expected {MOST_BYTES:,} at most")
        data = path.read_bytes()
    except FileNotFoundError:
        raise PolicyError(f"{path}: no such file") from None
    except OSError as error:
        raise PolicyError(f"{path}: {error.strerror or error}") from None
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(MOST_HEADER, len(data) - 8):
        raise PolicyError(f"{path} is no safetensors file: its header is longer than the file")
    try:
        header = json.loads(data[8 : 8 + length])
    except ValueError:
        raise PolicyError(f"{path} is no safetensors file: its header is no JSON") from None
    if not isinstance(header, dict):
        raise PolicyError(f"{path} is no safetensors file: its header is no object")
    metadata = header.pop("__metadata__", {})
    if not isinstance(metadata, dict):
        raise PolicyError(f"{path}: its metadata is no object")
    body = memoryview(data)[8 + length :]
    tensors = {str(name): read_one(path, str(name), about, body) for name, about in header.items()}
    return tensors, {str(key): str(value) for key, value in metadata.items()}


def read_one(path: Path, name: str, about: Any, body: memoryview) -> npt.NDArray[Any]:
    """One tensor of the header, as an array of its own."""
    try:
        kind, shape = about["dtype"], [int(size) for size in about["shape"]]
        begin, end = (int(place) for place in about["data_offsets"])
    except (TypeError, KeyError, ValueError):
        raise PolicyError(f"{path}: {name} needs dtype, shape and data_offsets") from None
    if kind not in TYPES:
        raise PolicyError(f"{path}: {name} is of type {kind}; expected one of {', '.join(TYPES)}")
    size = math.prod(shape) * np.dtype(TYPES[kind]).itemsize
    if min([0, *shape]) < 0 or not 0 <= begin <= end <= len(body) or end - begin != size:
        raise PolicyError(f"{path}: {name} of shape {shape} does not fit its {end - begin} bytes; is the file whole?")
    return np.frombuffer(body[begin:end], TYPES[kind]).reshape(shape).copy()
