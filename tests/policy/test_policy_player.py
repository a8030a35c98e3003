"""Policies and functions at a seat: they choose legal actions, and mistakes name who made them."""

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from magnate import Game
from magnate.actions import Action, BuyDeed, ClaimRent, Roll
from magnate.bots.player import allowed
from magnate.policy import PolicyError, player
from magnate.policy.policy_bot import FunctionBot, PolicyBot, is_outside
from magnate.testing import Position
from magnate.view import SeatPosition, View
from policy.nets import keen, random_policy


@pytest.mark.parametrize(("edition", "seats"), [("clasico", 2), ("expopolis", 4), ("europolis", 3)])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_policy_plays_whole_games_of_any_edition(edition: str, seats: int, seed: int) -> None:
    bot = PolicyBot(random_policy(seed, mortgage_only_in_debt=True))
    game = Game(edition, seats, seed)
    for _ in range(300):
        if not game.must:
            break
        seat = game.must[0]
        action = bot.decide(SeatPosition.seen(game, seat), seat)
        assert game.refusal(seat, action) is None
        assert bot.choose(game.view(seat), game.legal_actions(seat)) == action
        game.play(seat, action)
    assert game.state.turns > 0


def test_a_policy_plays_with_private_purses() -> None:
    bot = PolicyBot(random_policy(3))
    game = Game("clasico", 3, 1, options={"table.private_cash": True})
    for _ in range(150):
        seat = game.must[0]
        game.play(seat, allowed(game, seat, bot.decide(SeatPosition.seen(game, seat), seat)))


def test_a_rent_is_claimed_unasked() -> None:
    game = Position("clasico", 2, at={0: 1}, owners={"Plaza Lavapiés": 1})
    game.rolls(1, 1)
    bot = PolicyBot(keen())
    assert bot.notices(game.state, 1)
    assert bot.decide(SeatPosition.seen(game, 1), 1) == ClaimRent()


def test_a_policy_explains_itself_by_its_choice_alone() -> None:
    game = Game("clasico", 2, 1)
    seat = game.must[0]
    found = PolicyBot(keen(), "mine").explain(game.view(seat))
    assert (found.bot, found.choice, found.options) == ("mine", Roll(), [])


def test_another_table_than_the_policy_is_for_is_named(tmp_path: Path) -> None:
    keen(editions=["castis"], seats=(2, 4)).save(tmp_path / "c.safetensors")
    bot = player(str(tmp_path / "c.safetensors"))
    game = Game("clasico", 2, 1)
    with pytest.raises(PolicyError, match=r"c.safetensors is for castis; this table plays clasico"):
        bot.decide(SeatPosition.seen(game, game.must[0]), game.must[0])


def mine(function: Any, monkeypatch: pytest.MonkeyPatch) -> FunctionBot:
    module = ModuleType("my_bots")
    module.mine = function  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "my_bots", module)
    found = player("my_bots:mine")
    assert isinstance(found, FunctionBot)
    return found


def test_a_function_sees_a_view_and_the_legal_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[View, list[Action]]] = []

    def first(view: View, legal: list[Action]) -> Action:
        asked.append((view, legal))
        return legal[0]

    bot = mine(first, monkeypatch)
    game = Game("clasico", 2, 1)
    for _ in range(60):
        seat = game.must[0]
        view = game.view(seat)
        game.play(seat, bot.decide(view.position, seat))
        seen, legal = asked[-1]
        assert (seen.seat, seen.deeds, seen.question, seen.must) == (seat, view.deeds, view.question, view.must)
        assert legal == [option.action for option in view.options if option.action is not None]


def fails(view: View, legal: list[Action]) -> Action:
    raise KeyError("lost")


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (fails, r"my_bots:mine: KeyError: 'lost' \(test_policy_player.py:\d+\)"),
        (lambda view, legal: None, "my_bots:mine gave None; expected one of magnate.actions"),
        (lambda view, legal: "roll" * 60, r"my_bots:mine gave 'rollroll.*\.\.\.; expected one of"),
        (lambda view, legal: BuyDeed(), r"my_bots:mine gave BuyDeed\(\), which is illegal"),
    ],
)
def test_a_function_that_fails_is_named(function: Any, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = mine(function, monkeypatch)
    game = Game("clasico", 2, 1)
    with pytest.raises(PolicyError, match=says):
        bot.decide(SeatPosition.seen(game, game.must[0]), game.must[0])


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("genius", "'genius' is no policy; expected a file"),
        ("no/such.safetensors", r"no/such.safetensors: no such file"),
        ("no/such.onnx", "ONNX files need onnxruntime|no such file"),
        ("not_there_at_all:f", "not_there_at_all cannot be imported: ModuleNotFoundError"),
        ("json:nothing", "json has no function nothing"),
        (":f", "names no function"),
    ],
)
def test_what_cannot_sit_down_is_named(name: str, says: str) -> None:
    with pytest.raises((PolicyError, ImportError), match=says):
        player(name)


def test_names_of_bots_are_no_policies() -> None:
    assert [is_outside(name) for name in ("trader", "x.safetensors", "x.onnx", "m:f")] == [False, True, True, True]
