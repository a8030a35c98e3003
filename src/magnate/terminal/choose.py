"""From a choice, and what was typed after it, to an action: an amount, a deed, a card, a plan, a deal."""

from __future__ import annotations

import re
from typing import Any

from magnate.actions import (
    AcceptDeal,
    Action,
    AskBuildings,
    Bid,
    Build,
    CounterDeal,
    KeepMortgage,
    LiftMortgage,
    Mortgage,
    NameValue,
    OfferProperty,
    PlaceBuilding,
    ProposeDeal,
    RefuseDeal,
    SellBuildings,
    Terms,
)
from magnate.editions.errors import EditionError
from magnate.editions.find import fold
from magnate.rules.codes import FREE
from magnate.view import DealView, deals_of

from .menu import Entry, label
from .table import Back, TerminalTable, number_in

DEED_KINDS = (Mortgage, LiftMortgage, KeepMortgage, OfferProperty, PlaceBuilding)


def choose(table: TerminalTable, seat: int, entry: Entry, typed: str) -> Action | None:
    """The action meant; None where somebody went back or it was not understood (which was then said)."""
    kind = entry.kind
    if kind is ProposeDeal:
        return propose(table, seat)
    if kind is CounterDeal:
        found = choose_deal(table, seat, typed)
        return None if found is None else counter(table, seat, found)
    if kind is AcceptDeal or kind is RefuseDeal:
        found = choose_deal(table, seat, typed)
        return None if found is None else kind(found.deal, found.revision)
    if kind is Bid or kind is NameValue or kind is AskBuildings:
        return choose_amount(table, entry, typed)
    if typed and (kind is Build or kind is SellBuildings):
        return read_plan(table, seat, kind, typed)
    if typed and kind in DEED_KINDS:
        deed = find_deed(table, typed)
        return None if deed is None else make(kind, deed)
    if entry.only is not None:
        return entry.only
    return choose_option(table, entry)


def make(kind: type[Any], *facts: int | list[int]) -> Action:
    """An action of a kind that takes these facts."""
    action: Action = kind(*facts)
    return action


def choose_option(table: TerminalTable, entry: Entry) -> Action | None:
    """One of several ready actions."""
    ready = [option.action for option in entry.options if option.action is not None]
    labels = [label(table.game, table.words, table.names, option) for option in entry.options if option.action]
    question = table.lines.say("pick")
    if entry.kind is Build or entry.kind is SellBuildings:
        first = ready[0]
        assert isinstance(first, Build | SellBuildings)
        example = " ".join(map(str, [first.group + 1, *first.levels]))
        question = table.lines.say("which_plan", word=table.words.word(entry.kind), example=example)
        return choose_plan(table, entry, ready, labels, question)
    if entry.kind in DEED_KINDS:  # by the numbers of their spaces, as everywhere
        for action, text in zip(ready, labels, strict=True):
            table.tell(f"  {table.game.edition.deeds[action.deed]:>2}  {text}")  # type: ignore[union-attr]
        answer = table.ask(question)
        deed = find_deed(table, answer) if answer else None
        return None if deed is None else make(entry.kind, deed)
    chosen = table.pick(labels, question)
    return None if chosen is None else ready[chosen]


def choose_plan(
    table: TerminalTable, entry: Entry, ready: list[Action], labels: list[str], question: str
) -> Action | None:
    """One of the single steps listed, or a whole plan."""
    for number, text in enumerate(labels, 1):
        table.tell(f"  {number:>2}  {text}")
    answer = table.ask(question)
    number_typed = number_in(answer) if " " not in answer else None
    if not answer:
        return None
    if number_typed is not None and 1 <= number_typed <= len(ready):
        return ready[number_typed - 1]
    word, _, rest = answer.partition(" ")
    if table.words.by_word(word) is entry.kind:
        answer = rest
    return read_plan(table, -1, entry.kind, answer)


def choose_amount(table: TerminalTable, entry: Entry, typed: str) -> Action | None:
    """A sum, or a number of buildings."""
    low, high = entry.options[0].low or 0, entry.options[0].high or 0
    many = entry.kind is AskBuildings
    limits = {"low": low, "high": high} if many else {"low": table.money(low), "high": table.money(high)}
    answer = typed or table.ask(table.lines.say("how_many" if many else "how_much", **limits))
    if not answer:
        return None
    amount = number_in(answer)
    if amount is None:
        what = table.lines.say("from_to", **limits)
        table.tell(table.words.say("needs_number", command=table.words.word(entry.kind), what=what), "yellow")
        return None
    return make(entry.kind, amount)


def find_deed(table: TerminalTable, typed: str) -> int | None:
    """A deed by the number or the name of its space, or by a part of the name that fits only one."""
    edition, names = table.game.edition, table.names
    typed = typed.strip()
    space = number_in(typed)
    if space is not None and space in edition.deeds:
        return edition.deeds.index(space)
    if space is None:
        parts = [deed for deed in range(len(edition.deeds)) if fold(typed) in fold(names.deed(deed))]
        if len(parts) == 1:
            return parts[0]
        try:
            return edition.find_deed(typed)
        except EditionError:
            pass
    table.say("no_such_deed", "yellow", name=typed[:40], board=table.lines.command("board"))
    return None


def read_plan(table: TerminalTable, seat: int, kind: type[Action], typed: str) -> Action | None:
    """A plan: the group by its number or name, then the level of each of its lots in board order."""
    groups, sizes = table.game.edition.groups, table.game._group_size
    name, numbers = re.fullmatch(r"(.*?)((?:\s*\b[0-9]{1,2}\b,?)*)\s*", typed.strip()).groups()  # type: ignore[union-attr]
    levels = [int(word) for word in re.findall(r"[0-9]+", numbers)]
    if name.strip():
        found = [number for number in range(len(groups)) if fold(name) in fold(table.names.group(number))]
        group = found[0] if len(found) == 1 else -1
    else:
        group = levels.pop(0) - 1 if levels else -1
    if not 0 <= group < len(groups):
        table.say("no_such_group", "yellow", name=typed[:40], show=table.words.say("show"))
        return None
    if len(levels) != sizes[group] or max(levels) > 15:
        example = " ".join(map(str, [group + 1, *[1] * sizes[group]]))
        table.say("which_plan", "yellow", word=table.words.word(kind), example=example)
        return None
    return make(kind, group, levels)


def choose_deal(table: TerminalTable, seat: int, typed: str) -> DealView | None:
    """Which of the open deals that wait for this seat is meant."""
    waiting = [deal for deal in deals_of(table.game.state) if seat in deal.parties and seat not in deal.accepted]
    if typed:
        waiting = [deal for deal in waiting if fold(table.names.seat(deal.deal)) == fold(typed)] or waiting
    if len(waiting) == 1:
        return waiting[0]
    labels = [table.words.action(AcceptDeal(deal.deal, deal.revision), table.names) for deal in waiting]
    chosen = table.pick(labels, table.lines.say("pick")) if waiting else None
    return None if chosen is None else waiting[chosen]


def propose(table: TerminalTable, seat: int) -> ProposeDeal | None:
    """New terms; None if somebody went back."""
    terms = settle_terms(table, seat, None)
    return None if terms is None else ProposeDeal(terms.cash, terms.deeds, terms.cards)


def counter(table: TerminalTable, seat: int, deal: DealView) -> CounterDeal | None:
    """Other terms in answer to a deal; None if somebody went back."""
    partner = deal.deal if deal.deal != seat else deal.author
    terms = settle_terms(table, seat, partner)
    return None if terms is None else CounterDeal(deal.deal, deal.revision, terms.cash, terms.deeds, terms.cards)


def settle_terms(table: TerminalTable, seat: int, partner: int | None) -> Terms | None:
    """Ask for the terms and read them out once more."""
    table.say("deal_intro", "dim", cancel=table.lines.command("cancel"))
    try:
        terms = ask_terms(table, seat, partner)
        if any((terms.cash, terms.deeds, terms.cards)):
            text = table.words.action(ProposeDeal(terms.cash, terms.deeds, terms.cards), table.names)
            yes, no = table.words.say("yes"), table.words.say("no")
            if table.confirm(table.lines.say("deal_sure", terms=text, yes=yes, no=no)):
                return terms
    except Back:
        pass
    table.say("deal_off")
    return None


def ask_terms(table: TerminalTable, seat: int, partner: int | None) -> Terms:
    """The terms, partner by partner."""
    terms = Terms(cash={}, deeds={}, cards={})
    others = [other for other in range(table.game.seats) if other != seat and not table.game.state.out[other]]
    while others:
        if partner is None:
            partner = ask_partner(table, others, first=len(terms.cash) + len(terms.deeds) + len(terms.cards) == 0)
        if partner is None:
            break
        others.remove(partner)
        ask_things(table, terms, seat, partner, "deal_give", partner)
        ask_things(table, terms, partner, seat, "deal_take", partner)
        paid = ask_money(table, "deal_pay", partner)
        got = 0 if paid else ask_money(table, "deal_get", partner)
        terms.cash[seat] = terms.cash.get(seat, 0) - paid + got
        terms.cash[partner] = terms.cash.get(partner, 0) + paid - got
        partner = None
    return Terms({key: change for key, change in terms.cash.items() if change}, terms.deeds, terms.cards)


def ask_partner(table: TerminalTable, others: list[int], first: bool) -> int | None:
    """With whom; None goes back, or on when there is a partner already."""
    if len(others) == 1 and first:
        return others[0]
    for number, other in enumerate(others, 1):
        table.tell(f"  {number:>2}  {table.names.seat(other)}")
    while True:
        answer = table.ask_or_back(table.lines.say("deal_who" if first else "deal_more"))
        if not answer:
            return None
        named = [other for other in others if fold(table.names.seat(other)) == fold(answer)]
        number_typed = number_in(answer)
        if named:
            return named[0]
        if number_typed is not None and 1 <= number_typed <= len(others):
            return others[number_typed - 1]
        table.say("not_a_choice", "yellow", high=len(others))


def things_of(table: TerminalTable, seat: int) -> dict[str, tuple[str, int, str]]:
    """What a seat could give, by what is typed for it: deeds by the number of their space, kept cards as c1, c2."""
    g, e, names = table.game.state, table.game.table, table.names
    found: dict[str, tuple[str, int, str]] = {}
    for deed in range(e.deeds):
        if g.owner[deed] == seat:
            state = [names.group(e.deed_group[deed])]
            state += [names.buildings(g.level[deed])] if g.level[deed] else []
            state += [table.words.name("mortgaged")] if g.mortgaged[deed] != FREE else []
            text = f"{names.deed(deed)} ({', '.join(state)})"
            found[str(table.game.edition.deeds[deed])] = ("deed", deed, text)
    cards = [card for card in range(e.kept) if g.held[card] == seat]
    for number, card in enumerate(cards, 1):
        found[f"c{number}"] = ("card", card, names.kept(card))
    return found


def ask_things(table: TerminalTable, terms: Terms, giver: int, taker: int, line: str, partner: int) -> None:
    """Which deeds and cards of the giver go to the taker."""
    things = things_of(table, giver)
    if not things:
        table.say("has_nothing", "dim", seat=table.names.seat(giver))
        return
    for typed, (_, _, text) in things.items():
        table.tell(f"  {typed:>2}  {text}")
    while True:
        answer = table.ask_or_back(table.lines.say(line, seat=table.names.seat(partner)))
        chosen = [word for word in re.split(r"[\s,;+]+", fold(answer)) if word]
        wrong = [word for word in chosen if word not in things]
        if not wrong:
            break
        table.say("not_listed", "yellow", typed=wrong[0][:20], listed=", ".join(things))
    for word in chosen:
        kind, thing, _ = things[word]
        (terms.deeds if kind == "deed" else terms.cards)[thing] = taker


def ask_money(table: TerminalTable, line: str, partner: int) -> int:
    """How much money changes hands."""
    while True:
        answer = table.ask_or_back(table.lines.say(line, seat=table.names.seat(partner)))
        amount = 0 if not answer else number_in(answer)
        if amount is not None:
            return amount
        table.say("not_a_count", "yellow", low=0, high=table.money(table.game.table.setup_cash * 10))
