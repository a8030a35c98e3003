"""The master: every choice is legal, nothing it tries leaves a trace, and compiled it plays the same games."""

from pathlib import Path

import numpy as np
import pytest

from magnate import objects
from magnate.bots.lineup import line_up
from magnate.bots.table import bot_to_act
from magnate.compiled import records
from magnate.editions import load
from magnate.game import Game
from magnate.rules.play import check, new_game
from magnate.rules.refusals import OK
from magnate.rules.timeout import apply_or_default
from magnate.value import matches
from magnate.value.file import network_for
from magnate.value.knowledge import Weighed
from magnate.value.master_bot import Master
from magnate.value.mixed_tables import SCRIPTED, player_decides
from magnate.view import SeatPosition
from value.kit import EDITIONS, positions, some_weights


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda one: Path(one).stem)
def test_its_choices_are_legal_and_trying_leaves_no_trace(edition: str) -> None:
    bot = Master(some_weights())
    game = Game(load(edition), 3, seed=4)
    while not game.state.over and game.state.actions < 250:
        seat = game.must[0]
        position = SeatPosition.seen(game, seat)
        before = position.state.row()
        choice = bot.decide(position, seat)
        assert position.state.row() == before
        assert game.refusal(seat, choice) is None
        game.play(seat, choice)


def test_compiled_games_are_those_of_the_interpreter() -> None:
    table = load("clasico").table(3)
    e, weights = objects.table(table), some_weights()
    lines = [["master", "trader", "master"]]
    found = matches.play(table, lines, 2, {"master": weights}, seed=9, most=150, threads=1)
    n, f, a = network_for(e, weights), Weighed(), objects.fresh_move()
    b = line_up(e, ["trader"] * 3)
    for i, key in enumerate(records.seeded_keys(9, 2).tolist()):
        g, c = objects.State(), objects.chance(key)
        new_game(g, e, c)
        while not g.over and g.actions < 150:
            seat = bot_to_act(g, b)
            player_decides(g, e, b, n, f, seat, SCRIPTED if seat == 1 else 0, a)
            apply_or_default(g, e, c, seat, a)
        twin = records.fresh_states(1)
        records.write(twin[0], g)
        for name in ("cash", "owner", "level", "mortgaged", "at", "actions", "turns"):
            assert np.array_equal(found[name][i], twin[name][0]), name


def test_it_says_what_a_choice_does_to_its_chance() -> None:
    bot = Master(some_weights())
    for position in positions("clasico", 4, 120, 20):
        seat = int(position.state.turn)
        a = bot.move(position, seat)
        before, after = bot.compared(position, seat, a)
        assert 0 <= before <= 1
        assert 0 <= after <= 1
        assert check(position.state, position.table, seat, a) == OK or seat not in range(4)
