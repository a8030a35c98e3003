"""Landing on unowned property: the first option, the printed price, raising money for it."""

import pytest

from magnate.actions import BuyDeed, EndTurn, Mortgage, Pass, ProposeDeal, RefuseDeed, Roll
from magnate.events import AuctionOpened, DeedBought, DeedRefused, Moved
from rules.clasico.kit import BROWN, GREEN, UTILITIES, build, built, own, purses, sell, table, trade


@pytest.mark.proves("CLA-27", "CLA-28", "DP-11")
@pytest.mark.parametrize(
    ("start", "roll", "place", "price"),
    [
        pytest.param("SALIDA", (2, 4), "Glorieta Cuatro Caminos", 100, id="lot"),
        pytest.param("Gran Vía", (2, 3), "Paseo del Prado", 400, id="dearest lot"),
        pytest.param("SALIDA", (1, 4), "Estación de Goya", 200, id="station", marks=pytest.mark.proves("CLA-33")),
        pytest.param(
            "Cárcel", (1, 1), "Compañía de Electricidad", 150, id="utility", marks=pytest.mark.proves("CLA-32")
        ),
    ],
)
def test_who_lands_first_may_buy_at_the_printed_price(
    start: str, roll: tuple[int, int], place: str, price: int
) -> None:
    game = table(3, at={0: start})
    game.rolls(*roll)
    assert game.must == [0]  # nobody else is asked
    assert not game.can(1, BuyDeed())
    told = game.does(0, BuyDeed())
    told.one(DeedBought, seat=0, deed=game.deed(place), amount=price)
    assert game.owner(place) == 0
    assert purses(game) == [1500 - price, 1500, 1500]
    assert game.view(2).deeds[game.deed(place)].owner == 0  # face up, for everybody to see


@pytest.mark.proves("CLA-27")
def test_an_unowned_property_must_be_answered_for_before_the_turn_goes_on() -> None:
    game = table(2)
    game.rolls(2, 4)
    for action in (EndTurn(), Roll()):
        assert not game.can(0, action)
    assert game.can(0, BuyDeed())
    assert game.can(0, RefuseDeed())


@pytest.mark.proves("CLA-27")
def test_nothing_is_bought_off_one_s_square() -> None:
    game = table(2, at={0: "Cárcel"})
    assert game.refusal(0, BuyDeed()) == "NOT_ASKED"
    game.rolls(4, 6)
    assert game.refusal(0, BuyDeed()) == "NOT_ASKED"
    assert game.refusal(0, RefuseDeed()) == "NOT_ASKED"


@pytest.mark.proves("AMB-16")
def test_the_price_is_paid_to_the_last_sol_but_not_beyond() -> None:
    game = table(2, cash={0: 100})
    game.rolls(2, 4)
    game.does(0, BuyDeed())
    assert game.cash(0) == 0
    game = table(2, cash={0: 99})
    game.rolls(2, 4)
    assert game.refusal(0, BuyDeed()) == "NOT_ENOUGH_CASH"
    assert game.can(0, RefuseDeed())


@pytest.mark.proves("AMB-16", "AMB-17")
def test_a_buyer_may_first_mortgage() -> None:
    game = table(2, cash={0: 50}, owners=own(0, "Calle Bravo Murillo"))
    game.rolls(2, 4)
    assert not game.can(0, BuyDeed())
    game.does(0, Mortgage(game.deed("Calle Bravo Murillo")))  # 60
    game.does(0, BuyDeed())
    assert game.cash(0) == 50 + 60 - 100


@pytest.mark.proves("AMB-16", "AMB-17")
def test_a_buyer_may_first_sell_buildings_but_not_put_any_up() -> None:
    game = table(2, cash={0: 75}, owners=own(0, *BROWN), levels=built(BROWN, 1, 0))
    game.rolls(2, 4)
    assert game.refusal(0, build(game, BROWN, 1, 1)) == "WRONG_MOMENT"
    game.does(0, sell(game, BROWN, 0, 0))  # half of 50
    game.does(0, BuyDeed())
    assert game.cash(0) == 0


@pytest.mark.proves("AMB-16", "AMB-17")
def test_a_buyer_may_first_trade_but_the_others_may_not_meddle() -> None:
    game = table(2, cash={0: 20}, owners={**own(0, "Estación del Norte"), **own(1, "Estación de Goya")})
    game.rolls(2, 4)
    assert game.refusal(1, ProposeDeal(cash={0: -10, 1: 10})) == "WRONG_MOMENT"
    assert game.refusal(1, Mortgage(game.deed("Estación de Goya"))) == "WRONG_MOMENT"
    trade(game, 0, [1], cash={0: 80, 1: -80}, deeds={game.deed("Estación del Norte"): 1})
    game.does(0, BuyDeed())
    assert game.owner("Glorieta Cuatro Caminos") == 0
    assert game.cash(0) == 0


@pytest.mark.proves("CLA-29")
def test_refusing_opens_the_auction_at_once() -> None:
    game = table(3)
    game.rolls(2, 4)
    told = game.does(0, RefuseDeed())
    told.one(DeedRefused, seat=0, deed=game.deed("Glorieta Cuatro Caminos"))
    told.one(AuctionOpened, deed=game.deed("Glorieta Cuatro Caminos"), building=None)


@pytest.mark.proves("AMB-108", "CLA-33")
def test_a_station_nobody_wanted_may_be_bought_by_the_next_who_lands_there() -> None:
    game = table(2, cash={0: 0, 1: 1500})
    game.rolls(2, 3)
    game.does(0, RefuseDeed())
    game.does(1, Pass())
    game.ends_turn()
    told = game.rolls(2, 3)  # the second visitor
    told.one(Moved, seat=1, space=5)
    game.does(1, BuyDeed()).one(DeedBought, seat=1, amount=200)


@pytest.mark.proves("AMB-04")
def test_on_one_s_own_property_nothing_happens() -> None:
    game = table(2, owners=own(0, *UTILITIES, *GREEN))
    game.state.at[0] = 26
    told = game.rolls(3, 5)
    assert [type(event).__name__ for event in told] == ["Rolled", "Moved"]
    assert game.can(0, EndTurn())
    assert game.cash(0) == 1500


@pytest.mark.proves("CLA-34", "CLA-67")
def test_a_monopoly_permits_building_on_any_of_its_lots() -> None:
    game = table(2, owners=own(0, *GREEN))
    for plan in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        assert game.can(0, build(game, GREEN, *plan))
    game = table(2, owners={**own(0, *GREEN[:2]), **own(1, GREEN[2])})
    assert game.refusal(0, build(game, GREEN, 1, 0, 0)) == "GROUP_INCOMPLETE"
    assert game.refusal(1, build(game, GREEN, 0, 0, 1)) == "GROUP_INCOMPLETE"
    game = table(2, owners=own(0, *GREEN[:2]))  # the third still belongs to the Bank
    assert game.refusal(0, build(game, GREEN, 1, 0, 0)) == "GROUP_INCOMPLETE"
