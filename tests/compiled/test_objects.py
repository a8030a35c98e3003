"""The interpreter's objects and the compiled records hold the same numbers, records within them included."""

from typing import Any

import numpy as np

from magnate import objects
from magnate.compiled import records


def numbered() -> Any:
    """A state of which every field has another number, as far as an `i1` goes."""
    g = objects.State()
    after = iter(range(10**6))

    def number(field: objects.Field) -> Any:
        _, kind, length = field
        if isinstance(kind, str):
            return [next(after) % 127 for _ in range(length)] if length else next(after) % 127
        return [[number(inner) for inner in kind] for _ in range(length)]

    g.load({field[0]: number(field) for field in g.FIELDS})
    return g


def test_a_state_goes_into_a_record_and_comes_back() -> None:
    g, found, again = numbered(), np.zeros(1, records.STATE), objects.State()
    records.write(found[0], g)
    assert int(found["claim"]["amount"][0][2]) == g.claim[2].amount
    assert found["deal"]["cash"][0][3].tolist() == g.deal[3].cash
    assert records.values(found[0]).items() >= g.values().items()
    again.load(records.values(found[0]))
    assert again.values() == g.values()


def test_a_copy_shares_nothing() -> None:
    g = numbered()
    before, twin = g.values(), g.copy()
    assert twin.values() == before
    twin.turn += 1
    twin.cash[0] += 1
    twin.claim[0].owner += 1
    twin.deal[1].cash[2] += 1
    twin.events.append((0,) * 8)
    assert g.values() == before
    assert g.events == []
    assert type(twin.deal[1]) is type(g.deal[1])
