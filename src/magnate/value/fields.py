"""The records of the value: what a network knows, and the scratch that a position is weighed on.

Figures are whole numbers, ONE for 1. A holding is what one seat has in one group; its figures do not depend on cash, so
that a deal changes those of the groups it touches and no others.
"""

from magnate.rules.codes import MAX_DEEDS, MAX_GROUP_LOTS, MAX_GROUPS, MAX_KEPT, MAX_SEATS

CODING = 2  # rises whenever a figure changes its meaning: a network is read with the figures it was trained on

ONE = 1024  # a figure of 1
MOST = 8192  # the largest figure
ROLLS = 10_000  # in which stops are counted
PIPS = 36  # ways in which two dice fall
MILLION = 1_000_000  # chances are in millionths

WEIGHT_BITS = 12  # a weight of 1 is 1 << WEIGHT_BITS
UNIT_MOST = 32767  # the largest value of a hidden unit
LOGIT_BITS = 16  # a logit of 1, to the base 2, is 1 << LOGIT_BITS
TABLE_BITS = 8  # of the tables of powers and logarithms
POWER_ONE = 1 << 30  # a power of 1

MAX_HOLD_UNITS = 64
MAX_SEAT_UNITS = 160
MAX_LAST_UNITS = 96
MAX_ACCEPT_UNITS = 48
MAX_GOODS = 24  # kept while a deal is looked for
WAYS = 8  # states of each group whose holdings are stored
STORED = MAX_GROUPS * WAYS

# A master's style.
MARGIN = 0  # millionths that an offer must add: every judgement errs, and the proposer chooses where
GAIN = 1  # millionths that an offer of its own must bring
FIRST = 2  # % of what a deal brings two that its first offer leaves the other
MORE = 3  # % more for each refusal since their last deal
KEPT = 4  # % of the starting cash that a deal must leave
ABOVE = 5  # millionths by which managing must beat doing nothing
RESERVE = 6  # % of the starting cash that is not built with
BY_VALUE = 7  # mask: what it decides by the value and not as a trader
CURIOUS = 8  # % of offers at a price of chance, to learn what others accept
OFTEN = 9  # turns from one look for deals to the next
KNOWS = 10  # 0/1: a best response for measuring: it knows that the others are masters of its own network
TRIES = 11  # exchanges whose price is looked for
LOST = 12  # millionths that a refusal costs: no player may be asked often
EXTRAS = 13  # single deeds that may be added to the best exchanges, or left out
STYLES = 14

VALUE_BUYS = 1
VALUE_BIDS = 2
VALUE_JAIL = 4
VALUE_MANAGES = 8
VALUE_DEBTS = 16
VALUE_PROPOSES = 32
VALUE_ANSWERS = 64
VALUE_ALL = 127

# Figures of a holding.
HOLDING_NAMES = (
    "one",  # 1
    "part",  # deeds held, of the group
    "lots",  # 0/1: a colour
    "transport",  # 0/1
    "whole",  # 0/1: a whole colour
    "lacks_one",  # 0/1: all of a colour but one
    "unsold",  # part the Bank has
    "rival_most",  # part of the rival who has most of it
    "rival_least",  # part of other rivals
    "one_rival",  # 0/1: one rival has all the rest
    "pledged",  # part held and mortgaged
    "price",  # printed prices of what is held
    "house_cost",  # of one house on every lot
    "rents",  # per roll of a rival, now
    "built_rents",  # with three houses, the whole group
    "top_rents",  # with all houses, the whole group
    "cost_to_three",  # what is missing to three houses everywhere
    "level",  # mean level, of a hotel
    "three_or_more",  # part of the lots with three houses or more
    "hotels",  # part of the lots with a hotel
    "visits",  # how often a roll ends in the group
    "whole_built",  # built_rents where the group is whole, or may be built on lot by lot
    "near_built",  # built_rents where one deed is missing
    "rival_built",  # part of the rivals' lots that are built on
)
HOLDING = len(HOLDING_NAMES)

# What is added up for a seat over its holdings.
RENTS = 0  # in ROLLS rolls of a rival, now
RAISED = 1  # by mortgages and by selling buildings
WORTH = 2  # deeds and buildings as counted at the end
LIFTS = 3  # what lifting all mortgages costs
COST = 4  # to three houses on all lots of whole groups
BUILT = 5  # rents of those then, in ROLLS rolls of a rival, beyond those of now
WHOLES = 6  # whole colours
LACKING = 7  # colours of which one deed is missing
HOUSES = 8  # levels of all lots
PLEDGED = 9  # mortgaged deeds
DEEDS = 10
WORST = 11  # the highest rent of a stop: not added up
SUMS = 12

# Figures of a seat.
STANDING_NAMES = (
    "cash_16th",  # of a sixteenth of the starting cash, at most 1
    "cash_4th",  # of a quarter
    "cash",  # of the starting cash, at most 2
    "cash_quadruple",  # of four times the starting cash, at most 4
    "cash_log",
    "debt",  # 0/1: it owes more than it has
    "liquid_4th",  # cash and what can be raised
    "liquid",
    "liquid_quadruple",
    "liquid_log",
    "cash_cover",  # cash for the worst rent of a rival
    "liquid_cover",
    "cash_short",  # what the worst rent exceeds cash by
    "liquid_short",
    "danger",  # rent expected of the next roll
    "danger_worst",  # the worst of the next roll
    "danger_cash",  # chance of a rent above cash
    "danger_liquid",  # chance of a rent beyond all that can be raised
    "coming",  # rent expected of the next roll of each rival
    "pays",  # rents of all rivals, per roll
    "earns",  # own rents, per roll of all rivals
    "net",  # the difference
    "wealth_part",  # of all wealth, times the seats left, halved
    "rents_part",  # of all rents, likewise
    "cash_part",
    "strength_part",  # of all strength
    "wealth_log",
    "rents_log",
    "strength_log",
    "strength_lead",  # log of its strength less that of the strongest rival
    "rents_lead",  # log of its rents less that of the rival with most
    "built_afford",  # rents to come from three houses, as far as money reaches
    "built_cost",  # what these houses cost
    "built_rents",  # rents to come from them
    "wholes",  # whole colours
    "lacking",  # colours of which one deed is missing
    "houses",
    "pledged",  # part of its deeds
    "lifts",  # what lifting all mortgages costs
    "deeds",  # part of all deeds
    "jail",  # 0/1
    "jail_turns",  # spent of those to spend
    "cards",  # kept cards
    "rolls_first",  # 0/1: the next roll is its own
    "rolls_second",
    "rolls_after",  # its place among those to roll, 0 to 1
    "salary_near",  # how far around the board it has come
    # the same for all seats
    "rivals",  # of seven
    "two_left",  # 0/1
    "unsold",  # part of the deeds
    "houses_left",  # part of the stock
    "hotels_left",
    "rounds",  # of forty, at most 4
    "cash_mean",  # of all seats left
    "rents_mean",
    "turns_left",  # of forty rounds, where turns end the game
    "time_ends",  # 0/1: time may end the game
    "ends_at_two",  # 0/1: the game ends when two are left
    "ends_by_ruin",  # bankruptcies to come until the end, 1 for the next
    "ends_all_deeds",  # 0/1
    # the edition
    "salary",
    "prices",  # the mean price of a deed
    "built_all",  # rents of all groups with three houses, per roll
    "house_costs",  # the mean price of a house
    "deals",  # 0/1
    "whole_group",  # 0/1: houses need it
    "claimed",  # 0/1: rents are claimed
    "auctions",  # 0/1: of what is refused
    "contested",  # 0/1: a shortage is auctioned
    "stock",  # houses for each lot
    "to_bank",  # 0/1: a bankrupt's estate goes to the Bank
    "settles",  # 0/1: debts may be settled in property
)
STANDING = len(STANDING_NAMES)

# What says whether another accepts terms: how these figures of its standing change, and of that of the proposer.
ASKED_NAMES = (
    *("cash", "liquid", "liquid_cover", "earns", "wealth_part", "rents_part", "strength_part", "strength_log"),
    *("strength_lead", "built_afford", "built_rents", "wholes", "lacking"),
)
CHANGES = len(ASKED_NAMES)
AFTER_NAMES = ("cash_4th", "cash", "strength_part", "strength_lead", "wholes", "built_afford")  # as they then are
AFTERS = len(AFTER_NAMES)
ASKED_AFTER = 2 * CHANGES  # of the other, then of the proposer
ASKED_THEIRS = ASKED_AFTER + 2 * AFTERS  # what the terms add to its chance, a tenth of a win for 1
ASKED_MINE = ASKED_THEIRS + 1  # and to that of the proposer
ASKED_PART = ASKED_THEIRS + 2  # its part of both
ASKED_ROUNDS = ASKED_THEIRS + 3  # how long the game has lasted
ASKED_REFUSED = ASKED_THEIRS + 4  # offers it has refused since their last deal, of four
ASKED_LEFT = ASKED_THEIRS + 5  # rivals left, of seven
ASKED_GETS = ASKED_THEIRS + 6  # prices of the deeds it gets
ASKED_GIVES = ASKED_THEIRS + 7  # of those it gives
ASKED = ASKED_THEIRS + 8

NETWORK = [  # a network, its style, and what follows for it from the edition
    ("style", "i4", STYLES),
    ("hold_units", "i4", 0),
    ("seat_units", "i4", 0),
    ("last_units", "i4", 0),
    # a unit's weights lie side by side for each figure: [figure * units + unit]
    # compiled, they are real numbers, which vectors multiply; every sum is a whole number below 2^53, so exact
    ("hold_weight", "f4", HOLDING * MAX_HOLD_UNITS),
    ("hold_bias", "i4", MAX_HOLD_UNITS),
    ("seat_weight", "f4", (STANDING + MAX_HOLD_UNITS) * MAX_SEAT_UNITS),
    ("seat_bias", "i4", MAX_SEAT_UNITS),
    ("own_weight", "f4", MAX_SEAT_UNITS * MAX_LAST_UNITS),  # of a seat's own units
    ("rival_weight", "f4", MAX_SEAT_UNITS * MAX_LAST_UNITS),  # of the mean of the rivals' units
    ("last_bias", "i4", MAX_LAST_UNITS),
    ("out_weight", "i2", MAX_LAST_UNITS),
    ("accept_units", "i4", 0),  # of the chance that another accepts; 0: not known
    ("accept_weight", "f4", ASKED * MAX_ACCEPT_UNITS),
    ("accept_bias", "i4", MAX_ACCEPT_UNITS),
    ("accept_out", "i2", MAX_ACCEPT_UNITS),
    ("accept_last", "i4", 1),
    ("change", "i4", CHANGES),  # the places of ASKED_NAMES among the figures of a seat
    ("after", "i4", AFTERS),  # and those of AFTER_NAMES
    ("power", "i4", (1 << TABLE_BITS) + 1),  # 2 to the power of -i / 256, POWER_ONE for 1
    ("log", "i4", (1 << TABLE_BITS) + 1),  # the logarithm of 1 + i / 256, ONE for 1
    # the edition
    ("stops", "i4", MAX_DEEDS),  # of ROLLS rolls, how many end on each deed
    ("visits", "i4", MAX_GROUPS),  # and in each group
    ("built", "i8", MAX_GROUPS),  # rents of a whole group with three houses, in ROLLS rolls of a rival
    ("top", "i8", MAX_GROUPS),  # with all houses
    ("to_three", "i4", MAX_GROUPS),  # what three houses on every lot cost
    ("built_all", "i8", 0),
    ("number", "i8", 0),  # of this record: what is stored for one is of no use to another
    ("price_mean", "i4", 0),
    ("house_mean", "i4", 0),
]

WEIGHED = [  # scratch: a position as it is weighed
    ("holding", "i4", HOLDING),
    ("sum", "i8", MAX_SEATS * SUMS),
    ("rent", "i4", MAX_DEEDS),  # of a stop now
    ("cash", "i8", MAX_SEATS),  # with what is owed and claimed
    ("danger", "i8", MAX_SEATS),  # PIPS times the rent expected of the next roll
    ("danger_worst", "i8", MAX_SEATS),
    ("danger_cash", "i4", MAX_SEATS),  # of PIPS
    ("danger_liquid", "i4", MAX_SEATS),
    ("coming", "i8", MAX_SEATS),  # PIPS times the rent expected of each rival's next roll
    ("strength", "i8", MAX_SEATS),
    ("place", "i4", MAX_SEATS),  # among those to roll
    ("standing", "i4", MAX_SEATS * STANDING),
    # holdings of groups that were weighed before, by who owns what there
    ("stored_for", "i8", 0),  # the number of the network
    ("stored", "i8", STORED),  # 1 and owner, level and mortgage of each deed, 9 bits a deed
    ("stored_rent", "i4", STORED * MAX_GROUP_LOTS),
    ("stored_sum", "i8", STORED * MAX_GROUP_LOTS * SUMS),
    ("stored_unit", "i4", STORED * MAX_GROUP_LOTS * MAX_HOLD_UNITS),
    ("hold_unit", "f8", MAX_HOLD_UNITS),
    ("pool", "i8", MAX_SEATS * MAX_HOLD_UNITS),
    ("unit", "f8", MAX_SEATS * MAX_SEAT_UNITS),
    ("total", "f8", MAX_SEAT_UNITS),
    ("last", "f8", MAX_LAST_UNITS),
    ("shared", "f8", MAX_LAST_UNITS),
    ("logit", "i8", MAX_SEATS),
    ("chance", "i4", MAX_SEATS),  # millionths
    # what a trial puts back
    ("old_owner", "i1", MAX_DEEDS),
    ("old_pledge", "i1", MAX_DEEDS),
    ("old_holder", "i1", MAX_KEPT),
    ("before", "i4", MAX_SEATS),  # chances before any terms
    ("was", "i4", MAX_SEATS * STANDING),  # figures before any terms
    ("accept_unit", "f8", MAX_ACCEPT_UNITS),
    ("asked", "i4", ASKED),  # what says whether another accepts
    ("noted", "i4", ASKED),  # the same of the last offer made
    ("asked_of", "i4", 0),  # the seat that an offer was made to, or -1
    ("stray", "i8", 0),  # generator of offers made to learn from the answers
    # the most promising exchanges to offer
    ("goods", "i4", 0),  # how many
    ("brings", "i4", MAX_GOODS),  # what they add to the chances of two, cash apart
    ("partner", "i4", MAX_GOODS),  # the seat they are exchanged with
    ("wanted", "i4", MAX_GOODS),  # a deed or group, or -1
    ("given", "i4", MAX_GOODS),
    ("are_groups", "i4", MAX_GOODS),  # mask: which of the two is a group
    ("price", "i4", MAX_GOODS),
]
