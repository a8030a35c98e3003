"""The master's offers: at most six a game to whoever refuses everything, in round sums, never for most of a purse."""

import pytest

from magnate import objects
from magnate.actions import CounterDeal, ProposeDeal, RefuseDeal
from magnate.bots.limits import MOST_ASKED, MOST_OFFERS, round_unit
from magnate.editions import load, names
from magnate.game import Game
from magnate.rules.stack import admits_deals, top_kind
from magnate.value.master_bot import Master
from magnate.view import SeatPosition

SELDOM = ("monopoli-server",)  # where deals hardly help anybody: single lots are built on


EDITIONS = [pytest.param(name, marks=[] if name == "clasico" else pytest.mark.thorough) for name in names()]


@pytest.mark.parametrize(
    ("edition", "variant"),
    [
        *(pytest.param(*name.values, None, marks=name.marks) for name in EDITIONS),
        ("clasico", "fast"),
        pytest.param("clasico", "timed", marks=pytest.mark.thorough),
    ],
)
def test_whoever_refuses_everything_is_asked_six_times_at_most(edition: str, variant: str | None) -> None:
    bot, asked = Master(), 0
    game = Game(load(edition, variant), 3, seed=6)
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


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_master_names_round_sums_and_leaves_the_other_half_of_its_purse(edition: str) -> None:
    bot, offers, cash_named = Master(), 0, 0
    unit = round_unit(objects.table(load(edition).table(4)))
    for seed in range(4):
        game = Game(edition, 4, seed=seed)
        while not game.state.over and game.state.actions < 500:
            seat = game.must[0]
            choice = bot.decide(SeatPosition.seen(game, seat), seat)
            if isinstance(choice, ProposeDeal | CounterDeal):
                offers += 1
                cash_named += bool(choice.cash)
                for other, cash in choice.cash.items():
                    assert cash % unit == 0
                    assert other == seat or 100 * -cash <= MOST_ASKED * game.state.cash[other]
            game.play(seat, choice)
    assert offers > (1 if edition in SELDOM else 5)
    assert cash_named > 0
