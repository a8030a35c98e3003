"""«Ipotecarea proprietăților»: the sum on the back, 10% to lift it, rounded down to 50."""

import pytest

from magnate.actions import BuyDeed, LiftMortgage, Mortgage
from magnate.events import DeedMortgaged, MortgageLifted
from rules.europolis.kit import BULGARIA, FRANCE, GREECE, UTILITIES, built, europolis, owned, purses, sell


@pytest.mark.parametrize(
    ("place", "value", "interest"),
    [
        ("Varna", 900, 50),  # 90
        ("Constanța", 1500, 150),
        ("București", 1800, 150),  # 180
        ("Patras", 2100, 200),  # 210
        ("Atena", 2400, 200),  # 240
        ("Compania de Apă", 2250, 200),  # 225
        ("Linia Aeriană Est", 3000, 300),
        ("Roma", 3600, 350),  # 360
        ("Marsilia", 3900, 350),  # 390
        ("Paris", 4200, 400),  # 420
        ("Hamburg", 4500, 450),
        ("Edinburgh", 5250, 500),  # 525
        ("Londra", 6000, 600),
    ],
)
@pytest.mark.proves("EUR-88", "EUR-89", "EUR-97", "AMB-92", "AMB-94", "DP-34", "DP-35")
def test_the_bank_lends_half_the_price_and_takes_it_back_with_interest(place: str, value: int, interest: int) -> None:
    game = europolis(2, owners={place: 0})
    game.does(0, Mortgage(game.deed(place))).one(DeedMortgaged, seat=0, deed=game.deed(place), amount=value)
    assert game.is_mortgaged(place)
    assert purses(game) == [50_000 + value, 50_000]
    game.does(0, LiftMortgage(game.deed(place))).one(MortgageLifted, seat=0, amount=value + interest)
    assert not game.is_mortgaged(place)
    assert purses(game) == [50_000 - interest, 50_000]


@pytest.mark.proves("EUR-89", "EUR-97", "AMB-92", "W-11")
def test_marsilia_is_lifted_for_4250_and_not_for_4290() -> None:
    game = europolis(2, owners={"Marsilia": 0}, mortgages=["Marsilia"], cash={0: 4250})
    game.does(0, LiftMortgage(game.deed("Marsilia")))
    assert game.cash(0) == 0


@pytest.mark.proves("EUR-89")
def test_one_note_short_the_mortgage_stays() -> None:
    game = europolis(2, owners={"Marsilia": 0}, mortgages=["Marsilia"], cash={0: 4200})
    assert game.refusal(0, LiftMortgage(game.deed("Marsilia"))) == "NOT_ENOUGH_CASH"


@pytest.mark.proves("EUR-88", "EUR-91", "DP-34", "DP-35")
def test_one_mortgages_and_lifts_only_ones_own() -> None:
    game = europolis(2, owners={"Marsilia": 0, "Roma": 1}, mortgages=["Roma"])
    assert game.refusal(1, Mortgage(game.deed("Marsilia"))) == "NOT_YOURS"
    assert game.refusal(0, Mortgage(game.deed("Londra"))) == "NOT_YOURS"
    assert game.refusal(0, LiftMortgage(game.deed("Roma"))) == "NOT_YOURS"
    assert game.refusal(1, Mortgage(game.deed("Roma"))) == "ALREADY_MORTGAGED"
    assert game.refusal(0, LiftMortgage(game.deed("Marsilia"))) == "NOT_MORTGAGED"


@pytest.mark.proves("EUR-88")
def test_everybody_sees_which_title_lies_face_down() -> None:
    game = europolis(2, owners=owned(0, FRANCE))
    game.does(0, Mortgage(game.deed("Lyon")))
    for seat in (None, 0, 1):
        assert [deed.deed for deed in game.view(seat).deeds if deed.mortgaged] == [game.deed("Lyon")]


@pytest.mark.parametrize("city", GREECE)
@pytest.mark.proves("EUR-90")
def test_the_whole_country_must_be_bare_to_mortgage_a_city(city: str) -> None:
    game = europolis(2, owners=owned(0, GREECE, BULGARIA), levels=built(GREECE, 0, 1, 0))
    assert game.refusal(0, Mortgage(game.deed(city))) == "BUILDINGS_IN_THE_WAY"
    assert game.can(0, Mortgage(game.deed("Varna")))
    game.does(0, sell(game, GREECE, 0, 0, 0))
    assert game.can(0, Mortgage(game.deed(city)))


@pytest.mark.proves("EUR-91")
def test_a_mortgaged_city_stays_its_owners() -> None:
    game = europolis(2, at={0: 23}, owners={"Marsilia": 1}, mortgages=["Marsilia"])
    game.rolls(1, 2)
    assert game.refusal(0, BuyDeed()) == "NOT_ASKED"
    assert game.owner("Marsilia") == 1


@pytest.mark.proves("EUR-88", "AMB-17", "DP-34", "DP-35")
def test_mortgages_are_taken_and_lifted_in_ones_turn_or_between_turns() -> None:
    game = europolis(2, at={0: 17}, owners=dict.fromkeys(UTILITIES, 1) | {"Roma": 0}, mortgages=[UTILITIES[0]])
    take, lift = Mortgage(game.deed(UTILITIES[1])), LiftMortgage(game.deed(UTILITIES[0]))
    assert game.can(1, take)
    assert game.can(1, lift)
    game.rolls(1, 2)
    assert game.can(0, Mortgage(game.deed("Roma")))
    assert game.refusal(1, take) == "WRONG_MOMENT"
    assert game.refusal(1, lift) == "WRONG_MOMENT"


@pytest.mark.proves("AMB-17", "EUR-89", "DP-19")
def test_a_debtor_may_mortgage_but_lifts_nothing() -> None:
    game = europolis(2, at={0: 1}, owners={"Marsilia": 0, "Paris": 0}, mortgages=["Paris"], cash={0: 5000})
    game.rolls(1, 2)  # Impozit pe Venit, 6,000
    assert game.refusal(0, LiftMortgage(game.deed("Paris"))) == "WRONG_MOMENT"
    game.does(0, Mortgage(game.deed("Marsilia")))
    assert game.cash(0) == 5000 + 3900 - 6000
