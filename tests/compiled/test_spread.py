"""A search spread over threads finds the offer that the bot finds alone."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from magnate import objects
from magnate.bots.house_deals import propose_trade
from magnate.bots.lineup import line_up
from magnate.bots.table import play_bots
from magnate.bots.trader_deals import propose_best_offer
from magnate.compiled import records, spread
from magnate.editions import load
from magnate.rules.codes import PROPOSE_DEAL
from magnate.rules.play import new_game

Move = objects.plain("Move", spread.ACTION)
NOT_CHOSEN = 0


def positions(edition: str, bot: str, games: int, every: int) -> Iterator[tuple[Any, Any, Any]]:
    """State, edition and bots every so many actions of some games."""
    e = objects.table(dict(load(edition).table(4)))
    b = line_up(e, [bot] * 4)
    for key in records.seeded_keys(5, games).tolist():
        g, c, a = objects.State(), objects.chance(key), objects.fresh_move()
        new_game(g, e, c)
        while g.over == 0 and g.actions < 600:
            play_bots(g, e, c, a, b, g.actions + every)
            yield g, e, b


def searched(search: Callable[..., None], position: tuple[Any, Any, Any], seat: int, lane: int, lanes: int) -> Any:
    """The move that one thread of several finds."""
    a = Move()
    a.kind, a.lane, a.lanes, a.rank = NOT_CHOSEN, lane, lanes, spread.NONE_FOUND
    search(*position, seat, a)
    return a


def offer_of(a: Any) -> Any:
    """What a move offers; None if nothing."""
    return (list(a.cash), list(a.deed), list(a.card)) if a.kind == PROPOSE_DEAL else None


@pytest.mark.parametrize("edition", ["clasico", "europolis"])
@pytest.mark.parametrize(
    ("bot", "alone", "together"),
    [("house", propose_trade, spread.spread_trade), ("trader", propose_best_offer, spread.spread_best_offer)],
)
def test_threads_find_together_what_the_bot_finds_alone(
    edition: str, bot: str, alone: Callable[..., None], together: Callable[..., None]
) -> None:
    winners = Counter[int]()
    for position in positions(edition, bot, games=14, every=13):
        g = position[0]
        for seat in (seat for seat in range(g.seats) if g.out[seat] == 0):
            expected = offer_of(searched(alone, position, seat, 0, 1))
            for lanes in (1, 2, 5):
                found = [searched(together, position, seat, lane, lanes) for lane in range(lanes)]
                best = min(found, key=lambda a: a.rank)
                assert offer_of(best) == expected
                assert all((a.rank == spread.NONE_FOUND) == (offer_of(a) is None) for a in found)
                if expected is not None:
                    ranks = [a.rank for a in found if a.rank != spread.NONE_FOUND]
                    assert len(set(ranks)) == len(ranks)
                    winners[best.lane] += 1
    assert winners[0] > 0
    assert sum(winners.values()) > winners[0]
