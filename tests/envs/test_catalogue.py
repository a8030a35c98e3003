"""The catalogue of actions: what is marked legal is accepted, what is not marked is refused, and nobody is stuck."""

from collections import Counter

import pytest

from envs.walking import TABLES, Walk, key_of, spec_of, wander
from magnate.coding import catalogue
from magnate.coding.catalogue import (
    FAMILIES,
    LIFT_DEED,
    MORTGAGE_DEED,
    PROPOSE_GROUPS,
    PROPOSE_PURCHASE,
    PROPOSE_SALE,
    PROPOSE_SWAP,
    SELL_ON_GROUP,
    SELL_ON_LOT,
)


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


def test_every_question_and_nearly_every_kind_of_answer_comes_up_in_random_play() -> None:
    asked: Counter[str] = Counter()
    given: Counter[int] = Counter()
    for edition, variant in TABLES:
        spec = spec_of(edition, variant, 3)
        for seed in range(2):
            for now in wander(Walk(spec, key_of(seed), between=True), 1200, seed):
                asked[now.question] += 1
                given.update({now.family(number) for number in now.legal})
    assert {"turn", "buy", "auction", "deal", "claim", "between", "card", "debt", "offer", "mortgage"} <= set(asked)
    deals = {PROPOSE_PURCHASE, PROPOSE_SALE, PROPOSE_SWAP, PROPOSE_GROUPS}
    assert deals <= set(given)
    assert len(given) >= FAMILIES - 12  # settlements and shortages are rare


def test_the_families_follow_one_another_without_a_gap() -> None:
    spec = spec_of("clasico", seats=4)
    first = spec.numbers.first
    for family in range(FAMILIES):
        assert catalogue.family_of(spec.numbers, first[family]) == family
        assert catalogue.family_of(spec.numbers, first[family + 1] - 1) == family
    assert spec.actions == first[FAMILIES]


def test_leaving_the_game_is_offered_only_where_the_table_wants_it() -> None:
    spec = spec_of("clasico", seats=2)
    leave = spec.numbers.first[catalogue.LEAVE_GAME]
    for concede in (False, True):
        turns = [now for now in wander(Walk(spec, key_of(3), concede=concede), 40, 3) if now.question == "turn"]
        assert turns
        assert all((leave in now.legal) == concede for now in turns[-1:])


@pytest.mark.parametrize(("edition", "variant"), TABLES)
def test_a_table_can_offer_mortgaging_lifting_and_selling_in_debt_only(edition: str, variant: str | None) -> None:
    managing = {MORTGAGE_DEED, LIFT_DEED, SELL_ON_LOT, SELL_ON_GROUP}
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
