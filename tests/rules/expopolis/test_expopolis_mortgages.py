"""Expòpoli(s), «Ipoteche»: taking, lifting, and buying property with its mortgage."""

import pytest

from magnate.actions import AcceptDeal, KeepMortgage, LiftMortgage, Mortgage, ProposeDeal, SellBuildings
from magnate.events import DeedMortgaged, MortgageKept, MortgageLifted, PaidBank
from magnate.testing import EventList, Position
from rules.expopolis.milan import BROWN, FUCHSIA, all_of, built, milan, trade


def sold(place: str | int = "Area Expo", cash: int = 100_000, price: int = 100) -> tuple[Position, EventList]:
    """Seat 1 has just bought a mortgaged property from seat 0 at this price."""
    game = milan(cash={1: cash}, owners={place: 0}, mortgages=[place])
    told = trade(game, 0, 1, ProposeDeal(cash={0: price, 1: -price}, deeds={game.deed(place): 1}))
    return game, told


@pytest.mark.proves("EXP-77", "EXP-78", "W-03", "DP-34")
@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("Area Expo", 10_000),
        ("Parco Lambro", 3_000),
        ("Montenapoleone", 20_000),
        ("Scalo Farini", 10_000),
        ("MM", 7_500),
    ],
)
def test_the_bank_lends_half_the_price_of_lots_stations_and_companies(place: str | int, value: int) -> None:
    game = milan(owners={place: 0})
    game.does(0, Mortgage(game.deed(place))).one(DeedMortgaged, seat=0, deed=game.deed(place), amount=value)
    assert game.cash(0) == 100_000 + value
    assert game.is_mortgaged(place)
    assert game.owner(place) == 0
    assert game.cash(1) == 100_000


@pytest.mark.proves("EXP-77")
def test_one_mortgages_only_ones_own_and_only_once() -> None:
    game = milan(owners={"Fiera": 0, "MM": 1}, mortgages=["Fiera"])
    assert game.refusal(0, Mortgage(game.deed("Fiera"))) == "ALREADY_MORTGAGED"
    assert game.refusal(0, Mortgage(game.deed("MM"))) == "NOT_YOURS"
    assert game.refusal(0, Mortgage(game.deed("A2A"))) == "NOT_YOURS"
    assert game.refusal(0, Mortgage(28)) == "NO_SUCH_THING"


@pytest.mark.proves("EXP-79", "AMB-45", "W-03", "DP-35")
@pytest.mark.parametrize(
    ("place", "cost"),
    [
        ("Area Expo", 11_000),
        ("Parco Lambro", 3_300),
        ("MM", 8_200),  # 7,500 and 750, rounded down to 700
        ("Galleria Vittorio Emanuele", 19_200),  # 17,500 and 1,750, rounded down to 1,700
    ],
)
def test_lifting_costs_the_value_and_ten_per_cent(place: str, cost: int) -> None:
    game = milan(cash={0: cost}, owners={place: 0}, mortgages=[place])
    game.does(0, LiftMortgage(game.deed(place))).one(MortgageLifted, seat=0, deed=game.deed(place), amount=cost)
    assert game.cash(0) == 0
    assert not game.is_mortgaged(place)
    game = milan(cash={0: cost - 100}, owners={place: 0}, mortgages=[place])
    assert game.refusal(0, LiftMortgage(game.deed(place))) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("EXP-79")
def test_only_the_owner_lifts_and_only_what_is_mortgaged() -> None:
    game = milan(owners={"Fiera": 0, "MM": 1}, mortgages=["MM"])
    assert game.refusal(0, LiftMortgage(game.deed("Fiera"))) == "NOT_MORTGAGED"
    assert game.refusal(0, LiftMortgage(game.deed("MM"))) == "NOT_YOURS"
    assert game.refusal(1, LiftMortgage(game.deed("MM"))) is None


# Buying mortgaged property.


@pytest.mark.proves("EXP-80", "AMB-45", "W-03", "DP-38")
@pytest.mark.parametrize(
    ("place", "interest"), [("Area Expo", 1_000), ("MM", 700), ("Galleria Vittorio Emanuele", 1_700), (1, 300)]
)
def test_the_buyer_of_mortgaged_property_pays_the_bank_ten_per_cent_at_once(place: str | int, interest: int) -> None:
    game, told = sold(place)
    told.one(PaidBank, seat=1, amount=interest, why="interest", deed=game.deed(place))
    assert game.owner(place) == 1
    assert game.is_mortgaged(place)
    assert (game.cash(0), game.cash(1)) == (100_100, 99_900 - interest)
    assert game.must == [1]


@pytest.mark.proves("EXP-81", "W-03", "DP-38")
def test_the_buyer_may_lift_at_that_moment_for_the_value_alone() -> None:
    game, _ = sold(cash=11_100)
    told = game.does(1, LiftMortgage(game.deed("Area Expo")))
    told.one(MortgageLifted, seat=1, amount=10_000)
    assert not game.is_mortgaged("Area Expo")
    assert game.cash(1) == 0  # the price 100, 1,000 and 10,000
    assert game.must == [0]


@pytest.mark.proves("EXP-81")
def test_a_buyer_without_the_value_can_only_keep_the_mortgage() -> None:
    game, _ = sold(cash=11_000)
    assert game.refusal(1, LiftMortgage(game.deed("Area Expo"))) == "NOT_ENOUGH_CASH"
    assert game.legal_actions(1) == [KeepMortgage(game.deed("Area Expo"))]


@pytest.mark.proves("EXP-82", "W-03", "DP-38", "DP-35")
def test_a_buyer_who_keeps_the_mortgage_pays_another_ten_per_cent_when_lifting() -> None:
    game, _ = sold()
    game.does(1, KeepMortgage(game.deed("Area Expo"))).one(MortgageKept, seat=1, deed=game.deed("Area Expo"))
    assert game.is_mortgaged("Area Expo")
    assert game.cash(1) == 98_900
    game.does(1, LiftMortgage(game.deed("Area Expo"))).one(MortgageLifted, seat=1, amount=11_000)
    assert game.cash(1) == 87_900
    assert not game.is_mortgaged("Area Expo")


@pytest.mark.proves("EXP-80")
@pytest.mark.parametrize(("cash", "refusal"), [(1_100, None), (1_000, "NOT_ENOUGH_CASH")])
def test_a_buyer_must_have_the_ten_per_cent_besides_the_price(cash: int, refusal: str | None) -> None:
    game = milan(cash={1: cash}, owners={"Area Expo": 0}, mortgages=["Area Expo"])
    game.does(0, ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed("Area Expo"): 1}))
    assert game.refusal(1, AcceptDeal(0, 1)) == refusal


@pytest.mark.proves("EXP-80", "AMB-45", "DP-38")
def test_each_of_several_mortgages_is_paid_and_answered_by_itself() -> None:
    game = milan(owners={"MM": 0, "A2A": 0}, mortgages=["MM", "A2A"])
    a2a, mm = game.deed("A2A"), game.deed("MM")
    told = trade(game, 0, 1, ProposeDeal(cash={0: 100, 1: -100}, deeds={a2a: 1, mm: 1}))
    told.one(PaidBank, seat=1, amount=700, deed=a2a)
    told += game.does(1, LiftMortgage(a2a))
    told.one(PaidBank, seat=1, amount=700, deed=mm)
    assert game.refusal(1, KeepMortgage(a2a)) == "NOT_MORTGAGED"
    game.does(1, KeepMortgage(mm))
    assert game.cash(1) == 100_000 - 100 - 700 - 7_500 - 700
    assert (game.is_mortgaged("A2A"), game.is_mortgaged("MM")) == (False, True)


@pytest.mark.proves("EXP-80", "DP-38")
def test_both_sides_of_an_exchange_pay_for_the_mortgages_they_receive() -> None:
    game = milan(owners={"Area Expo": 0, "Scalo Farini": 1}, mortgages=["Area Expo", "Scalo Farini"])
    expo, farini = game.deed("Area Expo"), game.deed("Scalo Farini")
    told = trade(game, 0, 1, ProposeDeal(deeds={expo: 1, farini: 0}))
    first = game.must[0]
    told += game.does(first, KeepMortgage((farini, expo)[first]))
    told += game.does(1 - first, KeepMortgage((farini, expo)[1 - first]))
    told.one(PaidBank, seat=0, amount=1_000, deed=farini)
    told.one(PaidBank, seat=1, amount=1_000, deed=expo)
    assert (game.cash(0), game.cash(1)) == (99_000, 99_000)


@pytest.mark.proves("EXP-80")
def test_the_seller_of_a_mortgaged_property_pays_the_bank_nothing() -> None:
    _, told = sold()
    assert told.none(PaidBank, seat=0)


@pytest.mark.proves("EXP-80")
def test_unmortgaged_property_changes_hands_without_interest() -> None:
    game = milan(owners={"Area Expo": 0})
    told = trade(game, 0, 1, ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed("Area Expo"): 1}))
    assert told.none(PaidBank)
    assert game.must == [0]


# Buildings and mortgages.


@pytest.mark.proves("EXP-83", "EXP-84", "DP-34")
@pytest.mark.parametrize("place", BROWN)
def test_a_lot_is_mortgaged_only_when_its_whole_group_is_bare(place: str) -> None:
    game = milan(owners=all_of(BROWN, 0), levels=built(BROWN, 1, 0, 0))
    assert game.refusal(0, Mortgage(game.deed(place))) == "BUILDINGS_IN_THE_WAY"
    game.does(0, SellBuildings(game.group("Fiera"), [0, 0, 0]))
    assert game.cash(0) == 105_000  # half of 10,000
    game.does(0, Mortgage(game.deed(place)))
    assert game.is_mortgaged(place)


@pytest.mark.proves("EXP-83")
def test_buildings_of_another_group_are_not_in_the_way() -> None:
    game = milan(owners=all_of(BROWN, 0) | {"Parco Lambro": 0}, levels=built(BROWN, 1, 1, 1))
    assert game.can(0, Mortgage(game.deed("Parco Lambro")))


@pytest.mark.proves("AMB-17", "DP-34", "DP-35")
def test_when_one_may_mortgage_and_lift() -> None:
    game = milan(owners={"Fiera": 0, "MM": 1, "A2A": 1, "Area Expo": 0}, mortgages=["A2A", "Area Expo"])
    mine, other = Mortgage(game.deed("Fiera")), Mortgage(game.deed("MM"))
    lift = LiftMortgage(game.deed("A2A"))
    assert game.can(0, mine)
    assert game.can(1, other)
    assert game.can(1, lift)
    game.rolls(4, 6)
    assert game.can(0, mine)
    assert game.refusal(1, other) == "WRONG_MOMENT"
    assert game.refusal(1, lift) == "WRONG_MOMENT"
    game.ends_turn()
    game.rolls(1, 4)  # seat 1 stands on a free station
    assert game.can(1, other)  # to raise the price
    assert game.refusal(1, lift) == "WRONG_MOMENT"
    assert game.refusal(0, mine) == "WRONG_MOMENT"


@pytest.mark.proves("EXP-38", "EXP-40", "AMB-20")
def test_lifting_brings_the_rent_back() -> None:
    game = milan(owners=all_of(FUCHSIA, 1), mortgages=["Quarto Oggiaro"], at={0: 0})
    game.does(1, LiftMortgage(game.deed("Quarto Oggiaro")))
    game.rolls(1, 2)
    game.claims(1)
    assert game.cash(0) == 100_000 - 800
