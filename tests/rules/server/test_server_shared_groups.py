"""A group shared by several owners: each sells only its own buildings, and the hotel alone where no house is left."""

import pytest

from magnate.actions import SellBuildings
from magnate.testing import Position


@pytest.mark.proves("AMB-34", "AMB-83")
def test_a_debtor_with_a_hotel_among_anothers_houses_can_still_raise_money() -> None:
    owners, levels = {16: 0, 18: 1, 19: 1}, {16: 5, 18: 4, 19: 4}
    options = {"deals.bare": "lot"}
    game = Position("monopoli-server", 2, options=options, cash=[10, 3000], owners=owners, levels=levels, houses=0)
    game.rolls(1, 3)  # Tassa patrimoniale, 200
    sale = SellBuildings(game.group(16), [0, 4, 4])
    assert sale in game.legal_actions(0)
    assert game.default_action(0) == sale
    game.does(0, sale)  # half of 100 and of 4 x 100: 250; 10 + 250 - 200
    assert (game.cash(0), game.level(16), game.level(18)) == (60, 0, 4)
