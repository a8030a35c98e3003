"""Explains a bot's decision in words for players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from magnate import actions, objects
from magnate.actions import Action
from magnate.bots.choices import MAX_CHOICES, SEARCH, list_choices, read_choice
from magnate.bots.house import worth_to
from magnate.bots.house_deals import reserve
from magnate.bots.novice import SPARE, printed_gain
from magnate.bots.table import HOUSE_BOT, NOVICE_BOT
from magnate.bots.trader_deals import likes_terms
from magnate.bots.trader_values import ROLLS, cash_reserve, expected_rent, marginal
from magnate.bots.win_chance import WIN, rise
from magnate.rules import codes
from magnate.rules.auction import lowest_bid
from magnate.rules.codes import FRAME_AUCTION, FRAME_BUY, FRAME_OFFER, FRAME_TURN, MAX_GROUPS, NOTHING
from magnate.rules.deals import read_terms
from magnate.rules.slots import auction_deed, buy_target, offer_deed
from magnate.rules.stack import top_kind
from magnate.view import SeatPosition

if TYPE_CHECKING:
    from magnate.words import Names, Words

Search = objects.plain("Search", SEARCH)

SPENT = frozenset({"value", "price", "danger", "fine", "purse"})  # facts that are sums of money
DEALING = (codes.ACCEPT_DEAL, codes.REFUSE_DEAL, codes.COUNTER_DEAL)
IN_JAIL = (codes.WAIT, codes.PAY_FINE, codes.ROLL, codes.USE_CARD)
RAISING = (codes.MORTGAGE, codes.SELL_BUILDINGS)


class Reason(Struct, frozen=True):
    """A sentence of the words' section [bot], and its facts: sums, a group."""

    key: str
    facts: dict[str, int] = {}

    def text(self, words: Words, names: Names) -> str:
        """The sentence."""
        said: dict[str, str] = {}
        for key, value in self.facts.items():
            said[key] = fact_text(names, key, value)
        return words.bot(self.key, **said)


def fact_text(names: Names, key: str, value: int) -> str:
    """A fact as the edition and the table call it."""
    if key in SPENT:
        return names.money(value)
    named = {"group": names.group, "seat": names.seat}.get(key, str)
    return named(value)


class Considered(Struct, frozen=True):
    """An option, what speaks for or against it, and where it was played out the chance to win with its error."""

    action: Action
    reason: Reason
    chance: float | None = None
    error: float | None = None


class Explanation(Struct, frozen=True):
    """A bot's choice, the options it considered (its choice first), and how it came to it."""

    bot: str
    choice: Action
    options: list[Considered]
    note: Reason | None = None

    def text(self, words: Words, names: Names) -> str:
        """A line for each option."""
        lines = []
        for one in self.options:
            line = f"{words.action(one.action, names)}: {one.reason.text(words, names)}"
            if one.chance is not None:
                chance, error = f"{100 * one.chance:.1f} %", f"{100 * (one.error or 0):.1f} %"
                line += " " + words.bot("chance", chance=chance, error=error)
            lines.append(line)
        if self.note is not None:
            lines.append(self.note.text(words, names))
        return "\n".join(lines)


def group_sizes(e: Any) -> list[int]:
    """How many deeds each group has."""
    return [e.group_size[group] for group in range(MAX_GROUPS)]


def read_action(e: Any, a: Any) -> Action:
    """What the core wrote, as an action."""
    return actions.decode(a, group_sizes(e))


def other_choices(position: SeatPosition, b: Any, seat: int, choice: Action) -> list[tuple[Action, Any]]:
    """The choice and what else was to be thought about, as actions and as the core reads them."""
    g, e = position.state, position.table
    a, s = objects.fresh_move(), Search()
    list_choices(g, e, b, seat, s, a)
    found: list[tuple[Action, Any]] = []
    for n in range(min(s.choices, MAX_CHOICES)):
        move = objects.fresh_move()
        read_choice(s, n, move)
        action = read_action(e, move)
        if action not in [one for one, _ in found]:  # the core may write one action in two ways
            found.append((action, move))
    if choice not in [action for action, _ in found]:
        move = objects.fresh_move()
        actions.encode(choice, move, group_sizes(e))
        found.append((choice, move))
    return sorted(found, key=lambda one: one[0] != choice)


def reason_for(position: SeatPosition, b: Any, seat: int, a: Any, is_choice: bool) -> Reason:
    """What the bot at this seat reckons about an action: the one it chose, or one it might have chosen."""
    g, e = position.state, position.table
    kind, frame = a.kind, top_kind(g)
    if kind in DEALING or kind == codes.PROPOSE_DEAL:
        return about_deal(g, e, b, seat, a)
    if kind in (codes.BUY, codes.REFUSE) and frame == FRAME_BUY:
        return about_price("buy", g, e, b, seat, buy_target(g), None)
    if frame == FRAME_OFFER:
        return about_price("buy", g, e, b, seat, offer_deed(g), None)
    if frame == FRAME_AUCTION and auction_deed(g) != NOTHING:
        return about_price("bid", g, e, b, seat, auction_deed(g), a.amount or lowest_bid(g, e))
    if kind == codes.BUILD:
        return Reason("build", {"purse": kept_cash(e, b, seat)}) if is_choice else Reason("build_too")
    if frame == FRAME_TURN and g.jail[seat] > 0 and kind in IN_JAIL:
        danger = 7 * expected_rent(g, e, b, seat) // ROLLS
        key = "stay" if kind in (codes.WAIT, codes.ROLL) else "leave"
        return Reason(key, {"danger": danger, "fine": e.jail_fine})
    if kind in RAISING:
        return Reason("raise" if is_choice else "raise_too")
    if kind == codes.LIFT_MORTGAGE:
        return Reason("lift")
    if kind == codes.CLAIM_RENT:
        return Reason("claim")
    if kind == codes.DECLARE_BANKRUPTCY:
        return Reason("ruin")
    return Reason("plain")


def kept_cash(e: Any, b: Any, seat: int) -> int:
    """The cash the bot at this seat keeps when it builds."""
    if b.bot[seat] == NOVICE_BOT:
        return int(e.setup_cash // SPARE)
    return int(reserve(e) if b.bot[seat] == HOUSE_BOT else cash_reserve(e, b, seat))


def about_price(key: str, g: Any, e: Any, b: Any, seat: int, deed: int, price: int | None) -> Reason:
    """What a deed is worth to the seat, beside what it costs."""
    cost = e.price[deed] if price is None else price
    if b.bot[seat] == NOVICE_BOT:
        return Reason("whim", {"price": cost})
    value = worth_to(g, e, seat, deed)
    if b.bot[seat] != HOUSE_BOT:
        value = marginal(g, e, b, seat, deed)
    return Reason(key, {"value": value, "price": cost})


def about_deal(g: Any, e: Any, b: Any, seat: int, a: Any) -> Reason:
    """What terms bring the seat by its bot's own count: those it writes itself, or those on the table."""
    terms = objects.fresh_move()
    is_own = a.kind in (codes.PROPOSE_DEAL, codes.COUNTER_DEAL)
    if is_own:
        terms.cash, terms.deed, terms.card = list(a.cash), list(a.deed), list(a.card)
    else:
        read_terms(g, e, a.x, terms)
    if b.bot[seat] == NOVICE_BOT:
        return about_money(printed_gain(g, e, seat, terms))
    points = round(100 * rise(g, e, b, seat, terms) / WIN)
    if points > 0 and not is_own and not likes_terms(g, e, b, seat, terms):
        return Reason("unfair", {"points": points})
    key = "better" if points > 0 else "worse" if points < 0 else "even"
    return Reason(key, {"points": abs(points)})


def about_money(brings: int) -> Reason:
    """What terms bring, as a sum."""
    return Reason("gain", {"value": brings}) if brings >= 0 else Reason("loss", {"value": -brings})
