"""Jail: every way in, every way out.

EXP «Prigione», SRV «Prigione», EUR «Celelalte spații», CLA «Cárcel», CAS «Cárcel».
"""

from .chance import put_under
from .codes import (
    BAIL_BY_CARD,
    BAIL_PAID,
    BANK,
    FRAME_BAIL,
    FRAME_DEBT,
    FRAME_TAX,
    FRAME_TURN,
    LEAVE_BY_DOUBLE,
    NOBODY,
    NOTHING,
    WHY_CARD_TAX,
    WHY_FINE,
    WHY_SALARY,
    WHY_TAX,
)
from .moments import is_closing
from .money import charge, collect, pay
from .refusals import NO_CARD, NO_SUCH_THING, NOT_ASKED, NOT_ENOUGH_CASH, OK, WRONG_MOMENT
from .slots import debt_why, set_bail_how
from .stack import is_asked, pop, top_kind
from .tell import (
    CARD_USED,
    JAILED,
    RELEASED,
    RULE_CARD_USED,
    RULE_JAIL_BY_CARD,
    RULE_JAIL_FINE,
    RULE_JAIL_FORCED_FINE,
    RULE_JAIL_STAY,
    RULE_JAIL_WAITED,
    RULE_SALARY,
    STAYED,
    tell,
)


def send_to_jail(g, e, seat, rule):
    """Straight to jail, without start pay; the turn is over. AMB-06, AMB-07."""
    if e.start_to_jail == 1 and g.at[seat] > e.jail_space:
        collect(g, seat, e.start_salary, WHY_SALARY, RULE_SALARY)
    g.at[seat] = e.jail_space
    g.jail[seat] = 1
    if seat == g.turn:
        g.again = 0
        g.turn_is_over = 1
    tell(g, JAILED, seat, NOBODY, 0, e.jail_space, NOTHING, rule)


def release(g, seat, rule):
    """Out of jail."""
    g.jail[seat] = 0
    tell(g, RELEASED, seat, NOBODY, 0, NOTHING, NOTHING, rule)


def is_prisoner_to_move(g, seat):
    """Whether this prisoner is being asked how to leave, before any roll. AMB-11."""
    return is_asked(g, seat, FRAME_TURN) and g.jail[seat] > 0 and g.rolled == 0 and not is_closing(g)


def check_fine(g, e, seat):
    """Before rolling where the book allows it; after the stay because it must be."""
    if is_asked(g, seat, FRAME_BAIL):
        return OK
    if not is_prisoner_to_move(g, seat) or e.jail_pay_before_rolling == 0:
        return WRONG_MOMENT
    if g.cash[seat] < e.jail_fine:
        return NOT_ENOUGH_CASH
    return OK


def pay_fine(g, e, seat):
    """Pay and be free; the forced fine may first have to be raised. AMB-09."""
    if top_kind(g) == FRAME_BAIL:
        set_bail_how(g, BAIL_PAID)
        charge(g, seat, BANK, e.jail_fine, WHY_FINE, NOTHING, RULE_JAIL_FORCED_FINE)
    else:
        pay(g, seat, BANK, e.jail_fine, WHY_FINE, NOTHING, RULE_JAIL_FINE)
        release(g, seat, RULE_JAIL_FINE)


def is_tax_due(g):
    """Whether the business on top is a tax, asked for or already a debt. AMB-140."""
    if top_kind(g) != FRAME_DEBT:
        return top_kind(g) == FRAME_TAX
    why = debt_why(g)
    return why == WHY_TAX or why == WHY_CARD_TAX


def is_bail_due(g):
    """Whether the business on top is the forced fine, asked for or already a debt. AMB-140."""
    if top_kind(g) != FRAME_DEBT:
        return top_kind(g) == FRAME_BAIL
    return debt_why(g) == WHY_FINE


def is_settled_by(g, e, card):
    """Whether this kept card cancels the tax, or stands for the fine, on top of the stack. EUR-51, AMB-89."""
    if is_tax_due(g):
        return e.kept_cancels[card] == 1
    return is_bail_due(g) and e.kept_frees[card] == 1 and e.jail_card_replaces_fine == 1


def card_that_settles(g, e, seat):
    """The first card of this seat that settles the business on top, or -1."""
    for card in range(e.kept):
        if g.held[card] == seat and is_settled_by(g, e, card):
            return card
    return NOTHING


def check_use_card(g, e, seat, card):
    """To leave jail, to stand for the forced fine, or to cancel a tax, as the card allows."""
    if card < 0 or card >= e.kept:
        return NO_SUCH_THING
    if g.held[card] != seat:
        return NO_CARD
    if is_asked(g, seat, top_kind(g)) and (is_tax_due(g) or is_bail_due(g)):
        if is_settled_by(g, e, card):
            return OK
        return WRONG_MOMENT
    if e.kept_frees[card] == 0:
        return WRONG_MOMENT
    if is_prisoner_to_move(g, seat):
        return OK
    return NOT_ASKED


def give_back_card(g, e, c, card):
    """A kept card returns to its deck."""
    g.held[card] = NOBODY
    put_under(c, e.kept_deck[card], e.kept_card[card])


def use_jail_card(g, e, c, seat, card):
    """Leave jail with a kept card, before rolling or in place of the forced fine."""
    give_back_card(g, e, c, card)
    tell(g, CARD_USED, seat, NOBODY, 0, card, NOTHING, RULE_CARD_USED)
    if top_kind(g) == FRAME_DEBT:
        pop(g)  # AMB-140: the fine is no longer owed; below it lies the bail
    if top_kind(g) == FRAME_BAIL:
        set_bail_how(g, BAIL_BY_CARD)
    else:
        release(g, seat, RULE_JAIL_BY_CARD)


def check_wait(g, e, seat):
    """Where prisoners do not roll, they may wait."""
    if not is_prisoner_to_move(g, seat) or e.jail_leave_by == LEAVE_BY_DOUBLE:
        return WRONG_MOMENT
    return OK


def wait_in_jail(g, seat):
    """One turn passes without playing."""
    g.jail[seat] += 1
    g.turn_is_over = 1
    tell(g, STAYED, seat, NOBODY, 0, g.jail[seat] - 1, NOTHING, RULE_JAIL_WAITED)


def stay_in_jail(g, seat):
    """A roll without a double: one turn more has been spent."""
    g.jail[seat] += 1
    tell(g, STAYED, seat, NOBODY, 0, g.jail[seat] - 1, NOTHING, RULE_JAIL_STAY)


def has_served(g, e, seat):
    """Whether the longest stay is over."""
    return g.jail[seat] > e.jail_turns
