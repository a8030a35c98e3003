"""The novice: plays as a beginner does, and is kind to children.

It buys most of what it lands on, forgets a rent now and then, builds little by little, bids timidly, never proposes a
deal and takes one that looks fair by the printed prices. In a long game it learns: it manages and trades as the house
bot does, so that the game comes to an end. It looks only at what every player sees.
"""

from magnate.bots.deal_terms import owner_after
from magnate.bots.house import has_claim, house_acts, leave_jail, lowest_place, raised
from magnate.bots.limits import rounds_beyond
from magnate.rules.auction import highest_bid, lowest_bid
from magnate.rules.building import check_build, plan_cost, planned, present_plan
from magnate.rules.codes import (
    ACCEPT_DEAL,
    ACKNOWLEDGE,
    BID,
    BUILD,
    BUY,
    CLAIM_RENT,
    END_TURN,
    FRAME_AUCTION,
    FRAME_BUY,
    FRAME_TURN,
    GROUP_LOTS,
    NOBODY,
    NOTHING,
    PASS,
    REFUSE,
    REFUSE_DEAL,
    ROLL,
)
from magnate.rules.deals import check_accept, check_deal_answer
from magnate.rules.property import owns_group
from magnate.rules.refusals import OK
from magnate.rules.slots import auction_deed, buy_target
from magnate.rules.stack import admits_deals, top_kind
from magnate.rules.turn import check_roll

SPARE = 3  # a novice keeps a third of its starting money when it builds
HIGHEST = 2  # and stops at two houses a lot
LEARNS = 40  # rounds beyond an ordinary game after which it builds and trades as the house bot does


def pick_number(g, seat, n):
    """A number from 0 to n-1 that changes from moment to moment, and is the same wherever the game is played."""
    return (g.turns * 7919 + g.rolls * 104729 + seat * 15485863 + g.cash[seat] * 31) % 1000003 % n


def forgets(g, seat):
    """Whether the novice overlooks a rent it could claim: about one in five."""
    return pick_number(g, seat, 5) == 0


def has_learned(g):
    """Whether the game has lasted so long that the novice plays for its end."""
    return rounds_beyond(g) > LEARNS


def novice_decides(g, e, b, seat, a):
    """Write this seat's next action into `a`."""
    a.kind = ACKNOWLEDGE
    a.x = 0
    a.y = 0
    a.amount = 0
    if g.over == 1:
        return
    kind = top_kind(g)
    if g.claims > 0 and (kind == FRAME_TURN or kind == FRAME_BUY) and has_claim(g, seat) and not forgets(g, seat):
        a.kind = CLAIM_RENT
    elif has_learned(g) and kind != FRAME_AUCTION and kind != FRAME_BUY:
        house_acts(g, e, b, seat, kind, a)
    elif g.deals != 0 and admits_deals(kind):
        answer_fair_offers(g, e, seat, a)
    elif kind == FRAME_TURN:
        novice_turn(g, e, seat, a)
    elif kind == FRAME_BUY:
        deed = buy_target(g)
        a.kind = REFUSE
        if g.cash[seat] >= e.price[deed] and pick_number(g, seat, 5) > 0:
            a.kind = BUY
    elif kind == FRAME_AUCTION:
        bid_low(g, e, seat, a)
    else:
        house_acts(g, e, b, seat, kind, a)


def answer_fair_offers(g, e, seat, a):
    """Take what looks fair by the printed prices."""
    for slot in range(g.seats):
        revision = g.deal[slot].revision
        if check_deal_answer(g, seat, slot, revision) == OK:
            a.kind = REFUSE_DEAL
            a.x = slot
            a.y = revision
            if check_accept(g, e, seat, slot, revision, a) == OK and is_fair(g, e, seat, a):
                a.kind = ACCEPT_DEAL
            return


def is_fair(g, e, seat, a):
    """Whether the terms bring at least what they cost."""
    return printed_gain(g, e, seat, a) >= 0


def printed_gain(g, e, seat, a):
    """What the terms bring a seat, deeds counted at their price and those that complete another's group at twice it."""
    total = a.cash[seat]
    for deed in range(e.deeds):
        if a.deed[deed] != NOBODY:
            if a.deed[deed] == seat:
                total += e.price[deed]
            elif g.owner[deed] == seat:
                total -= e.price[deed]
                if is_completed(g, e, e.deed_group[deed], a.deed[deed], a):
                    total -= e.price[deed]
    return total


def is_completed(g, e, group, taker, a):
    """Whether the taker has the whole group once the terms are carried out."""
    for deed in range(e.deeds):
        if e.deed_group[deed] == group and owner_after(g, a, deed) != taker:
            return False
    return True


def bid_low(g, e, seat, a):
    """Up to three quarters of the printed price."""
    a.kind = PASS
    deed = auction_deed(g)
    least = lowest_bid(g, e)
    value = g.bid_floor
    if deed != NOTHING:
        value = 3 * e.price[deed] // 4
    if least <= min(value, highest_bid(g, e, seat)):
        a.kind = BID
        a.amount = least


def novice_turn(g, e, seat, a):
    """Build a little, then roll or end the turn."""
    if g.rolled == 0 and g.jail[seat] > 0:
        leave_jail(g, e, seat, a)
        return
    if g.rolled == 0 and g.deed_count[seat] > 0:
        build_a_little(g, e, seat, a)
        if a.kind != ACKNOWLEDGE:
            return
    a.kind = END_TURN
    if check_roll(g, e, seat) == OK:
        a.kind = ROLL


def build_a_little(g, e, seat, a):
    """One building on a whole group that is not high yet, out of money to spare."""
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS and owns_group(g, e, seat, group):
            now = present_plan(g, e, group)
            if planned(now, lowest_place(g, e, seat, group, now)) < HIGHEST:
                plan = raised(g, e, seat, group, now)
                spare = g.cash[seat] - e.setup_cash // SPARE
                if plan != NOTHING and plan_cost(g, e, group, plan) <= spare:
                    if check_build(g, e, seat, group, plan) == OK:
                        a.kind = BUILD
                        a.x = group
                        a.y = plan
                        return
