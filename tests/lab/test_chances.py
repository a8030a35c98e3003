"""Chances: from any position, without knowing the dice to come."""

from pathlib import Path

import numpy as np
import pytest

from magnate import lab, objects
from magnate.bots.choices import sample_chance
from magnate.compiled import batch, records
from magnate.compiled.bench import house_action
from magnate.game import Game
from magnate.lab import jobs, position, work


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Game, Path]:
    """A whole game of three house bots and its record."""
    game = Game("clasico", seats=3, seed=7, names=["Ana", "Bob", "Cai"])
    while not game.is_over:
        game.play(*house_action(game))
    file = tmp_path_factory.mktemp("lab") / "game.record"
    file.write_text(game.record(), encoding="utf-8")
    return game, file


def test_at_the_start_everybody_has_the_same_chance() -> None:
    found = lab.chances(Game("clasico", seats=4, seed=1), rollouts=600).moments[0]
    assert sum(one.share.value for one in found.seats) == pytest.approx(1, abs=0.01)
    assert all(one.share.low < 0.28 and one.share.high > 0.22 for one in found.seats)


def test_the_dice_to_come_are_not_known() -> None:
    one, other = Game("clasico", seats=4, seed=1), Game("clasico", seats=4, seed=2)
    assert one.chance.key != other.chance.key
    assert lab.chances(one, rollouts=60).moments == lab.chances(other, rollouts=60).moments


def test_sampled_chance_is_that_of_the_interpreter() -> None:
    game = Game("europolis", seats=3, seed=3)
    game.state.held[0] = 1
    table = dict(game.edition.table(3))
    _, chances = batch.copies(jobs.state_bytes(game.state), table, 20, seed=5, first=100)
    expected = np.zeros(1, records.CHANCE)
    for trial in (0, 19):
        c = objects.chance([0] * 8)
        sample_chance(game.state, game.table, c, 5, 100 + trial)
        records.write(expected[0], c)
        assert all((expected[name][0] == chances[name][trial]).all() for name in records.CHANCE.names or ())


def test_the_same_seed_gives_the_same_chances_however_split(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("clasico", seats=3, seed=4)
    one = lab.chances(game, rollouts=90, seed=8, threads=1)
    monkeypatch.setattr(work, "CHUNK", 25)
    assert lab.chances(game, rollouts=90, seed=8, threads=3) == one


def test_who_owns_everything_wins() -> None:
    game = Game("clasico", seats=2, seed=1)
    g = game.state
    while g.turns == 0:
        game.play(game.must[0], game.legal_actions(game.must[0])[0])
    g.owner[: game.table.deeds] = [1] * game.table.deeds
    g.deed_count[1] = game.table.deeds
    g.cash[0], g.cash[1] = 100, 5000
    assert lab.chances(game, rollouts=100).moments[0].seats[1].share.value > 0.95


def test_a_record_is_played_on_from_any_move(played: tuple[Game, Path]) -> None:
    game, file = played
    middle = len(game.moves) // 2
    here = position.at_move(file, middle)
    assert here.state.actions == middle
    found = lab.chances(file, middle, rollouts=100)
    assert found.moments[0].move == middle
    assert [one.name for one in found.moments[0].seats] == ["Ana", "Bob", "Cai"]
    assert lab.rent_risk(file, middle).turns[0].name in ("Ana", "Bob", "Cai")


def test_the_curve_of_a_record_ends_with_its_winner(played: tuple[Game, Path]) -> None:
    game, file = played
    found = lab.chances(file, every=len(game.moves) // 12, rollouts=25)
    assert found.moments[0].move == 0
    assert found.moments[-1].move == len(game.moves) - 1
    winner = game.outcome().winners[0]  # type: ignore[union-attr]
    assert [one.share.value for one in found.moments[-1].seats] == [float(seat == winner) for seat in range(3)]
    assert {swing.seat for swing in found.lost} == {0, 1, 2}
    assert found.lost[0].now < found.lost[0].before
    turning = found.turning
    assert turning is not None
    assert turning.move == turning.after + 1
    assert found.lost[0].after <= turning.after < found.lost[0].move
    assert type(game.moves[turning.move].action).__name__ == turning.action


def test_questions_without_an_answer_are_refused(played: tuple[Game, Path]) -> None:
    game, file = played
    with pytest.raises(lab.BadQuestion, match="moves 0 to"):
        lab.chances(file, 100_000, rollouts=10)
    with pytest.raises(lab.BadQuestion, match="the game is over"):
        lab.rent_risk(game)
    with pytest.raises(lab.BadQuestion, match="choose one"):
        lab.chances(game, every=5)
    with pytest.raises(lab.BadQuestion, match="novice, house or trader"):
        lab.chances(file, 10, bot="oracle")
