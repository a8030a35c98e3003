"""Debts: raising money, and settlement in property at the creditor's price.

EXP «Varie» (EXP-94 to EXP-96), CLA «Notas sobre el juego» (CLA-106, CLA-107); AMB-38, AMB-62, AMB-63.
"""

from .auction import open_auction
from .codes import (
    BANK,
    FRAME_DEBT,
    FRAME_SETTLEMENT,
    FREE,
    INHERITED,
    NOTHING,
    SETTLE_NEVER,
    SETTLE_RENT,
    WHY_RENT,
)
from .money import pay
from .mortgage import inherit_mortgages
from .property import give_deed, is_bare, is_deed
from .refusals import (
    BUILDINGS_IN_THE_WAY,
    CAN_STILL_PAY,
    NO_SUCH_THING,
    NOT_A_ROUND_SUM,
    NOT_ASKED,
    NOT_OFFERED,
    NOT_YOURS,
    OK,
    TOO_HIGH,
    WRONG_MOMENT,
)
from .stack import is_asked, playing_mask, pop, push
from .tell import (
    PROPERTY_OFFERED,
    PROPERTY_REFUSED,
    PROPERTY_SETTLED,
    PROPERTY_VALUED,
    PROPERTY_WITHDRAWN,
    RULE_SETTLE,
    RULE_SETTLE_AUCTION,
    RULE_SETTLE_VALUE,
    RULE_TRANSFER_INTEREST,
    tell,
)
from .worth import raisable


def resume_debt(g):
    """Paid as soon as the cash is there.

    Frame: seat debtor, other creditor; step why; amount; x deed or -1; y rule.
    """
    top = g.depth - 1
    seat = g.frame_seat[top]
    creditor = g.frame_other[top]
    amount = g.frame_amount[top]
    if g.out[seat] != 0 or (creditor != BANK and g.out[creditor] != 0):
        pop(g)
    elif g.cash[seat] >= amount:
        why = g.frame_step[top]
        deed = g.frame_x[top]
        rule = g.frame_y[top]
        pop(g)
        if amount > 0:
            pay(g, seat, creditor, amount, why, deed, rule)
    else:
        g.must = 1 << seat


def check_bankruptcy(g, e, seat):
    """Only when cash, half of the buildings and the mortgage values together do not cover the debt. AMB-38."""
    if not is_asked(g, seat, FRAME_DEBT):
        return NOT_ASKED
    if g.cash[seat] + raisable(g, e, seat) >= g.frame_amount[g.depth - 1]:
        return CAN_STILL_PAY
    return OK


def check_offer_property(g, e, seat, deed):
    """A debtor may offer a creditor property free of buildings, where the book knows such payment."""
    if not is_deed(e, deed):
        return NO_SUCH_THING
    if not is_asked(g, seat, FRAME_DEBT):
        return NOT_ASKED
    top = g.depth - 1
    if g.frame_other[top] == BANK or e.settle == SETTLE_NEVER:
        return WRONG_MOMENT
    if e.settle == SETTLE_RENT and g.frame_step[top] != WHY_RENT:
        return WRONG_MOMENT
    if g.owner[deed] != seat:
        return NOT_YOURS
    if not is_bare(g, e, seat, deed, e.bare_to_sell):
        return BUILDINGS_IN_THE_WAY
    return OK


def offer_property(g, seat, deed):
    """The debtor offers a deed in part payment.

    Frame: seat debtor, other creditor; step 0 creditor to name a value, 1 debtor to answer; amount value; x deed.
    """
    creditor = g.frame_other[g.depth - 1]
    push(g, FRAME_SETTLEMENT, seat, creditor, 0, 0, deed, 0)
    tell(g, PROPERTY_OFFERED, seat, creditor, 0, deed, NOTHING, RULE_SETTLE)


def resume_settlement(g):
    """First the creditor's price, then the debtor's answer."""
    top = g.depth - 1
    if g.frame_step[top] == 0:
        g.must = 1 << g.frame_other[top]
    else:
        g.must = 1 << g.frame_seat[top]


def is_at_settlement(g, seat, step):
    """Whether this seat is asked this question of a settlement."""
    return is_asked(g, seat, FRAME_SETTLEMENT) and g.frame_step[g.depth - 1] == step


def check_name_value(g, e, seat, amount):
    """Any value the creditor is willing to credit, up to the debt."""
    if not is_at_settlement(g, seat, 0):
        return NOT_ASKED
    if amount < e.note or amount % e.note != 0:
        return NOT_A_ROUND_SUM
    if amount > g.frame_amount[g.depth - 2]:
        return TOO_HIGH
    return OK


def name_value(g, seat, amount):
    """The creditor names the value credited for the property."""
    top = g.depth - 1
    g.frame_step[top] = 1
    g.frame_amount[top] = amount
    tell(g, PROPERTY_VALUED, seat, g.frame_seat[top], amount, g.frame_x[top], NOTHING, RULE_SETTLE_VALUE)


def check_settlement_answer(g, seat, step):
    """Refusing is the creditor's, accepting and withdrawing the debtor's."""
    if not is_at_settlement(g, seat, step):
        return NOT_ASKED
    return OK


def refuse_property(g, e, seat):
    """The creditor does not want it; where the book lets the debtor auction it, it still may."""
    top = g.depth - 1
    tell(g, PROPERTY_REFUSED, seat, g.frame_seat[top], 0, g.frame_x[top], NOTHING, RULE_SETTLE_VALUE)
    if e.debtor_may_auction == 1:
        g.frame_step[top] = 1
    else:
        pop(g)


def withdraw_property(g, seat):
    """The debtor does not like the price."""
    top = g.depth - 1
    tell(g, PROPERTY_WITHDRAWN, seat, g.frame_other[top], 0, g.frame_x[top], NOTHING, RULE_SETTLE)
    pop(g)


def check_accept_value(g, seat):
    """The debtor may accept a price that was named."""
    if not is_at_settlement(g, seat, 1) or g.frame_amount[g.depth - 1] == 0:
        return NOT_ASKED
    return OK


def accept_value(g, e, seat):
    """The deed goes to the creditor and the debt falls by its value."""
    top = g.depth - 1
    creditor = g.frame_other[top]
    value = g.frame_amount[top]
    deed = g.frame_x[top]
    pop(g)
    tell(g, PROPERTY_SETTLED, seat, creditor, value, deed, NOTHING, RULE_SETTLE)
    give_deed(g, deed, creditor)
    top = g.depth - 1
    g.frame_amount[top] -= value
    if g.frame_amount[top] <= g.cash[seat]:
        resume_debt(g)  # the rest is there: the creditor gets it before owing interest on the deed
    if g.mortgaged[deed] != FREE:
        g.mortgaged[deed] = INHERITED
        inherit_mortgages(g, e, creditor, 1 << deed, 0, RULE_TRANSFER_INTEREST)


def check_auction_property(g, e, seat):
    """A debtor who finds the price unfair may auction the property, where the book says so. EXP-96."""
    if not is_at_settlement(g, seat, 1):
        return NOT_ASKED
    if e.debtor_may_auction == 0:
        return NOT_OFFERED
    return OK


def auction_property(g, e, seat):
    """Every player but the debtor may bid; the debtor gets the money."""
    deed = g.frame_x[g.depth - 1]
    pop(g)
    bidders = playing_mask(g) & ~(1 << seat)
    open_auction(g, seat, seat, deed, NOTHING, bidders, e.note, RULE_SETTLE_AUCTION, RULE_SETTLE_AUCTION)
