"""Words: every language says everything, in the same facts."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnate.actions import (
    ACTIONS,
    AcceptDeal,
    Action,
    AskBuildings,
    Bid,
    Build,
    BuyDeed,
    CounterDeal,
    ProposeDeal,
    Roll,
    Terms,
)
from magnate.editions import load as load_edition
from magnate.events import (
    READ,
    CardDrawn,
    CardKept,
    CashMoved,
    Collected,
    DealProposed,
    PaidPlayer,
    Stayed,
    Why,
    from_core,
)
from magnate.rules import refusals, tell
from magnate.words import LANGUAGES, Words, WordsError
from magnate.words.language import LanguageTexts, fill, load, placeholders
from magnate.words.names import sentence_of

SECTIONS = [section for section in LanguageTexts.__struct_fields__ if section not in ("count", "lang")]
COMMANDS = ("help", "save", "quit", "show")


class PlainNames:
    """Names for a table of eight: Anna, Bob ...; deeds, spaces and cards by number."""

    def seat(self, seat: int) -> str:
        return ["Anna", "Bob", "Carla", "Dan", "Elena", "Fabio", "Greta", "Hugo"][seat]

    def deed(self, deed: int) -> str:
        return f"Deed{deed}"

    def space(self, space: int) -> str:
        return f"Space{space}"

    def card(self, deck: int, card: int) -> str:
        return f"Card{deck}-{card}."

    def kept(self, card: int) -> str:
        return f"Kept{card}"

    def group(self, group: int) -> str:
        return f"Group{group}"

    def money(self, amount: int) -> str:
        return f"{amount} $"

    def buildings(self, level: int) -> str:
        return f"level{level}"

    def building(self, kind: str, count: int) -> str:
        return f"{count} {kind}"


NAMES = PlainNames()
OF_BUILDINGS = (
    *(tell.AUCTION_OPENED, tell.AUCTION_WON, tell.AUCTION_FAILED),
    *(tell.BUILDINGS_ASKED, tell.CONTEST_OPENED),
)


def section(lang: str, name: str) -> dict[str, str]:
    found: dict[str, str] = getattr(load(lang), name)
    return found


def some_action(kind: type[Action]) -> Action:
    numbers: dict[str, Any] = {"levels": [1, 2], "cash": {0: -5, 1: 5}, "deeds": {3: 0}, "cards": {1: 1}}
    return kind(**{name: numbers.get(name, 1) for name in kind.__struct_fields__})


def texts(*languages: str) -> Iterator[tuple[str, str, str, str]]:
    """Every text, with its language, section and key."""
    for lang, name in product(languages or LANGUAGES, SECTIONS):
        for key, text in section(lang, name).items():
            yield lang, name, key, text


def test_all_languages_have_the_same_keys_in_the_same_order() -> None:
    sections = list(product(LANGUAGES, SECTIONS))
    assert sections
    assert not [one for one in sections if list(section(*one)) != list(section("en", one[1]))]


def test_all_languages_say_the_same_facts() -> None:
    assert not [
        f"{lang} [{name}] {key}"
        for lang, name, key, text in texts()
        if placeholders(text) != placeholders(section("en", name)[key])
    ]


def test_no_text_is_empty_untidy_or_loud() -> None:
    assert not [
        f"{lang} [{name}] {key}: {text!r}"
        for lang, name, key, text in texts()
        if text != text.strip() or not text or "  " in text or "!" in text
    ]


def test_romanian_writes_s_and_t_with_a_comma_below() -> None:
    assert not [f"[{name}] {key}: {text}" for _, name, key, text in texts("ro") if re.search("[şţŞŢãǎ]", text)]


facts = st.tuples(
    st.sampled_from(sorted(READ)),
    st.integers(0, 7),
    st.integers(-1, 7),
    st.integers(-500, 500),
    st.integers(1, 7),
    st.integers(0, 1),
    st.integers(0, 20),
)


@pytest.mark.parametrize("lang", LANGUAGES)
@given(fact=facts)
def test_every_event_can_be_told_in_every_language(lang: str, fact: tuple[int, ...]) -> None:
    event = from_core(fact, str, lambda deal: Terms({0: 1, 1: -1}, {2: 3}, {}))
    sentence = Words(lang).event(event, NAMES)
    assert sentence[-1] in ".0123456789"
    assert "{" not in sentence


def test_every_event_has_its_sentences_and_no_sentence_is_left_over() -> None:
    told = {
        sentence_of(from_core((code, 0, other, amount, x, y, 0), str, lambda deal: Terms()))
        for code, other, amount, x, y in product(sorted(READ), (-1, 1), (-1, 0, 1), (1,), (-1, 0, 1))
        if code not in OF_BUILDINGS
    } | {
        sentence_of(from_core((code, 0, other, amount, x, y, 0), str))
        for code, other, amount, x, y in product(OF_BUILDINGS, (-1, 1), (0, 1), (-1, 1), (0, 1))
    }
    assert told == set(section("en", "event"))


def test_every_action_has_a_label_in_every_language() -> None:
    everything: dict[str, int | str] = {
        "deed": 4,
        "amount": 200,
        "debtor": 2,
        "building": "house",
        "deck": 0,
        "card": 3,
    }
    assert not [
        f"{lang}: {kind.__name__}"
        for lang, kind in product(LANGUAGES, ACTIONS)
        if not Words(lang).action(some_action(kind), NAMES)
        or not Words(lang).action(some_action(kind), NAMES, **everything)
    ]


def test_the_sections_of_actions_name_nothing_else() -> None:
    names = [kind.__name__ for kind in ACTIONS]
    assert list(section("en", "action")) == list(section("en", "word")) == names
    assert set(section("en", "action_full")) <= set(names)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_typed_is_one_plain_word_for_each_action(lang: str) -> None:
    typed = [Words(lang).word(kind) for kind in ACTIONS] + [Words(lang).say(command) for command in COMMANDS]
    assert len(set(typed)) == len(typed)
    assert all(re.fullmatch("[a-z]+", word) for word in typed)


def test_a_typed_word_finds_its_action() -> None:
    assert not [
        f"{lang}: {kind.__name__}"
        for lang, kind in product(LANGUAGES, ACTIONS)
        if Words(lang).by_word(Words(lang).word(kind).upper()) is not kind
    ]


def test_accents_may_be_typed_or_left_out() -> None:
    assert Words("ro").by_word(" Aruncă ") is Roll
    assert Words("ro").by_word("așteaptă") is Words("ro").by_word("asteapta")
    assert Words("en").by_word("fly") is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_of_the_core_is_explained(lang: str) -> None:
    codes = [name for name in vars(refusals) if name.isupper() and name != "OK"]
    assert sorted(section(lang, "refusal")) == sorted(codes)
    for code in codes:
        sentence = Words(lang).refusal(code)
        assert sentence.endswith("."), code
        assert sentence.count(". ") >= 1, f"{code} says what is wrong, but not what would be right"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_of_a_payment_has_words(lang: str) -> None:
    assert set(section(lang, "why")) == set(get_args(Why))


def test_a_refusal_tells_the_facts_when_it_has_them() -> None:
    words = Words("en")
    assert words.refusal("BID_TOO_LOW", amount="60 $") == (
        "That bid is too low. Bid at least 60 $, or leave the auction."
    )
    assert "highest bid" in words.refusal("BID_TOO_LOW")


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Anna pays Bob 28 $ in rent for Deed5."),
        ("it", "Anna paga a Bob 28 $ di affitto per Deed5."),
        ("ro", "Bob primește de la Anna 28 $ chirie pentru Deed5."),
        ("es", "Anna paga a Bob 28 $ de alquiler por Deed5."),
    ],
)
def test_every_language_tells_a_rent(lang: str, sentence: str) -> None:
    assert Words(lang).event(PaidPlayer(0, 1, 28, "rent", 5), NAMES) == sentence


def test_a_deal_is_told_with_its_terms() -> None:
    deal = DealProposed(0, 1, {0: -100, 1: 100}, {5: 0}, {2: 1})
    assert Words("en").event(deal, NAMES) == (
        "Anna proposes a deal: Anna pays Bob 100 $; Deed5 goes to Anna; Bob gets the card: Kept2."
    )
    assert Words("en").event(DealProposed(0, 1, {}, {}, {}), NAMES) == "Anna proposes a deal: nothing changes hands."


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Anna pays Bob 100 $"),
        ("it", "Anna paga 100 $ a Bob"),
        ("es", "Anna paga 100 $ a Bob"),
        ("ro", "Bob primește de la Anna 100 $"),
    ],
)
def test_a_sum_from_one_player_to_another_is_told_once(lang: str, told: str) -> None:
    for cash in ({0: -100, 1: 100}, {1: 100, 0: -100}):
        assert told in Words(lang).event(DealProposed(0, 1, cash, {}, {}), NAMES)


def test_of_more_than_two_players_each_sum_is_told() -> None:
    deal = DealProposed(0, 1, {0: -100, 1: 60, 2: 40}, {}, {})
    assert "Anna pays 100 $; Bob gets 60 $; Carla gets 40 $" in Words("en").event(deal, NAMES)


def test_a_drawn_card_is_read_from_its_deck_and_a_kept_card_by_its_number() -> None:
    assert Words("en").event(CardDrawn(0, 1, 7), NAMES) == "Anna draws a card: Card1-7."
    assert Words("en").event(CardKept(0, 1), NAMES) == "Anna keeps the card: Kept1"


def test_the_salary_is_told_by_the_name_that_the_board_gives_its_start() -> None:
    told = Words("en").event(Collected(0, 200, "salary"), NAMES)
    assert told == "Anna gets 200 $ from the Bank for reaching Space0."


def test_cash_given_in_a_deal_is_told_without_a_minus() -> None:
    assert Words("en").event(CashMoved(0, -5), NAMES) == "Anna gives 5 $ in the deal."


def test_a_label_names_its_object_and_price_when_they_are_known() -> None:
    words = Words("en")
    assert words.action(BuyDeed(), NAMES) == "Buy the property"
    assert words.action(BuyDeed(), NAMES, deed=5, amount=240) == "Buy Deed5 for 240 $"
    assert words.action(Bid(40), NAMES) == "Bid 40 $"
    assert words.action(Build(2, [1, 2]), NAMES) == "Build in Group2, up to: level1, level2"
    assert words.action(Build(2, [4, 4, 4]), NAMES) == "Build in Group2, up to: level4 on each lot"
    assert words.action(AskBuildings(2), NAMES, building="house") == "Ask for 2 house"
    assert words.action(AcceptDeal(1, 4), NAMES) == "Accept Bob's deal"


def test_a_deal_without_terms_has_a_label_of_its_own() -> None:
    assert Words("en").action(ProposeDeal(), NAMES) == "Propose a deal"
    assert Words("en").action(CounterDeal(1, 1, {0: -1, 1: 1}), NAMES) == (
        "Make a counter-offer to Bob: Anna pays Bob 1 $"
    )


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["no buildings", "1 house", "4 houses", "1 hotel"]),
        ("it", ["nessun edificio", "1 casa", "4 case", "1 albergo"]),
        ("ro", ["fără clădiri", "1 casă", "4 case", "1 hotel"]),
        ("es", ["sin edificios", "1 casa", "4 casas", "1 hotel"]),
    ],
)
def test_buildings_are_counted_by_level(lang: str, told: list[str]) -> None:
    assert [Words(lang).buildings(level, houses_per_lot=4) for level in (0, 1, 4, 5)] == told


def test_romanian_counts_from_twenty_on_with_de() -> None:
    counted = [Words("ro").count("villa", n) for n in (0, 1, 2, 19, 20, 34, 101, 120)]
    assert counted == [
        *("0 vile", "1 vilă", "2 vile", "19 vile", "20 de vile", "34 de vile", "101 vile", "120 de vile"),
    ]
    assert Words("ro").event(Stayed(0, 1), NAMES) == "Anna rămâne la închisoare (până acum 1 tură)."


def test_what_is_missing_is_named() -> None:
    with pytest.raises(WordsError, match=f"no words in 'xx'; there are {', '.join(LANGUAGES)}"):
        Words("xx")
    with pytest.raises(WordsError, match=r"en/game\.toml \[say\] sung has no 'sung'"):
        Words("en").say("sung")
    with pytest.raises(WordsError, match=r"en/game\.toml \[say\] saved needs path"):
        Words("en").say("saved")
    with pytest.raises(WordsError, match="NO_REASON"):
        Words("en").refusal("NO_REASON")
    with pytest.raises(WordsError, match="tent"):
        Words("en").count("tent", 2)
    with pytest.raises(WordsError, match="tent"):
        Words("en").name("tent")
    with pytest.raises(WordsError, match="colour is 3"):
        Words("en").action(BuyDeed(), NAMES, colour=3)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_screens_of_a_game_can_be_filled(lang: str) -> None:
    for key, template in section(lang, "say").items():
        assert Words(lang).say(key, **dict.fromkeys(placeholders(template), "x"))
    assert Words(lang).why("rent")
    assert Words(lang).name("bank")


def test_a_name_that_ends_in_an_exclamation_mark_has_no_full_stop_after_it() -> None:
    assert fill("{seat} goes to {space}.", {"seat": "Ana", "space": "GO!"}, "") == "Ana goes to GO!"
    assert fill("{seat} goes to {space}.", {"seat": "Ana", "space": "Start"}, "") == "Ana goes to Start."


def test_a_card_in_a_deal_ends_without_a_full_stop() -> None:
    class Cards(PlainNames):
        def kept(self, card: int) -> str:
            return "Keep this card."

    event = DealProposed(0, 1, {0: -5, 1: 5}, {}, {1: 1})
    assert Words("en").event(event, Cards()).endswith("Bob gets the card: Keep this card.")


def test_a_board_is_told_in_languages_that_are_not_its_own() -> None:
    edition = load_edition("europolis")  # in Romanian
    assert [edition.space_name(4, lang) for lang in ("ro", "en", "it", "es")] == [
        "Impozit pe Venit",
        "Income tax",
        "Imposta sul reddito",
        "Impuesto sobre la renta",
    ]
    assert edition.card_text("A", 8, "it").startswith("«Sei fortunato!»")
    assert edition.about("it")[0].startswith("Si comprano città")
    assert edition.variant_texts("two-left", "es")[0] == "Quedan dos"
    assert edition.variant_texts("two-left", "en")[0] == edition.file.variants["two-left"].name_en
