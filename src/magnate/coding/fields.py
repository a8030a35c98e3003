"""The fixed-size fields of the coding, as `rules.fields` has those of a game."""

from magnate.rules.codes import MAX_DEEDS, MAX_GROUPS, MAX_SEATS
from magnate.rules.fields import OPTIONS

MAX_FAMILIES = 64
MAX_LEGAL = 4096  # more than the largest edition's catalogue
MAX_PLACES = 1200  # more than `places.FIGURES`: what changes during a game

NUMBERS = [
    ("first", "i4", MAX_FAMILIES),  # the first number of each family; at FAMILIES the size of the catalogue
    ("plain", "i1", MAX_FAMILIES),  # 0/1: an option of this family has one number, its deed or card from the first on
    ("purchase", "i4", MAX_DEEDS * 4),  # what one offers for each deed, step by step
    ("sale", "i4", MAX_DEEDS * 3),  # what one asks for each deed, step by step
    ("quarter", "i4", MAX_DEEDS),  # a quarter of the price of each deed
    ("interest", "i4", MAX_DEEDS),  # due when each deed changes hands mortgaged
    ("card", "i4", 0),  # what a kept card is dealt for
    ("bare", "i4", MAX_DEEDS),  # the first rent of each deed
    ("most", "i4", MAX_DEEDS),  # its highest rent
    ("stops", "i4", MAX_DEEDS),  # of 10,000 rolls, how many end on it
]

LEGAL = [
    *OPTIONS,  # what the rules allow
    ("legal", "i4", 0),  # how many numbers are legal
    ("number", "i2", MAX_LEGAL),  # these
    ("give", "i1", MAX_GROUPS),  # scratch: a deed of each group that the seat could give away, or -1
    ("pledge", "i4", MAX_GROUPS),  # scratch: what all these deeds of each group could be mortgaged for
    ("gain", "i8", 0),  # scratch: what a deal in deeds must add at least to what the seat can raise
]

SEEN = [
    ("place", "i4", MAX_PLACES),  # an observation, place by place
    ("whose", "i4", MAX_SEATS + 1),  # scratch: the Bank, and each seat as the viewer counts them: 0 oneself, 1 ...
]

WATCH = [
    ("seat", "i4", 0),  # whose decision it is
    ("free", "i4", 0),  # 0/1: this seat may act, but need not
    ("passed", "i4", 0),  # masks of seats that have let a claim pass, and above them, this moment
    ("turns", "i4", 0),  # the moment: turns and rolls so far
    ("rolls", "i4", 0),
    ("between", "i4", 0),  # 0/1: everybody is asked once before the first roll of each turn
    ("concedes", "i4", 0),  # 0/1: leaving the game is offered
    ("debt_only", "i4", 0),  # 0/1: mortgaging and selling is offered in debt alone, lifting for an inherited deed alone
    ("stays", "i4", 0),  # 0/1: a game that has ended stays as it is until it is restarted
    ("private", "i4", 0),  # 0/1: others' cash is hidden
    ("decisions", "i4", 0),  # of this game so far
    ("episode", "i4", 0),  # games played before this one at the same place
    ("stray", "i8", 0),  # the generator of random actions, 0..2^31-1
]
