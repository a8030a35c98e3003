"""Text for a position: every state is written and read without loss, and what is wrong is named."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from magnate import Game, lab
from magnate.actions import Concede, FollowCard, ProposeDeal, Roll
from magnate.cli import run
from magnate.editions import load, names
from magnate.errors import CorruptRecord, MalformedPosition
from magnate.events import CardKept
from magnate.frame_slots import SLOTS
from magnate.position_check import RANGE_OF_FIELD, RANGE_OF_SLOT, STATED, ranges
from magnate.position_facts import FIELDS, FRAMES, READERS
from magnate.record import Seal
from magnate.rules.codes import MAX_CARDS
from magnate.testing import Position
from magnate.verify import verify
from properties.walk import ALL_TABLES, MOODS, Walk, check_holders

START = "magnate1/clasico.1/1500@0/1500@0"
DOCS = Path(__file__).parent.parent / "docs" / "position.md"
LAGOON = Path(__file__).parent.parent / "examples" / "editions" / "lagoon.toml"


def read(text: str) -> Game:
    return Game.from_text(text, seed=1)


def same_game(one: Game, other: Game) -> bool:
    """Whether two games are in the same position, field by field."""
    return bool(one.state.values() == other.state.values() and one.table.values() == other.table.values())


def may_hide_cash(edition: str) -> bool:
    return "table.private_cash" not in load(edition).file.fixed


# Round trips.


@pytest.mark.parametrize(
    ("name", "variant", "seats"),
    [pytest.param(*table, marks=() if table[2] in (2, 4) else pytest.mark.thorough) for table in ALL_TABLES],
)
def test_random_play_is_written_and_read_without_loss(name: str, variant: str | None, seats: int) -> None:
    for mood in range(len(MOODS)):
        play = Walk(name, variant, seats, seed=3 * seats + mood, private=mood == 1 and may_hide_cash(name))
        for step, _ in enumerate(play.walk(160)):
            if step % 3:
                continue
            text = play.game.to_text()
            game = Game.from_text(text, seed=step)
            assert same_game(game, play.game), text
            assert game.to_text() == text
            assert quote(text, safe="/:@=,") == text
            check_holders(game.state, game.table, game.chance)
            if step % 8 == 0:
                assert all(game.view(seat) == play.game.view(seat) for seat in range(seats)), text


def test_random_play_comes_to_most_kinds_of_question() -> None:
    """So that the round trip above is one of positions in the middle of something."""
    seen = set()
    for seed in range(30):
        name, variant, seats = ALL_TABLES[seed * 7 % len(ALL_TABLES)]
        for _ in (play := Walk(name, variant, seats, seed=seed)).walk(150):
            seen |= set(re.findall(r"[=,]([a-z_]+)(?=[:,/]|$)", play.game.to_text().partition("stack")[2]))
    asked = {"opening", "buy", "auction", "card", "debt", "settlement", "contest_ask", "inherit", "estate"}
    assert asked <= seen & set(FRAMES)


@pytest.mark.parametrize("switch", ["jail.fine", "rent.lapses", "purchase.refused", "setup.cash", "ending.turns"])
@pytest.mark.parametrize("edition", names())
def test_house_rules_are_kept(edition: str, switch: str) -> None:
    fewest, most = load(edition).seats[0], load(edition).seats[-1]
    by_seats = [500_000 + 500 * n for n in range(load(edition).file.players.max - load(edition).file.players.min + 1)]
    values: dict[str, Any] = {
        "jail.fine": 100,
        "rent.lapses": False,
        "purchase.refused": "stays",
        "setup.cash": by_seats,
        "ending.turns": 60,
    }
    for seats in (fewest, most):
        game = Game(load(edition, options={switch: values[switch]}), seats, seed=1)
        again = read(game.to_text())
        assert again.edition.rules == game.edition.rules
        assert same_game(again, game)


def test_variant_and_skin_are_kept() -> None:
    game = Game("clasico", 3, seed=1, variant="fast", skin="lima")
    assert "/variant=fast/skin=lima/" in game.to_text()
    again = read(game.to_text())
    assert (again.edition.variant, again.edition.skin) == ("fast", "lima")
    assert again.view() == game.view()


def test_a_position_of_the_kit_with_few_houses_is_kept() -> None:
    game = Position("clasico", 2, owners={1: 0, 3: 0}, levels={1: 2}, houses=1, hotels=0)
    again = Position.from_text(game.to_text())
    assert "/houses=1/" in game.to_text() + "/"
    assert same_game(again, game)


def test_a_finished_game_is_kept() -> None:
    game = Position("castis", 2, owners={1: 1})
    game.does(0, Concede())
    again = read(game.to_text())
    assert again.is_over
    assert again.outcome() == game.outcome()


def test_a_field_that_an_older_text_does_not_have_is_empty() -> None:
    """As every field was that a later version adds."""
    game = Game("clasico", 3, seed=1)
    for _ in range(80):
        game.play(game.must[0], game.legal_actions(game.must[0])[0])
    text = game.to_text()
    single = {name for name, field in FIELDS.items() if not field.records} - READERS.keys()
    sections = [section for section in text.split("/") if section.split("=")[0] in single]
    assert len(sections) > 4
    for section in sections:
        field = section.split("=")[0]
        older = read(text.replace(f"/{section}", ""))
        start = read(START + "/1500@0")
        assert FIELDS[field].of(older.state) == FIELDS[field].of(start.state)
        for name, other in FIELDS.items():
            assert name == field or other.of(older.state) == other.of(game.state)


# What it looks like.


def test_the_start_of_the_first_turn_is_nothing_but_edition_and_seats() -> None:
    assert Position("clasico", 2).to_text() == START
    assert same_game(read(START), Position("clasico", 2))


def test_a_position_reads_as_it_is_played() -> None:
    game = Position(
        "clasico",
        3,
        cash={0: 1280, 1: 640, 2: 0},
        owners={1: 0, 3: 0, 6: 0, 8: 0, 9: 0, 5: 1, 12: 1},
        levels={6: 4, 8: 4, 9: 5},
        mortgages={5: 1, 12: 0},
        at={0: 24},
        jail={1: 1},
        held={"CA8": 1},
        out=[2],
        turn=1,
    )
    seats = "1280@24:1,3,6h4,8h4,9H/640@10.jail1:5m,12i:CA8/0@0.out1"
    assert game.to_text() == f"magnate1/clasico.1/{seats}/turn=1/deeds_moved=7"


def test_a_question_and_an_open_deal_are_written() -> None:
    game = Position("clasico", 2, owners={1: 1}, dice=[(1, 2)])
    game.does(0, Roll(), ProposeDeal(cash={0: -50, 1: 50}, deeds={0: 0}))
    text = game.to_text()
    assert "/must=1/stack=turn,buy:0:-1:0:0:1/" in text
    assert "/deal_cash=0:-50,1:50/deal_deed=0:0" in text
    again = read(text)
    assert again.view(1).deals == game.view(1).deals
    assert again.legal_actions(1) == game.legal_actions(1)


def test_repr_is_the_text() -> None:
    game = Position("clasico", 2)
    assert repr(game) == f"Position.from_text({START!r})"
    assert repr(read(START)) == f"Game.from_text({START!r})"
    assert repr(game.view(0).position) == f"SeatPosition({START!r})"


def test_a_view_writes_what_its_seat_sees() -> None:
    game = Game("clasico", 2, seed=1, options={"table.private_cash": True})
    assert "/1500@0/0@0/" in game.view(0).position.to_text()
    assert "/0@0/1500@0/" in game.view(1).position.to_text()


# Chance.


def test_the_same_seed_gives_the_same_dice_and_another_one_others() -> None:
    def rolled(seed: int | None) -> list[Any]:
        game = Game.from_text(START, seed=seed)
        return [game.play(game.must[0], game.legal_actions(game.must[0])[0]) for _ in range(20)]

    assert rolled(7) == rolled(7)
    assert rolled(7) != rolled(8)
    assert rolled(None) != rolled(None)


def test_a_held_card_is_not_in_its_deck() -> None:
    game = Position.from_text("magnate1/clasico/1500@4::CA8/1500@0")
    check_holders(game.state, game.table, game.chance)
    assert game.holds(0, "CA8")
    game.draws("CA9", 1, 2)


def test_a_card_turned_over_to_be_kept_is_not_in_its_deck() -> None:
    before = Position("clasico", 2, at={0: 4}, cards=["CA8"])
    before.rolls(1, 2)
    game = Position.from_text(before.to_text())
    check_holders(game.state, game.table, game.chance)
    game.does(0, FollowCard()).one(CardKept, seat=0)
    assert game.chance.deck_left[: game.table.decks] == [15, 16]
    assert len(game.chance.deck) >= MAX_CARDS


def test_the_record_of_a_game_that_began_in_a_position_names_it_and_replays() -> None:
    game = Game.from_text(START, seed=3, names=["Ana", "Ion"]).copy()
    game.play(game.must[0], Roll())
    text = game.record()
    assert f"\nposition {Game.from_text(START, seed=3).to_text()}\ncommitment " in text
    assert verify(text).verdict == "proved"
    again = Game.replay(text)
    assert again.to_text() == game.to_text()
    assert again.chance.values() == game.chance.values()  # the same dice and cards to come
    assert again.record() == text
    assert Game.replay(game.record(reveal=False)).to_text() == game.to_text()


def test_a_record_whose_position_was_changed_or_is_of_another_edition_is_refused() -> None:
    text = Game.from_text(START, seed=3, names=["Ana", "Ion"]).record()
    with pytest.raises(CorruptRecord, match="the seal does not fit"):
        Game.replay(text.replace("@0", "@1", 1))
    position = Game.from_text(START, seed=3).to_text()
    for other in (Game("castis", 2, seed=1).to_text(), position.replace("@0", "@00", 1), "nonsense"):
        with pytest.raises(CorruptRecord, match="line 7: its position"):
            Game.replay(resealed(text.replace(position, other)))


def resealed(text: str) -> str:
    """A record of no moves, sealed as if nothing had happened."""
    head, seal = text.partition("\nmoves\n")[0].split("\n"), Seal()
    for line in (*head, "moves"):
        seal.add(line)
    return "\n".join([*head, "moves", *(f"{line} #{seal.add(line)}" for line in ("0 - SetUp", "end 0")), ""])


def test_names_and_an_edition_of_ones_own() -> None:
    game = Game(LAGOON, 2, seed=1, names=["Ana", "Ion"])
    again = Game.from_text(game.to_text(), seed=1, edition=LAGOON, names=["Ana", "Ion"])
    assert again.view() == game.view()
    with pytest.raises(MalformedPosition, match="lagoon: no such edition"):
        read(game.to_text())
    with pytest.raises(MalformedPosition, match="the edition given is lagoon; expected that of the text, clasico"):
        Game.from_text(START, edition=LAGOON)


# Texts that are wrong.

MANY = "1h4,3h4,6h4,8h4,9h4,11h4,13h4,14h4,16h1"  # one house more than there are


@pytest.mark.parametrize(
    ("text", "problem", "expected"),
    [
        ("", "not the text of a position", "expected magnate1/"),
        ("rnbqkbnr/pppppppp w KQkq", "not the text of a position", "expected magnate1/"),
        ("magnate1", "not the text of a position", "expected magnate1/"),
        ("magnate1/", "not the text of a position", "expected magnate1/"),
        ("magnate2/clasico/1500@0/1500@0", "another version of the format", "expected magnate1/"),
        ("magnate1/clasic/1500@0/1500@0", "clasic: no such edition", "did you mean 'clasico'?"),
        ("magnate1/clasico.9/1500@0/1500@0", "another version of the edition", "expected clasico.1, or clasico"),
        ("magnate1/clasico/variant=quick/1500@0/1500@0", "no variant 'quick'", "fast"),
        ("magnate1/clasico/jail.fin=5/1500@0/1500@0", "unknown switch", "did you mean 'jail.fine'?"),
        ("magnate1/clasico/jail.fine=much/1500@0/1500@0", "jail.fine", "expected"),
        ("magnate1/clasico", "0 seats", "expected 2 to 8"),
        ("magnate1/clasico/1500@0", "1 seats", "expected 2 to 8"),
        ("magnate1/clasico/1500@0/1500", "'1500': not a seat", "cash@space:deeds:cards"),
        ("magnate1/clasico/-5@0/1500@0", "'-5@0': not a seat", "cash@space:deeds:cards"),
        ("magnate1/clasico/1500@40/1500@0", "space 40", "expected 0 to 39"),
        ("magnate1/clasico/9999999999@0/1500@0", "cash 9999999999", "expected 0 to 2147483647"),
        ("magnate1/clasico/1500@10.jail9/1500@0", "own turns in jail 9", "expected 0 to 3"),
        ("magnate1/clasico/1500@0:2/1500@0", "'2' is no deed", "1, 3, 5, 6"),
        ("magnate1/clasico/1500@0:1x/1500@0", "'1x' is no deed", "then h1"),
        ("magnate1/clasico/1500@0:1h5/1500@0", "houses 5", "expected 0 to 4"),
        ("magnate1/clasico/1500@0:5h1/1500@0", "space 5 cannot be built on", "houses on lots"),
        ("magnate1/clasico/1500@0:1/1500@0:1", "space 1 has an owner already", "every deed once"),
        ("magnate1/clasico/1500@0::CA1/1500@0", "'CA1' is no card that can be kept", "one of CA8, AC5"),
        ("magnate1/clasico/1500@0::CA8/1500@0::CA8", "card CA8 is held already", "every card once"),
        ("magnate1/clasico/0@0.out1:1/1500@0/1500@0/turn=1", "a seat that is out owns something", "no deeds"),
        (f"{START}/turn=2", "seat 2", "expected 0 to 1"),
        (f"{START}/turn=1/turn=0", "stands there twice", "one of them"),
        (f"{START}/trun=1", "'trun=1': unknown name; expected a section or a field", "; did you mean 'turn'? Known:"),
        (f"{START}/order=0,0", "not an order of play", "every seat from 0 to 1 once"),
        (f"{START}/dice=7,1", "die 7", "expected 0 to 6"),
        (f"{START}/dice=4", "1 dice", "two, like dice=3,1"),
        (f"{START}/must=none", "no such seat can answer", "seats that still play"),
        ("magnate1/clasico/0@0.out1/1500@0/1500@0", "no such seat can answer", "seats that still play"),
        (f"{START}/stack=by:0", "'by:0' is no frame", "did you mean 'buy'?"),
        (f"{START}/stack=none", "0 frames", "1 to 24"),
        (f"{START}/stack=turn,contest:0", "the rules cannot go on from here", "a stack that asks"),
        (f"{START}/stack=turn,buy:0:-1:0:0:99", "'stack, frame 1, target': 99", "expected 0 to 27"),
        (f"{START}/stack=turn,card:0:-1:1:0:9:9,buy:0", "'stack, frame 1, deck': 9", "expected 0 to 1"),
        (f"{START}/stack=turn,utility_roll:0:1:0:1:50", "'stack, frame 1, deed': 50", "expected 0 to 27"),
        (f"{START}/stack=turn,tax:0:-1:99:100:999", "'stack, frame 1, why': 99", "expected 1 to 11"),
        (f"{START}/stack=turn,turn", "not in its place", "turn or opening at the bottom"),
        (f"{START}/stack=turn,debt:0:0:1:9999:-1:1", "its numbers do not fit", "those of a game"),
        (f"{START}/cash=0:-5", "no fact of its own", "the seats"),
        (f"{START}/at=0:99", "no fact of its own", "the seats"),
        (f"{START}/die1=9", "no fact of its own", "dice="),
        (f"{START}/jail=0:50", "no fact of its own", "the seats"),
        (f"{START}/depth=5", "no fact of its own", "stack="),
        (f"{START}/frame_x=0:5", "no fact of its own", "stack="),
        ("magnate1/clasico/1500@0:1/1500@0/mortgaged=1:3", "no fact of its own", "the seats"),
        ("magnate1/clasico/1500@0:1/1500@0/out=0:1", "no fact of its own", "the seats"),
        ("magnate1/clasico/1500@0/0@0.out2/1500@0", "exits [2]", "from .out1"),
        ("magnate1/clasico/1500@10.jail3/1500@0", "a stay that is over", "fewer turns than 3"),
        ("magnate1/clasico/900000000@0/900000000@0", "1800000000 in cash", "at most 1000000000 in all"),
        ("magnate1/clasico/١٥٠٠@0/1500@0", "not a seat", "cash@space:deeds:cards"),
        (f"{START}/turns=١", "does not fit", "a whole number"),
        (f"{START}/again=2", "'again': 2", "expected 0 to 1"),
        (f"{START}/deals=3", "deal 0 waits for no player", "deal_parties"),
        (f"{START}/deal_cash=0:5,1:-5", "deal 0 is not open", "open deals only"),
        (f"{START}/over=1/must=none", "winners=0", "when the game is over"),
        (f"{START}/winners=1", "winners=1", "when the game is over"),
        (f"{START}/opening_rank=0:1,1:1", "[1, 1]", "how many are before it"),
        (f"{START}/turns=many", "'many' does not fit", "a whole number"),
        (f"{START}/turns=99999999999", "does not fit", "to 2147483647"),
        (f"{START}/opening_roll=6", "'6' has no place", "place:number"),
        (f"{START}/opening_roll=8:6", "place 8", "expected 0 to 7"),
        (f"{START}/houses=-1", "'houses': -1", "expected 0 to 32"),
        (f"{START}/houses=33", "'houses': 33", "expected 0 to 32"),
        (f"{START}/houses=1000/hotels=1000", "'houses': 1000", "expected 0 to 32"),
        (f"{START}/hotels=13", "'hotels': 13", "expected 0 to 12"),
        ("magnate1/clasico/1500@0:1h4,3h4/1500@0/houses=25", "'houses': 25", "expected 0 to 24"),
        (f"magnate1/clasico/1500@0:{MANY}/1500@0", "'houses': 1 more stand than there are", "fewer on the board"),
        ("magnate1/clasico/1500@5.jail1/1500@0", "'@5.jail1': a prisoner elsewhere", "expected space 10, the jail"),
        ("magnate1/clasico/1500@30.jail/1500@0", "'@30.jail': a prisoner elsewhere", "expected space 10, the jail"),
        (f"{START}/seats=3", "'seats=3': unknown name", "expected"),
    ],
)
def test_a_wrong_text_is_refused_with_what_would_be_right(text: str, problem: str, expected: str) -> None:
    with pytest.raises(MalformedPosition) as caught:
        read(text)
    assert problem in str(caught.value)
    assert expected in str(caught.value)


def test_a_text_with_any_character_cut_or_changed_is_read_or_refused_by_name(thorough: bool) -> None:
    play = Walk("europolis", None, 4, seed=5)
    for _ in play.walk(120):
        pass
    text, refusals = play.game.to_text(), set()
    for place in range(0, len(text), 1 if thorough else 4):
        for wrong in (text[:place], text[:place] + text[place + 1 :], text[:place] + "9" + text[place + 1 :]):
            try:
                read(wrong).view()
            except MalformedPosition as error:
                refusals.add(str(error))
    assert len(refusals) > (100 if thorough else 30)
    ours = [refusal for refusal in refusals if not refusal.startswith("europolis: rules.")]  # an edition's own words
    assert [refusal for refusal in ours if not re.search("expected|known|Known", refusal)] == []


# Where it is taken.


def test_the_lab_takes_a_text_for_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    text = "magnate1/clasico/1500@0/50@0:1h4,3H/turn=0"
    hit = lab.rent_risk(text).turns[0]
    assert hit.pays == pytest.approx(lab.rent_risk(read(text)).turns[0].pays)
    with pytest.raises(lab.BadQuestion, match="a text is one position, without moves"):
        lab.rent_risk(text, 3)
    with pytest.raises(lab.BadQuestion, match="'1500@77': space 77; expected 0 to 39"):
        lab.rent_risk("magnate1/clasico/1500@77/50@0")
    with pytest.raises(lab.BadQuestion, match="every n-th move of a whole record"):
        lab.chances(text, every=5)
    assert run(["lab", "odds", text]) == 0
    assert "The coming turns · clasico" in capsys.readouterr().out
    assert run(["lab", "odds", text, "--variant", "fast"]) == 2
    assert "a record or position says which rules it has" in capsys.readouterr().err


def test_every_field_of_a_state_and_every_slot_of_a_frame_has_a_range() -> None:
    assert FIELDS.keys() == RANGE_OF_FIELD.keys() | set(STATED)
    assert RANGE_OF_FIELD.keys() & set(STATED) == set()
    assert RANGE_OF_SLOT.keys() == {name for slots in SLOTS.values() for name in slots}
    known = ranges(Game("clasico", 2, seed=1).table)
    assert known.keys() == {*RANGE_OF_FIELD.values(), *RANGE_OF_SLOT.values()}


def test_every_fact_has_its_entry_in_the_docs() -> None:
    told = set(re.findall(r"^\| `(\w+)`(?:, `(\w+)`)? \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE))
    assert READERS.keys() | {"variant", "skin"} <= {name for names in told for name in names}
