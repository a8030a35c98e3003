"""Terms of deals as bots write them: none, whole parts of groups, and who would then own what."""

from magnate.rules.codes import BANK, MAX_DEEDS, MAX_KEPT, MAX_SEATS, NOBODY
from magnate.rules.property import group_deed, is_bare


def clear_terms(a):
    """No terms."""
    for seat in range(MAX_SEATS):
        a.cash[seat] = 0
    for deed in range(MAX_DEEDS):
        a.deed[deed] = NOBODY
    for card in range(MAX_KEPT):
        a.card[card] = NOBODY


def move_group(g, e, group, giver, taker, a):
    """Add to the terms that one seat gives the other all its deeds of a group."""
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.owner[deed] == giver and is_bare(g, e, giver, deed, e.deals_bare):
            a.deed[deed] = taker


def owner_after(g, a, deed):
    """Who owns a deed once the terms are carried out."""
    if a.deed[deed] != NOBODY:
        return a.deed[deed]
    return g.owner[deed]


def partner_in(g, e, seat, group):
    """The one other player with whom this seat shares the whole bare group, or NOBODY."""
    partner = NOBODY
    own = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        owner = g.owner[deed]
        if owner == BANK or g.level[deed] > 0:
            return NOBODY
        if owner == seat:
            own += 1
        elif partner == NOBODY:
            partner = owner
        elif partner != owner:
            return NOBODY
    if own == 0:
        return NOBODY
    return partner
