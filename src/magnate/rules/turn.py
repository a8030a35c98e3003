"""The turn: who starts, who follows, rolling, doubles, the end of the turn.

EXP «Inizio del gioco», SRV likewise, EUR «Începerea jocului», CLA «El juego», «Dobles», CAS «Reglas».
"""

from .chance import CHANCE_SEAT, below, note_chance, roll_die, take_scripted
from .codes import (
    AFTERWARDS_FREE,
    AGAIN_MUST,
    BAIL_BY_CARD,
    BAIL_DUE,
    BAIL_FREE,
    FRAME_OPENING,
    FRAME_ROLL_OFF,
    FRAME_TURN,
    FRAME_UTILITY_ROLL,
    LEAVE_BY_WAITING,
    NOBODY,
    NOTHING,
    ORDER_OPENING,
    ORDER_RANDOM,
    TIME_AFTER_TURN,
    TIME_CLOSING,
    TIME_NOW,
)
from .ending import finish_by_wealth
from .jail import has_served, release, send_to_jail, stay_in_jail
from .landing import move_by_dice
from .masks import count_bits, has, only, with_seat, without
from .moments import is_closing
from .property import reopen_contests
from .purchase import roll_off
from .refusals import FIRST_ANSWER_DEALS, NOT_ASKED, OK, WRONG_MOMENT
from .refused_offers import forget_refused_offers
from .rent import lapse_claim, lapse_claims, owe_rent, table_rent
from .slots import (
    bail_how,
    bail_moves,
    bail_prisoner,
    opening_rolling,
    opening_waiting,
    push_bail,
    push_turn,
    set_opening_rolling,
    set_opening_waiting,
    utility_roll_deed,
    utility_roll_full_set,
    utility_roll_roller,
    utility_roll_times,
)
from .stack import is_asked, next_in_order, playing_mask, pop, top_kind
from .tell import (
    OPENING_ROLLED,
    ROLLED,
    RULE_AGAIN,
    RULE_JAIL_BY_CARD,
    RULE_JAIL_BY_DOUBLE,
    RULE_JAIL_DOUBLES,
    RULE_JAIL_FORCED_FINE,
    RULE_JAIL_STAY,
    RULE_JAIL_WAITED,
    RULE_MOVE,
    RULE_OPENING_ROLL,
    RULE_RENT_UTILITY,
    RULE_STARTER,
    RULE_TURN,
    RULE_WIN_TIME,
    STARTER_CHOSEN,
    TURN_BEGAN,
    TURN_ENDED,
    tell,
)


def roll_dice(g, c):
    """Both dice."""
    g.die1 = roll_die(c)
    g.die2 = roll_die(c)
    g.rolls += 1


def roll_for_start(g, c, seat):
    """One opening roll; it moves no token. AMB-03."""
    roll_dice(g, c)
    g.opening_roll[seat] = g.die1 + g.die2
    set_opening_waiting(g, without(opening_waiting(g), seat))
    tell(g, OPENING_ROLLED, seat, NOBODY, 0, g.die1, g.die2, RULE_OPENING_ROLL)


def rank_openers(g, rolling):
    """Split every tied class by the roll just made: a seat's rank is how many stand before it."""
    ranks = 0  # 4 bits a seat: all are counted before any changes
    for seat in range(g.seats):
        rank = g.opening_rank[seat]
        if has(rolling, seat):
            for other in range(g.seats):
                if has(rolling, other) and g.opening_rank[other] == g.opening_rank[seat]:
                    if g.opening_roll[other] > g.opening_roll[seat]:
                        rank += 1
        ranks |= rank << (4 * seat)
    for seat in range(g.seats):
        g.opening_rank[seat] = (ranks >> (4 * seat)) & 15


def tied_openers(g, e):
    """Seats that must roll again: tied for the start or, where the dice set the order, anywhere. AMB-02, AMB-86."""
    tied = 0
    for seat in range(g.seats):
        for other in range(g.seats):
            if other != seat and g.opening_rank[other] == g.opening_rank[seat]:
                if g.opening_rank[seat] == 0 or e.turn_order == ORDER_OPENING:
                    tied = with_seat(tied, seat)
    return tied


def resume_opening(g, e):
    """Everybody rolls; ties roll again; then the first turn begins."""
    if g.time_is_up == TIME_NOW:
        finish_by_wealth(g, e, RULE_WIN_TIME)  # AMB-139
        return
    if opening_waiting(g) != 0:
        g.must = opening_waiting(g)
        return
    rank_openers(g, opening_rolling(g))
    tied = tied_openers(g, e)
    if tied != 0:
        set_opening_rolling(g, tied)
        set_opening_waiting(g, tied)
        g.must = tied
        return
    pop(g)
    if g.time_is_up == TIME_AFTER_TURN:
        finish_by_wealth(g, e, RULE_WIN_TIME)
        return
    starter = 0
    for seat in range(g.seats):
        if g.opening_rank[seat] == 0:
            starter = seat
    for seat in range(g.seats):
        if e.turn_order == ORDER_OPENING:
            g.order[g.opening_rank[seat]] = seat
        else:
            g.order[(seat - starter + g.seats) % g.seats] = seat
    tell(g, STARTER_CHOSEN, starter, NOBODY, g.opening_roll[starter], NOTHING, NOTHING, RULE_STARTER)
    push_turn(g)
    begin_turn(g, e, starter)


def begin_turn(g, e, seat):
    """A new turn; a prisoner who has waited long enough is free, or must now pay. AMB-68, AMB-120."""
    g.turn = seat
    g.turns += 1
    g.rolled = 0
    g.doubles = 0
    g.again = 0
    g.turn_is_over = 0
    tell(g, TURN_BEGAN, seat, NOBODY, 0, NOTHING, NOTHING, RULE_TURN)
    if g.jail[seat] > 0 and e.jail_leave_by == LEAVE_BY_WAITING and has_served(g, e, seat):
        if e.jail_afterwards == AFTERWARDS_FREE:
            release(g, seat, RULE_JAIL_WAITED)
        else:
            push_bail(g, seat, BAIL_DUE, 0)


def next_turn(g, e, c):
    """The turn passes to the left, along the order of the opening rolls, or to another player at random."""
    is_last = g.time_is_up != 0 or (e.ending_turns > 0 and g.turns >= e.ending_turns)
    if is_last and (g.claims == 0 or g.time_is_up == TIME_AFTER_TURN):
        finish_by_wealth(g, e, RULE_WIN_TIME)
        return
    others = without(playing_mask(g), g.turn)
    seat = next_in_order(g, g.turn, others)
    if is_last:
        close_play(g, seat)
        return
    if e.turn_order == ORDER_RANDOM:
        seat = random_seat(g, c, others)  # SRV-16, AMB-67
    begin_turn(g, e, seat)


def close_play(g, seat):
    """No turn follows, but rents may still be claimed: until this player hands back the dice, unrolled. AMB-137."""
    g.time_is_up = TIME_CLOSING
    g.turn = seat
    g.rolled = 0
    g.again = 0
    g.turn_is_over = 0


def random_seat(g, c, mask):
    """One seat of the mask, each as likely."""
    scripted = take_scripted(c, CHANCE_SEAT)
    chosen = NOBODY
    if 0 <= scripted < g.seats and has(mask, scripted):
        chosen = scripted
    else:
        if scripted != NOTHING:
            c.missing = 1
        place = below(c, count_bits(mask))
        for seat in range(g.seats):
            if has(mask, seat):
                if place == 0:
                    chosen = seat
                place -= 1
    note_chance(c, CHANCE_SEAT, chosen)
    return chosen


def resume_turn(g, e, c):
    """Between two pieces of business: the turn goes on, passes on, or the game ends."""
    if g.ending != 0:
        finish_by_wealth(g, e, g.ending)
    elif g.out[g.turn] != 0 or g.turn_is_over == 1:
        next_turn(g, e, c)
    elif g.time_is_up >= TIME_NOW and g.rolled == 0:  # AMB-136: no turn is in progress
        if g.claims == 0:
            finish_by_wealth(g, e, RULE_WIN_TIME)
        else:
            close_play(g, g.turn)
            g.must = only(g.turn)
    else:
        g.must = only(g.turn)


def check_roll(g, e, seat):
    """Rolling: to open, to move, for a double in jail, for a utility's rent, or one die for a deed."""
    kind = top_kind(g)
    if kind == FRAME_TURN and seat == g.turn and g.deals != 0:
        return FIRST_ANSWER_DEALS
    if not is_asked(g, seat, kind):
        return NOT_ASKED
    if kind == FRAME_OPENING or kind == FRAME_UTILITY_ROLL or kind == FRAME_ROLL_OFF:
        return OK
    if kind != FRAME_TURN or is_closing(g):
        return WRONG_MOMENT
    if g.rolled == 0:
        if g.jail[seat] > 0 and e.jail_leave_by == LEAVE_BY_WAITING:
            return WRONG_MOMENT  # AMB-69, AMB-121
        return OK
    if g.again == 1:
        return OK
    return WRONG_MOMENT


def roll(g, e, c, seat):
    """Roll for whatever is being rolled for."""
    kind = top_kind(g)
    if kind == FRAME_OPENING:
        roll_for_start(g, c, seat)
    elif kind == FRAME_UTILITY_ROLL:
        roll_for_rent(g, e, c, seat)
    elif kind == FRAME_ROLL_OFF:
        roll_off(g, c, seat)
    else:
        roll_to_move(g, e, c, seat)


def roll_for_rent(g, e, c, seat):
    """A fresh roll for a utility's rent only, never a double for the turn. CLA-45, AMB-23."""
    full_set = utility_roll_full_set(g)
    times = utility_roll_times(g)
    deed = utility_roll_deed(g)
    pop(g)
    die1 = roll_die(c)
    die2 = roll_die(c)
    tell(g, ROLLED, seat, NOBODY, 0, die1, die2, RULE_RENT_UTILITY)
    owe_rent(g, e, seat, deed, times * table_rent(g, e, deed, die1 + die2, full_set), full_set)


def roll_to_move(g, e, c, seat):
    """The ordinary roll, or a prisoner's."""
    lapse_claims(g, e, seat)
    reopen_contests(g)
    forget_refused_offers(g)
    roll_dice(g, c)
    g.rolled += 1
    g.again = 0
    is_double = g.die1 == g.die2
    if g.jail[seat] > 0:
        roll_in_jail(g, e, seat, is_double)
        return
    tell(g, ROLLED, seat, NOBODY, 0, g.die1, g.die2, RULE_MOVE)
    if is_double:
        g.doubles += 1
        if g.doubles == e.turn_doubles_to_jail:
            send_to_jail(g, e, seat, RULE_JAIL_DOUBLES)
            return
        g.again = 1
    move_by_dice(g, e, seat)


def roll_in_jail(g, e, seat, is_double):
    """A double frees and moves, and is used up by it; the last failure ends the stay. AMB-08, AMB-09, AMB-10."""
    if is_double:
        tell(g, ROLLED, seat, NOBODY, 0, g.die1, g.die2, RULE_JAIL_BY_DOUBLE)
        release(g, seat, RULE_JAIL_BY_DOUBLE)
        move_by_dice(g, e, seat)
        return
    tell(g, ROLLED, seat, NOBODY, 0, g.die1, g.die2, RULE_JAIL_STAY)
    stay_in_jail(g, seat)
    if has_served(g, e, seat):
        how = BAIL_DUE
        if e.jail_afterwards == AFTERWARDS_FREE:
            how = BAIL_FREE
        push_bail(g, seat, how, 1)


def resume_bail(g, e):
    """The stay is over: pay (or use a card), then move by the roll just made, if there was one."""
    seat = bail_prisoner(g)
    how = bail_how(g)
    if g.out[seat] != 0:
        pop(g)
    elif how == BAIL_DUE:
        g.must = only(seat)
    else:
        moves = bail_moves(g)
        pop(g)
        rule = RULE_JAIL_FORCED_FINE
        if how == BAIL_BY_CARD:
            rule = RULE_JAIL_BY_CARD
        elif how == BAIL_FREE:
            rule = RULE_JAIL_WAITED
        release(g, seat, rule)
        if moves == 1:
            move_by_dice(g, e, seat)


def check_end_turn(g, e, seat):
    """When no roll is due, or where rolling again is a choice. CAS-09, AMB-118, AMB-137."""
    if top_kind(g) == FRAME_TURN and seat == g.turn and g.deals != 0:
        return FIRST_ANSWER_DEALS
    if not is_asked(g, seat, FRAME_TURN):
        return NOT_ASKED
    if is_closing(g):
        return OK
    if g.rolled == 0 or (g.again == 1 and e.turn_again == AGAIN_MUST):
        return WRONG_MOMENT
    return OK


def end_turn(g, e, c, seat):
    """The player hands the dice on."""
    rule = RULE_TURN
    if g.again == 1:
        rule = RULE_AGAIN
    tell(g, TURN_ENDED, seat, NOBODY, 0, NOTHING, NOTHING, rule)
    if is_closing(g):
        while g.claims > 0:
            lapse_claim(g, 0)  # AMB-47; wealth is counted now
    else:
        next_turn(g, e, c)


def resume_utility_roll(g):
    """The player rolls for the rent."""
    g.must = only(utility_roll_roller(g))
