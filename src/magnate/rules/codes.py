"""Named integers: every code the rules use, in families. Values are stored in records: never renumber, only add."""

# Capacities: the largest game any edition may describe.
MAX_SEATS = 8
MAX_SPACES = 64
MAX_DEEDS = 48
MAX_GROUPS = 12
MAX_GROUP_LOTS = 6
MAX_DECKS = 3
MAX_CARDS = 32
MAX_KEPT = 8
MAX_FRAMES = 24
MAX_CLAIMS = 8
MAX_RENTS = 7
MAX_KINDS = 63  # of actions: a family of them is a mask
MAX_REFUSED_OFFERS = 12  # refused offers of a seat that are remembered until the next roll

BANK = -1
NOBODY = -1
NOTHING = -1

# Kinds of space.
SPACE_START = 0
SPACE_DEED = 1
SPACE_TAX = 2
SPACE_CARD = 3
SPACE_JAIL = 4
SPACE_FREE = 5
SPACE_GO_TO_JAIL = 6

# Kinds of deed group.
GROUP_LOTS = 0  # a colour: lots that can be built on
GROUP_TRANSPORT = 1  # rent by the number owned
GROUP_UTILITY = 2  # rent by the number owned, times the dice unless the deed prints a fixed figure

# What a card does.
CARD_COLLECT = 0
CARD_PAY = 1
CARD_COLLECT_EACH = 2
CARD_PAY_EACH = 3
CARD_MOVE_TO = 4
CARD_MOVE_TO_UNPAID = 5
CARD_MOVE_BACK_TO = 6
CARD_MOVE_BACK = 7
CARD_GO_TO_JAIL = 8
CARD_KEEP = 9
CARD_REPAIRS = 10
CARD_NEAREST_TRANSPORT = 11
CARD_NEAREST_UTILITY = 12
CARD_PAY_OR_DRAW = 13

# Positions of switches. The edition's table finds them by name: KEY_POSITION, as editions/table.py lists the keys.
ORDER_LEFT = 0
ORDER_OPENING = 1
ORDER_RANDOM = 2

AGAIN_MUST = 0
AGAIN_MAY = 1  # the player may stop

REFUSED_AUCTION = 0
REFUSED_SAME_PRICE = 1
REFUSED_STAYS = 2

OPENING_BID_ANYONE = 0
OPENING_BID_ANOTHER = 1  # than the refuser

COLLECT_AUTOMATIC = 0
COLLECT_CLAIM = 1

DOUBLING_NEVER = 0
DOUBLING_BARE = 1
DOUBLING_ALWAYS = 2

WITH_MORTGAGE_KEPT = 0
WITH_MORTGAGE_LOST = 1

DRAW_TOP = 0
DRAW_RANDOM = 1  # from anywhere in the deck, and put back into it

LEAVE_BY_WAITING = 0
LEAVE_BY_DOUBLE = 1  # prisoners roll

AFTERWARDS_PAY = 0
AFTERWARDS_FREE = 1

EVEN_NONE = 0
EVEN_FULL = 1  # levels of a group differ by at most one
EVEN_FIRST = 2  # one house everywhere before a second anywhere

SHORTAGE_FIRST_COME = 0
SHORTAGE_AUCTION = 1

BARE_LOT = 0
BARE_OWN = 1  # own lots of the group
BARE_GROUP = 2  # every lot of the group, with any owners

SETTLE_NEVER = 0
SETTLE_RENT = 1
SETTLE_ANY = 2

BANKRUPT_TO_CREDITOR = 0
BANKRUPT_TO_BANK = 1  # which pays creditors in full

ESTATE_AUCTION = 0
ESTATE_UNOWNED = 1
ESTATE_ON_REQUEST = 2

# Mortgages.
FREE = 0
MORTGAGED = 1  # by its present owner
INHERITED = 2  # taken out before it came to its present owner

# Frames: business on the stack.
FRAME_OPENING = 1
FRAME_TURN = 2
FRAME_BUY = 3
FRAME_AUCTION = 4
FRAME_OFFER = 5
FRAME_ROLL_OFF = 6
FRAME_CARD = 7
FRAME_TAX = 8
FRAME_BAIL = 9
FRAME_UTILITY_ROLL = 10
FRAME_PAY_EACH = 11
FRAME_COLLECT_EACH = 12
FRAME_DEBT = 13
FRAME_SETTLEMENT = 14
FRAME_ESTATE = 15
FRAME_ESTATE_ASK = 16
FRAME_INHERIT = 17
FRAME_CONTEST_ASK = 18
FRAME_CONTEST = 19
FRAME_PLACE = 20

# How the end of a stay in jail is settled.
BAIL_DUE = 0
BAIL_PAID = 1
BAIL_BY_CARD = 2
BAIL_FREE = 3

# Stages of a settlement in property.
STAGE_VALUE = 0  # the creditor names a value
STAGE_ANSWER = 1  # the debtor answers

# The agreed time.
TIME_AFTER_TURN = 1  # up, as 0.1.0 called it: the turn of the player on turn is played, begun or not
TIME_NOW = 2  # up: a turn that has begun is finished, none begins
TIME_CLOSING = 3  # no turn is in progress any more, and rents may still be claimed

# Buildings.
HOUSE = 0
HOTEL = 1

# Why somebody owes money.
WHY_RENT = 1
WHY_TAX = 2
WHY_CARD = 3
WHY_CARD_TAX = 4
WHY_REPAIRS = 5
WHY_FINE = 6
WHY_INTEREST = 7
WHY_GIFT = 8  # a card's payment from player to player
WHY_SALARY = 9
WHY_PARKING = 10
WHY_DEED = 11  # the price of a dealt deed

# Actions.
ROLL = 1
END_TURN = 2
PAY_FINE = 3
USE_CARD = 4
WAIT = 5
BUY = 6
REFUSE = 7
BID = 8
PASS = 9
ACCEPT_OFFER = 10
DECLINE_OFFER = 11
CLAIM_RENT = 12
FOLLOW_CARD = 13
DRAW_INSTEAD = 14
PAY_TAX = 15
SELL_BUILDINGS = 16
BUILD = 17
MORTGAGE = 18
LIFT_MORTGAGE = 19
PROPOSE_DEAL = 20
ACCEPT_DEAL = 21
REFUSE_DEAL = 22
COUNTER_DEAL = 23
WITHDRAW_DEAL = 24
OFFER_PROPERTY = 25
NAME_VALUE = 26
REFUSE_PROPERTY = 27
ACCEPT_VALUE = 28
WITHDRAW_PROPERTY = 29
AUCTION_PROPERTY = 30
DECLARE_BANKRUPTCY = 31
KEEP_MORTGAGE = 32
REQUEST_AUCTION = 33
WAIVE_AUCTION = 34
ASK_BUILDINGS = 35
PLACE_BUILDING = 36
CONCEDE = 37
ACKNOWLEDGE = 38
TIME_UP = 39

# Families of actions, each a mask of its kinds: `play` checks and performs an action in its family.
TURN_ACTIONS = (  # rolling, jail, buying, bidding, claiming
    1 << ROLL
    | 1 << END_TURN
    | 1 << PAY_FINE
    | 1 << USE_CARD
    | 1 << WAIT
    | 1 << BUY
    | 1 << REFUSE
    | 1 << BID
    | 1 << PASS
    | 1 << ACCEPT_OFFER
    | 1 << DECLINE_OFFER
    | 1 << CLAIM_RENT
)
HOLDING_ACTIONS = (  # cards, taxes, buildings, mortgages, deals
    1 << FOLLOW_CARD
    | 1 << DRAW_INSTEAD
    | 1 << PAY_TAX
    | 1 << SELL_BUILDINGS
    | 1 << BUILD
    | 1 << MORTGAGE
    | 1 << LIFT_MORTGAGE
    | 1 << PROPOSE_DEAL
    | 1 << ACCEPT_DEAL
    | 1 << REFUSE_DEAL
    | 1 << COUNTER_DEAL
    | 1 << WITHDRAW_DEAL
)
DEBT_ACTIONS = (  # settlement, bankruptcy, estates, shortages, leaving
    1 << OFFER_PROPERTY
    | 1 << NAME_VALUE
    | 1 << REFUSE_PROPERTY
    | 1 << ACCEPT_VALUE
    | 1 << WITHDRAW_PROPERTY
    | 1 << AUCTION_PROPERTY
    | 1 << DECLARE_BANKRUPTCY
    | 1 << KEEP_MORTGAGE
    | 1 << REQUEST_AUCTION
    | 1 << WAIVE_AUCTION
    | 1 << ASK_BUILDINGS
    | 1 << PLACE_BUILDING
    | 1 << CONCEDE
)
CLOSING_ACTIONS = 1 << ACKNOWLEDGE | 1 << TIME_UP  # the prize, and the clock
