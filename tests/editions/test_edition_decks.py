"""The decks: how many cards, what they do, and that what they say is what they do."""

from collections import Counter

import pytest

from editions.classic import FIVE
from magnate.editions import Edition, load
from magnate.editions.schema import Card, Collect, Keep, MoveTo, PayOrDraw

five = pytest.mark.parametrize("name", FIVE)
looks = pytest.mark.parametrize(
    ("name", "skin"), [*((name, None) for name in FIVE), ("clasico", "lima"), ("clasico", "internacional")]
)


def cards(edition: Edition) -> list[Card]:
    return [card for deck in edition.decks.values() for card in deck.cards]


def effects(edition: Edition, deck: str) -> Counter[str]:
    return Counter(card.effect for card in edition.decks[deck].cards)


@looks
@pytest.mark.proves("EXP-09", "SRV-07", "EUR-03", "EUR-04", "CLA-04", "CLA-05", "AMB-116")
def test_each_of_the_two_decks_has_16_cards(name: str, skin: str | None) -> None:
    edition = load(name, skin=skin)
    assert [len(deck.cards) for deck in edition.decks.values()] == [16, 16]


@pytest.mark.parametrize(
    ("name", "decks"),
    [
        ("expopolis", ["Imprevisti", "Probabilità"]),
        ("monopoli-server", ["Imprevisti", "Probabilità"]),
        ("europolis", ["Surpriză", "Bugetul Administrației"]),
        ("clasico", ["Casualidad", "Arca Comunal"]),
        ("castis", ["Sorpresa", "Banco"]),
    ],
)
@pytest.mark.proves("EXP-09", "SRV-07", "EUR-03", "EUR-04", "CLA-04", "CLA-05")
def test_decks_have_the_names_the_books_give_them(name: str, decks: list[str]) -> None:
    edition = load(name)
    assert [edition.deck_name(deck) for deck in (0, 1)] == decks
    assert [edition.space_name(space) for space in (7, 2)] == decks


@looks
@pytest.mark.proves("AMB-28")
def test_one_card_of_each_deck_is_kept_and_frees_from_jail(name: str, skin: str | None) -> None:
    for deck in load(name, skin=skin).decks.values():
        kept = [card for card in deck.cards if isinstance(card, Keep)]
        assert [card.frees for card in kept] == [True]


def test_lucky_cards_of_europolis_cancel_taxes_and_only_the_one_of_surpriza_is_sold() -> None:
    lucky = [card for card in cards(load("europolis")) if isinstance(card, Keep)]
    assert [(card.cancels, card.sold) for card in lucky] == [(True, True), (True, False)]


def test_the_taxes_on_cards_of_europolis_are_road_school_and_motorway() -> None:
    taxes = [card.id for card in cards(load("europolis")) if getattr(card, "tax", False)]
    assert taxes == ["S13", "B12", "B14"]


def test_outside_europolis_no_kept_card_cancels_a_tax_and_every_one_may_be_sold() -> None:
    for name in ("expopolis", "monopoli-server", "clasico", "castis"):
        kept = [card for card in cards(load(name)) if isinstance(card, Keep)]
        assert [(card.cancels, card.sold) for card in kept] == [(False, True), (False, True)]
        assert not any(getattr(card, "tax", False) for card in cards(load(name)))


@looks
def test_every_deck_sends_to_the_start_and_to_jail(name: str, skin: str | None) -> None:
    edition = load(name, skin=skin)
    for deck in edition.decks:
        assert effects(edition, deck)["go_to_jail"] == 1
        assert [card.space for card in edition.decks[deck].cards if isinstance(card, MoveTo) and card.space == 0] == [0]


@pytest.mark.parametrize("name", ["expopolis", "monopoli-server", "clasico"])
def test_a_fine_or_a_card_of_the_other_deck_is_10_on_the_x1_scale(name: str) -> None:
    edition = load(name)
    choice = [card for card in edition.decks["B"].cards if isinstance(card, PayOrDraw)]
    assert [(card.amount, card.deck) for card in choice] == [(1000 if name == "expopolis" else 10, "A")]


def test_casualidad_of_madrid_moves_to_24_39_the_start_15_and_11() -> None:
    deck = load("clasico").decks["A"].cards
    assert [card.space for card in deck if isinstance(card, MoveTo)] == [24, 39, 0, 15, 11]
    assert effects(load("clasico"), "A") == {
        "pay": 3,
        "collect": 3,
        "move_to": 5,
        "keep": 1,
        "move_back": 1,
        "repairs": 2,
        "go_to_jail": 1,
    }


def test_the_international_look_has_decks_of_its_own() -> None:
    edition = load("clasico", skin="internacional")
    assert effects(edition, "A") == {
        "move_to": 5,
        "nearest_transport": 2,
        "nearest_utility": 1,
        "collect": 2,
        "pay": 1,
        "pay_each": 1,
        "repairs": 1,
        "move_back": 1,
        "go_to_jail": 1,
        "keep": 1,
    }
    assert effects(edition, "B") == {
        "move_to": 1,
        "collect": 8,
        "collect_each": 1,
        "pay": 3,
        "repairs": 1,
        "go_to_jail": 1,
        "keep": 1,
    }
    collected = sorted(card.amount for card in edition.decks["B"].cards if isinstance(card, Collect))
    assert collected == [10, 20, 25, 45, 100, 100, 100, 200]


def test_the_plane_to_varna_earns_no_bonus() -> None:
    last = load("europolis").decks["A"].cards[15]
    assert (last.effect, getattr(last, "space", None)) == ("move_to_unpaid", 1)


@looks
@pytest.mark.parametrize("lang", ["own", "en"])
def test_a_card_says_the_amount_it_moves(name: str, skin: str | None, lang: str) -> None:
    edition = load(name, skin=skin)
    for deck in edition.decks:
        for number, card in enumerate(edition.decks[deck].cards):
            text = edition.card_text(deck, number, lang)
            for key in ("amount", "per_house", "per_hotel"):
                if amount := getattr(card, key, 0):
                    digits = f"{amount:,}".replace(",", ".")
                    assert digits in text, card.id


@looks
@pytest.mark.parametrize("lang", ["own", "en"])
def test_a_card_names_the_space_it_moves_to_in_the_chosen_look(name: str, skin: str | None, lang: str) -> None:
    edition = load(name, skin=skin)
    for deck in edition.decks:
        for number, card in enumerate(edition.decks[deck].cards):
            text = edition.card_text(deck, number, lang)
            assert not set("{}") & set(text)
            if space := getattr(card, "space", 0):
                assert edition.space_name(space, lang) in text, card.id


def test_card_texts_follow_the_look() -> None:
    assert load("clasico").card_text("A", 1).startswith("Avanza hasta Calle Cea Bermúdez y")
    assert load("clasico", skin="lima").card_text("A", 1).startswith("Avanza hasta Avenida Salaverry y")


def test_card_texts_are_in_the_own_language_or_in_english() -> None:
    edition = load("europolis")
    assert edition.card_text(1, 4, "ro").startswith("„Ești norocos!”")
    assert edition.card_text("B", 4, "en").startswith("“You are lucky!”")
