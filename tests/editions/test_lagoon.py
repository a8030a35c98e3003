"""Lagoon, the worked example of an edition of one's own: 52 spaces, and rules that none of the five books has."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from editions.classic import FIVE
from magnate import Game
from magnate.actions import Build, BuyDeed, RefuseDeed, SellBuildings
from magnate.compiled import batch, interpreted, records
from magnate.editions import EditionError, load
from magnate.editions.read import parse
from magnate.editions.schema import DeedSpace
from magnate.editions.switches import switches
from magnate.events import AuctionOpened, BuildingsSold, Collected, DeedRefused, Jailed, Moved, PaidPlayer
from magnate.testing import Position

FILE = Path(__file__).parent.parent.parent / "examples" / "editions" / "lagoon.toml"
TEXT = FILE.read_text(encoding="utf-8")
KELP = ("Drying Racks", "Net Loft", "Kelp Market")  # 1, 3, 4: building at 60
FERRIES = ("Morning Ferry", "Mail Boat", "Noon Ferry", "Cattle Boat", "Night Ferry")  # 6, 18, 32, 38, 44

NEW = {
    "turn.doubles_to_jail": 4,
    "start.backwards": True,
    "parking.pays": 50,
    "purchase.refused": "stays",
    "rent.mortgaged_count": False,
    "jail.collects_rent": False,
    "building.houses_per_lot": 2,
    "building.hotel_rest": 2,
    "building.resale_percent": 75,
}


def lagoon(seats: int = 2, **position: Any) -> Position:
    """A position of Lagoon."""
    return Position(FILE, seats, **position)


# The file.


def test_the_board_has_52_spaces_and_its_corners_at_0_13_26_39() -> None:
    spaces = load(FILE).spaces
    assert len(spaces) == 52
    assert [spaces[corner].kind for corner in (0, 13, 26, 39)] == ["start", "jail", "free", "go_to_jail"]
    assert Counter(space.kind for space in spaces) == {
        "deed": 35, "card": 10, "tax": 3, "start": 1, "jail": 1, "free": 1, "go_to_jail": 1,
    }  # fmt: skip


def test_nine_islands_of_three_lots_five_ferries_and_three_works() -> None:
    edition = load(FILE)
    deeds = [space for space in edition.spaces if isinstance(space, DeedSpace)]
    sizes = Counter(deed.group for deed in deeds)
    assert [(group.kind, sizes[group.id]) for group in edition.groups] == (
        [("lots", 3)] * 9 + [("transport", 5), ("utility", 3)]
    )
    assert (min(deed.price for deed in deeds), max(deed.price for deed in deeds)) == (60, 450)
    assert sum(deed.price for deed in deeds) == 6_210 + 5 * 200 + 3 * 150
    assert all(deed.mortgage * 2 == deed.price for deed in deeds)


def test_two_to_six_players_begin_with_1500_shells() -> None:
    edition = load(FILE)
    assert list(edition.seats) == [2, 3, 4, 5, 6]
    assert [edition.table(seats)["setup_cash"] for seats in edition.seats] == [1500] * 5
    assert edition.money(1500) == "1,500 shells"
    assert edition.bank() == edition.bank("en") == "the Harbour Bank"


def test_at_least_three_of_its_rules_are_in_none_of_the_five_books() -> None:
    in_books: dict[str, set[Any]] = {}
    for name in FIVE:
        for variant in (None, *load(name).file.variants):
            for switch, value in switches(load(name, variant=variant).rules):
                in_books.setdefault(switch, set()).add(value)
    amounts = ("setup.cash", "start.salary", "jail.fine")  # other money is no other rule
    new = {
        switch: value
        for switch, value in switches(load(FILE).rules)
        if value not in in_books[switch] and switch not in amounts
    }
    assert new == NEW


# The file brings its rulebook along, and need not say everything twice.


def test_every_rule_cites_a_sentence_of_its_own_book() -> None:
    edition = load(FILE)
    book = {sentence.id for sentence in edition.file.book}
    assert set(edition.file.clauses.values()) <= book
    assert sorted(book) == [f"LAG-{number:02}" for number in range(1, 49)]
    sentence = edition.sentence(edition.clause("salary"))
    assert sentence is not None
    assert sentence.text.endswith("forwards or backwards, the Bank pays 200.")
    assert edition.sentence("LAG-99") is None


def test_an_edition_in_english_says_everything_once() -> None:
    assert "_en" not in TEXT
    edition = load(FILE)
    assert edition.deck_name("tides", "en") == edition.deck_name("tides", "it") == "Tide"
    assert edition.card_text("bottles", 6, "en") == "You are asked to dine at the Pearl Palace: sail there."
    assert edition.texts.summary_en == edition.texts.summary
    assert load(FILE, variant="ebb").file.variants["ebb"].name_en == "Ebb tide"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('salary = "LAG-07"', 'salary = "LAG-70"', "clauses.salary: the book has no LAG-70"),
        ('id = "LAG-02"', 'id = "LAG-01"', "book[1].id: 'LAG-01' is used twice"),
        ('id = "LAG-48"', 'id = "CLA-48"', "book[47].id: expected a number like LAG-01, got 'CLA-48'"),
        ('chapter = "Setup"\n', "", "book[0].chapter: missing; expected text"),
        ('language = "en"', 'language = "it"', "bank_en: missing; expected text"),
    ],
)
def test_what_is_wrong_is_named_by_its_place(old: str, new: str, said: str) -> None:
    assert old in TEXT
    with pytest.raises(EditionError) as error:
        parse(TEXT.replace(old, new, 1), "mine.toml")
    assert said in [f"{path}: {message}" for path, message in error.value.problems]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nowhere/lagoon.toml", "lagoon.toml: cannot be read: No such file or directory"),
        ("examples/editions/lagoon", "an edition of your own is named by its file, which ends in .toml"),
        ("lagun", "no such edition; Known: castis"),
        (FILE.parent, "cannot be read: Is a directory"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(path: str | Path, said: str) -> None:
    with pytest.raises(EditionError) as error:
        Game(path, seats=2)
    assert said in str(error.value)


# In play: what none of the five books has.


def test_quiet_cove_pays_50_to_everybody_who_rests_there() -> None:
    game = lagoon(at={0: 23})
    told = game.rolls(1, 2)
    assert told.one(Collected, seat=0, amount=50).clause == "LAG-08"
    assert game.cash(0) == 1550


def test_what_is_not_bought_stays_with_the_bank_until_somebody_lands_there_again() -> None:
    game = lagoon(at={0: 1})
    game.rolls(1, 2)
    told = game.does(0, RefuseDeed())
    assert told.one(DeedRefused, seat=0, deed=game.deed("Kelp Market")).clause == "LAG-11"
    assert told.none(AuctionOpened)
    assert game.owner("Kelp Market") is None
    game.ends_turn()
    game.rolls(1, 3)
    game.does(1, BuyDeed())
    assert game.owner("Kelp Market") == 1
    assert game.cash(1) == 1500 - 80


def test_the_fourth_double_of_a_turn_leads_onto_the_reef_and_the_third_does_not() -> None:
    game = lagoon(at={0: 14}, owners={"White Heap": 0, "Mail Boat": 0})
    game.draws("M2", 1, 1)
    game.rolls(1, 1)
    game.rolls(1, 1)
    assert (game.space(0), game.in_jail(0)) == (20, False)
    assert game.rolls(1, 1).one(Jailed, seat=0).clause == "LAG-06"
    assert game.in_jail(0)
    assert game.space(0) == 13


def test_the_pier_pays_200_forwards_and_backwards() -> None:
    game = lagoon(at={0: 50})
    assert game.rolls(1, 2).one(Collected, seat=0, amount=200).clause == "LAG-07"
    back = lagoon(at={0: 9})
    told = back.draws("T2", 1, 2)  # the spring tide: 13 back from 12, over the pier to 51
    told.one(Moved, origin=12, space=51)
    told.one(Collected, seat=0, amount=200)


def test_a_lot_holds_two_houses_and_then_a_hotel() -> None:
    game = lagoon(owners=dict.fromkeys(KELP, 0), levels=dict.fromkeys(KELP, 2))
    group = game.group("Net Loft")
    game.does(0, Build(group, [3, 2, 2]))
    assert game.cash(0) == 1500 - 60
    assert game.refusal(0, Build(group, [4, 2, 2])) is not None
    game = lagoon(owners=dict.fromkeys(KELP, 1), levels=dict.fromkeys(KELP, 3), at={0: 1})
    assert game.rolls(1, 2).one(PaidPlayer, seat=0, other=1).amount == 200  # a hotel on Kelp Market


def test_the_bank_takes_buildings_back_for_three_quarters() -> None:
    game = lagoon(owners=dict.fromkeys(KELP, 0), levels=dict.fromkeys(KELP, 1))
    told = game.does(0, SellBuildings(game.group("Net Loft"), [0, 0, 0]))
    assert sum(event.amount for event in told.of(BuildingsSold)) == 3 * 45
    assert game.cash(0) == 1500 + 135


def test_a_player_on_the_reef_collects_no_rent() -> None:
    free = lagoon(owners={"Pearl Palace": 1}, at={0: 48})
    free.rolls(1, 2)
    assert free.cash(1) == 1550
    held = lagoon(owners={"Pearl Palace": 1}, at={0: 48}, jail={1: 0})
    assert held.rolls(1, 2).none(PaidPlayer)
    assert held.cash(1) == 1500


@pytest.mark.parametrize(("owned", "mortgaged", "rent"), [(1, 0, 25), (3, 0, 100), (5, 0, 400), (5, 2, 100)])
def test_a_ferry_costs_by_the_ferries_of_its_owner_without_the_mortgaged_ones(
    owned: int, mortgaged: int, rent: int
) -> None:
    game = lagoon(owners=dict.fromkeys(FERRIES[:owned], 1), mortgages=FERRIES[1 : 1 + mortgaged], at={0: 3})
    game.rolls(1, 2)
    assert game.cash(1) == 1500 + rent


# Whole games.


def test_a_whole_game_is_played_recorded_and_replayed_from_its_file() -> None:
    game = Game(FILE, seats=3, seed=5, variant="ebb")
    while game.must:
        seat = game.must[0]
        game.play(seat, game.default_action(seat))
    assert game.outcome() is not None
    again = Game.replay(game.record(), edition=FILE)
    assert again.state.values() == game.state.values()


@pytest.mark.parametrize("seats", [2, 6])
def test_bots_play_the_same_games_interpreted_and_compiled(seats: int) -> None:
    table = dict(load(FILE).table(seats))
    keys = records.seeded_keys(7, 3)
    plain = interpreted.play_out(table, keys, 3000, [["house"] * seats])
    compiled = batch.play_out(table, 3, keys=keys, most=3000)
    assert plain[0]["over"].any()
    for ours, theirs in zip(plain, compiled, strict=True):
        assert ours.tobytes() == theirs.tobytes()


def test_environments_and_the_lab_take_the_file() -> None:
    from magnate import lab
    from magnate.envs.vector import VectorGames

    games = VectorGames(FILE, games=2, seats=2, seed=1)
    assert games.spec.table["spaces"] == 52
    found = lab.simulate(str(FILE), players=2, bots="house", games=4, seed=1)
    assert len(found.landing) == 52
