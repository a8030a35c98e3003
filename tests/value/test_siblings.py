"""Siblings: what the options of a decision lead to, with what they came to; the same seed gives the same ones."""

import numpy as np
import pytest

from magnate import objects
from magnate.actions import ProposeDeal
from magnate.editions import load
from magnate.game import Game
from magnate.rules.codes import FRAME_TURN
from magnate.rules.stack import top_kind
from magnate.value import siblings
from magnate.value.fields import MOST
from magnate.value.siblings import Siblings, accept_all
from magnate.value.trying import move_deed
from value.kit import knowing_acceptance, some_weights


def some(threads: int, **how: int) -> Siblings:
    weights = knowing_acceptance(some_weights())
    lines = [["new", "trader", "new"], ["trader", "house", "new"]]
    return siblings.play(load("clasico").table(3), lines, 12, {"new": weights}, 5, threads=threads, trials=3, **how)


def rows_of(found: Siblings) -> list[tuple[bytes, ...]]:
    columns = found.positions.standing, found.positions.share, found.seat, found.own
    return sorted(tuple(column[row].tobytes() for column in columns) for row in range(found.positions.size))


@pytest.mark.thorough
def test_every_decision_has_several_options_with_what_they_came_to() -> None:
    found = some(1)
    counts = np.bincount(found.decision)
    assert len(counts) > 30
    assert counts.min() >= 2
    assert (np.diff(found.decision) >= 0).all()
    assert np.bincount(found.decision, found.own).max() == 1
    seats = [np.unique(found.seat[found.decision == number]) for number in range(len(counts))]
    assert all(len(one) == 1 for one in seats)
    assert found.positions.left[np.arange(len(found.seat)), found.seat].all()
    assert np.allclose(found.positions.share.sum(1), 1, atol=1e-5)
    assert not found.positions.share[~found.positions.left].any()
    assert np.abs(found.positions.standing).max() <= MOST
    assert found.positions.held.sum() == len(found.positions.holding)


@pytest.mark.thorough
def test_the_same_seed_gives_the_same_options_on_any_number_of_threads() -> None:
    assert rows_of(some(1)) == rows_of(some(2))


@pytest.mark.thorough
def test_played_to_the_end_an_option_comes_to_wins_alone() -> None:
    share = some(1, rounds=10_000).positions.share
    assert np.allclose(3 * share, (3 * share).round(), atol=1e-4)  # of three trials


def test_an_open_deal_is_accepted_by_all_who_are_asked() -> None:
    game = Game("clasico", 3, seed=1)
    g, e = game.state, game.table
    while top_kind(g) != FRAME_TURN:
        game.play(game.must[0], game.default_action(game.must[0]))
    seat = game.must[0]
    first, second = (other for other in range(3) if other != seat)
    for deed, owner in ((3, first), (5, second)):
        move_deed(g, deed, owner)
    terms = ProposeDeal(cash={seat: -30, first: 20, second: 10}, deeds={3: seat, 5: seat})
    game.play(seat, terms)
    assert g.deals
    accept_all(g, e, objects.chance([0] * 8), objects.fresh_move())
    assert not g.deals
    assert (g.owner[3], g.owner[5]) == (seat, seat)
