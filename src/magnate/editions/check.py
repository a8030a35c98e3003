"""Checks of an edition that types cannot express: sums, references, sizes, ranges that depend on other keys."""

import re
from collections import Counter
from collections.abc import Collection, Iterator

import msgspec

from magnate.rules import codes, tell

from .check_rules import check_rules
from .errors import Problem, near
from .schema import (
    CardSpace,
    Deck,
    DeedSpace,
    File,
    Group,
    Keep,
    MoveBackTo,
    MoveTo,
    MoveToUnpaid,
    PayOrDraw,
    TaxSpace,
    Variant,
)
from .switches import Rules, for_seats, known_switches

RULE_KEYS = {name.removeprefix("RULE_").lower(): code for name, code in vars(tell).items() if name.startswith("RULE_")}


def check_file(file: File, prefixes: Collection[str] = ()) -> list[Problem]:
    """Everything wrong in a file whose types are right. It may cite books with these prefixes beside its own."""
    found = [*check_identity(file), *check_money(file)]
    if found:  # with a wrong note, every sum would seem wrong
        return found
    for check in (check_board, check_groups, check_deeds, check_fixed, check_skins):
        found += check(file)
    for name, deck in file.decks.items():
        found += check_deck(file, f"decks.{name}", deck)
    found += check_deck_sizes("decks", file.decks)
    known = list(dict.fromkeys([file.prefix, *prefixes]))
    found += check_book(file, known)
    found += check_clauses(file, "clauses", file.clauses, known)
    for name, variant in file.variants.items():
        found += check_clauses(file, f"variants.{name}.clauses", variant.clauses, known)
    return found or check_all_rules(file)  # which count on a sound board


def check_all_rules(file: File) -> list[Problem]:
    """The book's rules; where they are sound, those of its variants."""
    found = check_rules(file, file.rules, "rules")
    if not found:
        for name, variant in file.variants.items():
            found += check_rules(file, with_variant(file.rules, variant), f"variants.{name}.rules")
    return found


def with_variant(rules: Rules, variant: Variant) -> Rules:
    """The rules of the book with what the variant changes."""
    data = msgspec.to_builtins(rules)
    for chapter, changes in variant.rules.items():
        data[chapter].update(changes)
    return msgspec.convert(data, Rules)


def check_identity(file: File) -> Iterator[Problem]:
    """Players and their tokens."""
    if file.players.max < file.players.min:
        yield Problem("players.max", f"must be at least players.min, {file.players.min}")
    if len(file.tokens) < file.players.max:
        yield Problem("tokens", f"{len(file.tokens)} tokens for {file.players.max} players")
    yield from unique("tokens", "", list(file.tokens))


def check_money(file: File) -> Iterator[Problem]:
    """Notes: the smallest is the unit, and the packs given out add up to the starting money."""
    money = file.money
    if money.notes and min(money.notes) != money.note:
        yield Problem("money.note", f"must be the smallest of money.notes, {min(money.notes)}")
    sizes = file.players.max - file.players.min + 1
    if len(money.packs) not in (0, 1, sizes):
        yield Problem("money.packs", f"expected 1 pack, or {sizes}: one for each number of players")
        return
    for number, pack in enumerate(money.packs):
        for note in pack:
            if note not in map(str, money.notes):
                yield Problem(f"money.packs[{number}].{note}", f"no such note; {near(note, map(str, money.notes))}")
                return
        cash = file.rules.setup.cash
        short = isinstance(cash, tuple) and number >= len(cash)  # reported with the rules
        due = 0 if short else for_seats(cash, file.players.min + number, file.players.min)
        total = sum(int(note) * count for note, count in pack.items())
        if not short and total != due:
            yield Problem(f"money.packs[{number}]", f"adds up to {total}, but rules.setup.cash is {due}")


def check_board(file: File) -> Iterator[Problem]:
    """The corners exist; decks and groups named on the board exist; it is not too large."""
    kinds = [space.kind for space in file.spaces]
    if len(kinds) > codes.MAX_SPACES:
        yield Problem("spaces", f"{len(kinds)} spaces; at most {codes.MAX_SPACES}")
    if not kinds or kinds[0] != "start":
        yield Problem("spaces[0].kind", "the first space must be the start")
    for kind in ("start", "jail"):
        if kinds.count(kind) != 1:
            yield Problem("spaces", f"expected exactly one space of kind {kind}, found {kinds.count(kind)}")
    for kind in ("free", "go_to_jail"):
        if kind not in kinds:
            yield Problem("spaces", f"expected a space of kind {kind}")
    for number, space in enumerate(file.spaces):
        if isinstance(space, CardSpace) and space.deck not in file.decks:
            yield Problem(f"spaces[{number}].deck", f"no deck {space.deck!r}; {near(space.deck, file.decks)}")
        if isinstance(space, TaxSpace):
            yield from whole_notes(file, f"spaces[{number}].amount", space.amount)


def check_groups(file: File) -> Iterator[Problem]:
    """Groups have their lots."""
    yield from unique("groups", "id", [group.id for group in file.groups])
    if len(file.groups) > codes.MAX_GROUPS:
        yield Problem("groups", f"{len(file.groups)} groups; at most {codes.MAX_GROUPS}")
    sizes = Counter(space.group for space in file.spaces if isinstance(space, DeedSpace))
    if sizes.total() > codes.MAX_DEEDS:
        yield Problem("spaces", f"{sizes.total()} deeds; at most {codes.MAX_DEEDS}")
    for number, group in enumerate(file.groups):
        if not sizes[group.id]:
            yield Problem(f"groups[{number}]", f"no deed belongs to the group {group.id!r}")
        if sizes[group.id] > codes.MAX_GROUP_LOTS:
            yield Problem(f"groups[{number}]", f"{sizes[group.id]} deeds in a group; at most {codes.MAX_GROUP_LOTS}")
        if group.times_dice and group.kind != "utility":
            yield Problem(f"groups[{number}].times_dice", "only the rents of utilities can be multiplied by the dice")


def check_deeds(file: File) -> Iterator[Problem]:
    """Prices are whole notes, rents rise, lots and only lots have building prices."""
    groups = {group.id: group for group in file.groups}
    sizes = Counter(space.group for space in file.spaces if isinstance(space, DeedSpace))
    for number, deed in enumerate(file.spaces):
        if not isinstance(deed, DeedSpace):
            continue
        path = f"spaces[{number}]"
        if deed.group not in groups:
            yield Problem(f"{path}.group", f"no group {deed.group!r}; {near(deed.group, groups)}")
            continue
        yield from whole_notes(file, f"{path}.price", deed.price)
        yield from whole_notes(file, f"{path}.mortgage", deed.mortgage)
        if deed.mortgage > deed.price:
            yield Problem(f"{path}.mortgage", f"must be at most the price, {deed.price}")
        for place, rent in enumerate(deed.rents):
            yield from whole_notes(file, f"{path}.rents[{place}]", rent)
        yield from check_rents(path, deed, groups[deed.group], sizes[deed.group])
        for key in ("house_cost", "hotel_cost"):
            cost = getattr(deed, key)
            if groups[deed.group].kind != "lots" and cost:
                yield Problem(f"{path}.{key}", "only lots can be built on")
            elif groups[deed.group].kind == "lots" and cost < 1:
                yield Problem(f"{path}.{key}", "a lot needs a building price above 0")
            else:
                yield from whole_notes(file, f"{path}.{key}", cost)


def check_rents(path: str, deed: DeedSpace, group: Group, size: int) -> Iterator[Problem]:
    """Lots: bare, each house, hotel, always rising. Others: one for each number owned, never falling."""
    lots = group.kind == "lots"
    if lots and not 3 <= len(deed.rents) <= codes.MAX_RENTS:
        yield Problem(f"{path}.rents", f"expected 3 to {codes.MAX_RENTS} rents: bare, one for each house, hotel")
    if not lots and len(deed.rents) != size:
        yield Problem(f"{path}.rents", f"expected {size} rents: one for each number of the group owned")
    for place in range(1, len(deed.rents)):
        step = deed.rents[place] - deed.rents[place - 1]
        if step < 0 or (lots and step == 0):
            yield Problem(f"{path}.rents[{place}]", f"must rise above {deed.rents[place - 1]}")


def check_fixed(file: File) -> Iterator[Problem]:
    """Switches no table may turn must be switches."""
    for place, path in enumerate(file.fixed):
        if path not in known_switches():
            yield Problem(f"fixed[{place}]", f"unknown switch {path!r}; {near(path, known_switches())}")


def check_skins(file: File) -> Iterator[Problem]:
    """Looks: they name spaces of the board and replace decks it has."""
    if file.skin and file.skin not in file.skins:
        yield Problem("skin", f"no skin {file.skin!r}; {near(file.skin, file.skins)}")
    for name, skin in file.skins.items():
        for key in skin.spaces:
            if not key.isdecimal() or int(key) >= len(file.spaces):
                yield Problem(f"skins.{name}.spaces.{key}", f"no such space; spaces are 0 to {len(file.spaces) - 1}")
        for deck in skin.decks:
            if deck not in file.decks:
                yield Problem(f"skins.{name}.decks.{deck}", f"no such deck; {near(deck, file.decks)}")
            yield from check_deck(file, f"skins.{name}.decks.{deck}", skin.decks[deck])
        yield from check_deck_sizes(f"skins.{name}.decks", file.decks | skin.decks)


def check_deck_sizes(path: str, decks: dict[str, Deck]) -> Iterator[Problem]:
    """Not more decks and cards than a game can hold."""
    if len(decks) > codes.MAX_DECKS:
        yield Problem(path, f"{len(decks)} decks; at most {codes.MAX_DECKS}")
    kept = sum(isinstance(card, Keep) for deck in decks.values() for card in deck.cards)
    if kept > codes.MAX_KEPT:
        yield Problem(path, f"{kept} cards to keep; at most {codes.MAX_KEPT}")
    for name, deck in decks.items():
        if not 1 <= len(deck.cards) <= codes.MAX_CARDS:
            yield Problem(f"{path}.{name}.cards", f"{len(deck.cards)} cards; expected 1 to {codes.MAX_CARDS}")
        elif all(isinstance(card, Keep) for card in deck.cards):
            yield Problem(f"{path}.{name}.cards", "a deck needs a card that is not kept, or it can run out")


def check_deck(file: File, path: str, deck: Deck) -> Iterator[Problem]:
    """Cards: targets on the board, amounts in whole notes, places in their texts that exist."""
    yield from unique(f"{path}.cards", "id", [card.id for card in deck.cards])
    last = len(file.spaces) - 1
    kinds = {group.kind for group in file.groups}
    for number, card in enumerate(deck.cards):
        here = f"{path}.cards[{number}]"
        if isinstance(card, MoveTo | MoveToUnpaid | MoveBackTo) and card.space > last:
            yield Problem(f"{here}.space", f"no space {card.space}; spaces are 0 to {last}")
        if isinstance(card, PayOrDraw) and card.deck not in file.decks:
            yield Problem(f"{here}.deck", f"no deck {card.deck!r}; {near(card.deck, file.decks)}")
        if isinstance(card, Keep) and not (card.frees or card.cancels):
            yield Problem(f"{here}.frees", "a card that is kept must free from jail or cancel a tax")
        if card.effect.startswith("nearest_") and card.effect.removeprefix("nearest_") not in kinds:
            yield Problem(f"{here}.effect", f"the board has no group of kind {card.effect.removeprefix('nearest_')}")
        for key in ("amount", "per_house", "per_hotel"):
            yield from whole_notes(file, f"{here}.{key}", getattr(card, key, 0))
        for key in ("text", "text_en"):
            for place in re.findall(r"\{([^}]*)\}?", getattr(card, key)):
                if not place.isdecimal() or int(place) > last:
                    yield Problem(f"{here}.{key}", f"no space {{{place}}}; spaces are {{0}} to {{{last}}}")


def check_clauses(file: File, path: str, clauses: dict[str, str], prefixes: list[str]) -> Iterator[Problem]:
    """Rules are known, and clauses look like this book's, or that of an edition it extends."""
    like = " or ".join(f"{prefix}-01" for prefix in [*prefixes, "AMB"])
    sentences = {sentence.id for sentence in file.book}
    books = tuple({id.partition("-")[0] for id in sentences})
    for key, clause in clauses.items():
        if key not in RULE_KEYS:
            yield Problem(f"{path}.{key}", f"unknown rule; {near(key, RULE_KEYS)}")
        elif not re.fullmatch(rf"({'|'.join(prefixes)}|AMB)-\d\d+", clause):
            yield Problem(f"{path}.{key}", f"expected a clause like {like}, got {clause!r}")
        elif clause.startswith(books) and clause not in sentences:
            yield Problem(f"{path}.{key}", f"the book has no {clause}")


def check_book(file: File, prefixes: list[str]) -> Iterator[Problem]:
    """The clauses of a book are numbered by its prefix, each once."""
    yield from unique("book", "id", [sentence.id for sentence in file.book])
    for number, sentence in enumerate(file.book):
        if not re.fullmatch(rf"({'|'.join(prefixes)})-\d\d+", sentence.id):
            yield Problem(f"book[{number}].id", f"expected a number like {file.prefix}-01, got {sentence.id!r}")


def unique(path: str, key: str, names: list[str]) -> Iterator[Problem]:
    """No name twice."""
    for number, name in enumerate(names):
        if name in names[:number]:
            where = f"{path}[{number}].{key}" if key else f"{path}[{number}]"
            yield Problem(where, f"{name!r} is used twice")


def whole_notes(file: File, path: str, amount: int) -> Iterator[Problem]:
    """Only sums that the smallest note can pay."""
    note = file.money.note
    if amount % note:
        yield Problem(path, f"{amount} must be a multiple of the smallest note, {note}")
