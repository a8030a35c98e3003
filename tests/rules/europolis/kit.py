"""Short words for the EuroPolis tests: its countries, deals by the names of deeds and cards, decks in order."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from magnate.actions import AcceptDeal, Build, DeclareBankruptcy, ProposeDeal, SellBuildings
from magnate.editions import Edition, load
from magnate.events import DebtOwed
from magnate.testing import EventList, Place, Position, codes

BULGARIA = ("Varna", "Sofia")
ROMANIA = ("Constanța", "Timișoara", "București")
GREECE = ("Patras", "Salonic", "Atena")
SPAIN = ("Valencia", "Barcelona", "Madrid")
ITALY = ("Napoli", "Milano", "Roma")
FRANCE = ("Marsilia", "Lyon", "Paris")
GERMANY = ("Hamburg", "München", "Berlin")
BRITAIN = ("Edinburgh", "Londra")
AIRLINES = ("Linia Aeriană Est", "Linia Aeriană Sud", "Linia Aeriană Vest", "Linia Aeriană Nord")
UTILITIES = ("Compania de Electricitate", "Compania de Apă")

START, JAIL, PARKING = 0, 10, 20


def europolis(seats: int = 2, **position: Any) -> Position:
    """A position of EuroPolis."""
    return Position("europolis", seats, **position)


def owned(seat: int, *countries: Sequence[str]) -> dict[Place, int]:
    """Whole countries in one hand."""
    return {city: seat for country in countries for city in country}


def built(country: Sequence[str], *levels: int) -> dict[Place, int]:
    """How high the cities of a country stand."""
    return dict(zip(country, levels, strict=True))


def build(game: Position, country: Sequence[str], *levels: int) -> Build:
    """Buy buildings until the cities stand so high."""
    return Build(game.group(country[0]), list(levels))


def sell(game: Position, country: Sequence[str], *levels: int) -> SellBuildings:
    """Sell buildings until the cities stand so high."""
    return SellBuildings(game.group(country[0]), list(levels))


def levels(game: Position, country: Sequence[str]) -> list[int]:
    """How high the cities of a country stand now."""
    return [game.level(city) for city in country]


def deal(
    game: Position,
    cash: Mapping[int, int] | None = None,
    deeds: Mapping[str, int] | None = None,
    cards: Mapping[str, int] | None = None,
) -> ProposeDeal:
    """A deal: changes of cash, and who gets which deed and which card, by their names."""
    return ProposeDeal(
        cash=dict(cash or {}),
        deeds={game.deed(place): seat for place, seat in (deeds or {}).items()},
        cards={game.kept(card): seat for card, seat in (cards or {}).items()},
    )


def trade(game: Position, proposer: int, other: int, offer: ProposeDeal) -> EventList:
    """One proposes, the other accepts."""
    told = game.does(proposer, offer)
    revision = game.view().deals[0].revision
    return EventList(told + game.does(other, AcceptDeal(proposer, revision)))


def stock(game: Position) -> tuple[int, int]:
    """Villas and hotels left in the Bank."""
    view = game.view()
    return view.houses, view.hotels


def pile(game: Position, card: str) -> list[str]:
    """The deck a card belongs to, from the top down, by the ids of its cards."""
    deck, _ = game.card(card)
    ids = [other.id for other in list(game.edition.decks.values())[deck].cards]
    start = deck * codes.MAX_CARDS
    return [ids[number] for number in game.chance.deck[start : start + game.chance.deck_left[deck]]]


def purses(game: Position) -> list[int]:
    """Everybody's cash."""
    return [game.cash(seat) for seat in range(game.seats)]


def altered(folder: Path, old: str, new: str) -> Edition:
    """EuroPolis with something else printed on its Titles."""
    text = files("magnate.editions").joinpath("europolis.toml").read_text(encoding="utf-8")
    assert old in text
    path = folder / "altered.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return load(path)


def owes_the_bank(seats: int = 3, **position: Any) -> Position:
    """Seat 0 stands before the 6,000 of Impozit pe Venit."""
    game = europolis(seats, at={0: 1}, **position)
    game.rolls(1, 2).one(DebtOwed, seat=0, other=None, amount=6000, why="tax")
    return game


def owes_a_player(
    seats: int = 3,
    owners: dict[Place, int] | None = None,
    levels: dict[Place, int] | None = None,
    **position: Any,
) -> Position:
    """Seat 0 stands before the 60,000 of the hotel in Londra, which seat 1 has asked for."""
    game = europolis(
        seats,
        at={0: 36},
        owners=owned(1, BRITAIN) | (owners or {}),
        levels=built(BRITAIN, 5, 5) | (levels or {}),
        **position,
    )
    game.rolls(1, 2)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=60_000, why="rent")
    return game


def goes_bankrupt(game: Position, seat: int = 0) -> EventList:
    return game.does(seat, DeclareBankruptcy())
