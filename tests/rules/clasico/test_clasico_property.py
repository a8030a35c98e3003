"""What only the classic book says of property: skins, sales, claims, auctions, buildings."""

from typing import Any

import pytest

from magnate.actions import (
    AcceptValue,
    Bid,
    Build,
    BuyDeed,
    KeepMortgage,
    LiftMortgage,
    MalformedAction,
    Mortgage,
    NameValue,
    OfferProperty,
    Pass,
    ProposeDeal,
    RefuseDeed,
    SellBuildings,
    parse,
)
from magnate.events import (
    BuildingsSold,
    Built,
    Collected,
    ContestOpened,
    DebtOwed,
    DeedBought,
    Moved,
    NothingDue,
    PaidBank,
    PaidPlayer,
    RentLapsed,
)
from magnate.testing import EventList, Position
from rules.clasico.kit import BLUE, BROWN, GREEN, HOTEL, LIGHT_BLUE, PINK, fast, kinds, table
from rules.kit import build, built, own, purses, sell, stock


@pytest.mark.proves("CLA-11", "CLA-13", "CLA-14")
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_everybody_starts_on_salida_with_1500_and_the_bank_keeps_the_rest(seats: int) -> None:
    game = Position("clasico", seats, opening=True)
    view = game.view()
    assert [player.space for player in view.seats] == [0] * seats
    assert purses(game) == [1500] * seats
    assert [deed.owner for deed in view.deeds] == [None] * 28
    assert (view.houses, view.hotels) == (32, 12)
    assert [player.cards for player in view.seats] == [[]] * seats


@pytest.mark.proves("CLA-12", "CLA-17", "AMB-51")
def test_no_seat_is_the_bank_and_the_bank_never_runs_dry() -> None:
    game = table(8, cash=dict.fromkeys(range(8), 100000), at={0: "Impuesto de lujo"})
    told = game.rolls(1, 1)  # onto SALIDA: the Bank pays, no seat does
    told.one(Collected, seat=0, amount=200, why="salary")
    assert purses(game) == [100_200, *[100_000] * 7]  # far more than any box of notes holds


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


def visit(game: Position, place: str | int) -> EventList:
    """Seat 0 rolls three and lands here; then seat 1 claims."""
    space = game.edition.find_space(place)
    game.state.at[0] = (space - 3) % 40
    game.state.cash[0] = 3000
    game.state.cash[1] = 0
    told = game.rolls(1, 2)
    return EventList(told + game.claims(1))


@pytest.mark.proves("CLA-38")
def test_skins_change_the_names_and_not_the_rents() -> None:
    game = table(2, skin="lima", owners=own(1, "Malecón Cisneros", "El Olivar de San Isidro"))
    visit(game, "El Olivar de San Isidro").one(PaidPlayer, amount=100)
    game = table(2, skin="internacional", owners=own(1, "Paseo Tablado"))
    visit(game, "Paseo Tablado").one(PaidPlayer, amount=50)


def on_gran_via(seats: int = 3, **position: Any) -> Position:
    """Seat 0 has landed on Gran Vía, which is seat 1's: 28."""
    game = table(
        seats, at={0: "Puerta del Sol"}, owners={**own(1, "Gran Vía"), **position.pop("owners", {})}, **position
    )
    game.rolls(1, 2)
    return game


@pytest.mark.proves("CLA-36", "AMB-25")
def test_the_next_player_s_roll_counts_even_if_that_is_not_the_owner() -> None:
    game = on_gran_via(3, owners=own(2, "Estación del Norte"), turn=0)
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    game.state.at[0] = 31
    game.rolls(1, 3)  # seat 0 on seat 2's station
    game.ends_turn()
    told = game.rolls(4, 6)  # seat 1's roll loses seat 2's rent
    told.one(RentLapsed, owner=2, debtor=0, amount=25)
    game.claims(2).one(NothingDue, seat=2)


def at_auction(seats: int = 3, **position: Any) -> Position:
    """Seat 0 has refused Glorieta Cuatro Caminos (100)."""
    game = table(seats, **position)
    game.rolls(2, 4)
    game.does(0, RefuseDeed())
    return game


@pytest.mark.proves("AMB-15")
def test_the_highest_bidder_raises_no_money_until_outbid() -> None:
    game = at_auction(owners={**own(0, "Estación de Goya"), **own(1, *BROWN)}, levels=built(BROWN, 1, 1))
    station, houses = Mortgage(game.deed("Estación de Goya")), sell(game, BROWN, 0, 0)
    assert game.can(0, station)
    assert game.can(1, houses)
    game.does(0, Bid(10))
    assert game.refusal(0, station) == "WRONG_MOMENT"
    assert game.can(1, houses)
    game.does(1, Bid(11))
    assert game.refusal(1, houses) == "WRONG_MOMENT"
    game.does(0, station, Bid(1600))  # 1,500 and the 100 just lent


# Taking over a mortgaged deed.


def sold(place: str, price: int = 40, cash: int = 1500) -> Position:
    """Seat 0 has just sold this mortgaged deed to seat 1."""
    game = table(2, owners=own(0, place), mortgages=[place], cash={1: cash})
    game.trades(0, cash={0: price, 1: -price}, deeds={place: 1})
    return game


@pytest.mark.proves("CLA-98", "CLA-74")
def test_a_bought_colour_can_be_built_on_once_no_lot_is_mortgaged() -> None:
    game = table(2, owners={**own(0, BROWN[0]), **own(1, BROWN[1])}, mortgages=[BROWN[0]])
    game.trades(0, deeds={BROWN[0]: 1})
    game.does(1, KeepMortgage(game.deed(BROWN[0])))
    assert game.refusal(1, build(game, BROWN, 0, 1)) == "GROUP_MORTGAGED"
    game.does(1, LiftMortgage(game.deed(BROWN[0])))
    assert game.can(1, build(game, BROWN, 0, 1))


@pytest.mark.proves("CLA-89", "AMB-107", "CLA-94")
def test_property_is_sold_to_players_only_never_to_the_bank() -> None:
    game = table(2, owners=own(0, "Gran Vía", "Calle Bailén"), mortgages=["Calle Bailén"])
    for place in ("Gran Vía", "Calle Bailén"):
        with pytest.raises(MalformedAction):
            game.can(0, ProposeDeal(deeds={game.deed(place): -1}))
        assert game.can(0, ProposeDeal(cash={0: 9, 1: -9}, deeds={game.deed(place): 1}))
    # Besides deals, a seat can part with a deed by no action but a mortgage, which keeps it.
    assert set(kinds(game, 0)) == {"Roll", "ClaimRent", "Mortgage", "LiftMortgage", "ProposeDeal", "Concede"}


@pytest.mark.proves("CLA-82")
def test_nobody_sells_what_is_not_theirs_or_buys_what_is_the_bank_s() -> None:
    game = table(3, owners=own(1, "Gran Vía"))
    assert (
        game.refusal(0, ProposeDeal(cash={0: 9, 2: -9}, deeds={game.deed("Gran Vía"): 2})) is None
    )  # with 1's consent
    game.does(0, ProposeDeal(cash={0: 9, 2: -9}, deeds={game.deed("Gran Vía"): 2}))
    assert game.must == [1, 2]  # the owner is asked
    game = table(2)
    assert game.refusal(0, ProposeDeal(cash={0: -9, 1: 9}, deeds={game.deed(5): 0})) == "NOT_YOURS"


@pytest.mark.proves("CLA-109", "CLA-110", "AMB-30")
def test_no_action_lends_or_promises() -> None:
    game = table(2, owners=own(0, 5))
    with pytest.raises(MalformedAction):
        parse({"type": "Lend", "amount": 100})
    with pytest.raises(MalformedAction):
        parse({"type": "ProposeDeal", "cash": {"0": 100, "1": -100}, "later": {"0": -110}})
    game.trades(0, cash={0: 100, 1: -100})  # a gift leaves nothing owed
    assert purses(game) == [1600, 1400]
    assert game.view().question == table(2, owners=own(0, 5)).view().question


@pytest.mark.proves("CLA-84", "CLA-85")
def test_buildings_are_sold_to_the_bank_alone() -> None:
    game = table(2, owners=own(0, *GREEN), levels=built(GREEN, 1, 1, 1))
    assert game.can(0, SellBuildings(game.group(GREEN[0]), [1, 1, 0]))
    with pytest.raises(MalformedAction):
        parse({"type": "SellBuildings", "group": 6, "levels": [1, 1, 0], "to": 1})


@pytest.mark.proves("AMB-17")
def test_nobody_builds_between_a_roll_and_its_landing() -> None:
    game = table(2, owners={**own(0, *BROWN), **own(1, *PINK)})
    game.rolls(2, 4)  # an unowned lot to be answered for
    assert game.refusal(0, build(game, BROWN, 1, 0)) == "WRONG_MOMENT"
    assert game.refusal(1, build(game, PINK, 1, 0, 0)) == "WRONG_MOMENT"
    game.does(0, RefuseDeed())
    assert game.refusal(0, build(game, BROWN, 1, 0)) == "WRONG_MOMENT"
    assert game.refusal(1, build(game, PINK, 1, 0, 0)) == "WRONG_MOMENT"


@pytest.mark.proves("CLA-78", "AMB-109")
def test_without_houses_in_the_bank_one_waits_until_others_sell() -> None:
    game = table(2, owners={**own(0, *BROWN), **own(1, *PINK)}, levels=built(PINK, 1, 1, 1), houses=0)
    assert game.refusal(0, build(game, BROWN, 1, 0)) == "NO_HOUSES_LEFT"
    game.does(1, sell(game, PINK, 1, 1, 0))  # seat 1 sells its own
    assert stock(game)[0] == 1
    told = game.does(0, build(game, BROWN, 1, 0))
    assert told.none(ContestOpened)


@pytest.mark.proves("DP-28", "DP-29")
def test_the_steps_offered_are_the_legal_ones_in_board_order() -> None:
    game = table(2, owners=own(0, *LIGHT_BLUE), levels=built(LIGHT_BLUE, 1, 0, 0))
    plans = [option.action.levels for option in game.options(0) if isinstance(option.action, Build)]
    assert plans == [[1, 1, 0], [1, 0, 1], [2, 1, 1]]


@pytest.mark.proves("CLA-86", "CLA-87", "CLA-116", "W-16", "DP-33")
def test_a_hotel_sells_for_half_the_hotel_and_half_its_houses() -> None:
    game = table(2, owners=own(0, *PINK), levels=built(PINK, HOTEL, HOTEL, HOTEL))
    told = game.does(0, sell(game, PINK, 0, 0, 0))  # the hotels of a group all at one time
    assert [event.amount for event in told.of(BuildingsSold)] == [250, 250, 250]  # 50 + 4 × 50
    assert game.cash(0) == 1500 + 750
    assert stock(game) == (32, 12)
    game = fast(3, owners=own(0, *PINK), levels=built(PINK, 4, 4, 4))  # in the fast game the hotel is level 4
    told = game.does(0, sell(game, PINK, 0, 0, 0))
    assert [event.amount for event in told.of(BuildingsSold)] == [200, 200, 200]  # 50 + 3 × 50


@pytest.mark.proves("CLA-86", "CLA-88", "CLA-76")
def test_where_a_hotel_has_a_price_of_its_own_each_step_is_worth_half_of_its_own_price() -> None:
    game = table(2, owners=own(0, *BLUE), levels=built(BLUE, 4, 4))
    for place in BLUE:
        game.table.hotel_cost[game.deed(place)] = 300  # houses stay at 200
    told = game.does(0, build(game, BLUE, HOTEL, HOTEL))
    assert [event.amount for event in told.of(Built)] == [300, 300]
    told = game.does(0, sell(game, BLUE, HOTEL, 4))
    told.one(BuildingsSold, amount=150)
    told = game.does(0, sell(game, BLUE, 0, 0))
    assert [event.amount for event in told.of(BuildingsSold)] == [150 + 400, 400]


def draw(card: str, seats: int = 3, follow: bool = True, **position: Any) -> tuple[Position, EventList]:
    """Seat 0 draws this card: from Casualidad on 7, or from Arca Comunal on 17."""
    at = "SALIDA" if card.startswith("CA") else "Cárcel"
    game = table(seats, at={0: at}, **position)
    if follow:
        return game, game.draws(card, 3, 4)
    game.script(cards=[card])
    return game, game.rolls(3, 4)


@pytest.mark.proves("AMB-28")
@pytest.mark.parametrize("skin", ["madrid", "lima", "internacional"])
def test_there_is_one_such_card_in_each_deck(skin: str) -> None:
    game = table(2, skin=skin)
    assert [[card.effect for card in deck.cards].count("keep") for deck in game.edition.decks.values()] == [1, 1]


@pytest.mark.proves("CLA-47", "CLA-99")
def test_a_card_s_payment_may_have_to_be_raised() -> None:
    game, told = draw("CA1", cash={0: 149})
    told.one(DebtOwed, seat=0, other=None, amount=150, why="card")
    game, told = draw("CA1", cash={0: 150})
    told.one(PaidBank, seat=0, amount=150)
    assert game.cash(0) == 0


@pytest.mark.proves("CLA-47")
@pytest.mark.parametrize("skin", ["madrid", "lima"])
def test_the_lima_skin_plays_the_same_cards(skin: str) -> None:
    game = table(2, skin=skin)
    game.draws("CA1", 3, 4)
    assert game.cash(0) == 1350


def owing_rent(cash: int = 100, seats: int = 3, **position: Any) -> Position:
    """Seat 0 owes seat 1 200 for a house on Paseo del Prado."""
    owners = {**own(1, *BLUE), **position.pop("owners", {})}
    levels = {**built(BLUE, 1, 1), **position.pop("levels", {})}
    game = table(seats, cash={0: cash}, at={0: "Calle Alcalá"}, owners=owners, levels=levels, **position)
    game.rolls(3, 4)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=200, why="rent")
    return game


@pytest.mark.proves("CLA-107", "AMB-62")
@pytest.mark.parametrize(("cash", "told_of_a_debt"), [(50, False), (49, True)])
def test_the_rest_of_the_rent_may_pay_a_poor_creditor_s_ten_percent(cash: int, told_of_a_debt: bool) -> None:
    # 150 of 200 are credited. Who has the other 50 pays it at once; who has not, owes it while the 10 fall due.
    game = owing_rent(cash, owners=own(0, "Calle Serrano"), mortgages=["Calle Serrano"])
    game.state.cash[1] = 0
    game.does(0, OfferProperty(game.deed("Calle Serrano")))
    game.does(1, NameValue(150))
    told = game.does(0, AcceptValue())
    assert game.must == [1]
    if told_of_a_debt:
        told.one(DebtOwed, seat=1, other=None, amount=10, why="interest")
        assert told.none(PaidPlayer)
        assert purses(game) == [49, 0, 1500]
        return
    assert told.none(DebtOwed)
    assert purses(game) == [0, 40, 1500]
    assert game.legal_actions(1) == [KeepMortgage(game.deed("Calle Serrano"))]
