"""`odds` of a position: what each coming turn may cost, and how likely each owner is paid before their own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from magnate.lab import position
from magnate.lab.errors import BadQuestion
from magnate.lab.position import PositionAfterMove, Where
from magnate.lab.result import Grid, Result, Row, flat
from magnate.lab.roll import Board, RentDue, TokenPlace, place_of
from magnate.rules.stack import next_in_order, playing_mask


@dataclass(frozen=True)
class Danger:
    """A deed a player may pay rent for in the coming turn."""

    deed: int
    name: str
    owner: int
    chance: float
    rent: float  # when hit, on average


@dataclass(frozen=True)
class TurnAhead:
    """A player's coming turn, doubles and cards included."""

    seat: int
    name: str
    space: str
    cash: int
    pays: float  # the chance to pay any rent
    rent: float  # expected
    worst: int
    beyond_cash: float  # the chance that the rents of the turn exceed the cash in hand
    hit: float  # the chance that somebody pays this player before their own next turn
    receives: float  # expected, until then
    dangers: list[Danger]


@dataclass(frozen=True)
class RentRisk(Result):
    """The coming round from a position. Prisoners pay and leave, or `stays`: roll for a double."""

    TABLES = ("turns", "dangers")

    edition: str
    move: int
    stays: bool
    turns: list[TurnAhead]

    def frames(self) -> dict[str, list[Row]]:
        turns = [flat(one) for one in self.turns]
        for row in turns:
            row.pop("dangers")
        return {
            "turns": turns,
            "dangers": [{"seat": one.seat, **flat(danger)} for one in self.turns for danger in one.dangers],
        }

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import rent_risk_grids

        return rent_risk_grids(self)

    def draw(self, figure: Any) -> None:
        from magnate.lab import plots

        plots.rent_risk(self, figure)


Paid = dict[tuple[RentDue, ...], float]


def rent_risk(
    where: Where,
    move: int | None = None,
    *,
    edition: Path | None = None,
    stays: bool = False,
    on_turn: Callable[[], None] | None = None,
) -> RentRisk:
    """The chance to pay rent before the next turn, from a game, the text of a position, or a record after a move."""
    here = position.found(where, move, edition)
    g = here.state
    if g.over:
        raise BadQuestion(f"the game is over at move {here.move}; there are no more rolls")
    playing = [seat for seat in range(g.seats) if g.out[seat] == 0]
    paid: dict[int, Paid] = {}
    for seat in playing:
        paid[seat] = turn_ahead(Board(here.table, g, seat, stays), place_of(g, seat))
        if on_turn is not None:
            on_turn()
    return RentRisk(here.edition.id, here.move, stays, [told(here, seat, paid) for seat in playing])


def turn_ahead(board: Board, place: TokenPlace) -> Paid:
    """Every set of rents a turn may cost, with its chance: the rolls after doubles included."""
    found: Paid = {}
    for outcome in board.roll(place):
        rest = turn_ahead(board, outcome.place) if outcome.again else {(): 1.0}
        for rents, chance in rest.items():
            key = outcome.rents + rents
            found[key] = found.get(key, 0.0) + outcome.chance * chance
    return found


def rolls_before(g: Any, seat: int) -> list[int]:
    """Who rolls before a seat's next turn: everybody, for the seat on turn; for the others those before them."""
    playing = playing_mask(g)
    still_rolls = g.out[g.turn] == 0 and (g.rolled == 0 or g.again == 1)
    found = [g.turn] if g.turn != seat and still_rolls else []
    other = next_in_order(g, g.turn, playing)
    while other not in (seat, g.turn):
        found.append(other)
        other = next_in_order(g, other, playing)
    return found


def told(here: PositionAfterMove, seat: int, paid: dict[int, Paid]) -> TurnAhead:
    """The figures of one seat."""
    g = here.state
    names = [here.edition.space_name(space, "en") for space in here.edition.deeds]
    mine = paid[seat]
    totals = {rents: sum(one.amount for one in rents) for rents in mine}
    deeds = sorted({(one.deed, one.owner) for rents in mine for one in rents})
    dangers = []
    for deed, owner in deeds:
        chance = sum(p for rents, p in mine.items() if any(one.deed == deed for one in rents))
        rent = sum(p * one.amount for rents, p in mine.items() for one in rents if one.deed == deed)
        dangers.append(Danger(deed, names[deed], owner, chance, rent / chance))
    missed, receives = 1.0, 0.0
    for theirs in (paid[other] for other in rolls_before(g, seat)):
        missed *= 1 - sum(p for rents, p in theirs.items() if any(one.owner == seat for one in rents))
        receives += sum(p * one.amount for rents, p in theirs.items() for one in rents if one.owner == seat)
    return TurnAhead(
        seat=seat,
        name=here.names[seat],
        space=here.edition.space_name(g.at[seat], "en"),
        cash=int(g.cash[seat]),
        pays=sum(p for rents, p in mine.items() if rents),
        rent=sum(p * totals[rents] for rents, p in mine.items()),
        worst=max(totals.values(), default=0),
        beyond_cash=sum(p for rents, p in mine.items() if totals[rents] > g.cash[seat]),
        hit=1 - missed,
        receives=receives,
        dangers=sorted(dangers, key=lambda one: -one.chance * one.rent),
    )
