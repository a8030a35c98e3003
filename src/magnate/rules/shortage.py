"""Building shortage: when orders of several players exceed the stock, each building goes to the best bidder.

EXP «Penuria di case», EUR «Notă», CLA «Escasez de edificios»; AMB-36, AMB-37, AMB-59, AMB-145.
"""

from .auction import open_auction
from .building import (
    build_plan,
    can_place,
    can_place_any,
    check_build,
    check_group,
    cost_of,
    lowest_printed,
    order_of,
    planned,
    set_level,
)
from .codes import (
    BANK,
    FRAME_CONTEST_ASK,
    FRAME_PLACE,
    HOTEL,
    HOUSE,
    NOBODY,
    NOTHING,
    SHORTAGE_FIRST_COME,
)
from .masks import count_bits, has, only, with_seat, without
from .property import group_deed, is_deed, owns_group
from .refusals import NO_SUCH_THING, NOT_ASKED, NOT_YOURS, OK, TOO_HIGH
from .slots import (
    contest_ask_group,
    contest_ask_kind,
    contest_ask_orderer,
    contest_ask_plan,
    contest_ask_waiting,
    contest_kind,
    place_kind,
    place_winner,
    push_contest,
    push_contest_ask,
    set_contest_ask_waiting,
)
from .stack import is_asked, playing_mask, pop
from .tell import (
    BUILDING_PLACED,
    BUILDINGS_ASKED,
    CONTEST_OPENED,
    RULE_CONTEST,
    RULE_CONTEST_WON,
    RULE_SHORTAGE,
    tell,
)


def stock_of(g, kind):
    """What the Bank has left of a kind of building."""
    if kind == HOTEL:
        return g.hotels
    return g.houses


def demand(g, e, seat, kind):
    """How many buildings of this kind the seat could legally order and afford now."""
    count = 0
    cash = g.cash[seat]
    for group in range(e.groups):
        if g.deed_count[seat] > 0 and check_group(g, e, seat, group) == OK:
            for place in range(e.group_size[group]):
                deed = group_deed(e, group, place)
                if g.owner[deed] == seat:
                    room = 0
                    if kind == HOUSE:
                        room = max(0, e.building_houses_per_lot - g.level[deed])
                    elif can_place(g, e, seat, deed, kind):
                        room = 1
                    cost = cost_of(e, deed, kind)
                    while room > 0 and cash >= cost:
                        room -= 1
                        cash -= cost
                        count += 1
    return count


def rival_demand(g, e, seat, kind):
    """What a seat could contest of another's order: nothing once it has let the same building go. AMB-145."""
    if g.out[seat] != 0 or has(g.contested[kind], seat):
        return 0
    return demand(g, e, seat, kind)


def possible_builders(g, e):
    """The seats that may build anywhere at all, as a mask: where it takes a whole group, those that have one."""
    if e.building_whole_group == 0:
        return playing_mask(g)
    mask = 0
    for group in range(e.groups):
        owner = g.owner[group_deed(e, group, 0)]
        if owner != BANK and owns_group(g, e, owner, group):
            mask = with_seat(mask, owner)
    return mask


def contested_kind(g, e, seat, group, plan, first):
    """The kind of building, from this one on, over which an order is contested; -1 if others could have theirs."""
    if e.building_shortage == SHORTAGE_FIRST_COME:
        return NOTHING
    for kind in range(first, HOTEL + 1):
        order = order_of(g, e, group, plan, kind)
        if order > 0:
            wanted = 0
            builders = possible_builders(g, e)
            for other in range(g.seats):
                if other != seat and has(builders, other):
                    wanted += rival_demand(g, e, other, kind)
            if wanted > 0 and order + wanted > stock_of(g, kind):
                return kind
    return NOTHING


def order_buildings(g, e, seat, group, plan, first):
    """Fill an order at once, or first ask the others who could want what is left: about houses, then about hotels."""
    kind = contested_kind(g, e, seat, group, plan, first)
    if kind == NOTHING:
        build_plan(g, e, seat, group, plan)
        return
    pending = 0
    for other in range(g.seats):
        g.ordered[other] = 0
        if other != seat and rival_demand(g, e, other, kind) > 0:
            pending = with_seat(pending, other)
    g.ordered[seat] = order_of(g, e, group, plan, kind)
    push_contest_ask(g, seat, group, kind, plan, pending)
    tell(g, BUILDINGS_ASKED, seat, NOBODY, g.ordered[seat], NOTHING, kind, RULE_SHORTAGE)


def check_ask(g, e, seat, count):
    """How many one wants: none, up to what one could legally order and afford."""
    if not is_asked(g, seat, FRAME_CONTEST_ASK):
        return NOT_ASKED
    if count < 0 or count > demand(g, e, seat, contest_ask_kind(g)):
        return TOO_HIGH
    return OK


def ask_buildings(g, seat, count):
    """An answer to the question who else wants buildings."""
    g.ordered[seat] = count
    set_contest_ask_waiting(g, without(contest_ask_waiting(g), seat))
    tell(g, BUILDINGS_ASKED, seat, NOBODY, count, NOTHING, contest_ask_kind(g), RULE_SHORTAGE)


def without_new_hotels(g, e, group, plan):
    """The houses of a plan alone."""
    houses = 0
    for place in range(e.group_size[group]):
        level = min(planned(plan, place), e.building_houses_per_lot)
        houses |= max(level, g.level[group_deed(e, group, place)]) << (4 * place)
    return houses


def resume_contest_ask(g, e):
    """When all have answered: fill the order if there is enough for everybody, else auction."""
    if contest_ask_waiting(g) != 0:
        g.must = contest_ask_waiting(g)
        return
    seat = contest_ask_orderer(g)
    group = contest_ask_group(g)
    kind = contest_ask_kind(g)
    plan = contest_ask_plan(g)
    total = 0
    for other in range(g.seats):
        total += g.ordered[other]
    pop(g)
    if total <= stock_of(g, kind) or total == g.ordered[seat]:
        if check_build(g, e, seat, group, plan) == OK:
            order_buildings(g, e, seat, group, plan, kind + 1)
        return
    if kind == HOTEL:
        houses = without_new_hotels(g, e, group, plan)  # no player contests them: the orderer builds up to the hotels
        if check_build(g, e, seat, group, houses) == OK:
            build_plan(g, e, seat, group, houses)
    for other in range(g.seats):
        if g.ordered[other] > 0:
            g.contested[kind] = with_seat(g.contested[kind], other)
    push_contest(g, seat, kind)
    tell(g, CONTEST_OPENED, seat, NOBODY, stock_of(g, kind), NOTHING, kind, RULE_CONTEST)


def resume_contest(g, e):
    """Auction one building at a time while several players want more than there are."""
    kind = contest_kind(g)
    contenders = 0
    wanted = 0
    playing = playing_mask(g)
    for seat in range(g.seats):
        if g.ordered[seat] > 0 and has(playing, seat):
            if can_place_any(g, e, seat, kind):
                contenders = with_seat(contenders, seat)
                wanted += g.ordered[seat]
    if count_bits(contenders) < 2 or wanted <= stock_of(g, kind) or stock_of(g, kind) == 0:
        pop(g)
        return
    floor = lowest_printed(g, e, contenders, kind)
    open_auction(g, NOBODY, BANK, NOTHING, kind, contenders, floor, RULE_CONTEST, RULE_CONTEST_WON)


def resume_place(g):
    """The winner places the building."""
    g.must = only(place_winner(g))


def check_place(g, e, seat, deed):
    """The winner places the building legally at once."""
    if not is_deed(e, deed):
        return NO_SUCH_THING
    if not is_asked(g, seat, FRAME_PLACE):
        return NOT_ASKED
    if not can_place(g, e, seat, deed, place_kind(g)):
        return NOT_YOURS
    return OK


def place_building(g, e, seat, deed):
    """Put a building won at auction on a lot; it is paid for already."""
    pop(g)
    set_level(g, e, deed, g.level[deed] + 1)
    tell(g, BUILDING_PLACED, seat, BANK, 0, deed, g.level[deed], RULE_CONTEST_WON)
