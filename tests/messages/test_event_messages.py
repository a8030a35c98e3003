"""Events: what the rules core tells, as typed messages, and the money they move."""

from contextlib import suppress
from itertools import product
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnate.actions import Terms
from magnate.events import (
    CASH_FLOWS,
    EVENTS,
    READ,
    WHY,
    AuctionOpened,
    AuctionWon,
    Collected,
    DealCountered,
    DealProposed,
    DebtOwed,
    Event,
    PaidBank,
    Why,
    from_core,
    name_of,
)
from magnate.rules import codes, tell
from magnate.rules.shapes import FACTS

Fact = tuple[int, ...]
PLACES = ("seat", "other", "amount", "x", "y")


def described() -> dict[str, tuple[int, set[str]]]:
    """Each fact: its code, and the numbers that go into its event."""
    names = {code: name for name, code in vars(tell).items() if name.isupper() and not name.startswith("RULE_")}
    events = {kind.__name__: kind for kind in EVENTS}
    found = {}
    for code, *slots in FACTS:
        fields = events[name_of(names[code])].__struct_fields__
        shown = {slot: place for place, slot in zip(reversed(PLACES), reversed(slots), strict=True) if slot in fields}
        both = set(PLACES[3:]) if "dice" in slots else set()
        found[names[code]] = (code, set(shown.values()) | both)
    return found


def clause_of(rule: int) -> str:
    return f"XXX-{rule:02}"


def terms_of(deal: int) -> Terms:
    deal, other = deal % 8, (deal + 1) % 8  # any number may stand in a fact that has no deal
    return Terms({deal: -10, other: 10}, {5: deal}, {0: other})


def told(event: int, seat: int = 0, other: int = 1, amount: int = 0, x: int = 1, y: int = 0, rule: int = 0) -> Event:
    return from_core((event, seat, other, amount, x, y, rule), clause_of, terms_of)


WITH_REASON = (tell.COLLECTED, tell.PAID_BANK, tell.PAID_PLAYER, tell.DEBT_OWED)
facts = st.sampled_from(sorted(READ)).flatmap(
    lambda event: st.tuples(
        st.just(event),
        st.integers(0, 7),
        st.integers(0 if event == tell.PAID_PLAYER else codes.BANK, 7),  # PAID_BANK is an event of its own
        st.integers(-(10**6), 10**6),
        st.sampled_from(sorted(WHY)) if event in WITH_REASON else st.integers(-1, 63),
        st.integers(0, 1),
        st.integers(0, 76),
    )
)


def test_every_fact_of_the_core_has_one_event() -> None:
    assert sorted(READ) == sorted(code for code, _ in described().values())
    assert {type(told(code)) for code in READ} == set(EVENTS)


def test_every_event_says_what_happened() -> None:
    assert [event.__name__ for event in EVENTS if not (event.__doc__ or "").endswith(".")] == []


def variants(code: int, number: int) -> set[str]:
    """The events of a fact as one of its numbers changes and the others stay."""
    most: set[str] = set()
    for x, y in product((-1, 1), (0, 1)):
        found = set()
        for value in (-1, 0, 1, 2):
            fact = [code, 4, 5, 60, x, y, 0]
            fact[number] = value
            with suppress(ValueError, KeyError):  # no such reason, no such building
                found.add(repr(from_core(tuple(fact), clause_of, terms_of)))
        most = max(most, found, key=len)
    return most


def test_every_number_that_has_a_meaning_shows_in_the_event() -> None:
    assert [
        f"{name}: {place}"
        for name, (code, meaningful) in described().items()
        for number, place in enumerate(PLACES, start=1)
        if place in meaningful and len(variants(code, number)) < 2
    ] == []


@given(facts)
def test_an_event_comes_back_from_json_unchanged(fact: Fact) -> None:
    event = from_core(fact, clause_of, terms_of)
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


@given(facts)
def test_an_event_names_the_clause_of_its_rule(fact: Fact) -> None:
    rule = fact[-1]
    assert from_core(fact, clause_of, terms_of).clause == (clause_of(rule) if rule else "")


@given(facts)
def test_money_that_leaves_a_purse_without_the_bank_reaches_another(fact: Fact) -> None:
    event, seat, other = fact[:3]
    changes = from_core(fact, clause_of, terms_of).cash_changes()
    assert codes.BANK not in changes
    if event in (tell.PAID_PLAYER, tell.AUCTION_WON, tell.CASH_SURRENDERED) and other not in (codes.BANK, seat):
        assert sum(changes.values()) == 0


MOVES = {
    tell.COLLECTED: {2: 40},
    tell.PAID_BANK: {2: -40},
    tell.PAID_PLAYER: {2: -40, 3: 40},
    tell.DEED_BOUGHT: {2: -40},
    tell.AUCTION_WON: {2: -40, 3: 40},
    tell.BUILT: {2: -40},
    tell.BUILDINGS_SOLD: {2: 40},
    tell.DEED_MORTGAGED: {2: 40},
    tell.MORTGAGE_LIFTED: {2: -40},
    tell.CASH_MOVED: {2: 40},
    tell.CASH_SURRENDERED: {2: -40, 3: 40},
    tell.CREDITOR_PAID: {2: 40},
}


def test_exactly_these_events_move_money() -> None:
    changes = {code: told(code, 2, 3, 40).cash_changes() for code in READ}
    assert {code: change for code, change in changes.items() if change} == MOVES
    assert len(CASH_FLOWS) == len(MOVES)


def test_what_goes_to_the_bank_reaches_no_seat() -> None:
    for code in (tell.AUCTION_WON, tell.CASH_SURRENDERED):
        assert told(code, 2, codes.BANK, 40).cash_changes() == {2: -40}


def test_cash_in_a_deal_moves_up_or_down() -> None:
    assert told(tell.CASH_MOVED, 2, amount=-40).cash_changes() == {2: -40}


def test_every_reason_of_the_core_has_a_word() -> None:
    reasons = {code for name, code in vars(codes).items() if name.startswith("WHY_")}
    assert set(WHY) == reasons
    assert set(WHY.values()) == set(get_args(Why))


def test_a_payment_says_why() -> None:
    salary = told(tell.COLLECTED, 1, amount=200, x=codes.WHY_SALARY, rule=tell.RULE_SALARY)
    assert salary == Collected(1, 200, "salary", clause="XXX-08")
    dealt = told(tell.PAID_BANK, 1, amount=60, x=codes.WHY_DEED, y=4, rule=tell.RULE_DEAL_PAID)
    assert dealt == PaidBank(1, 60, "deed", 4, clause="XXX-04")


def test_an_unknown_reason_is_named() -> None:
    with pytest.raises(ValueError, match="no reason has the code 99"):
        told(tell.COLLECTED, x=99)


def test_an_auction_is_of_a_deed_or_of_a_building() -> None:
    assert told(tell.AUCTION_OPENED, amount=10, x=7, y=-1) == AuctionOpened(7, None, 10)
    assert told(tell.AUCTION_OPENED, amount=10, x=-1, y=codes.HOTEL) == AuctionOpened(None, "hotel", 10)
    assert told(tell.AUCTION_WON, 2, -1, 50, x=-1, y=codes.HOUSE) == AuctionWon(2, None, 50, None, "house")


def test_a_debt_to_the_bank_names_no_creditor() -> None:
    assert told(tell.DEBT_OWED, 2, codes.BANK, 75, codes.WHY_TAX, -1) == DebtOwed(2, None, 75, "tax", None)


def test_a_proposed_deal_carries_its_terms() -> None:
    assert told(tell.DEAL_PROPOSED, 2, x=1) == DealProposed(2, 1, {2: -10, 3: 10}, {5: 2}, {0: 3})
    assert told(tell.DEAL_COUNTERED, 1, 2, x=3) == DealCountered(1, 2, 3, {2: -10, 3: 10}, {5: 2}, {0: 3})


def test_a_proposed_deal_without_its_terms_cannot_be_told() -> None:
    with pytest.raises(ValueError, match="with its terms"):
        from_core((tell.DEAL_PROPOSED, 0, -1, 0, 1, -1, 0), clause_of)


def test_an_unknown_fact_is_named() -> None:
    with pytest.raises(ValueError, match="code 999"):
        from_core((999, 0, 0, 0, 0, 0, 0), clause_of)
