"""The probe's offers: each at the lowest price its partner accepts, and at most five of them are played out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from magnate import objects
from magnate.actions import AcceptDeal, ProposeDeal
from magnate.bots import probe
from magnate.bots.choices import SEARCH, list_choices, read_choice
from magnate.bots.explain import read_action
from magnate.bots.lineup import line_up
from magnate.bots.player import named
from magnate.rules.codes import PROPOSE_DEAL
from magnate.search.rollouts import Depth, PositionSearch
from magnate.testing import Position

Search = objects.plain("Search", SEARCH)

# Everybody lacks a deed of somebody else's groups.
MIXED = {1: 0, 3: 1, 6: 0, 8: 0, 9: 1, 11: 2, 13: 2, 14: 0, 16: 1, 18: 1, 19: 0, 21: 3, 23: 3, 24: 0, 26: 0, 27: 2}


def position(edition: str = "clasico") -> Position:
    """Seat 0 begins a turn; there is much to trade, and the purses are those of the start."""
    return Position(edition, 4, owners=MIXED)


def listed(game: Position, partner: str) -> list[Any]:
    """What a probe at seat 0 plays out among bots of a kind: its choices, the trader's own first."""
    s, a = Search(), objects.fresh_move()
    list_choices(game.state, game.table, line_up(game.table, ["probe", *[partner] * 3]), 0, s, a)
    moves = []
    for i in range(s.choices):
        a = objects.fresh_move()
        read_choice(s, i, a)
        moves.append(a)
    return moves


def accepts(game: Position, partner: str, other: int, offer: ProposeDeal) -> bool:
    """Whether the bot at a seat accepts an offer of seat 0."""
    table = game.copy()
    table.play(0, offer)
    return isinstance(named(partner).choose(table.view(other)), AcceptDeal)


@pytest.mark.parametrize("edition", ["clasico", "europolis"])
@pytest.mark.parametrize("partner", ["trader", "house", "novice"])
def test_a_probe_offers_the_lowest_price_its_partner_accepts(partner: str, edition: str) -> None:
    game = position(edition)
    note = game.table.note
    offers = [read_action(game.table, a) for a in listed(game, partner)[1:]]
    assert offers
    for offer in offers:
        assert isinstance(offer, ProposeDeal)
        [other] = {*offer.cash, *offer.deeds.values(), *(game.state.owner[deed] for deed in offer.deeds)} - {0}
        assert accepts(game, partner, other, offer)
        cash = {0: offer.cash.get(0, 0) + note, other: offer.cash.get(other, 0) - note}
        assert not accepts(game, partner, other, ProposeDeal(cash, offer.deeds))  # one note less


def test_a_probe_keeps_the_five_offers_that_promise_most(monkeypatch: pytest.MonkeyPatch) -> None:
    promised = []
    keep_offer = probe.keep_offer

    def watched(s: Any, brings: int, a: Any) -> None:
        promised.append((brings, list(a.cash), list(a.deed)))
        keep_offer(s, brings, a)

    monkeypatch.setattr(probe, "keep_offer", watched)
    moves = listed(position(), "trader")
    best = sorted(promised, key=lambda one: -one[0])
    assert len(best) > 5
    assert best[4][0] > best[5][0]
    assert len(moves) == 6  # its own choice as a trader is the first
    assert [a.kind for a in moves[1:]] == [PROPOSE_DEAL] * 5
    assert sorted((a.cash, a.deed) for a in moves[1:]) == sorted((cash, deed) for _, cash, deed in best[:5])


def test_at_most_five_offers_are_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled search weighs as many choices as the rules of the probe list: the trader's own and five offers."""
    game = position()
    moves = listed(game, "trader")
    search, weighed = PositionSearch(game.table, line_up(game.table, ["probe", *["trader"] * 3])).think(
        game.state, 0, Depth(4, 4)
    )
    assert len(weighed) == search["choices"] == 6
    assert search["choice_kind"][1:6].tolist() == [PROPOSE_DEAL] * 5
    cash = np.reshape(search["cash"], (6, -1))
    assert [row.tolist() for row in cash[1:]] == [a.cash for a in moves[1:]]
