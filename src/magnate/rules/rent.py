"""Rent: what a stop on another's property costs, who may claim it, and when a claim lapses.

EXP «Fermata su proprietà aggiudicata», «Vantaggi per i proprietari», «Varie»; SRV likewise; EUR «Chirii»;
CLA «Si caes en los Solares», «… Servicios Públicos», «… Estaciones»; CAS «Pagar el alquiler».
"""

from .codes import (
    BANK,
    COLLECT_AUTOMATIC,
    DOUBLING_ALWAYS,
    DOUBLING_BARE,
    FRAME_BUY,
    FRAME_TURN,
    FREE,
    GROUP_LOTS,
    GROUP_TRANSPORT,
    MAX_CLAIMS,
    MAX_RENTS,
    NOBODY,
    NOTHING,
    WHY_RENT,
    WITH_MORTGAGE_KEPT,
)
from .money import charge, pay_creditor
from .property import has_mortgage_in_group, owned_in_group, owns_group
from .refusals import OK, WRONG_MOMENT
from .slots import push_utility_roll
from .stack import top_kind
from .tell import (
    NOTHING_DUE,
    RENT_CLAIMED,
    RENT_FREE,
    RENT_LAPSED,
    RULE_CLAIM,
    RULE_CLAIM_LAPSED,
    RULE_RENT,
    RULE_RENT_BUILT,
    RULE_RENT_GROUP,
    RULE_RENT_MORTGAGED,
    RULE_RENT_TRANSPORT,
    RULE_RENT_UTILITY,
    RULE_RENT_UTILITY_SET,
    tell,
)

WHOLE_GROUP = 2  # times the printed rent, where the owner of the whole group takes more


def is_doubled(g, e, deed):
    """Whether the owner of the whole group takes double rent here. AMB-20, AMB-125, AMB-126."""
    owner = g.owner[deed]
    group = e.deed_group[deed]
    if e.rent_doubling != DOUBLING_ALWAYS and (e.rent_doubling != DOUBLING_BARE or g.level[deed] > 0):
        return False
    if not owns_group(g, e, owner, group):
        return False
    return e.rent_doubling_with_mortgage == WITH_MORTGAGE_KEPT or not has_mortgage_in_group(g, e, owner, group)


def lot_rent(g, e, deed):
    """The figure for the buildings on the lot, doubled where the group is whole."""
    amount = e.rent[deed * MAX_RENTS + g.level[deed]]
    if is_doubled(g, e, deed):
        return WHOLE_GROUP * amount
    return amount


def table_rent(g, e, deed, dice, full_set):
    """Transport and utilities: the figure for the number owned, times the dice where the deed says so. AMB-24."""
    group = e.deed_group[deed]
    count = owned_in_group(g, e, g.owner[deed], group)
    if full_set == 1:
        count = e.group_size[group]
    amount = e.rent[deed * MAX_RENTS + max(count, 1) - 1]
    if e.rent_times_dice[deed] == 1:
        return amount * dice
    return amount


def rent_in_force(g, e, deed):
    """What a stop on an owned deed costs now: nothing if mortgaged, and per pip where the deed says so."""
    if g.mortgaged[deed] != FREE:
        return 0
    if e.group_kind[e.deed_group[deed]] == GROUP_LOTS:
        return lot_rent(g, e, deed)
    return table_rent(g, e, deed, 1, 0)


def rent_rule(g, e, deed, full_set):
    """Which rule set the rent."""
    kind = e.group_kind[e.deed_group[deed]]
    if kind == GROUP_TRANSPORT:
        return RULE_RENT_TRANSPORT
    if kind != GROUP_LOTS:
        if full_set == 1 or owned_in_group(g, e, g.owner[deed], e.deed_group[deed]) == e.group_size[e.deed_group[deed]]:
            return RULE_RENT_UTILITY_SET
        return RULE_RENT_UTILITY
    if is_doubled(g, e, deed):
        return RULE_RENT_GROUP
    if g.level[deed] > 0:
        return RULE_RENT_BUILT
    return RULE_RENT


def visit_owner(g, e, seat, deed, dice, by_card, times, full_set):
    """Somebody stops on another's property: rent falls due, after a fresh roll where a card led to a utility."""
    owner = g.owner[deed]
    if g.mortgaged[deed] != FREE:
        tell(g, RENT_FREE, seat, owner, 0, deed, NOTHING, RULE_RENT_MORTGAGED)
        return
    if g.jail[owner] > 0 and e.jail_collects_rent == 0:
        return
    if e.group_kind[e.deed_group[deed]] == GROUP_LOTS:
        owe_rent(g, e, seat, deed, times * lot_rent(g, e, deed), 0)
    elif by_card == 1 and e.rent_times_dice[deed] == 1:
        push_utility_roll(g, seat, owner, full_set, times, deed)  # CLA-45, AMB-23
    else:
        owe_rent(g, e, seat, deed, times * table_rent(g, e, deed, dice, full_set), full_set)


def owe_rent(g, e, seat, deed, amount, full_set):
    """Paid by itself, or left for the owner to claim."""
    rule = rent_rule(g, e, deed, full_set)
    if e.rent_collect == COLLECT_AUTOMATIC:
        charge(g, seat, g.owner[deed], amount, WHY_RENT, deed, rule)
    elif amount > 0:
        if g.claims == MAX_CLAIMS:
            lapse_claim(g, 0)
        write_claim(g, g.claims, g.owner[deed], seat, deed, amount, rule)
        g.claims += 1


def write_claim(g, i, owner, debtor, deed, amount, rule):
    """Write down claim i: a rent that its owner may still ask for."""
    g.claim[i].owner = owner
    g.claim[i].debtor = debtor
    g.claim[i].deed = deed
    g.claim[i].amount = amount
    g.claim[i].rule = rule


def copy_claim(g, i, to):
    """Copy claim i to another place of the list."""
    write_claim(g, to, g.claim[i].owner, g.claim[i].debtor, g.claim[i].deed, g.claim[i].amount, g.claim[i].rule)


def drop_claim(g, i):
    """Forget a claim."""
    last = g.claims - 1
    for j in range(i, last):
        copy_claim(g, j + 1, j)
    write_claim(g, last, 0, 0, 0, 0, 0)
    g.claims = last


def drop_claims_of(g, seat):
    """A player who leaves can claim no rent any more."""
    i = 0
    while i < g.claims:
        if g.claim[i].owner == seat:
            drop_claim(g, i)
        else:
            i += 1


def drop_claims_on(g, seat):
    """No rent can be claimed from this player any more."""
    i = 0
    while i < g.claims:
        if g.claim[i].debtor == seat:
            drop_claim(g, i)
        else:
            i += 1


def lapse_claim(g, i):
    """A rent is lost."""
    tell(
        g,
        RENT_LAPSED,
        g.claim[i].owner,
        g.claim[i].debtor,
        g.claim[i].amount,
        g.claim[i].deed,
        NOTHING,
        RULE_CLAIM_LAPSED,
    )
    drop_claim(g, i)


def lapse_claims(g, e, roller):
    """The next player rolls: rents not asked for are lost. The debtor's own extra roll loses none. AMB-25."""
    i = 0
    while i < g.claims:
        if e.rent_lapses == 1 and g.claim[i].debtor != roller:
            lapse_claim(g, i)
        else:
            i += 1


def check_claim(g, e, seat):
    """A player may claim while play rests or a purchase is decided; the answer shows whether a rent is due.

    Not over a debt: creditors are served in the order in which they asked, and where the Bank pays them, it pays
    after the bankruptcy too. AMB-25, AMB-26, AMB-40, AMB-65, AMB-135.
    """
    kind = top_kind(g)
    if e.rent_collect == COLLECT_AUTOMATIC or (kind != FRAME_TURN and kind != FRAME_BUY):
        return WRONG_MOMENT
    return OK


def claim_rent(g, seat):
    """Only the owner can ask for the oldest rent due. A deed mortgaged since then yields nothing."""
    i = 0
    while i < g.claims:
        if g.claim[i].owner != seat:
            i += 1
        elif g.mortgaged[g.claim[i].deed] != FREE:
            drop_claim(g, i)
        else:
            debtor = g.claim[i].debtor
            amount = g.claim[i].amount
            deed = g.claim[i].deed
            rule = g.claim[i].rule
            drop_claim(g, i)
            tell(g, RENT_CLAIMED, seat, debtor, amount, deed, NOTHING, RULE_CLAIM)
            if g.out[debtor] == 0:
                charge(g, debtor, seat, amount, WHY_RENT, deed, rule)
            else:
                pay_creditor(g, seat, debtor, amount)
            return
    tell(g, NOTHING_DUE, seat, NOBODY, 0, BANK, NOTHING, RULE_CLAIM)
