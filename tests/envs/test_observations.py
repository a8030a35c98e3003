"""What a seat sees: every place as the table says, oneself first, nothing hidden, the figures of the edition behind."""

import re
from pathlib import Path

import numpy as np
import pytest

from envs.walking import TABLES, Walk, key_of, spec_of, wander
from magnate.coding import CODING_VERSION, fields, layout, places
from magnate.coding.catalogue import FAMILIES, family_size
from magnate.envs.write_docs import families_table, observation_table
from magnate.rules.codes import FREE, INHERITED, MAX_SEATS

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
NAMES = layout.names()


def named(walk: Walk, seat: int | None = None) -> dict[str, int]:
    return dict(zip(NAMES, walk.seen(seat), strict=False))


def one_hot(seen: dict[str, int], name: str) -> int | None:
    """Which of a category is 1; None where none is. More than one is a mistake."""
    found = [int(place.rpartition(".")[2]) for place, value in seen.items() if place.startswith(f"{name}.") and value]
    assert len(found) <= 1
    return found[0] if found else None


def test_the_parts_begin_where_the_writer_puts_them() -> None:
    begins = {part.name: first for first, part in layout.offsets()}
    assert begins == {
        "question": 0,
        "business": places.BUSINESS,
        "turn": places.TURN,
        "deal": places.PROPOSER,
        "seat": places.SEATS,
        "group": places.GROUPS,
        "deed": places.DEEDS,
        "figure": places.FIGURES,
        "rules": places.RULES,
    }
    assert len(NAMES) == places.PLACES
    assert places.FIGURES <= fields.MAX_PLACES
    for name, place in (
        ("business.card.0", places.CARD),
        ("business.creditor.0", places.CREDITOR),
        ("turn.hotels", places.HOTELS),
        ("deal.cards", places.DEAL_CARDS),
        ("seat.0.bids", places.SEATS + places.BIDS_ON),
        ("group.1.owned.0", places.GROUPS + places.GROUP_SIZE),
        ("deed.1.others", places.DEEDS + places.DEED_SIZE + places.OTHERS_GET),
        ("figure.1.price", places.FIGURES + places.FIGURE_SIZE),
    ):
        assert NAMES[place] == name


@pytest.mark.parametrize(("edition", "variant"), TABLES)
def test_every_place_says_what_its_name_says(edition: str, variant: str | None) -> None:
    spec = spec_of(edition, variant)
    for now in wander(Walk(spec, key_of(5)), 200, 5):
        g, e, me = now.g, now.e, now.w.seat
        seen = named(now)
        assert [name for name, flag in seen.items() if name.startswith("question.") and flag] == [
            f"question.{now.question}"
        ]
        for place in range(g.seats):
            other = (me + place) % g.seats
            assert seen[f"seat.{place}.cash"] == g.cash[other]
            assert seen[f"seat.{place}.space"] == g.at[other]
            assert seen[f"seat.{place}.jail"] == (g.jail[other] > 0)
            assert seen[f"seat.{place}.playing"] == (g.out[other] == 0)
        for deed in range(e.deeds):
            owner = g.owner[deed]
            assert one_hot(seen, f"deed.{deed}.owner") == (None if owner < 0 else (owner - me) % g.seats)
            assert seen[f"deed.{deed}.level"] == g.level[deed]
            assert seen[f"deed.{deed}.mortgaged"] == (g.mortgaged[deed] != FREE)
            assert seen[f"deed.{deed}.inherited"] == (g.mortgaged[deed] == INHERITED)
        for group in range(e.groups):
            counts = [seen[f"group.{group}.owned.{place}"] for place in range(MAX_SEATS)]
            assert sum(counts) + seen[f"group.{group}.unsold"] == e.group_size[group]
        if g.turns:
            assert one_hot(seen, "turn.whose") == (g.turn - me) % g.seats
        if now.question == "deal":
            assert one_hot(seen, "deal.proposer") is not None
            assert seen["deal.cash"] or seen["deal.gets"] or seen["deal.gives"] or seen["deal.cards"]
        if now.question == "buy":
            asked = [deed for deed in range(e.deeds) if seen[f"deed.{deed}.asked"]]
            assert len(asked) == 1
            assert seen["business.price"] == e.price[asked[0]]
            mates = [d for d in range(e.deeds) if e.deed_group[d] == e.deed_group[asked[0]] and d != asked[0]]
            holders = {g.owner[mate] for mate in mates}
            assert seen["business.completes"] == (holders == {me})
            assert seen["business.blocks"] == (len(holders) == 1 and holders.isdisjoint({me, -1}))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_table_has_the_same_places_and_pads_what_it_lacks(seats: int) -> None:
    spec = spec_of("clasico", None, seats)
    walk = Walk(spec, key_of(1))
    seen = walk.seen()
    assert spec.places == len(spec.blank()) == len(spec.scale()) == places.PLACES
    live = spec.live()
    assert not np.asarray(seen)[~live[: len(seen)]].any()
    padded = [name for name, is_live in zip(NAMES, live, strict=True) if not is_live]
    assert f"seat.{seats}.cash" in padded
    assert f"deed.{spec.table['deeds']}.level" in padded
    assert "deed.0.owner.1" not in padded


@pytest.mark.parametrize("edition", ["clasico", "expopolis"])
def test_the_figures_are_those_of_the_edition(edition: str) -> None:
    spec = spec_of(edition, None, 4)
    unit, blank = layout.money(spec.table), dict(zip(NAMES, spec.blank(), strict=True))
    assert 0.5 < spec.table["setup_cash"] / unit < 2
    for deed in range(spec.table["deeds"]):
        assert blank[f"figure.{deed}.price"] == pytest.approx(spec.table["price"][deed] / unit)
        assert one_hot(blank, f"figure.{deed}.group") == spec.table["deed_group"][deed]  # type: ignore[arg-type]
        assert 0.3 < blank[f"figure.{deed}.stops"] < 2
    assert not any(blank[f"figure.{spec.table['deeds']}.{name}"] for name in ("price", "lot", "stops"))
    assert not any(value for name, value in blank.items() if not name.startswith(("figure.", "rules.")))


def test_private_purses_are_hidden_from_the_others() -> None:
    spec = spec_of("clasico", None, 3, **{"table.private_cash": True})
    assert spec.is_private
    for now in wander(Walk(spec, key_of(2)), 60, 2):
        seen = named(now)
        assert seen["seat.0.cash"] == now.g.cash[now.w.seat]
        assert seen["seat.1.cash"] == seen["seat.2.cash"] == 0
        assert [seen[f"seat.{place}.hidden"] for place in range(3)] == [0, 1, 1]


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
    for table in (observation_table(), families_table(spec)):
        assert table in text, "python -m magnate.envs.write_docs writes the tables anew"
    assert sum(family_size(family) for family in range(FAMILIES)) == spec.actions
    for figure in (spec.places, places.FIGURES, spec.actions):
        assert re.search(rf"\b{figure:,}\b", text)
