"""`magnate.testing`: positions and play in short words; what cannot be raises BadPosition with what would be right."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from magnate import Game
from magnate.actions import (
    Build,
    BuyDeed,
    EndTurn,
    MalformedAction,
    Mortgage,
    ProposeDeal,
    RefuseDeed,
    Roll,
    SellBuildings,
    TimeUp,
    UseCard,
)
from magnate.editions import load, names
from magnate.errors import IllegalAction, NoSuchSeat
from magnate.events import (
    CardDrawn,
    DealDone,
    DealProposed,
    DeedDealt,
    Jailed,
    OfferAnswered,
    PaidPlayer,
    Rolled,
    TurnBegan,
)
from magnate.testing import BadPosition, EventList, Position, unchanged

SOL = "Puerta del Sol"
BROWN = ("Ronda de Valencia", "Plaza Lavapiés")


def refused(*words: str, **position: Any) -> None:
    """A position of the classic game for two that is refused in these words."""
    with pytest.raises(BadPosition) as caught:
        Position("clasico", 2, **position)
    for word in words:
        assert word in str(caught.value)


# Positions.


@pytest.mark.parametrize(
    "position",
    [
        {"owners": {SOL: 5}},
        {"owners": {SOL: -1}},
        {"owners": {SOL: True}},
        {"cash": {5: 100}},
        {"at": {2: 0}},
        {"jail": {2: 0}},
        {"held": {"CA8": 2}},
        {"out": [2]},
        {"turn": 2},
        {"owners": {SOL: 0}, "mortgages": {SOL: 5}},
    ],
    ids=str,
)
def test_a_seat_that_is_not_at_the_table(position: dict[str, Any]) -> None:
    refused("seat", "expected 0 to 1", **position)


def test_a_seat_that_is_out_owns_nothing_holds_nothing_and_is_not_on_turn() -> None:
    for position in ({"owners": {SOL: 2}}, {"held": {"CA8": 2}}, {"turn": 2}, {"jail": {2: 0}}):
        with pytest.raises(BadPosition, match="seat 2 is out; expected a seat that plays"):
            Position("clasico", 3, out=[2], **position)


@pytest.mark.parametrize("level", [9, 6, -1, "3"])
def test_a_level_that_no_lot_has(level: Any) -> None:
    refused(f"level of {SOL} is {level!r}; expected 0 to 5", owners={SOL: 0}, levels={SOL: level})


def test_houses_on_a_lot_that_nobody_owns() -> None:
    refused(f"level of {SOL} is 2, and it has no owner; expected an owner in owners", levels={SOL: 2})


def test_houses_where_none_can_stand() -> None:
    station = "Estación de Goya"
    refused(f"{station} is no lot", owners={station: 0}, levels={station: 1})


def test_a_mortgage_on_a_deed_that_nobody_owns() -> None:
    refused(f"{SOL} is mortgaged, and it has no owner; expected an owner in owners", mortgages=[SOL])


def test_a_mortgage_on_a_lot_with_houses() -> None:
    refused("mortgaged and built on", owners={SOL: 0}, levels={SOL: 1}, mortgages=[SOL])


@pytest.mark.parametrize("name", ["houses", "hotels"])
def test_a_stock_below_nothing(name: str) -> None:
    refused(f"{name} left in stock, with 0 standing, is -12; expected 0 to", **{name: -12})


def test_a_stock_that_the_game_does_not_have() -> None:
    refused("houses left in stock, with 0 standing, is 99; expected 0 to 32", houses=99)
    brown: dict[str, Any] = {"owners": dict.fromkeys(BROWN, 0), "levels": dict.fromkeys(BROWN, 4)}
    refused("houses left in stock, with 8 standing, is 32; expected 0 to 24", houses=32, **brown)
    brown["levels"] = dict.fromkeys(BROWN, "hotel")
    refused("hotels left in stock, with 2 standing, is 12; expected 0 to 10", hotels=12, **brown)
    assert Position("clasico", 2, hotels=10, **brown).state.hotels == 10


def test_more_houses_on_the_board_than_the_game_has() -> None:
    edition = load("clasico")
    lots = [edition.deeds[deed] for deed, group in enumerate(edition.table(2)["deed_group"][:22])]
    lots = [space for space in lots if getattr(edition.spaces[space], "house_cost", 0)][:9]
    with pytest.raises(BadPosition, match="36 houses stand on the board; expected 0 to 32"):
        Position(edition, 2, owners=dict.fromkeys(lots, 0), levels=dict.fromkeys(lots, 4))


def test_a_purse_below_nothing_and_a_stay_in_jail_that_is_too_long() -> None:
    refused("cash of seat 1 is -5; expected 0 or more", cash={1: -5})
    refused("expected 0 to 2", jail={0: 9})
    refused("expected 0 to 2", jail={0: 3})  # CLA-63: the third roll frees, or the fine is due
    with pytest.raises(BadPosition, match="expected 0 to 2"):
        Position("monopoli-server", 2, jail={1: 3})
    assert Position("monopoli-server", 2, jail={1: 2}).in_jail(1)  # SRV-48: free at its next turn


def test_a_purse_has_whole_notes() -> None:
    with pytest.raises(BadPosition, match="cash of seat 0 is 55; expected whole notes of 100"):
        Position("expopolis", 2, cash={0: 55})


def test_spaces_and_deeds_that_do_not_exist() -> None:
    refused("40 is no space; spaces: 0 to 39", at={0: 40})
    refused("no space 'Nowhere'", at={0: "Nowhere"})
    refused("0 is no deed", owners={0: 0})


def test_cards_that_do_not_exist_or_cannot_be_kept() -> None:
    refused("no card 'XX' in clasico; expected one of CA1,", cards=["XX"])
    refused("CA1 cannot be kept; expected one of CA8, AC5", held={"CA1": 0})


def test_a_position_with_the_opening_rolls() -> None:
    refused("cash, turn given with opening; expected one or the other", opening=True, cash={0: 5}, turn=1)
    refused("owners given with opening", opening=True, owners={SOL: 0})
    refused("houses given with opening", opening=True, houses=0)
    refused("turn given with opening", opening=True, turn=0)


def test_a_seat_that_is_out_twice_or_has_money_and_a_table_with_one_left() -> None:
    with pytest.raises(BadPosition, match="seat 1 is out; expected a seat that plays"):
        Position("clasico", 4, out=[1, 1])
    with pytest.raises(BadPosition, match="cash: seat 1 is out; expected a seat that plays"):
        Position("clasico", 3, out=[1], cash={1: 5})
    refused("out is [1] of 2 seats; expected two that play, or more", out=[1])


def test_a_deed_that_is_named_twice() -> None:
    number = load("clasico").find_space(SOL)
    refused("expected every deed once", owners={SOL: 0, number: 1})
    refused("expected every deed once", owners={SOL: 0}, levels={SOL: 1, number: 2})


def test_a_prisoner_elsewhere() -> None:
    refused("seat 0 is in jail and at 5; expected one or the other", at={0: 5}, jail={0: 0})


def test_a_mortgage_in_a_group_with_houses() -> None:
    refused("mortgaged and built on, or its group is", owners={1: 0, 3: 0}, levels={3: 1}, mortgages=[1])
    game = Position("monopoli-server", 2, owners={1: 0, 3: 1}, levels={3: 1}, mortgages=[1])  # another's lot
    assert game.is_mortgaged(1)


# Deals at the start.


@pytest.mark.parametrize("edition", names())
def test_positions_start_undealt_with_the_whole_starting_money(edition: str) -> None:
    for variant in (None, *load(edition).file.variants):
        game = Position(edition, variant=variant)
        assert all(deed.owner is None for deed in game.view().deeds)
        assert set(game.state.cash[: game.seats]) == {game.table.setup_cash}


def test_the_start_of_the_game_is_dealt_as_the_rules_have_it() -> None:
    game = Position("expopolis", 2, opening=True)
    assert sum(isinstance(event, DeedDealt) for event in game.events) == 14


def test_a_deal_that_is_asked_for_is_whole() -> None:
    game = Position("clasico", 2, variant="fast", dealt=[1, 3, 5, 6])
    assert [game.owner(space) for space in (1, 3, 5, 6)] == [0, 1, 0, 1]
    with pytest.raises(BadPosition, match="dealt has 3 deeds; expected 4, 2 for each seat"):
        Position("clasico", 2, variant="fast", dealt=[1, 3, 5])
    with pytest.raises(BadPosition, match="dealt has 1 deeds; expected 0"):
        Position("clasico", 2, dealt=[1])
    with pytest.raises(BadPosition, match="expected every deed once"):
        Position("clasico", 2, variant="fast", dealt=[1, 3, 1, 6])


# Scripts.


@pytest.mark.parametrize("dice", [(7, 9), (0, 1), (1, 2.0), (True, 2)])
def test_a_die_has_one_to_six(dice: tuple[int, int]) -> None:
    game = Position("clasico", 2)
    with pytest.raises(BadPosition, match=r"a die is .*; expected 1 to 6"):
        game.rolls(*dice)
    refused("expected 1 to 6", dice=[dice])
    game.rolls(1, 2).one(Rolled, dice=(1, 2))


def test_a_card_of_the_other_deck() -> None:
    game = Position("clasico", 2, at={0: 4}, cards=["AC1"])  # 7 is of the deck CA
    with pytest.raises(
        BadPosition, match="card AC1 was scripted, and another deck was drawn from; expected one of CA1,"
    ):
        game.rolls(1, 2)


def test_a_card_that_somebody_holds() -> None:
    problem = "card CA8 was scripted, and seat 1 holds it; expected another one, or this one scripted after it was used"
    refused(problem, at={0: 4}, held={"CA8": 1}, cards=["CA8"])
    game = Position("clasico", 2, at={0: 10}, jail={0: 0}, held={"CA8": 0})
    with pytest.raises(BadPosition, match="seat 0 holds it"):
        game.script(cards=["CA8"])
    game.does(0, UseCard("CA8"))  # type: ignore[arg-type]
    assert game.draws("CA8", 6, 6).one(CardDrawn).card == game.card("CA8")[1]


def test_the_card_that_is_scripted_comes_from_its_deck() -> None:
    game = Position("clasico", 2, at={0: 4})
    told = game.draws("CA9", 1, 2)
    assert told.one(CardDrawn).card == game.card("CA9")[1]
    game.used_up()


def test_a_seat_that_cannot_be_next() -> None:
    game = Position("monopoli-server", 3, rolled=True, next_seats=[0])
    with pytest.raises(BadPosition, match="seat 0 was scripted and cannot come now; expected one that can"):
        game.ends_turn()


def test_a_seat_where_none_is_drawn() -> None:
    refused("seats [1] were scripted; in clasico no seat is drawn", next_seats=[1])
    with pytest.raises(BadPosition, match="a scripted seat is 5; expected 0 to 1"):
        Position("monopoli-server", 2, next_seats=[5])


def test_dice_after_the_end_of_the_game() -> None:
    game = Position("castis", 2, owners=dict.fromkeys(load("castis").deeds, 0))
    assert game.is_over
    with pytest.raises(BadPosition, match="the game is over; expected a seat that can roll"):
        game.rolls(1, 2)


def test_dice_that_nobody_rolls_are_noticed_by_rolls() -> None:
    game = Position("clasico", 2)
    with pytest.raises(BadPosition, match="die 3, 4 was scripted and not used"):
        game.rolls(1, 2, 3, 4)


def test_a_card_that_nobody_draws_is_noticed_by_draws() -> None:
    game = Position("clasico", 2)
    with pytest.raises(BadPosition, match="card CA9 was scripted and not used"):
        game.draws("CA9", 1, 2)  # a lot


def test_what_is_left_of_a_script_is_noticed_by_the_next_of_its_kind() -> None:
    game = Position("clasico", 2, dice=[(1, 2), (3, 4)], cards=["CA9"])
    game.does(0, Roll())
    with pytest.raises(BadPosition, match="die 3, 4 was scripted and not used; expected an action that calls for it"):
        game.rolls(5, 6)
    with pytest.raises(BadPosition, match="card CA9"):
        game.script(cards=["CA1"])


def test_what_is_left_of_a_script_is_noticed_at_the_end_of_with() -> None:
    with pytest.raises(BadPosition, match="die 3, 4"), Position("clasico", 2, dice=[(1, 2), (3, 4)]) as game:
        game.does(0, Roll(), RefuseDeed())
    with Position("clasico", 2, dice=[(1, 2)]) as game:
        game.does(0, Roll(), RefuseDeed())
    with pytest.raises(ZeroDivisionError), Position("clasico", 2, dice=[(1, 2)]):
        1 / 0  # noqa: B018 - whatever went wrong first is told, not what it left over


DROPPED = """
from magnate.actions import Roll
from magnate.testing import Position

Position("clasico", 2, dice=[(1, 2)]).does(0, Roll())
Position("clasico", 2, dice=[(2, 3), (3, 4)], cards=["CA9"]).does(0, Roll())
with Position("clasico", 2, dice=[(4, 5)]) as game:
    twin = game.copy()
    game.does(0, Roll())
del twin
reported = Position("clasico", 2, dice=[(5, 6)])
try:
    reported.used_up()
except ValueError:
    pass
del reported
"""


def test_a_position_that_is_dropped_with_a_script_warns() -> None:
    said = subprocess.run([sys.executable, "-c", DROPPED], capture_output=True, text=True, check=True).stderr
    warned = re.findall(r"UnusedScript: (.*)", said)
    assert warned == ["die 3, 4 and card CA9 was scripted and not used when the position was dropped"]


TESTS = """
import pytest
from magnate.actions import Roll
from magnate.testing import Position

def test_that_drops_a_script():
    Position("clasico", 2, dice=[(1, 2), (3, 4)], cards=["CA9"]).does(0, Roll())

def test_that_uses_its_script():
    Position("clasico", 2, dice=[(1, 2)]).does(0, Roll())

def test_that_checks_itself():
    with pytest.raises(ValueError, match="die 1, 2"), Position("clasico", 2, dice=[(1, 2)]):
        pass

@pytest.fixture
def game():
    return Position("clasico", 2, dice=[(5, 6)])

def test_of_a_fixture(game):
    game.cash(0)

@pytest.fixture(scope="module")
def shared():
    return Position("clasico", 2, dice=[(5, 6)])

def test_that_looks_at_a_shared_position(shared):
    shared.cash(0)

def test_that_uses_a_shared_position(shared):
    shared.does(0, Roll())

def test_that_fails():
    game = Position("clasico", 2, dice=[(1, 2)])
    assert game.cash(0) == 7
"""


def test_under_pytest_a_test_that_leaves_a_script_unused_fails(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["magnate.testing.pytest_plugin"]\n', encoding="utf-8")
    (tmp_path / "test_it.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    found = re.findall(r"^(PASSED|FAILED|ERROR) test_it\.py::(\w+)", said, re.MULTILINE)
    assert {name: how for how, name in found} == {
        "test_that_drops_a_script": "FAILED",
        "test_that_uses_its_script": "PASSED",
        "test_that_checks_itself": "PASSED",
        "test_of_a_fixture": "FAILED",
        "test_that_looks_at_a_shared_position": "PASSED",
        "test_that_uses_a_shared_position": "PASSED",
        "test_that_fails": "FAILED",
    }, said
    assert "die 3, 4 and card CA9 was scripted and not used by the end of the test" in said
    assert "die 5, 6 was scripted and not used by the end of the test" in said
    assert "die 1, 2 was scripted" not in said  # that test has another reason to fail


def test_a_copy_has_a_script_of_its_own() -> None:
    game = Position("clasico", 2, at={0: 4}, cards=["CA9"])
    twin = game.copy()
    game.rolls(1, 2)
    game.used_up()
    with pytest.raises(BadPosition, match="card CA9"):
        twin.used_up()


def test_a_roll_has_two_dice() -> None:
    refused("a roll is (1, 2, 3); expected two dice", dice=[(1, 2, 3)])
    with pytest.raises(BadPosition, match="die 3 was scripted; expected as many as are rolled: 2"):
        Position("clasico", 2).rolls(3)


# Order of play.


def test_the_turn_passes_in_the_order_of_play() -> None:
    game = Position("clasico", 3, order=[2, 0, 1], rolled=True)
    assert game.order() == [2, 0, 1]
    assert game.state.turn == 2
    game.ends_turn().one(TurnBegan, seat=0)
    assert Position("clasico", 3, order=[2, 0, 1], turn=1).state.turn == 1


@pytest.mark.parametrize("order", [[0, 1], [0, 1, 1], [1, 2, 3]])
def test_an_order_of_play_has_every_seat_once(order: list[int]) -> None:
    with pytest.raises(BadPosition, match=r"order is .*; expected each of the seats \[0, 1, 2\] once"):
        Position("clasico", 3, order=order)


# Decks.


def test_the_card_on_top_of_a_deck_is_the_one_that_is_drawn() -> None:
    game = Position("clasico", 2, at={0: 4})
    deck = game.deck("A")
    assert len(deck) == 16
    drawn = game.rolls(1, 2).one(CardDrawn)
    assert game.card(deck[0]) == (0, drawn.card)


def test_a_card_that_is_held_is_not_in_its_deck() -> None:
    game = Position("clasico", 2, held={"CA8": 1})
    assert "CA8" not in game.deck(0)
    assert len(game.deck(0)) == 15
    assert game.deck("A") == game.deck("Casualidad") == game.deck(0)


def test_a_deck_that_does_not_exist() -> None:
    with pytest.raises(BadPosition, match=r"no deck 'C' in clasico; expected one of A \(Casualidad\), B"):
        Position("clasico", 2).deck("C")


# Names of levels, deeds and cards.


def test_a_hotel_has_a_name() -> None:
    game = Position("clasico", 2, owners=dict.fromkeys(BROWN, 0), levels={BROWN[0]: "hotel", BROWN[1]: 4})
    assert game.level(BROWN[0]) == 5
    assert game.has_hotel(BROWN[0])
    assert not game.has_hotel(BROWN[1])
    assert game.table.hotels - game.state.hotels == 1


def test_actions_take_names() -> None:
    game = Position("clasico", 2, owners=dict.fromkeys(BROWN, 0), levels=dict.fromkeys(BROWN, 4))
    game.does(0, Build("brown", ["hotel", 4]))
    assert game.has_hotel(BROWN[0])
    game.does(0, SellBuildings(BROWN[1], [0, 0]), Mortgage(BROWN[1]))
    assert game.is_mortgaged(BROWN[1])
    assert game.moves[-1].action == Mortgage(1)  # numbers, as in every record


def test_a_kept_card_goes_by_its_id() -> None:
    game = Position("clasico", 2, jail={0: 0}, held={"CA8": 0, "AC5": 1})
    assert game.can(0, UseCard("CA8"))
    assert game.refusal(0, UseCard("AC5")) is not None
    with pytest.raises(BadPosition, match="CA1 cannot be kept; expected one of CA8, AC5"):
        game.can(0, UseCard("CA1"))


def test_a_deal_takes_names() -> None:
    game = Position("clasico", 2, owners={SOL: 1}, held={"CA8": 0})
    game.does(0, ProposeDeal({0: -100, 1: 100}, {SOL: 0}, {"CA8": 1}))
    assert game.view().deals[0].terms.deeds == {game.deed(SOL): 0}


def test_a_name_of_no_deed_and_a_thing_that_is_no_action() -> None:
    game = Position("clasico", 2)
    with pytest.raises(ValueError, match="no deed 'Puerta del Mar'; did you mean"):
        game.does(0, Mortgage("Puerta del Mar"))
    with pytest.raises(MalformedAction, match="is no action"):
        game.does(0, "Roll")


# Deals.


def test_a_trade_is_proposed_and_accepted_in_one_call() -> None:
    game = Position("clasico", 3, owners={SOL: 1}, held={"CA8": 2})
    told = game.trades(0, cash={0: -150, 1: 100, 2: 50}, deeds={SOL: 0}, cards={"CA8": 0})
    told.one(DealDone)
    assert game.owner(SOL) == 0
    assert game.holds(0, "CA8")
    assert [game.cash(seat) for seat in range(3)] == [1350, 1600, 1550]
    assert game.view().deals == []


def test_a_trade_that_is_not_legal_is_refused() -> None:
    game = Position("clasico", 2, owners={SOL: 1})
    with unchanged(game), pytest.raises(IllegalAction):
        game.trades(0, cash={0: -9999, 1: 9999}, deeds={SOL: 0})


# Nothing changed.


def test_what_changed_is_named() -> None:
    game = Position("clasico", 2, dice=[(1, 2)])
    with pytest.raises(AssertionError) as caught, unchanged(game):
        game.does(0, Roll(), BuyDeed())
    for change in ("at[0]: 0 -> 3", "cash[0]: 1500 -> 1440", "owner[1]: -1 -> 0", "moves: 1 -> 3"):
        assert change in str(caught.value)


def test_dice_that_were_rolled_are_a_change() -> None:
    game, other = Position("clasico", 2), Position("clasico", 2)
    with pytest.raises(AssertionError, match=r"chance\.used: \d+ -> \d+"), unchanged(other, game):
        game.chance.used += 1


def test_a_refused_action_changes_nothing() -> None:
    game = Position("clasico", 2)
    with unchanged(game), pytest.raises(IllegalAction) as caught:
        game.does(0, EndTurn())
    assert caught.value.reason == caught.value.refusal == game.refusal(0, EndTurn())


def test_another_error_in_the_block_comes_first() -> None:
    game = Position("clasico", 2)
    with pytest.raises(ZeroDivisionError), unchanged(game):
        game.does(0, *(game.rolls(1, 2) and [1 / 0]))


# The docs.


def test_every_method_of_the_kit_has_its_entry() -> None:
    page = (Path(__file__).parent.parent / "docs" / "testing-kit.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(?:game|told)\.(\w+)\(", page)) | set(re.findall(r"`Position\.(\w+)\(", page))
    methods = {name for kind in (Position, EventList) for name in vars(kind) if not name.startswith("_")}
    assert len(methods) > 20
    assert methods - told == set()


def test_every_argument_of_a_position_has_its_entry() -> None:
    page = (Path(__file__).parent.parent / "docs" / "testing-kit.md").read_text(encoding="utf-8")
    told = set(re.findall(r"`(\w+)=", page))
    assert set(inspect.signature(Position).parameters) - told == {"edition"}


# What a view says about prices, and what the list of legal actions leaves out.


def test_a_view_knows_the_printed_price_of_a_deed() -> None:
    game = Position("clasico", 2)
    view = game.view()
    assert view.price(game.deed(SOL)) == game.table.price[game.deed(SOL)]
    assert game.view(1).price(0) == 60
    with pytest.raises(ValueError, match="no deed 28; expected 0 to 27"):
        view.price(28)
    with pytest.raises(ValueError, match=r"expected one that Game\.view took"):
        msgspec.json.decode(msgspec.json.encode(view), type=type(view)).price(0)


def test_a_plan_of_several_steps_is_legal_and_not_listed() -> None:
    game = Position("clasico", 2, owners=dict.fromkeys(BROWN, 0))
    listed = [action.levels for action in game.legal_actions(0) if isinstance(action, Build)]
    assert listed == [[1, 0], [0, 1], [1, 1]]
    assert game.can(0, Build("brown", [3, 2]))
    assert "single and whole-group steps" in str(Game.legal_actions.__doc__)


def test_what_was_silently_ignored_is_refused() -> None:
    with pytest.raises(BadPosition, match="order given with opening"):
        Position("clasico", 2, order=[1, 0], opening=True)
    with pytest.raises(BadPosition, match=r"the cash of all seats is .*; expected 0 to 1000000000"):
        Position("clasico", 2, cash={0: 2**40})
    game = Position("clasico", 2)
    with pytest.raises(NoSuchSeat, match="no seat 7; expected 0 to 1"):
        game.cash(7)
    with pytest.raises(BadPosition, match=r"^no die was scripted; expected as many as are rolled: 2"):
        game.rolls()


@pytest.mark.parametrize(
    "ask",
    [
        lambda game: game.space(5),
        lambda game: game.space(-1),
        lambda game: game.in_jail(2),
        lambda game: game.holds(9, "CA8"),
        lambda game: game.holds(-1, "CA8"),
    ],
)
def test_a_question_about_a_seat_that_does_not_exist(ask: Callable[[Position], object]) -> None:
    with pytest.raises(NoSuchSeat, match="expected 0 to 1"):
        ask(Position("clasico", 2))


def test_an_action_of_a_seat_that_does_not_exist() -> None:
    game = Position("clasico", 2)
    for seat in (2, 5, -2):
        with pytest.raises(NoSuchSeat, match=f"no seat {seat}; expected 0 to 1"):
            game.can(seat, Roll())
    assert game.can(-1, TimeUp()) is False  # the Bank


def test_a_question_about_houses_on_a_station() -> None:
    game = Position("clasico", 2, owners={5: 0})
    for ask in (game.level, game.has_hotel):
        with pytest.raises(BadPosition, match=r"^level: 5 is no lot; expected one on which houses can stand$"):
            ask(5)
    assert game.level(SOL) == 0


def test_a_question_about_a_card_that_cannot_be_kept() -> None:
    game = Position("clasico", 2)
    for ask in (lambda: game.kept("CA9"), lambda: game.holds(0, "CA9")):
        with pytest.raises(BadPosition, match=r"^CA9 cannot be kept; expected one of CA8, AC5$"):
            ask()


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ({"at": ["Gran Vía"]}, "at is ['Gran Vía']; expected a dict"),
        ({"jail": [0]}, "jail is [0]; expected a dict"),
        ({"held": ["CA8"]}, "held is ['CA8']; expected a dict"),
        ({"owners": [SOL]}, f"owners is ['{SOL}']; expected a dict"),
        ({"levels": 4}, "levels is 4; expected a dict"),
        ({"cash": 4}, "cash is 4; expected a dict or a list"),
        ({"cash": [1]}, "cash is [1]; expected 2 sums, one a seat, or a dict with those that differ"),
        ({"cash": [1, 2, 3]}, "cash is [1, 2, 3]; expected 2 sums, one a seat"),
        ({"mortgages": SOL}, f"mortgages is '{SOL}'; expected a dict or a list"),
        ({"out": 1}, "out is 1; expected a list"),
        ({"rolled": 3}, "rolled is 3; expected True or False"),
        ({"rolled": "x"}, "rolled is 'x'; expected True or False"),
        ({"opening": "x"}, "opening is 'x'; expected True or False"),
        ({"order": [True, False], "turn": 0}, "order is [True, False]; expected each of the seats [0, 1] once"),
        ({"at": {0: True}}, "a place is True; expected a name, or the number of a space"),
        ({"owners": {1.0: 0}}, "a place is 1.0; expected a name, or the number of a space"),
        ({"owners": {1: 0}, "mortgages": [1, "Ronda de Valencia"]}, "expected every deed once"),
        ({"cash": {0: 1.5}}, "cash of seat 0 is 1.5; expected 0 or more, a whole number"),
    ],
    ids=str,
)
def test_an_argument_of_the_wrong_kind(position: dict[str, Any], problem: str) -> None:
    refused(problem, **position)


@pytest.mark.parametrize("kind", [Game, Position])
@pytest.mark.parametrize("more", [{"variant": "fast"}, {"skin": "lima"}, {"options": {"jail.fine": 100}}], ids=str)
def test_an_edition_that_is_loaded_has_its_variant_skin_and_options(kind: type[Game], more: dict[str, Any]) -> None:
    (name,) = more
    with pytest.raises(ValueError, match=rf"{name} given with a loaded edition; expected it in load\(…\)"):
        kind(load("clasico"), 2, **more)


def test_an_event_that_was_told_is_not_none_and_fields_are_spelt_right() -> None:
    told = Position("clasico", 2).rolls(1, 2)
    assert told.none(Jailed)
    with pytest.raises(AssertionError, match=r"expected no Rolled, found \[Rolled"):
        told.none(Rolled)
    for ask in (told.none, told.one, told.of):
        with pytest.raises(AttributeError, match=r"Jailed has no sead; expected .*seat"):
            ask(Jailed, sead=0)


@pytest.mark.parametrize(
    ("kind", "fields", "problem"),
    [
        (PaidPlayer, {"seat": "Ana", "amount": 1}, "seat of PaidPlayer is 'Ana'; expected a whole number"),
        (PaidPlayer, {"amount": "x"}, "amount of PaidPlayer is 'x'; expected a whole number"),
        (PaidPlayer, {"amount": True}, "amount of PaidPlayer is True; expected a whole number"),
        (PaidPlayer, {"deed": SOL}, f"deed of PaidPlayer is '{SOL}'; expected a whole number or None"),
        (PaidPlayer, {"why": "rnet"}, "why of PaidPlayer is 'rnet'; expected one of 'rent', 'tax'"),
        (PaidPlayer, {"seat": -1}, "seat of PaidPlayer is -1; expected 0"),
        (Rolled, {"dice": [1, 2]}, "dice of Rolled is [1, 2]; expected a tuple of 2: a whole number, a whole number"),
        (Rolled, {"dice": (7, 2)}, "dice of Rolled is 7; expected 1 to 6"),
        (CardDrawn, {"deck": 7}, "deck of CardDrawn is 7; expected 0 to 2"),
        (PaidPlayer, {"deed": 99}, "deed of PaidPlayer is 99; expected 0 to 47"),
        (OfferAnswered, {"accepted": 1}, "accepted of OfferAnswered is 1; expected True or False"),
        (Roll, {}, "<class 'magnate.actions.Roll'> is no event; expected one of magnate.events"),
    ],
    ids=str,
)
def test_a_value_that_no_event_can_have(kind: Any, fields: dict[str, Any], problem: str) -> None:
    for told in (EventList(), Position("clasico", 2).rolls(1, 2)):
        for ask in (told.none, told.one, told.of):
            with pytest.raises(BadPosition, match=re.escape(problem)):
                ask(kind, **fields)


def test_an_event_of_a_seat_that_does_not_exist() -> None:
    game = Position("clasico", 2)
    told = game.rolls(1, 2)
    for field in ("seat", "other"):
        with pytest.raises(BadPosition, match=f"{field} of PaidPlayer is 9; expected 0 to 1"):
            told.none(PaidPlayer, **{field: 9})
    assert told.none(PaidPlayer, seat=1)
    assert EventList().none(DealProposed, seat=7, cash={0: 5, 7: -5}, deeds={3: 7})  # of a game that is not known
