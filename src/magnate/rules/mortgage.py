"""Mortgages: taking, lifting, inheriting; interest and its rounding.

EXP «Ipoteche», SRV «Ipoteche», EUR «Ipotecarea proprietăților», CLA «Hipotecas», CAS «Hipotecas».
"""

from .codes import (
    BANK,
    FRAME_COLLECT_EACH,
    FRAME_INHERIT,
    FREE,
    INHERITED,
    MORTGAGED,
    NOTHING,
    WHY_INTEREST,
)
from .masks import has, only, without
from .moments import check_managing, check_raising
from .money import charge, round_down
from .property import is_bare, is_deed
from .refusals import (
    ALREADY_MORTGAGED,
    BUILDINGS_IN_THE_WAY,
    NO_SUCH_THING,
    NOT_ENOUGH_CASH,
    NOT_MORTGAGED,
    NOT_YOURS,
    OK,
)
from .slots import (
    collect_each_amount,
    collect_each_collector,
    collect_each_waiting,
    inherit_deed,
    inherit_deeds,
    inherit_heir,
    push_collect_each,
    push_inherit,
    set_inherit_deed,
    set_inherit_deeds,
)
from .stack import is_asked, pop, top_kind
from .tell import (
    DEED_MORTGAGED,
    MORTGAGE_KEPT,
    MORTGAGE_LIFTED,
    RULE_KEEP_MORTGAGE,
    RULE_LIFT,
    RULE_LIFT_LATER,
    RULE_MORTGAGE,
    tell,
)


def interest(e, deed, percent):
    """A percentage of the mortgage value, rounded deed by deed in the player's favour."""
    return round_down(e, e.mortgage[deed] * percent // 100)


def lift_price(e, deed, mortgage):
    """What lifting costs: the mortgage value and the interest on one's own mortgage, or on an inherited one."""
    if mortgage == INHERITED:
        return e.mortgage[deed] + interest(e, deed, e.mortgage_later_percent)
    return e.mortgage[deed] + interest(e, deed, e.mortgage_lift_percent)


def lift_cost(g, e, seat, deed):
    """What lifting costs this seat now. At the moment of taking over it is the value alone: its 10% is already paid."""
    if is_inheriting(g, seat, deed):
        return e.mortgage[deed]
    return lift_price(e, deed, g.mortgaged[deed])


def check_mortgage(g, e, seat, deed):
    """Only one's own, unmortgaged deed, with no building in the way."""
    if not is_deed(e, deed):
        return NO_SUCH_THING
    refusal = check_raising(g, e, seat)
    if refusal != OK:
        return refusal
    if g.owner[deed] != seat:
        return NOT_YOURS
    if g.mortgaged[deed] != FREE:
        return ALREADY_MORTGAGED
    if not is_bare(g, e, seat, deed, e.mortgage_bare):
        return BUILDINGS_IN_THE_WAY
    return OK


def mortgage_deed(g, e, seat, deed):
    """The Bank lends the value printed on the deed."""
    g.mortgaged[deed] = MORTGAGED
    g.cash[seat] += e.mortgage[deed]
    tell(g, DEED_MORTGAGED, seat, BANK, e.mortgage[deed], deed, NOTHING, RULE_MORTGAGE)


def is_inheriting(g, seat, deed):
    """Whether this seat is being asked about this mortgage, which has just come to it."""
    return is_asked(g, seat, FRAME_INHERIT) and inherit_deed(g) == deed


def check_lift(g, e, seat, deed):
    """One's own mortgaged deed, for cash."""
    if not is_deed(e, deed):
        return NO_SUCH_THING
    if not is_inheriting(g, seat, deed):
        refusal = check_managing(g, e, seat)
        if refusal != OK:
            return refusal
        if g.owner[deed] != seat:
            return NOT_YOURS
        if g.mortgaged[deed] == FREE:
            return NOT_MORTGAGED
    if g.cash[seat] < lift_cost(g, e, seat, deed):
        return NOT_ENOUGH_CASH
    return OK


def lift_mortgage(g, e, seat, deed):
    """Pay the Bank back."""
    cost = lift_cost(g, e, seat, deed)
    rule = RULE_LIFT
    if is_inheriting(g, seat, deed):
        settle_inherited(g)
    elif g.mortgaged[deed] == INHERITED:
        rule = RULE_LIFT_LATER
    g.cash[seat] -= cost
    g.mortgaged[deed] = FREE
    tell(g, MORTGAGE_LIFTED, seat, BANK, cost, deed, NOTHING, rule)


def check_keep(g, e, seat, deed):
    """Keeping is an answer to a mortgage just taken over."""
    if not is_deed(e, deed):
        return NO_SUCH_THING
    if not is_inheriting(g, seat, deed):
        return NOT_MORTGAGED
    return OK


def keep_mortgage(g, seat, deed):
    """The mortgage stays as it is."""
    settle_inherited(g)
    tell(g, MORTGAGE_KEPT, seat, BANK, 0, deed, NOTHING, RULE_KEEP_MORTGAGE)


def settle_inherited(g):
    """This deed's question is answered."""
    set_inherit_deeds(g, without(inherit_deeds(g), inherit_deed(g)))
    set_inherit_deed(g, NOTHING)


def inherit_mortgages(g, e, seat, mask, is_last, rule):
    """Mortgaged deeds have come to this seat: it pays the interest, then may lift them one by one. AMB-44, AMB-129.

    A card by which it collects from everybody is carried out to its end first. AMB-142.
    """
    if mask == 0 or e.mortgage_transfer_percent == 0:
        return
    amount = 0
    payers = 0
    if top_kind(g) == FRAME_COLLECT_EACH and collect_each_collector(g) == seat:
        amount = collect_each_amount(g)
        payers = collect_each_waiting(g)
        pop(g)
    owe_interest(g, e, seat, mask, is_last, rule)
    if payers != 0:
        push_collect_each(g, seat, amount, payers)


def owe_interest(g, e, seat, mask, is_last, rule):
    """The interest on every deed of the mask is due; what is to be done with the mortgages is asked after it."""
    if is_last == 0:
        push_inherit(g, seat, mask, NOTHING)
    total = 0
    for deed in range(e.deeds):
        if has(mask, deed):
            total += interest(e, deed, e.mortgage_transfer_percent)
    if g.cash[seat] < total:
        charge(g, seat, BANK, total, WHY_INTEREST, NOTHING, rule)
        return
    for deed in range(e.deeds):
        if has(mask, deed):
            charge(g, seat, BANK, interest(e, deed, e.mortgage_transfer_percent), WHY_INTEREST, deed, rule)


def resume_inherit(g):
    """Deed by deed: lift the mortgage now, or keep it."""
    seat = inherit_heir(g)
    deed = 0
    while inherit_deeds(g) >> deed != 0 and not has(inherit_deeds(g), deed):
        deed += 1
    if g.out[seat] != 0 or inherit_deeds(g) == 0:
        pop(g)
    elif g.owner[deed] != seat or g.mortgaged[deed] == FREE:
        set_inherit_deeds(g, without(inherit_deeds(g), deed))
    else:
        set_inherit_deed(g, deed)
        g.must = only(seat)
