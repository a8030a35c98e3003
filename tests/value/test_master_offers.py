"""The master's offers: whoever refuses everything is asked at most six times a game."""

import pytest

from magnate.actions import ProposeDeal, RefuseDeal
from magnate.bots.limits import MOST_OFFERS
from magnate.editions import names
from magnate.game import Game
from magnate.rules.stack import admits_deals, top_kind
from magnate.value.master_bot import Master
from magnate.view import SeatPosition

SELDOM = ("monopoli-server",)  # where deals hardly help anybody: single lots are built on


@pytest.mark.parametrize(
    "edition", [pytest.param(name, marks=[] if name == "clasico" else pytest.mark.thorough) for name in names()]
)
def test_whoever_refuses_everything_is_asked_six_times_at_most(edition: str) -> None:
    bot, asked = Master(), 0
    game = Game(edition, 3, seed=6)
    while not game.state.over and game.state.actions < 700 and not game.state.out[0]:
        g = game.state
        seat = game.must[0]
        if g.deals and admits_deals(top_kind(g)) and seat == 0:
            slot = next(slot for slot in range(3) if g.deals >> slot & 1 and g.deal[slot].parties & 1)
            game.play(0, RefuseDeal(deal=slot, revision=g.deal[slot].revision))
            continue
        choice = bot.decide(SeatPosition.seen(game, seat), seat)
        if isinstance(choice, ProposeDeal) and seat == 0:
            choice = game.default_action(0)
        before = g.deals
        game.play(seat, choice)
        asked += isinstance(choice, ProposeDeal) and g.deals != before and bool(g.deal[seat].parties & 1)
    assert asked <= MOST_OFFERS
    assert asked > 0 or edition in SELDOM
