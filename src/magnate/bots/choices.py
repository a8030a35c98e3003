"""What the oracle considers: the trader's own choice first, then what else a player might do here."""

from magnate.bots.house import use_any_card
from magnate.bots.probe import list_probes, write_choice
from magnate.bots.table import PROBE_BOT
from magnate.bots.trader import best_group, next_place, trader_decides
from magnate.bots.worth import ROLLS, coming_rolls, dice_or_one
from magnate.rules.auction import highest_bid, lowest_bid
from magnate.rules.building import present_plan
from magnate.rules.chance import remove_from_deck, shuffle_decks
from magnate.rules.codes import (
    ACCEPT_DEAL,
    ACCEPT_OFFER,
    BID,
    BUILD,
    BUY,
    COUNTER_DEAL,
    DECLINE_OFFER,
    END_TURN,
    FRAME_AUCTION,
    FRAME_BUY,
    FRAME_CARD,
    FRAME_DEBT,
    FRAME_OFFER,
    FRAME_TURN,
    FREE,
    GROUP_LOTS,
    MAX_CARDS,
    MAX_DEEDS,
    MAX_KEPT,
    MAX_SEATS,
    MORTGAGE,
    NOBODY,
    NOTHING,
    PASS,
    PAY_FINE,
    REFUSE,
    REFUSE_DEAL,
    ROLL,
    SELL_BUILDINGS,
    WAIT,
)
from magnate.rules.frames import auction_deed, card_deck_at, card_number_at
from magnate.rules.masks import count_bits, has
from magnate.rules.play import check
from magnate.rules.refusals import OK
from magnate.rules.rent import rent_in_force
from magnate.rules.stack import admits_deals, top_kind
from magnate.rules.timeout import lower_plan
from magnate.rules.worth import wealth

MAX_CHOICES = 6  # a probe's five offers beside the trader's choice
MILLION = 1000000

# What the compiled program of bots is asked to do.
TASK_PLAY = 0  # whole games
TASK_PLAY_ON = 1  # games from where they stand
TASK_LIST = 2  # list a seat's choices
TASK_TRY = 3  # play choices out
TASK_GO_ON = 4  # make a choice and play on to the next

SEARCH = [
    ("seat", "i4", 0),  # who thinks
    ("rounds", "i4", 0),  # how far a choice is played out
    ("seed", "i8", 0),  # of the chance imagined
    ("choices", "i4", 0),
    ("kind", "i4", MAX_CHOICES),
    ("x", "i4", MAX_CHOICES),
    ("y", "i4", MAX_CHOICES),
    ("amount", "i4", MAX_CHOICES),
    ("cash", "i4", MAX_CHOICES * MAX_SEATS),
    ("deed", "i1", MAX_CHOICES * MAX_DEEDS),
    ("card", "i1", MAX_CHOICES * MAX_KEPT),
    ("score", "i8", MAX_CHOICES),  # the sum over all trials, in millionths of a win
    ("more", "i8", MAX_CHOICES),  # what it has beyond the first choice
    ("square", "f8", MAX_CHOICES),  # of that, trial by trial
]


def read_choice(s, n, a):
    """A choice as an action."""
    a.kind = s.kind[n]
    a.x = s.x[n]
    a.y = s.y[n]
    a.amount = s.amount[n]
    for i in range(MAX_SEATS):
        a.cash[i] = s.cash[n * MAX_SEATS + i]
    for i in range(MAX_DEEDS):
        a.deed[i] = s.deed[n * MAX_DEEDS + i]
    for i in range(MAX_KEPT):
        a.card[i] = s.card[n * MAX_KEPT + i]


def consider(g, e, seat, s, a, kind, x, y, amount):
    """One more choice, if it is legal and not there already."""
    n = s.choices
    if n == MAX_CHOICES:
        return
    for i in range(n):
        if s.kind[i] == kind and s.x[i] == x and s.y[i] == y and s.amount[i] == amount:
            return
    a.kind = kind
    a.x = x
    a.y = y
    a.amount = amount
    if check(g, e, seat, a) == OK:
        write_choice(s, n, a)
        s.choices = n + 1


def list_choices(g, e, b, seat, s, a):
    """Write down what is worth thinking about. One choice means that there is nothing to think about."""
    s.choices = 0
    trader_decides(g, e, b, seat, a)
    if check(g, e, seat, a) != OK:
        return
    write_choice(s, 0, a)
    s.choices = 1
    if b.bot[seat] == PROBE_BOT:
        list_probes(g, e, b, seat, s, a)
        return
    kind = top_kind(g)
    mine = a.kind
    x = a.x
    y = a.y
    if mine == ACCEPT_DEAL or mine == REFUSE_DEAL or mine == COUNTER_DEAL:
        consider(g, e, seat, s, a, REFUSE_DEAL, x, y, 0)
        consider(g, e, seat, s, a, ACCEPT_DEAL, x, y, 0)
    elif g.deals != 0 and admits_deals(kind):
        return
    elif kind == FRAME_BUY:
        consider(g, e, seat, s, a, BUY, 0, 0, 0)
        consider(g, e, seat, s, a, REFUSE, 0, 0, 0)
    elif kind == FRAME_OFFER:
        consider(g, e, seat, s, a, ACCEPT_OFFER, 0, 0, 0)
        consider(g, e, seat, s, a, DECLINE_OFFER, 0, 0, 0)
    elif kind == FRAME_AUCTION:
        least = lowest_bid(g, e)
        consider(g, e, seat, s, a, PASS, 0, 0, 0)
        consider(g, e, seat, s, a, BID, 0, 0, least)
        deed = auction_deed(g)
        if deed != NOTHING:
            more = (least + e.price[deed] // 5) // e.note * e.note
            consider(g, e, seat, s, a, BID, 0, 0, min(more, highest_bid(g, e, seat)))
    elif kind == FRAME_DEBT:
        consider_sales(g, e, seat, s, a)
    elif kind == FRAME_TURN and g.rolled == 0:
        consider(g, e, seat, s, a, ROLL, 0, 0, 0)
        if g.jail[seat] > 0:
            consider(g, e, seat, s, a, WAIT, 0, 0, 0)
            consider(g, e, seat, s, a, PAY_FINE, 0, 0, 0)
            a.kind = ROLL
            use_any_card(g, e, seat, a)
            consider(g, e, seat, s, a, a.kind, a.x, 0, 0)
        elif g.deed_count[seat] > 0:
            group = best_group(g, e, seat)
            if group != NOTHING:
                plan = present_plan(g, e, group)
                place = next_place(g, e, seat, group, plan)
                consider(g, e, seat, s, a, BUILD, group, plan + (1 << (4 * place)), 0)
    elif kind == FRAME_TURN:
        consider(g, e, seat, s, a, END_TURN, 0, 0, 0)
        consider(g, e, seat, s, a, ROLL, 0, 0, 0)


def consider_sales(g, e, seat, s, a):
    """For a debt: the top building of each group, then a mortgage on each deed."""
    for group in range(e.groups):
        if e.group_kind[group] == GROUP_LOTS:
            plan = lower_plan(g, e, seat, group)
            if plan != NOTHING:
                consider(g, e, seat, s, a, SELL_BUILDINGS, group, plan, 0)
    for deed in range(e.deeds):
        if g.owner[deed] == seat and g.mortgaged[deed] == FREE:
            consider(g, e, seat, s, a, MORTGAGE, deed, 0, 0)


def imagine_chance(g, e, c, seed, trial):
    """Chance that could be: fresh dice, and decks in an order of their own without the cards that lie open or held."""
    c.key[0] = trial
    c.key[1] = g.actions
    c.key[2] = seed & 0xFFFFFFFF
    c.key[3] = seed >> 32
    c.key[4] = 0x6F7261
    c.block = 0
    c.used = 16
    c.generator = 1
    c.missing = 0
    c.scripted = 0
    shuffle_decks(e, c)
    for card in range(e.kept):
        if g.held[card] != NOBODY:
            take_out(c, e.kept_deck[card], e.kept_card[card])
    for i in range(g.depth):
        if g.frame[i] == FRAME_CARD and card_number_at(g, i) >= 0:
            take_out(c, card_deck_at(g, i), card_number_at(g, i))


def take_out(c, deck, card):
    """Take a card out of its deck, wherever it lies."""
    for i in range(c.deck_left[deck]):
        if c.deck[deck * MAX_CARDS + i] == card:
            remove_from_deck(c, deck, i)
            return


def standing(g, e, b, seat):
    """How good a position looks for a seat, in millionths of a win: won or lost, or its part of all riches, squared."""
    if g.over == 1:
        if has(g.winners, seat):
            return MILLION // count_bits(g.winners)
        return 0
    if g.out[seat] != 0:
        return 0
    total = 0
    mine = 0
    for other in range(g.seats):
        if g.out[other] == 0:
            worth = wealth(g, e, other) + income_of(g, e, b, other) * coming_rolls(g, b, seat) // ROLLS
            riches = max(1, 100 * worth // e.setup_cash)
            total += riches * riches
            if other == seat:
                mine = riches * riches
    return MILLION * mine // max(1, total)


def income_of(g, e, b, seat):
    """The rent ten thousand rolls of another player would bring a seat."""
    total = 0
    for deed in range(e.deeds):
        if g.owner[deed] == seat and g.mortgaged[deed] == FREE:
            total += rent_in_force(g, e, deed) * dice_or_one(e, deed) * b.stops[deed]
    return total
