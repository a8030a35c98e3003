"""A record replays to the same game, with and without its secret; a copy is a game of its own."""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from magnate.errors import NoMoreChance
from magnate.game import Game
from magnate.view import Option
from properties.walk import ALL_TABLES, Walk


def played(name: str, variant: str | None, seats: int, seed: int, steps: int) -> Walk:
    play = Walk(name, variant, seats, seed=seed, arranged=False)
    for _ in play.walk(steps):
        pass
    return play


@pytest.mark.parametrize(("name", "variant", "seats"), ALL_TABLES)
def test_a_record_cut_anywhere_replays_to_the_same_game(name: str, variant: str | None, seats: int) -> None:
    play = played(name, variant, seats, seats, play_steps(seats))
    game = play.game
    revealed, secret = game.record(), game.record(reveal=False)
    assert game.dice.secret in revealed
    assert game.dice.secret not in secret
    again = Game.replay(revealed)
    assert again.state.values() == game.state.values()
    assert again.chance.values() == game.chance.values()
    assert again.events == game.events
    assert again.moves == game.moves
    assert again.record() == revealed
    for text in (revealed, secret):
        read = Game.replay(text, generator=False)
        assert read.state.values() == game.state.values()
        assert read.events == game.events
        assert read.record(reveal=False) == secret
        assert [read.view(seat) for seat in range(seats)] == [game.view(seat) for seat in range(seats)]


def play_steps(seats: int) -> int:
    """A different cut for every number of seats."""
    return 37 + 53 * seats


@pytest.mark.parametrize(("name", "variant", "seats"), [table for table in ALL_TABLES if table[2] in (3, 4)])
def test_a_replayed_game_goes_on_as_the_first_one_does(name: str, variant: str | None, seats: int) -> None:
    play = played(name, variant, seats, seats + 3, 60)
    game, again = play.game, Game.replay(play.game.record())
    blind = Game.replay(game.record(reveal=False))
    for seat, action, told in play.walk(60):
        assert (again.time_up() if seat < 0 else again.play(seat, action)) == told
        before = blind.state.values() if blind is not None else {}
        if blind is not None:
            try:
                blind.play(seat, action)
            except NoMoreChance:
                assert blind.state.values() == before  # without the secret no die is rolled, and nothing has changed
                blind = None  # type: ignore[assignment]
    assert again.state.values() == game.state.values()


@pytest.mark.parametrize(("name", "variant", "seats"), [table for table in ALL_TABLES if table[2] in (2, 5)])
def test_a_copy_and_its_original_do_not_touch_each_other(name: str, variant: str | None, seats: int) -> None:
    play = played(name, variant, seats, seats, 80)
    game = play.game
    copy = game.copy()
    before = (copy.state.values(), copy.chance.values(), list(copy.moves), list(copy.events))
    steps = [(seat, action, told) for seat, action, told in play.walk(40)]
    assert (copy.state.values(), copy.chance.values(), copy.moves, copy.events) == before
    after = (game.state.values(), game.chance.values())
    for seat, action, told in steps:
        assert copy.play(seat, action) == told  # the same dice to come
    assert (game.state.values(), game.chance.values()) == after
    assert (copy.state.values(), copy.chance.values()) == after


def test_games_of_two_threads_list_their_options_at_the_same_time() -> None:
    """Games have no lists of their own to write options into: those of a thread share them."""
    games = [Game("clasico", seats=4, seed=seed) for seed in (1, 2)]
    for game in games:
        for _ in range(30 * (1 + games.index(game))):
            game.play(game.must[0], game.legal_actions(game.must[0])[0])
    alone = [[game.options(seat) for seat in range(4)] for game in games]
    assert alone[0] != alone[1]

    def listed(game: Game) -> list[list[list[Option]]]:
        return [[game.options(seat) for seat in range(4)] for _ in range(300)]

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(2) as threads:
            together = list(threads.map(listed, games))
    finally:
        sys.setswitchinterval(before)
    for found, wanted in zip(together, alone, strict=True):
        assert all(one == wanted for one in found)
