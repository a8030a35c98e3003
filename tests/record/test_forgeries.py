"""Records that were tampered with and sealed again: nothing is proved that was not played."""

from collections.abc import Callable

import pytest
from sealing import first_with, played, resealed

from magnate.dice import FairDice
from magnate.errors import CorruptRecord
from magnate.game import Game
from magnate.verify import verify

TEXT = played("clasico", moves=12, seats=2).record()
Lines = list[str]


def refused(change: Callable[[Lines], Lines], text: str = TEXT) -> CorruptRecord:
    forged = resealed(text, change)
    assert verify(forged).verdict == "disproved"
    with pytest.raises(CorruptRecord) as caught:
        Game.replay(forged)
    return caught.value


@pytest.mark.parametrize(
    "shown",
    [
        ['entropy 5 "ana"', 'entropy 6 "bob"'],
        ['entropy 0 "ana"', 'entropy 0 ""'],
        ['entropy 1 "bob"', 'entropy 0 "ana"'],
    ],
)
def test_entropy_that_was_not_used_cannot_be_shown(shown: Lines) -> None:
    at = first_with(TEXT, "secret ")
    assert refused(lambda lines: [*lines[:at], *shown, *lines[at:]]).line == at + 1


@pytest.mark.parametrize("mark", ["edition ", "table ", "seats ", "name 0", "commitment ", "secret "])
def test_no_line_of_a_heading_may_stand_twice(mark: str) -> None:
    at = first_with(TEXT, mark)
    assert refused(lambda lines: [*lines[: at + 1], lines[at], *lines[at + 1 :]]).line == at + 2


def test_a_record_names_the_very_table_it_was_played_on() -> None:
    at = first_with(TEXT, "table ")
    assert "another table" in str(refused(lambda lines: [*lines[:at], "table 000000000000", *lines[at + 1 :]]))


def test_a_record_without_a_move_is_no_game() -> None:
    at = first_with(TEXT, "moves")
    assert "SetUp" in str(refused(lambda lines: [*lines[: at + 1], "end -1"]))


@pytest.mark.parametrize(
    ("line", "instead"),
    [("0 - SetUp", "0 1 SetUp"), ("1 0 Roll", '1 0 Roll {"type":"Roll"}'), ("1 0 Roll", "1 0 Roll {}")],
)
def test_a_move_is_written_in_one_way_only(line: str, instead: str) -> None:
    at = first_with(TEXT, line)
    assert refused(lambda lines: [*lines[:at], lines[at].replace(line, instead), *lines[at + 1 :]]).line == at + 1


def test_numbers_and_texts_of_any_size_are_refused_and_not_suffered() -> None:
    at = first_with(TEXT, "1 0 Roll")
    refused(lambda lines: [*lines[:at], f"1 {'9' * 5000} Roll", *lines[at + 1 :]])
    refused(lambda lines: [*lines[:at], "1 0 Bid " + "[" * 100_000, *lines[at + 1 :]])


def test_an_edition_of_a_record_is_no_path() -> None:
    at = first_with(TEXT, "edition ")
    problem = str(refused(lambda lines: [*lines[:at], "edition /etc/hosts.toml 1", *lines[at + 1 :]]))
    assert "comes with the game" in problem


@pytest.mark.parametrize("name", ["a\u2028b", "a\u0085b", "line\nbreak", "\x1b[31m", "\u202eana", "#c0fe"])
def test_any_name_that_can_be_written_survives(name: str) -> None:
    game = Game("castis", names=[name, "b"], dice=FairDice.seeded(1, [name, "é"]))
    assert Game.replay(game.record()).names == [name, "b"]
    assert verify(game.record()).verdict == "proved"


@pytest.mark.parametrize("names", [["\ud800", "b"], [7, None], ["only one"]])
def test_what_is_no_name_is_refused_at_the_start(names: list[str]) -> None:
    with pytest.raises(ValueError, match=r"name|surrogates"):
        Game("castis", seats=2, names=names)


@pytest.mark.parametrize("seat", [True, "0", None, 1.0])
def test_a_seat_is_a_plain_number(seat: int) -> None:
    game = Game("castis", seats=2, seed=1)
    with pytest.raises(TypeError, match="expected a number"):
        game.play(seat, game.legal_actions(0)[0])
    assert len(game.moves) == 1


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_elses_wealth_or_view_is_made_up(seat: int) -> None:
    game = Game("castis", seats=2, seed=1)
    for ask in (game.wealth, game.view, game.default_action):
        with pytest.raises(ValueError, match="expected 0 to 1"):
            ask(seat)
