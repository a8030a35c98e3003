"""Movement, start pay, what a space does to a player who lands there, and the lucky card that cancels a tax.

EXP «Inizio del gioco», «Indennità», «Fermata …»; SRV likewise; EUR «Începerea jocului», «Celelalte spații»;
CLA «El juego», «Casilla de SALIDA», «Casillas de Impuestos», «Parking gratuito»; CAS «Reglas». A tax cancelled:
EUR «Card-uri»; AMB-89, AMB-140.
"""

from .codes import (
    BANK,
    FRAME_TAX,
    NOBODY,
    NOTHING,
    SPACE_CARD,
    SPACE_DEED,
    SPACE_FREE,
    SPACE_GO_TO_JAIL,
    SPACE_JAIL,
    SPACE_TAX,
    WHY_PARKING,
    WHY_SALARY,
    WHY_TAX,
)
from .jail import give_back_card, send_to_jail
from .masks import only
from .money import charge, collect
from .refusals import NOT_ASKED, OK
from .rent import visit_owner
from .slots import debt_amount, push_buy, push_card, push_tax, tax_amount, tax_payer, tax_rule, tax_why
from .stack import is_asked, pop, top_kind
from .tell import (
    CARD_USED,
    MOVED,
    RESTED,
    RULE_CARD_USED,
    RULE_JAIL_SQUARE,
    RULE_MOVE,
    RULE_PARKING,
    RULE_SALARY,
    RULE_TAX,
    RULE_TAX_CANCELLED,
    RULE_VISITING,
    TAX_CANCELLED,
    tell,
)


def pay_salary(g, e, seat, target):
    """Start pay for passing the start or, where the edition pays that, for landing on it."""
    if target > 0 or e.start_on_landing == 1:
        collect(g, seat, e.start_salary, WHY_SALARY, RULE_SALARY)


def move_forward(g, e, seat, target, paid):
    """Forward in the direction of the arrow; passing the start pays unless the card says not. EUR-29."""
    start = g.at[seat]
    g.at[seat] = target
    tell(g, MOVED, seat, NOBODY, 0, start, target, RULE_MOVE)
    if target <= start and paid == 1:
        pay_salary(g, e, seat, target)


def move_backward(g, e, seat, target):
    """Backwards; crossing the start this way is no lap. CLA-53, AMB-12."""
    start = g.at[seat]
    g.at[seat] = target
    tell(g, MOVED, seat, NOBODY, 0, start, target, RULE_MOVE)
    if e.start_backwards == 1 and (target > start or target == 0):
        pay_salary(g, e, seat, target)


def move_by_dice(g, e, seat):
    """Advance by the total of the dice and bear the space."""
    dice = g.die1 + g.die2
    move_forward(g, e, seat, (g.at[seat] + dice) % e.spaces, 1)
    land(g, e, seat, 0, 1, 0)


def land(g, e, seat, by_card, times, full_set):
    """The space decides what follows. `times` and `full_set` are what a card adds to the rent."""
    space = g.at[seat]
    kind = e.space_kind[space]
    if kind == SPACE_DEED:
        deed = e.space_deed[space]
        owner = g.owner[deed]
        if owner == BANK:
            push_buy(g, seat, deed)  # the player who landed has the first option
        elif owner != seat:  # AMB-04
            visit_owner(g, e, seat, deed, g.die1 + g.die2, by_card, times, full_set)
    elif kind == SPACE_TAX:
        owe_tax(g, e, seat, e.space_amount[space], WHY_TAX, RULE_TAX)
    elif kind == SPACE_CARD:
        push_card(g, seat, 0, e.space_deck[space], NOTHING)
    elif kind == SPACE_GO_TO_JAIL:
        send_to_jail(g, e, seat, RULE_JAIL_SQUARE)
    elif kind == SPACE_JAIL:
        tell(g, RESTED, seat, NOBODY, 0, space, NOTHING, RULE_VISITING)
    elif kind == SPACE_FREE:
        tell(g, RESTED, seat, NOBODY, 0, space, NOTHING, RULE_PARKING)
        if e.parking_pays > 0:
            collect(g, seat, e.parking_pays, WHY_PARKING, RULE_PARKING)


def can_cancel_tax(g, e, seat):
    """Whether this seat holds a card that cancels a tax."""
    for card in range(e.kept):
        if g.held[card] == seat and e.kept_cancels[card] == 1:
            return True
    return False


def owe_tax(g, e, seat, amount, why, rule):
    """A tax is paid by itself, unless a lucky card could cancel it: then the player is asked. EUR-51, AMB-89."""
    if amount > 0 and can_cancel_tax(g, e, seat):
        push_tax(g, seat, why, amount, rule)
    else:
        charge(g, seat, BANK, amount, why, NOTHING, rule)


def resume_tax(g):
    """Pay, or cancel the tax with the card."""
    g.must = only(tax_payer(g))


def check_pay_tax(g, seat):
    """A player who is asked for a tax may pay it."""
    if not is_asked(g, seat, FRAME_TAX):
        return NOT_ASKED
    return OK


def pay_tax(g, seat):
    """Pay the tax and keep the card."""
    why = tax_why(g)
    amount = tax_amount(g)
    rule = tax_rule(g)
    pop(g)
    charge(g, seat, BANK, amount, why, NOTHING, rule)


def cancel_tax(g, e, c, seat, card):
    """The lucky card cancels the tax, asked for or already a debt, and goes under its deck."""
    if top_kind(g) == FRAME_TAX:
        amount = tax_amount(g)
    else:
        amount = debt_amount(g)
    pop(g)
    give_back_card(g, e, c, card)
    tell(g, CARD_USED, seat, NOBODY, 0, card, NOTHING, RULE_CARD_USED)
    tell(g, TAX_CANCELLED, seat, BANK, amount, card, NOTHING, RULE_TAX_CANCELLED)
