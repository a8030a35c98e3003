"""What no edition knows is refused by name: seats, deeds, cards and groups outside the table."""

import pytest

from magnate.actions import (
    AcceptDeal,
    AuctionProperty,
    Bid,
    Build,
    KeepMortgage,
    LiftMortgage,
    MalformedAction,
    Mortgage,
    NameValue,
    OfferProperty,
    Pass,
    PlaceBuilding,
    Roll,
    SellBuildings,
    UseCard,
)
from magnate.errors import IllegalAction
from magnate.events import AuctionWon, PaidBank
from rules.kit import EXP, asked, editions, offered, table


@editions()
@pytest.mark.parametrize("seat", [-1, 3, 7])
def test_a_seat_that_is_not_at_the_table_may_do_nothing(name: str, seat: int) -> None:
    game = table(name)
    assert game.refusal(seat, Roll()) == "NO_SUCH_THING"
    assert game.options(seat) == []
    with pytest.raises(IllegalAction):
        game.play(seat, Roll())


@editions()
@pytest.mark.parametrize("action", [Mortgage, LiftMortgage, KeepMortgage, OfferProperty, PlaceBuilding])
def test_there_are_28_deeds(name: str, action: type[Mortgage]) -> None:
    game = table(name)
    assert game.refusal(0, action(28)) == "NO_SUCH_THING"
    assert game.refusal(0, action(27)) != "NO_SUCH_THING"


@editions()
def test_there_are_two_cards_to_keep(name: str) -> None:
    game = table(name, jail={0: 0})
    assert game.refusal(0, UseCard(2)) == "NO_SUCH_THING"
    assert game.refusal(0, UseCard(1)) == "NO_CARD"


@editions()
def test_there_are_ten_groups_and_the_last_two_carry_no_buildings(name: str) -> None:
    game = table(name)
    for action in (Build, SellBuildings):
        with pytest.raises(MalformedAction, match="lots"):
            game.refusal(0, action(0, [1, 1, 1]))  # the first group has two lots
        with pytest.raises(MalformedAction):
            game.refusal(0, action(11, [1]))
    for space, lots in ((5, 4), (12, 2)):
        assert game.refusal(0, Build(game.group(space), [1] * lots)) == "NOT_A_LOT"


@editions()
def test_no_deal_is_answered_that_nobody_proposed(name: str) -> None:
    game = table(name)
    assert game.refusal(1, AcceptDeal(0, 0)) == "NO_SUCH_DEAL"
    assert game.refusal(1, AcceptDeal(5, 1)) == "NO_SUCH_DEAL"


def test_a_building_order_never_takes_a_house_away() -> None:
    game = table(EXP, owners={1: 0, 3: 0}, levels={1: 1, 3: 1})
    assert game.refusal(0, Build(game.group(1), [2, 0])) == "NOTHING_TO_CHANGE"


@pytest.mark.proves("EXP-80", "EXP-96", "AMB-63", "DP-38")
def test_whoever_wins_a_mortgaged_property_a_debtor_auctions_pays_the_tenth() -> None:
    owners = {5: 1, 15: 1, 25: 1, 35: 1, 12: 0}
    game = table(EXP, owners=owners, mortgages=[12], cash={0: 19_000}, at={0: 0})
    game.rolls(2, 3)
    game.claims(1)
    game.does(0, OfferProperty(game.deed(12)))
    game.does(1, NameValue(100))
    game.does(0, AuctionProperty())
    game.does(2, Bid(1_000))
    told = game.does(1, Pass())
    assert told.one(AuctionWon).other == 0
    assert (told.one(PaidBank).seat, told.one(PaidBank).amount) == (2, 700)  # a tenth of 7,500, down to a note
    assert asked(game) == "mortgage"
    assert offered(game, 2) == ["LiftMortgage", "KeepMortgage"]
