"""Chance: dice, decks and draws from one small generator (ChaCha8), integers only, the same on every machine.

A script, if there is one, comes before the generator: tests and replays put the coming results there.
"""

from .codes import DRAW_RANDOM, MAX_CARDS, NOTHING

M32 = 0xFFFFFFFF

# Kinds of result, as records write them.
CHANCE_DIE = 1
CHANCE_CARD = 2
CHANCE_SEAT = 3
CHANCE_DEED = 4


def note_chance(c, kind, value):
    """Keep a result for the record. The compiled clones keep nothing."""
    c.log.append((kind, value))


def quarter_round(w, i, j, k, m):
    """The ChaCha quarter round on four words of a block."""
    a = (w[i] + w[j]) & M32
    d = w[m] ^ a
    d = ((d << 16) & M32) | (d >> 16)
    b = (w[k] + d) & M32
    f = w[j] ^ b
    f = ((f << 12) & M32) | (f >> 20)
    a = (a + f) & M32
    d = d ^ a
    d = ((d << 8) & M32) | (d >> 24)
    b = (b + d) & M32
    f = f ^ b
    f = ((f << 7) & M32) | (f >> 25)
    w[i] = a
    w[j] = f
    w[k] = b
    w[m] = d


def start_word(c, i):
    """Word i of the block before mixing: the constant, the key, the block number."""
    if i == 0:
        return 0x61707865
    if i == 1:
        return 0x3320646E
    if i == 2:
        return 0x79622D32
    if i == 3:
        return 0x6B206574
    if i < 12:
        return c.key[i - 4]
    if i == 12:
        return c.block & M32
    if i == 13:
        return c.block >> 32
    return 0


def next_block(c):
    """Fill the block with sixteen fresh words."""
    w = c.word
    for i in range(16):
        w[i] = start_word(c, i)
    for _ in range(4):
        quarter_round(w, 0, 4, 8, 12)
        quarter_round(w, 1, 5, 9, 13)
        quarter_round(w, 2, 6, 10, 14)
        quarter_round(w, 3, 7, 11, 15)
        quarter_round(w, 0, 5, 10, 15)
        quarter_round(w, 1, 6, 11, 12)
        quarter_round(w, 2, 7, 8, 13)
        quarter_round(w, 3, 4, 9, 14)
    for i in range(16):
        w[i] = (w[i] + start_word(c, i)) & M32
    c.block += 1
    c.used = 0


def random32(c):
    """The next 32 random bits."""
    if c.used >= 16:
        next_block(c)
    value = c.word[c.used]
    c.used += 1
    return value


def below(c, n):
    """A number in 0..n-1, each exactly as likely: the uneven tail of the range is thrown away."""
    limit = (1 << 32) - (1 << 32) % n
    value = random32(c)
    while value >= limit:
        value = random32(c)
    return value % n


def take_scripted(c, kind):
    """The first scripted result of this kind, or -1."""
    for i in range(c.scripted):
        if c.script_kind[i] == kind:
            value = c.script[i]
            for j in range(i, c.scripted - 1):
                c.script[j] = c.script[j + 1]
                c.script_kind[j] = c.script_kind[j + 1]
            c.scripted -= 1
            return value
    if c.generator == 0:
        c.missing = 1
    return NOTHING


def roll_die(c):
    """One die, 1 to 6."""
    value = take_scripted(c, CHANCE_DIE)
    if value < 1 or value > 6:
        if value != NOTHING:
            c.missing = 1
        value = 1 + below(c, 6)
    note_chance(c, CHANCE_DIE, value)
    return value


def shuffle_decks(e, c):
    """Put every deck into a random order."""
    for deck in range(e.decks):
        base = deck * MAX_CARDS
        size = e.deck_size[deck]
        c.deck_left[deck] = size
        for i in range(size):
            c.deck[base + i] = i
        for i in range(size - 1, 0, -1):
            j = below(c, i + 1)
            card = c.deck[base + i]
            c.deck[base + i] = c.deck[base + j]
            c.deck[base + j] = card


def remove_from_deck(c, deck, place):
    """Take the card at this place out of its deck."""
    base = deck * MAX_CARDS
    last = c.deck_left[deck] - 1
    for i in range(place, last):
        c.deck[base + i] = c.deck[base + i + 1]
    c.deck_left[deck] = last


def put_under(c, deck, card):
    """Put a card under its deck."""
    c.deck[deck * MAX_CARDS + c.deck_left[deck]] = card
    c.deck_left[deck] += 1


def draw_card(e, c, deck):
    """The top card, or one from anywhere in the deck where the edition draws at random. It is out of the deck now."""
    base = deck * MAX_CARDS
    place = 0
    scripted = take_scripted(c, CHANCE_CARD)
    if scripted != NOTHING:
        place = NOTHING
        for i in range(c.deck_left[deck]):
            if c.deck[base + i] == scripted:
                place = i
        if place == NOTHING:
            c.missing = 1
            place = 0
    elif e.cards_draw == DRAW_RANDOM:
        place = below(c, c.deck_left[deck])
    card = c.deck[base + place]
    remove_from_deck(c, deck, place)
    note_chance(c, CHANCE_CARD, card)
    return card
