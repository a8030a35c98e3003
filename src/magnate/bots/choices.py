"""What the oracle considers: the trader's own choice first, then what else a player might do here."""

from magnate.bots.probe import list_probes, write_choice
from magnate.bots.table import PROBE_BOT
from magnate.bots.trader import best_group, next_place, trader_decides
from magnate.bots.trader_values import ROLLS, coming_rolls, dice_or_one
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
    USE_CARD,
    WAIT,
)
from magnate.rules.fields import OPTIONS
from magnate.rules.masks import count_bits, has
from magnate.rules.options import list_options
from magnate.rules.play import check
from magnate.rules.refusals import OK
from magnate.rules.rent import rent_in_force
from magnate.rules.slots import auction_deed, card_deck_at, card_number_at
from magnate.rules.stack import admits_deals, top_kind
from magnate.rules.worth import wealth

MAX_CHOICES = 6  # a probe's five offers beside the trader's choice
MILLION = 1000000

SEARCH = [
    ("seat", "i4", 0),  # who thinks
    ("rounds", "i4", 0),  # how far a choice is played out
    ("seed", "i8", 0),  # of the chance imagined
    *OPTIONS,  # everything the seat may do
    ("choices", "i4", 0),  # how many of these are worth thinking about, the bot's own first
    ("choice_kind", "i4", MAX_CHOICES),
    ("choice_x", "i4", MAX_CHOICES),
    ("choice_y", "i4", MAX_CHOICES),
    ("choice_amount", "i4", MAX_CHOICES),
    ("cash", "i4", MAX_CHOICES * MAX_SEATS),
    ("deed", "i1", MAX_CHOICES * MAX_DEEDS),
    ("card", "i1", MAX_CHOICES * MAX_KEPT),
    ("score", "i8", MAX_CHOICES),  # the sum over all trials, in millionths of a win
    ("more", "i8", MAX_CHOICES),  # what it has beyond the first choice
    ("square", "f8", MAX_CHOICES),  # of that, trial by trial
]


def read_choice(s, n, a):
    """A choice as an action."""
    a.kind = s.choice_kind[n]
    a.x = s.choice_x[n]
    a.y = s.choice_y[n]
    a.amount = s.choice_amount[n]
    for i in range(MAX_SEATS):
        a.cash[i] = s.cash[n * MAX_SEATS + i]
    for i in range(MAX_DEEDS):
        a.deed[i] = s.deed[n * MAX_DEEDS + i]
    for i in range(MAX_KEPT):
        a.card[i] = s.card[n * MAX_KEPT + i]


def consider(s, a, i, amount):
    """One more choice: an option, with its amount, if it is not there already."""
    n = s.choices
    if n == MAX_CHOICES:
        return
    a.kind = s.kind[i]
    a.x = s.x[i]
    a.y = s.y[i]
    a.amount = amount
    for j in range(n):
        is_same = s.choice_kind[j] == a.kind and s.choice_x[j] == a.x and s.choice_y[j] == a.y
        if is_same and s.choice_amount[j] == amount:
            return
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
        list_probes(g, e, b, 0, 0, seat, s, a)
        return
    add_alternatives(g, e, seat, s, a)


def add_alternatives(g, e, seat, s, a):
    """Add what else a player might do to the choices; `a` is the bot's own."""
    kind = top_kind(g)
    is_dealing = a.kind == ACCEPT_DEAL or a.kind == REFUSE_DEAL or a.kind == COUNTER_DEAL
    if g.deals != 0 and admits_deals(kind) and not is_dealing:
        return
    slot = a.x
    list_options(g, e, seat, a, s)
    if is_dealing:
        for i in range(s.count):
            if (s.kind[i] == REFUSE_DEAL or s.kind[i] == ACCEPT_DEAL) and s.x[i] == slot:
                consider(s, a, i, 0)
    elif kind == FRAME_TURN:
        consider_turn(g, e, seat, s, a)
    elif kind == FRAME_DEBT:
        consider_sales(s, a)
    elif kind == FRAME_AUCTION:
        consider_bids(g, e, s, a)
    elif kind == FRAME_BUY or kind == FRAME_OFFER:
        for i in range(s.count):
            option = s.kind[i]
            if option == BUY or option == REFUSE or option == ACCEPT_OFFER or option == DECLINE_OFFER:
                consider(s, a, i, 0)


def consider_turn(g, e, seat, s, a):
    """Roll or end the turn; in jail every way out, with one of the cards; before rolling, the best building."""
    card = NOTHING
    group = NOTHING
    plan = NOTHING
    if g.rolled == 0 and g.jail[seat] == 0 and g.deed_count[seat] > 0:
        group = best_group(g, e, seat)
        if group != NOTHING:
            plan = present_plan(g, e, group)
            plan += 1 << (4 * next_place(g, e, seat, group, plan))
    for i in range(s.count):
        kind = s.kind[i]
        if kind == ROLL or kind == END_TURN or kind == WAIT or kind == PAY_FINE:
            consider(s, a, i, 0)
        elif kind == USE_CARD:
            card = i
        elif kind == BUILD and s.x[i] == group and s.y[i] == plan:
            consider(s, a, i, 0)
    if card != NOTHING:
        consider(s, a, card, 0)


def consider_bids(g, e, s, a):
    """Pass, bid the least, or a fifth of the printed price more."""
    deed = auction_deed(g)
    for i in range(s.count):
        if s.kind[i] == PASS:
            consider(s, a, i, 0)
        elif s.kind[i] == BID:
            consider(s, a, i, s.low[i])
            if deed != NOTHING:
                more = (s.low[i] + e.price[deed] // 5) // e.note * e.note
                if more >= s.low[i]:
                    consider(s, a, i, min(more, s.high[i]))


def consider_sales(s, a):
    """For a debt: the first sale of buildings in each group, then a mortgage on each deed."""
    sold = 0
    for i in range(s.count):
        if s.kind[i] == SELL_BUILDINGS and not has(sold, s.x[i]):
            sold |= 1 << s.x[i]
            consider(s, a, i, 0)
        elif s.kind[i] == MORTGAGE:
            consider(s, a, i, 0)


def sample_chance(g, e, c, seed, trial):
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
            riches = max(1, 100 * worth // max(1, e.setup_cash))
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
