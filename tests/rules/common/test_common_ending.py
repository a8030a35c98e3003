"""The table and its end: what the host chooses, the clock, wealth, joint winners, the Bank, who sees whose money."""

import msgspec
import pytest

from magnate.actions import (
    Acknowledge,
    Bid,
    BuyDeed,
    Concede,
    DeclareBankruptcy,
    EndTurn,
    FollowCard,
    Mortgage,
    Pass,
    RefuseDeed,
    Roll,
    TimeUp,
)
from magnate.editions import EditionError, load
from magnate.events import AuctionWon, Collected, GameWon, PaidPlayer, PrizeSeen, TimeCalled, TurnBegan, WealthCounted
from magnate.game import Game
from magnate.testing import Position
from rules.kit import (
    CAS,
    CLA,
    EUR,
    EXP,
    FIGURES,
    KEPT_A,
    SRV,
    TO_START,
    asked,
    editions,
    offered,
    table,
)

TIMED = {EXP: "timed", EUR: "time-limit", CLA: "timed"}
SEATS = {EXP: range(2, 7), SRV: range(2, 5), EUR: range(2, 7), CLA: range(2, 9), CAS: range(2, 9)}


def timed(name: str, seats: int = 3, **position: object) -> Position:
    return table(name, seats, variant=TIMED[name], **position)  # type: ignore[arg-type]


# What the host chooses: DP-01, DP-02.


@pytest.mark.parametrize(
    ("name", "endings"),
    [(EXP, {"timed"}), (SRV, set()), (EUR, {"time-limit", "two-left", "both"}), (CLA, {"fast", "timed"}), (CAS, set())],
)
@pytest.mark.proves("DP-01", "AMB-101", "AMB-114")
def test_the_host_chooses_among_the_endings_of_the_book_and_no_others(name: str, endings: set[str]) -> None:
    assert set(load(name).file.variants) == endings
    assert load(name).rules.ending.minutes == 0  # the standard game has no clock
    for other in {"fast", "timed", "time-limit", "two-left", "both"} - endings:
        with pytest.raises(EditionError, match="variant"):
            load(name, variant=other)


@editions()
@pytest.mark.proves("DP-01", "AMB-54", "AMB-85", "AMB-103", "AMB-116", "EXP-02", "SRV-02")
def test_the_host_chooses_the_number_of_seats_within_the_books_limits(name: str) -> None:
    for seats in range(1, 10):
        if seats in SEATS[name]:
            assert Game(name, seats, seed=1).seats == seats
        else:
            with pytest.raises(EditionError, match="seats"):
                Game(name, seats, seed=1)


@editions()
@pytest.mark.proves("DP-02", "EXP-03", "SRV-10", "CAS-02")
def test_there_is_an_identity_of_its_own_for_every_seat(name: str) -> None:
    tokens = load(name).tokens
    assert len(set(tokens)) == len(tokens) >= SEATS[name][-1]
    if name == EXP:
        assert set(tokens) == {"Pisapia", "Formigoni", "CDO", "EuroMilano", "CMC", "Camera di Commercio"}


# Time: AMB-46.


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-46", "EXP-92", "EUR-106", "CLA-126")
def test_when_time_is_up_the_turn_in_progress_is_completed_and_then_wealth_counted(name: str) -> None:
    game = timed(name, at={0: 10}, cash={0: 900 * FIGURES[name].unit, 1: 100, 2: 100})
    game.rolls(5, 5)  # parking, and again
    assert isinstance(game.time_up()[0], TimeCalled)
    assert game.must == [0]
    assert not game.is_over
    game.rolls(4, 2)  # 26: the extra roll, the refusal and its auction still belong to the turn
    game.does(0, RefuseDeed())
    assert asked(game) == "auction"
    for seat in game.must:
        game.does(seat, Pass())
    assert not game.is_over
    told = game.does(0, EndTurn())
    assert [counted.seat for counted in told.of(WealthCounted)] == [0, 1, 2]
    assert told.one(GameWon).seat == 0
    assert game.is_over


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-46")
def test_a_rent_claimed_in_the_last_turn_is_paid_before_the_count(name: str) -> None:
    unit = FIGURES[name].unit
    game = timed(name, 2, owners={5: 1}, at={0: 0}, cash={0: 220 * unit, 1: 0})  # against the transport's 200
    game.rolls(2, 3)
    game.time_up()
    unclaimed = game.copy()
    assert game.claims(1).one(PaidPlayer).amount == 25 * unit
    assert game.ends_turn().one(GameWon).seat == 1  # 195 against 225
    unclaimed.play(0, EndTurn())
    told = unclaimed.play(1, EndTurn())
    won = [event.seat for event in told if isinstance(event, GameWon)]
    assert won == [0]  # 220 against 200: not claimed, not counted


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-46")
def test_time_is_called_once_and_only_by_the_clock(name: str) -> None:
    game = timed(name)
    for seat in range(3):
        assert game.refusal(seat, TimeUp()) == "WRONG_MOMENT"
    game.time_up()
    assert game.refusal(-1, TimeUp()) == "GAME_IS_OVER"


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-46", "AMB-06")
def test_an_arrest_ends_the_last_turn_and_the_game(name: str) -> None:
    game = timed(name, at={0: 10})
    game.rolls(5, 5)  # parking, and again
    game.time_up()
    told = game.rolls(4, 6)
    assert [won.seat for won in told.of(GameWon)] == [0, 1, 2]
    assert told.none(TurnBegan)
    assert game.is_over


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-46", "EXP-92")
def test_purchases_debts_and_auctions_of_the_last_turn_count(name: str) -> None:
    unit = FIGURES[name].unit
    game = timed(name, at={0: 3}, cash=[300 * unit] * 3)
    game.rolls(1, 2)
    game.time_up()
    game.does(0, BuyDeed())  # the lot at 100
    told = game.ends_turn()
    assert {counted.seat: counted.amount for counted in told.of(WealthCounted)} == dict.fromkeys(range(3), 300 * unit)
    assert game.refusal(1, Roll()) == "GAME_IS_OVER"
    game = timed(name, at={0: 2}, cash=[0, 0, 0], owners={5: 1, 39: 0})
    game.rolls(1, 2)
    game.claims(1)
    game.time_up()
    game.does(0, Mortgage(game.deed(39))).one(PaidPlayer, seat=0, other=1, amount=25 * unit)
    assert not game.is_over
    told = game.ends_turn()
    assert [counted.amount for counted in told.of(WealthCounted)] == [375 * unit, 225 * unit, 0]
    game = timed(name, at={0: 3}, cash=[300 * unit] * 3)
    game.rolls(1, 2)
    game.does(0, RefuseDeed())
    game.time_up()
    game.does(2, Bid(50 * unit))
    game.does(0, Pass())
    game.does(1, Pass()).one(AuctionWon, seat=2)
    game.ends_turn().one(WealthCounted, seat=2, amount=350 * unit)


@editions(EXP, CLA)
@pytest.mark.proves("AMB-46", "EXP-89", "EXP-90", "CLA-101", "CLA-126")
def test_an_estate_is_auctioned_before_the_count_and_the_bankrupt_is_not_counted(name: str) -> None:
    unit = FIGURES[name].unit
    game = timed(name, at={0: 1}, cash=[0, 300 * unit, 300 * unit], owners={12: 0}, mortgages=[12])
    game.rolls(1, 2)  # the tax of 200
    game.time_up()
    game.does(0, DeclareBankruptcy())
    assert game.must == [1, 2]
    game.does(2, Bid(50 * unit))
    told = game.does(1, Pass())
    assert {counted.seat: counted.amount for counted in told.of(WealthCounted)} == {1: 300 * unit, 2: 400 * unit}
    told.one(GameWon, seat=2)
    assert game.is_over


@editions(EXP, EUR, CLA)
@pytest.mark.proves("EXP-91", "EUR-105", "EUR-106", "CLA-111", "CLA-128")
def test_the_last_player_wins_before_the_time(name: str) -> None:
    game = timed(name, 2)
    told = game.does(0, Concede())
    told.one(GameWon, seat=1)
    assert told.none(WealthCounted)


# Wealth: AMB-47, AMB-48.


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-47", "EXP-93", "EUR-108", "CLA-120")
def test_jail_cards_count_nothing_and_mortgaged_property_half(name: str) -> None:
    unit = FIGURES[name].unit
    game = timed(name, cash={0: 10 * unit}, owners={5: 0, 12: 0, 1: 0, 3: 0}, mortgages=[5], levels={1: 1})
    worth = 10 + 100 + 150 + 120 + 50  # cash, half of 200, a utility, two lots, a house
    assert game.wealth(0) == worth * unit
    with_card = timed(name, cash={0: 10 * unit}, held={KEPT_A[name]: 0})
    assert with_card.wealth(0) == 10 * unit


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-48")
def test_equal_wealth_wins_together(name: str) -> None:
    unit = FIGURES[name].unit
    game = timed(name, 4, at={0: 13}, cash={0: 300 * unit, 1: 100 * unit, 2: 0, 3: 295 * unit}, owners={5: 1})
    game.rolls(3, 4)
    game.time_up()
    told = game.ends_turn()
    assert [won.seat for won in told.of(GameWon)] == [0, 1]  # 300, 100 and a transport at 200, 0, 295
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winners == [0, 1]
    assert outcome.ranking == [0, 1, 3, 2]
    assert outcome.wealth == [300 * unit, 300 * unit, 0, 295 * unit]


@editions()
@pytest.mark.proves("DP-41", "SRV-65", "EXP-91", "EUR-105", "CLA-111", "CAS-52")
def test_only_in_the_server_edition_the_winner_acknowledges_the_result(name: str) -> None:
    game = table(name, 2)
    game.does(1, Concede())
    assert game.is_over
    if name != SRV:
        assert game.must == []
        assert offered(game, 0) == []
        assert game.refusal(0, Acknowledge()) == "WRONG_MOMENT"
        return
    assert game.must == [0]
    assert offered(game, 0) == ["Acknowledge"]
    assert offered(game, 1) == []
    assert game.refusal(1, Acknowledge()) == "WRONG_MOMENT"
    assert game.refusal(0, Roll()) == "GAME_IS_OVER"
    assert game.does(0, Acknowledge()).one(PrizeSeen).seat == 0
    assert game.must == []
    assert game.refusal(0, Acknowledge()) == "WRONG_MOMENT"


# The Bank: AMB-51.


@editions()
@pytest.mark.proves("AMB-51", "AMB-61", "EUR-16", "CLA-17", "CAS-06", "SRV-40")
def test_the_bank_never_runs_dry(name: str) -> None:
    """More start pay than all the notes of any box: twenty times a hundred million, to players who had nothing."""
    game = table(name, 2, cash={0: 0, 1: 0}, options={"start.salary": 100_000_000})
    for _ in range(10):
        for seat in (0, 1):
            assert game.must == [seat]
            game.state.at[seat] = 29
            game.script(cards=[TO_START[name]])
            game.rolls(3, 4)
            assert game.does(seat, FollowCard()).one(Collected).amount == 100_000_000
            game.does(seat, EndTurn())
    assert [game.cash(0), game.cash(1)] == [10**9, 10**9]


@editions()
@pytest.mark.proves("AMB-51")
def test_no_seat_has_the_powers_of_a_banker(name: str) -> None:
    game = table(name, 4, at={0: 1})
    assert [offered(game, seat) for seat in (1, 2)] == [offered(game, 3)] * 2
    game.rolls(2, 3)
    game.does(0, RefuseDeed())
    if asked(game) == "auction":  # the program is the auctioneer: the auction is open at once
        assert set(game.must) >= {1, 2, 3}


# Who sees whose money: AMB-52.


@editions()
@pytest.mark.proves("AMB-52", "AMB-79", "EXP-35", "CLA-28", "SRV-12")
def test_cash_deeds_mortgages_and_buildings_are_public(name: str) -> None:
    game = table(name, cash=[100, 200, 300], owners={1: 0, 3: 0, 5: 1}, levels={1: 1, 3: 1}, mortgages=[5])
    for viewer in (0, 1, 2, None):
        view = game.view(viewer)
        assert [seat.cash for seat in view.seats] == [100, 200, 300]
        assert [(deed.owner, deed.level) for deed in view.deeds[:2]] == [(0, 1), (0, 1)]
        assert (view.deeds[2].owner, view.deeds[2].mortgaged) == (1, True)
        assert view.deeds[3].owner is None


@editions(EXP, EUR, CLA, CAS)
@pytest.mark.proves("AMB-52")
def test_private_cash_is_a_switch_off_by_default(name: str) -> None:
    assert load(name).rules.table.private_cash is False
    game = table(name, cash=[100, 200, 4100], owners={5: 1}, options={"table.private_cash": True})
    assert [seat.cash for seat in game.view(1).seats] == [None, 200, None]
    assert [seat.cash for seat in game.view(None).seats] == [None, None, None]
    assert game.view(0).deeds[2].owner == 1  # everything else stays public
    assert b"4100" not in msgspec.json.encode(game.view(1).seats)


@pytest.mark.proves("AMB-52")
def test_private_cash_is_not_offered_in_the_server_edition() -> None:
    with pytest.raises(EditionError, match="private_cash"):
        load(SRV, options={"table.private_cash": True})


@editions()
@pytest.mark.proves("DP-01", "AMB-46", "EXP-92", "CLA-126")
def test_no_clock_ends_a_game_that_has_none(name: str) -> None:
    game = table(name)
    assert game.refusal(-1, TimeUp()) == "WRONG_MOMENT"
