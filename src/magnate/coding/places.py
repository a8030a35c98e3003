"""Where each part of an observation begins, and what stands where in it: `layout.PARTS` says the same in words.

What changes during a game comes first, the figures of the edition after it. Every part has room for the largest table:
8 seats, 48 deeds, 12 groups. The places of seats, deeds and groups that a table does not have are 0.
A category is one-hot: of as many places one is 1, or none where there is nothing to say.
"""

from magnate.coding.catalogue import QUESTIONS
from magnate.rules.codes import MAX_DEEDS, MAX_GROUPS, MAX_RENTS, MAX_SEATS

CARDS = 16  # effects of cards, with room for more

# The business in question.
BUSINESS = QUESTIONS
PRICE = BUSINESS  # of its deed
HOUSE_COST = BUSINESS + 1
BARE_RENT = BUSINESS + 2
MOST_RENT = BUSINESS + 3
STOPS = BUSINESS + 4
OWN = BUSINESS + 5  # deeds of its group
UNSOLD = BUSINESS + 6
SIZE = BUSINESS + 7
COMPLETES = BUSINESS + 8
BLOCKS = BUSINESS + 9
AMOUNT = BUSINESS + 10
BID_SO_FAR = BUSINESS + 11
IS_HOUSE = BUSINESS + 12
IS_HOTEL = BUSINESS + 13
TO_BANK = BUSINESS + 14
CARD_NUMBER = BUSINESS + 15
CARD = BUSINESS + 16
BIDDER = CARD + CARDS
CREDITOR = BIDDER + MAX_SEATS

# The turn.
TURN = CREDITOR + MAX_SEATS
DOUBLES = TURN + MAX_SEATS
AGAIN = DOUBLES + 1
DIE1 = DOUBLES + 2
DIE2 = DOUBLES + 3
TURNS = DOUBLES + 4
TURNS_LEFT = DOUBLES + 5
HOUSES = DOUBLES + 6
HOTELS = DOUBLES + 7

# The deal to be answered.
PROPOSER = DOUBLES + 8
AUTHOR = PROPOSER + MAX_SEATS
DEAL_CASH = AUTHOR + MAX_SEATS
DEAL_GETS = DEAL_CASH + 1
DEAL_GIVES = DEAL_CASH + 2
DEAL_COMPLETES = DEAL_CASH + 3
DEAL_COMPLETES_OTHERS = DEAL_CASH + 4
DEAL_CARDS = DEAL_CASH + 5

# Each seat, oneself first.
SEATS = DEAL_CASH + 6
SEAT_SIZE = 10
PLAYING = 0
CASH = 1
HIDDEN = 2
SPACE = 3
JAIL = 4
JAIL_TURNS = 5
DEEDS_OWNED = 6
CARDS_HELD = 7
MUST = 8
BIDS_ON = 9

# Each group.
GROUPS = SEATS + MAX_SEATS * SEAT_SIZE
GROUP_SIZE = MAX_SEATS + 1  # of each seat, of the Bank

# Each deed.
DEEDS = GROUPS + MAX_GROUPS * GROUP_SIZE
DEED_SIZE = MAX_SEATS + 7
LEVEL = MAX_SEATS
MORTGAGED = MAX_SEATS + 1
INHERITED = MAX_SEATS + 2
ASKED = MAX_SEATS + 3
GETS = MAX_SEATS + 4
GIVES = MAX_SEATS + 5
OTHERS_GET = MAX_SEATS + 6

# From here on the figures of the edition, the same in every position.
FIGURES = DEEDS + MAX_DEEDS * DEED_SIZE
FIGURE_SIZE = 10 + MAX_RENTS + MAX_GROUPS
RULES = FIGURES + MAX_DEEDS * FIGURE_SIZE
RULES_SIZE = 8
PLACES = RULES + RULES_SIZE
