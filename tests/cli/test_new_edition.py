"""`magnate editions new`: a few numbers make an edition that is checked, played and simulated at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from magnate import lab
from magnate.cli import run
from magnate.editions import load, names
from magnate.editions.draft import Draft, count_lots, write_draft
from magnate.editions.files import find_file
from magnate.editions.read import parse
from magnate.game import Game
from magnate.terminal.bots import TableBots

New = Callable[..., tuple[int, str, str]]


@pytest.fixture
def new(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> New:
    """The command in an empty folder; its exit code, and what it says."""
    monkeypatch.chdir(tmp_path)

    def make(*args: str) -> tuple[int, str, str]:
        code = run(["editions", "new", *args])
        said = capsys.readouterr()
        return code, said.out, said.err

    return make


def play(path: Path | str, seats: int, moves: int = 10_000) -> Game:
    """A game of house bots."""
    game = Game(path, seats=seats, seed=3)
    bots = TableBots(game, ())
    while game.must and len(game.moves) < moves:
        claimant = bots.claimant()
        seat = game.must[0] if claimant is None else claimant
        game.play(seat, bots.decide(seat))
    return game


def test_without_any_number_it_makes_a_town_that_can_be_played_at_once(new: New, tmp_path: Path) -> None:
    code, out, _ = new("my-town")
    path = tmp_path / "my-town" / "my-town.toml"
    assert code == 0
    assert out.startswith("my-town/my-town.toml: my-town 1, My Town: 2 to 6 players, 40 spaces, 31 deeds, 9 groups")
    assert "magnate lab simulate my-town/my-town.toml" in out
    assert run(["editions", "check", str(path)]) == 0
    game = play(path, 2)
    assert Game.replay(game.record(), edition=path).moves == game.moves


def test_it_can_be_simulated_at_once(new: New, tmp_path: Path) -> None:
    new("my-town", "--spaces", "24", "--groups", "4")
    found = lab.simulate(str(tmp_path / "my-town" / "my-town.toml"), players=2, bots="house", games=4, seed=1)
    assert found.games == 4


def test_its_numbers_are_those_that_were_given(new: New) -> None:
    new(
        "here",
        "--name",
        "Río Ñandú",
        "--seats",
        "4",
        "--cash",
        "3000",
        "--salary",
        "150",
        "--spaces",
        "32",
        "--groups",
        "6",
    )
    edition = load("here/rio-nandu.toml")
    assert (edition.id, edition.name, edition.seats) == ("rio-nandu", "Río Ñandú", range(2, 5))
    assert (edition.rules.setup.cash, edition.rules.start.salary) == (3000, 150)
    assert (len(edition.spaces), len(edition.groups)) == (32, 7)


@pytest.mark.parametrize("spaces", range(16, 65, 4))
@pytest.mark.parametrize(("cash", "salary"), [(1500, 200), (100, 0), (997, 13), (350_000, 20_000)])
def test_every_board_and_currency_makes_an_edition(spaces: int, cash: int, salary: int, tmp_path: Path) -> None:
    lots = count_lots(spaces)
    for groups in {-(-lots // 6), min(11, lots)}:
        draft = Draft("Town", seats=8, cash=cash, salary=salary, spaces=spaces, groups=groups)
        path = tmp_path / "town.toml"
        path.write_text(write_draft(draft), encoding="utf-8")
        assert len(parse(write_draft(draft), "town.toml").spaces) == spaces
        assert len(play(path, 4, moves=60).moves) == 60


@pytest.mark.parametrize("name", names())
def test_it_extends_any_edition(name: str, new: New) -> None:
    assert new("mine", "--extends", name)[0] == 0
    assert load("mine/mine.toml").table(3) == load(name).table(3)
    cash = 2 * max(load(name).table(seats)["setup_cash"] for seats in load(name).seats)  # type: ignore[type-var, operator]
    assert new("rich", "--extends", name, "--cash", str(cash), "--seats", "8")[0] == 0
    assert load("rich/rich.toml").seats[-1] == 8
    assert load("rich/rich.toml").table(8)["setup_cash"] == cash
    assert new("few", "--extends", name, "--seats", "3")[0] == 0
    assert load("few/few.toml").table(3)["setup_cash"] == load(name).table(3)["setup_cash"]
    assert len(play("rich/rich.toml", 8, moves=80).moves) == 80


def test_it_extends_a_file_by_the_way_from_the_new_one(new: New, tmp_path: Path) -> None:
    new("town")
    assert new("further/away", "--name", "Village", "--extends", "town/town.toml", "--salary", "100")[0] == 0
    text = (tmp_path / "further" / "away" / "village.toml").read_text(encoding="utf-8")
    assert 'extends = "../../town/town.toml"' in text
    assert load("further/away/village.toml").rules.start.salary == 100


def test_nothing_is_overwritten(new: New, tmp_path: Path) -> None:
    new("town")
    before = (tmp_path / "town" / "town.toml").read_text(encoding="utf-8")
    code, _, err = new("town", "--cash", "2000")
    assert code == 2
    assert "town/town.toml is there already" in err
    assert (tmp_path / "town" / "town.toml").read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ([], "requires an argument"),
        (["a", "--name", "123"], "name: '123'; expected a name that begins with a letter"),
        (["a", "--seats", "9"], "seats: 9; expected 2 to 8"),
        (["a", "--seats", "many"], "unable to convert"),
        (["a", "--cash", "-5"], "cash: -5; expected 100 to 10000000"),
        (["a", "--salary", "5000"], "salary: 5000; expected 0 to the starting money, 1500"),
        (["a", "--spaces", "41"], "spaces: 41; expected a multiple of 4 from 16 to 64"),
        (["a", "--groups", "2"], "groups: 2; expected 5 to 11 for 40 spaces"),
        (["a", "--name", "Clásico"], "there is an edition 'clasico' already"),
        (["a", "--extends", "clasicco"], "no such edition; did you mean 'clasico'?"),
        (
            ["a", "--extends", "clasico", "--spaces", "24"],
            "--spaces and --groups make a new board; clasico has its own",
        ),
        (["a", "--extends", "europolis", "--cash", "333"], "333 for 2 players must be a multiple of the smallest note"),
        (["a", "--extends", "clasico", "--seats", "9"], "players.max: expected a whole number from 2 to 8"),
        (["a", "--extends", "clasico", "--seats", "1"], "players.max: expected a whole number from 2 to 8"),
        (["a" * 300], "File name too long; expected another name"),
        (["a", "--name", "two\nlines"], "name: 'two\\nlines'; expected a name that begins with a letter, in one line"),
        (["a", "--name", "a\x01b"], "name: 'a\\x01b'; expected a name that begins with a letter, in one line"),
        (["a", "--extends", "clasico", "--name", "a\tb"], "expected a name that begins with a letter, in one line"),
        (["a", "--extends", "clasico", "--name", "?"], "expected a name that begins with a letter"),
    ],
)
def test_bad_input_gets_one_clear_line_and_leaves_no_file(
    args: list[str], complaint: str, new: New, tmp_path: Path
) -> None:
    code, out, err = new(*args)
    assert code == 2
    assert complaint in err
    assert err.startswith("magnate: ")
    assert err.count("\n") == 1
    assert out == ""
    assert not list(tmp_path.rglob("*.toml"))


def test_a_file_is_no_folder(new: New, tmp_path: Path) -> None:
    (tmp_path / "town").write_text("", encoding="utf-8")
    code, _, err = new("town")
    assert (code, "town is a file; expected a folder" in err) == (2, True)


# In a terminal it asks.


def answers(monkeypatch: pytest.MonkeyPatch, *lines: str) -> list[str]:
    """These lines are typed; the questions that were asked."""
    asked: list[str] = []
    coming = iter(lines)

    def typed(question: str) -> str:
        asked.append(question)
        try:
            return next(coming)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", typed)
    return asked


def test_it_asks_for_what_was_not_given(new: New, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answers(monkeypatch, "Harbour", "", "", "2000", "", "5")
    assert new("town", "--spaces", "24")[0] == 0
    assert asked == [
        "Name [Town]: ",
        "Extend an edition, or draw a new board [new board]: ",
        "Most players [6]: ",
        "Starting money [1500]: ",
        "Pay at the start space [200]: ",
        "Groups of lots [8]: ",
    ]
    edition = load("town/harbour.toml")
    assert (len(edition.spaces), len(edition.groups), edition.rules.setup.cash) == (24, 6, 2000)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (("Clasico",), "there is an edition 'clasico' already"),
        (("", "casti"), "no such edition; did you mean 'castis'?"),
    ],
)
def test_a_wrong_name_is_refused_before_the_next_question(
    lines: tuple[str, ...], complaint: str, new: New, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answers(monkeypatch, *lines, "", "", "", "", "")
    code, _, err = new("town")
    assert (code, complaint in err, len(asked)) == (2, True, len(lines))


def test_the_id_of_an_edition_of_the_game_is_not_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes(find_file("clasico").read_bytes())
    assert run(["editions", "check", str(mine)]) == 1
    assert "mine.toml: id: there is an edition 'clasico'; expected another id" in capsys.readouterr().out
    assert run(["editions", "check", str(find_file("clasico"))]) == 0


def test_one_of_a_kind_is_counted_as_one(new: New) -> None:
    _, out, _ = new("my-town")
    assert "1 deck, " in out
    assert "0 variants, 0 skins" in out


def test_an_edition_to_extend_brings_its_own_numbers(new: New, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answers(monkeypatch, "", "castis", "", "", "300")
    assert new("town")[0] == 0
    assert asked[2:] == [
        "Most players [as it has]: ",
        "Starting money [as it has]: ",
        "Pay at the start space [as it has]: ",
    ]
    assert load("town/town.toml").rules.start.salary == 300


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["", "", "six"], "Most players: 'six'; expected a whole number"),
        ([""], "the questions were not answered; nothing was written"),
    ],
)
def test_a_wrong_answer_writes_nothing(
    lines: list[str], complaint: str, new: New, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answers(monkeypatch, *lines)
    code, _, err = new("town")
    assert code == 2
    assert complaint in err
    assert not list(tmp_path.iterdir())
