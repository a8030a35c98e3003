"""The terms of a deal: who gives what to whom, and whether the rules allow it. AMB-31, AMB-38, AMB-140.

`check_terms` judges whole terms. To compare many prices for the same deeds, ask `least_cash` once instead.
"""

from .codes import BANK, FRAME_DEBT, FREE, MAX_DEEDS, MAX_KEPT, MAX_SEATS, NOBODY, NOTHING
from .jail import card_that_settles, is_settled_by
from .masks import count_bits, has, with_seat
from .mortgage import interest
from .property import is_bare
from .refusals import (
    BUILDINGS_IN_THE_WAY,
    CARD_NOT_FOR_SALE,
    CASH_DOES_NOT_BALANCE,
    COULD_NOT_PAY_THEN,
    DEAL_IS_EMPTY,
    GIFTS_FORBIDDEN,
    NO_CARD,
    NO_SUCH_THING,
    NOT_A_PARTY,
    NOT_A_ROUND_SUM,
    NOT_ENOUGH_CASH,
    NOT_YOURS,
    OK,
)
from .slots import debt_amount, debt_payer
from .stack import top_kind
from .worth import raisable

NO_LIMIT = -1000000000  # less than any sum in a game


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
    if g.owner[deed] == to:
        return NOT_YOURS
    if not can_change_hands(g, e, deed):
        return BUILDINGS_IN_THE_WAY
    return OK


def can_change_hands(g, e, deed):
    """Whether no building is in the way of dealing in an owned deed."""
    return is_bare(g, e, g.owner[deed], deed, e.deals_bare)


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
    """Whether terms keep the rules, from any proposer: OK, or why not."""
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
    if a.cash[seat] >= least_cash_by(g, e, seat, a):
        return OK
    if g.cash[seat] + a.cash[seat] < interest_due(g, e, a, seat):
        return NOT_ENOUGH_CASH
    return COULD_NOT_PAY_THEN


def least_cash_by(g, e, seat, a):
    """The least cash a party must get for its share of the deeds and cards of these terms; below 0: may pay."""
    gain = least_gain(g, e, seat, a)
    pledges = 0
    if gain != NO_LIMIT:
        pledges = pledges_moved(g, e, seat, a)
    return least_cash(g, seat, interest_due(g, e, a, seat), pledges, gain)


def least_cash(g, seat, due, pledges, gain):
    """The least cash a party must get: it pays the interest `due`, and a debtor gains `gain`, new `pledges` included.

    A party that does not owe anything may gain NO_LIMIT.
    """
    return max(due - g.cash[seat], gain + due - pledges)


def least_gain(g, e, seat, a):
    """What terms must add at least to what a seat can raise: a debtor trades to pay, not to be ruined. AMB-38.

    A card that settles the debt covers it, from either party; who gives the last one away must raise the debt. AMB-140.
    """
    if top_kind(g) != FRAME_DEBT or debt_payer(g) != seat or keeps_saving_card(g, e, seat, a):
        return NO_LIMIT
    missing = debt_amount(g) - g.cash[seat] - raisable(g, e, seat)
    if g.old_rules == 0 and card_that_settles(g, e, seat) != NOTHING:
        return missing
    return min(0, missing)


def pledges_moved(g, e, seat, a):
    """What the deeds a seat gets by these terms could be mortgaged for, less the same for those it gives."""
    change = 0
    for deed in range(e.deeds):
        if a.deed[deed] == seat:
            change += pledge_of(g, e, deed)
        elif a.deed[deed] != NOBODY and g.owner[deed] == seat:
            change -= pledge_of(g, e, deed)
    return change


def pledge_of(g, e, deed):
    """What a deed could be mortgaged for."""
    if g.mortgaged[deed] == FREE:
        return e.mortgage[deed]
    return 0


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
