"""Putting a game into a position: each part checked, and an error that says what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from magnate.editions import EditionError
from magnate.position_check import buildings_standing, most_in_stock
from magnate.rules import codes
from magnate.rules.codes import BANK, GROUP_LOTS, INHERITED, LEAVE_BY_DOUBLE, MORTGAGED, NOBODY
from magnate.rules.property import give_deed, is_bare

if TYPE_CHECKING:
    from magnate.testing import Position

Place = str | int
Level = int | Literal["hotel"]


class BadPosition(ValueError):
    """A position or a script that cannot be, and what would be right."""


def check_number(what: str, number: object, low: int, high: int | None = None) -> None:
    """A whole number within its limits."""
    if type(number) is not int or number < low or (high is not None and number > high):
        expected = f"{low} or more" if high is None else f"{low} to {high}"
        if isinstance(number, float):
            expected += ", a whole number"
        raise BadPosition(f"{what} is {number!r}; expected {expected}")


def check_kinds(given: Mapping[str, Any]) -> None:
    """Refuse arguments of the wrong kind, whose errors would come later and say less."""
    for name, value in given.items():
        is_list = isinstance(value, Iterable) and not isinstance(value, str | Mapping)
        is_dict = value is None or isinstance(value, Mapping)
        is_right, expected = is_dict, "a dict"
        if name in ("rolled", "opening"):
            is_right, expected = isinstance(value, bool), "True or False"
        elif name == "out":
            is_right, expected = is_list, "a list"
        elif name in ("cash", "mortgages"):
            is_right, expected = is_dict or is_list, "a dict or a list"
        if not is_right:
            raise BadPosition(f"{name} is {value!r}; expected {expected}")


def named(find: Callable[[Place], int], place: Place) -> int:
    """The number of a space or deed, by its name."""
    if type(place) is not int and not isinstance(place, str):
        raise BadPosition(f"a place is {place!r}; expected a name, or the number of a space")
    try:
        return find(place)
    except EditionError as error:
        raise BadPosition(str(error)) from None


def level_number(game: Position, level: Any) -> Any:
    """The number of a level: a hotel stands one above the last house."""
    return game.table.building_houses_per_lot + 1 if level == "hotel" else level


def kept_number(game: Position, card: str) -> int:
    """The number of a card that can be kept, by its id."""
    deck, number = game.card(card)
    kept = int(game.table.card_kept[deck * codes.MAX_CARDS + number])
    if kept < 0:
        decks = enumerate(game.edition.decks.values())
        ids = {(deck, number): card.id for deck, found in decks for number, card in enumerate(found.cards)}
        pairs = zip(game.table.kept_deck, game.table.kept_card, strict=True)
        known = ", ".join(ids[pair] for pair in list(pairs)[: game.table.kept])
        raise BadPosition(f"{card} cannot be kept; expected one of {known}")
    return kept


def card_to_draw(game: Position, card: str) -> int:
    """The number of a card in its deck that can be drawn: no player holds it."""
    deck, number = game.card(card)
    kept = int(game.table.card_kept[deck * codes.MAX_CARDS + number])
    if kept >= 0 and (seat := game.state.held[kept]) != NOBODY:
        expected = "another one, or this one scripted after it was used"
        raise BadPosition(f"card {card} was scripted, and seat {seat} holds it; expected {expected}")
    return number


def set_order(game: Position, order: Sequence[int] | None) -> None:
    """The order of play."""
    seats = list(range(game.table.seats))
    if order is not None:
        if sorted(order) != seats or any(type(seat) is not int for seat in order):
            raise BadPosition(f"order is {list(order)}; expected each of the seats {seats} once")
        game.state.order[: len(order)] = order


def set_pieces(
    game: Position,
    cash: Mapping[int, int] | Sequence[int] | None,
    owners: Mapping[Place, int],
    levels: Mapping[Place, Level],
    mortgages: Mapping[Place, int] | Iterable[Place],
    at: Mapping[int, Place],
    jail: Mapping[int, int],
    held: Mapping[str, int],
    out: Sequence[int],
) -> None:
    """Put everything that is given where it belongs; a player who is out has nothing."""
    g = game.state
    for number, seat in enumerate(out):
        check_seat(game, "out", seat, out[:number])
        g.out[seat] = number + 1
        g.out_count = number + 1
        g.cash[seat] = 0
    if game.table.seats - len(out) < 2:
        raise BadPosition(f"out is {list(out)} of {game.table.seats} seats; expected two that play, or more")
    if not isinstance(cash, Mapping | None) and len(cash) != game.table.seats:
        expected = f"{game.table.seats} sums, one a seat, or a dict with those that differ"
        raise BadPosition(f"cash is {list(cash)}; expected {expected}")
    for seat, amount in cash.items() if isinstance(cash, Mapping) else enumerate(cash or []):
        check_seat(game, "cash", seat, out if amount else ())
        check_number(f"cash of seat {seat}", amount, 0)
        if amount % game.table.note:
            raise BadPosition(f"cash of seat {seat} is {amount}; expected whole notes of {game.table.note}")
        g.cash[seat] = amount
    check_once(game, "owners", owners)
    check_once(game, "levels", levels)
    for place, seat in owners.items():
        check_seat(game, f"the owner of {place}", seat, out)
        give_deed(g, game.deed(place), seat)
    for place, level in levels.items():
        build(game, place, level)
    mortgages = mortgages if isinstance(mortgages, Mapping) else list(mortgages)
    check_once(game, "mortgages", mortgages)
    taken = mortgages.items() if isinstance(mortgages, Mapping) else [(place, None) for place in mortgages]
    for place, taker in taken:
        mortgage(game, place, taker)
    for seat, space in at.items():
        check_seat(game, "at", seat)
        g.at[seat] = named(game.edition.find_space, space)
    rolls = game.table.jail_leave_by == LEAVE_BY_DOUBLE
    longest = game.table.jail_turns - rolls  # the last roll frees, or is followed by the fine
    for seat, spent in jail.items():
        check_seat(game, "jail", seat, out)
        check_number(f"jail of seat {seat}, own turns spent there,", spent, 0, longest)
        if seat in at and g.at[seat] != game.table.jail_space:
            raise BadPosition(f"seat {seat} is in jail and at {at[seat]}; expected one or the other")
        g.at[seat], g.jail[seat] = game.table.jail_space, 1 + spent
    for card, seat in held.items():
        check_seat(game, f"the holder of {card}", seat, out)
        hold(game, card, seat)


def check_once(game: Position, what: str, places: Iterable[Place]) -> None:
    """Every deed once, by whatever name."""
    deeds = [game.deed(place) for place in places]
    if len(set(deeds)) < len(deeds):
        raise BadPosition(f"{what} is {list(places)}; expected every deed once")


def check_seat(game: Position, what: str, seat: object, out: Sequence[int] = ()) -> None:
    """A seat of this table, which has not left it."""
    check_number(f"{what}: the seat", seat, 0, game.table.seats - 1)
    if seat in out:
        raise BadPosition(f"{what}: seat {seat} is out; expected a seat that plays")


def lot(game: Position, place: Place) -> int:
    """The number of a deed that is a lot."""
    e, deed = game.table, game.deed(place)
    if e.group_kind[e.deed_group[deed]] != GROUP_LOTS:
        raise BadPosition(f"level: {place} is no lot; expected one on which houses can stand")
    return deed


def build(game: Position, place: Place, level: Level) -> None:
    """Buildings on a lot that somebody owns."""
    g, e, deed = game.state, game.table, lot(game, place)
    level = level_number(game, level)
    check_number(f"level of {place}", level, 0, e.building_houses_per_lot + 1)
    if level and g.owner[deed] == BANK:
        raise BadPosition(f"level of {place} is {level}, and it has no owner; expected an owner in owners")
    g.level[deed] = level


def mortgage(game: Position, place: Place, taker: int | None) -> None:
    """A mortgage, taken out by the owner or by somebody before."""
    g, deed = game.state, game.deed(place)
    if taker is not None:
        check_seat(game, f"the mortgage of {place}", taker)
    if g.owner[deed] == BANK:
        raise BadPosition(f"{place} is mortgaged, and it has no owner; expected an owner in owners")
    if not is_bare(g, game.table, g.owner[deed], deed, game.table.mortgage_bare):
        raise BadPosition(f"{place} is mortgaged and built on, or its group is; expected one or the other")
    g.mortgaged[deed] = MORTGAGED if taker is None or taker == g.owner[deed] else INHERITED


def hold(game: Position, card: str, seat: int) -> None:
    """A kept card, which is then not in its deck."""
    deck, number = game.card(card)
    game.state.held[kept_number(game, card)] = seat
    base = deck * codes.MAX_CARDS
    left = game.chance.deck_left[deck]
    rest = [other for other in game.chance.deck[base : base + left] if other != number]
    game.chance.deck[base : base + len(rest)] = rest
    game.chance.deck_left[deck] = len(rest)


def set_stock(game: Position, houses: int | None, hotels: int | None) -> None:
    """The buildings left in stock."""
    g, e = game.state, game.table
    standing, most = buildings_standing(e, g), most_in_stock(e, g)
    g.houses = left_in_stock("houses", houses, most[0], standing[0])
    g.hotels = left_in_stock("hotels", hotels, most[1], standing[1])
    e.houses, e.hotels = g.houses + standing[0], g.hotels + standing[1]


def left_in_stock(what: str, given: int | None, most: int, standing: int) -> int:
    """What is left in stock: all the others, or fewer, so that a shortage needs no full board."""
    if most < 0:
        raise BadPosition(f"{standing} {what} stand on the board; expected 0 to {most + standing}")
    check_number(f"{what} left in stock, with {standing} standing,", given or 0, 0, most)
    return most if given is None else given
