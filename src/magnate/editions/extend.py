"""`extends`: an edition that writes only what differs from another one.

Tables are merged key by key. A list is replaced as a whole, or changed item by item by a table with numbers:
`[spaces] 39 = {price = 450}`. The sentences of a `book` are added to those of the other book.
"""

from typing import Any

from .errors import Problem, near

OWN = ("id", "name", "version")  # never taken over
PRINTED = ("name", "text", "description", "summary", "special", "back", "bank")  # each has its English beside it
TAGS = {"spaces": "kind", "cards": "effect"}  # what says which further keys an item of these lists has
NAMES = ("id", "name", "name_en", "text", "text_en")  # keys that items of every kind have

Tables = dict[str, Any]


def extended(base: Tables, own: Tables, problems: list[Problem]) -> Tables:
    """The tables of an edition that extends another."""
    taken = {key: value for key, value in base.items() if key not in OWN}
    unwanted = own.get("without", [])
    for place, path in enumerate(unwanted if isinstance(unwanted, list) else []):
        taken = without(taken, str(path).split("."), f"without[{place}]", problems)
    found: Tables = merged(taken, own, "", problems)
    if isinstance(own.get("book"), list):
        found["book"] = [*taken.get("book", []), *own["book"]]
    return found


def without(tables: Tables, path: list[str], place: str, problems: list[Problem]) -> Tables:
    """The tables less what stands at a path."""
    key, *further = path
    if key in tables and further and not isinstance(tables[key], dict):
        problems.append(
            Problem(place, f"{key!r} has no names within; expected {key!r} alone, or items changed by number")
        )
        return tables
    if key not in tables:
        problems.append(Problem(place, f"there is no {key!r} to leave out; {near(key, tables)}"))
        return tables
    if further:
        return tables | {key: without(tables[key], further, place, problems)}
    return {name: value for name, value in tables.items() if name != key}


def merged(base: Any, own: Any, path: str, problems: list[Problem]) -> Any:
    """What is written here over what it extends."""
    if isinstance(base, dict) and isinstance(own, dict):
        kept = {key: value for key, value in base.items() if not is_outdated(key, own)}
        return kept | {
            key: merged(base[key], value, join(path, key), problems) if key in base else value
            for key, value in own.items()
        }
    if isinstance(base, list) and isinstance(own, dict):
        return changed_items(base, own, path, problems)
    return own


def changed_items(base: list[Any], own: Tables, path: str, problems: list[Problem]) -> list[Any]:
    """A list with some items changed, named by their numbers."""
    items = list(base)
    for key, value in own.items():
        if key.isascii() and key.isdecimal() and int(key) < len(base):
            taken = of_same_kind(base[int(key)], value, TAGS.get(path.rpartition(".")[2], ""))
            items[int(key)] = merged(taken, value, f"{path}[{key}]", problems)
        else:
            wanted = f"expected a number from 0 to {len(base) - 1}, or the whole list"
            problems.append(Problem(join(path, key), f"no item of this list; {wanted}"))
    return items


def of_same_kind(base: Any, own: Any, tag: str) -> Any:
    """What an item takes over: where its kind is another, only the names."""
    if isinstance(base, dict) and isinstance(own, dict) and own.get(tag, base.get(tag)) != base.get(tag):
        return {key: value for key, value in base.items() if key in NAMES}
    return base


def is_outdated(key: str, own: Tables) -> bool:
    """Whether this is the English of a text that is replaced without a translation."""
    printed = key.removesuffix("_en")
    return key.endswith("_en") and printed in PRINTED and printed in own and key not in own


def join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
