"""Debts: raising money, and settlement in property at the creditor's price.

EXP «Varie» (EXP-94 to EXP-96), CLA «Notas sobre el juego» (CLA-106, CLA-107); AMB-38, AMB-62, AMB-63,
AMB-143, AMB-144.
"""

from .auction import open_auction
from .codes import (
    BANK,
    FRAME_DEBT,
    FRAME_SETTLEMENT,
    FREE,
    INHERITED,
    NOBODY,
    NOTHING,
    SETTLE_NEVER,
    SETTLE_RENT,
    STAGE_ANSWER,
    STAGE_VALUE,
    WHY_RENT,
)
from .jail import card_that_settles
from .masks import has, only, with_deed, without
from .money import pay, round_down, round_up
from .mortgage import inherit_mortgages, interest
from .property import give_deed, is_bare, is_deed
from .refusals import (
    ALREADY_OFFERED,
    BUILDINGS_IN_THE_WAY,
    CAN_STILL_PAY,
    COULD_NOT_PAY_THEN,
    NO_SUCH_THING,
    NOT_A_ROUND_SUM,
    NOT_ASKED,
    NOT_OFFERED,
    NOT_YOURS,
    OK,
    TOO_HIGH,
    WRONG_MOMENT,
)
from .slots import (
    debt_amount,
    debt_amount_at,
    debt_creditor,
    debt_deed,
    debt_payer,
    debt_rule,
    debt_why,
    push_settlement,
    set_debt_amount,
    set_settlement_stage,
    set_settlement_value,
    settlement_creditor,
    settlement_debtor,
    settlement_deed,
    settlement_stage,
    settlement_value,
)
from .stack import is_asked, playing_mask, pop
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
from .worth import can_raise, raisable


def resume_debt(g):
    """Paid as soon as the cash is there."""
    seat = debt_payer(g)
    creditor = debt_creditor(g)
    amount = debt_amount(g)
    if g.out[seat] != 0 or (creditor != BANK and g.out[creditor] != 0):
        pop(g)
    elif g.cash[seat] >= amount:
        why = debt_why(g)
        deed = debt_deed(g)
        rule = debt_rule(g)
        pop(g)
        if amount > 0:
            pay(g, seat, creditor, amount, why, deed, rule)
    else:
        g.must = only(seat)


def check_bankruptcy(g, e, seat):
    """Only when cash, half of the buildings and the mortgage values together do not cover the debt. AMB-38.

    Nor with a card in hand that settles it. AMB-140.
    """
    if not is_asked(g, seat, FRAME_DEBT):
        return NOT_ASKED
    if can_raise(g, e, seat, debt_amount(g) - g.cash[seat]):
        return CAN_STILL_PAY
    if g.old_rules == 0 and card_that_settles(g, e, seat) != NOTHING:
        return CAN_STILL_PAY
    return OK


def check_offer_property(g, e, seat, deed):
    """A debtor may offer a creditor property free of buildings, where the book knows such payment."""
    if not is_deed(e, deed):
        return NO_SUCH_THING
    if not is_asked(g, seat, FRAME_DEBT):
        return NOT_ASKED
    if debt_creditor(g) == BANK or e.debts_settle == SETTLE_NEVER:
        return WRONG_MOMENT
    if e.debts_settle == SETTLE_RENT and debt_why(g) != WHY_RENT:
        return WRONG_MOMENT
    if g.owner[deed] != seat:
        return NOT_YOURS
    if not is_bare(g, e, seat, deed, e.deals_bare):
        return BUILDINGS_IN_THE_WAY
    if g.old_rules == 0 and has(g.offered_deeds, deed) and shortfall(g, seat) >= g.offered_shortfall:
        return ALREADY_OFFERED
    return OK


def shortfall(g, seat):
    """What the debtor's cash lacks of the debt on top."""
    return debt_amount(g) - g.cash[seat]


def note_offer(g, seat, deed):
    """A deed is offered once for a debt, and again only when less is lacking than before. AMB-144."""
    if g.offered_deeds == 0 or shortfall(g, seat) < g.offered_shortfall:
        g.offered_deeds = 0
        g.offered_shortfall = shortfall(g, seat)
    g.offered_deeds = with_deed(g.offered_deeds, deed)


def offer_property(g, seat, deed):
    """The debtor offers a deed in part payment."""
    creditor = debt_creditor(g)
    note_offer(g, seat, deed)
    push_settlement(g, seat, creditor, STAGE_VALUE, 0, deed)
    tell(g, PROPERTY_OFFERED, seat, creditor, 0, deed, NOTHING, RULE_SETTLE)


def resume_settlement(g):
    """First the creditor's price, then the debtor's answer."""
    if settlement_stage(g) == STAGE_VALUE:
        g.must = only(settlement_creditor(g))
    else:
        g.must = only(settlement_debtor(g))


def is_at_settlement(g, seat, stage):
    """Whether this seat is asked this question of a settlement."""
    return is_asked(g, seat, FRAME_SETTLEMENT) and settlement_stage(g) == stage


def unpayable_interest(g, e):
    """What the creditor could not raise of the interest on the mortgaged property offered. EXP-80, AMB-143."""
    creditor = settlement_creditor(g)
    if g.mortgaged[settlement_deed(g)] == FREE:
        return 0
    due = interest(e, settlement_deed(g), e.mortgage_transfer_percent)
    return max(0, due - g.cash[creditor] - raisable(g, e, creditor))


def debt_to_settle(g):
    """What is owed where property is offered for it: the debt lies below the settlement."""
    return debt_amount_at(g, g.depth - 2)


def lowest_value(g, e):
    """The least that may be credited. Only a rest that is paid at once helps a creditor to the interest. AMB-143."""
    if unpayable_interest(g, e) == 0:
        return e.note
    return max(e.note, round_up(e, debt_to_settle(g) - g.cash[settlement_debtor(g)]))


def highest_value(g, e):
    """The most that may be credited: the debt, less what the creditor needs of it for the interest. AMB-143."""
    return round_down(e, debt_to_settle(g) - unpayable_interest(g, e))


def debtor_shown(g, e, seat):
    """The debtor whose cash the lowest value shows to this creditor, also where cash is private; -1 for none."""
    if is_at_settlement(g, seat, STAGE_VALUE) and unpayable_interest(g, e) > 0:
        return settlement_debtor(g)
    return NOBODY


def check_name_value(g, e, seat, amount):
    """Any value the creditor is willing to credit, up to the debt, that does not ruin it."""
    if not is_at_settlement(g, seat, STAGE_VALUE):
        return NOT_ASKED
    if amount < e.note or amount % e.note != 0:
        return NOT_A_ROUND_SUM
    if amount > debt_to_settle(g):
        return TOO_HIGH
    if g.old_rules == 0 and (amount < lowest_value(g, e) or amount > highest_value(g, e)):
        return COULD_NOT_PAY_THEN
    return OK


def name_value(g, seat, amount):
    """The creditor names the value credited for the property."""
    set_settlement_stage(g, STAGE_ANSWER)
    set_settlement_value(g, amount)
    tell(g, PROPERTY_VALUED, seat, settlement_debtor(g), amount, settlement_deed(g), NOTHING, RULE_SETTLE_VALUE)


def check_settlement_answer(g, seat, stage):
    """Refusing is the creditor's, accepting and withdrawing the debtor's."""
    if not is_at_settlement(g, seat, stage):
        return NOT_ASKED
    return OK


def refuse_property(g, e, seat):
    """The creditor does not want it; where the book lets the debtor auction it, it still may."""
    tell(g, PROPERTY_REFUSED, seat, settlement_debtor(g), 0, settlement_deed(g), NOTHING, RULE_SETTLE_VALUE)
    if e.debts_auction == 1:
        set_settlement_stage(g, STAGE_ANSWER)
    else:
        pop(g)


def withdraw_property(g, seat):
    """The debtor does not like the price."""
    tell(g, PROPERTY_WITHDRAWN, seat, settlement_creditor(g), 0, settlement_deed(g), NOTHING, RULE_SETTLE)
    pop(g)


def check_accept_value(g, seat):
    """The debtor may accept a price that was named."""
    if not is_at_settlement(g, seat, STAGE_ANSWER) or settlement_value(g) == 0:
        return NOT_ASKED
    return OK


def accept_value(g, e, seat):
    """The deed goes to the creditor and the debt falls by its value."""
    creditor = settlement_creditor(g)
    value = settlement_value(g)
    deed = settlement_deed(g)
    pop(g)
    tell(g, PROPERTY_SETTLED, seat, creditor, value, deed, NOTHING, RULE_SETTLE)
    give_deed(g, deed, creditor)
    set_debt_amount(g, debt_amount(g) - value)
    if debt_amount(g) <= g.cash[seat]:
        resume_debt(g)  # the rest is there: the creditor gets it before owing interest on the deed
    if g.mortgaged[deed] != FREE:
        g.mortgaged[deed] = INHERITED
        inherit_mortgages(g, e, creditor, only(deed), 0, RULE_TRANSFER_INTEREST)


def check_auction_property(g, e, seat):
    """A debtor who finds the price unfair may auction the property, where the book says so. EXP-96."""
    if not is_at_settlement(g, seat, STAGE_ANSWER):
        return NOT_ASKED
    if e.debts_auction == 0:
        return NOT_OFFERED
    return OK


def auction_property(g, e, seat):
    """Every player but the debtor may bid; the debtor gets the money."""
    deed = settlement_deed(g)
    pop(g)
    bidders = without(playing_mask(g), seat)
    open_auction(g, seat, seat, deed, NOTHING, bidders, e.note, RULE_SETTLE_AUCTION, RULE_SETTLE_AUCTION)
