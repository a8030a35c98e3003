"""Actions: what a player sends, and its coding in the rules core."""

import json
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnate.actions import (
    ACTIONS,
    BY_KIND,
    LARGEST,
    Action,
    Bid,
    Build,
    CounterDeal,
    MalformedAction,
    Mortgage,
    ProposeDeal,
    SellBuildings,
    UseCard,
    decode,
    encode,
    parse,
    read_terms,
)
from magnate.rules import codes

GROUP_SIZE = [2, 3, 3, 3, 3, 3, 3, 2, 4, 2, 6, 1]


@dataclass
class CoreAction:
    """A core action as it may be left over from another use."""

    kind: int = 99
    x: int = -7
    y: int = 12
    amount: int = 31
    cash: list[int] = field(default_factory=lambda: [5] * codes.MAX_SEATS)
    deed: list[int] = field(default_factory=lambda: [3] * codes.MAX_DEEDS)
    card: list[int] = field(default_factory=lambda: [2] * codes.MAX_KEPT)


seats = st.integers(0, codes.MAX_SEATS - 1)
deeds = st.integers(0, codes.MAX_DEEDS - 1)
cards = st.integers(0, codes.MAX_KEPT - 1)
amounts = st.integers(0, LARGEST)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "card": cards,
    "deed": deeds,
    "deal": seats,
    "revision": amounts,
    "amount": amounts,
    "count": amounts,
    "at_once": st.booleans(),
    "cash": st.dictionaries(seats, st.integers(-LARGEST, LARGEST)),
    "deeds": st.dictionaries(deeds, seats),
    "cards": st.dictionaries(cards, seats),
}


@st.composite
def any_action(draw: st.DrawFn, kind: type[Action]) -> Action:
    if kind in (Build, SellBuildings):
        group = draw(st.integers(0, len(GROUP_SIZE) - 1))
        lots = GROUP_SIZE[group]
        return kind(group, draw(st.lists(st.integers(0, 15), min_size=lots, max_size=lots)))
    return kind(**{name: draw(FIELDS[name]) for name in kind.__struct_fields__})


def code_names() -> dict[str, int]:
    """The action codes, from `Actions` on in codes.py."""
    names = list(vars(codes))
    return {
        name: getattr(codes, name)
        for name in names[names.index("ROLL") :]
        if name.isupper() and not name.endswith("_ACTIONS")
    }


def test_every_action_code_has_one_action() -> None:
    assert sorted(BY_KIND) == sorted(code_names().values())
    assert len(ACTIONS) == len(BY_KIND)


def test_every_action_says_what_the_player_does_in_a_line_with_its_decision() -> None:
    docs = {kind.__name__: kind.__doc__ or "" for kind in ACTIONS}
    assert {
        name: doc
        for name, doc in docs.items()
        if not doc or "\n" in doc or not ("DP-" in doc or "no decision point" in doc)
    } == {}


@settings(max_examples=2000)
@given(st.sampled_from(ACTIONS).flatmap(any_action))
def test_every_action_comes_back_from_the_core_and_from_json_unchanged(action: Action) -> None:
    a, again = CoreAction(), CoreAction()
    encode(action, a, GROUP_SIZE)
    assert decode(a, GROUP_SIZE) == action
    encode(decode(a, GROUP_SIZE), again, GROUP_SIZE)
    assert a == again
    text = msgspec.json.encode(action)
    assert parse(text) == parse(text.decode()) == parse(json.loads(text)) == action


def test_nothing_of_an_earlier_action_is_left_over() -> None:
    a = CoreAction()
    encode(Bid(40), a)
    assert a == CoreAction(codes.BID, 0, 0, 40, [0] * 8, [-1] * 48, [-1] * 8)


def test_levels_are_packed_four_bits_a_lot_the_first_lowest() -> None:
    a = CoreAction()
    encode(Build(2, [1, 2, 5]), a)
    assert (a.kind, a.x, a.y) == (codes.BUILD, 2, 0x521)


def test_a_deal_names_who_gets_what() -> None:
    a = CoreAction()
    encode(CounterDeal(3, 2, {0: -100, 1: 100}, {47: 0}, {7: 1}), a)
    assert (a.kind, a.x, a.y) == (codes.COUNTER_DEAL, 3, 2)
    assert a.cash == [-100, 100, 0, 0, 0, 0, 0, 0]
    assert a.deed == [-1] * 47 + [0]
    assert a.card == [-1] * 7 + [1]
    assert read_terms(a.cash, a.deed, a.card).deeds == {47: 0}


def test_a_seat_whose_cash_stays_the_same_is_left_out_of_a_deal() -> None:
    assert ProposeDeal(cash={0: 5, 1: -5, 2: 0}) == ProposeDeal(cash={0: 5, 1: -5})


@pytest.mark.parametrize(
    ("message", "field", "right"),
    [
        ('{"type": "Bid", "amount": -1}', "$.amount", ">= 0"),
        ('{"type": "Bid", "amount": 2147483648}', "$.amount", "<= 2147483647"),
        ('{"type": "Bid", "amount": "much"}', "$.amount", "Expected `int`"),
        ('{"type": "Bid", "amount": true}', "$.amount", "Expected `int`"),
        ('{"type": "Bid"}', "amount", "required field"),
        ('{"type": "Bid", "amount": 1, "sum": 2}', "sum", "unknown field"),
        ('{"type": "Mortgage", "deed": 48}', "$.deed", "<= 47"),
        ('{"type": "Build", "group": 12, "levels": [1]}', "$.group", "<= 11"),
        ('{"type": "Build", "group": 1, "levels": [1, 16]}', "$.levels[1]", "<= 15"),
        ('{"type": "Build", "group": 1, "levels": []}', "$.levels", "length >= 1"),
        ('{"type": "ProposeDeal", "deeds": {"48": 0}}', "$.deeds", "<= 47"),
        ('{"type": "ProposeDeal", "deeds": {"4": 8}}', "$.deeds", "<= 7"),
        ('{"type": "ProposeDeal", "cards": {"8": 1}}', "$.cards", "<= 7"),
        ('{"type": "ProposeDeal", "cash": {"Anna": 1}}', "$.cash", "Expected `int`"),
        ('{"type": "AcceptDeal", "deal": 8, "revision": 1}', "$.deal", "<= 7"),
        ('{"type": "Fly"}', "$.type", "Roll, EndTurn"),
        ("{}", "type", "Roll, EndTurn"),
        ("[]", "type", "Roll, EndTurn"),
        ("{", "JSON", "truncated"),
    ],
)
def test_a_malformed_message_names_the_field_and_what_would_be_right(message: str, field: str, right: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        parse(message)
    assert field in str(caught.value)
    assert right in str(caught.value)


@pytest.mark.parametrize(
    ("action", "field"),
    [
        (Bid(-1), "$.amount"),
        (Bid(LARGEST + 1), "$.amount"),
        (Mortgage(48), "$.deed"),
        (UseCard(-1), "$.card"),
        (Build(0, [16, 0]), "$.levels[0]"),
        (Build(0, [1, 1, 1]), "$.levels"),
        (Build(11, []), "$.levels"),
        (ProposeDeal(cash={8: 1}), "$.cash"),
        (ProposeDeal(deeds={1: -1}), "$.deeds"),
    ],
)
def test_an_action_made_in_python_is_held_to_the_same_limits(action: Action, field: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        encode(action, CoreAction(), GROUP_SIZE)
    assert field in str(caught.value)


def test_a_group_beyond_the_edition_is_named() -> None:
    with pytest.raises(MalformedAction, match="group is 9; expected 0 to 7"):
        encode(Build(9, [1]), CoreAction(), [3] * 8)


@pytest.mark.parametrize(
    ("a", "named"),
    [
        (CoreAction(kind=0), "kind is 0; expected one of 1 to 39"),
        (CoreAction(kind=codes.BUILD, x=12), "group is 12; expected 0 to 11"),
        (CoreAction(kind=codes.BUILD, x=0, y=0x111), "expected the levels of 2 lots"),
        (CoreAction(kind=codes.MORTGAGE, x=-1), "$.deed"),
        (CoreAction(kind=codes.BID, amount=-5), "$.amount"),
    ],
)
def test_a_malformed_core_action_is_named(a: CoreAction, named: str) -> None:
    with pytest.raises(MalformedAction) as caught:
        decode(a, GROUP_SIZE)
    assert named in str(caught.value)


def test_the_json_schema_tells_the_actions_apart_by_their_type() -> None:
    schema = msgspec.json.schema(Action)
    assert schema["discriminator"]["propertyName"] == "type"
    assert len(schema["anyOf"]) == len(ACTIONS)
