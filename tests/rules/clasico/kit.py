"""The classic table in few words: its groups by name, owners and levels in a line, plans and purses."""

from typing import Any

from magnate.actions import Bid, DeclareBankruptcy, Pass
from magnate.events import DebtOwed
from magnate.testing import EventList, Position
from rules.kit import own

BROWN = ("Ronda de Valencia", "Plaza Lavapiés")
LIGHT_BLUE = ("Glorieta Cuatro Caminos", "Avenida Reina Victoria", "Calle Bravo Murillo")
PINK = ("Glorieta de Bilbao", "Calle Alberto Aguilera", "Calle Fuencarral")
ORANGE = ("Avenida Felipe II", "Calle Velázquez", "Calle Serrano")
RED = ("Avenida de América", "Calle María de Molina", "Calle Cea Bermúdez")
GREEN = ("Puerta del Sol", "Calle Alcalá", "Gran Vía")
BLUE = ("Paseo de la Castellana", "Paseo del Prado")

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


def kinds(game: Position, seat: int) -> list[str]:
    """The kinds of action a seat may take, in the order they are listed."""
    return list(dict.fromkeys(option.type for option in game.options(seat)))


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
