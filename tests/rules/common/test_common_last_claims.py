"""Rents that nobody has asked for yet when their debtor leaves or time is up; time that is up between two turns."""

import pytest

from magnate.actions import (
    AcceptDeal,
    AskBuildings,
    Bid,
    Build,
    ClaimRent,
    Concede,
    DeclareBankruptcy,
    EndTurn,
    LiftMortgage,
    Mortgage,
    Pass,
    PayFine,
    ProposeDeal,
    Roll,
    SellBuildings,
    TimeUp,
    UseCard,
    Wait,
)
from magnate.events import (
    AuctionWon,
    CreditorPaid,
    DealWithdrawn,
    DebtOwed,
    GameWon,
    NothingDue,
    PaidPlayer,
    RentClaimed,
    RentLapsed,
    TimeCalled,
    TurnBegan,
    WealthCounted,
)
from magnate.game import Game
from magnate.record import replay
from magnate.testing import EventList, Position
from rules.kit import CLA, CLAIMING, EUR, EXP, FIGURES, KEPT_A, editions, offered, table

TIMED = {EXP: "timed", EUR: "time-limit", CLA: "timed"}
MORTGAGED_TRANSPORT = 100  # half of 200


def visited(name: str, seats: int = 3, **position: object) -> Position:
    """A timed game in which seat 0 has stopped at the transport of seat 1, who may ask 25 for it."""
    given = {"owners": {5: 1}, "at": {0: 0, 1: 10, 2: 10}} | position
    game = table(name, seats, variant=TIMED[name], **given)
    game.rolls(2, 3)
    return game


def units(name: str, game: Position) -> list[float]:
    """Everybody's cash, in what one is worth on this board."""
    return [game.cash(seat) / FIGURES[name].unit for seat in range(game.seats)]


def counted(told: EventList) -> list[int]:
    """The seats whose wealth was counted."""
    return [event.seat for event in told.of(WealthCounted)]


# The debtor leaves: AMB-135, AMB-138.


@editions(*CLAIMING)
@pytest.mark.proves("AMB-135", "EXP-88", "EUR-99", "CLA-100")
def test_who_pays_a_rent_asked_for_after_a_bankruptcy_over_a_tax(name: str) -> None:
    game = table(name, owners={35: 2}, at={0: 31}, cash={0: 0, 2: 0})
    game.rolls(2, 2)
    game.rolls(1, 2).one(DebtOwed, seat=0, other=None)
    assert not game.can(2, ClaimRent())
    game.does(0, DeclareBankruptcy())
    told = game.claims(2)
    if name == EXP:
        told.one(CreditorPaid, seat=2, other=0, amount=2_500, clause="EXP-88")
        assert game.cash(2) == 2_500
    else:
        told.one(NothingDue, seat=2)
        assert game.cash(2) == 0


@editions(*CLAIMING)
@pytest.mark.proves("AMB-135", "AMB-40", "EUR-102", "CLA-103")
def test_who_pays_a_rent_asked_for_after_a_bankruptcy_towards_another_owner(name: str) -> None:
    unit = FIGURES[name].unit
    game = table(name, 4, owners={5: 2, 12: 1}, at={0: 1}, cash={0: 10 * unit, 1: 0, 2: 0})
    game.rolls(2, 2)  # the transport
    game.rolls(3, 4)  # the utility
    debt = game.claims(1).one(DebtOwed, seat=0, other=1).amount
    told = game.does(0, DeclareBankruptcy())
    told += game.claims(2)
    if name == EXP:
        assert [(paid.seat, paid.amount) for paid in told.of(CreditorPaid)] == [(1, debt), (2, 2_500)]
        assert [game.cash(seat) for seat in (1, 2)] == [debt, 2_500]
    else:
        assert units(name, game)[1:3] == [10, 0]  # everything went to the one creditor


@editions(*CLAIMING)
@pytest.mark.proves("AMB-138", "EXP-97", "EUR-39", "CLA-36")
def test_a_debtor_who_concedes_at_once_costs_the_owner_nothing(name: str) -> None:
    game = table(name, owners={5: 2}, at={0: 0, 1: 10}, cash={0: 0, 2: 0})
    game.rolls(2, 3)
    game.does(0, Concede()).one(TurnBegan, seat=1)
    late = game.copy()
    told = game.claims(2)
    told.one(RentClaimed, owner=2, debtor=0)
    told.one(CreditorPaid, seat=2, other=0, clause="EXP-88" if name == EXP else "AMB-138")
    assert units(name, game)[2] == 25
    late.play(1, Roll())
    assert [type(event) for event in late.play(2, ClaimRent())] == [NothingDue]


# Time is up between turns: AMB-136.


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-136", "EXP-92", "EUR-106", "CLA-126")
def test_time_up_between_two_turns_ends_the_game_at_once(name: str) -> None:
    game = visited(name)
    game.claims(1)
    game.ends_turn().one(TurnBegan, seat=1)
    told = EventList(game.time_up())
    told.one(TimeCalled)
    assert counted(told) == [0, 1, 2]
    assert told.of(GameWon)
    assert game.is_over
    assert game.must == []
    assert game.refusal(1, Roll()) == "GAME_IS_OVER"


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-136", "AMB-46")
def test_a_turn_is_in_progress_once_its_player_has_rolled(name: str) -> None:
    game = table(name, variant=TIMED[name], at={0: 10})
    before, after = game.copy(), game
    before.time_up()
    assert before.is_over
    after.rolls(4, 6)
    after.time_up()
    assert after.must == [0]
    assert counted(after.ends_turn()) == [0, 1, 2]


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-136", "AMB-17")
def test_time_up_ends_the_game_at_the_moments_when_everybody_may_build(name: str) -> None:
    game = table(name, variant=TIMED[name], at={0: 10}, owners={1: 1, 3: 1}, cash=[90_000] * 3)
    build = Build(game.group(1), [1, 1])
    before = game.copy()
    assert game.can(1, build)
    before.time_up()
    assert before.is_over
    game.rolls(4, 6)
    assert not game.can(1, build)
    game.time_up()
    assert not game.is_over


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-136")
def test_a_prisoner_who_has_not_rolled_is_not_playing_either(name: str) -> None:
    game = table(name, variant=TIMED[name], jail={0: 0})
    game.time_up()
    assert game.is_over


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-136")
def test_between_turns_an_offer_is_void_when_time_is_up(name: str) -> None:
    game = table(name, variant=TIMED[name], owners={5: 0, 15: 1})
    game.does(2, ProposeDeal(cash={2: -100, 0: 100}, deeds={game.deed(5): 2}))
    told = EventList(game.time_up())
    told.one(DealWithdrawn)
    assert game.is_over
    assert game.refusal(0, AcceptDeal(2, 1)) == "GAME_IS_OVER"
    assert game.owner(5) == 0


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-136", "AMB-46")
def test_a_debt_between_turns_is_still_settled(name: str) -> None:
    unit = FIGURES[name].unit
    game = visited(name, cash={0: 0, 1: 0}, owners={5: 1, 15: 0})
    game.ends_turn()
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=25 * unit)
    game.time_up()
    assert game.must == [0]
    told = game.does(0, Mortgage(game.deed(15)))
    told.one(PaidPlayer, seat=0, other=1, amount=25 * unit)
    told.one(WealthCounted, seat=0, amount=(MORTGAGED_TRANSPORT - 25 + MORTGAGED_TRANSPORT) * unit)
    assert game.is_over


@editions(EXP, CLA)
@pytest.mark.proves("AMB-136", "AMB-46")
def test_an_auction_between_turns_is_still_held(name: str) -> None:
    unit = FIGURES[name].unit
    game = visited(name, 4, owners={5: 1, 15: 3}, cash=[300 * unit] * 4)
    game.claims(1)
    game.ends_turn()
    game.does(3, Concede())
    game.time_up()
    assert game.must == [0, 1, 2]
    game.does(2, Bid(100 * unit))
    game.does(0, Pass())
    told = game.does(1, Pass())
    told.one(AuctionWon, seat=2)
    told.one(WealthCounted, seat=2, amount=(300 - 100 + 200) * unit)
    assert game.is_over


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-136", "AMB-36")
def test_an_order_for_buildings_between_turns_is_still_filled(name: str) -> None:
    owners = {1: 1, 3: 1, 6: 2, 8: 2, 9: 2}
    game = table(name, variant=TIMED[name], owners=owners, houses=2, cash=[90_000] * 3)
    game.does(1, Build(game.group(1), [1, 1]))
    assert game.must == [2]  # who could want what is left
    game.time_up()
    told = game.does(2, AskBuildings(0))
    assert [game.level(1), game.level(3)] == [1, 1]
    assert counted(told) == [0, 1, 2]


# Rents not yet asked for when time is up: AMB-137.


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-137", "EXP-97", "EUR-39", "CLA-36")
def test_the_debtor_cannot_end_the_owners_time_to_ask_by_ending_the_last_turn(name: str) -> None:
    game = visited(name, cash={0: 1000 * FIGURES[name].unit, 1: 0, 2: 0})
    game.time_up()
    told = game.ends_turn()
    assert told.none(WealthCounted)
    assert told.none(TurnBegan)
    assert not game.is_over
    told = game.claims(1)
    told.one(PaidPlayer, seat=0, other=1, amount=25 * FIGURES[name].unit)
    assert counted(told) == [0, 1, 2]  # nothing else is due: the game is over
    assert game.is_over


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-137", "AMB-47")
def test_the_next_player_hands_the_dice_back_and_what_was_not_asked_for_is_lost(name: str) -> None:
    game = visited(name, owners={5: 2}, jail={1: 0}, held={KEPT_A[name]: 1})
    game.time_up()
    game.ends_turn()
    assert game.must == [1]
    assert game.default_action(1) == EndTurn()
    for action in (Roll(), PayFine(), UseCard(game.kept(KEPT_A[name])), Wait()):
        assert not game.can(1, action)
    told = game.does(1, EndTurn())
    told.one(RentLapsed, owner=2, debtor=0)
    assert counted(told) == [0, 1, 2]
    assert game.is_over


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-137")
def test_while_the_last_rents_may_be_claimed_nobody_does_anything_else(name: str) -> None:
    owners = {5: 2, 1: 1, 3: 1, 12: 1, 15: 0, 25: 2}
    game = visited(name, owners=owners, levels={1: 1}, mortgages=[12], cash=[90_000] * 3)
    game.time_up()
    game.ends_turn()
    assert [offered(game, seat) for seat in range(3)] == [
        ["ClaimRent", "Concede"],
        ["EndTurn", "ClaimRent", "Concede"],
        ["ClaimRent", "Concede"],
    ]
    group = game.group(1)
    for seat, action in [
        (1, Build(group, [1, 1])),
        (1, SellBuildings(group, [0, 0])),
        (1, LiftMortgage(game.deed(12))),
        (0, Mortgage(game.deed(15))),
        (2, ProposeDeal(cash={2: -100, 0: 100}, deeds={game.deed(15): 2})),
    ]:
        assert game.refusal(seat, action) == "WRONG_MOMENT"


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-137", "AMB-136")
def test_time_up_between_turns_leaves_the_owner_the_time_to_ask(name: str) -> None:
    game = visited(name, owners={5: 2})
    game.ends_turn()
    assert EventList(game.time_up()).none(WealthCounted)
    assert game.must == [1]
    assert game.refusal(1, Roll()) == "WRONG_MOMENT"
    unclaimed = game.copy()
    assert game.claims(2).of(PaidPlayer)
    assert game.is_over
    unclaimed.play(1, EndTurn())
    assert unclaimed.is_over


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-137", "AMB-46")
def test_a_rent_asked_for_at_the_end_is_raised_first(name: str) -> None:
    game = visited(name, cash={0: 0, 1: 0}, owners={5: 1, 15: 0})
    game.time_up()
    game.ends_turn()
    game.claims(1).one(DebtOwed, seat=0, other=1)
    assert game.must == [0]
    told = game.does(0, Mortgage(game.deed(15)))
    assert told.of(PaidPlayer)
    assert counted(told) == [0, 1, 2]


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-137", "AMB-25")
def test_every_rent_of_the_last_turn_may_be_asked_for(name: str) -> None:
    game = table(name, variant=TIMED[name], owners={5: 1, 12: 2}, at={0: 1})
    game.rolls(2, 2)
    game.time_up()
    game.rolls(3, 4)
    game.ends_turn()
    assert game.claims(2).one(PaidPlayer).other == 2
    assert not game.is_over
    assert game.claims(1).one(PaidPlayer).other == 1
    assert game.is_over


@pytest.mark.proves("AMB-137", "AMB-135", "EXP-88")
def test_the_bank_pays_for_a_bankrupt_of_the_last_turn_before_the_count() -> None:
    game = table(EXP, variant="timed", owners={35: 2}, at={0: 31}, cash={0: 0})
    game.rolls(2, 2)
    game.rolls(1, 2)
    game.time_up()
    assert game.does(0, DeclareBankruptcy()).none(WealthCounted)
    told = game.claims(2)
    told.one(CreditorPaid, seat=2, amount=2_500)
    assert counted(told) == [1, 2]


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-137")
def test_whoever_leaves_then_passes_the_dice_on(name: str) -> None:
    game = visited(name, 4, owners={5: 2})
    game.time_up()
    game.ends_turn()
    game.does(1, Concede())
    assert game.must == [2]
    assert counted(game.does(2, EndTurn())) == [0, 2, 3]


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-137")
def test_an_agreed_number_of_turns_leaves_the_owner_the_same_time(name: str) -> None:
    game = table(name, options={"ending.turns": 1}, owners={5: 1}, at={0: 0})
    game.rolls(2, 3)
    game.ends_turn()
    assert not game.is_over
    assert game.claims(1).of(PaidPlayer)
    assert game.is_over


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-137", "AMB-27")
def test_where_rent_is_paid_by_itself_the_last_turn_ends_the_game(name: str) -> None:
    game = table(name, variant=TIMED[name], options={"rent.collect": "automatic"}, owners={5: 1}, at={0: 0})
    game.rolls(2, 3)
    game.time_up()
    assert counted(game.ends_turn()) == [0, 1, 2]


# Games kept by 0.1.0.


@editions(EXP, EUR, CLA)
def test_a_game_kept_by_the_first_version_is_played_on_as_it_was(name: str) -> None:
    """There the clock granted a turn to whoever had not rolled, and its end was the end of the game."""
    game = Game(name, seats=2, seed=4, variant=TIMED[name])
    while game.state.turns < 2:
        game.play(game.must[0], game.default_action(game.must[0]))
    game.play(-1, TimeUp())
    turns = game.state.turns
    assert game.must == [game.state.turn]
    while not game.is_over:
        game.play(game.must[0], game.default_action(game.must[0]))
    assert game.state.turns == turns
    text = game.record(reveal=True)
    assert " - TimeUp #" in text  # as 0.1.0 wrote it
    assert replay(Game, text, None).outcome() == game.outcome()
