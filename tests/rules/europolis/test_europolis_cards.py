"""«Card-uri»: the top card is carried out exactly and goes under its deck."""

import pytest

from magnate.actions import EndTurn, FollowCard
from magnate.events import CardDrawn, CardKept, Collected, DebtOwed, Jailed, Moved, PaidBank, PaidPlayer
from rules.europolis.kit import GREECE, JAIL, ROMANIA, built, europolis, owned, pile, purses


@pytest.mark.parametrize(("start", "card"), [(4, "S8"), (19, "S8"), (33, "S8"), (14, "B4"), (30, "B4")])
@pytest.mark.proves("EUR-47", "DP-17")
def test_a_card_space_draws_the_top_card_of_its_own_deck(start: int, card: str) -> None:
    game = europolis(2, at={0: start})
    top = pile(game, card)[0]
    told = game.rolls(1, 2)
    deck, number = game.card(top)
    told.one(CardDrawn, seat=0, deck=deck, card=number)
    assert deck == game.card(card)[0]
    assert game.must == [0]
    assert [option.type for option in game.options(0)] == ["FollowCard"]


@pytest.mark.proves("EUR-48")
def test_a_card_followed_goes_to_the_bottom_of_its_deck() -> None:
    game = europolis(2, at={0: 4})
    before, other = pile(game, "S1"), pile(game, "B1")
    drawn = game.rolls(1, 2)
    drawn.one(CardDrawn)
    game.does(0, FollowCard())
    assert pile(game, "S1") == [*before[1:], before[0]]
    assert pile(game, "B1") == other


@pytest.mark.parametrize(
    ("card", "change"),
    [
        ("S8", 1500),
        ("S15", 4500),
        ("B2", 6000),
        ("B4", 1500),
        ("B8", 3000),
        ("B9", 600),
        ("B10", 3000),
        ("B13", 750),
        ("B15", 300),
        ("B16", 3000),
    ],
)
@pytest.mark.proves("EUR-47")
def test_a_card_that_pays(card: str, change: int) -> None:
    game = europolis(2, at={0: 4 if card[0] == "S" else 14})
    game.draws(card, 1, 2).one(Collected, seat=0, amount=change, why="card")
    assert purses(game) == [50_000 + change, 50_000]
    assert game.can(0, EndTurn())


@pytest.mark.parametrize(
    ("card", "cost", "why"),
    [("S13", 450, "card_tax"), ("B3", 1500, "card"), ("B11", 3000, "card"), ("B12", 4500, "card_tax")],
)
@pytest.mark.proves("EUR-47", "EUR-51")
def test_a_card_that_costs(card: str, cost: int, why: str) -> None:
    game = europolis(2, at={0: 4 if card[0] == "S" else 14})
    game.draws(card, 1, 2).one(PaidBank, seat=0, amount=cost, why=why)
    assert purses(game) == [50_000 - cost, 50_000]


@pytest.mark.parametrize(("card", "per_villa", "per_hotel"), [("S12", 750, 3000), ("B14", 1200, 3450)])
@pytest.mark.proves("EUR-47")
def test_a_card_that_counts_ones_villas_and_hotels(card: str, per_villa: int, per_hotel: int) -> None:
    game = europolis(
        2,
        at={0: 4 if card[0] == "S" else 14},
        owners=owned(0, ROMANIA) | owned(1, GREECE),
        levels=built(ROMANIA, 5, 4, 4) | built(GREECE, 3, 3, 3),  # the neighbour's do not count
    )
    cost = 8 * per_villa + per_hotel
    game.draws(card, 1, 2).one(PaidBank, seat=0, amount=cost)
    assert purses(game) == [50_000 - cost, 50_000]


@pytest.mark.proves("EUR-47")
def test_repairs_cost_nothing_where_nothing_stands() -> None:
    game = europolis(2, at={0: 4}, owners=owned(0, ROMANIA))
    assert game.draws("S12", 1, 2).none(PaidBank)
    assert game.can(0, EndTurn())


@pytest.mark.proves("EUR-47")
def test_a_card_that_gives_every_player_1500() -> None:
    game = europolis(4, at={0: 4}, out=[2])
    told = game.draws("S14", 1, 2)
    assert [(event.other, event.amount, event.why) for event in told.of(PaidPlayer, seat=0)] == [
        (1, 1500, "gift"),
        (3, 1500, "gift"),
    ]
    assert purses(game) == [47_000, 51_500, 0, 51_500]


@pytest.mark.proves("EUR-47")
def test_a_card_that_takes_300_from_every_player() -> None:
    game = europolis(4, at={2: 14}, turn=2)
    told = game.draws("B7", 1, 2)
    assert [event.seat for event in told.of(PaidPlayer, other=2, amount=300)] == [3, 0, 1]
    assert purses(game) == [49_700, 49_700, 50_900, 49_700]


@pytest.mark.proves("EUR-47", "DP-19")
def test_who_cannot_give_the_300_must_raise_them() -> None:
    game = europolis(3, at={0: 14}, cash={1: 250}, owners={"Paris": 1})
    game.draws("B7", 1, 2).one(DebtOwed, seat=1, other=0, amount=300, why="gift")
    assert game.must == [1]
    assert game.cash(2) == 50_000  # not before seat 1 has paid
    game.does(1, game.default_action(1))
    assert purses(game) == [50_600, 250 + 4200 - 300, 49_700]
    assert game.must == [0]


@pytest.mark.parametrize(
    ("card", "start", "space"),
    [
        ("S1", 4, 0),
        ("S2", 4, 39),
        ("S3", 4, 24),
        ("S4", 4, 11),
        ("S5", 33, 5),
        ("S16", 4, 1),
        ("B1", 14, 0),
        ("S10", 19, 19),
        ("S10", 33, 33),
        ("S6", 4, 15),
        ("S6", 19, 25),
        ("S6", 33, 5),
        ("S7", 4, 12),
        ("S7", 19, 28),
        ("S7", 33, 12),
    ],
)
@pytest.mark.proves("EUR-47")
def test_a_card_that_moves_the_pawn(card: str, start: int, space: int) -> None:
    game = europolis(2, at={0: start}, cards=[card])
    game.rolls(1, 2)
    game.does(0, FollowCard()).one(Moved, seat=0, origin=start + 3, space=space)
    assert game.space(0) == space


@pytest.mark.parametrize("card", ["S6", "S7"])
@pytest.mark.proves("EUR-28")
def test_the_nearest_one_may_lie_beyond_start(card: str) -> None:
    game = europolis(2, at={0: 33})
    game.draws(card, 1, 2).one(Collected, seat=0, amount=5000, why="salary")


@pytest.mark.parametrize(("card", "place"), [("S6", "Linia Aeriană Sud"), ("S7", "Compania de Electricitate")])
@pytest.mark.proves("EUR-30", "EUR-35")
def test_the_nearest_one_may_be_bought_if_it_is_free(card: str, place: str) -> None:
    game = europolis(2, at={0: 4})
    game.draws(card, 1, 2)
    game.does(0, game.legal_actions(0)[0])
    assert game.owner(place) == 0


@pytest.mark.parametrize(("card", "start"), [("S11", 4), ("B6", 14)])
@pytest.mark.proves("EUR-57", "EUR-59")
def test_a_card_that_sends_to_jail_ends_the_turn(card: str, start: int) -> None:
    game = europolis(2, at={0: start})
    game.draws(card, 1, 2).one(Jailed, seat=0)
    assert (game.space(0), game.in_jail(0), game.must) == (JAIL, True, [1])


@pytest.mark.parametrize(("card", "start"), [("S9", 4), ("B5", 14)])
@pytest.mark.proves("EUR-49", "AMB-28", "AMB-88")
def test_a_lucky_card_of_either_deck_is_kept_and_missing_from_it(card: str, start: int) -> None:
    game = europolis(2, at={0: start})
    before = pile(game, card)
    game.draws(card, 1, 2).one(CardKept, seat=0, card=game.kept(card))
    assert game.holds(0, card)
    assert pile(game, card) == [other for other in before if other != card]
    assert game.view(1).seats[0].cards == [game.kept(card)]
    assert game.can(0, EndTurn())
