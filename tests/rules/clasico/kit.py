"""The classic table in few words: its groups by name, owners and levels in a line, plans and purses."""

from collections.abc import Sequence
from typing import Any

from magnate.actions import AcceptDeal, Bid, Build, DeclareBankruptcy, Pass, ProposeDeal, SellBuildings
from magnate.events import DebtOwed
from magnate.testing import EventList, Position

BROWN = ("Ronda de Valencia", "Plaza Lavapiés")
LIGHT_BLUE = ("Glorieta Cuatro Caminos", "Avenida Reina Victoria", "Calle Bravo Murillo")
PINK = ("Glorieta de Bilbao", "Calle Alberto Aguilera", "Calle Fuencarral")
ORANGE = ("Avenida Felipe II", "Calle Velázquez", "Calle Serrano")
RED = ("Avenida de América", "Calle María de Molina", "Calle Cea Bermúdez")
YELLOW = ("Avenida de los Reyes Católicos", "Calle Bailén", "Plaza de España")
GREEN = ("Puerta del Sol", "Calle Alcalá", "Gran Vía")
BLUE = ("Paseo de la Castellana", "Paseo del Prado")
STATIONS = ("Estación de Goya", "Estación de las Delicias", "Estación del Mediodía", "Estación del Norte")
UTILITIES = ("Compañía de Electricidad", "Compañía de Aguas")

HOTEL = 5  # the level above four houses


def table(seats: int = 2, **position: Any) -> Position:
    """A classic game in a position."""
    return Position("clasico", seats, **position)


def fast(seats: int = 3, **position: Any) -> Position:
    """A fast game in a position: the deal is left out, so that everybody owns what the position says."""
    return Position("clasico", seats, variant="fast", options={"setup.dealt": 0}, **position)


def timed(seats: int = 3, **position: Any) -> Position:
    """A timed game in a position, without the deal."""
    return Position("clasico", seats, variant="timed", options={"setup.dealt": 0}, **position)


def own(seat: int, *places: str | int) -> dict[str | int, int]:
    """These deeds belong to this seat."""
    return dict.fromkeys(places, seat)


def built(places: Sequence[str], *levels: int) -> dict[str | int, int]:
    """These lots stand at these levels."""
    return dict(zip(places, levels, strict=True))


def build(game: Position, places: Sequence[str], *levels: int) -> Build:
    """The order that brings a group to these levels."""
    return Build(game.group(places[0]), list(levels))


def sell(game: Position, places: Sequence[str], *levels: int) -> SellBuildings:
    """The sale that brings a group down to these levels."""
    return SellBuildings(game.group(places[0]), list(levels))


def levels(game: Position, places: Sequence[str]) -> list[int]:
    """How high the lots stand."""
    return [game.level(place) for place in places]


def purses(game: Position) -> list[int]:
    """Everybody's cash."""
    return [game.cash(seat) for seat in range(game.seats)]


def stock(game: Position) -> tuple[int, int]:
    """The houses and hotels the Bank has left."""
    view = game.view()
    return view.houses, view.hotels


def kinds(game: Position, seat: int) -> list[str]:
    """The kinds of action a seat may take, in the order they are listed."""
    return list(dict.fromkeys(option.type for option in game.options(seat)))


def trade(game: Position, proposer: int, others: Sequence[int], **terms: Any) -> EventList:
    """A deal proposed by one seat and accepted by the others."""
    told = game.does(proposer, ProposeDeal(**terms))
    revision = game.view().deals[0].revision
    for other in others:
        told += game.does(other, AcceptDeal(proposer, revision))
    return told


def wins_at(game: Position, seat: int, amount: int) -> EventList:
    """A seat bids once and everybody else leaves the auction."""
    told = game.does(seat, Bid(amount))
    while game.must and "Pass" in kinds(game, game.must[0]):
        told += game.does(game.must[0], Pass())
        if "AuctionWon" in {type(event).__name__ for event in told}:
            break
    return told


def all_pass(game: Position) -> EventList:
    """Everybody leaves this auction without a bid."""
    told = EventList()
    while not {"AuctionFailed", "AuctionWon"} & {type(event).__name__ for event in told}:
        told += game.does(game.must[0], Pass())
    return told


def gives_up(game: Position, seat: int) -> EventList:
    """A debtor who cannot pay declares it."""
    return game.does(seat, DeclareBankruptcy())


def deck_order(game: Position, deck: int) -> list[str]:
    """The cards of a deck from top to bottom, by id."""
    cards = list(game.edition.decks.values())[deck].cards
    start = deck * (len(game.chance.deck) // len(game.chance.deck_left))
    return [cards[number].id for number in game.chance.deck[start : start + game.chance.deck_left[deck]]]


def owing_bank(cash: int = 0, seats: int = 3, **position: Any) -> Position:
    """Seat 0 owes the Bank the capital tax of 200."""
    game = table(seats, **{"cash": {0: cash}, **position})
    game.rolls(1, 3).one(DebtOwed, seat=0, other=None, amount=200)
    return game


def owing_rent(own_cash: int = 0, seats: int = 3, **position: Any) -> Position:
    """Seat 0 owes seat 1 2000 for the hotel on Paseo del Prado."""
    owners = {**own(1, BLUE[1]), **position.pop("owners", {})}
    levels = {BLUE[1]: 5, **position.pop("levels", {})}
    purse = {0: own_cash, **position.pop("cash", {})}
    game = table(seats, cash=purse, at={0: "Calle Alcalá"}, owners=owners, levels=levels, **position)
    game.rolls(3, 4)
    game.claims(1).one(DebtOwed, seat=0, other=1, amount=2000)
    return game
