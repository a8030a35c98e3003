"""A table of different bots, each seat its own."""

from magnate.bots.hidden_cash import hide_cash, restore_cash
from magnate.bots.house import house_decides
from magnate.bots.novice import forgets, novice_decides
from magnate.bots.trader import trader_decides
from magnate.rules.codes import FRAME_BUY, FRAME_TURN
from magnate.rules.masks import first_of
from magnate.rules.stack import top_kind
from magnate.rules.timeout import apply_or_default

HOUSE_BOT = 0
TRADER_BOT = 1
NOVICE_BOT = 2
ORACLE_BOT = 3  # decides by search; where there is none, as a trader
PROBE_BOT = 5  # for the league: decides by search; else as a trader
MASTER_BOT = 6  # decides by the value network; where there is none, as a trader


def bot_to_act(g, b):
    """Whom to ask next: an owner who notices a rent to claim while play rests, else the first seat that must answer."""
    if g.claims > 0 and (top_kind(g) == FRAME_TURN or top_kind(g) == FRAME_BUY):
        for i in range(g.claims):
            seat = g.claim[i].owner
            if b.bot[seat] != NOVICE_BOT or not forgets(g, seat):
                return seat
    seat = first_of(g.must)
    return seat


def bot_decides(g, e, b, seat, a):
    """The choice of whichever bot sits there, from what its seat sees."""
    if b.private == 1:
        hide_cash(g, e, seat, a)
    if b.bot[seat] == NOVICE_BOT:
        novice_decides(g, e, b, seat, a)
    elif b.bot[seat] == HOUSE_BOT:
        house_decides(g, e, b, seat, a)
    else:
        trader_decides(g, e, b, seat, a)
    if b.private == 1:
        restore_cash(g, a)


def play_bots(g, e, c, a, b, most):
    """Bots play on until the game is over or a number of actions has been made."""
    while g.over == 0 and g.actions < most:
        seat = bot_to_act(g, b)
        bot_decides(g, e, b, seat, a)
        apply_or_default(g, e, c, seat, a)
