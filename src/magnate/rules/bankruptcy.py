"""Bankruptcy to the Bank and to a player, the estate, and concession.

EXP «Fallimento», SRV «Fallimento», EUR «Falimentul», CLA «Bancarrota», CAS «Bancarrota»;
AMB-38 to AMB-44, AMB-49, AMB-50.
"""

from .auction import open_auction
from .building import set_level
from .codes import (
    BANK,
    BANKRUPT_TO_BANK,
    BANKRUPT_TO_CREDITOR,
    ESTATE_AUCTION,
    ESTATE_ON_REQUEST,
    FRAME_DEBT,
    FRAME_ESTATE_ASK,
    FRAME_PAY_EACH,
    FREE,
    INHERITED,
    NOBODY,
    NOTHING,
)
from .deals import withdraw_deals_of
from .ending import finish_last
from .jail import give_back_card
from .masks import count_bits, first_of, with_deed, without
from .moments import is_resting
from .money import pay_creditor
from .mortgage import inherit_mortgages
from .property import give_deed
from .refusals import NOT_ASKED, OK, OWES_A_PLAYER, WRONG_MOMENT
from .rent import drop_claims_of, drop_claims_on
from .slots import (
    debt_amount,
    debt_creditor,
    debt_creditor_at,
    debt_payer,
    debt_payer_at,
    estate_ask_deeds,
    estate_ask_waiting,
    estate_ask_wanted,
    estate_deeds,
    pay_each_amount_at,
    pay_each_payer_at,
    pay_each_waiting_at,
    push_estate,
    push_estate_ask,
    set_estate_ask_waiting,
    set_estate_ask_wanted,
    set_estate_deeds,
    set_pay_each_waiting_at,
)
from .stack import is_asked, next_in_order, playing_mask, pop, top_kind
from .tell import (
    AUCTION_REQUESTED,
    AUCTION_WAIVED,
    BUILDINGS_RETURNED,
    BUILDINGS_SOLD,
    CARD_MOVED,
    CASH_SURRENDERED,
    CONCEDED,
    DEED_MOVED,
    RULE_BANKRUPT,
    RULE_BANKRUPT_BUILDINGS,
    RULE_BANKRUPT_CARDS,
    RULE_BANKRUPT_CARDS_PLAYER,
    RULE_BANKRUPT_RETURNED,
    RULE_BANKRUPT_TO_BANK,
    RULE_BANKRUPT_TO_PLAYER,
    RULE_CONCEDE,
    RULE_ESTATE,
    RULE_ESTATE_REQUEST,
    RULE_ESTATE_WON,
    RULE_INHERIT,
    RULE_WIN_COUNT,
    WENT_BANKRUPT,
    tell,
)
from .worth import resale_down_to


def go_bankrupt(g, e, c, seat):
    """The debtor gives up: the debt on top of the stack decides who gets what."""
    creditor = debt_creditor(g)
    owed = debt_amount(g)
    pop(g)
    tell(g, WENT_BANKRUPT, seat, creditor, owed, NOTHING, NOTHING, RULE_BANKRUPT)
    if e.bankruptcy_to == BANKRUPT_TO_CREDITOR:
        drop_claims_on(g, seat)  # AMB-40, AMB-135: it has one creditor; nothing is left for another
    leave_game(g, e, c, seat, creditor, owed)


def owes_a_player(g, seat):
    """Whether business on the stack makes this seat owe another player."""
    for i in range(g.depth):
        if g.frame[i] == FRAME_DEBT and debt_payer_at(g, i) == seat and debt_creditor_at(g, i) != BANK:
            return True
        if g.frame[i] == FRAME_PAY_EACH and pay_each_payer_at(g, i) == seat and pay_each_waiting_at(g, i) != 0:
            return True
    return False


def check_concede(g, seat):
    """At any quiet moment, or instead of paying the Bank, and never while owing a player. AMB-38."""
    if is_resting(g):
        return OK
    if top_kind(g) != FRAME_DEBT or debt_payer(g) != seat:
        return WRONG_MOMENT
    if owes_a_player(g, seat):
        return OWES_A_PLAYER
    return OK


def concede(g, e, c, seat):
    """Leaving for good is settled as a bankruptcy to the Bank, which pays rents still claimed in time. AMB-138."""
    if top_kind(g) == FRAME_DEBT:
        pop(g)
    tell(g, CONCEDED, seat, BANK, 0, NOTHING, NOTHING, RULE_CONCEDE)
    leave_game(g, e, c, seat, BANK, 0)


def leave_game(g, e, c, seat, creditor, owed):
    """One player leaves; what it owned goes to the creditor or to the Bank."""
    g.out_count += 1
    g.out[seat] = g.out_count
    drop_claims_of(g, seat)
    withdraw_deals_of(g, e, seat)
    heir = creditor
    if e.bankruptcy_to == BANKRUPT_TO_BANK and creditor != BANK:
        heir = BANK
        pay_creditor(g, creditor, seat, owed)
        pay_other_creditors(g, seat)
    is_last = 0
    if e.ending_bankruptcies > 0 and g.out_count >= e.ending_bankruptcies:
        is_last = 1
    if heir == BANK:
        return_buildings(g, e, seat)
    elif is_last == 0:  # AMB-111: at the bankruptcy that ends the game they stay
        sell_all_buildings(g, e, seat)
    surrender_cash(g, seat, heir)
    hand_over_cards(g, e, c, seat, heir)
    hand_over_deeds(g, e, seat, heir, is_last)
    g.jail[seat] = 0
    left = count_bits(playing_mask(g))
    if left == 1:
        finish_last(g, e)
    elif is_last == 1 or left <= e.ending_players_left:
        g.ending = RULE_WIN_COUNT


def pay_other_creditors(g, seat):
    """Where a card made the bankrupt pay everybody, the Bank pays the rest of them too. AMB-40."""
    for i in range(g.depth):
        if g.frame[i] == FRAME_PAY_EACH and pay_each_payer_at(g, i) == seat:
            other = next_in_order(g, seat, pay_each_waiting_at(g, i) & playing_mask(g))
            while other != NOBODY:
                set_pay_each_waiting_at(g, i, without(pay_each_waiting_at(g, i), other))
                pay_creditor(g, other, seat, pay_each_amount_at(g, i))
                other = next_in_order(g, seat, pay_each_waiting_at(g, i) & playing_mask(g))


def return_buildings(g, e, seat):
    """The bankrupt's buildings go back to the stock. AMB-43."""
    for deed in range(e.deeds):
        if g.owner[deed] == seat and g.level[deed] > 0:
            set_level(g, e, deed, 0)
            tell(g, BUILDINGS_RETURNED, seat, BANK, 0, deed, 0, RULE_BANKRUPT_RETURNED)


def sell_all_buildings(g, e, seat):
    """The bankrupt's buildings are sold at half price, for the creditor. EUR-102, CLA-103, AMB-131."""
    for deed in range(e.deeds):
        if g.owner[deed] == seat and g.level[deed] > 0:
            amount = resale_down_to(g, e, deed, 0)
            g.cash[seat] += amount
            set_level(g, e, deed, 0)
            tell(g, BUILDINGS_SOLD, seat, BANK, amount, deed, 0, RULE_BANKRUPT_BUILDINGS)


def heir_rule(heir):
    """The rule by which the heir inherits."""
    if heir == BANK:
        return RULE_BANKRUPT_TO_BANK
    return RULE_BANKRUPT_TO_PLAYER


def surrender_cash(g, seat, heir):
    """All cash goes to the heir."""
    amount = g.cash[seat]
    if amount == 0:
        return
    g.cash[seat] = 0
    if heir != BANK:
        g.cash[heir] += amount
    tell(g, CASH_SURRENDERED, seat, heir, amount, NOTHING, NOTHING, heir_rule(heir))


def hand_over_cards(g, e, c, seat, heir):
    """Kept cards pass to a player, if they may be sold at all; else back to their decks. AMB-42, AMB-99."""
    for card in range(e.kept):
        if g.held[card] == seat:
            if heir != BANK and e.kept_sold[card] == 1:
                g.held[card] = heir
                tell(g, CARD_MOVED, seat, heir, 0, card, NOTHING, RULE_BANKRUPT_CARDS_PLAYER)
            else:
                give_back_card(g, e, c, card)
                tell(g, CARD_MOVED, seat, BANK, 0, card, NOTHING, RULE_BANKRUPT_CARDS)


def hand_over_deeds(g, e, seat, heir, is_last):
    """Deeds pass to the heir; what the Bank takes loses its mortgage and may be auctioned. AMB-41, AMB-132."""
    estate = 0
    mortgaged = 0
    for deed in range(e.deeds):
        if g.owner[deed] == seat:
            to = heir
            if g.mortgaged[deed] != FREE and e.bankruptcy_mortgaged_to_bank == 1:
                to = BANK
            give_deed(g, deed, to)
            if to == BANK:
                g.mortgaged[deed] = FREE
                estate = with_deed(estate, deed)
            elif g.mortgaged[deed] != FREE:
                g.mortgaged[deed] = INHERITED
                mortgaged = with_deed(mortgaged, deed)
            tell(g, DEED_MOVED, seat, to, 0, deed, NOTHING, heir_rule(to))
    if estate != 0 and is_last == 0:
        if e.bankruptcy_estate == ESTATE_AUCTION:
            push_estate(g, estate)
        elif e.bankruptcy_estate == ESTATE_ON_REQUEST:
            push_estate_ask(g, 0, estate, playing_mask(g))
    if heir != BANK and count_bits(playing_mask(g)) > 1:  # AMB-50: at the very end no interest is asked
        inherit_mortgages(g, e, heir, mortgaged, is_last, RULE_INHERIT)


def resume_estate(g, e):
    """The Bank auctions the estate deed by deed."""
    if estate_deeds(g) == 0:
        pop(g)
        return
    deed = first_of(estate_deeds(g))
    set_estate_deeds(g, without(estate_deeds(g), deed))
    open_auction(g, NOBODY, BANK, deed, NOTHING, playing_mask(g), e.note, RULE_ESTATE, RULE_ESTATE_WON)


def check_estate_answer(g, seat):
    """Every remaining player is asked whether to auction the estate."""
    if not is_asked(g, seat, FRAME_ESTATE_ASK):
        return NOT_ASKED
    return OK


def answer_estate(g, seat, wanted):
    """One player asks for the auction, or does without."""
    set_estate_ask_waiting(g, without(estate_ask_waiting(g), seat))
    if wanted == 1:
        set_estate_ask_wanted(g, 1)
        tell(g, AUCTION_REQUESTED, seat, NOBODY, 0, NOTHING, NOTHING, RULE_ESTATE_REQUEST)
    else:
        tell(g, AUCTION_WAIVED, seat, NOBODY, 0, NOTHING, NOTHING, RULE_ESTATE_REQUEST)


def resume_estate_ask(g):
    """If a player asks, everything is auctioned; else it is free for any player who lands there. EUR-100, AMB-98."""
    if estate_ask_waiting(g) != 0:
        g.must = estate_ask_waiting(g)
        return
    requested = estate_ask_wanted(g)
    estate = estate_ask_deeds(g)
    pop(g)
    if requested == 1:
        push_estate(g, estate)
