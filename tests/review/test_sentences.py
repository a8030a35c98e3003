"""A review in words: the same sentences in every language, each with its figures."""

import pytest

from magnate import Game, editions
from magnate.actions import AcceptDeal, AcceptOffer, Action, Build, BuyDeed, ProposeDeal, RefuseDeal, RefuseDeed, Roll
from magnate.bots.player import allowed, named
from magnate.languages import LANGUAGES
from magnate.review import WHOLE, Review, review_game
from magnate.review.judging import BEST, FINE, JudgedDecision
from magnate.review.playing_out import settle
from magnate.review.sentences import Teller, texts
from magnate.terminal.table import TableNames
from magnate.testing import Position
from magnate.view import SeatPosition
from magnate.words import Words
from magnate.words.language import placeholders, with_articles
from review.kit import next_seat, played


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


def teller(game: Game, lang: str = "en") -> Teller:
    words = Words(lang)
    return Teller(words, TableNames(game.edition, game.names, words))


def judged(edition: str, bot: str = "trader", seats: int = 3) -> tuple[Game, list[JudgedDecision]]:
    """A game of bots, and its decisions."""
    game = played(edition, 2, seats=seats, bot=bot)
    return game, review_game(game, check=False).decisions


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [(24, 30, "rose from 24 to 30%"), (30, 8, "fell from 30 to 8%"), (7, 7, "stayed at 7%")],
)
def test_a_chance_rises_falls_or_stays(before: int, after: int, told: str) -> None:
    assert teller(played("clasico", 2)).change(before, after) == told


def test_a_chance_that_is_read_as_the_same_stays() -> None:
    game, found = judged("clasico")
    one = next(one for one in found if one.cost <= BEST)
    one.before[one.seat], one.chosen[one.seat] = WHOLE * 234 // 1000, WHOLE * 226 // 1000
    assert "stayed at 23%: the best choice." in teller(game).decision(one)
    one.cost = FINE
    assert "stayed at 23%: nothing was clearly better." in teller(game).decision(one)
    one.chosen[one.seat], one.cost = WHOLE * 20 // 100, 0
    assert "fell from 23 to 20%: still the best choice." in teller(game).decision(one)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_mistake_is_told_by_the_test_games_alone(lang: str) -> None:
    """The network's 89 % and 28 points that playing out finds would be more than all games."""
    game, found = judged("clasico", "novice")
    for one in found:
        if one.cost > FINE:
            one.chosen[one.seat] = WHOLE * 89 // 100
            settle(one, 600, 0.51, 0.28, 0.01)
            told = teller(game, lang).decision(one)
            assert "51" in told
            assert "79" in told
            assert "89" not in told


def test_what_is_built_is_told_by_lot() -> None:
    game, found = judged("clasico")
    built = [one for one in found if isinstance(one.action, Build)]
    names = TableNames(game.edition, game.names, Words("en"))
    assert built
    for one in built:
        told = teller(game).decision(one)
        assert isinstance(one.action, Build)  # for mypy
        lots = dict(zip(names.deeds(one.action.group), one.action.levels, strict=True))
        for lot, level in lots.items():
            assert (f"{names.buildings(level)} on {names.deed(lot)}" in told) == (level > 0)
        assert "no buildings" not in told


def test_who_accepts_an_offer_that_others_may_get_has_not_bought() -> None:
    game, found = judged("monopoli-server", seats=4)
    offers = [one for one in found if isinstance(one.action, AcceptOffer)]
    assert offers
    for one in offers:
        assert "agreed to buy" in teller(game).decision(one)
        assert one.completes == {}


THIRD = 19
ORANGE = {16: 0, 18: 0}  # seat 0 has two of the colour


def ends(game: Game) -> tuple[Game, Review]:
    """The rest of a game, played by novices, and its review."""
    bot = named("novice")
    while not game.is_over:
        seat = next_seat(game, bot)
        game.play(seat, allowed(game, seat, bot.decide(SeatPosition.seen(game, seat), seat)))
    return game, review_game(game, check=False)


def before_buying() -> Game:
    """Seat 0 stands on the third of the colour."""
    text = Position("clasico", seats=3, options={"ending.turns": 6}, owners=ORANGE, at={0: 12}).to_text()
    for seed in range(200):
        game = Game.from_text(text, seed=seed)
        game.play(0, Roll())
        if game.view().question.type == "buy" and game.view().seats[0].space == THIRD:
            return game
    raise AssertionError("no throw leads there")


@pytest.mark.parametrize(
    ("action", "told"), [(BuyDeed(), "then had all of Orange."), (RefuseDeed(), "would then have had")]
)
def test_a_purchase_that_completes_a_colour_says_so(action: Action, told: str) -> None:
    game = before_buying()
    game.play(0, action)
    game, found = ends(game)
    one = next(one for one in found.decisions if one.action == action and one.seat == 0)
    assert f"{game.names[0]} {told}" in teller(game).decision(one)


@pytest.mark.parametrize(
    ("answer", "told"), [(AcceptDeal, "then had all of Orange."), (RefuseDeal, "would then have had")]
)
def test_a_deal_that_completes_a_colour_says_for_whom(answer: type[Action], told: str) -> None:
    position = Position("clasico", seats=3, options={"ending.turns": 6}, owners={**ORANGE, THIRD: 1})
    game = Game.from_text(position.to_text(), seed=1)
    game.play(0, ProposeDeal({0: -500, 1: 500}, {position.deed(THIRD): 0}))
    game.play(1, answer(0, game.state.deal[0].revision))  # type: ignore[call-arg]
    game, found = ends(game)
    sides = [one for one in found.decisions if one.kind == "deal" and one.terms and one.terms.cash == {0: -500, 1: 500}]
    assert sides
    for one in sides:
        assert one.completes == {position.group(THIRD): 0}
        assert f"{game.names[0]} {told}" in teller(game).decision(one)


@pytest.mark.parametrize(
    ("plain", "fitted"),
    [
        ("dal 24 al 30%", "dal 24 al 30%"),
        ("dal 8 al 11%", "dall'8 all'11%"),
        ("dal 0 al 1%", "dallo 0 all'1%"),
        ("il 80%, il 100%", "l'80%, il 100%"),
        ("nel 88,5%, nel 18%", "nell'88,5%, nel 18%"),
    ],
)
def test_italian_articles_fit_the_number(plain: str, fitted: str) -> None:
    assert with_articles("it", plain) == fitted
    assert with_articles("es", plain) == plain


def test_all_that_is_judged_has_words() -> None:
    """Every action of a decision of bots of all kinds says what was done."""
    names = {type(one.action).__name__ for edition in editions.names() for one in judged(edition)[1]}
    assert names <= texts("en")["did"].keys()
