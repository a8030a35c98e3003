"""The numbers that make a trader's style have names, and each stands where the bot reads it."""

from magnate.bots import trader_values
from magnate.bots.lineup import STYLE, Style, line_up
from magnate.bots.trader_values import knob
from magnate.editions import load
from magnate.objects import table


def test_every_number_of_a_style_is_read_by_its_name() -> None:
    assert [getattr(trader_values, name.upper()) for name in Style._fields] == list(range(trader_values.KNOBS))


def test_a_style_of_ones_own_is_that_of_every_seat() -> None:
    e = table(load("clasico").table(3))
    own = line_up(e, ["trader"] * 3, style=STYLE._replace(margin=300, fair=65))
    usual = line_up(e, ["trader"] * 3)
    for seat in range(3):
        assert (knob(own, seat, trader_values.MARGIN), knob(own, seat, trader_values.FAIR)) == (300, 65)
        assert knob(own, seat, trader_values.DENY) == knob(usual, seat, trader_values.DENY) == STYLE.deny
