"""An edition may extend another and write only what differs; what is wrong is told with the names of both files."""

from pathlib import Path

import pytest

from magnate.cli import run
from magnate.editions import EditionError, load
from magnate.editions.files import FURTHER
from magnate.editions.fingerprint import fingerprint
from magnate.editions.load import offer
from magnate.errors import CorruptRecord
from magnate.game import Game
from magnate.terminal.bots import TableBots
from magnate.verify import verify

LAGOON = Path(__file__).parent.parent.parent / "examples" / "editions" / "lagoon.toml"
HEAD = """
extends = "clasico"
id = "mine"
name = "Mine"
version = 3
"""


def wrote(folder: Path, text: str, name: str = "mine.toml") -> Path:
    """A file in a folder."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problem(folder: Path, text: str) -> str:
    """What is said of an edition that cannot be played."""
    with pytest.raises(EditionError) as error:
        load(wrote(folder, text))
    return str(error.value)


def test_an_edition_that_changes_nothing_plays_like_the_one_it_extends(tmp_path: Path) -> None:
    mine, base = load(wrote(tmp_path, HEAD)), load("clasico")
    assert (mine.id, mine.name, mine.version) == ("mine", "Mine", 3)
    assert [mine.table(seats) for seats in mine.seats] == [base.table(seats) for seats in base.seats]
    assert mine.file.variants == base.file.variants
    assert mine.clause("salary") == "CLA-25"
    assert (mine.file.theme, mine.file.skins["lima"].theme) == ("clasico", "lima")  # and looks like it


def test_switches_and_clauses_are_changed_one_by_one(tmp_path: Path) -> None:
    text = (
        HEAD
        + """
prefix = "MIN"
[rules.jail]
fine = 100
[clauses]
jail_fine = "MIN-01"
"""
    )
    mine = load(wrote(tmp_path, text))
    assert mine.rules.jail.fine == 100
    assert mine.rules.jail.turns == load("clasico").rules.jail.turns
    assert mine.clause("jail_fine") == "MIN-01"
    assert mine.clause("salary") == "CLA-25"
    assert fingerprint(mine, 2) != fingerprint(load("clasico"), 2)


def test_a_list_is_replaced_as_a_whole(tmp_path: Path) -> None:
    cards = 'cards = [{id = "X1", effect = "collect", amount = 10, text = "Diez.", text_en = "Ten."}]'
    mine = load(wrote(tmp_path, f"{HEAD}skin = 'madrid'\nwithout = ['skins.internacional']\n[decks.A]\n{cards}\n"))
    assert [card.id for card in mine.decks["A"].cards] == ["X1"]
    assert mine.decks["A"].name == load("clasico").decks["A"].name
    assert mine.decks["B"] == load("clasico").decks["B"]


def test_a_space_of_another_kind_and_a_card_of_another_effect_keep_only_their_names(tmp_path: Path) -> None:
    text = "[spaces]\n1 = {kind = 'tax', amount = 5}\n[decks.A.cards]\n0 = {effect = 'move_back', steps = 2}\n"
    mine, base = (
        load(wrote(tmp_path, HEAD + "without = ['skins.internacional']\nskin = 'madrid'\n" + text)),
        load("clasico"),
    )
    assert (mine.spaces[1].kind, mine.spaces[1].name) == ("tax", base.spaces[1].name)
    assert mine.table(2)["space_amount"][1] == 5  # type: ignore[index]
    card, before = mine.decks["A"].cards[0], base.decks["A"].cards[0]
    assert (card.effect, card.id, card.text) == ("move_back", before.id, before.text)
    assert before.effect != "move_back"


def test_an_item_of_a_list_cannot_be_left_out(tmp_path: Path) -> None:
    said = problem(tmp_path, HEAD + "without = ['spaces.3']\n")
    assert "without[0]: 'spaces' has no names within; expected 'spaces' alone, or items changed by number" in said
    assert "did you mean" not in said


def test_an_item_of_a_list_is_changed_by_its_number(tmp_path: Path) -> None:
    mine = load(wrote(tmp_path, HEAD + "[spaces]\n39 = {price = 450}\n1 = {name = 'Calle Nueva'}\n"))
    table, before = mine.table(2), load("clasico").table(2)
    prices, old = table["price"], before["price"]
    assert isinstance(prices, list)
    assert isinstance(old, list)
    assert [(one, other) for one, other in zip(old, prices, strict=True) if one != other] == [(400, 450)]
    assert mine.file.spaces[1].name == "Calle Nueva"
    assert mine.file.spaces[1].name_en == ""  # the English of the old name does not stay


def test_what_is_not_wanted_is_left_out(tmp_path: Path) -> None:
    mine = load(wrote(tmp_path, HEAD + "without = ['variants', 'skins.lima']\n"))
    assert mine.file.variants == {}
    assert set(mine.file.skins) == set(load("clasico").file.skins) - {"lima"}


def test_an_edition_extends_one_that_extends_another_and_adds_to_its_book(tmp_path: Path) -> None:
    wrote(tmp_path, LAGOON.read_text(encoding="utf-8"), "lagoon.toml")
    wrote(
        tmp_path,
        HEAD.replace("clasico", "lagoon").replace("mine", "middle") + "[rules.parking]\npays = 70\n",
        "middle.toml",
    )
    text = (
        HEAD.replace("clasico", "middle.toml")
        + """
[clauses]
parking = "LAG-99"
[[book]]
id = "LAG-99"
chapter = "Spaces"
text = "Quiet Cove pays 70."
"""
    )
    mine = load(wrote(tmp_path, text))
    assert mine.rules.parking.pays == 70
    sentence = mine.sentence("LAG-99")
    assert sentence is not None
    assert sentence.text == "Quiet Cove pays 70."
    assert mine.sentence("LAG-01") == load(LAGOON).sentence("LAG-01")


def test_a_change_of_the_edition_it_extends_is_seen(tmp_path: Path) -> None:
    base = wrote(tmp_path, LAGOON.read_text(encoding="utf-8"), "lagoon.toml")
    mine = wrote(tmp_path, HEAD.replace("clasico", "lagoon.toml"))
    assert load(mine).rules.jail.fine == 75
    base.write_text(LAGOON.read_text(encoding="utf-8").replace("fine = 75", "fine = 80"), encoding="utf-8")
    assert load(mine).rules.jail.fine == 80


def test_its_games_are_recorded_replayed_and_verified(tmp_path: Path) -> None:
    path = wrote(tmp_path, HEAD + "[rules.jail]\nfine = 100\n")
    game = Game(path, seats=3, seed=4)
    bots = TableBots(game, ())
    while game.must and len(game.moves) < 300:
        claimant = bots.claimant()
        seat = game.must[0] if claimant is None else claimant
        game.play(seat, bots.decide(seat))
    text = game.record()
    assert text.splitlines()[1] == "edition mine 3"
    assert verify(text, path).verdict == "proved"
    assert Game.replay(text, edition=path).moves == game.moves
    wrote(tmp_path, HEAD + "[rules.jail]\nfine = 150\n")
    with pytest.raises(CorruptRecord, match="another table of mine 3"):
        Game.replay(text, edition=path)


def test_a_folder_is_offered_with_editions_that_extend_one_another(tmp_path: Path) -> None:
    wrote(tmp_path, HEAD.replace("clasico", "zulu"), "alpha.toml")
    wrote(tmp_path, LAGOON.read_text(encoding="utf-8").replace('id = "lagoon"', 'id = "zulu"'), "zulu.toml")
    try:
        assert offer([tmp_path]) == ["mine", "zulu"]
        assert load("mine").rules == load("zulu").rules
    finally:
        FURTHER.clear()


# What is wrong.


def test_a_wrong_key_is_told_with_both_files(tmp_path: Path) -> None:
    said = problem(tmp_path, HEAD + "[rules.jail]\nfien = 100\n")
    assert said.startswith(
        "mine.toml, which extends clasico.toml: rules.jail.fien: unknown key; did you mean 'fine'? Known: fine"
    )


def test_what_no_longer_fits_is_told_with_both_files(tmp_path: Path) -> None:
    assert problem(tmp_path, HEAD + "[rules.setup]\ncash = 2000\n") == (
        "mine.toml, which extends clasico.toml: money.packs[0]: adds up to 1500, but rules.setup.cash is 2000"
    )


def test_who_it_is_must_be_written(tmp_path: Path) -> None:
    said = problem(tmp_path, 'extends = "clasico"\n')
    assert "\n  id: missing; expected text like" in said
    assert "\n  name: missing; expected text" in said
    assert "\n  version: missing; expected a whole number" in said


def test_an_unknown_edition_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    said = problem(tmp_path, HEAD.replace("clasico", "clasicco"))
    assert said.startswith("mine.toml: extends: no edition 'clasicco'; did you mean 'clasico'? Known: castis")
    assert problem(tmp_path, HEAD.replace('"clasico"', "7")) == (
        "mine.toml: extends: expected the name of an edition, or of a .toml file"
    )


def test_a_file_that_is_not_there_is_told_with_the_one_that_extends_it(tmp_path: Path) -> None:
    said = problem(tmp_path, HEAD.replace("clasico", "gone.toml"))
    assert said == f"{tmp_path / 'gone.toml'}, which mine.toml extends: cannot be read: No such file or directory"


def test_a_fault_of_the_edition_it_extends_is_told_as_such(tmp_path: Path) -> None:
    wrote(tmp_path, LAGOON.read_text(encoding="utf-8").replace("fine = 75", "fine = -1"), "base.toml")
    assert problem(tmp_path, HEAD.replace("clasico", "base.toml")).startswith("base.toml: rules.jail.fine: expected")


@pytest.mark.parametrize("base", ["mine.toml", "../{folder}/mine.toml"])
def test_an_edition_does_not_extend_itself(base: str, tmp_path: Path) -> None:
    said = problem(tmp_path, HEAD.replace("clasico", base.format(folder=tmp_path.name)))
    assert said == "mine.toml: extends: the editions extend one another: mine.toml → mine.toml"


def test_editions_do_not_extend_one_another(tmp_path: Path) -> None:
    wrote(tmp_path, HEAD.replace("clasico", "mine.toml"), "other.toml")
    assert problem(tmp_path, HEAD.replace("clasico", "other.toml")) == (
        "mine.toml: extends: the editions extend one another: mine.toml → other.toml → mine.toml"
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            "[spaces]\n40 = {price = 10}",
            "spaces.40: no item of this list; expected a number from 0 to 39, or the whole",
        ),
        ("[spaces]\nlast = {price = 10}", "spaces.last: no item of this list"),
        ("without = ['variants.fats']", "without[0]: there is no 'fats' to leave out; did you mean 'fast'?"),
        ("without = ['id']", "without[0]: there is no 'id' to leave out"),
        ("without = 'skins'", "without: expected a list, each text"),
        ("[clauses]\nsalary = 'LAG-01'", "clauses.salary: expected a clause like CLA-01 or AMB-01, got 'LAG-01'"),
    ],
)
def test_what_cannot_be_changed_is_named_by_its_path(more: str, said: str, tmp_path: Path) -> None:
    assert said in problem(tmp_path, HEAD + more)


def test_the_check_and_the_lab_take_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = wrote(tmp_path, HEAD)
    assert run(["editions", "check", str(path)]) == 0
    assert "mine 3, Mine: 2 to 8 players, 40 spaces" in capsys.readouterr().out
