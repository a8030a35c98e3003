"""Money: what is paid to whom, and what happens when it is not there. Every change of a player's cash is a fact."""

from .codes import BANK, NOTHING
from .slots import push_debt
from .tell import COLLECTED, CREDITOR_PAID, DEBT_OWED, PAID_BANK, PAID_PLAYER, RULE_BANK_PAYS, RULE_DEBT, tell


def round_down(e, amount):
    """What a player pays falls to the smallest note. EUR-97, AMB-45."""
    return amount // e.note * e.note


def round_up(e, amount):
    """What the Bank pays rises to the smallest note. AMB-45, AMB-93."""
    return (amount + e.note - 1) // e.note * e.note


def collect(g, seat, amount, why, rule):
    """The Bank pays a player."""
    g.cash[seat] += amount
    tell(g, COLLECTED, seat, BANK, amount, why, NOTHING, rule)


def pay_creditor(g, creditor, debtor, amount):
    """The Bank pays in full what a player who has left the game owes. EXP-88, AMB-60, AMB-135, AMB-138."""
    g.cash[creditor] += amount
    tell(g, CREDITOR_PAID, creditor, debtor, amount, NOTHING, NOTHING, RULE_BANK_PAYS)


def pay(g, seat, creditor, amount, why, deed, rule):
    """A player who has the money pays the Bank or another player."""
    g.cash[seat] -= amount
    if creditor == BANK:
        tell(g, PAID_BANK, seat, BANK, amount, why, deed, rule)
    else:
        g.cash[creditor] += amount
        tell(g, PAID_PLAYER, seat, creditor, amount, why, deed, rule)


def charge(g, seat, creditor, amount, why, deed, rule):
    """A payment that is due now: paid at once, or a debt for which money must be raised first."""
    if amount == 0:
        return
    if g.cash[seat] >= amount:
        pay(g, seat, creditor, amount, why, deed, rule)
    else:
        push_debt(g, seat, creditor, why, amount, deed, rule)
        g.offered_deeds = 0
        tell(g, DEBT_OWED, seat, creditor, amount, why, deed, RULE_DEBT)
