"""The flat table of numbers: complete, at full length, and right where it can be read off the books."""

from typing import Literal, get_args, get_origin

import msgspec
import pytest

from editions.classic import FIVE, LOTS, TRANSPORTS, UTILITIES
from magnate.editions import EditionError, load
from magnate.editions.switches import Rules, is_played, known_switches
from magnate.editions.table import CODES, number
from magnate.rules import codes
from magnate.rules.fields import EDITION

games = pytest.mark.parametrize(
    ("name", "variant", "skin"),
    [
        *((name, None, None) for name in FIVE),
        ("expopolis", "timed", None),
        ("europolis", "time-limit", None),
        ("europolis", "two-left", None),
        ("europolis", "both", None),
        ("clasico", "fast", "lima"),
        ("clasico", "timed", "internacional"),
    ],
)


def listed(name: str, field: str, skin: str | None = None) -> list[int]:
    values = load(name, skin=skin).table(4)[field]
    assert isinstance(values, list)
    return values


@games
def test_every_field_is_filled_at_its_full_length_for_every_number_of_seats(
    name: str, variant: str | None, skin: str | None
) -> None:
    edition = load(name, variant, skin)
    for seats in edition.seats:
        table = edition.table(seats)
        assert list(table) == [field for field, _, _ in EDITION]
        for field, size, length in EDITION:
            value = table[field]
            numbers = value if isinstance(value, list) else [value]
            assert isinstance(value, list) == bool(length), field
            assert len(numbers) == (length or 1), field
            assert all(type(number) is int for number in numbers), field
            if size == "i1":
                assert all(-128 <= number <= 127 for number in numbers), field


BOARD = {"rent", "mortgage", "jail_space", "rent_times_dice"}  # fields with figures of the board, not switches


def test_a_switch_that_is_played_and_its_field_have_the_same_name() -> None:
    chapters = {switch.partition(".")[0] for switch in known_switches()}
    fields = {name for name, _, _ in EDITION if name.partition("_")[0] in chapters} - BOARD
    assert fields == {switch.replace(".", "_") for switch in known_switches() if is_played(switch)}, "rules/fields.py"


def test_every_position_that_is_a_word_has_a_code_of_its_own() -> None:
    positions = {
        f"{chapter.name}.{key.name}": get_args(key.type)
        for chapter in msgspec.structs.fields(Rules)
        for key in msgspec.structs.fields(chapter.type)
        if get_origin(key.type) is Literal
    }
    assert set(CODES) == set(positions), "editions/table.py: CODES names the codes of each switch with words"
    for switch, words in positions.items():
        numbers = [number(switch, word, 2, 2) for word in words]
        assert sorted(numbers) == list(range(len(words))), switch


def test_tables_are_fresh_so_that_nobody_changes_another_s_game() -> None:
    edition = load("clasico")
    rents = edition.table(2)["rent"]
    assert isinstance(rents, list)
    rents[0] = 999
    assert listed("clasico", "rent")[0] == 2


@pytest.mark.parametrize("name", FIVE)
def test_sizes(name: str) -> None:
    table = load(name).table(2)
    sizes = {key: table[key] for key in ("seats", "spaces", "deeds", "groups", "decks", "kept", "jail_space")}
    assert sizes == {"seats": 2, "spaces": 40, "deeds": 28, "groups": 10, "decks": 2, "kept": 2, "jail_space": 10}


@pytest.mark.parametrize("name", FIVE)
def test_spaces_point_at_their_deeds(name: str) -> None:
    deeds = listed(name, "space_deed")
    on_board = sorted([*LOTS, *TRANSPORTS, *UTILITIES])
    assert [space for space in range(64) if deeds[space] != codes.NOTHING] == on_board
    assert all(deeds[space] == deed for deed, space in enumerate(on_board))


@pytest.mark.parametrize("name", FIVE)
def test_groups_list_their_deeds_in_board_order(name: str) -> None:
    members, sizes = listed(name, "group_deed"), listed(name, "group_size")
    assert sizes == [2, 3, 3, 3, 3, 3, 3, 2, 4, 2, 0, 0]
    assert members[:6] == [0, 1, -1, -1, -1, -1]
    assert members[8 * 6 : 9 * 6] == [2, 10, 17, 25, -1, -1]
    assert members[9 * 6 : 10 * 6] == [7, 20, -1, -1, -1, -1]
    groups, places = listed(name, "deed_group"), listed(name, "deed_place")
    assert all(members[groups[deed] * 6 + places[deed]] == deed for deed in range(28))


def test_kinds_of_space() -> None:
    kinds = listed("clasico", "space_kind")
    assert kinds[:5] == [codes.SPACE_START, codes.SPACE_DEED, codes.SPACE_CARD, codes.SPACE_DEED, codes.SPACE_TAX]
    assert [kinds[corner] for corner in (10, 20, 30)] == [codes.SPACE_JAIL, codes.SPACE_FREE, codes.SPACE_GO_TO_JAIL]
    assert [listed("clasico", "space_deck")[space] for space in (2, 7, 1)] == [1, 0, -1]
    assert [listed("clasico", "space_amount")[space] for space in (4, 38, 39)] == [200, 100, 0]


def test_rents_of_castis_end_with_the_hotel_on_level_four() -> None:
    assert listed("castis", "rent")[:7] == [2, 5, 15, 45, 125, 0, 0]


def test_transports_and_utilities_are_charged_by_number_owned() -> None:
    rents, dice = listed("clasico", "rent"), listed("clasico", "rent_times_dice")
    goya, electricity = load("clasico").find_deed("Estación de Goya"), load("clasico").find_deed(12)
    assert rents[goya * 7 : goya * 7 + 7] == [25, 50, 100, 200, 0, 0, 0]
    assert rents[electricity * 7 : electricity * 7 + 7] == [4, 10, 0, 0, 0, 0, 0]
    assert (dice[goya], dice[electricity], sum(dice)) == (0, 1, 2)
    assert sum(listed("europolis", "rent_times_dice")) == 0


def test_figures_of_the_cards() -> None:
    effect, a, b = (listed("clasico", field) for field in ("card_effect", "card_a", "card_b"))
    assert (effect[0], a[0], b[0]) == (codes.CARD_PAY, 150, 0)
    assert (effect[1], a[1], b[1]) == (codes.CARD_MOVE_TO, 24, 0)
    assert (effect[9], a[9], b[9]) == (codes.CARD_MOVE_BACK, 3, 0)
    assert (effect[10], a[10], b[10]) == (codes.CARD_REPAIRS, 40, 115)
    deck_b = codes.MAX_CARDS
    assert (effect[deck_b], a[deck_b]) == (codes.CARD_COLLECT_EACH, 10)
    assert (effect[deck_b + 8], a[deck_b + 8], b[deck_b + 8]) == (codes.CARD_PAY_OR_DRAW, 10, 0)
    assert listed("clasico", "deck_size") == [16, 16, 0]


def test_figures_of_the_nearest_ones() -> None:
    effect, b = listed("castis", "card_effect"), listed("castis", "card_b")
    assert [(effect[card], b[card]) for card in (5, 6)] == [(codes.CARD_NEAREST_TRANSPORT, 2)] * 2
    assert listed("europolis", "card_effect")[6] == codes.CARD_NEAREST_UTILITY


def test_kept_cards_are_numbered_through_both_decks() -> None:
    kept = listed("europolis", "card_kept")
    assert [card for card in range(96) if kept[card] != codes.NOTHING] == [8, 32 + 4]
    assert (kept[8], kept[36]) == (0, 1)
    assert listed("europolis", "kept_deck") == [0, 1, -1, -1, -1, -1, -1, -1]
    assert listed("europolis", "kept_card")[:2] == [8, 4]
    assert listed("europolis", "kept_frees")[:2] == [1, 1]
    assert listed("europolis", "kept_cancels")[:2] == [1, 1]
    assert listed("europolis", "kept_sold")[:2] == [1, 0]
    assert listed("clasico", "kept_cancels")[:2] == [0, 0]
    assert listed("clasico", "kept_sold")[:2] == [1, 1]


def test_taxes_on_cards() -> None:
    taxes = listed("europolis", "card_is_tax")
    assert [card for card in range(96) if taxes[card]] == [12, 32 + 11, 32 + 13]


@pytest.mark.parametrize(("name", "seats", "said"), [("monopoli-server", 5, "2 to 4"), ("castis", 1, "2 to 8")])
def test_a_wrong_number_of_seats_is_refused_with_the_range(name: str, seats: int, said: str) -> None:
    with pytest.raises(EditionError, match=f"{name}: seats: {seats} seats; expected {said}"):
        load(name).table(seats)
