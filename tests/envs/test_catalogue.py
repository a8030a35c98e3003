"""The catalogue of actions: what is marked legal is accepted, what is not marked is refused, and nobody is stuck."""

from collections import Counter
from types import SimpleNamespace

import pytest

from envs.walking import TABLES, Walk, key_of, spec_of, wander
from magnate import objects
from magnate.actions import (
    BY_KIND,
    Acknowledge,
    AskBuildings,
    Bid,
    Build,
    OfferProperty,
    Pass,
    PayTax,
    ProposeDeal,
    RefuseProperty,
    TimeUp,
    WithdrawProperty,
)
from magnate.coding import catalogue
from magnate.coding.catalogue import (
    FAMILIES,
    PROPOSE_GROUPS,
    PROPOSE_PURCHASE,
    PROPOSE_SALE,
    PROPOSE_SWAP,
    SELL_ON_GROUP,
)
from magnate.coding.decode import is_at_table
from magnate.coding.legal import list_numbers
from magnate.editions import load
from magnate.rules.codes import CONCEDE, LIFT_MORTGAGE, MORTGAGE, PLACE_BUILDING, SELL_BUILDINGS, USE_CARD
from magnate.rules.masks import has
from magnate.testing import Position


@pytest.mark.parametrize(("edition", "variant"), TABLES)
def test_exactly_the_legal_numbers_are_listed(edition: str, variant: str | None) -> None:
    allowed = spec_of(edition, variant).edition.seats
    for seats in {allowed[0], allowed[-1]}:
        spec = spec_of(edition, variant, seats)
        for seed in range(2):
            walk = Walk(spec, key_of(seed), between=seed == 1, concede=seed == 1)
            for step, now in enumerate(wander(walk, 250, seed)):
                assert now.legal, now.question
                if step % 10 == 0:
                    expected = [number for number in range(spec.actions) if now.is_legal(number)]
                    assert sorted(now.legal) == expected, (now.question, seed, step)


def owes_a_tax(cash: int, held: dict[str, int], owners: dict[str | int, int]) -> Position:
    """Seat 0 of three owes the 6,000 of Impozit pe Venit."""
    game = Position("europolis", 3, at={0: 1}, cash={0: cash}, held=held, owners=owners)
    game.rolls(1, 2)
    if game.can(0, PayTax()):
        game.does(0, PayTax())
    return game


@pytest.mark.parametrize("held", [{}, {"S9": 0}, {"S9": 1}, {"S9": 0, "B5": 0}, {"S9": 1, "B5": 0}])
@pytest.mark.parametrize("owners", [{}, {"Paris": 0, "Varna": 1}])
@pytest.mark.parametrize("cash", [0, 1500, 4500, 5950])
@pytest.mark.proves("AMB-140")
def test_cards_that_settle_a_debt_are_used_bought_and_sold_by_number_as_the_rules_say(
    cash: int, owners: dict[str | int, int], held: dict[str, int]
) -> None:
    game = owes_a_tax(cash, held, owners)
    walk = Walk(spec_of("europolis", seats=3), key_of(1))
    walk.stand_at(game)
    assert walk.question == "debt"
    assert sorted(walk.legal) == [number for number in range(walk.spec.actions) if walk.is_legal(number)]
    use = walk.k.first[USE_CARD]
    assert [use + game.kept(card) in walk.legal for card in ("S9", "B5")] == [held.get("S9") == 0, held.get("B5") == 0]


@pytest.mark.parametrize("cash", [0, 600])
@pytest.mark.proves("AMB-143", "AMB-144")
def test_settlements_by_number_follow_the_rules_for_a_poor_creditor(cash: int) -> None:
    place = "Parco Lambro"
    undealt = load("expopolis", options={"setup.dealt": 0})
    purses = {0: 0, 1: cash, 2: 100_000}
    game = Position(undealt, 3, at={0: 10}, cash=purses, owners={place: 1, "MM": 1}, mortgages=[place])
    game.draws("P9", 3, 4)
    walk = Walk(spec_of("expopolis", seats=3), key_of(1))
    for action in (OfferProperty(game.deed(place)), RefuseProperty(), WithdrawProperty(), None):
        walk.stand_at(game)
        assert sorted(walk.legal) == [number for number in range(walk.spec.actions) if walk.is_legal(number)]
        if action is not None:
            game.does(game.must[0], action)


def test_shortages_by_number_follow_the_rules_from_the_order_to_the_building_placed() -> None:
    brown, green = ("Ronda de Valencia", "Plaza Lavapiés"), ("Puerta del Sol", "Calle Alcalá", "Gran Vía")
    owners = {**dict.fromkeys(brown, 0), **dict.fromkeys(green, 1)}
    game = Position("clasico", 3, owners=owners, houses=1)
    walk = Walk(spec_of("clasico", seats=3), key_of(1))
    asked = []
    for action in (Build(0, [1, 0]), AskBuildings(1), Bid(50), Bid(51), Pass(), None):
        walk.stand_at(game)
        asked.append(walk.question)
        assert sorted(walk.legal) == [number for number in range(walk.spec.actions) if walk.is_legal(number)]
        if action is not None:
            game.does(walk.w.seat, action)
    assert asked == ["turn", "shortage", "auction", "auction", "auction", "place"]
    assert {walk.family(number) for number in walk.legal} == {PLACE_BUILDING}


def test_every_question_and_nearly_every_kind_of_answer_comes_up_in_random_play(thorough: bool) -> None:
    asked: Counter[str] = Counter()
    given: Counter[int] = Counter()
    for edition, variant in TABLES:
        spec = spec_of(edition, variant, 3)
        for seed in range(2 if thorough else 1):
            for now in wander(Walk(spec, key_of(seed), between=True), 1200, seed):
                asked[now.question] += 1
                given.update({now.family(number) for number in now.legal})
    assert {"turn", "buy", "auction", "deal", "claim", "between", "card", "debt", "offer", "mortgage"} <= set(asked)
    deals = {PROPOSE_PURCHASE, PROPOSE_SALE, PROPOSE_SWAP, PROPOSE_GROUPS}
    assert deals <= set(given)
    taken = [family for family in range(FAMILIES) if catalogue.family_size(family)]
    assert len(given) >= len(taken) - 12  # settlements and shortages are rare


def test_the_families_follow_one_another_without_a_gap() -> None:
    spec = spec_of("clasico", seats=4)
    first = spec.numbers.first
    for family in range(FAMILIES):
        assert first[family + 1] - first[family] == catalogue.family_size(family)
        for number in {first[family], first[family + 1] - 1} if first[family] < first[family + 1] else ():
            assert catalogue.family_of(spec.numbers, number) == family
    assert spec.actions == first[FAMILIES]


def test_a_number_means_the_same_at_every_table() -> None:
    first = spec_of("castis", seats=2).numbers.first
    for edition, seats in (("clasico", 8), ("expopolis", 4), ("europolis", 3)):
        spec = spec_of(edition, seats=seats)
        assert spec.numbers.first == first
        assert spec.actions == first[FAMILIES] == 3796


def test_numbers_of_deeds_seats_and_cards_that_a_table_does_not_have_stand_for_nothing() -> None:
    walk = Walk(spec_of("clasico", seats=2), key_of(1))
    e, first = walk.e, walk.k.first
    for family, place in (
        (MORTGAGE, e.deeds),
        (USE_CARD, e.kept),
        (SELL_ON_GROUP, e.groups),
        (PROPOSE_PURCHASE, e.deeds * catalogue.PURCHASES),
        (PROPOSE_SALE, catalogue.SALES),  # the first deed, to a second other seat
        (PROPOSE_SWAP, e.groups * catalogue.SWAPS),
        (PROPOSE_GROUPS, e.groups * catalogue.SWAPS),
    ):
        assert not is_at_table(e, family, place)
        assert is_at_table(e, family, 0)
        assert not walk.is_legal(first[family] + place)


def test_every_action_a_learner_decides_about_has_a_family_of_its_own_code() -> None:
    without = {kind for kind in BY_KIND if catalogue.family_size(kind) == 0}
    assert {BY_KIND[kind] for kind in without} == {ProposeDeal, Acknowledge, TimeUp}
    assert max(BY_KIND) < SELL_ON_GROUP


def test_leaving_the_game_is_offered_only_where_the_table_wants_it() -> None:
    spec = spec_of("clasico", seats=2)
    leave = spec.numbers.first[CONCEDE]
    for concede in (False, True):
        walk = wander(Walk(spec, key_of(3), concede=concede), 40, 3)
        offered = [leave in now.legal for now in walk if now.question == "turn"]
        assert offered
        assert set(offered) == {concede}


@pytest.mark.parametrize(("edition", "variant"), TABLES)
def test_a_table_can_offer_mortgaging_lifting_and_selling_in_debt_only(edition: str, variant: str | None) -> None:
    managing = {MORTGAGE, LIFT_MORTGAGE, SELL_BUILDINGS, SELL_ON_GROUP}
    left_out: Counter[str] = Counter()
    for now in wander(Walk(spec_of(edition, variant, 3), key_of(5), between=True), 1500, 5):
        some = now.legal_in_debt_only()
        if now.question in ("debt", "mortgage"):  # to raise money for a debt, to lift what was just taken over
            assert some == now.legal
        else:
            assert some == [number for number in now.legal if now.family(number) not in managing]
            assert some
            left_out[now.question] += len(some) < len(now.legal)
    assert {"turn", "between"} <= set(+left_out)


WAYS = ("PLAIN", "IN_QUESTION", "AT_TIMES", "BY_DEED", "BY_CARD", "BY_LOT", "BY_STEP", "UNNUMBERED")


def test_every_action_takes_its_numbers_in_exactly_one_way() -> None:
    ways = {kind: [way for way in WAYS if has(getattr(catalogue, way), kind)] for kind in BY_KIND}
    wrong = {BY_KIND[kind].__name__: found for kind, found in ways.items() if len(found) != 1}
    assert wrong == {}, f"coding/catalogue.py: put each action into one of {', '.join(WAYS)}"


def test_a_family_without_a_way_has_no_numbers_and_lists_none() -> None:
    """A new action gets none by chance: that of another would be played for it."""
    table = objects.table(load("clasico").table(4))
    unnumbered = [family for family in range(FAMILIES) if catalogue.family_size(family) == 0]
    known = {*BY_KIND, catalogue.DO_NOTHING, *range(SELL_ON_GROUP, FAMILIES)}
    assert set(unnumbered) == (set(range(FAMILIES)) - known) | {ProposeDeal.kind, Acknowledge.kind, TimeUp.kind}
    assert [family for family in unnumbered if catalogue.is_plain(family)] == []
    assert [family for family in range(FAMILIES) if catalogue.is_proposal(family)] == list(range(52, FAMILIES))
    numbers = SimpleNamespace(legal=0, number=[])
    for family in unnumbered:
        list_numbers(None, table, None, SimpleNamespace(seat=0), family, 0, None, numbers)
    assert numbers.legal == 0
