"""A wrong file or choice is refused with the path of the wrong key, and with what would be right."""

from pathlib import Path

import pytest

from magnate.editions import EditionError, load
from magnate.editions.read import parse

HERE = Path(load.__code__.co_filename).parent
CLASICO = (HERE / "clasico.toml").read_text(encoding="utf-8")
EXPOPOLIS = (HERE / "expopolis.toml").read_text(encoding="utf-8")


def refused(old: str, new: str, text: str = CLASICO) -> str:
    """What is said of the edition with one passage changed, a line a fault."""
    assert old in text
    with pytest.raises(EditionError) as error:
        parse(text.replace(old, new, 1), "mine.toml")
    assert isinstance(error.value, ValueError)
    assert str(error.value).startswith("mine.toml:")
    return "\n".join(f"{path}: {message}" if path else message for path, message in error.value.problems)


# The passages as the file writes them.
RONDA = next(line for line in CLASICO.splitlines() if "Ronda de Valencia" in line)
GOYA = next(line for line in CLASICO.splitlines() if "Estación de Goya" in line)


# Keys and types.


def test_syntax_errors_give_line_and_column() -> None:
    assert "not TOML" in refused('id = "clasico"', 'id = "clasico')
    with pytest.raises(EditionError, match=r"line 1, column 4"):
        parse("id clasico", "mine.toml")


def test_an_unknown_key_is_answered_with_the_nearest_known_one() -> None:
    said = refused("[rules.jail]\nfine = 50", "[rules.jail]\nfine = 50\nfien = 60")
    assert said.startswith("rules.jail.fien: unknown key; did you mean 'fine'? Known: fine, pay_before_rolling")


def test_a_missing_key_is_named_with_what_it_takes() -> None:
    assert refused("[rules.jail]\nfine = 50\n", "[rules.jail]\n") == (
        "rules.jail.fine: missing; expected a whole number from 0 to 100000000"
    )


def test_a_wrong_type_is_named() -> None:
    assert refused("fine = 50", 'fine = "fifty"') == (
        "rules.jail.fine: expected a whole number from 0 to 100000000, got 'fifty' (text)"
    )
    assert refused("on_landing = true", "on_landing = 1") == (
        "rules.start.on_landing: expected true or false, got 1 (a whole number)"
    )
    assert refused("fine = 50", "fine = true").startswith("rules.jail.fine: expected a whole number")


def test_a_wrong_word_is_answered_with_the_allowed_ones() -> None:
    assert refused('again = "must"', 'again = "most"') == (
        "rules.turn.again: expected one of may, must, got 'most' (text); did you mean 'must'?"
    )


def test_a_number_out_of_range_is_answered_with_the_range() -> None:
    said = "rules.turn.doubles_to_jail: expected a whole number from 1 to 7, got {} (a whole number)"
    assert refused("doubles_to_jail = 3", "doubles_to_jail = 8") == said.format(8)
    assert refused("doubles_to_jail = 3", "doubles_to_jail = 0") == said.format(0)


def test_elements_of_lists_are_numbered() -> None:
    assert refused(RONDA, RONDA.replace("price = 60", 'price = "sixty"')).startswith(
        "spaces[1].price: expected a whole number from 1"
    )
    assert refused('{id = "CA4", effect = "pay",', '{id = "CA4", effect = "pai",').startswith(
        "decks.A.cards[3].effect: unknown 'pai' (text); did you mean 'pay'? Known: "
    )
    assert refused('{id = "CA4", effect = "pay",', '{id = "CA4",').startswith(
        "decks.A.cards[3].effect: missing; expected one of collect, "
    )
    assert refused("rents = [2, 10,", "rents = [2, true,").startswith("spaces[1].rents[1]: expected a whole number")


def test_an_effect_takes_its_own_figures_and_no_others() -> None:
    said = refused('{id = "CA4", effect = "pay", amount = 20,', '{id = "CA4", effect = "pay", steps = 20,')
    assert "decks.A.cards[3].steps: unknown key" in said
    assert "decks.A.cards[3].amount: missing" in said


def test_all_faults_are_reported_together() -> None:
    text = CLASICO.replace("fine = 50", "fine = -1").replace('kind = "free"', 'kind = "fre"')
    with pytest.raises(EditionError) as error:
        parse(text, "mine.toml")
    assert [problem.path for problem in error.value.problems] == ["spaces[20].kind", "rules.jail.fine"]


def test_a_number_for_each_number_of_players_or_one_for_all() -> None:
    assert refused("cash = 1500", "cash = [1500, 1500]") == (
        "rules.setup.cash: expected one number, or a list of 7 for 2 to 8 players; got 2"
    )
    assert refused("cash = 1500", 'cash = ["all"]').startswith("rules.setup.cash[0]: expected a whole number")


# The board.


def test_the_corners_exist() -> None:
    assert "exactly one space of kind jail, found 0" in refused('{kind = "jail",', '{kind = "free",')
    assert "spaces: expected a space of kind go_to_jail" in refused('{kind = "go_to_jail",', '{kind = "free",')
    assert "spaces[0].kind: the first space must be the start" in refused('{kind = "start",', '{kind = "free",')


def test_groups_have_their_lots() -> None:
    assert "spaces[1].group: no group 'braun'; did you mean 'brown'?" in refused(
        RONDA, RONDA.replace('"brown"', '"braun"')
    )
    extra = '{id = "lilac", name = "Lila", name_en = "Lilac", kind = "lots", colour = "#aa88cc"},'
    assert refused("groups = [", f"groups = [{extra}") == "groups[0]: no deed belongs to the group 'lilac'"


def test_group_names_are_unique() -> None:
    assert "groups[1].id: 'brown' is used twice" in refused('{id = "light-blue",', '{id = "brown",')


def test_rents_rise() -> None:
    assert refused(RONDA, RONDA.replace("[2, 10, 30,", "[2, 30, 30,")) == "spaces[1].rents[2]: must rise above 30"
    assert refused(GOYA, GOYA.replace("[25, 50,", "[25, 20,")) == "spaces[5].rents[1]: must rise above 25"


def test_there_is_a_rent_for_each_number_owned() -> None:
    assert refused(GOYA, GOYA.replace(", 200]", "]")) == (
        "spaces[5].rents: expected 4 rents: one for each number of the group owned"
    )


def test_only_lots_have_building_prices_and_all_lots_have() -> None:
    assert refused(GOYA, GOYA.replace("200]", "200], house_cost = 50")) == (
        "spaces[5].house_cost: only lots can be built on"
    )
    assert refused(RONDA, RONDA.replace(", hotel_cost = 50", "")) == (
        "spaces[1].hotel_cost: a lot needs a building price above 0"
    )


def test_only_utilities_multiply_the_dice() -> None:
    assert refused('kind = "utility", ', 'kind = "transport",').startswith("groups[9].times_dice: only the rents of")


def test_a_mortgage_is_above_zero_and_not_above_the_price() -> None:
    assert refused(RONDA, RONDA.replace("mortgage = 30", "mortgage = 0")).startswith(
        "spaces[1].mortgage: expected a whole number from 1"
    )
    assert refused(RONDA, RONDA.replace("mortgage = 30", "mortgage = 61")) == (
        "spaces[1].mortgage: must be at most the price, 60"
    )


def test_sums_are_multiples_of_the_smallest_note() -> None:
    assert refused("mortgage = 3000\n", "mortgage = 3050\n", EXPOPOLIS) == (
        "spaces[1].mortgage: 3050 must be a multiple of the smallest note, 100"
    )
    assert refused("fine = 5000", "fine = 5010", EXPOPOLIS) == (
        "rules.jail.fine: 5010 must be a multiple of the smallest note, 100"
    )
    assert refused("amount = 1500,", "amount = 1550,", EXPOPOLIS) == (
        "decks.A.cards[2].amount: 1550 must be a multiple of the smallest note, 100"
    )


def test_a_board_is_not_larger_than_a_game_can_hold() -> None:
    extra = '\n[[spaces]]\nkind = "free"\nname = "Prato"\n' * 25
    assert refused("[decks.A]", f"{extra}\n[decks.A]", EXPOPOLIS) == "spaces: 65 spaces; at most 64"


# Decks.


def test_cards_move_to_spaces_of_the_board() -> None:
    assert refused('effect = "move_to", space = 24', 'effect = "move_to", space = 40') == (
        "decks.A.cards[1].space: no space 40; spaces are 0 to 39"
    )


def test_texts_name_spaces_of_the_board() -> None:
    assert refused("Avanza hasta {24}", "Avanza hasta {64}") == (
        "decks.A.cards[1].text: no space {64}; spaces are {0} to {39}"
    )
    assert refused("Avanza hasta {24}", "Avanza hasta {Prado}").startswith("decks.A.cards[1].text: no space {Prado}")


def test_spaces_and_cards_draw_from_decks_that_exist() -> None:
    assert refused('amount = 10, deck = "A"', 'amount = 10, deck = "C"').startswith(
        "decks.B.cards[8].deck: no deck 'C'"
    )
    old = 'name = "Casualidad", name_en = "Chance", deck = "A"'
    assert refused(old, old.replace('"A"', '"D"')).startswith("spaces[7].deck: no deck 'D'; ")


def test_cards_have_names_of_their_own() -> None:
    assert refused('{id = "CA2",', '{id = "CA1",') == "decks.A.cards[1].id: 'CA1' is used twice"


def test_a_kept_card_is_good_for_something() -> None:
    assert refused('effect = "keep",', 'effect = "keep", frees = false,') == (
        "decks.A.cards[7].frees: a card that is kept must free from jail or cancel a tax"
    )


def test_a_deck_is_neither_empty_nor_too_large() -> None:
    card = '{id = "X%d", effect = "go_to_jail", text = "x", text_en = "x"},'
    many = "".join(card % number for number in range(33))
    head = 'name = "Casualidad"\nname_en = "Chance"\ncards = ['
    assert "decks.A.cards: 49 cards; expected 1 to 32" in refused(head, head + many)


def test_the_decks_of_a_look_are_checked_as_well() -> None:
    passage = '[skins.internacional.decks.A]\nname = "Casualidad"\nname_en = "Chance"\ncards = [\n    {id = "CA1", '
    said = refused(passage, passage.replace("CA1", "CA2"))
    assert said == "skins.internacional.decks.A.cards[1].id: 'CA2' is used twice"


# Money, players, clauses, looks.


def test_the_packs_of_notes_add_up() -> None:
    assert refused("{500 = 2, 100 = 4,", "{500 = 2, 100 = 3,") == (
        "money.packs[0]: adds up to 1400, but rules.setup.cash is 1500"
    )
    assert refused("{500 = 2, 100 = 4,", "{500 = 2, 200 = 4,").startswith("money.packs[0].200: no such note; ")


def test_the_unit_is_the_smallest_note() -> None:
    assert refused("note = 1\n", "note = 5\n").startswith("money.note: must be the smallest of money.notes, 1")


def test_there_are_tokens_for_all_players() -> None:
    assert refused('"Camera di Commercio"]', "]", EXPOPOLIS) == "tokens: 5 tokens for 6 players"
    assert refused("{min = 2, max = 8}", "{min = 3, max = 2}").startswith(
        "players.max: must be at least players.min, 3"
    )


def test_a_clause_belongs_to_a_rule_and_to_the_book() -> None:
    assert "clauses.salery: unknown rule; did you mean 'salary'?" in refused(
        'salary = "CLA-25"\n', 'salary = "CLA-25"\nsalery = "CLA-25"\n'
    )
    assert refused('salary = "CLA-25"\n', 'salary = "EXP-29"\n') == (
        "clauses.salary: expected a clause like CLA-01 or AMB-01, got 'EXP-29'"
    )


def test_a_look_renames_spaces_of_the_board() -> None:
    assert refused("[skins.lima.spaces]\n1 = {", "[skins.lima.spaces]\n44 = {") == (
        "skins.lima.spaces.44: no such space; spaces are 0 to 39"
    )
    assert refused('skin = "madrid"', 'skin = "madird"').startswith("skin: no skin 'madird'; did you mean 'madrid'?")


# Variants.


def test_variants_are_checked_like_the_rules() -> None:
    said = refused("[variants.fast.rules.setup]\ndealt = 2", "[variants.fast.rules.setup]\ndealed = 2")
    assert said.startswith("variants.fast.rules.setup.dealed: unknown key; did you mean 'dealt'?")
    said = refused("[variants.fast.rules.setup]\ndealt = 2", "[variants.fast.rules.setup]\ndealt = 4")
    assert said.startswith("variants.fast.rules.setup.dealt: 8 players x 4 deeds: there are 28")


@pytest.mark.proves("AMB-56")
def test_a_deal_that_somebody_could_not_pay_is_refused() -> None:
    assert refused("dealt = [7, 6, 5, 4, 3]", "dealt = [14, 6, 5, 4, 3]", EXPOPOLIS).startswith(
        "rules.setup.dealt: with 2 players the 14 dearest deeds cost 375000, the starting money is 350000"
    )


def test_houses_on_a_lot_have_a_printed_rent() -> None:
    said = refused("houses_per_lot = 4\nhotel_rest = 4", "houses_per_lot = 5\nhotel_rest = 4")
    assert "rules.building.houses_per_lot: the deeds print rents for 1 to 4 houses" in said
    said = refused("houses_per_lot = 4\nhotel_rest = 4", "houses_per_lot = 2\nhotel_rest = 3")
    assert "rules.building.hotel_rest: must be 0 to building.houses_per_lot, 2" in said


def test_play_does_not_stop_before_it_begins() -> None:
    text = CLASICO.replace("{min = 2, max = 8}", "{min = 2, max = 2}")
    assert refused("players_left = 1", "players_left = 2", text) == (
        "rules.ending.players_left: must be below players.max, 2"
    )


# Choices.


def test_unknown_editions_variants_and_looks_are_answered_with_the_known_ones() -> None:
    with pytest.raises(EditionError, match=r"clasic: no such edition; did you mean 'clasico'\?"):
        load("clasic")
    with pytest.raises(EditionError, match="clasico: variant: no variant 'quick'; Known: fast, timed"):
        load("clasico", "quick")
    with pytest.raises(EditionError, match="castis: variant: no variant 'fast'; Known: none"):
        load("castis", "fast")
    with pytest.raises(EditionError, match="skin: no skin 'cusco'; Known: madrid, lima, internacional"):
        load("clasico", skin="cusco")


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("rent.colect", "claim", "rules.rent.colect: unknown switch; did you mean 'rent.collect'?"),
        ("jail", 50, "rules.jail: unknown switch;"),
        ("rent.collect", "auto", "rules.rent.collect: expected one of automatic, claim, got 'auto'"),
        ("jail.fine", "50", "rules.jail.fine: expected a whole number from 0 to 100000000, got '50' .text."),
        ("jail.fine", -1, "rules.jail.fine: expected a whole number from 0"),
        ("turn.doubles_to_jail", 9, "rules.turn.doubles_to_jail: expected a whole number from 1 to 7"),
        ("building.houses_per_lot", 5, "rules.building.houses_per_lot: the deeds print rents for 1 to 4 houses"),
        (
            "setup.dealt",
            5,
            "rules.setup.dealt: with 2 players the 5 dearest deeds cost 1670, the starting money is 1500",
        ),
        ("setup.cash", [1500], "rules.setup.cash: expected one number, or a list of 7 for 2 to 8 players; got 1"),
    ],
)
def test_a_wrong_house_rule_is_refused_with_its_path(option: str, value: object, said: str) -> None:
    with pytest.raises(EditionError, match=f"clasico: {said}"):
        load("clasico", options={option: value})


# Files of one's own.


def test_an_edition_of_one_s_own_is_loaded_by_its_path(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(CLASICO.replace("fine = 50", "fine = 60"), encoding="utf-8")
    assert load(mine).table(2)["jail_fine"] == 60
    assert load(str(mine)).table(2)["jail_fine"] == 60


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"nowhere.toml: cannot be read: No such file"):
        load(tmp_path / "nowhere.toml")
    (tmp_path / "latin.toml").write_bytes('id = "ñ"'.encode("latin-1"))
    with pytest.raises(EditionError, match=r"latin.toml: is not UTF-8"):
        load(tmp_path / "latin.toml")
