"""Decisions get marks by what they cost; a planted mistake is found, and bots' games have few."""

from collections import Counter

import pytest

from magnate import Game
from magnate.actions import AcceptDeal, BuyDeed, ProposeDeal, RefuseDeed
from magnate.bots.player import allowed, named
from magnate.review import BadReview, Review, review, review_game
from magnate.review.judging import FINE, mark_of
from magnate.review.playing_out import settle
from magnate.review.sentences import sentences_of
from magnate.review.units import WHOLE
from magnate.view import SeatPosition
from review.kit import next_seat, played


def reviewed(game: Game) -> Review:
    return review_game(game, check=False)


@pytest.mark.parametrize("edition", ["clasico", "monopoli-server"])
def test_the_chosen_option_is_listed_and_the_best_comes_first(edition: str) -> None:
    found = reviewed(played(edition, 1))
    assert found.decisions
    for one in found.decisions:
        values = [option.chances[one.seat] for option in one.options]
        assert values == sorted(values, reverse=True)
        assert any(option.action == one.action for option in one.options)
        assert one.cost == values[0] - one.chosen[one.seat]
        assert one.mark == mark_of(one.cost)
    assert [decision.move for decision in found.decisions] == sorted(decision.move for decision in found.decisions)


def test_most_decisions_of_bots_are_no_blunders() -> None:
    marks = Counter(one.mark for seed in (1, 2) for one in reviewed(played("clasico", seed)).decisions)
    assert marks["blunder"] < marks.total() / 20
    assert marks["best"] + marks["fine"] > marks.total() * 4 / 5


def with_a_gift(seed: int) -> tuple[Game, int]:
    """A game in which a seat gives the best of its deeds away for nothing once it has three; and the move."""
    game = Game("clasico", 3, seed, options={"ending.turns": 60})
    bot, given = named("trader"), 0
    while not game.is_over:
        seat = next_seat(game, bot)
        view = game.view()
        mine = [deed.deed for deed in view.deeds if deed.owner == seat]
        if not given and len(mine) > 3 and game.state.turn == seat and not game.state.rolled and not game.state.deals:
            other = (seat + 1) % 3
            gift = ProposeDeal(cash={seat: -300, other: 300}, deeds=dict.fromkeys(mine, other))
            if game.state.cash[seat] > 300 and game.refusal(seat, gift) is None:
                game.play(seat, gift)
                game.play(other, AcceptDeal(seat, game.state.deal[seat].revision))
                given = len(game.moves) - 1
                continue
        game.play(seat, allowed(game, seat, bot.decide(SeatPosition.seen(game, seat), seat)))
    assert given
    return game, given


def test_a_planted_mistake_is_among_the_three_decisive_decisions() -> None:
    for seed in (1, 2, 3):
        game, move = with_a_gift(seed)
        found = reviewed(game)
        assert move in [found.decisions[place].move for place in found.moments]
        blunders = [one for one in found.decisions if one.move == move and one.mark == "blunder"]
        assert len(blunders) == 1  # of the giver, who had proposed it
        assert blunders[0].sentences[0].key == "unsure_deal"  # nothing was played out yet


def test_refusing_a_purchase_is_compared_with_buying() -> None:
    found = reviewed(played("clasico", 3, bot="novice"))
    refusals = [one for one in found.decisions if isinstance(one.action, RefuseDeed)]
    assert refusals
    affordable = [one for one in refusals if len(one.options) == 2]
    assert all({type(option.action) for option in one.options} == {BuyDeed, RefuseDeed} for one in affordable)
    assert all(one.deed is not None and one.amount for one in refusals)


def test_what_playing_out_cannot_tell_from_noise_is_no_mistake() -> None:
    one = reviewed(played("clasico", 1)).decisions[0]
    one.cost, one.mark = WHOLE // 10, "blunder"
    settle(one, 600, 0.4, 0.05, 0.03)
    assert one.mark == "fine"
    assert one.cost == FINE
    assert sentences_of(one)[0].key == "good_tested"
    settle(one, 600, 0.4, 0.09, 0.02)
    assert one.mark == "blunder"
    assert one.cost == round(0.09 * WHOLE)
    facts = sentences_of(one)[0].facts
    assert (facts["won"], facts["best"]) == (40, 49)
    assert not facts.keys() & {"before", "after"}  # the network's chances are another measure


def test_a_game_that_is_not_over_is_not_reviewed() -> None:
    with pytest.raises(BadReview, match="not over after move 0"):
        review(Game("clasico", 2, seed=1).record())


def test_dice_and_deeds_are_counted() -> None:
    game = played("clasico", 1)
    found = reviewed(game)
    rolls = [event for event in game.events if type(event).__name__ == "Rolled"]
    assert sum(one.throws for one in found.dice) == len(rolls)
    assert sum(one.total for one in found.dice) == sum(sum(event.dice) for event in rolls)
    assert any(one.earned_deed is not None and one.earned > 0 for one in found.deeds)


def test_a_planted_mistake_stays_one_when_it_is_played_out() -> None:
    game, move = with_a_gift(2)
    found = review_game(game, trials=100, threads=1)
    assert found.stage == "checked"
    assert found.is_played_out
    gift = next(one for one in found.decisions if one.move == move and one.mark == "blunder")
    assert gift.played_out is not None
    assert gift.played_out.low > 0.1
    assert gift.sentences[0].key == "deal_done"


def test_what_was_not_played_out_is_no_mistake_and_nothing_says_what_it_was_worth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = played("clasico", 3, bot="novice")
    doubtful = [one for one in reviewed(game).decisions if one.cost > FINE]
    assert len(doubtful) > 3
    assert {one.sentences[0].key for one in doubtful} <= {"unsure", "unsure_deal", "unsure_overdone"}
    monkeypatch.setattr("magnate.review.playing_out.CHECKED", 1)
    monkeypatch.setattr("magnate.review.playing_out.SHORTLY", 1)
    found = review_game(game, trials=100, threads=1)
    assert sorted(one.played_out.trials for one in found.decisions if one.played_out) == [25, 100]
    for one in found.decisions:
        assert one.played_out is not None or one.mark in ("best", "fine")
        assert one.played_out is not None or one.cost <= FINE
        assert one.mark == mark_of(one.cost)
        if one.played_out is None:
            assert one.sentences[0].key in ("best", "best_still", "good")


def test_without_numba_the_review_ends_with_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("magnate.search.is_available", lambda: False)
    found = review_game(played("clasico", 1))
    assert found.stage == "account"
    assert not found.is_played_out
    assert found.moments
