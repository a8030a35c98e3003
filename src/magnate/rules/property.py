"""Property: who owns what, and the questions every other chapter asks about groups."""

from .codes import BANK, BARE_GROUP, BARE_LOT, FREE, HOTEL, HOUSE, MAX_GROUP_LOTS


def group_deed(e, group, place):
    """The deed at this place of the group, in board order."""
    return e.group_deed[group * MAX_GROUP_LOTS + place]


def give_deed(g, deed, owner):
    """A deed changes hands; BANK takes it back."""
    if g.owner[deed] != BANK:
        g.deed_count[g.owner[deed]] -= 1
    g.owner[deed] = owner
    g.deeds_moved += 1
    if owner != BANK:
        g.deed_count[owner] += 1
    reopen_contests(g)


def reopen_contests(g):
    """Deeds, buildings or dice have moved: a player who let a building go may contest the next order. AMB-145."""
    g.contested[HOUSE] = 0
    g.contested[HOTEL] = 0


def owns_group(g, e, seat, group):
    """Whether this seat owns every deed of the group."""
    for place in range(e.group_size[group]):
        if g.owner[group_deed(e, group, place)] != seat:
            return False
    return True


def owned_in_group(g, e, seat, group):
    """How many deeds of the group this seat owns; mortgaged ones count where the edition counts them. AMB-21."""
    count = 0
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.owner[deed] == seat and (e.rent_mortgaged_count == 1 or g.mortgaged[deed] == FREE):
            count += 1
    return count


def has_mortgage_in_group(g, e, seat, group):
    """Whether this seat holds a mortgaged deed of the group."""
    for place in range(e.group_size[group]):
        deed = group_deed(e, group, place)
        if g.owner[deed] == seat and g.mortgaged[deed] != FREE:
            return True
    return False


def is_bare(g, e, seat, deed, scope):
    """Whether no building stands in the way: on the lot, on the seat's own lots of the group, or in the group."""
    if g.level[deed] > 0:
        return False
    if scope == BARE_LOT:
        return True
    group = e.deed_group[deed]
    for place in range(e.group_size[group]):
        other = group_deed(e, group, place)
        if g.level[other] > 0 and (scope == BARE_GROUP or g.owner[other] == seat):
            return False
    return True


def is_deed(e, deed):
    """Whether a number names a deed of this edition."""
    return 0 <= deed < e.deeds
