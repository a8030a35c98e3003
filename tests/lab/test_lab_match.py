"""`lab match`: any mix of bots, functions of one's own among them, at the table of the compiled bots."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from magnate import lab
from magnate.actions import Action, ClaimRent, Concede, FollowCard, NameValue, OfferProperty, Roll
from magnate.bots.player import Bot, named
from magnate.cli import run
from magnate.events import PropertyRefused
from magnate.lab.outside import FunctionGame
from magnate.search.rollouts import Depth
from magnate.testing import Position
from magnate.view import SeatPosition, View

ROOT = Path(__file__).parents[2]
house, trader = named("house"), named("trader")


def as_house(view: View, legal: Sequence[Action]) -> Action:
    return house.choose(view)


def as_trader(view: View, legal: Sequence[Action]) -> Action:
    return trader.choose(view)


def forgetful(view: View, legal: Sequence[Action]) -> Action | None:
    """The house bot, that claims no rent."""
    return None if legal == [ClaimRent()] else house.choose(view, legal)


def leaves(view: View, legal: Sequence[Action]) -> Action:
    """Leaves the game when it is asked."""
    return next((one for one in legal if isinstance(one, Concede)), legal[0])


@pytest.mark.parametrize(
    ("edition", "options"),
    [("clasico", {}), ("castis", {}), ("europolis", {}), ("clasico", {"table.private_cash": True})],
)
def test_a_function_that_plays_as_a_bot_gets_the_games_of_that_bot(edition: str, options: dict[str, Any]) -> None:
    how: dict[str, Any] = {"games": 6, "seed": 4, "most": 700, "options": options}
    ours = lab.match(edition, [as_house, "novice", as_trader], **how)
    theirs = lab.match(edition, ["house", "novice", "trader"], **how)
    assert (ours._games == theirs._games).all()
    assert [one.share for one in ours.wins_by_bot] == [one.share for one in theirs.wins_by_bot]


def test_one_plays_against_three_from_every_seat() -> None:
    found = lab.match("castis", [leaves, "house", "house", "house"], games=8, seed=2)
    worst = found.wins_by_bot[-1]
    assert (worst.bot, worst.seats, worst.fair, worst.share.count) == (f"{__name__}:leaves", 1, 0.25, 0)
    seats = {tuple(row[f"bot_{seat}"] for seat in range(4)).index(worst.bot) for row in found.rows("games")}
    assert seats == {0, 1, 2, 3}
    assert found.wins_by_bot[0].share.low > 0.5


def test_bots_that_are_all_compiled_play_as_in_simulate() -> None:
    how: dict[str, Any] = {"games": 60, "seed": 3}
    found = lab.match("clasico", ["trader", "house", "novice"], **how)
    same = lab.simulate("clasico", players=3, bots=["trader", "house", "novice"], **how)
    assert (found.wins_by_bot, found.turns) == (same.wins_by_bot, same.turns)


def test_who_lets_a_rent_go_is_not_asked_again_for_it() -> None:
    found = lab.match("clasico", [forgetful, "house"], games=4, seed=1, most=600)
    assert found.games == 4


@pytest.mark.thorough
def test_an_oracle_plays_beside_a_function() -> None:
    found = lab.match("castis", ["oracle", as_house], games=1, depth=Depth(2, 2), most=120)
    assert {one.bot for one in found.wins_by_bot} == {"oracle", f"{__name__}:as_house"}


class Hopeful(Bot):
    """Searches on, while the debtor's real purse has no value for the deed."""

    def decide(self, position: SeatPosition, seat: int) -> Action:
        return NameValue(600)


@pytest.mark.proves("AMB-143")
def test_a_match_goes_on_where_the_real_purses_refuse_what_an_oracle_chose() -> None:
    options = {"table.private_cash": True}
    game = Position("expopolis", 3, options=options, owners={35: 1}, mortgages=[35], cash={0: 600, 1: 0})
    game.script(dice=[(1, 1)], cards=["P9"])
    game.does(0, Roll(), FollowCard())
    game.does(1, OfferProperty(game.deed(35)))
    FunctionGame(game, ["oracle", "house", "house"], {}, {"oracle": Hopeful("oracle")}).play(game.state.actions + 1)
    assert any(isinstance(event, PropertyRefused) for event in game.events)


def test_two_functions_of_one_name_are_told_apart() -> None:
    ours = [lambda view, legal: as_house(view, legal) for _ in range(2)]
    name = f"{__name__}:test_two_functions_of_one_name_are_told_apart.<locals>.<listcomp>.<lambda>"
    assert lab.match("castis", ours, games=1, most=60).bots == [name, f"{name} 2"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda view, legal: 1 // 0, "ZeroDivisionError: integer division or modulo by zero (test_lab_match.py:"),
        (lambda view, legal: None, "None is no action"),
        (lambda view, legal: ClaimRent(), "IllegalAction"),
    ],
    ids=["raises", "nothing", "illegal"],
)
def test_a_function_that_fails_is_named_with_its_game(answer: Any, said: str) -> None:
    with pytest.raises(lab.BadQuestion, match=r"^game 0: .*<lambda> after 0 actions: ") as told:
        lab.match("clasico", [answer, "house"], games=2)
    assert said in str(told.value)
    assert told.value.__cause__ is not None


def test_a_function_is_asked_with_its_view_and_what_is_legal() -> None:
    seen: list[tuple[int | None, list[Action]]] = []

    def first_legal(view: View, legal: list[Action]) -> Action:
        seen.append((view.seat, legal))
        return legal[0]

    lab.match("clasico", [first_legal, "house"], games=2, most=40)
    assert {seat for seat, _ in seen} == {0, 1}
    assert seen[0][1] == [Roll()]
    assert any(legal == [ClaimRent()] for _, legal in seen)


def test_the_command_finds_a_function_in_the_present_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    arguments = ["lab", "match", "castis", "examples.thrifty:thrifty", "house", "--games", "2", "--json"]
    assert run(arguments) == 0
    found = json.loads(capsys.readouterr().out)
    assert sorted(one["bot"] for one in found["wins_by_bot"]) == ["examples.thrifty:thrifty", "house"]
    assert found["decided"]["of"] == 2


def test_a_handicap_changes_seats_with_its_bot() -> None:
    found = lab.match("castis", ["house", "house"], games=200, seed=3, handicap=[200, 50])
    rich, poor = found.wins_by_bot
    assert (rich.bot, poor.bot) == ("house 200 %", "house 50 %")
    assert rich.share.low > 0.5 > poor.share.high
    assert found.bots == ["house 200 %", "house 50 %"]
    again = lab.match("castis", ["house", "house"], games=200, seed=3, handicap=[200, 50], threads=1)
    assert again.wins_by_bot == found.wins_by_bot
    equal = lab.match("castis", ["house", "trader"], games=20, seed=3, handicap=[100, 100])
    assert equal.wins_by_bot == lab.match("castis", ["house", "trader"], games=20, seed=3).wins_by_bot


def test_a_function_plays_with_the_same_handicap_as_the_compiled_core() -> None:
    how: dict[str, Any] = {"games": 4, "seed": 5, "most": 300, "handicap": [60, 100, 140]}
    found = lab.match("clasico", [as_trader, "house", "novice"], **how)
    same = lab.match("clasico", ["trader", "house", "novice"], **how)
    assert [one.share for one in found.wins_by_bot] == [one.share for one in same.wins_by_bot]
    assert found.turns == same.turns


@pytest.mark.parametrize(
    ("handicap", "problem"), [([70], "1 handicaps for 2 seats"), ([70, 300], "expected 50 to 200 %")]
)
def test_a_wrong_handicap_is_refused(handicap: list[int], problem: str) -> None:
    with pytest.raises(lab.BadQuestion, match=problem):
        lab.match("castis", ["house", "house"], games=1, handicap=handicap)
