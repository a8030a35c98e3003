"""Deals: a proposed redistribution of cash, deeds and kept cards. All whose holdings it touches must agree.

Each proposer may have one open deal; its slot is the proposer's seat. A counter-offer is a new revision.
EXP «Vendita di proprietà», «Varie»; EUR «Vânzarea proprietăților»; CLA «Venta de Propiedades»; AMB-30, AMB-31, AMB-75.
"""

from .codes import BANK, FRAME_DEBT, FREE, INHERITED, MAX_DEEDS, MAX_KEPT, MAX_SEATS, NOBODY, NOTHING
from .jail import card_that_settles, is_settled_by
from .masks import count_bits, has, only, with_deed, with_seat, without
from .moments import check_trading
from .mortgage import inherit_mortgages, interest
from .property import give_deed, is_bare
from .refusals import (
    BUILDINGS_IN_THE_WAY,
    CARD_NOT_FOR_SALE,
    CASH_DOES_NOT_BALANCE,
    COULD_NOT_PAY_THEN,
    DEAL_IS_EMPTY,
    DEALS_FORBIDDEN,
    FIRST_ANSWER_DEALS,
    GIFTS_FORBIDDEN,
    NO_CARD,
    NO_SUCH_DEAL,
    NO_SUCH_THING,
    NOT_A_PARTY,
    NOT_A_ROUND_SUM,
    NOT_ENOUGH_CASH,
    NOT_YOURS,
    OK,
    OLD_REVISION,
    PRISONERS_MAY_NOT,
    WRONG_MOMENT,
)
from .refused_offers import check_repeat, forget_refusals_between, remember_refusal, signature_of
from .slots import debt_amount, debt_payer
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
from .worth import raisable


def is_player(g, seat):
    """Whether a number names a seat still in the game."""
    return 0 <= seat < g.seats and g.out[seat] == 0


def parties_of(g, e, a):
    """The seats whose holdings the terms touch."""
    mask = 0
    for seat in range(g.seats):
        if a.cash[seat] != 0:
            mask = with_seat(mask, seat)
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY:
            mask = with_seat(with_seat(mask, a.deed[deed]), g.owner[deed])
    for card in range(e.kept):
        if a.card[card] != NOBODY:
            mask = with_seat(with_seat(mask, a.card[card]), g.held[card])
    return mask


def check_cash_terms(g, e, a):
    """Cash only moves between players, in whole notes."""
    total = 0
    for seat in range(MAX_SEATS):
        if a.cash[seat] != 0:
            total += a.cash[seat]
            if not is_player(g, seat):
                return NO_SUCH_THING
            if a.cash[seat] % e.note != 0:
                return NOT_A_ROUND_SUM
    if total != 0:
        return CASH_DOES_NOT_BALANCE
    return OK


def check_deed_terms(g, e, deed, to):
    """Whether an owned deed cannot go to this player: it has it, or buildings are in the way."""
    owner = g.owner[deed]
    if owner == to:
        return NOT_YOURS
    if not is_bare(g, e, owner, deed, e.deals_bare):
        return BUILDINGS_IN_THE_WAY
    return OK


def check_card_terms(g, e, card, to):
    """Whether a held card cannot go to this player: it has it, or the card is not for sale."""
    if g.held[card] == to:
        return NO_CARD
    if e.kept_sold[card] == 0:
        return CARD_NOT_FOR_SALE
    return OK


def check_property_terms(g, e, a):
    """Deeds without buildings in the way, and cards that may be sold, go from a holder to another player."""
    for deed in range(MAX_DEEDS):
        to = a.deed[deed]
        if to != NOBODY:
            if deed >= e.deeds or not is_player(g, to):
                return NO_SUCH_THING
            if g.owner[deed] == BANK:
                return NOT_YOURS
            refusal = check_deed_terms(g, e, deed, to)
            if refusal != OK:
                return refusal
    for card in range(MAX_KEPT):
        to = a.card[card]
        if to != NOBODY:
            if card >= e.kept or not is_player(g, to):
                return NO_SUCH_THING
            if g.held[card] == NOBODY:
                return NO_CARD
            refusal = check_card_terms(g, e, card, to)
            if refusal != OK:
                return refusal
    return OK


def is_giver_unpaid(g, e, a):
    """Whether somebody gives something and gets nothing: a gift. EXP-100, AMB-31."""
    givers = 0
    getters = 0
    for seat in range(g.seats):
        if a.cash[seat] < 0:
            givers = with_seat(givers, seat)
        elif a.cash[seat] > 0:
            getters = with_seat(getters, seat)
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY:
            givers = with_seat(givers, g.owner[deed])
            getters = with_seat(getters, a.deed[deed])
    for card in range(e.kept):
        if a.card[card] != NOBODY:
            givers = with_seat(givers, g.held[card])
            getters = with_seat(getters, a.card[card])
    return givers & ~getters != 0


def check_terms(g, e, seat, a):
    """Whether terms keep the rules, whoever proposes them: OK, or why not."""
    refusal = check_cash_terms(g, e, a)
    if refusal != OK:
        return refusal
    refusal = check_property_terms(g, e, a)
    if refusal != OK:
        return refusal
    parties = parties_of(g, e, a)
    if count_bits(parties) < 2:
        return DEAL_IS_EMPTY
    if not has(parties, seat):
        return NOT_A_PARTY
    if e.deals_gifts == 0 and is_giver_unpaid(g, e, a):
        return GIFTS_FORBIDDEN
    return check_share(g, e, seat, a)


def check_share(g, e, seat, a):
    """Whether a party could pay its share of terms that keep the other rules."""
    if g.cash[seat] + a.cash[seat] < interest_due(g, e, a, seat):
        return NOT_ENOUGH_CASH
    if ruins_debtor(g, e, seat, a):
        return COULD_NOT_PAY_THEN
    return OK


def ruins_debtor(g, e, seat, a):
    """Whether the terms lower what a debtor can raise below the debt: one trades to pay, not to be ruined. AMB-38.

    A card that settles the debt covers it, whoever brings it. AMB-140.
    """
    if top_kind(g) != FRAME_DEBT or debt_payer(g) != seat or keeps_saving_card(g, e, seat, a):
        return False
    before = g.cash[seat] + raisable(g, e, seat)
    after = before + a.cash[seat] - interest_due(g, e, a, seat)
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY and g.mortgaged[deed] == FREE:
            if g.owner[deed] == seat:
                after -= e.mortgage[deed]
            elif a.deed[deed] == seat:
                after += e.mortgage[deed]
    gives_card_away = g.old_rules == 0 and card_that_settles(g, e, seat) != NOTHING
    return after < debt_amount(g) and (after < before or gives_card_away)


def keeps_saving_card(g, e, seat, a):
    """Whether the debtor would hold a card that settles the debt once the terms are carried out. AMB-140."""
    for card in range(e.kept):
        holder = g.held[card]
        if a.card[card] != NOBODY:
            holder = a.card[card]
        if holder == seat and is_settled_by(g, e, card):
            return True
    return False


def interest_due(g, e, a, seat):
    """What the seat would have to pay the Bank at once on mortgaged deeds it gets. EXP-80."""
    due = 0
    for deed in range(e.deeds):
        if a.deed[deed] == seat and g.mortgaged[deed] != FREE:
            due += interest(e, deed, e.mortgage_transfer_percent)
    return due


def check_propose(g, e, seat, a):
    """One open deal a proposer, at a moment for trading; what was refused comes again only improved. AMB-146."""
    if e.deals_allowed == 0:
        return DEALS_FORBIDDEN
    refusal = check_trading(g, e, seat)
    if refusal != OK:
        return refusal
    if has(g.deals, seat):
        return FIRST_ANSWER_DEALS
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


def withdraw_deals_with(g, e, deed):
    """A deed was mortgaged or lifted: deals over it are no longer what was agreed to."""
    for slot in range(g.seats):
        if has(g.deals, slot) and g.deal[slot].deed[deed] != NOBODY:
            withdraw_deal(g, e, slot)


def carry_out(g, e, slot, a):
    """Everything changes hands at one moment; then whoever got mortgaged deeds pays the interest."""
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
