"""The answer given for somebody who does not answer in time: nobody can block a table, in any edition."""

import pytest

from magnate.actions import (
    Acknowledge,
    Action,
    AskBuildings,
    Build,
    Concede,
    DeclareBankruptcy,
    DeclineOffer,
    EndTurn,
    FollowCard,
    KeepMortgage,
    Mortgage,
    NameValue,
    OfferProperty,
    Pass,
    PayFine,
    PayTax,
    PlaceBuilding,
    ProposeDeal,
    RefuseDeal,
    RefuseDeed,
    RefuseProperty,
    Roll,
    SellBuildings,
    Wait,
    WaiveAuction,
    WithdrawProperty,
)
from magnate.testing import Position
from rules.kit import CAS, CLA, EUR, EXP, FIGURES, KEPT_B, SRV, asked, editions, table


def default(game: Position, seat: int) -> Action:
    """The default answer, which is always a legal one."""
    action = game.default_action(seat)
    assert game.refusal(seat, action) is None
    return action


@editions()
@pytest.mark.proves("AMB-83")
def test_the_dice_are_rolled_and_the_turn_is_ended(name: str) -> None:
    game = table(name, opening=True)
    assert default(game, 2) == Roll()
    game = table(name, at={0: 13})
    assert default(game, 0) == Roll()
    game.rolls(3, 4)
    assert default(game, 0) == EndTurn()
    game = table(name, at={0: 10})
    game.rolls(5, 5)
    assert default(game, 0) == Roll()  # also where stopping would be allowed


@editions()
@pytest.mark.proves("AMB-83")
def test_a_prisoner_rolls_or_waits_and_pays_only_when_it_must(name: str) -> None:
    game = table(name, jail={0: 0})
    assert default(game, 0) == (Wait() if name in (SRV, CAS) else Roll())
    if name in (EXP, EUR, CLA):
        game = table(name, jail={0: 2})
        game.rolls(4, 6)
        assert default(game, 0) == PayFine()


@editions()
@pytest.mark.proves("AMB-83")
def test_purchases_offers_bids_and_deals_are_declined(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, at={0: 1}, owners={5: 0})
    game.does(0, ProposeDeal(cash={0: unit, 1: -unit}, deeds={game.deed(5): 1}))
    assert default(game, 1) == RefuseDeal(0, 1)
    game.does(1, RefuseDeal(0, 1))
    game.rolls(2, 3)
    assert default(game, 0) == RefuseDeed()
    game.does(0, RefuseDeed())
    assert default(game, 1) == (DeclineOffer() if name == SRV else Pass())


@editions()
@pytest.mark.proves("AMB-83")
def test_cards_are_followed_and_taxes_paid(name: str) -> None:
    game = table(name, at={0: 10}, cards=[KEPT_B[name]])
    game.rolls(3, 4)
    assert default(game, 0) == FollowCard()
    if name == EUR:
        game = table(name, at={0: 31}, held={"S9": 0})
        game.rolls(3, 4)
        assert default(game, 0) == PayTax()


@editions()
@pytest.mark.proves("AMB-83")
def test_a_debt_is_met_with_buildings_first_then_with_mortgages_then_not_at_all(name: str) -> None:
    game = table(name, at={0: 31}, cash={0: 0}, owners={1: 0, 3: 0, 12: 0}, levels={1: 1, 3: 1})
    game.table.space_amount[38] = 180 * FIGURES[name].unit  # houses 50, lots 60, the utility 75: 185
    game.rolls(3, 4)
    done = []
    while asked(game) == "debt":
        action = default(game, 0)
        done.append(action)
        game.does(0, action)
    group = game.group(1)
    assert done == [
        SellBuildings(group, [0, 1]),
        SellBuildings(group, [0, 0]),
        Mortgage(game.deed(1)),
        Mortgage(game.deed(3)),
        Mortgage(game.deed(12)),
    ]
    assert game.cash(0) == 5 * FIGURES[name].unit
    game = table(name, at={0: 31}, cash={0: 0}, owners={12: 0})
    game.rolls(3, 4)
    assert default(game, 0) == DeclareBankruptcy()  # 75 against 100


@editions(EXP, EUR, CLA, CAS)
@pytest.mark.proves("AMB-83")
def test_where_no_house_is_left_a_debtors_hotels_are_sold_all_at_once(name: str) -> None:
    top = 4 if name == CAS else 5
    game = table(name, at={0: 31}, cash={0: 0}, owners={1: 0, 3: 0}, levels={1: top, 3: top}, houses=0)
    game.rolls(3, 4)
    assert default(game, 0) == SellBuildings(game.group(1), [0, 0])


@pytest.mark.proves("AMB-83")
def test_in_the_server_edition_hotels_pay_a_debt_though_no_house_is_left() -> None:
    game = table(SRV, at={0: 31}, cash={0: 0}, owners={1: 0, 3: 0}, levels={1: 5, 3: 5}, houses=0)
    game.rolls(3, 4)
    game.does(0, default(game, 0))
    assert asked(game) == "turn"
    assert game.cash(0) in (125 - 100, 250 - 100)  # one of them to bare ground, or both


@editions(EXP, CLA)
@pytest.mark.proves("AMB-83")
def test_property_offered_is_refused_and_a_price_declined(name: str) -> None:
    game = table(name, owners={5: 1, 15: 1, 12: 0}, cash={0: 0}, at={0: 0})
    game.rolls(2, 3)
    game.claims(1)
    game.does(0, OfferProperty(game.deed(12)))
    assert default(game, 1) == RefuseProperty()
    game.does(1, NameValue(FIGURES[name].note))
    assert default(game, 0) == WithdrawProperty()


@pytest.mark.proves("AMB-83")
def test_no_auction_of_an_estate_is_asked_for_and_no_mortgage_lifted() -> None:
    game = table(EUR, owners={12: 1})
    game.does(1, Concede())
    assert default(game, 0) == WaiveAuction()
    game = table(EUR, owners={5: 1, 15: 1, 25: 1, 35: 1, 12: 0}, mortgages=[12], cash={0: 0}, at={0: 0})
    game.rolls(2, 3)
    game.claims(1)
    game.does(0, DeclareBankruptcy())
    assert default(game, 1) == KeepMortgage(game.deed(12))


@pytest.mark.proves("AMB-83")
def test_no_last_building_is_asked_for_and_one_won_is_placed_on_the_first_lot() -> None:
    game = table(CLA, owners={1: 0, 3: 0, 37: 1, 39: 1}, levels={37: 1}, houses=1)
    game.does(0, Build(game.group(1), [1, 0]))
    assert default(game, 1) == AskBuildings(0)
    game.does(1, AskBuildings(1))
    game.does(0, Pass())
    game.does(1, game.legal_actions(1)[0])  # the lowest bid
    assert asked(game) == "place"
    assert default(game, 1) == PlaceBuilding(game.deed(39))  # 37 has one already


@pytest.mark.proves("AMB-83")
def test_the_winner_acknowledges() -> None:
    game = table(SRV, 2)
    game.does(1, Concede())
    assert default(game, 0) == Acknowledge()
