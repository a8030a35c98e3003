"""Small policies for the tests."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from magnate.coding.catalogue import PROPOSE_PURCHASE
from magnate.coding.places import PLACES
from magnate.coding.spec import TableSpec
from magnate.policy.policy_network import Policy
from magnate.rules.codes import ACCEPT_DEAL, BUY, END_TURN, PASS, REFUSE_DEAL, ROLL

FIRST = TableSpec("clasico", 2).numbers.first
FEW = FIRST[PROPOSE_PURCHASE]
BUYER = {ROLL: 5.0, BUY: 9.0, END_TURN: 4.0, PASS: 8.0, REFUSE_DEAL: 9.0, ACCEPT_DEAL: -9.0}


def keen(wishes: dict[int, float] = BUYER, **about: object) -> Policy:
    """A policy that wishes for some families whatever it sees."""
    bias = np.zeros(FEW, np.float32)
    for family, wish in wishes.items():
        bias[FIRST[family]] = wish
    return Policy([(np.zeros((PLACES, FEW), np.float32), bias)], **about)  # type: ignore[arg-type]


def random_policy(seed: int, hidden: int = 16, **about: object) -> Policy:
    """A policy with random weights."""
    rng = np.random.default_rng(seed)
    first = rng.normal(0, 0.1, (PLACES, hidden)), rng.normal(0, 0.1, hidden)
    second = rng.normal(0, 0.5, (hidden, FEW)), rng.normal(0, 0.1, FEW)
    return Policy([first, second], **about)  # type: ignore[arg-type, list-item]


# ONNX files, written without a library: messages of protocol buffers, as onnx.proto numbers their fields.


def varint(number: int) -> bytes:
    """A whole number, seven bits a byte, lowest first."""
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number: int, value: int | str | bytes) -> bytes:
    """A field of a message."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    body = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(body)) + body


def message(fields: Iterable[tuple[int, int | str | bytes]]) -> bytes:
    """Fields one after another."""
    return b"".join(field(number, value) for number, value in fields)


def tensor(name: str, values: np.ndarray) -> bytes:
    """A TensorProto of 32-bit floats."""
    return message([*((1, size) for size in values.shape), (2, 1), (8, name), (9, values.astype("<f4").tobytes())])


def value(name: str, wide: int) -> bytes:
    """A ValueInfoProto: rows of so many floats."""
    shape = message([(1, field(2, "rows")), (1, field(1, wide))])
    return message([(1, name), (2, field(1, message([(1, 1), (2, shape)])))])


def node(kind: str, given: Iterable[str], out: str) -> bytes:
    """A NodeProto."""
    return message([*((1, name) for name in given), (2, out), (4, kind)])


def write_onnx(file: Path, policy: Policy, said: Mapping[str, str]) -> None:
    """A policy as an ONNX file: products and sums, with tanh between layers."""
    parts: list[tuple[int, int | str | bytes]] = []
    last = "observation"
    for number, (weight, bias) in enumerate(policy.layers):
        parts += [(5, tensor(f"w{number}", weight)), (5, tensor(f"b{number}", bias))]
        parts.append((1, node("MatMul", [last, f"w{number}"], f"p{number}")))
        parts.append((1, node("Add", [f"p{number}", f"b{number}"], f"s{number}")))
        last = f"s{number}"
        if number < len(policy.layers) - 1:
            parts.append((1, node("Tanh", [last], f"t{number}")))
            last = f"t{number}"
    wide = policy.layers[-1][1].shape[0]
    graph = message([*parts, (2, "policy"), (11, value("observation", PLACES)), (12, value(last, wide))])
    properties = [(14, message([(1, key), (2, text)])) for key, text in said.items()]
    file.write_bytes(message([(1, 8), (7, graph), (8, message([(1, ""), (2, 13)])), *properties]))
