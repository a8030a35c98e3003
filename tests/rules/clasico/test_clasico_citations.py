"""Every event cites the clause it follows from: the right one, where several could be meant."""

from typing import Any

import pytest

from magnate.actions import EndTurn, KeepMortgage, LiftMortgage, PayFine, UseCard
from magnate.events import (
    AuctionOpened,
    AuctionWon,
    BuildingsReturned,
    BuildingsSold,
    Built,
    CardMoved,
    Collected,
    GameWon,
    Jailed,
    MortgageLifted,
    PaidBank,
    PaidPlayer,
    Released,
    RentFree,
    RentLapsed,
)
from magnate.testing import Position
from rules.clasico.kit import BLUE, BROWN, fast, gives_up, table, timed, wins_at
from rules.kit import build, built, own


@pytest.mark.parametrize(
    ("position", "roll", "clause"),
    [
        pytest.param({"at": {0: 20}}, (4, 6), "CLA-56", id="the square"),
        pytest.param({"at": {0: 0}, "cards": ["CA13"]}, (3, 4), "CLA-57", id="a card"),
    ],
)
def test_why_one_goes_to_jail(position: dict[str, Any], roll: tuple[int, int], clause: str) -> None:
    game = table(2, **position)
    told = game.rolls(*roll)
    while not told.of(Jailed):
        told += game.does(0, game.legal_actions(0)[0])
    assert told.one(Jailed).clause == clause


def test_three_doubles_cite_their_own_clause() -> None:
    game = table(2)
    game.rolls(5, 5)
    game.rolls(5, 5)
    assert game.rolls(1, 1).one(Jailed).clause == "CLA-24"


def test_why_one_leaves_jail() -> None:
    assert table(2, jail={0: 0}).does(0, PayFine()).one(Released).clause == "CLA-60"
    assert table(2, jail={0: 0}).rolls(5, 5).one(Released).clause == "CLA-63"
    game = table(2, jail={0: 0}, held={"CA8": 0})
    assert game.does(0, UseCard(game.kept("CA8"))).one(Released).clause == "CLA-62"
    game = table(2, jail={0: 2})
    game.rolls(4, 6)
    told = game.does(0, PayFine())
    assert told.one(PaidBank).clause == "CLA-64"
    assert told.one(Released).clause == "CLA-64"


@pytest.mark.parametrize(
    ("owned", "levels", "clause"),
    [
        pytest.param(BLUE[1:], {}, "CLA-37", id="bare"),
        pytest.param(BLUE, {}, "CLA-38", id="whole colour"),
        pytest.param(BLUE, {BLUE[1]: 1}, "CLA-37", id="built"),
    ],
)
def test_which_rent_on_a_lot(owned: tuple[str, ...], levels: dict[str, int], clause: str) -> None:
    game = table(2, at={0: 36}, owners=own(1, *owned), levels=levels)
    game.rolls(1, 2)
    assert game.claims(1).one(PaidPlayer).clause == clause


@pytest.mark.parametrize(("place", "clause"), [(5, "CLA-46"), (12, "CLA-43")])
def test_which_rent_elsewhere(place: int, clause: str) -> None:
    game = table(2, at={0: place - 5}, owners=own(1, place))
    game.rolls(2, 3)
    assert game.claims(1).one(PaidPlayer).clause == clause


def test_rent_with_both_utilities_and_a_mortgage_taken_over() -> None:
    game = table(2, at={0: 7}, owners=own(1, 12, 28))
    game.rolls(2, 3)
    assert game.claims(1).one(PaidPlayer).clause == "CLA-44"
    game = table(2, owners=own(0, 1), mortgages={1: 1})  # taken out before it came to seat 0
    assert game.does(0, LiftMortgage(game.deed(1))).one(MortgageLifted).clause == "CLA-97"
    game = table(2, owners=own(0, 1), mortgages=[1])
    assert game.does(0, LiftMortgage(game.deed(1))).one(MortgageLifted).clause == "CLA-92"


def test_no_rent_and_lost_rent() -> None:
    game = table(2, at={0: 36}, owners=own(1, 39), mortgages=[39])
    assert game.rolls(1, 2).one(RentFree).clause == "CLA-41"
    game = table(2, at={0: 36}, owners=own(1, 39))
    game.rolls(1, 2)
    game.does(0, EndTurn())
    assert game.rolls(4, 6).one(RentLapsed).clause == "CLA-36"


def test_salary_tax_house_and_hotel() -> None:
    assert table(2, at={0: 36}).rolls(1, 3).one(Collected).clause == "CLA-25"
    assert table(2).rolls(1, 3).one(PaidBank).clause == "CLA-54"
    game = table(2, owners=own(0, *BROWN), levels=built(BROWN, 4, 3))
    assert game.does(0, build(game, BROWN, 4, 4)).one(Built).clause == "CLA-67"
    assert game.does(0, build(game, BROWN, 5, 4)).one(Built).clause == "CLA-76"


def ruined_by_a_player(**position: Any) -> Position:
    """Seat 0 owes seat 1 2000."""
    owners = {**own(1, 39), **position.pop("owners", {})}
    levels = {39: 5, **position.pop("levels", {})}
    game = table(3, cash={0: 0}, at={0: 36}, owners=owners, levels=levels, **position)
    game.rolls(1, 2)
    game.claims(1)
    return game


def test_interest_on_a_bankrupt_s_mortgage_is_not_a_buyer_s() -> None:
    game = ruined_by_a_player(owners=own(0, 34), mortgages=[34])
    assert gives_up(game, 0).one(PaidBank, why="interest").clause == "CLA-105"
    game.does(1, KeepMortgage(game.deed(34)))
    game = table(2, owners=own(0, 34), mortgages=[34])
    told = game.trades(0, deeds={34: 1})
    assert told.one(PaidBank, why="interest").clause == "CLA-96"


def test_cards_and_buildings_of_a_bankrupt_cite_the_clause_of_the_creditor_they_go_to() -> None:
    told = gives_up(ruined_by_a_player(held={"CA8": 0}, owners=own(0, *BROWN), levels=built(BROWN, 1, 1)), 0)
    assert told.one(CardMoved, other=1).clause == "CLA-104"
    assert {event.clause for event in told.of(BuildingsSold)} == {"CLA-103"}
    game = table(3, cash={0: 0}, held={"CA8": 0}, owners=own(0, *BROWN), levels=built(BROWN, 1, 1))
    game.rolls(1, 3)
    told = gives_up(game, 0)
    assert told.one(CardMoved, other=None).clause == "CLA-102"
    assert {event.clause for event in told.of(BuildingsReturned)} == {"AMB-43"}
    assert told.one(AuctionOpened).clause == "CLA-101"
    assert wins_at(game, 1, 5).one(AuctionWon).clause == "CLA-101"


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(table(2, cash={0: 0}), "CLA-111", id="the last"),
        pytest.param(fast(4, cash={0: 0, 1: 9}, out=[3]), "CLA-125", id="fast"),
    ],
)
def test_why_one_wins(game: Position, clause: str) -> None:
    game.rolls(1, 3)
    assert gives_up(game, 0).of(GameWon)[0].clause == clause


def test_why_one_wins_on_time() -> None:
    game = timed(2, cash={0: 1})
    game.rolls(4, 6)
    game.time_up()
    assert game.ends_turn().one(GameWon).clause == "CLA-126"
