"""The oracle's search on the compiled core: it weighs the ends of its trials by the value network.

A program of its own, in the subset of the rules. The choices are the master's own, the trader's and what else a player
might do. Traders play each out for some rounds; what the network then gives the seat is the score.
"""

from magnate.bots.choices import read_choice, sample_chance, standing
from magnate.bots.hidden_cash import hide_cash, restore_cash
from magnate.bots.novice import has_learned, is_fair
from magnate.bots.probe import list_probes, write_choice
from magnate.bots.table import MASTER_BOT, NOVICE_BOT, ORACLE_BOT, PROBE_BOT, bot_to_act, play_bots
from magnate.bots.trader import trader_decides
from magnate.bots.trader_deals import likes_terms
from magnate.rules.play import apply, check, new_game
from magnate.rules.refusals import OK
from magnate.rules.timeout import apply_or_default
from magnate.value.deal_search import is_welcome, judge
from magnate.value.layers import weigh
from magnate.value.mixed_tables import SCRIPTED, player_decides
from magnate.value.weighing import list_by_value

TASK_LIST = 0  # list a seat's choices
TASK_TRY = 1  # play choices out, in trials number `first` to `last`
TASK_GO_ON = 2  # make choice number `first`, or begin (-1), and play on to the next


def oracle_program(task, games, own, first, last, most):
    """Do a task with the first of the games."""
    if task == TASK_LIST:
        s = own.search[0]
        list_by_value(games.state[0], games.edition[0], games.bots[0], own.network[0], own.rated[0], s, own.action[0])
    elif task == TASK_TRY:
        try_by_value(games, own, first, last, most)
    else:
        go_on_by_value(games, own, first, most)


def list_for_oracle(g, e, b, n, f, s, a):
    """An oracle's choices, from what its seat sees."""
    if b.private == 1:
        hide_cash(g, e, s.seat, a)
    list_by_value(g, e, b, n, f, s, a)
    if b.private == 1:
        restore_cash(g, a)


def try_by_value(games, own, first, last, most):
    """Play every choice of a seat out, in trials number `first` to `last`; the bots of line 0 play."""
    g, e, b = games.state[0], games.edition[0], games.bots[0]
    a, s, t, d = own.action[0], own.search[0], own.state[0], own.chance[0]
    end = g.turns + s.rounds * g.seats
    for trial in range(first, last):
        base = 0
        for n in range(s.choices):
            own.state[0] = games.state[0]
            sample_chance(t, e, d, s.seed, trial)
            if b.private == 1:
                hide_cash(t, e, s.seat, a)
            read_choice(s, n, a)
            apply(t, e, d, s.seat, a)
            while t.over == 0 and t.turns < end and t.actions < most:
                play_bots(t, e, d, a, b, t.actions + 1)
            value = worth_to(t, e, b, own.network[0], own.rated[0], s.seat)
            if n == 0:
                base = value
            s.score[n] += value
            s.more[n] += value - base
            s.square[n] += float(value - base) * float(value - base)


def worth_to(g, e, b, n, f, seat):
    """How good a position is for a seat, in millionths of a win: by the network, for a probe by wealth and rents."""
    if g.over == 1 or g.out[seat] != 0 or b.bot[seat] == PROBE_BOT:
        return standing(g, e, b, seat)
    weigh(g, e, n, f)
    return f.chance[seat]


def go_on_by_value(games, own, choice, most):
    """Make a choice, or begin (-1), and play on to the next of a bot that searches."""
    g, e, c, b = games.state[0], games.edition[0], games.chance[0], games.bots[0]
    a, s, n, f = own.action[0], own.search[0], own.network[0], own.rated[0]
    if choice == -1:
        new_game(g, e, c)
    else:
        read_choice(s, choice, a)
        apply_or_default(g, e, c, s.seat, a)
    s.choices = 0
    while g.over == 0 and g.actions < most and s.choices < 2:
        s.choices = 0
        s.seat = bot_to_act(g, b)
        kind = b.bot[s.seat]
        if kind == PROBE_BOT:
            list_offers(g, e, b, n, f, s, a)
        elif kind == ORACLE_BOT:
            list_for_oracle(g, e, b, n, f, s, a)
        if s.choices < 2:
            if s.choices == 1:
                read_choice(s, 0, a)
            else:
                decide_at_once(g, e, b, n, f, s.seat, a)
            apply_or_default(g, e, c, s.seat, a)


def decide_at_once(g, e, b, n, f, seat, a):
    """The choice of a bot that does not search: a master's by the network, another's by its rules."""
    which = SCRIPTED
    if b.bot[seat] == MASTER_BOT or b.bot[seat] == ORACLE_BOT:
        which = 0
    player_decides(g, e, b, n, f, seat, which, a)


def list_offers(g, e, b, n, f, s, a):
    """A probe's choices, from what its seat sees: the trader's, and the offers that promise most."""
    if b.private == 1:
        hide_cash(g, e, s.seat, a)
    s.choices = 0
    trader_decides(g, e, b, s.seat, a)
    if check(g, e, s.seat, a) == OK:
        write_choice(s, 0, a)
        s.choices = 1
        list_probes(g, e, b, n, f, s.seat, s, a)
    if b.private == 1:
        restore_cash(g, a)


def player_accepts(g, e, b, n, f, seat, a):
    """Whether the bot at a seat accepts terms by its own rule: a master and an oracle by the network."""
    if b.bot[seat] == MASTER_BOT or b.bot[seat] == ORACLE_BOT:
        judge(g, e, n, f)
        return is_welcome(g, e, n, f, seat, a)
    if b.bot[seat] == NOVICE_BOT and not has_learned(g):
        return is_fair(g, e, seat, a)
    return likes_terms(g, e, b, seat, a)
