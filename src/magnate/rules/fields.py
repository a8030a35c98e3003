"""The fixed-size fields of a game, each with its coding and range: state, edition, chance, action, options.

Interpreted, each is a small object whose attributes are ints and lists; compiled, a NumPy record with the same names.
A field is (name, type, length); length 0 is a plain number. A type that is itself a list of fields makes a list of
records: `g.claim[i].owner`. No rule assigns a whole record, which interpreted would be shared and compiled copied.
"""

from .codes import (
    MAX_CARDS,
    MAX_CLAIMS,
    MAX_DECKS,
    MAX_DEEDS,
    MAX_FRAMES,
    MAX_GROUP_LOTS,
    MAX_GROUPS,
    MAX_KEPT,
    MAX_REFUSED_OFFERS,
    MAX_RENTS,
    MAX_SEATS,
    MAX_SPACES,
)

MAX_OPTIONS = 384  # more than the largest edition can offer a seat at once

EDITION = [  # a switch has the field of its name, with _ for the dot: jail.fine is jail_fine
    # sizes
    ("seats", "i4", 0),  # 2..8, seats at this table
    ("spaces", "i4", 0),  # ..64
    ("deeds", "i4", 0),  # ..48
    ("groups", "i4", 0),  # ..12
    ("decks", "i4", 0),  # ..3
    ("kept", "i4", 0),  # ..8, cards that can be kept
    ("houses", "i4", 0),  # houses in stock at the start
    ("hotels", "i4", 0),  # hotels in stock at the start
    ("note", "i4", 0),  # smallest note: the unit of rounding and of bids
    # setting up
    ("setup_cash", "i4", 0),  # for this number of seats
    ("cash_percent", "i4", MAX_SEATS),  # of the cash each seat would begin with, 100 without a handicap
    ("setup_dealt", "i4", 0),  # deeds dealt to each seat for this number of seats
    ("setup_dealt_paid", "i4", 0),  # 0/1
    # turn
    ("turn_order", "i4", 0),  # ORDER_*
    ("turn_again", "i4", 0),  # AGAIN_*: after a double
    ("turn_doubles_to_jail", "i4", 0),  # 1..7
    # start pay
    ("start_salary", "i4", 0),
    ("start_on_landing", "i4", 0),  # 0/1
    ("start_by_card", "i4", 0),  # 0/1
    ("start_backwards", "i4", 0),  # 0/1
    ("start_to_jail", "i4", 0),  # 0/1
    ("parking_pays", "i4", 0),  # paid by the Bank on the free space
    # purchase
    ("purchase_refused", "i4", 0),  # REFUSED_*
    ("purchase_opening_bid", "i4", 0),  # OPENING_BID_*
    ("purchase_refuser_bids", "i4", 0),  # 0/1
    # rent
    ("rent_collect", "i4", 0),  # COLLECT_*
    ("rent_lapses", "i4", 0),  # 0/1: at the next player's roll
    ("rent_doubling", "i4", 0),  # DOUBLING_*
    ("rent_doubling_with_mortgage", "i4", 0),  # WITH_MORTGAGE_*: in the group
    ("rent_mortgaged_count", "i4", 0),  # 0/1: mortgaged transports and utilities count as owned
    # cards
    ("cards_draw", "i4", 0),  # DRAW_*
    ("cards_kept", "i4", 0),  # 0/1
    # jail
    ("jail_space", "i4", 0),
    ("jail_fine", "i4", 0),
    ("jail_pay_before_rolling", "i4", 0),  # 0/1: may be paid before rolling
    ("jail_leave_by", "i4", 0),  # LEAVE_BY_*
    ("jail_turns", "i4", 0),  # own turns spent before leaving
    ("jail_afterwards", "i4", 0),  # AFTERWARDS_*: at the end of the stay
    ("jail_card_replaces_fine", "i4", 0),  # 0/1: a kept card may stand for the forced fine
    ("jail_collects_rent", "i4", 0),  # 0/1
    ("jail_manages", "i4", 0),  # 0/1
    # building
    ("building_whole_group", "i4", 0),  # 0/1: houses need the whole group
    ("building_even", "i4", 0),  # EVEN_*
    ("building_even_selling", "i4", 0),  # EVEN_*
    ("building_houses_per_lot", "i4", 0),  # then a hotel, one level higher
    ("building_hotel_rest", "i4", 0),  # level every other lot of the group needs for a hotel
    ("building_mortgage_bars", "i4", 0),  # 0/1: any mortgaged lot of the group
    ("building_shortage", "i4", 0),  # SHORTAGE_*
    ("building_resale_percent", "i4", 0),
    # mortgages
    ("mortgage_bare", "i4", 0),  # BARE_*
    ("mortgage_lift_percent", "i4", 0),
    ("mortgage_later_percent", "i4", 0),  # for an inherited mortgage
    ("mortgage_transfer_percent", "i4", 0),  # due when a mortgaged deed changes hands
    # deals
    ("deals_allowed", "i4", 0),  # 0/1
    ("deals_bare", "i4", 0),  # BARE_*
    ("deals_gifts", "i4", 0),  # 0/1
    ("deals_refusals", "i4", 0),  # 0: a refused offer may be repeated at once; else only improved until the next roll
    # debts and bankruptcy
    ("debts_settle", "i4", 0),  # SETTLE_*: in property
    ("debts_auction", "i4", 0),  # 0/1: the debtor may auction property
    ("bankruptcy_to", "i4", 0),  # BANKRUPT_TO_*
    ("bankruptcy_mortgaged_to_bank", "i4", 0),  # 0/1: mortgaged deeds of a bankrupt go to the Bank
    ("bankruptcy_estate", "i4", 0),  # ESTATE_*
    # endings
    ("ending_players_left", "i4", 0),  # play stops when this many are left (1, or 2)
    ("ending_bankruptcies", "i4", 0),  # play stops at this bankruptcy; 0 never
    ("ending_all_deeds", "i4", 0),  # 0/1
    ("ending_minutes", "i4", 0),  # the time agreed on; 0: no clock ends the game
    ("ending_turns", "i4", 0),  # time is up after this many turns; 0 never
    ("ending_prize", "i4", 0),  # 0/1: the winner acknowledges
    # board
    ("space_kind", "i1", MAX_SPACES),  # SPACE_*
    ("space_deed", "i1", MAX_SPACES),  # deed, or -1
    ("space_amount", "i4", MAX_SPACES),  # tax
    ("space_deck", "i1", MAX_SPACES),  # deck, or -1
    # deeds
    ("deed_group", "i1", MAX_DEEDS),
    ("deed_place", "i1", MAX_DEEDS),  # 0.. place within its group
    ("price", "i4", MAX_DEEDS),
    ("mortgage", "i4", MAX_DEEDS),
    ("house_cost", "i4", MAX_DEEDS),
    ("hotel_cost", "i4", MAX_DEEDS),
    ("rent", "i4", MAX_DEEDS * MAX_RENTS),  # lots: by level; others: by number owned less one
    ("rent_times_dice", "i1", MAX_DEEDS),  # 0/1
    # groups
    ("group_kind", "i1", MAX_GROUPS),  # GROUP_*
    ("group_size", "i1", MAX_GROUPS),
    ("group_deed", "i1", MAX_GROUPS * MAX_GROUP_LOTS),  # deeds of the group, in board order
    # decks
    ("deck_size", "i1", MAX_DECKS),
    ("card_effect", "i1", MAX_DECKS * MAX_CARDS),  # CARD_*
    ("card_a", "i4", MAX_DECKS * MAX_CARDS),  # amount, space, steps, per house
    ("card_b", "i4", MAX_DECKS * MAX_CARDS),  # per hotel; deck to draw from; rent multiplier
    ("card_is_tax", "i1", MAX_DECKS * MAX_CARDS),  # 0/1
    ("card_kept", "i1", MAX_DECKS * MAX_CARDS),  # kept-card number, or -1
    ("kept_deck", "i1", MAX_KEPT),
    ("kept_card", "i1", MAX_KEPT),
    ("kept_frees", "i1", MAX_KEPT),  # 0/1: leaves jail
    ("kept_cancels", "i1", MAX_KEPT),  # 0/1: cancels a tax
    ("kept_sold", "i1", MAX_KEPT),  # 0/1: may change hands in a deal
]

CLAIM = [
    ("owner", "i1", 0),
    ("debtor", "i1", 0),
    ("deed", "i1", 0),
    ("amount", "i4", 0),
    ("rule", "i1", 0),  # RULE_* that set the amount
]

DEAL = [
    ("revision", "i4", 0),
    ("parties", "i2", 0),  # mask
    ("accepted", "i2", 0),  # mask
    ("author", "i1", 0),  # seat that wrote the present revision
    ("signature", "i4", 0),  # of its parties, deeds and cards
    ("cash", "i4", MAX_SEATS),  # change of each seat's cash
    ("deed", "i1", MAX_DEEDS),  # who gets it, NOBODY: not in the deal
    ("card", "i1", MAX_KEPT),  # who gets it, NOBODY: not in the deal
]

STATE = [
    ("seats", "i4", 0),
    ("over", "i4", 0),  # 0 playing, 1 ended
    ("winners", "i4", 0),  # mask of seats
    ("must", "i4", 0),  # mask of seats whose answer play waits for
    ("actions", "i4", 0),  # actions applied so far
    ("turns", "i4", 0),  # turns begun
    ("rolls", "i4", 0),  # rolls of both dice
    ("time_is_up", "i4", 0),  # 0, or TIME_*
    ("ending", "i4", 0),  # 0, or the RULE_* by which the game stops when the present business is done
    ("out_count", "i4", 0),  # bankruptcies and concessions so far
    # the turn
    ("turn", "i4", 0),  # seat on turn
    ("rolled", "i4", 0),  # rolls made this turn
    ("doubles", "i4", 0),  # doubles in a row
    ("again", "i4", 0),  # 0/1: a double is to be followed by a roll
    ("turn_is_over", "i4", 0),  # 0/1: jailed
    ("die1", "i4", 0),
    ("die2", "i4", 0),
    # seats
    ("order", "i1", MAX_SEATS),  # seats in order of play
    ("opening_roll", "i1", MAX_SEATS),  # last opening roll, 0 not yet
    ("opening_rank", "i1", MAX_SEATS),  # place by opening rolls so far
    ("out", "i1", MAX_SEATS),  # 0 playing, else the number of the exit
    ("cash", "i4", MAX_SEATS),
    ("at", "i1", MAX_SEATS),  # space
    ("jail", "i1", MAX_SEATS),  # 0 free, else 1 + own turns spent inside
    ("deed_count", "i1", MAX_SEATS),
    ("refusals", "i4", MAX_SEATS),  # offers of the seat refused or withdrawn since the last roll
    # deeds
    ("owner", "i1", MAX_DEEDS),  # seat or BANK
    ("deeds_moved", "i4", 0),  # how often a deed has changed hands
    ("level", "i1", MAX_DEEDS),  # 0 bare, houses, hotel
    ("mortgaged", "i1", MAX_DEEDS),  # FREE, MORTGAGED, INHERITED
    ("held", "i1", MAX_KEPT),  # seat holding the kept card, NOBODY in its deck
    ("houses", "i4", 0),  # left in stock
    ("hotels", "i4", 0),
    # rents that may still be claimed
    ("claims", "i4", 0),  # how many
    ("claim", CLAIM, MAX_CLAIMS),
    # the auction under way
    ("bidders", "i4", 0),  # mask of seats still in
    ("bidder", "i4", 0),  # highest, or NOBODY
    ("bid", "i4", 0),  # highest, or 0
    ("bid_floor", "i4", 0),  # lowest opening bid
    ("roll_off_die", "i1", MAX_SEATS),  # last die of each seat in a roll-off
    ("ordered", "i4", MAX_SEATS),  # buildings each seat wants of those that are short
    # what is not to be repeated while nothing is new
    ("offered_deeds", "i8", 0),  # mask of deeds offered for the debt under way
    ("offered_shortfall", "i4", 0),  # the cash lacking when they were offered
    ("contested", "i4", 2),  # HOUSE, HOTEL: mask of seats in a contest since deeds, buildings or dice last moved
    # deals: one open deal a proposer; slot = proposer
    ("deals", "i4", 0),  # mask of open slots
    ("deal", DEAL, MAX_SEATS),
    ("old_rules", "i4", 0),  # 0/1: while a stored game is replayed, what 0.1.0 allowed is legal
    # refused offers of each seat since the last roll: each may be made again only improved
    ("refused_offers", "i1", MAX_SEATS),  # how many are stored
    ("refused_signature", "i4", MAX_SEATS * MAX_REFUSED_OFFERS),  # of parties, deeds and cards
    ("refused_price", "i4", MAX_SEATS * MAX_REFUSED_OFFERS),  # the most cash offered for it to the others together
    # offers of one seat refused by another, [author * MAX_SEATS + other], since their last deal
    ("refused_by", "i1", MAX_SEATS * MAX_SEATS),  # how many
    ("refused_by_changes", "i2", MAX_SEATS * MAX_SEATS),  # deeds moved and players out at the last refusal
    ("refused_by_cash", "i4", MAX_SEATS * MAX_SEATS),  # the author's cash then
    # interrupted business; `shapes.py` says what the slots of each kind of frame are called
    ("depth", "i4", 0),  # frames on the stack
    ("frame", "i1", MAX_FRAMES),  # FRAME_*
    ("frame_seat", "i1", MAX_FRAMES),
    ("frame_other", "i1", MAX_FRAMES),
    ("frame_step", "i2", MAX_FRAMES),
    ("frame_amount", "i4", MAX_FRAMES),
    ("frame_x", "i8", MAX_FRAMES),
    ("frame_y", "i2", MAX_FRAMES),
]

CHANCE = [
    ("key", "i8", 8),  # ChaCha8 key
    ("block", "i8", 0),  # blocks used
    ("word", "u4", 16),  # present block; unsigned: to rotate such a word is one instruction
    ("used", "i4", 0),  # words used of it
    ("deck", "i1", MAX_DECKS * MAX_CARDS),  # cards from top to bottom
    ("deck_left", "i4", MAX_DECKS),  # cards in each deck
    ("generator", "i4", 0),  # 0/1: 0 replays a script only
    ("missing", "i4", 0),  # 0/1: a script ran out
    ("script", "i4", 1),  # coming results, a list when interpreted
    ("script_kind", "i1", 1),  # CHANCE_* of each
    ("scripted", "i4", 0),  # how many
]

ACTION = [
    ("kind", "i4", 0),
    ("x", "i4", 0),
    ("y", "i4", 0),
    ("amount", "i4", 0),
    ("cash", "i4", MAX_SEATS),
    ("deed", "i1", MAX_DEEDS),
    ("card", "i1", MAX_KEPT),
    ("real_cash", "i4", MAX_SEATS),  # scratch: the cash of every seat while a bot estimates what it does not see
    # scratch: what each seat has as the chances to win count it, before terms and (MAX_SEATS further) after them
    ("worth", "i8", 2 * MAX_SEATS),  # deeds and buildings
    ("rents", "i8", 2 * MAX_SEATS),  # rents outside of whole groups
    ("raised", "i8", 2 * MAX_SEATS),  # what mortgages would raise
    ("wholes", "i4", 2 * MAX_SEATS),  # whole groups, as a mask
    ("built_rents", "i8", MAX_GROUPS),  # of groups that are whole before or after: their rents as they are built now
    ("built_cost", "i8", MAX_GROUPS),  # and what their buildings cost
    ("due", "i8", 2 * MAX_SEATS),  # interest and cards that the terms cost
    ("weight", "i8", MAX_SEATS),  # before terms, among all
    ("moved", "i8", 0),  # the seats that give or get deeds, as a mask
]

OPTIONS = [
    ("count", "i4", 0),  # how many options there are
    ("kind", "i1", MAX_OPTIONS),  # the action: ROLL ...
    ("x", "i1", MAX_OPTIONS),  # its deed, group, kept card or deal
    ("y", "i4", MAX_OPTIONS),  # its plan, or the revision of the deal
    ("low", "i4", MAX_OPTIONS),  # the least amount it may name
    ("high", "i4", MAX_OPTIONS),  # the most
    ("lot", "i1", MAX_OPTIONS),  # of a plan: the deed of the one lot it is about, -1 the whole group
    ("mine", "i1", MAX_DEEDS + 1),  # scratch: the seat's deeds
    ("own", "i4", 0),  # scratch: how many these are
    ("theirs", "i1", MAX_DEEDS + 1),  # scratch: the deeds of other seats
    ("others", "i4", 0),  # scratch: how many these are
    ("held", "i4", 0),  # scratch: mask of groups of which the seat has a deed
    ("unsold", "i4", 0),  # scratch: mask of groups of which the Bank has a deed
]
