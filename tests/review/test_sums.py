"""Every seat's chance adds up, and luck is what chance gave beyond what was to be expected of it."""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from magnate import Game
from magnate.bots.player import allowed, named
from magnate.editions import names
from magnate.review import review_game
from magnate.review.account import ReviewStep, accounts_of, curve_of, steps_of
from magnate.review.chance_tree import ChanceTree, UnseenCards
from magnate.review.moves import PlayedMove, played_moves
from magnate.review.position_value import PositionValue
from magnate.review.units import MILLIONTH, WHOLE, less
from magnate.rules.chance import CHANCE_CARD, CHANCE_DIE
from magnate.rules.codes import FRAME_CARD, FRAME_OPENING, FRAME_TURN
from magnate.rules.play import apply
from magnate.rules.slots import card_deck
from magnate.rules.stack import top_kind
from magnate.view import SeatPosition
from review.kit import next_seat, played

SEEDS = (1, 2, 3, 4)


def taken_apart(
    edition: str, seed: int, bot: str = "trader"
) -> tuple[list[PlayedMove], list[ReviewStep], PositionValue]:
    game, moves = played_moves(played(edition, seed, bot=bot).record())
    value = PositionValue(game.edition, game.table)
    return moves, steps_of(moves, value, curve_of(moves, value)), value


@pytest.mark.parametrize("edition", names())
def test_the_parts_of_every_seat_add_up_to_its_result(edition: str, thorough: bool) -> None:
    luck, square = 0.0, 0.0
    for seed in SEEDS if thorough else SEEDS[:2]:
        moves, steps, _ = taken_apart(edition, seed)
        found = accounts_of(steps)
        winners = [seat for seat in range(3) if moves[-1].after.winners >> seat & 1]
        for one in found:
            assert one.start + one.luck + one.own + one.others == one.result
            assert one.result == (WHOLE // len(winners) if one.seat in winners else 0)
        assert all(sum(step.after) == WHOLE == sum(step.expected) for step in steps)
        assert sum(one.luck for one in found) == 0
        luck += found[0].luck
        square += found[0].luck_spread ** 2
    assert abs(luck) < 4 * math.sqrt(square)


def step_of(before: tuple[int, ...], expected: tuple[int, ...], after: tuple[int, ...], *deciders: int) -> ReviewStep:
    return ReviewStep(1, 0, "Roll", before, expected, after, (0.0,) * 3, deciders, expected != after)


def parts_of(*steps: ReviewStep) -> list[tuple[int, int, int]]:
    return [(one.luck, one.own, one.others) for one in accounts_of(steps)]


def test_a_decision_belongs_to_whoever_made_it_and_to_the_others_decisions_of_everybody_else() -> None:
    assert parts_of(step_of((40, 30, 30), (52, 24, 24), (52, 24, 24), 0)) == [(0, 12, 0), (0, 0, -6), (0, 0, -6)]
    assert parts_of(step_of((40, 30, 30), (52, 38, 10), (52, 38, 10), 0, 1)) == [(0, 12, 0), (0, 8, 0), (0, 0, -20)]


def test_what_nobody_decided_is_shared_by_the_decisions_of_all_who_had_a_chance() -> None:
    roll = step_of((40, 30, 30), (52, 24, 24), (70, 20, 10))
    assert parts_of(roll) == [(18, 4, 8), (-4, -2, -4), (-14, -2, -4)]
    assert parts_of(step_of((60, 40, 0), (70, 30, 0), (70, 30, 0))) == [(0, 5, 5), (0, -5, -5), (0, 0, 0)]
    assert parts_of(step_of((40, 30, 30), (41, 29, 30), (41, 29, 30))) == [(0, 0, 1), (0, -1, 0), (0, 0, 0)]  # rounded


def test_the_last_turn_is_worth_what_it_ends_with_once_the_rents_are_claimed() -> None:
    ended = 0
    for edition in names():
        _, steps, _ = taken_apart(edition, 1)
        ended += steps[-1].action == "EndTurn"
        assert steps[-1].action != "EndTurn" or steps[-1].before == steps[-1].after
    assert ended > 2


def test_a_game_that_begins_in_a_position_starts_with_its_chances() -> None:
    text = "magnate1/clasico.1/3000@0:1,3,6,8,9/10@0/10@0/ending.turns=6/turns=5"
    game = Game.from_text(text, seed=1)
    player = named("trader")
    while not game.is_over:
        seat = next_seat(game, player)
        game.play(seat, allowed(game, seat, player.decide(SeatPosition.seen(game, seat), seat)))
    found = review_game(game, check=False)
    assert found.curve[0][0] > 500_000  # five deeds and all the money
    for one in found.seats:
        assert one.start == found.curve[0][one.seat] * MILLIONTH
        assert one.total == one.result


def with_all_throws(
    move: PlayedMove, step: ReviewStep, value: PositionValue, unseen: UnseenCards
) -> Iterator[tuple[Fraction, ReviewStep]]:
    """A roll's step as it would have been with each of the 36 throws and every card that may come; how likely it is."""
    for one, other in product(range(1, 7), repeat=2):
        throw = [(CHANCE_DIE, one), (CHANCE_DIE, other)]
        deck = deck_drawn_from(move, value.table, throw)
        cards = [None] if deck is None else unseen.next_cards(move.chance, deck)
        for card in cards:
            script = throw if card is None else [*throw, (CHANCE_CARD, card)]
            yield Fraction(1, 36 * len(cards)), step._replace(after=value.value(thrown(move, value.table, script)))


def thrown(move: PlayedMove, table: Any, script: list[tuple[int, int]]) -> Any:
    """The position after a roll with these results."""
    g, c = move.before.copy(), move.chance.copy()
    c.generator, c.script_kind, c.script, c.scripted = 0, [k for k, _ in script], [v for _, v in script], len(script)
    c.log, c.missing = [], 0
    apply(g, table, c, move.seat, move.move)
    return g


def deck_drawn_from(move: PlayedMove, table: Any, script: list[tuple[int, int]]) -> int | None:
    """The deck from which a throw draws, or None."""
    g = thrown(move, table, script)
    return card_deck(g) if top_kind(g) == FRAME_CARD else None


@cache
def rolls_with_all_throws(edition: str) -> list[list[tuple[Fraction, ReviewStep]]]:
    """Four rolls of a game, each with everything that chance could have given."""
    moves, steps, value = taken_apart(edition, 1)
    unseen, found = UnseenCards(value.table), []
    for move in moves:
        if move.name == "Roll" and top_kind(move.before) == FRAME_TURN and len(found) < 4 and move.number % 7 == 0:
            found.append(list(with_all_throws(move, steps[move.number], value, unseen)))
        for deck, card in move.drawn:
            unseen.see(deck, card)
    assert len(found) == 4
    return found


def check_accounts(edition: str) -> None:
    """With every throw all parts add up; over all throws luck averages zero, with the spread that was said."""
    for roll in rolls_with_all_throws(edition):
        accounts = [(likely, accounts_of([step])) for likely, step in roll]
        assert sum(likely for likely, _ in accounts) == 1
        for _, found in accounts:
            assert all(one.total == one.result for one in found), "the parts add up"
        for seat in range(3):
            luck = [(likely, found[seat].luck) for likely, found in accounts]
            assert sum(likely * one for likely, one in luck) == 0, "luck averages zero"
            square = float(sum(likely * one * one for likely, one in luck))
            spread = accounts[0][1][seat].luck_spread
            assert math.sqrt(square) == pytest.approx(spread), "luck is as large as said"


@pytest.mark.parametrize("edition", names())
def test_luck_averages_zero_over_all_throws_of_a_roll_and_the_parts_add_up(edition: str) -> None:
    check_accounts(edition)


def to_the_next(chances: tuple[int, ...]) -> tuple[int, ...]:
    """The same, each seat's given to the seat after it."""
    return (*chances[-1:], *chances[:-1])


Part = Callable[[ReviewStep], tuple[int, ...]]


@pytest.mark.parametrize(
    ("luck", "decided", "noticed"),
    [
        pytest.param(
            lambda step: less(step.expected, step.before),
            lambda step: less(step.after, step.expected),
            "luck averages zero",
            id="luck and decisions swapped",
        ),
        pytest.param(
            lambda step: less(step.after, step.before),
            lambda step: (0,) * 3,
            "luck averages zero",
            id="the whole change is luck",
        ),
        pytest.param(
            lambda step: (0,) * 3,
            lambda step: less(step.after, step.before),
            "luck is as large as said",
            id="the whole change is decisions",
        ),
        pytest.param(
            lambda step: to_the_next(less(step.after, step.expected)),
            lambda step: less(step.expected, step.before),
            "the parts add up",
            id="luck given to the next seat",
        ),
        pytest.param(
            lambda step: less(step.after, step.expected),
            lambda step: to_the_next(less(step.expected, step.before)),
            "the parts add up",
            id="decisions given to the next seat",
        ),
    ],
)
def test_a_wrong_attribution_is_noticed(
    luck: Part, decided: Part, noticed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ReviewStep, "luck", property(luck))
    monkeypatch.setattr(ReviewStep, "decided", property(decided))
    with pytest.raises(AssertionError, match=noticed):
        check_accounts("clasico")


@pytest.mark.parametrize("edition", names())
def test_what_came_is_one_of_what_could_come_and_their_chances_add_up_to_one(edition: str) -> None:
    game, moves = played_moves(played(edition, 5).record())
    value = PositionValue(game.edition, game.table)
    unseen = UnseenCards(game.table)
    tree = ChanceTree(value, unseen)
    for move in moves:
        if move.told and move.action is not None and top_kind(move.before) != FRAME_OPENING:
            outcomes = tree.outcomes(move.before, move.chance, move.seat, move.move, move.told)
            assert sum(Fraction(one.ways, one.of) for one in outcomes) == 1
            assert value.value(move.after) in [one.value for one in outcomes]
        for deck, card in move.drawn:
            unseen.see(deck, card)


def test_a_deal_belongs_to_both_sides_and_an_auction_to_whoever_won_it() -> None:
    deals, auctions = 0, 0
    for bot in ("trader", "novice"):
        moves, steps, _ = taken_apart("clasico", 3, bot)
        for move, step in zip(moves, steps, strict=True):
            told = {type(event).__name__: event for event in move.events}
            if "DealDone" in told:
                deals += 1
                assert len(step.deciders) >= 2
                assert move.seat in step.deciders
            if "AuctionWon" in told:
                auctions += 1
                assert step.deciders == (told["AuctionWon"].seat,)
    assert deals
    assert auctions


def test_rolls_and_cards_are_nobodys_decision() -> None:
    moves, steps, _ = taken_apart("clasico", 2)
    for move, step in zip(moves, steps, strict=True):
        if move.name in ("Roll", "FollowCard", "EndTurn"):
            assert step.deciders == ()
        assert step.is_luck == bool(move.told)
        if not step.is_luck:
            assert step.expected == step.after
