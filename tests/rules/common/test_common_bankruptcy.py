"""Bankruptcy in all five editions: several creditors, the estate, the cards, whose turn follows, the end."""

from pathlib import Path

import pytest

from magnate.actions import (
    Bid,
    Concede,
    DeclareBankruptcy,
    EndTurn,
    FollowCard,
    Pass,
    PayTax,
    RequestAuction,
    Roll,
    WaiveAuction,
)
from magnate.events import (
    AuctionFailed,
    AuctionOpened,
    AuctionRequested,
    AuctionWon,
    BuildingsReturned,
    BuildingsSold,
    CardMoved,
    CashSurrendered,
    CreditorPaid,
    DebtOwed,
    DeedMoved,
    GameWon,
    PaidBank,
    PaidPlayer,
    TurnBegan,
    WentBankrupt,
)
from magnate.testing import EventList, Position
from rules.kit import (
    CAS,
    CLA,
    CLAIMING,
    EUR,
    EXP,
    FIGURES,
    FROM_EACH,
    KEPT_A,
    SRV,
    TO_11,
    asked,
    book,
    editions,
    offered,
    table,
    with_card,
)

TRANSPORTS = {5: 1, 15: 1, 25: 1, 35: 1}


def bankrupt_to_bank(name: str, seats: int = 3, **position: object) -> tuple[Position, EventList]:
    """Seat 0, without cash, fails at a tax so high that nothing covers it."""
    cash = {0: 0, **position.pop("cash", {})}  # type: ignore[dict-item]
    game = table(name, seats, at={0: 31}, cash=cash, **position)  # type: ignore[arg-type]
    game.table.space_amount[38] = 10_000 * FIGURES[name].unit
    game.rolls(3, 4)
    if asked(game) == "tax":
        game.does(0, PayTax())
    return game, game.does(0, DeclareBankruptcy())


def bankrupt_to_player(name: str, seats: int = 3, **position: object) -> tuple[Position, EventList]:
    """Seat 0 fails at the rent of four transports, 200 of the unit, towards seat 1."""
    owners = TRANSPORTS | position.pop("owners", {})  # type: ignore[operator]
    game = table(name, seats, at={0: 0}, owners=owners, **position)  # type: ignore[arg-type]
    game.rolls(2, 3)
    if name in CLAIMING:
        game.claims(1)
    return game, game.does(0, DeclareBankruptcy())


# Several creditors: AMB-40.


@pytest.mark.parametrize(("name", "card", "each"), [(EUR, "S14", 1_500), (CAS, "S13", 50)])
@pytest.mark.proves("AMB-40")
def test_creditors_are_paid_in_turn_and_the_bankruptcy_is_towards_the_first_who_cannot_be(
    name: str, card: str, each: int
) -> None:
    note = FIGURES[name].note
    game = table(name, 4, at={0: 0}, cash={0: 2 * each - note})
    purse = [game.cash(seat) for seat in range(4)]
    told = game.draws(card, 3, 4)
    assert (told.one(PaidPlayer).other, told.one(PaidPlayer).amount) == (1, each)
    owed = told.one(DebtOwed)
    assert (owed.seat, owed.other, owed.amount, owed.why) == (0, 2, each, "gift")
    told = game.does(0, DeclareBankruptcy())
    assert told.one(WentBankrupt).other == 2
    assert (told.one(CashSurrendered).other, told.one(CashSurrendered).amount) == (2, each - note)
    assert told.none(CreditorPaid)
    assert [game.cash(seat) for seat in range(4)] == [0, purse[1] + each, purse[2] + each - note, purse[3]]


@pytest.mark.proves("AMB-40")
def test_in_clasico_the_international_deck_pays_its_creditors_in_turn() -> None:
    game = Position("clasico", 4, skin="internacional", turn=2, at={2: 0}, cash={2: 100})
    card = next(card.id for card in game.edition.deck(0).cards if card.effect == "pay_each")
    told = game.draws(card, 3, 4)
    assert [paid.other for paid in told.of(PaidPlayer)] == [3, 0]  # after seat 2 come 3, 0, 1
    assert told.one(DebtOwed).other == 1


@pytest.mark.proves("AMB-40", "AMB-86")
def test_in_europolis_the_order_of_the_creditors_is_that_of_the_opening() -> None:
    game = table(EUR, 3, opening=True, dice=[(3, 4), (5, 6), (1, 2)])  # 1 before 0 before 2
    for seat in range(3):
        game.does(seat, Roll())
    assert game.must == [1]
    game.state.cash[1] = 3_000
    told = game.draws("S14", 3, 4)
    assert [paid.other for paid in told.of(PaidPlayer)] == [0, 2]


@editions(EXP, SRV)
@pytest.mark.proves("AMB-40", "EXP-88", "AMB-77")
def test_the_bank_pays_every_creditor_of_a_bankrupt_in_full(name: str, tmp_path: Path) -> None:
    each = 10 * FIGURES[name].unit
    path = with_card(name, tmp_path, TO_11[name], f'effect = "pay_each", amount = {each}')
    game = table(path, 4, turn=1, at={1: 0}, cash={1: each}, owners={12: 1}, mortgages=[12])
    purse = [game.cash(seat) for seat in range(4)]
    told = game.draws(TO_11[name], 3, 4)
    assert told.one(PaidPlayer).other == 2  # in the order of the seats, from the debtor on
    assert told.one(DebtOwed).other == 3
    told = game.does(1, DeclareBankruptcy())
    assert [(paid.seat, paid.other, paid.amount) for paid in told.of(CreditorPaid)] == [(3, 1, each), (0, 1, each)]
    assert [game.cash(seat) for seat in (0, 2, 3)] == [purse[0] + each, purse[2] + each, purse[3] + each]


@editions(EXP, SRV)
@pytest.mark.proves("EXP-87", "EXP-88", "AMB-60", "AMB-77", "SRV-63")
def test_where_the_bank_takes_everything_the_creditor_gets_the_whole_debt_from_it(name: str) -> None:
    unit = FIGURES[name].unit
    game = table(name, at={0: 0}, owners=TRANSPORTS | {12: 0}, cash={0: 10 * unit})
    game.rolls(2, 3)
    if name == EXP:
        game.claims(1)
    purse = game.cash(1)
    told = game.does(0, DeclareBankruptcy())
    paid = told.one(CreditorPaid)
    assert (paid.seat, paid.other, paid.amount) == (1, 0, 200 * unit)
    assert told.one(CashSurrendered).other is None
    assert game.cash(1) == purse + 200 * unit
    assert game.owner(12) is None


# The estate: AMB-41, AMB-43, DP-26, DP-27.


@editions(EXP, EUR, CLA, CAS)
@pytest.mark.proves("AMB-41", "DP-27", "EXP-90", "CLA-101", "AMB-133")
def test_what_the_bank_took_is_auctioned_free_of_mortgage_deed_by_deed(name: str) -> None:
    note = FIGURES[name].note
    game, told = bankrupt_to_bank(name, 4, owners={5: 0, 12: 0}, mortgages=[5], jail={3: 0})
    if name == EUR:
        for seat in (1, 2, 3):
            told = game.does(seat, RequestAuction())
    assert (told.one(AuctionOpened).deed, told.one(AuctionOpened).amount) == (game.deed(5), note)
    assert game.must == [1, 2, 3]
    assert [offered(game, seat) for seat in range(4)] == [[], *[["Bid", "Pass"]] * 3]
    game.does(2, Bid(3 * note))
    game.does(1, Pass())
    told = game.does(3, Pass())
    assert (told.one(AuctionWon).seat, told.one(AuctionWon).amount) == (2, 3 * note)
    assert told.one(AuctionOpened).deed == game.deed(12)  # the next
    assert told.none(PaidBank)  # no interest
    assert not game.is_mortgaged(5)
    game.does(1, Pass())
    game.does(2, Pass())
    told = game.does(3, Pass())
    assert told.one(AuctionFailed).deed == game.deed(12)
    assert (game.owner(5), game.owner(12)) == (2, None)  # not bid for: unowned
    assert asked(game) == "turn"
    assert game.must == [1]


@pytest.mark.proves("DP-26", "EUR-100", "AMB-98")
def test_in_europolis_each_remaining_player_is_asked_whether_to_auction() -> None:
    game, told = bankrupt_to_bank(EUR, 4, owners={5: 0, 12: 0})
    assert told.none(AuctionOpened)
    assert asked(game) == "estate"
    assert game.must == [1, 2, 3]
    assert [offered(game, seat) for seat in range(4)] == [[], *[["RequestAuction", "WaiveAuction"]] * 3]
    assert game.refusal(0, RequestAuction()) == "SEAT_IS_OUT"
    game.does(1, WaiveAuction())
    assert game.must == [2, 3]
    assert game.refusal(1, RequestAuction()) == "NOT_ASKED"
    asks = game.copy()
    game.does(2, WaiveAuction())
    told = game.does(3, WaiveAuction())
    assert told.none(AuctionOpened)
    assert asked(game) == "turn"
    assert (game.owner(5), game.owner(12)) == (None, None)
    assert isinstance(asks.play(2, RequestAuction())[0], AuctionRequested)
    told = EventList(asks.play(3, WaiveAuction()))  # one who asks is enough
    assert told.one(AuctionOpened).deed == game.deed(5)


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("DP-26")
def test_nobody_else_is_asked_whether_to_auction(name: str) -> None:
    game, _ = bankrupt_to_bank(name, owners={5: 0})
    assert asked(game) == ("turn" if name == SRV else "auction")
    assert game.refusal(1, RequestAuction()) == "NOT_ASKED"
    assert game.refusal(1, WaiveAuction()) == "NOT_ASKED"


@pytest.mark.proves("DP-27", "AMB-78")
def test_in_the_server_edition_the_deeds_of_a_bankrupt_become_unowned_without_auction() -> None:
    game, told = bankrupt_to_bank(SRV, owners={5: 0, 12: 0}, mortgages=[5], next_seats=[2])
    assert told.none(AuctionOpened)
    assert (game.owner(5), game.owner(12), game.is_mortgaged(5)) == (None, None, False)
    assert asked(game) == "turn"


@editions(EXP, SRV, EUR, CLA)
@pytest.mark.proves("AMB-43")
def test_the_buildings_of_one_bankrupt_to_the_bank_return_to_the_stock(name: str) -> None:
    stock = {EUR: (34, 10)}.get(name, (32, 12))
    game, told = bankrupt_to_bank(name, owners={1: 0, 3: 0, 6: 0, 8: 0, 9: 0}, levels={1: 5, 3: 4, 6: 1})
    assert {event.deed for event in told.of(BuildingsReturned)} == {game.deed(space) for space in (1, 3, 6)}
    assert told.none(BuildingsSold)  # nobody is paid for them
    assert (game.view().houses, game.view().hotels) == stock
    assert [game.level(space) for space in (1, 3, 6)] == [0, 0, 0]


# The cards: AMB-42.


@editions(EXP, SRV, CAS)
@pytest.mark.proves("AMB-42")
def test_the_jail_card_of_one_bankrupt_to_the_bank_goes_back_to_its_deck(name: str) -> None:
    game, told = bankrupt_to_bank(name, held={KEPT_A[name]: 0})
    assert told.one(CardMoved).other is None
    assert game.view().seats[0].cards == []
    deck, number = game.card(KEPT_A[name])
    assert game.chance.deck_left[deck] == 16
    assert game.chance.deck[deck * 32 + 15] == number  # at the bottom


@editions(EXP, SRV)
@pytest.mark.proves("AMB-42")
def test_where_the_bank_takes_everything_the_card_goes_back_whoever_the_creditor(name: str) -> None:
    game, told = bankrupt_to_player(name, held={KEPT_A[name]: 0}, cash={0: 0})
    assert told.one(CardMoved).other is None
    assert game.view().seats[1].cards == []


@editions(CAS, CLA, EUR)
@pytest.mark.proves("AMB-42", "CLA-104", "AMB-99")
def test_elsewhere_the_card_passes_to_a_player_who_is_the_creditor(name: str) -> None:
    game, told = bankrupt_to_player(name, held={KEPT_A[name]: 0}, cash={0: 0})
    assert told.one(CardMoved).other == 1
    assert game.holds(1, KEPT_A[name])


@editions(EUR, CLA, CAS)
@pytest.mark.proves("EUR-102", "CLA-103", "CAS-48", "AMB-131")
def test_a_player_creditor_gets_cash_deeds_and_half_the_price_of_the_buildings(name: str) -> None:
    unit = FIGURES[name].unit
    cash = 29 * unit // FIGURES[name].note * FIGURES[name].note  # with 60 and 50 still far from 200
    game, told = bankrupt_to_player(name, owners={1: 0, 3: 0}, levels={1: 1, 3: 1}, cash={0: cash, 1: 0})
    assert [sold.amount for sold in told.of(BuildingsSold)] == [25 * unit, 25 * unit]
    assert told.one(CashSurrendered).amount == cash + 50 * unit
    assert game.cash(1) == cash + 50 * unit
    assert told.none(AuctionOpened)
    assert (game.owner(1), game.owner(3), game.level(1)) == (1, 1, 0)
    assert [moved.other for moved in told.of(DeedMoved)] == [1, 1]


# Whose turn: AMB-49. The end: AMB-50.


@book(
    "",
    (EXP, "EXP-87 EXP-88 EXP-89"),
    (SRV, "SRV-63 SRV-64 SRV-65"),
    (EUR, "EUR-98 EUR-105"),
    (CLA, "CLA-99 CLA-100"),
    (CAS, "CAS-47 CAS-51 CAS-52 AMB-132"),
)
@pytest.mark.parametrize("dice", [(3, 4), (1, 1)])
@pytest.mark.proves("AMB-49")
def test_one_bankrupt_to_the_bank_leaves_the_cash_and_the_table_even_after_a_double(
    name: str, dice: tuple[int, int]
) -> None:
    tax = 100 * FIGURES[name].unit
    cash = tax - FIGURES[name].note
    game = table(name, 4, at={0: 38 - sum(dice), 1: 10, 3: 10}, cash={0: cash}, out=[2], next_seats=[3, 1, 3])
    purses = [game.cash(seat) for seat in range(4)]
    game.rolls(*dice)
    told = game.does(0, DeclareBankruptcy())
    told.one(WentBankrupt, seat=0, other=None, amount=tax)
    told.one(CashSurrendered, seat=0, other=None, amount=cash)
    assert told.none(CreditorPaid)
    assert told.none(GameWon)
    assert [game.cash(seat) for seat in range(4)] == [0, *purses[1:]]
    assert game.view().seats[0].out == 2
    assert offered(game, 0) == []
    for action in (Roll(), EndTurn(), Concede()):
        assert game.refusal(0, action) == "SEAT_IS_OUT"
    began = [told.one(TurnBegan).seat]
    for _ in range(2):
        game.state.at[began[-1]] = 10
        game.rolls(4, 6)
        began.append(game.ends_turn().one(TurnBegan).seat)
    assert began == ([3, 1, 3] if name == SRV else [1, 3, 1])


@editions(*CLAIMING)
@pytest.mark.proves("AMB-49", "EXP-97", "EUR-98")
def test_a_debtor_bankrupted_in_the_next_players_turn_leaves_that_turn_going(name: str) -> None:
    game = table(name, at={0: 0}, owners=dict.fromkeys(TRANSPORTS, 2), cash={0: 0})
    game.rolls(2, 3)
    game.ends_turn()
    game.claims(2)
    assert game.must == [0]
    assert not game.can(1, Roll())
    assert game.does(0, DeclareBankruptcy()).none(TurnBegan)
    assert game.must == [1]
    assert game.can(1, Roll())


@editions()
@pytest.mark.proves("AMB-49")
def test_the_bankruptcy_of_another_player_does_not_end_the_turn(name: str) -> None:
    game = table(name, 4, turn=2, at={2: 10}, cash={0: 0})
    game.script(cards=[FROM_EACH[name]])
    game.rolls(3, 4)
    told = game.does(2, FollowCard())
    assert told.one(DebtOwed).seat == 0
    assert game.must == [0]
    told = game.does(0, DeclareBankruptcy())
    told.one(PaidPlayer, seat=1, other=2)  # the next guest
    assert told.none(TurnBegan)
    assert (asked(game), game.must) == ("turn", [2])
    assert offered(game, 2)[0] == "EndTurn"


@editions()
@pytest.mark.proves("AMB-50", "SRV-65", "EUR-01", "EUR-105", "CLA-01", "CLA-111", "CAS-52")
def test_a_bankruptcy_that_leaves_one_player_ends_the_game_at_once(name: str) -> None:
    unit = FIGURES[name].unit
    game = table(name, 2, at={0: 0}, owners=TRANSPORTS | {12: 0}, mortgages=[12], cash={0: 10 * unit, 1: 0})
    game.rolls(2, 3)
    if name in CLAIMING:
        game.claims(1)
    told = game.does(0, DeclareBankruptcy())
    assert told.one(GameWon).seat == 1
    assert game.is_over
    assert told.none(AuctionOpened)
    assert told.none(PaidBank)  # no interest on the inherited mortgage
    # The transfers are booked: the Bank pays the creditor in full, or the creditor has what there was.
    assert game.cash(1) == (200 * unit if name in (EXP, SRV) else 10 * unit)
    assert game.owner(12) == (1 if name in (EUR, CLA) else None)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ([1], [1, 0])
