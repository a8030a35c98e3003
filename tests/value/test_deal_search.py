"""What a master proposes: the price of being refused, and single deeds added to goods or left out of them."""

from collections.abc import Callable
from typing import Any

import pytest

from magnate import objects
from magnate.game import Game
from magnate.rules.codes import NOBODY
from magnate.rules.refusals import OK
from magnate.value import deal_search
from magnate.value.fields import EXTRAS, LOST
from magnate.value.knowledge import Weighed, known
from magnate.value.trying import move_deed

MINE, THEIRS, WANTED = 3, 5, 8  # deeds


def two_players() -> tuple[Any, Any, Any, Any]:
    """A game of clasico in which seat 0 has one deed and seat 1 two; the figures of no network."""
    game = Game("clasico", 3, seed=1)
    for deed, owner in ((MINE, 0), (THEIRS, 1), (WANTED, 1)):
        move_deed(game.state, deed, owner)
    return game.state, game.table, known(game.table), Weighed()


def test_a_refusal_has_its_price(monkeypatch: pytest.MonkeyPatch) -> None:
    g, e, n, f = two_players()
    a = objects.fresh_move()
    f.chance[0], f.before[0] = 290_000, 250_000
    monkeypatch.setattr(deal_search, "is_gain", lambda *given: True)
    monkeypatch.setattr(deal_search, "note_asked", lambda *given: None)
    monkeypatch.setattr(deal_search, "accept_chance", lambda n, f: 250_000)
    n.style[LOST] = 0
    assert deal_search.promise(g, e, n, f, 0, 1, 0, 10, a) == 10_000  # a quarter of four points
    n.style[LOST] = 12_000
    assert deal_search.promise(g, e, n, f, 0, 1, 0, 10, a) == 1_000  # less three quarters of 1.2 points


def test_the_last_two_are_not_asked_and_nothing_is_weighed_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    g, e, n, f = two_players()
    a = objects.fresh_move()
    asked = []
    monkeypatch.setattr(deal_search, "weigh", lambda *given: asked.append(given))
    deal_search.propose(g, e, n, f, 0, a)
    assert asked
    asked.clear()
    g.out[2], g.out_count = 1, 1
    deal_search.propose(g, e, n, f, 0, a)
    assert not asked


def prefers(*liked: int) -> Callable[..., int]:
    """A promise that rises with every deed of these in the terms and falls with every other."""

    def promise(g: Any, e: Any, n: Any, f: Any, seat: int, other: int, price: int, unit: int, a: Any) -> int:
        a.cash[other], a.cash[seat] = price * unit, -price * unit
        moved = {deed for deed in range(e.deeds) if a.deed[deed] != NOBODY}
        return 100 + 10 * len(moved & set(liked)) - 10 * len(moved - set(liked))

    return promise


@pytest.mark.parametrize(
    ("extras", "liked", "moved"),
    [
        (4, (WANTED, THEIRS, MINE), {WANTED: 0, THEIRS: 0, MINE: 1}),  # one is added from each side
        (1, (WANTED, MINE), {WANTED: 0, MINE: 1}),
        (4, (MINE,), {MINE: 1}),  # the deed that was wanted is left out
        (4, (WANTED,), {WANTED: 0}),  # nothing is better
        (1, (WANTED, THEIRS, MINE), {WANTED: 0, MINE: 1}),  # one at most, the first of the best
    ],
)
def test_single_deeds_are_added_or_left_out_while_that_promises_more(
    monkeypatch: pytest.MonkeyPatch, extras: int, liked: tuple[int, ...], moved: dict[int, int]
) -> None:
    g, e, n, f = two_players()
    a = objects.fresh_move()
    deal_search.clear_terms(a)
    a.deed[WANTED], a.cash[0], a.cash[1] = 0, -100, 100
    n.style[EXTRAS] = extras
    monkeypatch.setattr(deal_search, "promise", prefers(*liked))
    monkeypatch.setattr(deal_search, "check_propose", lambda *given: OK)
    monkeypatch.setattr(deal_search, "find_best_price", lambda *given: -1)  # no better price: the old one stays
    deal_search.add_extras(g, e, n, f, 0, 1, a)
    assert {deed: a.deed[deed] for deed in range(e.deeds) if a.deed[deed] != NOBODY} == moved
    assert (a.cash[0], a.cash[1]) == (-100, 100)
