"""The board as the terminal draws it: groups, owners, buildings, tokens; and the list where it cannot."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typist import sit, typing

from magnate.actions import BuyDeed
from magnate.editions import load, names
from magnate.game import Game
from magnate.terminal.draw_board import (
    SEATS,
    fits_above_question,
    letters_of,
    ring_of,
    short_lines,
    show_board,
    size_on,
)
from magnate.terminal.table import Lines, TableNames, TerminalTable
from magnate.testing import Position
from magnate.words import LANGUAGES, Words

PLAYERS = ["Ana", "Ion", "Andrés", "Beatrice"]
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def screen(width: int = 100, height: int = 40, **more: object) -> Console:
    """A terminal of this size with colours."""
    how: dict[str, Any] = {"force_terminal": True, "color_system": "truecolor", "no_color": False, **more}
    plain: dict[str, Any] = {"highlight": False, "markup": False, "emoji": False, "legacy_windows": False}
    return Console(file=io.StringIO(), width=width, height=height, **plain, **how)


def at(game: Game, console: Console, lang: str = "en") -> TerminalTable:
    words = Words(lang)
    table_names = TableNames(game.edition, game.names, words)
    return TerminalTable(game, words, Lines(lang), table_names, console, typing([]), {0})


def drawn(game: Game, lang: str = "en", width: int = 100) -> list[str]:
    """The lines of the board, without their colours."""
    console = screen(width)
    show_board(at(game, console, lang), 0)
    return ESCAPES.sub("", shown_by(console)).splitlines()


def shown_by(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def cell(lines: list[str], space: int) -> str:
    """What is drawn on a space of a board of forty, its lines joined."""
    ring = ring_of(40)
    for spaces, first in ((ring.top, 1), (ring.bottom, len(lines) - 5)):
        if space in spaces:
            return " ".join(line.split("│")[2 + spaces.index(space)] for line in lines[first : first + 4])
    for spaces, column in ((ring.left, 1), (ring.right, 3)):
        if space in spaces:
            row = 6 + 2 * spaces.index(space)
            return " ".join(line.split("│")[column] for line in lines[row : row + 2])
    corner = ring.corners.index(space)
    first, column = (1 if corner < 2 else len(lines) - 5), (1 if corner % 2 == 0 else -2)
    return " ".join(line.split("│")[column] for line in lines[first : first + 4])


def street() -> Position:
    """Ana has all of green with houses and a hotel, Ion a mortgaged station; Beatrice is in jail."""
    return Position(
        "clasico",
        seats=4,
        names=PLAYERS,
        owners={31: 0, 32: 0, 34: 0, 5: 1, 24: 2},
        levels={31: 4, 32: 4, 34: "hotel"},
        mortgages=[5],
        at={0: 24, 1: 0, 2: 24, 3: 10},
        jail={3: 0},
    )


def test_every_space_is_drawn_with_its_number_and_name() -> None:
    lines = drawn(street())
    for space in range(40):
        assert re.search(rf"(?<![0-9]){space}(?![0-9])", cell(lines, space)), space
    assert "Gran Vía" in cell(lines, 34)
    assert "GO TO JAIL" in cell(lines, 30)


def test_owners_houses_hotels_and_mortgages_are_marked() -> None:
    lines = drawn(street())
    assert " A " in cell(lines, 31)
    assert cell(lines, 31).count("▪") == 4
    assert " A " in cell(lines, 34)
    assert "█" in cell(lines, 34)
    assert "▪" not in cell(lines, 34)
    assert " I ×" in cell(lines, 5)
    assert "×" not in cell(lines, 24)
    assert not re.search(r" [AINB] ", cell(lines, 39))


def test_tokens_stand_on_their_spaces_and_prisoners_behind_bars() -> None:
    lines = drawn(street())
    assert "●A" in cell(lines, 24)
    assert "●N" in cell(lines, 24)
    assert "●I" in cell(lines, 0)
    assert "[●B]" in cell(lines, 10)
    assert "●" not in cell(lines, 39)


def test_the_middle_has_the_players_and_what_just_happened() -> None:
    game = Position("clasico", seats=4, names=PLAYERS)
    game.rolls(1, 2)
    game.play(0, BuyDeed())
    text = "\n".join(drawn(game))
    assert "Ana buys Plaza Lavapiés for S/. 60." in text
    assert re.search(r"▸  A  Ana +S/\. 1\.440 +Properties: 1", text)
    assert re.search(r" B  Beatrice +S/\. 1\.500 +Properties: 0", text)


def test_spaces_have_the_colour_of_their_group_and_marks_that_of_their_seat() -> None:
    console = screen()
    game = street()
    show_board(at(game, console), 0)
    green = game.edition.groups[game.group(31)].colour
    red, green_part, blue = (int(green[i : i + 2], 16) for i in (1, 3, 5))
    assert f"48;2;{red};{green_part};{blue}m31" in shown_by(console)
    ground = SEATS[1][0]
    mark = ";".join(str(int(ground[i : i + 2], 16)) for i in (1, 3, 5))
    assert re.search(rf"48;2;{mark}m I \x1b", shown_by(console))


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("width", [96, 100, 140])
def test_every_edition_fits_into_its_columns_in_every_language(edition: str, lang: str, width: int) -> None:
    lines = drawn(Position(edition, seats=4, names=PLAYERS), lang, width)
    assert len(lines) == 30
    assert {len(line) for line in lines} == {len(lines[0])}
    assert len(lines[0]) < width


def test_boards_of_another_length_are_drawn_too() -> None:
    edition = Path(__file__).parents[2] / "examples" / "editions" / "lagoon.toml"
    game = Game(load(edition), seats=3, names=PLAYERS[:3])
    count = len(game.edition.spaces)
    ring = ring_of(count)
    assert sorted([*ring.top, *ring.left, *ring.right, *ring.bottom, *ring.corners]) == list(range(count))
    lines = drawn(game, width=160)
    assert {len(line) for line in lines} == {len(lines[0])}
    assert "Old" in lines[-5] + lines[-4]


@pytest.mark.parametrize(
    "console",
    [
        pytest.param(screen(width=95), id="a narrow terminal"),
        pytest.param(screen(no_color=True), id="a terminal without colours"),
        pytest.param(screen(force_terminal=False), id="no terminal"),
    ],
)
def test_elsewhere_all_spaces_are_listed_with_owners_and_tokens(console: Console) -> None:
    show_board(at(street(), console), 0)
    text = ESCAPES.sub("", shown_by(console))
    assert "┌" not in text
    assert "34 Gran Vía █ (Ana)" in text
    assert "31 Puerta del Sol ▪▪▪▪ (Ana)" in text
    assert "(Andrés) ◄ Ana, Andrés" in text


def test_without_colours_nothing_but_plain_text_is_printed() -> None:
    console = screen(force_terminal=False, color_system=None)
    show_board(at(street(), console), 0)
    assert "\x1b" not in shown_by(console)


def begun(tmp_path: Path, height: int, lines: list[str]) -> str:
    """What a terminal of this height shows of a turn in which these lines are typed."""
    game = Position("clasico", seats=2, names=PLAYERS[:2])
    session, _ = sit(game, (0, 1), typing(lines), tmp_path / "a.record")
    session.table.console = screen(height=height)
    session.run()
    return ESCAPES.sub("", shown_by(session.table.console))


def test_the_board_is_drawn_once_at_the_beginning_of_a_turn_where_the_screen_is_high_enough(tmp_path: Path) -> None:
    assert begun(tmp_path, 40, ["", "", "", "quit"]).count("GO TO JAIL") == 1
    assert begun(tmp_path, 39, ["", "", "", "quit"]).count("GO TO JAIL") == 0
    assert begun(tmp_path, 24, ["", "board", "quit"]).count("GO TO JAIL") == 1


def test_the_list_of_players_is_not_repeated_under_the_board(tmp_path: Path) -> None:
    high, low = begun(tmp_path, 40, ["", "quit"]), begun(tmp_path, 30, ["", "quit"])
    assert not re.search("Player +Cash", high)
    assert re.search("Player +Cash", low)


def test_a_board_leaves_ten_lines_for_the_question() -> None:
    game = Position("clasico", seats=2)
    assert fits_above_question(at(game, screen(height=40)))
    assert not fits_above_question(at(game, screen(height=39)))
    assert not fits_above_question(at(game, screen(width=80, height=60)))


def test_players_have_different_letters() -> None:
    assert letters_of(["Ana", "Andrés", "ANA", "A", "李", "ada"]) == ["A", "N", "3", "4", "5", "D"]


@pytest.mark.parametrize(
    ("name", "width", "lines", "short"),
    [
        ("Gran Vía", 10, 1, ["Gran Vía"]),
        ("Puerta del Sol", 10, 1, ["Puerta Sol"]),
        ("Calle de Serrano", 10, 1, ["C. Serrano"]),
        ("Paseo de la Castellana", 10, 1, ["Castellana"]),
        ("Electricity company", 7, 1, ["company"]),
        ("Avenida de los Reyes Católicos", 7, 2, ["Avenida", "Católi."]),
        ("Constanța", 7, 2, ["Consta."]),
    ],
)
def test_long_names_are_shortened_as_on_maps(name: str, width: int, lines: int, short: list[str]) -> None:
    assert short_lines(name, width, lines) == short


def test_a_board_needs_96_columns() -> None:
    assert size_on(ring_of(40), 96) is not None
    assert size_on(ring_of(40), 95) is None
