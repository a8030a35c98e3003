"""Names: in two languages, and found again from what people type."""

import pytest

from magnate.editions import EditionError, load, names
from magnate.languages import TABLE


def test_spaces_have_names_in_the_own_language_and_in_english() -> None:
    edition = load("europolis")
    assert [edition.space_name(39, lang) for lang in (None, "ro", "en", "it")] == [
        "Londra",
        "Londra",
        "London",
        "Londra",
    ]
    assert edition.space_name(1, "en") == "Varna"  # the same in English


def test_decks_have_english_names() -> None:
    assert load("castis").deck_name("B", "en") == "Bank"


def test_deed_names_are_those_of_the_look() -> None:
    assert load("clasico").deed_names[-1] == "Paseo del Prado"
    assert load("clasico", skin="lima").deed_names[-1] == "El Olivar de San Isidro"
    assert len(load("clasico").deed_names) == 28


@pytest.mark.parametrize("typed", ["Gran Vía", "gran via", "GRAN VIA", "  gran   vía ", 34])
def test_a_space_is_found_without_accents_and_capitals(typed: str | int) -> None:
    assert load("clasico").find_space(typed) == 34


@pytest.mark.parametrize(
    ("typed", "space"), [("cárcel", 10), ("solo de visita", 10), ("jail", 10), ("salida", 0), (0, 0)]
)
def test_half_a_name_and_english_names_do_as_well(typed: str, space: int) -> None:
    assert load("clasico").find_space(typed) == space


def test_romanian_letters_do_not_matter_either() -> None:
    assert load("europolis").find_space("inchisoare") == 10
    assert load("europolis").find_deed("bucuresti") == load("europolis").find_deed("București")


def test_a_deed_is_found_by_the_name_or_number_of_its_space() -> None:
    edition = load("clasico")
    assert edition.find_deed("ronda de valencia") == 0
    assert edition.find_deed(39) == 27


def test_names_are_those_of_the_look() -> None:
    assert load("clasico", skin="lima").find_space("Avenida Larco") == 34
    with pytest.raises(EditionError):
        load("clasico", skin="lima").find_space("Gran Vía")


def test_a_name_nobody_knows_is_answered_with_near_ones() -> None:
    with pytest.raises(EditionError, match=r"no space 'Gran Bia'; did you mean Gran Vía \(34\)"):
        load("clasico").find_space("Gran Bia")
    with pytest.raises(EditionError, match=r"did you mean .*Calle Serrano \(19\)"):
        load("clasico").find_deed("Serrano")


def test_a_name_like_no_other_is_answered_with_all() -> None:
    with pytest.raises(EditionError, match=r"known: Ronda de Valencia \(1\), Plaza Lavapiés \(3\)"):
        load("clasico").find_deed("xyz")


def test_a_name_of_several_spaces_is_refused() -> None:
    with pytest.raises(EditionError, match=r"'casualidad' is the name of spaces \[7, 22, 36\]: give the number"):
        load("clasico").find_space("casualidad")


def test_numbers_off_the_board_are_refused() -> None:
    with pytest.raises(EditionError, match="40 is no space; spaces: 0 to 39"):
        load("clasico").find_space(40)
    with pytest.raises(EditionError, match="4 is no deed; deeds: 1, 3, 5, 6"):
        load("clasico").find_deed(4)


def test_unknown_decks_and_rules_are_refused() -> None:
    with pytest.raises(EditionError, match="no deck 'C'; Known: A, B"):
        load("clasico").card_text("C", 0)
    with pytest.raises(EditionError, match=r"unknown rule 'salery'; did you mean 'salary'\?"):
        load("clasico").clause("salery")


def test_every_language_begins_with_an_edition_of_its_own_where_there_is_one() -> None:
    own = {load(name).file.language for name in names()}
    boards = {row.code: load(row.board).file.language for row in TABLE.values()}
    assert all(boards[code] == code for code in own)
