"""A sitting: choices, dialogues, saving, claiming, the clock; in this process, with a typist."""

from __future__ import annotations

from pathlib import Path

import pytest
from typist import at_random, sit, typing

from magnate.actions import Build, ClaimRent, Mortgage, ProposeDeal, Roll
from magnate.editions import load, names
from magnate.game import Game
from magnate.terminal.menu import entries
from magnate.terminal.prompt import OWN_COMMANDS, SHARED_COMMANDS, Prompt
from magnate.terminal.save import read_seating
from magnate.terminal.session import Clock
from magnate.terminal.table import load_lines, number_in
from magnate.testing import Position
from magnate.words import LANGUAGES, Words
from magnate.words.language import placeholders

VARIANTS = [(name, variant) for name in names() for variant in [None, *load(name).file.variants]]


def understood(game: Game, lines: list[str], people: tuple[int, ...], tmp_path: Path, lang: str = "en") -> object:
    """What the first line means to seat 0, the rest being typed into the dialogue that follows."""
    session, _ = sit(game, people, typing(lines[1:]), tmp_path / "a.record", lang)
    return session.prompt.understand(0, lines[0])


def table_of(game: Game, lines: list[str], people: tuple[int, ...], tmp_path: Path) -> tuple[Prompt, str]:
    session, shown = sit(game, people, typing(lines[1:]), tmp_path / "a.record")
    session.prompt.understand(0, lines[0])
    return session.prompt, shown.getvalue()


# Languages.


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_says_every_line_with_the_same_facts(lang: str) -> None:
    english, book = load_lines("en"), load_lines(lang)
    for section in ("command", "kind", "line"):
        ours, theirs = getattr(book, section), getattr(english, section)
        assert ours.keys() == theirs.keys()
        for key, text in ours.items():
            assert placeholders(text) == placeholders(theirs[key]), key
            assert text.strip()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_command_is_also_an_action(lang: str) -> None:
    words, own = Words(lang), load_lines(lang).command
    typed = [words.say(key) for key in SHARED_COMMANDS] + [own[key] for key in own]
    assert len(set(typed)) == len(typed)
    assert [word for word in typed if words.by_word(word)] == []
    assert all(word.isascii() and word.islower() for word in own.values())
    assert set(OWN_COMMANDS) <= own.keys()


# What is typed.


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("120", 120), ("1.200", 1200), ("1,200", 1200), ("S/. 1.200", 1200), ("E.20.000", 20000), ("20 000 lei", 20000)],
)
def test_sums_are_read_as_people_write_them(typed: str, meant: int) -> None:
    assert number_in(typed) == meant


@pytest.mark.parametrize("typed", ["", "x", "-5", "1-2", "²", "١٢", "1e9", "9" * 50, "1 2 3 4"])
def test_what_is_no_sum_is_none(typed: str) -> None:
    assert number_in(typed) is None


def test_a_choice_goes_by_number_by_word_and_by_the_beginning_of_a_word(tmp_path: Path) -> None:
    for line in ("1", "roll", "ROLL", " roll ", "ro", "1."):
        game = Position("clasico", seats=2)
        assert understood(game, [line.strip()], (0,), tmp_path) == (0, Roll())
    assert understood(Position("clasico", seats=2), ["arunca"], (0,), tmp_path, "ro") == (0, Roll())
    assert understood(Position("clasico", seats=2), ["Aruncă"], (0,), tmp_path, "ro") == (0, Roll())


def test_a_deed_goes_by_the_number_or_name_of_its_space(tmp_path: Path) -> None:
    for line in ("mortgage 34", "mortgage gran via", "mortgage Gran Vía", "mortgage gran"):
        game = Position("clasico", seats=2, owners={34: 0, 39: 0})
        assert understood(game, [line], (0,), tmp_path) == (0, Mortgage(game.deed(34)))
    game = Position("clasico", seats=2, owners={34: 0, 39: 0})
    assert understood(game, ["mortgage", "39"], (0,), tmp_path) == (0, Mortgage(game.deed(39)))
    assert understood(game, ["mortgage", ""], (0,), tmp_path) is None
    assert understood(game, ["mortgage nowhere"], (0,), tmp_path) is None


def test_buildings_go_as_plans(tmp_path: Path) -> None:
    game = Position("clasico", seats=2, owners={31: 0, 32: 0, 34: 0}, cash=[5000, 1500])
    group = game.group(31)
    name = game.edition.groups[group].name_en
    for line in (f"build {group + 1} 2 2 1", f"build {name} 2 2 1", f"build {group + 1} 2, 2, 1"):
        assert understood(game, [line], (0,), tmp_path) == (0, Build(group, [2, 2, 1]))
    assert understood(game, ["build", f"build {group + 1} 1 1 1"], (0,), tmp_path) == (0, Build(group, [1, 1, 1]))
    assert understood(game, ["build", "1"], (0,), tmp_path) == (0, Build(group, [1, 0, 0]))
    for line in ("build 99 1 1", f"build {group + 1} 1", "build", f"build {group + 1} 77 1 1", "build x y z"):
        assert understood(game, [line, ""], (0,), tmp_path) is None


def test_an_impossible_plan_is_refused_with_the_rule(tmp_path: Path) -> None:
    game = Position("clasico", seats=2, owners={31: 0, 32: 0, 34: 0}, cash=[5000, 1500])
    group = game.group(31)
    session, shown = sit(game, (0,), typing([f"build {group + 1} 3 0 0"]), tmp_path / "a.record")
    session.run()
    assert "wouldn't be even" in shown.getvalue()
    game = Position("clasico", seats=2, owners={31: 0, 32: 1, 34: 0})
    session, shown = sit(game, (0,), typing([f"build {group + 1} 1 1 1"]), tmp_path / "b.record")
    session.run()
    assert "You don't own the whole group" in shown.getvalue()


def test_a_deal_is_made_question_by_question(tmp_path: Path) -> None:
    game = Position("clasico", seats=3, owners={31: 0, 39: 1, 1: 0}, names=["Ana", "Ion", "Eva"])
    lines = ["propose", "Ion", "31", "39", "100", "", "yes"]
    wanted = ProposeDeal(cash={0: -100, 1: 100}, deeds={game.deed(31): 1, game.deed(39): 0}, cards={})
    assert understood(game, lines, (0,), tmp_path) == (0, wanted)
    assert understood(game, ["propose", "Ion", "31", "39", "100", "", "no"], (0,), tmp_path) is None
    assert understood(game, ["propose", "cancel"], (0,), tmp_path) is None
    assert understood(game, ["propose", "Ion", "cancel"], (0,), tmp_path) is None
    assert understood(game, ["propose", ""], (0,), tmp_path) is None
    three = ["propose", "1", "", "39", "50", "Eva", "7 1", "1", "", "30", "yes"]
    wanted = ProposeDeal(cash={0: -20, 1: 50, 2: -30}, deeds={game.deed(39): 0, game.deed(1): 2}, cards={})
    assert understood(game, three, (0,), tmp_path) == (0, wanted)


def test_a_deal_can_be_answered_and_countered(tmp_path: Path) -> None:
    game = Position("clasico", seats=2, owners={31: 0, 39: 1}, names=["Ana", "Ion"])
    game.play(0, ProposeDeal(cash={0: -100, 1: 100}, deeds={game.deed(39): 0}))
    session, shown = sit(
        game, (0, 1), typing(["", "counter", "", "", "200", "yes", "", "agree"]), tmp_path / "a.record"
    )
    session.run()
    text = shown.getvalue()
    assert "Ana proposes a deal" in text
    assert "Ion makes a counter-offer to Ana's deal" in text or "Ana's deal is done" in text


def test_giving_up_needs_a_second_word(tmp_path: Path) -> None:
    game = Position("castis", seats=2)
    assert understood(game, ["concede", "no"], (0,), tmp_path) is None
    assert understood(game, ["concede", ""], (0,), tmp_path) is None
    told = understood(game, ["concede", "yes"], (0,), tmp_path)
    assert told is not None


def test_an_unknown_word_gets_a_hint(tmp_path: Path) -> None:
    _, shown = table_of(Position("castis", seats=2), ["rool"], (0,), tmp_path)
    assert '"rool" isn\'t known here' in shown
    assert 'Did you mean "roll"?' in shown


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("edition", names())
def test_everything_there_is_to_look_at_can_be_looked_at(edition: str, lang: str, tmp_path: Path) -> None:
    game = Game(edition, seats=max(2, load(edition).seats[0]), seed=3)
    for _ in range(120):
        if game.must:
            game.play(game.must[0], game.default_action(game.must[0]))
    words, own = Words(lang), load_lines(lang).command
    looks = [words.say("help"), words.say("show"), own["board"], own["why"], own["rules"], own["who"], "why CLA-25"]
    deeds = [f"{words.say('show')} {space}" for space in game.edition.deeds]
    session, shown = sit(game, (0, 1), typing([""] * 99), tmp_path / "a.record", lang)
    for line in looks + deeds:
        assert session.prompt.understand(0, line) is None
    for name in game.edition.deed_names if lang == game.edition.language else []:
        assert name.split()[-1] in shown.getvalue().replace("\n", " ")


# Claims.


def test_a_rent_is_claimed_by_word_and_nothing_hints_that_it_is_due(tmp_path: Path) -> None:
    def menu(owner: int) -> tuple[list[str], str]:
        game = Position("clasico", seats=2, owners={31: owner}, at={1: 24}, turn=1, names=["Ana", "Aldo"])
        game.rolls(3, 4)
        session, shown = sit(game, (0,), typing([]), tmp_path / "a.record")
        session.run()
        return [entry.name for entry in entries(session.table, 0)], shown.getvalue()

    due, shown_due = menu(0)
    undue, shown_undue = menu(1)
    assert "ClaimRent" in due
    assert "ClaimRent" in undue
    assert shown_due.count("claim") == shown_undue.count("claim")


def test_before_a_bot_rolls_people_can_still_claim(tmp_path: Path) -> None:
    game = Position("clasico", seats=3, owners={31: 0}, at={1: 24}, turn=1, names=["Ana", "Aldo", "Bianca"])
    game.state.turns = 5
    game.rolls(3, 4)
    cash = game.cash(0)
    asked: list[str] = []
    lines = iter(["claim", "", "quit"])

    def read(prompt: str) -> str:
        asked.append(prompt)
        return next(lines)

    session, shown = sit(game, (0,), read, tmp_path / "a.record")
    session.run()
    assert asked[0] == "[Bianca is next, Enter to continue] "
    assert "Ana claims" in shown.getvalue()
    assert game.cash(0) > cash


@pytest.mark.proves("AMB-137")
def test_before_a_bot_hands_back_the_dice_for_the_count_people_can_still_claim(tmp_path: Path) -> None:
    owners = {31: 0}
    game = Position("clasico", 3, variant="timed", owners=owners, at={1: 24}, turn=1, names=["Ana", "Aldo", "Bianca"])
    game.state.turns = 5
    game.rolls(3, 4)
    game.time_up()
    game.ends_turn()
    cash = game.cash(0)
    asked: list[str] = []
    lines = iter(["claim"])

    def read(prompt: str) -> str:
        asked.append(prompt)
        return next(lines)

    session, _ = sit(game, (0,), read, tmp_path / "a.record")
    session.run()
    assert asked == ["[Bianca is next, Enter to continue] "]
    assert game.cash(0) > cash
    assert game.is_over


def test_another_person_claims_while_somebody_else_has_the_keyboard(tmp_path: Path) -> None:
    for line in ("Ion: claim", "ion claim", "as Ion: claim", "as Ion claim"):
        game = Position("clasico", seats=2, owners={31: 1}, at={0: 24}, names=["Ana", "Ion"])
        game.rolls(3, 4)
        assert understood(game, [line], (0, 1), tmp_path) == (1, ClaimRent())


def test_bots_cannot_be_played_from_the_keyboard(tmp_path: Path) -> None:
    game = Position("clasico", seats=2, names=["Ana", "Aldo"])
    assert understood(game, ["Aldo: claim"], (0,), tmp_path) is None


# Saving and time.


def test_the_save_is_the_record_after_every_move(tmp_path: Path) -> None:
    game = Game("castis", seats=3, seed=2, names=["Ana", "Aldo", "Bianca"])
    path = tmp_path / "deep" / "a.record"

    def read(prompt: str) -> str:
        assert path.read_text(encoding="utf-8") == game.record()
        if len(game.moves) > 60:
            raise EOFError
        return str(1)

    session, _ = sit(game, (0,), read, path)
    session.run()
    seating = read_seating(path)
    assert seating is not None
    assert seating.people == [0]
    assert not seating.over
    assert [file.name for file in path.parent.iterdir() if file.name.endswith(".new")] == []


def test_a_save_that_fails_is_said_once_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    game = Game("castis", seats=2, seed=2, names=["Ana", "Aldo"])
    session, shown = sit(game, (0,), typing(["1", "1", "1"]), tmp_path / "file" / "a.record")
    session.run()
    assert shown.getvalue().count("couldn't be saved") == 1
    assert len(game.moves) > 2


def test_when_time_is_up_the_turn_is_completed_and_wealth_counted(tmp_path: Path) -> None:
    game = Game("clasico", variant="timed", seats=3, seed=2, names=["Ana", "Aldo", "Bianca"])
    session, shown = sit(game, (), typing([]), tmp_path / "a.record", elapsed=3599.99)
    assert session.clock.limit == 3600
    session.run()
    assert game.is_over
    assert "The agreed time is up." in shown.getvalue()
    assert "is worth" in shown.getvalue()


def test_elapsed_time_is_kept_with_the_save(tmp_path: Path) -> None:
    game = Game("clasico", variant="timed", seats=2, seed=2, names=["Ana", "Aldo"])
    session, shown = sit(game, (0,), typing(["1", "1"]), tmp_path / "a.record", elapsed=1234.5)
    session.run()
    seating = read_seating(tmp_path / "a.record")
    assert seating is not None
    assert 1234.5 <= seating.elapsed < 1300
    assert "40 min left" in shown.getvalue()
    assert Clock(game, seating.elapsed).minutes_left == 40


def test_an_untimed_game_has_no_clock() -> None:
    game = Game("castis", seats=2, seed=1)
    assert not Clock(game, 1e9).is_up(game)


# Nonsense.


@pytest.mark.parametrize(("edition", "variant"), VARIANTS)
def test_nonsense_never_breaks_a_game_and_the_save_is_always_whole(
    edition: str, variant: str | None, tmp_path: Path
) -> None:
    chosen = load(edition, variant=variant)
    for seed, lang in enumerate(LANGUAGES):
        seats = max(3, chosen.seats[0])
        game = Game(chosen, seats=seats, seed=seed, names=["Ana", "Ion", "Aldo"])
        people = (0, 1) if seed % 2 else (0,)
        session, _ = sit(game, people, at_random(game, lang, seed, 150), tmp_path / "a.record", lang)
        session.run()
        assert (tmp_path / "a.record").read_text(encoding="utf-8") == game.record()


# Editions of one's own.


def test_a_game_of_an_own_edition_is_resumed_from_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from magnate.terminal import start

    source = Path(start.__file__).parent.parent / "editions" / "castis.toml"
    mine = tmp_path / "mine.toml"
    mine.write_text(source.read_text(encoding="utf-8").replace('id = "castis"', 'id = "mine"', 1), encoding="utf-8")
    monkeypatch.setattr(start, "read_line", typing(["1", "1"]))
    path = tmp_path / "mine.record"
    begun = start.open_session(
        start.StartOptions(edition=str(mine), people="Ana", bots=1, lang="en", seed=3, save=path)
    )
    begun.run()
    monkeypatch.setattr(start, "read_line", typing([]))
    again = start.open_session(start.StartOptions(resume=str(path)))
    assert again.game.state.values() == begun.game.state.values()
    assert again.game.edition.id == "mine"
    assert again.table.people == {0}


def test_an_own_edition_tells_the_clauses_of_its_own_book(tmp_path: Path) -> None:
    lagoon = Path(__file__).parent.parent.parent / "examples" / "editions" / "lagoon.toml"
    game = Position(lagoon, seats=2, at={0: 23}, names=["Ana", "Aldo"])
    game.rolls(1, 2)
    session, shown = sit(game, (0, 1), typing([""] * 9), tmp_path / "a.record", "en")
    for line in ("why", "why LAG-06", "board"):
        assert session.prompt.understand(0, line) is None
    said = " ".join(shown.getvalue().split())
    assert "LAG-08 «Spaces»: Whoever comes to rest in Quiet Cove is given 50 by the Bank." in said
    assert "LAG-06 «Turn»: The fourth double of a turn is not sailed" in said


def test_without_its_seats_file_a_save_still_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from magnate.terminal import start

    path = tmp_path / "a.record"
    game = Game("castis", names=["Ana", "Aldo"], seed=3)
    path.write_text(game.record(), encoding="utf-8")
    path.with_name("a.record.seats").write_text("rubbish", encoding="utf-8")
    monkeypatch.setattr(start, "read_line", typing([]))
    again = start.open_session(start.StartOptions(resume=str(path), lang="en"))
    assert again.table.people == {0}
    assert again.game.state.values() == game.state.values()
