"""Records: a game survives its text, and a changed line is found where it was changed."""

import hashlib

import pytest
from sealing import first_with, played, resealed

from magnate.editions import load, names
from magnate.errors import CorruptRecord, NoMoreChance
from magnate.game import Game

VARIANTS = [(name, variant) for name in names() for variant in [None, *load(name).file.variants]]
SMALL = played("clasico", moves=40, seats=3)
TEXT = SMALL.record()
LINES = TEXT.splitlines()


def assert_same(one: Game, other: Game) -> None:
    assert one.state.values() == other.state.values()
    assert one.events == other.events
    assert one.moves == other.moves
    assert one.names == other.names


@pytest.mark.parametrize(("edition", "variant"), VARIANTS)
def test_a_finished_game_survives_its_text(edition: str, variant: str | None) -> None:
    game = played(edition, variant=variant) if variant else played(edition)
    text = game.record()
    assert game.is_over
    again = Game.replay(text)
    assert_same(game, again)
    assert again.record() == text
    assert_same(game, Game.replay(text, generator=False))
    assert_same(game, Game.replay(game.record(reveal=False)))


def test_a_game_goes_on_after_its_text_with_the_same_dice() -> None:
    game = played("europolis", moves=60)
    again = Game.replay(game.record())
    for _ in range(40):
        seat = game.must[0]
        action = game.default_action(seat)
        assert game.play(seat, action) == again.play(seat, action)


def test_without_the_secret_a_game_has_no_dice_to_go_on_with() -> None:
    again = Game.replay(played("castis", moves=30).record(reveal=False))
    before = again.state.values()
    while True:
        try:
            again.play(again.must[0], again.default_action(again.must[0]))
        except NoMoreChance:
            break
        before = again.state.values()
    assert again.state.values() == before


def test_a_seal_is_what_the_page_of_records_says() -> None:
    plain = [line.rpartition(" #")[0] or line for line in LINES]
    for number, line in enumerate(LINES):
        if " #" in line:
            so_far = "".join(f"{one}\n" for one in plain[: number + 1])
            assert line.rpartition(" #")[2] == hashlib.sha256(so_far.encode()).hexdigest()[:4]
    assert LINES[-1].startswith("end ")


def test_options_variant_skin_names_and_entropy_are_written_down() -> None:
    from magnate.dice import FairDice

    dice = FairDice.seeded(3, ["Ana's word", "ținută"])
    game = Game(
        "clasico",
        variant="fast",
        skin="internacional",
        options={"jail.fine": 100, "rent.collect": "automatic"},
        names=["Ana «la jefa»", 'Ion "I"'],
        dice=dice,
    )
    again = Game.replay(game.record())
    assert again.edition.variant == "fast"
    assert again.edition.skin == "internacional"
    assert again.edition.differences() == game.edition.differences()
    assert again.edition.rules.jail.fine == 100
    assert again.names == game.names
    assert again.dice == dice


def refused_at(text: str) -> int:
    """The line at which a record is refused."""
    with pytest.raises(CorruptRecord) as caught:
        Game.replay(text)
    assert str(caught.value).startswith(f"line {caught.value.line}: ")
    return caught.value.line


MOVES = range(LINES.index("moves") + 1, len(LINES))


@pytest.mark.parametrize("at", MOVES)
def test_a_changed_move_is_refused_at_its_line(at: int) -> None:
    line = LINES[at]
    for changed in (line.replace(" ", "  ", 1), line[:-1] + ("0" if line[-1] != "0" else "1"), "?" + line, line[1:]):
        assert refused_at("\n".join([*LINES[:at], changed, *LINES[at + 1 :]])) == at + 1


@pytest.mark.parametrize("at", range(len(LINES)))
def test_a_dropped_line_is_refused(at: int) -> None:
    line = refused_at("\n".join([*LINES[:at], *LINES[at + 1 :]]))
    assert line >= min(at + 1, MOVES[0])


@pytest.mark.parametrize("at", MOVES[:-1])
def test_swapped_lines_are_refused_where_they_were_swapped(at: int) -> None:
    assert refused_at("\n".join([*LINES[:at], LINES[at + 1], LINES[at], *LINES[at + 2 :]])) == at + 1


@pytest.mark.parametrize("kept", range(len(LINES)))
def test_a_record_cut_short_is_refused_where_it_ends(kept: int) -> None:
    assert refused_at("\n".join(LINES[:kept])) == kept + 1


@pytest.mark.parametrize("at", range(len(LINES)))
def test_garbage_in_place_of_a_line_is_refused(at: int) -> None:
    for garbage in ("", "\x00\x01", "rubbish", "{}", "1 0 Roll | d9 #0000", "edition", "seats many", "💥 #beef"):
        line = refused_at("\n".join([*LINES[:at], garbage, *LINES[at + 1 :]]))
        assert line <= max(at + 1, MOVES[0] + 1)


@pytest.mark.parametrize("text", ["", "\n", "magnate record 2\n", "PK\x03\x04", "<html>", '{"type":"Roll"}'])
def test_what_is_no_record_is_refused_at_line_1(text: str) -> None:
    assert refused_at(text) == 1


def test_lines_after_the_end_are_refused() -> None:
    assert refused_at(TEXT + "more\n") == len(LINES)


def test_another_secret_is_not_the_one_promised() -> None:
    at = first_with(TEXT, "secret ")
    for secret, problem in (
        ("0" * 64, "secret is not the one promised"),
        ("nonsense", "expected 64 hexadecimal digits"),
        ("ab", "expected 64 hexadecimal digits"),
    ):
        with pytest.raises(CorruptRecord, match=problem):
            Game.replay(resealed(TEXT, lambda lines, s=secret: [*lines[:at], f"secret {s}", *lines[at + 1 :]]))


@pytest.mark.parametrize(
    ("mark", "line", "problem"),
    [
        ("edition ", "edition atlantis 1", "no edition 'atlantis' comes with the game"),
        ("edition ", "edition clasico 99", "played with version 99 of clasico; this is version 1"),
        ("edition ", "edition clasico one", "is not a line of a heading"),
        ("seats ", "seats 99", "99 seats; expected 2 to 8"),
        ("seats ", "seats x", "is not a line of a heading"),
        ("name 0", "variant slow", "no variant 'slow'"),
        ("name 0", "skin neon", "no skin 'neon'"),
        ("name 0", "option jail.fin 3", "unknown switch"),
        ("name 0", "option jail.fine {", "is not a line of a heading"),
        ("name 0", "colour red", "is not a line of a heading"),
    ],
)
def test_a_heading_that_cannot_be_played_is_refused_with_the_reason(mark: str, line: str, problem: str) -> None:
    at = first_with(TEXT, mark)
    with pytest.raises(CorruptRecord, match=problem):
        Game.replay(resealed(TEXT, lambda lines: [*lines[:at], line, *lines[at + 1 :]]))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("7 0 Fly", "not an action"),
        ("7 0 Bid {}", "not an action"),
        ("7 0 Bid {", "not an action"),
        ('7 0 Build {"group":0,"levels":[1]}', "not an action"),
        ("7 9 Roll", "may not Roll here"),
        ("7 x Roll", "is not a number"),
        ("7 0 Acknowledge", "may not Acknowledge here"),
        ("7 0 Roll | q3", "is no result of chance"),
        ("7 0 Roll | d", "is not a number"),
        ("7 - SetUp", "only there"),
        ("8 0 Roll", "expected move 7"),
        ("7", "expected move 7"),
    ],
)
def test_a_sealed_move_that_cannot_be_is_refused_at_its_line(line: str, problem: str) -> None:
    at = MOVES[0] + 7
    with pytest.raises(CorruptRecord, match=problem) as caught:
        Game.replay(resealed(TEXT, lambda lines: [*lines[:at], line, *lines[at + 1 :]]))
    assert caught.value.line == at + 1
