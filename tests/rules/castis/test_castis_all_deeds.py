"""The second way to win: every deed of the board in one hand."""

import pytest

from magnate.actions import AcceptDeal, Bid, BuyDeed, DeclareBankruptcy, Mortgage, Pass, ProposeDeal, RefuseDeed, Roll
from magnate.events import AuctionWon, DeedBought, GameWon
from rules.castis.kit import castis, lands

DEEDS = [space for space in range(40) if space not in (0, 2, 4, 7, 10, 17, 20, 22, 30, 33, 36, 38)]


def all_but(*missing: int, owner: int = 0) -> dict[int, int]:
    """Every deed but these, in one hand."""
    return {space: owner for space in DEEDS if space not in missing}


@pytest.mark.proves("CAS-53", "AMB-134")
@pytest.mark.parametrize("last", [11, 25, 28])
def test_who_buys_the_last_deed_wins_at_once(last: int) -> None:
    game, _ = lands(last, 3, owners=all_but(last))
    assert not game.is_over
    told = game.does(0, BuyDeed())
    told.one(DeedBought, seat=0)
    told.one(GameWon, seat=0, clause="CAS-53")
    assert game.is_over
    assert game.must == []
    assert game.refusal(1, Roll()) == "GAME_IS_OVER"
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == [0]


@pytest.mark.proves("CAS-53")
def test_all_but_one_is_not_all() -> None:
    game, _ = lands(11, 3, owners=all_but(11, 13))
    assert game.does(0, BuyDeed()).none(GameWon)
    assert not game.is_over
    shared, _ = lands(11, 3, owners={**all_but(11, 13), 13: 1})
    assert shared.does(0, BuyDeed()).none(GameWon)


@pytest.mark.proves("AMB-134")
def test_mortgaged_deeds_count_and_a_double_is_not_rolled_again() -> None:
    game = castis(3, at={0: 9}, owners=all_but(11), mortgages=[5, 12, 39])
    game.rolls(1, 1)
    game.does(0, Mortgage(game.deed(1)))
    game.does(0, BuyDeed()).one(GameWon, seat=0)
    assert game.must == []


@pytest.mark.proves("AMB-134")
def test_the_last_deed_may_come_by_auction_on_another_players_turn() -> None:
    game, _ = lands(11, 3, owners=all_but(11, owner=2))
    game.does(0, RefuseDeed(), Pass())
    game.does(2, Bid(1))
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=2, amount=1)
    told.one(GameWon, seat=2, clause="CAS-53")


@pytest.mark.proves("AMB-134")
def test_the_last_deed_may_come_by_trade() -> None:
    game = castis(3, owners={**all_but(11), 11: 1}, mortgages=[11])
    game.does(1, ProposeDeal(cash={0: -500, 1: 500}, deeds={game.deed(11): 0}))
    told = game.does(0, AcceptDeal(1, 1))
    told.one(GameWon, seat=0, clause="CAS-53")
    assert [game.cash(0), game.cash(1)] == [1000, 2000]


@pytest.mark.proves("CAS-53", "AMB-134")
def test_who_sold_a_deed_and_bought_it_back_wins_with_the_last_one() -> None:
    game = castis(3, at={0: 8}, owners=all_but(11))
    game.does(0, ProposeDeal(cash={0: 100, 1: -100}, deeds={game.deed(39): 1}))
    game.does(1, AcceptDeal(0, 1))
    game.does(0, ProposeDeal(cash={0: -150, 1: 150}, deeds={game.deed(39): 0}))
    assert game.does(1, AcceptDeal(0, 2)).none(GameWon)  # 27 again, as before
    game.rolls(1, 2)
    game.does(0, BuyDeed()).one(GameWon, seat=0, clause="CAS-53")
    assert game.cash(0) == 1500 + 100 - 150 - 140


@pytest.mark.proves("AMB-134", "CAS-48")
def test_the_last_deed_may_come_from_a_bankrupt() -> None:
    owners = {**all_but(11, owner=1), 11: 0}
    game, _ = lands(39, 3, cash={0: 0}, owners=owners, levels={39: 4, 37: 1})
    told = game.does(0, DeclareBankruptcy())
    told.one(GameWon, seat=1, clause="CAS-53")
    assert game.is_over  # though seat 2 is still there


@pytest.mark.proves("AMB-134", "AMB-132")
def test_a_mortgaged_deed_of_the_bankrupt_must_first_be_won_at_the_auction() -> None:
    owners = {**all_but(11, owner=1), 11: 0}
    game, _ = lands(39, 3, cash={0: 0}, owners=owners, levels={39: 4, 37: 1}, mortgages=[11])
    assert game.does(0, DeclareBankruptcy()).none(GameWon)
    game.does(2, Pass())
    game.does(1, Bid(1)).one(GameWon, seat=1, clause="CAS-53")
