"""Proposing a deal, question by question: with whom, what is given, what is wanted, and the money."""

from __future__ import annotations

import re

from magnate.actions import CounterDeal, ProposeDeal, Terms
from magnate.editions.find import fold
from magnate.rules.codes import FREE
from magnate.view import DealView

from .table import Back, Table, number_in


def propose(table: Table, seat: int) -> ProposeDeal | None:
    """New terms; None if somebody went back."""
    terms = settle_terms(table, seat, None)
    return None if terms is None else ProposeDeal(terms.cash, terms.deeds, terms.cards)


def counter(table: Table, seat: int, deal: DealView) -> CounterDeal | None:
    """Other terms in answer to a deal; None if somebody went back."""
    partner = deal.deal if deal.deal != seat else deal.author
    terms = settle_terms(table, seat, partner)
    return None if terms is None else CounterDeal(deal.deal, deal.revision, terms.cash, terms.deeds, terms.cards)


def settle_terms(table: Table, seat: int, partner: int | None) -> Terms | None:
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


def ask_terms(table: Table, seat: int, partner: int | None) -> Terms:
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


def ask_partner(table: Table, others: list[int], first: bool) -> int | None:
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


def things_of(table: Table, seat: int) -> dict[str, tuple[str, int, str]]:
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


def ask_things(table: Table, terms: Terms, giver: int, taker: int, line: str, partner: int) -> None:
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


def ask_money(table: Table, line: str, partner: int) -> int:
    """How much money changes hands."""
    while True:
        answer = table.ask_or_back(table.lines.say(line, seat=table.names.seat(partner)))
        amount = 0 if not answer else number_in(answer)
        if amount is not None:
            return amount
        table.say("not_a_count", "yellow", low=0, high=table.money(table.game.table.setup_cash * 10))
