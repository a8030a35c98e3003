"""Every ending: the last player, a number of players left, the clock, every deed in one hand.

EXP «Conclusione del gioco», SRV likewise, EUR «Falimentul», «Variante scurte de joc», CLA «El ganador», «Forma rápida»,
«Juego contra-reloj», CAS «Fin del juego».
"""

from .codes import NOBODY, NOTHING, TIME_AFTER_TURN, TIME_NOW
from .deals import withdraw_deal
from .masks import has, only, with_seat, without
from .stack import playing_mask
from .tell import (
    GAME_WON,
    PRIZE_SEEN,
    RULE_PRIZE,
    RULE_TIME_UP,
    RULE_WEALTH,
    RULE_WIN_DEEDS,
    RULE_WIN_LAST,
    TIME_CALLED,
    WEALTH_COUNTED,
    tell,
)
from .worth import wealth


def finish(g, e, winners, rule):
    """The game is over."""
    g.over = 1
    g.winners = winners
    g.must = 0
    if e.ending_prize == 1:
        g.must = winners  # SRV-66: the winner sees the prize window
    for seat in range(g.seats):
        if has(winners, seat):
            tell(g, GAME_WON, seat, NOBODY, 0, NOTHING, NOTHING, rule)


def finish_last(g, e):
    """One player is left and wins. AMB-50."""
    finish(g, e, playing_mask(g), RULE_WIN_LAST)


def finish_by_wealth(g, e, rule):
    """The richest wins; equal wealth wins together. AMB-48."""
    best = -1
    winners = 0
    for seat in range(g.seats):
        if g.out[seat] == 0:
            amount = wealth(g, e, seat)
            tell(g, WEALTH_COUNTED, seat, NOBODY, amount, NOTHING, NOTHING, RULE_WEALTH)
            if amount > best:
                best = amount
                winners = 0
            if amount == best:
                winners = with_seat(winners, seat)
    finish(g, e, winners, rule)


def call_time(g, e, at_once):
    """The agreed time is up. Between turns no offer is answered any more; records of 0.1.0 know no such moment."""
    tell(g, TIME_CALLED, NOBODY, NOBODY, 0, NOTHING, NOTHING, RULE_TIME_UP)
    g.time_is_up = TIME_AFTER_TURN
    if at_once == 1:
        g.time_is_up = TIME_NOW
        if g.rolled == 0:
            for slot in range(g.seats):
                if has(g.deals, slot):
                    withdraw_deal(g, e, slot)


def finish_if_all_deeds(g, e):
    """One player holds every deed and wins at once, where the edition says so. CAS-53, AMB-134."""
    for seat in range(g.seats):
        if g.deed_count[seat] == e.deeds:
            finish(g, e, only(seat), RULE_WIN_DEEDS)


def see_prize(g, seat):
    """The winner has seen the prize window."""
    g.must = without(g.must, seat)
    tell(g, PRIZE_SEEN, seat, NOBODY, 0, NOTHING, NOTHING, RULE_PRIZE)
