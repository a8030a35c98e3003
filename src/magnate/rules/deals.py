"""Deals: a proposed redistribution of cash, deeds and kept cards. All whose holdings it touches must agree.

Each proposer may have one open deal; its slot is the proposer's seat. A counter-offer is a new revision.
EXP «Vendita di proprietà», «Varie»; EUR «Vânzarea proprietăților»; CLA «Venta de Propiedades»; AMB-30, AMB-31, AMB-75.
"""

from .codes import BANK, FREE, INHERITED, MAX_DEEDS, MAX_KEPT, MAX_SEATS, NOBODY, NOTHING
from .masks import has, only, with_deed, with_seat, without
from .moments import check_trading
from .mortgage import inherit_mortgages
from .property import give_deed
from .refusals import (
    DEALS_FORBIDDEN,
    FIRST_ANSWER_DEALS,
    GIFTS_FORBIDDEN,
    NO_SUCH_DEAL,
    NOT_A_PARTY,
    OK,
    OLD_REVISION,
    PRISONERS_MAY_NOT,
    WRONG_MOMENT,
)
from .refused_offers import check_repeat, forget_refusals_between, remember_refusal, signature_of
from .stack import admits_deals, top_kind
from .tell import (
    CARD_MOVED,
    CASH_MOVED,
    DEAL_ACCEPTED,
    DEAL_COUNTERED,
    DEAL_DONE,
    DEAL_PROPOSED,
    DEAL_REFUSED,
    DEAL_WITHDRAWN,
    DEED_MOVED,
    RULE_DEAL_DONE,
    RULE_DEAL_PROPOSED,
    RULE_TRANSFER_INTEREST,
    tell,
)
from .terms import check_card_terms, check_deed_terms, check_share, check_terms, is_giver_unpaid, parties_of


def check_proposing(g, e, seat):
    """Whether a player may propose a deal now, whatever its terms: one open deal each, at a moment for trading."""
    if e.deals_allowed == 0:
        return DEALS_FORBIDDEN
    refusal = check_trading(g, e, seat)
    if refusal != OK:
        return refusal
    if has(g.deals, seat):
        return FIRST_ANSWER_DEALS
    return OK


def check_propose(g, e, seat, a):
    """Terms that keep the rules, at the right moment; what was refused comes again only improved. AMB-146."""
    refusal = check_proposing(g, e, seat)
    if refusal != OK:
        return refusal
    refusal = check_terms(g, e, seat, a)
    if refusal != OK:
        return refusal
    return check_repeat(g, e, seat, parties_of(g, e, a), a)


def check_deal_answer(g, seat, slot, revision):
    """Whether this seat is asked: it answers an open deal, in its present revision."""
    if not admits_deals(top_kind(g)):
        return WRONG_MOMENT
    if slot < 0 or slot >= g.seats or not has(g.deals, slot):
        return NO_SUCH_DEAL
    if not has(g.deal[slot].parties, seat) or has(g.deal[slot].accepted, seat):
        return NOT_A_PARTY
    if g.deal[slot].revision != revision:
        return OLD_REVISION
    return OK


def write_terms(g, e, slot, seat, a):
    """Put terms into the slot as its next revision; their author has accepted them."""
    for other in range(g.seats):
        g.deal[slot].cash[other] = a.cash[other]
    for deed in range(e.deeds):
        g.deal[slot].deed[deed] = a.deed[deed]
    for card in range(e.kept):
        g.deal[slot].card[card] = a.card[card]
    g.deals = with_seat(g.deals, slot)
    g.deal[slot].revision += 1
    g.deal[slot].parties = parties_of(g, e, a)
    g.deal[slot].accepted = only(seat)
    g.deal[slot].author = seat
    g.deal[slot].signature = signature_of(e, g.deal[slot].parties, a)


def read_terms(g, e, slot, a):
    """The terms of a slot, as an action holds them."""
    for seat in range(MAX_SEATS):
        a.cash[seat] = g.deal[slot].cash[seat]
    for deed in range(MAX_DEEDS):
        a.deed[deed] = g.deal[slot].deed[deed]
    for card in range(MAX_KEPT):
        a.card[card] = g.deal[slot].card[card]


def propose_deal(g, e, seat, a):
    """Lay terms before the others."""
    write_terms(g, e, seat, seat, a)
    tell(g, DEAL_PROPOSED, seat, seat, 0, g.deal[seat].revision, NOTHING, RULE_DEAL_PROPOSED)


def check_counter(g, e, seat, slot, revision, a):
    """Other terms in answer; the proposer stays a party, so that it can answer in turn."""
    refusal = check_deal_answer(g, seat, slot, revision)
    if refusal != OK:
        return refusal
    if g.jail[seat] > 0 and e.jail_manages == 0:
        return PRISONERS_MAY_NOT
    refusal = check_terms(g, e, seat, a)
    if refusal != OK:
        return refusal
    parties = parties_of(g, e, a)
    if not has(parties, slot):
        return NOT_A_PARTY
    return check_repeat(g, e, seat, parties, a)


def counter_deal(g, e, seat, slot, a):
    """The former author's terms are refused and replaced."""
    remember_refusal(g, slot)
    write_terms(g, e, slot, seat, a)
    tell(g, DEAL_COUNTERED, seat, slot, 0, g.deal[slot].revision, NOTHING, RULE_DEAL_PROPOSED)


def check_accept(g, e, seat, slot, revision, a):
    """One accepts terms that still hold and that one can pay; the last to accept, only if all still can."""
    refusal = check_deal_answer(g, seat, slot, revision)
    if refusal != OK:
        return refusal
    if g.jail[seat] > 0 and e.jail_manages == 0:
        return PRISONERS_MAY_NOT
    read_terms(g, e, slot, a)
    refusal = check_moved(g, e, slot, a)
    if refusal != OK:
        return refusal
    if e.deals_gifts == 0 and is_giver_unpaid(g, e, a):
        return GIFTS_FORBIDDEN
    refusal = check_share(g, e, seat, a)
    if refusal != OK:
        return refusal
    if with_seat(g.deal[slot].accepted, seat) == g.deal[slot].parties:
        for other in range(g.seats):
            if other != seat and has(g.deal[slot].parties, other):
                refusal = check_share(g, e, other, a)
                if refusal != OK:
                    return refusal
    return OK


def check_moved(g, e, slot, a):
    """Whether what a deal moves has changed hands since it was proposed, or can no longer. Cash stays as it was."""
    parties = 0
    refusal = OK
    for seat in range(g.seats):
        parties |= (a.cash[seat] != 0) << seat
    for deed in range(e.deeds):
        to = a.deed[deed]
        if to != NOBODY:
            if g.owner[deed] == BANK:
                return NO_SUCH_DEAL
            parties = with_seat(with_seat(parties, to), g.owner[deed])
            if refusal == OK:
                refusal = check_deed_terms(g, e, deed, to)
    for card in range(e.kept):
        to = a.card[card]
        if to != NOBODY:
            if g.held[card] == NOBODY:
                return NO_SUCH_DEAL
            parties = with_seat(with_seat(parties, to), g.held[card])
            if refusal == OK:
                refusal = check_card_terms(g, e, card, to)
    if parties != g.deal[slot].parties:
        return NO_SUCH_DEAL
    return refusal


def accept_deal(g, e, seat, slot, a):
    """One party more agrees; when all do, the deal is done."""
    g.deal[slot].accepted = with_seat(g.deal[slot].accepted, seat)
    tell(g, DEAL_ACCEPTED, seat, slot, 0, g.deal[slot].revision, NOTHING, RULE_DEAL_PROPOSED)
    if g.deal[slot].accepted == g.deal[slot].parties:
        read_terms(g, e, slot, a)
        forget_refusals_between(g, g.deal[slot].parties)
        close_deal(g, e, slot)
        carry_out(g, e, slot, a)


def refuse_deal(g, e, seat, slot):
    """One refusal ends the deal."""
    remember_refusal(g, slot)
    tell(g, DEAL_REFUSED, seat, slot, 0, g.deal[slot].revision, NOTHING, RULE_DEAL_PROPOSED)
    close_deal(g, e, slot)


def check_withdraw(g, seat):
    """A proposer may withdraw its open deal."""
    if not admits_deals(top_kind(g)):
        return WRONG_MOMENT
    if not has(g.deals, seat):
        return NO_SUCH_DEAL
    return OK


def take_back_deal(g, e, seat):
    """The proposer withdraws its deal: what was taken back counts as refused."""
    remember_refusal(g, seat)
    withdraw_deal(g, e, seat)


def withdraw_deal(g, e, slot):
    """The proposer, or the course of the game, takes a deal off the table."""
    tell(g, DEAL_WITHDRAWN, slot, slot, 0, g.deal[slot].revision, NOTHING, RULE_DEAL_PROPOSED)
    close_deal(g, e, slot)


def close_deal(g, e, slot):
    """Clear the slot; its count of revisions goes on."""
    g.deals = without(g.deals, slot)
    g.deal[slot].parties = 0
    g.deal[slot].accepted = 0
    g.deal[slot].author = 0
    g.deal[slot].signature = 0
    for seat in range(g.seats):
        g.deal[slot].cash[seat] = 0
    for deed in range(e.deeds):
        g.deal[slot].deed[deed] = NOBODY
    for card in range(e.kept):
        g.deal[slot].card[card] = NOBODY


def withdraw_deals_of(g, e, seat):
    """A player who leaves takes part in no deal."""
    for slot in range(g.seats):
        if has(g.deals, slot) and (has(g.deal[slot].parties, seat) or slot == seat):
            withdraw_deal(g, e, slot)


def withdraw_deals_with(g, e, seat, deed):
    """This seat has mortgaged or lifted a deed: deals over it are not what was agreed to; its own it takes back."""
    for slot in range(g.seats):
        if has(g.deals, slot) and g.deal[slot].deed[deed] != NOBODY:
            if g.deal[slot].author == seat:
                remember_refusal(g, slot)  # AMB-146: or the same offer could come again and again
            withdraw_deal(g, e, slot)


def carry_out(g, e, slot, a):
    """Everything changes hands at one moment; then a player who got mortgaged deeds pays the interest."""
    tell(g, DEAL_DONE, slot, slot, 0, g.deal[slot].revision, NOTHING, RULE_DEAL_DONE)
    for seat in range(g.seats):
        if a.cash[seat] != 0:
            g.cash[seat] += a.cash[seat]
            tell(g, CASH_MOVED, seat, NOBODY, a.cash[seat], slot, NOTHING, RULE_DEAL_DONE)
    for card in range(e.kept):
        if a.card[card] != NOBODY:
            tell(g, CARD_MOVED, g.held[card], a.card[card], 0, card, NOTHING, RULE_DEAL_DONE)
            g.held[card] = a.card[card]
    for seat in range(g.seats):
        mortgaged = 0
        for deed in range(e.deeds):
            if a.deed[deed] == seat:
                tell(g, DEED_MOVED, g.owner[deed], seat, 0, deed, NOTHING, RULE_DEAL_DONE)
                give_deed(g, deed, seat)
                if g.mortgaged[deed] != FREE:
                    g.mortgaged[deed] = INHERITED
                    mortgaged = with_deed(mortgaged, deed)
        inherit_mortgages(g, e, seat, mortgaged, 0, RULE_TRANSFER_INTEREST)


def awaited_answers(g):
    """The seats that have not yet answered an open deal."""
    mask = 0
    for slot in range(g.seats):
        if has(g.deals, slot):
            mask |= g.deal[slot].parties & ~g.deal[slot].accepted
    return mask
