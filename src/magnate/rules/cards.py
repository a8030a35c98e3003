"""Cards and decks: drawing, following, keeping.

EXP «Fermata su Probabilità o Imprevisti», SRV likewise, EUR «Card-uri», CLA «Casillas de Casualidad y Arca Comunal»,
CAS «Tarjetas Banco y Sorpresa».
"""

from .chance import draw_card, put_under
from .codes import (
    BANK,
    CARD_COLLECT,
    CARD_COLLECT_EACH,
    CARD_GO_TO_JAIL,
    CARD_KEEP,
    CARD_MOVE_BACK,
    CARD_MOVE_BACK_TO,
    CARD_MOVE_TO,
    CARD_MOVE_TO_UNPAID,
    CARD_NEAREST_TRANSPORT,
    CARD_NEAREST_UTILITY,
    CARD_PAY,
    CARD_PAY_EACH,
    CARD_PAY_OR_DRAW,
    CARD_REPAIRS,
    FRAME_CARD,
    GROUP_TRANSPORT,
    GROUP_UTILITY,
    MAX_CARDS,
    NOBODY,
    NOTHING,
    SPACE_DEED,
    WHY_CARD,
    WHY_CARD_TAX,
    WHY_GIFT,
    WHY_REPAIRS,
)
from .jail import send_to_jail
from .landing import land, move_backward, move_forward, owe_tax
from .masks import only, without
from .money import charge, collect
from .refusals import NOT_ASKED, NOT_OFFERED, OK
from .slots import (
    card_deck,
    card_drawer,
    card_drawn,
    card_number,
    collect_each_amount,
    collect_each_collector,
    collect_each_waiting,
    pay_each_amount,
    pay_each_payer,
    pay_each_waiting,
    push_card,
    push_collect_each,
    push_pay_each,
    set_card_drawn,
    set_card_number,
    set_collect_each_waiting,
    set_pay_each_waiting,
)
from .stack import is_asked, next_in_order, playing_mask, pop
from .tell import (
    CARD_DRAWN,
    CARD_KEPT,
    RULE_CARD,
    RULE_CARD_EACH,
    RULE_CARD_KEPT,
    RULE_CARD_MONEY,
    RULE_JAIL_CARD,
    RULE_REPAIRS,
    tell,
)


def resume_card(g, e, c):
    """Turn the card over, then wait until the player has seen it. A card not kept goes under its deck at once."""
    seat = card_drawer(g)
    if card_drawn(g) == 0:
        deck = card_deck(g)
        card = draw_card(e, c, deck)
        if e.card_effect[deck * MAX_CARDS + card] != CARD_KEEP or e.cards_kept == 0:
            put_under(c, deck, card)
        set_card_number(g, card)
        set_card_drawn(g, 1)
        tell(g, CARD_DRAWN, seat, NOBODY, 0, deck, card, RULE_CARD)
    g.must = only(seat)


def card_in_hand(g):
    """Where the edition's tables describe the card just drawn."""
    return card_deck(g) * MAX_CARDS + card_number(g)


def check_follow(g, seat):
    """A card must be followed."""
    if not is_asked(g, seat, FRAME_CARD):
        return NOT_ASKED
    return OK


def check_draw_instead(g, e, seat):
    """Where the card offers it, draw from the other deck instead of paying."""
    if not is_asked(g, seat, FRAME_CARD):
        return NOT_ASKED
    if e.card_effect[card_in_hand(g)] != CARD_PAY_OR_DRAW:
        return NOT_OFFERED
    return OK


def draw_instead(g, e, seat):
    """Draw from the other deck."""
    deck = e.card_b[card_in_hand(g)]
    pop(g)
    push_card(g, seat, 0, deck, NOTHING)


def repairs(g, e, seat, per_house, per_hotel):
    """An amount for every house and every hotel of the player."""
    amount = 0
    for deed in range(e.deeds):
        if g.owner[deed] == seat:
            if g.level[deed] > e.building_houses_per_lot:
                amount += per_hotel
            else:
                amount += g.level[deed] * per_house
    return amount


def nearest(g, e, seat, kind):
    """The next space ahead that holds this kind of deed."""
    space = g.at[seat]
    for _ in range(e.spaces):
        space = (space + 1) % e.spaces
        if e.space_kind[space] == SPACE_DEED and e.group_kind[e.deed_group[e.space_deed[space]]] == kind:
            return space
    return space


def follow_card(g, e, seat):
    """Do what the card says."""
    card = card_in_hand(g)
    effect = e.card_effect[card]
    amount = e.card_a[card]
    pop(g)
    if effect == CARD_COLLECT:
        collect(g, seat, amount, WHY_CARD, RULE_CARD_MONEY)
    elif effect == CARD_PAY or effect == CARD_PAY_OR_DRAW:
        owe_card(g, e, seat, card, amount, WHY_CARD, RULE_CARD_MONEY)
    elif effect == CARD_REPAIRS:
        owe_card(g, e, seat, card, repairs(g, e, seat, amount, e.card_b[card]), WHY_REPAIRS, RULE_REPAIRS)
    elif effect == CARD_COLLECT_EACH:
        push_collect_each(g, seat, amount, without(playing_mask(g), seat))
    elif effect == CARD_PAY_EACH:
        push_pay_each(g, seat, amount, without(playing_mask(g), seat))
    elif effect == CARD_GO_TO_JAIL:
        send_to_jail(g, e, seat, RULE_JAIL_CARD)
    elif effect == CARD_KEEP:
        if e.cards_kept == 1:
            g.held[e.card_kept[card]] = seat
            tell(g, CARD_KEPT, seat, NOBODY, 0, e.card_kept[card], NOTHING, RULE_CARD_KEPT)
    else:
        follow_journey(g, e, seat, card, effect)


def owe_card(g, e, seat, card, amount, why, rule):
    """Pay the Bank what the card says; where the card calls it a tax, a lucky card may cancel it."""
    if e.card_is_tax[card] == 1:
        owe_tax(g, e, seat, amount, WHY_CARD_TAX, rule)
    else:
        charge(g, seat, BANK, amount, why, NOTHING, rule)


def follow_journey(g, e, seat, card, effect):
    """Move as the card says and bear the space. AMB-13."""
    target = e.card_a[card]
    times = 1
    full_set = 0
    if effect == CARD_MOVE_BACK:
        move_backward(g, e, seat, (g.at[seat] - target + e.spaces) % e.spaces)
    elif effect == CARD_MOVE_BACK_TO:
        move_backward(g, e, seat, target)
    elif effect == CARD_MOVE_TO_UNPAID:
        move_forward(g, e, seat, target, 0)
    elif effect == CARD_MOVE_TO:
        move_forward(g, e, seat, target, e.start_by_card)
    elif effect == CARD_NEAREST_TRANSPORT:
        times = e.card_b[card]
        move_forward(g, e, seat, nearest(g, e, seat, GROUP_TRANSPORT), e.start_by_card)
    elif effect == CARD_NEAREST_UTILITY:
        full_set = 1
        move_forward(g, e, seat, nearest(g, e, seat, GROUP_UTILITY), e.start_by_card)
    land(g, e, seat, 1, times, full_set)


def resume_pay_each(g):
    """Pay the others in the order of play; a bankruptcy is towards the first who cannot be paid. AMB-40."""
    seat = pay_each_payer(g)
    other = next_in_order(g, seat, pay_each_waiting(g) & playing_mask(g))
    if other == NOBODY or g.out[seat] != 0 or g.ending != 0:
        pop(g)
        return
    set_pay_each_waiting(g, without(pay_each_waiting(g), other))
    charge(g, seat, other, pay_each_amount(g), WHY_GIFT, NOTHING, RULE_CARD_EACH)


def resume_collect_each(g):
    """Everybody else pays, in the order of play."""
    seat = collect_each_collector(g)
    other = next_in_order(g, seat, collect_each_waiting(g) & playing_mask(g))
    if other == NOBODY or g.out[seat] != 0 or g.ending != 0:
        pop(g)
        return
    set_collect_each_waiting(g, without(collect_each_waiting(g), other))
    charge(g, other, seat, collect_each_amount(g), WHY_GIFT, NOTHING, RULE_CARD_EACH)
