"""Jail in all five editions: the choices of a prisoner, which turns count, what follows a way out."""

import pytest

from magnate.actions import (
    AcceptDeal,
    BuyDeed,
    DeclareBankruptcy,
    EndTurn,
    Mortgage,
    PayFine,
    ProposeDeal,
    Roll,
    UseCard,
    Wait,
)
from magnate.events import (
    CardUsed,
    Collected,
    DebtOwed,
    Jailed,
    Moved,
    PaidBank,
    Released,
    Rested,
    Rolled,
    Stayed,
    TurnBegan,
    WentBankrupt,
)
from magnate.testing import EventList
from rules.kit import (
    CAS,
    CLA,
    CLAIMING,
    EUR,
    EXP,
    FIGURES,
    KEPT_A,
    KEPT_B,
    SRV,
    asked,
    book,
    editions,
    offered,
    table,
)

# What a prisoner is offered at the start of a turn, besides what everybody is.
WAYS = {
    EXP: ["Roll", "PayFine", "UseCard"],
    SRV: ["PayFine", "UseCard", "Wait"],
    EUR: ["Roll", "UseCard"],
    CLA: ["Roll", "PayFine", "UseCard"],
    CAS: ["PayFine", "UseCard", "Wait"],
}


def ways(name: str, *missing: str) -> list[str]:
    rest = ["ClaimRent"] if name in CLAIMING else []
    return [way for way in WAYS[name] if way not in missing] + rest + ["ProposeDeal", "Concede"]


@editions()
@pytest.mark.parametrize("spent", [0, 1])
@pytest.mark.proves("DP-07", "AMB-90", "AMB-69", "AMB-121")
def test_a_prisoner_is_offered_the_ways_out_of_the_book(name: str, spent: int) -> None:
    game = table(name, jail={0: spent}, held={KEPT_A[name]: 0})
    assert game.must == [0]
    assert offered(game, 0) == ways(name)
    for action in (Roll(), PayFine(), Wait()):
        if type(action).__name__ not in WAYS[name]:
            assert game.refusal(0, action) == "WRONG_MOMENT"
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"


@editions()
@pytest.mark.proves("DP-07")
def test_a_prisoner_without_a_card_is_not_offered_one(name: str) -> None:
    game = table(name, jail={0: 0}, held={KEPT_A[name]: 1})
    card = UseCard(game.kept(KEPT_A[name]))
    assert offered(game, 0) == ways(name, "UseCard")
    assert game.refusal(0, card) == "NO_CARD"
    assert game.refusal(1, card) == "NOT_ASKED"
    assert not table(name, held={KEPT_A[name]: 0}).can(0, card)  # nor outside jail
    assert table(name, turn=1, jail={0: 0}, held={KEPT_A[name]: 0}).refusal(0, card) == "NOT_ASKED"


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("DP-07", "EXP-59", "SRV-46", "CLA-60", "CAS-29")
def test_the_fine_is_offered_to_whoever_has_it_in_cash(name: str) -> None:
    fine, note = FIGURES[name].fine, FIGURES[name].note
    game = table(name, cash={0: fine}, jail={0: 0})
    assert "PayFine" in offered(game, 0)
    told = game.does(0, PayFine())
    assert told.one(PaidBank).amount == fine
    assert told.one(PaidBank).why == "fine"
    assert game.cash(0) == 0
    game = table(name, cash={0: fine - note}, jail={0: 0})
    assert offered(game, 0) == ways(name, "PayFine", "UseCard")
    game = table(name, cash={0: fine - note}, jail={0: 0}, owners={1: 0})
    assert game.refusal(0, PayFine()) == "NOT_ENOUGH_CASH"
    game.does(0, Mortgage(game.deed(1)), PayFine())  # the money may be raised first
    assert game.cash(0) == 30 * FIGURES[name].unit - note


@editions()
@pytest.mark.proves("DP-07", "DP-39", "EXP-61", "SRV-47", "CLA-50", "CLA-61")
def test_a_prisoner_may_buy_a_card_and_leave_with_it(name: str) -> None:
    unit = FIGURES[name].unit * 50 // 50 * 50
    game = table(name, jail={0: 0}, held={KEPT_A[name]: 1})
    card = game.kept(KEPT_A[name])
    before = [game.cash(0), game.cash(1)]
    game.does(0, ProposeDeal(cash={0: -unit, 1: unit}, cards={card: 0}))
    assert game.must == [1]
    game.does(1, AcceptDeal(0, 1))
    assert [game.cash(0), game.cash(1)] == [before[0] - unit, before[1] + unit]
    assert "UseCard" in offered(game, 0)
    told = game.does(0, UseCard(card))
    assert told.one(CardUsed).card == card
    assert told.one(Released).seat == 0
    assert not game.holds(0, KEPT_A[name])


@book(
    "",
    (EXP, "EXP-61 AMB-11 AMB-55 DP-07"),
    (SRV, "SRV-47 AMB-11 DP-07"),
    (EUR, "AMB-11 DP-07"),
    (CLA, "CLA-62 AMB-11 DP-07"),
    (CAS, "CAS-31 AMB-11 DP-07"),
)
@pytest.mark.parametrize("deck", [KEPT_A, KEPT_B])
def test_after_using_a_card_the_player_rolls_a_normal_turn_at_once(name: str, deck: dict[str, str]) -> None:
    game = table(name, jail={0: 0}, held={deck[name]: 0})
    purse = game.cash(0)
    told = game.does(0, UseCard(game.kept(deck[name])))
    told.one(CardUsed, seat=0, card=game.kept(deck[name]))
    told.one(Released, seat=0)
    assert not game.holds(0, deck[name])
    assert game.cash(0) == purse
    assert game.must == [0]
    assert offered(game, 0)[0] == "Roll"
    assert game.refusal(0, EndTurn()) == "WRONG_MOMENT"
    game.rolls(5, 5)  # 20: a double counts as usual
    assert game.space(0) == 20
    assert game.view().doubles == 1
    assert offered(game, 0)[0] == "Roll"


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.parametrize("spent", [0, 1])
@pytest.mark.proves("AMB-11", "AMB-53", "AMB-68", "AMB-104", "AMB-120", "DP-07", "EXP-27", "SRV-20", "CLA-24")
def test_after_paying_the_player_rolls_a_normal_turn_at_once(name: str, spent: int) -> None:
    game = table(name, jail={0: spent}, owners={28: 0})
    told = game.does(0, PayFine())
    assert told.one(Released).seat == 0
    assert game.refusal(0, PayFine()) == "WRONG_MOMENT"
    game.rolls(5, 5)
    assert (game.space(0), game.view().doubles) == (20, 1)
    assert game.can(0, Roll())
    game.rolls(4, 4)
    assert not game.in_jail(0)
    game.script(seats=[1] if name == SRV else [])
    game.rolls(1, 1).one(Jailed, seat=0)  # the third


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("AMB-11", "EXP-59", "SRV-46", "CLA-60", "CLA-62")
def test_a_prisoner_pays_before_rolling_only_and_on_no_other_turn(name: str) -> None:
    game = table(name, jail={0: 0, 1: 0}, turn=0)
    assert game.refusal(1, PayFine()) == "WRONG_MOMENT"
    if name in (EXP, CLA):
        game = table(name, jail={0: 0}, held={KEPT_A[name]: 0})
        game.rolls(1, 2)
        assert game.refusal(0, PayFine()) == "WRONG_MOMENT"
        assert not game.can(0, UseCard(game.kept(KEPT_A[name])))


@book(
    "",
    (EXP, "EXP-54 EXP-57 AMB-06"),
    (SRV, "SRV-41 SRV-44 AMB-06"),
    (EUR, "EUR-56 EUR-59"),
    (CLA, "CLA-23 CLA-52 CLA-56 CLA-59"),
    (CAS, "CAS-09 CAS-26 CAS-27 AMB-117"),
)
@pytest.mark.parametrize("dice", [(3, 4), (2, 2)])
@pytest.mark.proves("AMB-10", "AMB-11", "AMB-14")
def test_the_square_sends_to_jail_and_ends_the_turn_even_after_a_double(name: str, dice: tuple[int, int]) -> None:
    game = table(name, at={0: 30 - sum(dice)}, held={KEPT_A[name]: 0}, next_seats=[1])
    purse = game.cash(0)
    told = game.rolls(*dice)
    told.one(Moved, seat=0, space=30)
    told.one(Jailed, seat=0)
    told.one(TurnBegan, seat=1)
    assert told.none(Collected)
    assert (game.space(0), game.in_jail(0), game.cash(0)) == (10, True, purse)
    assert game.must == [1]
    for action in (Roll(), PayFine(), Wait(), EndTurn(), UseCard(game.kept(KEPT_A[name]))):
        assert not game.can(0, action)
    assert game.view().seats[0].jail_turns == 0  # the turn of arrival is not counted


@book(
    "card_a, card_b",
    (EXP, "EXP-55 EXP-57 AMB-14", "I14", "P6"),
    (SRV, "SRV-42 SRV-44 AMB-06 AMB-14", "I14", "P6"),
    (EUR, "EUR-57 AMB-14", "S11", "B6"),
    (CLA, "CLA-52 CLA-57 CLA-59 AMB-14", "CA13", "AC12"),
    (CAS, "CAS-26 CAS-27 AMB-14 AMB-117", "S9", "B16"),
)
def test_a_card_sends_to_jail_without_start_pay(name: str, card_a: str, card_b: str) -> None:
    for card, space in ((card_a, 7), (card_a, 36), (card_b, 17), (card_b, 33)):
        game = table(name, at={0: space - 3}, next_seats=[1])
        purse = game.cash(0)
        told = game.draws(card, 1, 2)
        told.one(Jailed, seat=0)
        assert told.of(Moved, seat=0)[-1].space == space  # sent, not moved
        assert told.none(Collected)
        assert (game.space(0), game.in_jail(0), game.cash(0)) == (10, True, purse)
        assert game.must == [1]


@book("", (EXP, "EXP-58"), (SRV, "SRV-45"), (EUR, "EUR-65"), (CLA, "CLA-66"), (CAS, "CAS-28"))
def test_landing_on_the_jail_square_is_just_visiting(name: str) -> None:
    game = table(name, 2, at={0: 7, 1: 10}, held={KEPT_A[name]: 0})
    purse = game.cash(0)
    game.rolls(1, 2).one(Rested, seat=0, space=10)
    assert not game.in_jail(0)
    game.ends_turn()
    game.rolls(4, 6)
    game.ends_turn()
    for action in (PayFine(), Wait()):
        assert game.refusal(0, action) == "WRONG_MOMENT"
    assert not game.can(0, UseCard(game.kept(KEPT_A[name])))
    game.rolls(4, 6).one(Moved, seat=0, origin=10, space=20)
    assert game.cash(0) == purse


@editions(EXP, EUR, CLA)
@pytest.mark.parametrize("spent", [0, 1])
@pytest.mark.proves("AMB-10")
def test_the_first_two_failed_rolls_only_pass_the_turn(name: str, spent: int) -> None:
    game = table(name, jail={0: spent})
    told = game.rolls(1, 2)
    assert told.one(Stayed).turns == spent + 1
    assert told.none(Moved)
    assert game.in_jail(0)
    assert game.must == [0]
    assert offered(game, 0)[0] == "EndTurn"
    game.ends_turn()
    assert game.must == [1]


@editions(EXP, EUR, CLA)
@pytest.mark.parametrize(("seat", "other"), [(0, 1), (1, 0)])
@pytest.mark.proves("AMB-09", "AMB-10", "DP-08", "EXP-62", "EUR-64", "CLA-64")
def test_after_the_third_failed_roll_the_prisoner_pays_and_moves_by_it(name: str, seat: int, other: int) -> None:
    fine = FIGURES[name].fine
    game = table(name, turn=seat, jail={seat: 2}, cash={seat: fine})
    told = game.rolls(4, 6)
    told.one(Stayed, seat=seat, turns=3)
    assert told.none(Moved)
    assert asked(game) == "fine"
    assert game.must == [seat]
    assert offered(game, seat) == ["PayFine"]
    assert not game.can(seat, EndTurn())
    assert game.refusal(other, PayFine()) == "WRONG_MOMENT"
    told = game.does(seat, PayFine())
    told.one(PaidBank, seat=seat, amount=fine, why="fine")
    told.one(Released, seat=seat)
    told.one(Moved, seat=seat, origin=10, space=20)
    assert game.cash(seat) == 0
    assert game.refusal(seat, Roll()) == "WRONG_MOMENT"
    game.ends_turn()


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-10", "EXP-62", "EUR-63", "EUR-64", "CLA-64")
def test_three_own_turns_allow_three_rolls_and_the_turn_of_arrival_does_not_count(name: str) -> None:
    game = table(name, 2, at={0: 23, 1: 10})
    game.rolls(3, 4)  # sent to jail
    for turn in (1, 2, 3):
        game.state.at[1] = 10
        game.rolls(4, 6)
        game.ends_turn()
        game.rolls(1, 3).one(Stayed, seat=0, turns=turn)
        if turn < 3:
            game.ends_turn()
    game.does(0, PayFine())  # moved by the last roll to a lot for sale
    assert game.can(0, BuyDeed())


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-09", "DP-24", "EUR-64", "EUR-98", "CLA-64", "CLA-99", "CLA-100")
def test_whoever_cannot_raise_the_forced_fine_is_bankrupt_to_the_bank(name: str) -> None:
    game = table(name, jail={0: 2}, cash={0: FIGURES[name].fine - FIGURES[name].note})
    game.rolls(4, 6)
    game.does(0, PayFine())
    told = game.does(0, DeclareBankruptcy())
    told.one(WentBankrupt, seat=0, other=None, amount=FIGURES[name].fine)
    told.one(TurnBegan, seat=1)
    assert told.none(Moved)


@editions(EXP, EUR, CLA)
@pytest.mark.proves("DP-08", "AMB-89")
def test_only_the_lucky_card_stands_for_the_forced_fine(name: str) -> None:
    game = table(name, jail={0: 2}, held={KEPT_A[name]: 0})
    purse = game.cash(0)
    game.rolls(4, 6)
    card = UseCard(game.kept(KEPT_A[name]))
    if name != EUR:
        assert offered(game, 0) == ["PayFine"]
        assert game.refusal(0, card) == "WRONG_MOMENT"
        return
    assert offered(game, 0) == ["PayFine", "UseCard"]
    told = game.does(0, card)
    assert told.one(Moved).space == 20
    assert game.cash(0) == purse
    assert not game.in_jail(0)


@editions(EXP, EUR, CLA)
@pytest.mark.proves("AMB-09", "DP-08", "DP-19")
def test_a_prisoner_short_of_the_forced_fine_raises_it_first(name: str) -> None:
    fine, note, unit = FIGURES[name].fine, FIGURES[name].note, FIGURES[name].unit
    game = table(name, jail={0: 2}, cash={0: fine - note}, owners={1: 0})
    game.rolls(4, 6)
    told = game.does(0, PayFine())
    owed = told.one(DebtOwed)
    assert (owed.seat, owed.other, owed.amount, owed.why) == (0, None, fine, "fine")
    assert game.in_jail(0)
    assert told.none(Moved)
    assert game.refusal(0, DeclareBankruptcy()) == "CAN_STILL_PAY"
    told = game.does(0, Mortgage(game.deed(1)))  # 30 of the unit: enough everywhere
    assert told.one(PaidBank).amount == fine
    assert game.cash(0) == 30 * unit - note
    assert told.one(Moved).space == 20


@book("stay", (SRV, "SRV-48 AMB-68 AMB-69 DP-07 DP-08", 2), (CAS, "CAS-30 AMB-120 AMB-121 DP-07 DP-08", 3))
def test_where_prisoners_wait_their_own_turns_count_and_the_next_is_free(name: str, stay: int) -> None:
    game = table(name, jail={0: 0}, cash={0: 0}, at={1: 10, 2: 10}, next_seats=[1, 2, 0] * stay)
    told = EventList()
    for spent in range(1, stay + 1):
        assert offered(game, 0) == ways(name, "PayFine", "UseCard")
        told = game.does(0, Wait())
        told.one(Stayed, seat=0, turns=spent)
        assert told.none(Rolled)
        for seat in (1, 2):
            assert (game.in_jail(0), game.view().seats[0].jail_turns) == (True, spent)
            game.state.at[seat] = 10
            game.rolls(4, 6)
            told = game.ends_turn()
    told.one(Released, seat=0)
    assert game.cash(0) == 0
    for action in (PayFine(), Wait(), EndTurn()):
        assert game.refusal(0, action) == "WRONG_MOMENT"
    game.rolls(4, 6).one(Moved, seat=0, origin=10, space=20)


@editions(SRV, CAS)
@pytest.mark.proves("SRV-48", "DP-07")
def test_only_the_prisoner_on_turn_waits(name: str) -> None:
    assert table(name).refusal(0, Wait()) == "WRONG_MOMENT"
    assert table(name, jail={1: 0}).refusal(1, Wait()) == "WRONG_MOMENT"


@book(
    "paid, by_card, waited, visited, sent",
    (SRV, "SRV-41 SRV-46 SRV-47 SRV-48", "SRV-46", "SRV-47", "SRV-48", None, "SRV-41"),
    (CAS, "CAS-28 CAS-29 CAS-30 CAS-31 AMB-117", "CAS-29", "CAS-31", "CAS-30", "CAS-28", "AMB-117"),
)
def test_what_befalls_a_prisoner_cites_its_clause(
    name: str, paid: str, by_card: str, waited: str, visited: str | None, sent: str
) -> None:
    stay = {SRV: 2, CAS: 3}[name]
    table(name, jail={0: 0}).does(0, PayFine()).one(PaidBank, why="fine", clause=paid)
    game = table(name, jail={0: 0}, held={KEPT_A[name]: 0})
    game.does(0, UseCard(game.kept(KEPT_A[name]))).one(Released, clause=by_card)
    game = table(name, 2, jail={0: stay - 1}, at={1: 10})
    game.does(0, Wait()).one(Stayed, turns=stay)
    game.rolls(4, 6)
    game.ends_turn().one(Released, clause=waited)
    told = table(name, at={0: 7}).rolls(1, 2)
    assert visited in (None, told.one(Rested).clause)
    table(name, 2, at={0: 27}).rolls(1, 2).one(Jailed, clause=sent)


@editions(EXP, EUR, CLA)
@pytest.mark.parametrize("spent", [0, 2])
@pytest.mark.proves("AMB-08", "DP-06", "EXP-60", "EUR-61", "CLA-63")
def test_a_double_frees_and_moves_and_is_used_up_by_it(name: str, spent: int) -> None:
    game = table(name, jail={0: spent})
    purse = game.cash(0)
    told = game.rolls(5, 5)
    assert told.one(Released).seat == 0
    assert told.one(Moved).space == 20
    assert game.cash(0) == purse
    assert game.view().doubles == 0
    assert game.refusal(0, Roll()) == "WRONG_MOMENT"
    game.ends_turn()
    assert game.must == [1]
    game = table(name, jail={0: spent})
    game.rolls(3, 3)
    game.does(0, BuyDeed(), EndTurn())  # the space reached is borne
    assert game.owner(16) == 0
