"""The switches: what each book says, what its variants change, what a table may change."""

import pytest

from editions.classic import FIVE
from magnate.clauses import entries
from magnate.editions import Edition, load, names
from magnate.editions.check import RULE_KEYS
from magnate.editions.fingerprint import neutral_switches
from magnate.editions.switches import known_switches, switches
from magnate.rules import tell

# expopolis, monopoli-server, europolis, clasico, castis. A switch that is not listed is neutral in all five.
BOOKS = {
    "setup.dealt": ((7, 6, 5, 4, 3), 0, 0, 0, 0),
    "turn.order": ("left", "random", "opening", "left", "left"),
    "turn.again": ("must", "must", "must", "must", "may"),
    "start.salary": (20_000, 200, 5000, 200, 200),
    "purchase.refused": ("auction", "same_price", "auction", "auction", "auction"),
    "purchase.opening_bid": ("anyone", "anyone", "another", "anyone", "anyone"),
    "purchase.refuser_bids": (True, False, True, True, True),
    "rent.collect": ("claim", "automatic", "claim", "claim", "automatic"),
    "rent.lapses": (True, False, True, True, False),
    "rent.doubling": ("bare", "bare", "bare", "bare", "always"),
    "rent.doubling_with_mortgage": ("kept", "kept", "lost", "lost", "kept"),
    "cards.draw": ("top", "random", "top", "top", "top"),
    "jail.fine": (5000, 250, 1500, 50, 50),
    "jail.pay_before_rolling": (True, True, False, True, True),
    "jail.leave_by": ("double", "waiting", "double", "double", "waiting"),
    "jail.turns": (3, 2, 3, 3, 3),
    "jail.afterwards": ("pay", "free", "pay", "pay", "free"),
    "jail.card_replaces_fine": (False, False, True, False, False),
    "building.whole_group": (True, False, True, True, True),
    "building.even": ("full", "none", "full", "full", "first"),
    "building.even_selling": ("full", "none", "full", "full", "first"),
    "building.houses_per_lot": (4, 4, 4, 4, 3),
    "building.hotel_rest": (4, 4, 4, 4, 1),
    "building.shortage": ("auction", "first_come", "auction", "auction", "auction"),
    "mortgage.bare": ("group", "own", "group", "group", "group"),
    "mortgage.lift_percent": (10, 10, 10, 10, 0),
    "mortgage.transfer_percent": (10, 10, 10, 10, 0),
    "deals.bare": ("group", "own", "group", "group", "group"),
    "deals.gifts": (False, True, True, True, True),
    "debts.settle": ("any", "never", "never", "rent", "never"),
    "debts.auction": (True, False, False, False, False),
    "bankruptcy.to": ("bank", "bank", "creditor", "creditor", "creditor"),
    "bankruptcy.mortgaged_to_bank": (False, False, False, False, True),
    "bankruptcy.estate": ("auction", "unowned", "on_request", "auction", "auction"),
    "ending.all_deeds": (False, False, False, False, True),
    "ending.prize": (False, True, False, False, False),
}


def value(edition: Edition, switch: str) -> object:
    return dict(switches(edition.rules))[switch]


def test_each_switch_stands_as_the_five_books_have_it() -> None:
    editions = [load(name) for name in FIVE]
    neutral = {switch: (value,) * len(FIVE) for switch, value in neutral_switches().items()}
    found = {switch: tuple(value(edition, switch) for edition in editions) for switch in known_switches()}
    assert found == neutral | BOOKS | {"setup.cash": found["setup.cash"]}


def test_dealt_deeds_are_paid_for() -> None:
    for edition in (load("expopolis"), load("clasico", "fast"), load("clasico", "timed")):
        assert edition.table(4)["setup_dealt_paid"] == 1


@pytest.mark.proves("AMB-84")
def test_damaged_passages_of_europolis_are_read_as_settled() -> None:
    edition = load("europolis")
    assert edition.rules.turn.doubles_to_jail == 3
    assert edition.rules.start.salary == 5000
    assert edition.rules.mortgage.lift_percent == 10
    assert edition.stock.hotels == 10
    assert [len(deck.cards) for deck in edition.decks.values()] == [16, 16]
    assert next(iter(edition.file.variants)) == "time-limit"  # item 1


# Variants.


@pytest.mark.proves("AMB-101", "EUR-113", "AMB-114")
def test_the_books_offer_these_variants_one_at_a_time() -> None:
    offered = {name: list(load(name).file.variants) for name in FIVE}
    assert offered == {
        "expopolis": ["timed"],
        "monopoli-server": [],
        "europolis": ["time-limit", "two-left", "both"],
        "clasico": ["fast", "timed"],
        "castis": [],
    }


@pytest.mark.parametrize(
    ("name", "variant", "changes"),
    [
        ("expopolis", "timed", [("ending.minutes", 0, 60)]),
        ("europolis", "time-limit", [("ending.minutes", 0, 60)]),
        ("europolis", "two-left", [("ending.players_left", 1, 2)]),
        ("europolis", "both", [("ending.players_left", 1, 2), ("ending.minutes", 0, 60)]),
        (
            "clasico",
            "fast",
            [
                ("setup.dealt", 0, 2),
                ("building.houses_per_lot", 4, 3),
                ("building.hotel_rest", 4, 3),
                ("ending.bankruptcies", 0, 2),
            ],
        ),
        ("clasico", "timed", [("setup.dealt", 0, 2), ("ending.minutes", 0, 60)]),
    ],
)
def test_a_variant_changes_only_what_the_book_says(
    name: str, variant: str, changes: list[tuple[str, int, int]]
) -> None:
    edition = load(name, variant)
    assert edition.variant_differences() == changes
    assert edition.differences() == []  # it is in the book


@pytest.mark.proves("CLA-115")
def test_the_fast_game_has_the_hotel_on_level_four_at_the_standard_rent() -> None:
    standard, fast = load("clasico").table(4)["rent"], load("clasico", "fast").table(4)["rent"]
    assert isinstance(standard, list)
    assert isinstance(fast, list)
    assert standard[:7] == [2, 10, 30, 90, 160, 250, 0]
    assert fast[:7] == [2, 10, 30, 90, 250, 0, 0]


def test_fast_and_timed_games_of_clasico_deal_two_deeds_each() -> None:
    assert [load("clasico", variant).table(8)["setup_dealt"] for variant in (None, "fast", "timed")] == [0, 2, 2]


@pytest.mark.parametrize("variant", ["two-left", "both"])
def test_to_stop_at_two_players_takes_three(variant: str) -> None:
    assert load("europolis", variant).seats == range(3, 7)
    assert load("clasico", options={"ending.players_left": 2}).seats == range(3, 9)


def test_starting_money_in_a_variant_for_three_is_that_of_three() -> None:
    assert load("europolis", "two-left").table(5)["setup_cash"] == 45_000


# House rules.


@pytest.mark.parametrize("name", FIVE)
def test_a_table_by_the_book_has_no_differences(name: str) -> None:
    assert load(name).differences() == []


def test_differences_name_the_switch_the_book_and_the_table() -> None:
    edition = load("clasico", options={"rent.collect": "automatic", "parking.pays": 100, "jail.fine": 50})
    assert edition.differences() == [("parking.pays", 0, 100), ("rent.collect", "claim", "automatic")]
    assert edition.table(2)["rent_collect"] == 0
    assert edition.table(2)["parking_pays"] == 100


def test_house_rules_go_on_top_of_a_variant() -> None:
    edition = load("clasico", "timed", options={"ending.minutes": 90})
    assert edition.differences() == [("ending.minutes", 60, 90)]


def test_starting_money_may_be_listed_by_number_of_players() -> None:
    edition = load("monopoli-server", options={"setup.cash": [900, 800, 700]})
    assert [edition.table(seats)["setup_cash"] for seats in (2, 3, 4)] == [900, 800, 700]


def test_house_rules_leave_the_book_as_it_is() -> None:
    load("castis", options={"jail.fine": 100})
    assert load("castis").table(2)["jail_fine"] == 50


# Clauses.


@pytest.mark.parametrize("name", FIVE)
def test_every_rule_names_a_clause_that_exists(name: str) -> None:
    edition = load(name)
    for key in RULE_KEYS:
        assert edition.clause(key) in entries()
        assert edition.clause(key).split("-")[0] in (edition.prefix, "AMB")


def test_a_clause_is_found_by_key_or_by_code() -> None:
    assert load("clasico").clause("salary") == "CLA-25"
    assert load("clasico").clause(tell.RULE_SALARY) == "CLA-25"
    assert load("expopolis").clause("bank_pays") == "EXP-88"
    assert load("europolis").clause("tax_cancelled") == "EUR-51"
    assert load("castis").clause("win_deeds") == "CAS-53"
    assert load("monopoli-server").clause("roll_off") == "SRV-24"


def test_a_variant_names_its_own_clauses() -> None:
    assert load("clasico", "fast").clause("hotel") == "CLA-114"
    assert load("clasico", "timed").clause("deal") == "CLA-127"
    assert load("clasico", "timed").clause("hotel") == "CLA-76"


# All five.


def test_five_editions_come_with_the_game() -> None:
    assert sorted(FIVE) == names()


@pytest.mark.parametrize("name", FIVE)
def test_an_edition_says_who_it_is(name: str) -> None:
    edition = load(name)
    languages = {"expopolis": "it", "monopoli-server": "it", "europolis": "ro", "clasico": "es", "castis": "es"}
    prefixes = {"expopolis": "EXP", "monopoli-server": "SRV", "europolis": "EUR", "clasico": "CLA", "castis": "CAS"}
    assert (edition.id, edition.version) == (name, 1)
    assert (edition.language, edition.prefix) == (languages[name], prefixes[name])


@pytest.mark.parametrize("name", FIVE)
def test_an_edition_explains_itself_in_its_language_and_in_english(name: str) -> None:
    texts = load(name).texts
    own, english = (texts.summary, texts.special), (texts.summary_en, texts.special_en)
    assert all(len(text.split()) > 30 for text in own + english)
    assert not set(own) & set(english)
