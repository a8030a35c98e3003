"""What a choice says: the action in words, with its object and its price."""

from __future__ import annotations

from magnate.actions import (
    AcceptOffer,
    AcceptValue,
    Action,
    AskBuildings,
    AuctionProperty,
    Build,
    BuyDeed,
    DeclineOffer,
    LiftMortgage,
    Mortgage,
    NameValue,
    PayFine,
    PayTax,
    PlaceBuilding,
    RefuseDeed,
    RefuseProperty,
    SellBuildings,
    WithdrawProperty,
    pack_levels,
)
from magnate.game import Game
from magnate.rules.building import plan_cost
from magnate.rules.mortgage import lift_cost
from magnate.rules.property import group_deed
from magnate.rules.worth import resale_down_to
from magnate.view import question_of
from magnate.words import Words

from .names import TableNames

Facts = dict[str, int | str]


def label(game: Game, words: Words, names: TableNames, action: Action) -> str:
    """An action in words."""
    return words.action(action, names, **facts_of(game, action))


def facts_of(game: Game, action: Action) -> Facts:
    """What is known about an action beside what it carries. A rent to claim is not: nobody is prompted (AMB-26)."""
    g, e = game.state, game.table
    if isinstance(action, PayFine):
        return {"amount": int(e.jail_fine)}
    if isinstance(action, Mortgage):
        return {"amount": int(e.mortgage[action.deed])}
    if isinstance(action, LiftMortgage):
        return {"amount": int(lift_cost(g, e, action.deed))}
    if isinstance(action, Build):
        return {"amount": int(plan_cost(g, e, action.group, pack_levels(action.levels)))}
    if isinstance(action, SellBuildings):
        return {"amount": sale_price(game, action)}
    return facts_of_question(game, action)


def sale_price(game: Game, action: SellBuildings) -> int:
    """What the Bank pays for a sale of buildings."""
    g, e = game.state, game.table
    total = 0
    for place, level in enumerate(action.levels):
        deed = group_deed(e, action.group, place)
        if level < g.level[deed]:
            total += int(resale_down_to(g, e, deed, level))
    return total


def facts_of_question(game: Game, action: Action) -> Facts:
    """What the question now open is about, for the actions that answer it."""
    asked = question_of(game.state, game.table)
    facts: Facts = {}
    if asked is None:
        return facts
    if isinstance(action, BuyDeed | RefuseDeed | AcceptOffer | DeclineOffer) and asked.deed is not None:
        facts = {"deed": asked.deed, "amount": int(game.table.price[asked.deed])}
    elif isinstance(action, PayTax) and asked.amount is not None:
        facts = {"amount": asked.amount}
    elif isinstance(action, NameValue | RefuseProperty | WithdrawProperty | AuctionProperty | AcceptValue):
        facts = {} if asked.deed is None else {"deed": asked.deed}
        if isinstance(action, AcceptValue) and asked.amount is not None:
            facts["amount"] = asked.amount
    elif isinstance(action, AskBuildings | PlaceBuilding) and asked.building is not None:
        facts = {"building": asked.building}
    return facts
