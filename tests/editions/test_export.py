"""What a client gets of an edition: the figures it shows are those of the rules."""

import pytest

from magnate.editions import load, names
from magnate.editions.export import export_edition
from magnate.testing import Position


@pytest.mark.parametrize("name", names())
def test_rents_of_whole_groups_are_those_that_the_rules_charge(name: str) -> None:
    spaces = export_edition(name)["spaces"]
    edition = load(name, options={"rent.doubling": "always"})
    lots = [number for number, space in enumerate(spaces) if space.get("whole_group_rents")]
    owned = dict.fromkeys((n for n, space in enumerate(spaces) if space["kind"] == "deed"), 1)
    game = Position(edition, 2, owners=owned)
    for number in lots:
        deed, rents = game.deed(number), spaces[number]["whole_group_rents"]
        for level in (0, 1):
            game.state.level[deed] = level
            assert game.view().deeds[deed].rent == rents[level]
        game.state.level[deed] = 0
    stations = [space for space in spaces if space["kind"] == "deed" and "whole_group_rents" not in space]
    assert (len(lots), len(stations)) == (22, 6)
