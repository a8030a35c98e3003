"""Taxes and the lucky card that cancels one: EUR «Card-uri», «Celelalte spații»; AMB-89, AMB-140."""

from .codes import BANK, FRAME_TAX, NOBODY, NOTHING
from .jail import give_back_card
from .masks import only
from .money import charge
from .refusals import NOT_ASKED, OK
from .stack import is_asked, pop
from .tell import CARD_USED, RULE_CARD_USED, RULE_TAX_CANCELLED, TAX_CANCELLED, tell


def resume_tax(g):
    """Pay, or cancel the tax with the card.

    Frame: seat; step why; amount; x rule.
    """
    g.must = only(g.frame_seat[g.depth - 1])


def check_pay_tax(g, seat):
    """Whoever is asked for a tax may pay it."""
    if not is_asked(g, seat, FRAME_TAX):
        return NOT_ASKED
    return OK


def pay_tax(g, seat):
    """Pay the tax and keep the card."""
    top = g.depth - 1
    why = g.frame_step[top]
    amount = g.frame_amount[top]
    rule = g.frame_x[top]
    pop(g)
    charge(g, seat, BANK, amount, why, NOTHING, rule)


def cancel_tax(g, e, c, seat, card):
    """The lucky card cancels the tax, asked for or already a debt, and goes under its deck."""
    amount = g.frame_amount[g.depth - 1]
    pop(g)
    give_back_card(g, e, c, card)
    tell(g, CARD_USED, seat, NOBODY, 0, card, NOTHING, RULE_CARD_USED)
    tell(g, TAX_CANCELLED, seat, BANK, amount, card, NOTHING, RULE_TAX_CANCELLED)
