"""A review in words: the same sentences in every language, each with its figures."""

import pytest

from magnate.languages import LANGUAGES
from magnate.review import review_game
from magnate.review.sentences import Teller, texts
from magnate.terminal.table import TableNames
from magnate.words import Words
from magnate.words.language import placeholders
from review.kit import played


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_the_same_keys_and_placeholders(lang: str) -> None:
    english, other = texts("en"), texts(lang)
    assert english.keys() == other.keys()
    for section, words in english.items():
        assert words.keys() == other[section].keys()
        for key, template in words.items():
            assert placeholders(template) == placeholders(other[section][key]), f"{lang} {section}.{key}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_decision_and_missed_deal_is_told(lang: str) -> None:
    game = played("clasico", 2)
    found = review_game(game, check=False)
    words = Words(lang)
    teller = Teller(words, TableNames(game.edition, game.names, words))
    told = [teller.decision(one) for one in found.decisions] + [teller.missed(one) for one in found.missed]
    assert len(told) > 20
    assert all("%" in one and "{" not in one for one in told)
