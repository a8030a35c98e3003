"""The start: tokens, money, the opening rolls and the first move."""

import pytest

from rules.server.kit import server


@pytest.mark.proves("SRV-11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_with_610_whatever_the_number_of_players(seats: int) -> None:
    assert [seat.cash for seat in server(seats, opening=True).view().seats] == [610] * seats
