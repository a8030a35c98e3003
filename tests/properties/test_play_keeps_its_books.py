"""Random legal play keeps its books: money, pieces, deeds, cards, questions. And it ends."""

import pytest

from magnate.compiled import wanderer
from magnate.game import Game
from properties.walk import (
    ALL_TABLES,
    MOODS,
    Walk,
    check_buildings,
    check_deals,
    check_holders,
    check_money,
    check_pieces,
    check_question,
    edition,
)


@pytest.mark.parametrize(("name", "variant", "seats"), ALL_TABLES)
def test_every_step_at_every_table_keeps_the_books(name: str, variant: str | None, seats: int) -> None:
    for mood in range(len(MOODS)):
        play = Walk(name, variant, seats, seed=3 * seats + mood)
        game = play.game
        houses, hotels = game.table.houses, game.table.hotels
        before = list(game.state.cash)
        for _, _, told in play.walk(160):
            check_money(game, before, told)
            check_pieces(game.state, game.table, houses, hotels)
            check_holders(game.state, game.table, game.chance)
            check_buildings(game.state, game.table)
            check_question(game)
            check_deals(game.state)
            before = list(game.state.cash)


@pytest.mark.parametrize(("name", "variant", "seats"), [table for table in ALL_TABLES if table[2] in (3, 4)])
def test_long_games_keep_the_books_to_their_end(name: str, variant: str | None, seats: int) -> None:
    """The wanderer plays thousands of actions; it plays on until the game is over or the count is reached."""
    game = Game(edition(name, variant, seats, "poor"), seats, seed=11)
    g, e, c = game.state, game.table, game.chance
    a = wanderer.RandomMove()
    for most in range(200, 2_001, 200):
        wanderer.wander(g, e, c, a, None, most)
        check_pieces(g, e, e.houses, e.hotels)
        check_holders(g, e, c)
        check_buildings(g, e)
        check_question(game)
        check_deals(g)
        assert min(g.cash) >= 0
        assert g.over or g.actions == most
    outcome = game.outcome()
    assert (outcome is not None) == game.is_over
    if outcome is not None:
        assert sorted(outcome.ranking) == list(range(seats))
        assert outcome.ranking[: len(outcome.winners)] == outcome.winners
