"""Whatever is offered can be done; anything else is refused and changes nothing."""

from collections import Counter
from typing import Any

import pytest

from magnate.actions import AcceptDeal, Action, MalformedAction, RefuseDeal
from magnate.errors import IllegalAction
from magnate.events import (
    BuildingsSold,
    Built,
    CashMoved,
    DebtOwed,
    DeedBought,
    DeedMortgaged,
    Event,
    MortgageLifted,
    PaidBank,
)
from magnate.game import Game
from properties.walk import ALL_TABLES, Walk

# The events that carry the price of an action.
PAID: dict[str, tuple[type[Event], ...]] = {
    "BuyDeed": (DeedBought,),
    "AcceptOffer": (DeedBought,),
    "PayTax": (PaidBank,),
    "PayFine": (PaidBank,),
    "Mortgage": (DeedMortgaged,),
    "LiftMortgage": (MortgageLifted,),
    "Build": (Built,),
    "SellBuildings": (BuildingsSold,),
    "AcceptDeal": (CashMoved, PaidBank),
}

OPEN = ("Build", "SellBuildings", "ProposeDeal", "CounterDeal")  # more of these is legal than is listed


def everything(game: Game) -> tuple[Any, ...]:
    """All there is of a game."""
    return game.state.values(), game.chance.values(), list(game.chance.log), len(game.moves), len(game.events)


def fresh(game: Game, seat: int, action: Action) -> None:
    """The action applies to a twin, which moves on."""
    twin = game.copy()
    twin.play(seat, action)
    assert twin.state.actions == game.state.actions + 1


def refuses(game: Game, seat: int, action: Action) -> None:
    """The action is refused and nothing has changed."""
    before = everything(game)
    with pytest.raises((IllegalAction, MalformedAction)):
        game.play(seat, action)
    assert everything(game) == before


@pytest.mark.parametrize(("name", "variant", "seats"), ALL_TABLES)
def test_every_option_applies_and_its_amounts_have_exact_limits(name: str, variant: str | None, seats: int) -> None:
    play = Walk(name, variant, seats, seed=7 * seats + 2)
    game = play.game
    for number, _ in enumerate(play.walk(150)):
        if number % 10:
            continue
        for seat in range(seats):
            options = game.options(seat)
            actions = [option.action for option in options if option.action is not None]
            assert len({repr(action) for action in actions}) == len(actions)
            assert actions == game.legal_actions(seat)
            for option in options:
                if option.action is not None:
                    fresh(game, seat, option.action)
                if option.low is not None and option.high is not None and option.step is not None:
                    assert option.low <= option.high
                    made: Any = type(option.action)
                    fresh(game, seat, made(option.high))
                    refuses(game, seat, made(option.high + option.step))
                    if option.low >= option.step:
                        refuses(game, seat, made(option.low - option.step))
                    if option.step > 1:
                        refuses(game, seat, made(option.low + 1))


@pytest.mark.parametrize(("name", "variant", "seats"), ALL_TABLES)
def test_anything_not_offered_is_refused_and_changes_nothing(name: str, variant: str | None, seats: int) -> None:
    play = Walk(name, variant, seats, seed=5 * seats + 1)
    game = play.game
    refused = 0
    for _ in play.walk(100):
        for _ in range(4):
            seat, action = play.anything()
            kind = type(action).__name__
            options = game.options(seat)
            listed = any(
                option.action == action
                or (
                    option.type == kind
                    and option.low is not None
                    and option.high is not None
                    and option.step is not None
                    and option.low <= getattr(action, action.__struct_fields__[0]) <= option.high
                    and getattr(action, action.__struct_fields__[0]) % option.step == 0
                )
                for option in options
            )
            if listed:
                assert game.refusal(seat, action) is None
            elif kind not in OPEN and kind != "TimeUp":
                refuses(game, seat, action)
                refused += 1
            elif not 0 <= seat < seats and kind != "TimeUp":
                refuses(game, seat, action)
    assert refused > 100 or game.is_over


@pytest.mark.parametrize(("name", "variant", "seats"), ALL_TABLES)
def test_every_price_is_what_the_seat_pays_or_gets(name: str, variant: str | None, seats: int) -> None:
    play = Walk(name, variant, seats, seed=3 * seats + 4)
    game = play.game
    seen = Counter[str]()
    for number, _ in enumerate(play.walk(150)):
        if number % 5:
            continue
        for seat in range(seats):
            for option in game.options(seat):
                if option.action is None or option.price is None:
                    assert option.leaves is None
                    continue
                assert option.price == game.price(seat, option.action)
                assert option.leaves == game.state.cash[seat] - option.price
                told = game.copy().play(seat, option.action)
                paid = [event for event in told if type(event) in PAID[option.type]]
                change = sum(event.cash_changes().get(seat, 0) for event in paid)
                owed = [event.amount for event in told if isinstance(event, DebtOwed) and event.seat == seat]
                if option.leaves < 0:
                    assert owed == [option.price]
                elif option.type not in ("AcceptOffer", "AcceptDeal", "Build") or paid:  # others agree, none contests
                    assert change == -option.price, (option, told)
                    seen[option.type] += 1
    assert seen["Mortgage"] or game.is_over


@pytest.mark.parametrize(("name", "variant", "seats"), [table for table in ALL_TABLES if table[2] == 3])
def test_no_answer_fits_another_revision_of_a_deal(name: str, variant: str | None, seats: int) -> None:
    play = Walk(name, variant, seats, seed=2)
    game = play.game
    seen = 0
    for _ in play.walk(300):
        for deal in game.view().deals:
            for seat in deal.parties:
                for revision in (deal.revision - 1, deal.revision + 1):
                    refuses(game, seat, AcceptDeal(deal.deal, revision))
                    refuses(game, seat, RefuseDeal(deal.deal, revision))
                    seen += 1
    assert seen > 0 or game.is_over
