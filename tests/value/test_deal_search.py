"""What a master proposes: what a trader would, if it likes that; the price of a refusal; deeds added or left out."""

from collections.abc import Callable
from typing import Any

import pytest

from magnate import objects
from magnate.bots.lineup import line_up
from magnate.game import Game
from magnate.rules.codes import NOBODY, NOTHING, PROPOSE_DEAL
from magnate.rules.refusals import OK
from magnate.value import deal_search, trying
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
    asked, b = [], line_up(e, ["trader"] * 3)
    monkeypatch.setattr(deal_search, "weigh", lambda *given: asked.append(given))
    deal_search.propose(g, e, b, n, f, 0, a)
    assert asked
    asked.clear()
    g.out[2], g.out_count = 1, 1
    deal_search.propose(g, e, b, n, f, 0, a)
    assert not asked


@pytest.mark.parametrize(("after", "is_proposed"), [(250_001, True), (250_000, False), (200_000, False)])
def test_what_a_trader_would_offer_is_proposed_if_it_raises_the_own_chance(
    monkeypatch: pytest.MonkeyPatch, after: int, is_proposed: bool
) -> None:
    g, e, n, f = two_players()
    a = objects.fresh_move()

    def offer(g: Any, e: Any, b: Any, seat: int, a: Any) -> None:
        deal_search.clear_terms(a)
        a.kind, a.deed[WANTED], a.cash[0], a.cash[1] = PROPOSE_DEAL, 0, -100, 100

    def weigh(g: Any, e: Any, n: Any, f: Any) -> None:
        f.chance[0] = after if g.owner[WANTED] == 0 else 250_000

    monkeypatch.setattr(deal_search, "propose_best_offer", offer)
    monkeypatch.setattr(deal_search, "weigh", weigh)
    monkeypatch.setattr(trying, "weigh", weigh)
    monkeypatch.setattr(deal_search, "propose_own", lambda *given: None)
    deal_search.propose(g, e, None, n, f, 0, a)
    assert (a.kind == PROPOSE_DEAL) == is_proposed
    if is_proposed:
        assert (a.deed[WANTED], a.cash[0], f.asked_of) == (0, -100, 1)


def test_the_answer_of_two_others_is_not_learned_from() -> None:
    g, e, n, f = two_players()
    move_deed(g, 11, 2)
    a = objects.fresh_move()
    deal_search.clear_terms(a)
    a.deed[WANTED], a.deed[11] = 0, 0
    deal_search.note_offer(g, e, n, f, 0, a)
    assert f.asked_of == NOTHING
    a.deed[11] = NOBODY
    deal_search.note_offer(g, e, n, f, 0, a)
    assert f.asked_of == 1


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
