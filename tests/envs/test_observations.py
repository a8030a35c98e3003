"""What a seat sees: every place as the table says, oneself first, nothing hidden."""

import re
from pathlib import Path

import pytest

from envs.walking import TABLES, Walk, key_of, spec_of, wander
from magnate.coding import CODING_VERSION, layout
from magnate.coding.catalogue import FAMILIES, family_size
from magnate.envs.write_docs import families_table, observation_table

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def named(walk: Walk, seat: int | None = None) -> dict[str, int]:
    names = [name for name, _ in layout.places(walk.spec.table)]
    return dict(zip(names, walk.seen(seat), strict=True))


@pytest.mark.parametrize(("edition", "variant"), TABLES)
def test_every_place_says_what_its_name_says(edition: str, variant: str | None) -> None:
    spec = spec_of(edition, variant)
    for now in wander(Walk(spec, key_of(5)), 200, 5):
        g, me = now.g, now.w.seat
        seen = named(now)
        assert [name for name, flag in seen.items() if name.startswith("question.") and flag] == [
            f"question.{now.question}"
        ]
        for place in range(g.seats):
            other = (me + place) % g.seats
            assert seen[f"seat.{place}.cash"] == g.cash[other]
            assert seen[f"seat.{place}.space"] == g.at[other]
        for deed in range(now.e.deeds):
            owner = g.owner[deed]
            assert seen[f"deed.{deed}.owner"] == (0 if owner < 0 else 1 + (owner - me) % g.seats)
            assert seen[f"deed.{deed}.level"] == g.level[deed]
        assert seen["turn.whose"] == 1 + (g.turn - me) % g.seats
        if now.question == "deal":
            assert seen["deal.proposer"] > 0
            assert seen["deal.cash"] or seen["deal.gets"] or seen["deal.gives"] or seen["deal.cards"]


def test_private_purses_are_hidden_from_the_others() -> None:
    spec = spec_of("clasico", None, 3, **{"table.private_cash": True})
    assert spec.is_private
    for now in wander(Walk(spec, key_of(2)), 60, 2):
        seen = named(now)
        assert seen["seat.0.cash"] == now.g.cash[now.w.seat]
        assert seen["seat.1.cash"] == seen["seat.2.cash"] == -1


def test_what_chance_holds_is_seen_by_nobody() -> None:
    """Two games that differ in their decks and coming dice alone look the same."""
    spec = spec_of("clasico", None, 3)
    one, other = Walk(spec, key_of(1)), Walk(spec, key_of(2))
    assert one.c.deck != other.c.deck
    assert one.seen(0) == other.seen(0)


def test_the_page_has_the_tables_of_this_version() -> None:
    text = PAGE.read_text(encoding="utf8")
    spec = spec_of("clasico", None, 4)
    assert f"version {CODING_VERSION}" in text
    for table in (observation_table(spec), families_table(spec)):
        assert table in text, "python -m magnate.envs.write_docs writes the tables anew"
    sizes = [family_size(spec.edition_object(), family) for family in range(FAMILIES)]
    assert sum(sizes) == spec.actions
    assert re.search(rf"\b{spec.places}\b", text)
