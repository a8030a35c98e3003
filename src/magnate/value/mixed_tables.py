"""Tables at which masters sit beside scripted bots, each with a network of its own."""

from magnate.bots.hidden_cash import hide_cash, restore_cash
from magnate.bots.table import bot_decides
from magnate.value.master import master_decides

SCRIPTED = -1  # instead of the number of a network: a scripted bot plays the seat


def player_decides(g, e, b, n, f, seat, which, a):
    """The choice of the bot that sits there, a master or a scripted one, from what its seat sees."""
    if which == SCRIPTED:
        bot_decides(g, e, b, seat, a)
        return
    if b.private == 1:
        hide_cash(g, e, seat, a)
    master_decides(g, e, b, n, f, seat, a)
    if b.private == 1:
        restore_cash(g, a)
