"""Checks whether switches fit the board: of the book, of each variant, and of a table's house rules."""

from collections.abc import Iterator

from .errors import Problem
from .schema import DeedSpace, File
from .switches import Rules, for_seats

AMOUNTS = ("start.salary", "parking.pays", "jail.fine")


def check_rules(file: File, rules: Rules, path: str) -> list[Problem]:
    """Everything in these rules that cannot be played on this board."""
    found = [*check_setup(file, rules, path), *check_building(file, rules, path)]
    if rules.ending.players_left >= file.players.max:
        found.append(Problem(f"{path}.ending.players_left", f"must be below players.max, {file.players.max}"))
    note = file.money.note
    for switch in AMOUNTS:
        chapter, key = switch.split(".")
        amount = getattr(getattr(rules, chapter), key)
        if amount % note:
            found.append(Problem(f"{path}.{switch}", f"{amount} must be a multiple of the smallest note, {note}"))
    return found


def check_setup(file: File, rules: Rules, path: str) -> Iterator[Problem]:
    """Starting money and dealt deeds: one figure for each number of players, and no player insolvent at the start."""
    fewest, most = file.players.min, file.players.max
    setup = rules.setup
    lists = {"cash": setup.cash, "dealt": setup.dealt}
    for key, value in lists.items():
        if isinstance(value, tuple) and len(value) != most - fewest + 1:
            wanted = f"one number, or a list of {most - fewest + 1} for {fewest} to {most} players"
            yield Problem(f"{path}.setup.{key}", f"expected {wanted}; got {len(value)}")
            return
    prices = sorted((space.price for space in file.spaces if isinstance(space, DeedSpace)), reverse=True)
    for seats in range(fewest, most + 1):
        cash, dealt = for_seats(setup.cash, seats, fewest), for_seats(setup.dealt, seats, fewest)
        if cash % file.money.note:
            wanted = f"a multiple of the smallest note, {file.money.note}"
            yield Problem(f"{path}.setup.cash", f"{cash} for {seats} players must be {wanted}")
            return
        if dealt * seats > len(prices):
            yield Problem(f"{path}.setup.dealt", f"{seats} players x {dealt} deeds: there are {len(prices)}")
            return
        if setup.dealt_paid and sum(prices[:dealt]) > cash:  # AMB-56
            dearest = f"the {dealt} dearest deeds cost {sum(prices[:dealt])}"
            yield Problem(f"{path}.setup.dealt", f"with {seats} players {dearest}, the starting money is {cash}")
            return


def check_building(file: File, rules: Rules, path: str) -> Iterator[Problem]:
    """No more houses on a lot than the deeds print rents for."""
    building = rules.building
    kinds = {group.id: group.kind for group in file.groups}
    deeds = [space for space in file.spaces if isinstance(space, DeedSpace)]
    most = min((len(deed.rents) - 2 for deed in deeds if kinds[deed.group] == "lots"), default=building.houses_per_lot)
    if building.houses_per_lot > most:
        yield Problem(f"{path}.building.houses_per_lot", f"the deeds print rents for 1 to {most} houses")
    if building.hotel_rest > building.houses_per_lot:
        yield Problem(f"{path}.building.hotel_rest", f"must be 0 to building.houses_per_lot, {building.houses_per_lot}")
