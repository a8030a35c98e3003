"""Rent: automatic, by the contract, doubled on the bare lots of a whole group."""

import pytest

from magnate.actions import ClaimRent, EndTurn
from magnate.events import PaidPlayer, RentFree
from rules.server.kit import BROWN, COMPANIES, STATIONS, all_of, lands, server


@pytest.mark.proves("SRV-26")
@pytest.mark.parametrize(("space", "rent"), [(11, 10), (14, 12), (19, 16), (39, 50)])
def test_rent_is_paid_by_itself_on_landing(space: int, rent: int) -> None:
    game, told = lands(space, 3, owners={space: 1})
    told.one(PaidPlayer, seat=0, other=1, amount=rent, why="rent", deed=game.deed(space), clause="SRV-26")
    assert [game.cash(seat) for seat in range(3)] == [610 - rent, 610 + rent, 610]
    assert game.must == [0]
    assert game.can(0, EndTurn())
    assert game.refusal(1, ClaimRent()) == "WRONG_MOMENT"  # nothing is left to ask for


@pytest.mark.proves("AMB-04")
def test_nothing_happens_on_ones_own_property() -> None:
    game, told = lands(11, owners={11: 0}, levels={11: 2})
    assert told.none(PaidPlayer)
    assert [game.cash(0), game.cash(1)] == [610, 610]
    assert game.can(0, EndTurn())


@pytest.mark.proves("SRV-27")
@pytest.mark.parametrize(("level", "rent"), [(1, 80), (2, 220), (3, 600), (4, 800), (5, 1000)])
def test_buildings_raise_the_rent_to_the_figure_on_the_contract(level: int, rent: int) -> None:
    game, told = lands(19, cash={0: 2000}, owners=all_of(BROWN, 1), levels={19: level})
    told.one(PaidPlayer, seat=0, other=1, amount=rent, clause="SRV-27")
    assert [game.cash(0), game.cash(1)] == [2000 - rent, 610 + rent]


@pytest.mark.proves("SRV-27", "SRV-51")
def test_a_built_lot_owned_alone_takes_the_same_rent() -> None:
    _, told = lands(19, cash={0: 2000}, owners={19: 1}, levels={19: 3})
    told.one(PaidPlayer, amount=600)


@pytest.mark.proves("SRV-28")
@pytest.mark.parametrize("space", [11, 15, 12])
def test_no_rent_on_a_mortgaged_property(space: int) -> None:
    game, told = lands(space, owners={space: 1}, mortgages=[space])
    told.one(RentFree, seat=0, owner=1, deed=game.deed(space))
    assert told.none(PaidPlayer)
    assert [game.cash(0), game.cash(1)] == [610, 610]
    assert game.can(0, EndTurn())


@pytest.mark.proves("SRV-30")
@pytest.mark.parametrize(("space", "rent"), [(16, 28), (18, 28), (19, 32)])
def test_the_owner_of_a_whole_group_takes_double_on_its_bare_lots(space: int, rent: int) -> None:
    _, told = lands(space, owners=all_of(BROWN, 1))
    told.one(PaidPlayer, seat=0, other=1, amount=rent, clause="SRV-30")


@pytest.mark.proves("SRV-30")
@pytest.mark.parametrize("rest", [{}, {16: 2}, {16: 0}])
def test_a_group_that_lacks_one_lot_takes_the_single_rent(rest: dict[int, int]) -> None:
    _, told = lands(19, 3, owners={18: 1, 19: 1, **rest})
    told.one(PaidPlayer, amount=16)


@pytest.mark.proves("SRV-30")
def test_doubling_is_for_the_unbuilt_lots_only() -> None:
    _, bare = lands(16, owners=all_of(BROWN, 1), levels={19: 1})
    bare.one(PaidPlayer, amount=28)
    _, built = lands(19, owners=all_of(BROWN, 1), levels={19: 1})
    built.one(PaidPlayer, amount=80)


@pytest.mark.proves("AMB-20")
def test_a_mortgaged_lot_yields_nothing_but_leaves_the_others_doubled() -> None:
    _, other = lands(19, owners=all_of(BROWN, 1), mortgages=[16])
    other.one(PaidPlayer, amount=32)
    _, itself = lands(16, owners=all_of(BROWN, 1), mortgages=[16])
    assert itself.none(PaidPlayer)


@pytest.mark.proves("AMB-20")
def test_that_is_a_switch() -> None:
    lost = {"rent.doubling_with_mortgage": "lost"}
    _, told = lands(19, owners=all_of(BROWN, 1), mortgages=[16], options=lost)
    told.one(PaidPlayer, amount=16)


@pytest.mark.proves("SRV-31", "AMB-24")
@pytest.mark.parametrize(("owned", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_stations_take_more_the_more_one_owns(owned: int, rent: int) -> None:
    _, told = lands(5, owners=all_of(STATIONS[:owned], 1))
    told.one(PaidPlayer, seat=0, other=1, amount=rent, clause="SRV-31")


@pytest.mark.proves("SRV-31")
def test_stations_of_another_owner_do_not_count() -> None:
    _, told = lands(5, 3, owners={5: 1, 15: 2, 25: 0})
    told.one(PaidPlayer, amount=25)


@pytest.mark.proves("AMB-21")
def test_mortgaged_stations_and_companies_count_for_the_number_owned() -> None:
    _, station = lands(5, owners=all_of(STATIONS, 1), mortgages=[15, 25])
    station.one(PaidPlayer, amount=200)
    _, company = lands(12, owners=all_of(COMPANIES, 1), mortgages=[28])
    company.one(PaidPlayer, amount=30)  # 10 × 3
    _, itself = lands(28, owners=all_of(COMPANIES, 1), mortgages=[28])
    assert itself.none(PaidPlayer)


@pytest.mark.proves("SRV-31", "AMB-22")
@pytest.mark.parametrize(("dice", "one", "both"), [((3, 4), 28, 70), ((1, 2), 12, 30), ((5, 6), 44, 110)])
@pytest.mark.parametrize("space", [12, 28])
def test_companies_take_4_or_10_times_the_dice(space: int, dice: tuple[int, int], one: int, both: int) -> None:
    for owners, rent in (({space: 1}, one), (all_of(COMPANIES, 1), both)):
        game = server(at={0: space - sum(dice)}, owners=owners)
        game.rolls(*dice).one(PaidPlayer, seat=0, other=1, amount=rent, clause="SRV-31")
        assert [game.cash(0), game.cash(1)] == [610 - rent, 610 + rent]


@pytest.mark.proves("SRV-49")
def test_a_prisoner_collects_rent() -> None:
    game, told = lands(19, owners={19: 1}, jail={1: 1})
    told.one(PaidPlayer, seat=0, other=1, amount=16)
    assert game.in_jail(1)


@pytest.mark.proves("SRV-26")
def test_after_a_double_both_rents_are_paid() -> None:
    game = server(at={0: 9}, owners={11: 1, 14: 1})
    game.rolls(1, 1).one(PaidPlayer, amount=10)
    game.rolls(1, 2).one(PaidPlayer, amount=12)
    assert [game.cash(0), game.cash(1)] == [588, 632]
