"""Tables at which masters sit beside scripted bots, each with a network of its own."""

from magnate.bots.hidden_cash import hide_purses, show_purses
from magnate.bots.table import bot_decides
from magnate.value.master import master_decides

SCRIPTED = -1  # instead of the number of a network: a scripted bot plays the seat


def player_decides(g, e, b, n, f, seat, which, a):
    """The choice of whoever sits there, a master or a scripted bot, from what its seat sees."""
    if which == SCRIPTED:
        bot_decides(g, e, b, seat, a)
        return
    if b.private == 1:
        hide_purses(g, e, seat, a)
    master_decides(g, e, b, n, f, seat, a)
    if b.private == 1:
        show_purses(g, a)
