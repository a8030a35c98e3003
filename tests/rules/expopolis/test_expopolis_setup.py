"""Expòpoli(s), «Preparazione»: money, contracts and their price by the number of players, the opening rolls."""

import msgspec
import pytest

from magnate.actions import Build, Roll
from magnate.events import DeedDealt, PaidBank, PaidPlayer
from magnate.game import Game
from magnate.testing import EventList, Position
from rules.expopolis.milan import BROWN, milan, price

BY_PLAYERS = [(2, 350_000, 7), (3, 300_000, 6), (4, 250_000, 5), (5, 200_000, 4), (6, 150_000, 3)]


@pytest.mark.proves("EXP-15", "EXP-16", "EXP-17", "EXP-19", "W-01")
@pytest.mark.parametrize(("seats", "money", "contracts"), BY_PLAYERS)
def test_everybody_receives_money_and_contracts_and_pays_their_prices(seats: int, money: int, contracts: int) -> None:
    game = Game("expopolis", seats=seats, seed=5)
    told = EventList(game.events)
    for seat in range(seats):
        dealt = [event.deed for event in told.of(DeedDealt, seat=seat)]
        assert len(dealt) == contracts
        prices = [price(game, deed) for deed in dealt]
        assert [paid.amount for paid in told.of(PaidBank, seat=seat, why="deed")] == prices
        assert game.state.cash[seat] == money - sum(prices)
        assert [deed for deed, owner in enumerate(game.state.owner[:28]) if owner == seat] == sorted(dealt)
    assert sum(owner == -1 for owner in game.state.owner[:28]) == 28 - seats * contracts


@pytest.mark.proves("EXP-17", "EXP-19", "W-02")
def test_five_contracts_worth_90000_leave_160000_at_the_first_roll() -> None:
    # Seat 0 gets every fourth: 20,000 + 12,000 + 6,000 + 30,000 + 22,000 = 90,000.
    hand = ["Area Expo", "Corvetto", "Parco Lambro", "Ticinese", "Santa Giulia"]
    rest = ["Bovisa", "Bicocca", "Città Studi", "Fiera", "Garibaldi", "Isola", "Portello", "MM", "A2A", "City Life"]
    rest += ["Brera", "Scala", "Montenapoleone", "Maciachini", "Giambellino"]
    dealt = [deed for i, mine in enumerate(hand) for deed in [mine, *rest[3 * i : 3 * i + 3]]]
    game = Position("expopolis", 4, opening=True, dealt=dealt)
    assert all(game.owner(deed) == 0 for deed in hand)
    for seat, dice in enumerate([(6, 6), (1, 2), (1, 3), (1, 4)]):
        game.script(dice=[dice])
        game.does(seat, Roll())
    assert game.must == [0]
    assert game.cash(0) == 160_000


@pytest.mark.proves("EXP-19")
def test_nobody_is_asked_whether_to_take_the_contracts_dealt() -> None:
    game = Game("expopolis", seats=3, seed=2)
    assert game.must == [0, 1, 2]
    assert all(game.legal_actions(seat) == [Roll()] for seat in range(3))


@pytest.mark.proves("AMB-56", "EXP-19")
def test_even_the_seven_dearest_contracts_can_be_paid() -> None:
    # 40,000 + 35,000 + 32,000 + 30,000 + 30,000 + 28,000 + 26,000 = 221,000.
    dearest = [39, 37, 34, 31, 32, 29, 27]
    others = [1, 3, 6, 8, 9, 11, 13]
    dealt = [space for pair in zip(dearest, others, strict=True) for space in pair]
    game = Position("expopolis", 2, opening=True, dealt=dealt)
    assert game.cash(0) == 350_000 - 221_000


@pytest.mark.proves("AMB-56")
@pytest.mark.parametrize(("seats", "money", "contracts"), BY_PLAYERS)
def test_the_dearest_deal_is_below_the_starting_money(seats: int, money: int, contracts: int) -> None:
    game = milan(seats)
    assert sum(sorted((price(game, deed) for deed in range(28)), reverse=True)[:contracts]) < money


@pytest.mark.proves("AMB-57")
def test_a_group_completed_by_the_deal_counts_at_once() -> None:
    dealt = ["Fiera", 1, "Cascina Merlata", 3, "Area Expo", 5, 31, 6, 32, 8, 34, 9, 37, 39]
    game = Position("expopolis", 2, opening=True, dealt=dealt)
    for dice in [(1, 1), (6, 6)]:
        game.rolls(*dice)
    assert all(game.owner(lot) == 0 for lot in BROWN)
    assert game.can(0, Build(game.group("Fiera"), [1, 0, 0]))
    game.state.at[1] = 10
    game.rolls(2, 4)  # to Fiera: twice 1,400
    game.claims(0).one(PaidPlayer, seat=1, other=0, amount=2_800)


@pytest.mark.proves("EXP-18")
def test_the_deal_is_by_chance() -> None:
    hands = []
    for seed in range(60):
        game = Game("expopolis", seats=2, seed=seed)
        hands.append(tuple(deed for deed in range(28) if game.state.owner[deed] == 0))
    assert {deed for hand in hands for deed in hand} == set(range(28))
    assert len(set(hands)) == 60
    # Each contract goes to seat 0 in 7 of 28 deals: 15 of 60 on average.
    counts = [sum(deed in hand for hand in hands) for deed in range(28)]
    assert min(counts) >= 4
    assert max(counts) <= 30


@pytest.mark.proves("EXP-14", "AMB-29")
def test_both_decks_are_shuffled_and_lie_face_down() -> None:
    orders: list[set[tuple[int, ...]]] = [set(), set()]
    for seed in range(20):
        game = Game("expopolis", seats=2, seed=seed)
        for deck in range(2):
            cards = tuple(game.chance.deck[deck * 32 : deck * 32 + 16])
            assert sorted(cards) == list(range(16))
            orders[deck].add(cards)
    assert [len(seen) for seen in orders] == [20, 20]
    seen_before = msgspec.json.encode(game.view(0))
    game.chance.deck[:16] = game.chance.deck[:16][::-1]
    assert msgspec.json.encode(game.view(0)) == seen_before
