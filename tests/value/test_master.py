"""The master: every choice is legal, nothing it tries leaves a trace, and compiled it plays the same games."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from magnate import objects, search
from magnate.bots.lineup import CODES, line_up
from magnate.bots.player import named
from magnate.bots.table import bot_to_act
from magnate.compiled import records
from magnate.editions import load
from magnate.game import Game
from magnate.rules.codes import FRAME_TURN, GROUP_LOTS, MAX_GROUP_LOTS, PROPOSE_DEAL
from magnate.rules.play import new_game
from magnate.rules.stack import top_kind
from magnate.rules.timeout import apply_or_default
from magnate.terminal.table import TableNames
from magnate.value import matches
from magnate.value.file import network_for, shipped
from magnate.value.inference import TableValue
from magnate.value.knowledge import Weighed
from magnate.value.master import master_decides
from magnate.value.master_bot import Master
from magnate.value.mixed_tables import SCRIPTED, player_decides
from magnate.value.trying import move_deed
from magnate.view import SeatPosition
from magnate.words import Words
from value.kit import EDITIONS, knowing_acceptance, positions, some_weights


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


def test_asked_by_several_threads_it_answers_as_it_does_alone() -> None:
    bot, trader = Master(some_weights()), named("trader")
    game, positions = Game(load("clasico"), 4, seed=7), []
    while len(game.moves) < 300:
        position = SeatPosition.seen(game, game.must[0])
        positions += [position] if len(game.moves) % 8 == 0 else []
        game.play(game.must[0], trader.decide(position, game.must[0]))
    alone = [bot.chances(position) for position in positions]
    switches = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(3) as threads:
            found = list(threads.map(bot.chances, positions * 9))
    finally:
        sys.setswitchinterval(switches)
    assert found == alone * 9


@pytest.mark.parametrize("is_plain", [True, False])
@pytest.mark.parametrize("edition", ["castis", "expopolis"])
def test_at_a_table_it_decides_as_the_core(edition: str, is_plain: bool) -> None:
    """What a table stores, and what it does not weigh again, changes no decision."""
    weights, kinds, value = knowing_acceptance(some_weights()), set(), None
    for position in positions(edition, 4, 240, 8, seed=3):
        g, e = position.state, position.table
        value = value or TableValue(network_for(e, weights), plain=is_plain)
        seat, b = next(seat for seat in range(4) if g.must >> seat & 1), line_up(e, ["trader"] * 4)
        here, there = objects.fresh_move(), objects.fresh_move()
        value.decide(g, e, b, Weighed(), seat, here)
        master_decides(g, e, b, network_for(e, weights), Weighed(), seat, there)
        assert here.row() == there.row()
        kinds.add(here.kind)
    assert PROPOSE_DEAL in kinds


@pytest.mark.thorough
@pytest.mark.parametrize("edition", EDITIONS[:5])
def test_whole_games_at_a_table_are_those_of_the_core(edition: str) -> None:
    bot, table = Master(), load(edition).table(3)
    found = matches.play(table, [["master"] * 3], 2, {"master": shipped()}, seed=17)
    for i, key in enumerate(records.seeded_keys(17, 2).tolist()):
        g, e, c = objects.State(), objects.table(table), objects.chance(key)
        new_game(g, e, c)
        b = line_up(e, ["trader"] * 3)
        while not g.over and g.actions < 20_000:
            seat = bot_to_act(g, b)
            apply_or_default(g, e, c, seat, bot.move(SeatPosition(load(edition), e, g, False), seat))
        twin = records.fresh_states(1)
        records.write(twin[0], g)
        for name in ("cash", "owner", "level", "mortgaged", "at", "actions", "turns"):
            assert np.array_equal(found[name][i], twin[name][0]), name


@pytest.mark.thorough
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
    bot, told = Master(), set()
    game = Game("clasico", 4, seed=8)
    names = TableNames(game.edition, game.names, Words("en"))
    while not game.state.over and game.state.actions < 300:
        seat = game.must[0]
        explained = bot.explain(game.view(seat), game.legal_actions(seat))
        reason = explained.options[0].reason
        assert explained.bot == "master"
        assert 0 <= reason.facts["before"] <= 100
        assert 0 <= reason.facts["after"] <= 100
        assert f"{reason.facts['after']}%" in explained.text(Words("en"), names)
        told.add(reason.key)
        game.play(seat, explained.choice)
    assert {"value_up", "value_same"} <= told


def test_it_names_the_group_that_a_deal_completes() -> None:
    game = Game("clasico", 3, seed=1)
    g, e = game.state, game.table
    while top_kind(g) != FRAME_TURN:
        game.play(game.must[0], game.default_action(game.must[0]))
    group = next(group for group in range(e.groups) if e.group_kind[group] == GROUP_LOTS)
    deeds = e.group_deed[group * MAX_GROUP_LOTS : group * MAX_GROUP_LOTS + e.group_size[group]]
    seat = int(g.turn)
    other = (seat + 1) % 3
    for deed in deeds:
        move_deed(g, deed, other)
    move_deed(g, deeds[0], seat)
    a = objects.fresh_move()
    a.kind, a.deed[deeds[0]], a.cash[seat], a.cash[other] = PROPOSE_DEAL, other, 1, -1
    reason = Master().reason(SeatPosition.seen(game, seat), seat, a)
    assert reason.key == "value_gives_down"
    assert reason.facts["seat"] == other
    assert reason.facts["group"] == group
    assert reason.facts["after"] < reason.facts["before"]


def test_it_is_a_bot_by_name() -> None:
    assert search.named("master").name == "master"
    assert list(CODES) == ["novice", "house", "trader", "master", "oracle"]
    with pytest.raises(ValueError, match="needs more than the rules"):
        named("master")
