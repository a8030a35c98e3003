"""The answer the server gives for a player who does not answer in time."""

import pytest

from magnate.actions import (
    AcceptDeal,
    AcceptOffer,
    Acknowledge,
    Action,
    Concede,
    DeclareBankruptcy,
    DeclineOffer,
    EndTurn,
    FollowCard,
    KeepMortgage,
    Mortgage,
    PayFine,
    ProposeDeal,
    RefuseDeal,
    RefuseDeed,
    Roll,
    SellBuildings,
    Wait,
)
from magnate.events import BuildingsSold, DeedMortgaged, Jailed, PaidBank, TurnBegan
from magnate.testing import Position
from rules.kit import own, sell
from rules.server.kit import ORANGE, lands, long_game, server


def silent(game: Position) -> list[Action]:
    """Everybody asked lets the time run out until seat 0 owes nothing more; what was answered for them."""
    answered: list[Action] = []
    while (asked := game.view().question) is not None and asked.type == "debt":
        action = game.default_action(game.must[0])
        answered.append(action)
        game.does(game.must[0], action)
    return answered


@pytest.mark.proves("AMB-83")
def test_a_silent_player_rolls_and_then_hands_the_dice_on() -> None:
    opening = server(opening=True)
    assert [opening.default_action(seat) for seat in opening.must] == [Roll(), Roll()]
    game = server(at={0: 17})
    assert game.default_action(0) == Roll()
    game.rolls(1, 2)
    assert game.default_action(0) == EndTurn()
    double = server(at={0: 16})
    double.rolls(2, 2)
    assert double.default_action(0) == Roll()


@pytest.mark.proves("AMB-83", "SRV-23")
def test_a_silent_player_declines_purchases_and_offers() -> None:
    game, _ = lands(11, 3)
    assert game.default_action(0) == RefuseDeed()
    game.does(0, RefuseDeed())
    assert [game.default_action(seat) for seat in game.must] == [DeclineOffer(), DeclineOffer()]


@pytest.mark.proves("AMB-83")
def test_a_silent_player_refuses_a_deal_and_keeps_a_mortgage_as_it_is() -> None:
    game = server(3, owners={11: 1, 13: 2}, mortgages=[11])
    game.does(2, ProposeDeal(cash={1: -10, 2: 10}, deeds={game.deed(13): 1}))
    assert game.default_action(1) == RefuseDeal(2, 1)
    game.does(1, RefuseDeal(2, 1))
    game.does(0, ProposeDeal(cash={0: -10, 1: 10}, deeds={game.deed(11): 0}))
    assert game.default_action(1) == RefuseDeal(0, 1)
    game.does(1, AcceptDeal(0, 1))
    assert game.default_action(0) == KeepMortgage(game.deed(11))


@pytest.mark.proves("AMB-83", "SRV-24")
def test_the_die_for_a_deed_is_rolled_automatically() -> None:
    game, _ = lands(11, 3)
    game.does(0, RefuseDeed())
    game.does(1, AcceptOffer())
    game.does(2, AcceptOffer())
    assert [game.default_action(seat) for seat in game.must] == [Roll(), Roll()]


@pytest.mark.proves("AMB-83", "SRV-48")
def test_a_silent_prisoner_waits() -> None:
    game = server(jail={0: 0}, held={"I12": 0}, at={1: 17})
    assert game.can(0, PayFine())
    for _ in range(2):
        assert game.default_action(0) == Wait()
        game.does(0, Wait())
        game.rolls(1, 2)
        game.ends_turn()
        game.state.at[1] = 17
    assert game.default_action(0) == Roll()
    assert game.holds(0, "I12")


@pytest.mark.proves("AMB-83")
def test_a_card_is_followed_automatically() -> None:
    game, _ = lands(7)
    assert game.default_action(0) == FollowCard()
    choice = server(at={0: 14}, cards=["P16"])
    choice.rolls(1, 2)
    assert choice.default_action(0) == FollowCard()


@pytest.mark.proves("AMB-83")
def test_a_silent_debtor_first_loses_buildings_then_mortgages_and_only_as_much_as_is_due() -> None:
    # 200 due: 2 houses on the lots bring 100, the mortgages of 70 and 75 the rest; 45 stays over.
    owners = {11: 0, 12: 0, 13: 0, 15: 0}
    game, _ = lands(4, cash={0: 0}, owners=owners, levels={11: 1, 13: 1})
    assert silent(game) == [
        sell(game, "Via Accademia", 0, 1, 0),
        sell(game, "Via Accademia", 0, 0, 0),
        Mortgage(game.deed(11)),
        Mortgage(game.deed(12)),
    ]
    assert game.cash(0) == 45
    told = game.events
    sold = [i for i, event in enumerate(told) if isinstance(event, BuildingsSold)]
    lent = [i for i, event in enumerate(told) if isinstance(event, DeedMortgaged)]
    paid = [i for i, event in enumerate(told) if isinstance(event, PaidBank)]
    assert max(sold) < min(lent)
    assert max(lent) < min(paid)
    assert not game.is_mortgaged(13)
    assert not game.is_mortgaged(15)
    assert game.default_action(0) == EndTurn()


@pytest.mark.proves("AMB-83")
def test_a_hotel_the_bank_has_no_houses_for_is_sold_outright() -> None:
    game, _ = lands(4, cash={0: 0}, owners=own(0, *ORANGE), levels={11: 5, 13: 5, 14: 5}, houses=0)
    answered = silent(game)
    assert len(answered) == 1
    assert isinstance(answered[0], SellBuildings)  # a hotel brings 250: enough for the tax of 200
    assert 0 in [game.level(place) for place in ORANGE]
    assert not any(game.is_mortgaged(place) for place in ORANGE)
    assert game.default_action(0) == EndTurn()


@pytest.mark.proves("AMB-83", "SRV-62")
def test_a_silent_debtor_who_cannot_pay_is_bankrupt() -> None:
    game, _ = lands(4, 3, cash={0: 0}, owners={11: 0})
    assert game.default_action(0) == DeclareBankruptcy()
    exact, _ = lands(4, 3, cash={0: 130}, owners={11: 0})
    assert exact.default_action(0) == Mortgage(exact.deed(11))


@pytest.mark.proves("AMB-83", "SRV-66")
def test_the_prize_is_acknowledged_automatically() -> None:
    game = server()
    game.does(1, Concede())
    assert game.must == [0]
    assert game.default_action(0) == Acknowledge()


@pytest.mark.proves("AMB-83", "SRV-39")
def test_the_server_never_blocks() -> None:
    told = long_game(4)
    assert sum(isinstance(event, TurnBegan) for event in told) > 500
    assert any(isinstance(event, Jailed) for event in told)
