"""Bots decide from a view: legally, at every table, and never by what their seat cannot see."""

from __future__ import annotations

import pytest

from magnate import Game, objects
from magnate.actions import (
    AcceptDeal,
    Action,
    Build,
    BuyDeed,
    FollowCard,
    Mortgage,
    NameValue,
    OfferProperty,
    ProposeDeal,
    RefuseDeal,
    RefuseDeed,
    RefuseProperty,
    Roll,
    SellBuildings,
)
from magnate.bots.explain import read_action
from magnate.bots.player import Bot, allowed, named, supposed
from magnate.bots.table import bot_decides
from magnate.editions import load, names
from magnate.search.oracle import Oracle
from magnate.search.rollouts import Depth, errors_for
from magnate.terminal.table import TableNames
from magnate.testing import Position
from magnate.words import LANGUAGES, Words

QUICK = Depth(trials=8, rounds=4)
SEARCHING = pytest.param("oracle", marks=pytest.mark.thorough)  # its program takes long to compile


def cases() -> list[tuple[str, str | None, int]]:
    """Every edition and variant, with its fewest and its most seats."""
    found = []
    for name in names():
        edition = load(name)
        for variant in [None, *edition.file.variants]:
            seats = load(name, variant=variant).seats
            found += [(name, variant, seats[0]), (name, variant, seats[-1])]
    return found


def play(game: Game, bots: list[Bot], actions: int) -> None:
    """Let bots play on; every action they choose is legal, or `Game.play` raises."""
    for _ in range(actions):
        if not game.must:
            return
        seat = next((s for s in range(game.seats) if bots[s].notices(game.state, s)), game.must[0])
        game.play(seat, bots[seat].choose(game.view(seat), game.legal_actions(seat)))


@pytest.mark.parametrize(("edition", "variant", "seats"), cases())
def test_bots_play_legally_at_every_table(edition: str, variant: str | None, seats: int) -> None:
    game = Game(edition, seats, seed=5, variant=variant)
    kinds = [named(name) for name in ("novice", "house", "trader")]
    play(game, [kinds[seat % 3] for seat in range(seats)], 300)
    assert game.state.turns > 5


@pytest.mark.parametrize("name", ["novice", "house", "trader", SEARCHING])
def test_what_is_hidden_changes_no_decision(name: str) -> None:
    """Purses are private at this table, and dice and decks always: other ones lead to the same choices."""
    bot = Oracle(QUICK, wait=True) if name == "oracle" else named(name)
    game = Game("clasico", 4, seed=11, options={"table.private_cash": True})
    compared = 0
    for _ in range(250):
        seat = game.must[0]
        other = game.copy()
        other.chance.key = [word ^ 0x5A5A for word in other.chance.key]
        other.chance.deck = list(reversed(other.chance.deck))
        for rival in range(4):
            if rival != seat:
                other.state.cash[rival] = other.state.cash[rival] // 2 + 17
        choice = bot.choose(game.view(seat))
        if other.refusal(seat, choice) is None:
            compared += 1
            assert bot.choose(other.view(seat)) == choice
        game.play(seat, choice)
    assert compared > 200


def test_a_view_shows_a_bot_no_private_purse() -> None:
    game = Game("clasico", 3, seed=1, options={"table.private_cash": True})
    assert game.view(1).position.state.cash[:3] == [0, 1500, 0]
    assert Game("clasico", 3, seed=1).view(1).position.state.cash[:3] == [1500, 1500, 1500]


@pytest.mark.parametrize("name", ["novice", "house", "trader", SEARCHING])
def test_a_price_is_taken_where_purses_are_private_too(name: str) -> None:
    """Somebody offers ten times the price of a station: whoever cannot see the purse supposes that it is there."""
    bot = Oracle(QUICK, wait=True) if name == "oracle" else named(name)
    for private in (False, True):
        game = Position(
            "clasico", seats=3, cash=[1500, 100, 1500], owners={5: 1}, options={"table.private_cash": private}
        )
        game.does(0, ProposeDeal(cash={0: -1400, 1: 1400}, deeds={game.deed(5): 0}))
        assert bot.choose(game.view(1)) == AcceptDeal(0, 1)


@pytest.mark.parametrize(("purse", "choice"), [(0, RefuseProperty()), (400, NameValue(600)), (900, NameValue(600))])
@pytest.mark.parametrize("name", ["novice", "house", "trader"])
@pytest.mark.proves("AMB-143")
def test_a_creditor_keeps_to_the_limits_that_a_private_purse_sets(name: str, purse: int, choice: Action) -> None:
    """1,000 are owed, and the interest is 1,000: with 600 in hand the creditor needs 400 of the debt at once."""
    for private in (False, True):
        game = Position(
            "expopolis",
            seats=3,
            options={"table.private_cash": private},
            owners={35: 1},
            mortgages=[35],
            cash={0: 600, 1: purse},
        )
        game.script(dice=[(1, 1)], cards=["P9"])
        game.does(0, Roll(), FollowCard())
        game.does(1, OfferProperty(game.deed(35)))
        assert named(name).choose(game.view(0)) == choice
        assert named(name).explain(game.view(0)).choice == choice
        assert game.can(0, choice)


@pytest.mark.parametrize("name", ["novice", "house", "trader"])
def test_an_offer_that_its_author_can_no_longer_pay_is_refused(name: str) -> None:
    """The purse is private, and a rent has been claimed from it meanwhile: the view has no *accept*."""
    game = Position(
        "clasico", seats=3, at={0: 36}, owners={5: 1, 39: 2}, cash=[1500] * 3, options={"table.private_cash": True}
    )
    game.rolls(1, 2)
    game.does(0, ProposeDeal(cash={0: -1480, 1: 1480}, deeds={game.deed(5): 0}))
    assert named(name).choose(game.view(1)) == AcceptDeal(0, 1)
    game.claims(2)
    assert named(name).choose(game.view(1)) == RefuseDeal(0, 1)
    assert allowed(game, 1, AcceptDeal(0, 1)) == RefuseDeal(0, 1)


@pytest.mark.parametrize("edition", ["castis", "clasico", "europolis", "expopolis"])
@pytest.mark.parametrize("name", ["novice", "house", "trader"])
def test_the_labs_bots_see_no_more_than_those_at_a_table(name: str, edition: str) -> None:
    """On the state with all purses in it a bot decides as it does from its view."""
    bot = named(name)
    game = Game(edition, 3, seed=5, options={"table.private_cash": True})
    for _ in range(400):
        if game.is_over:
            break
        seat = game.must[0]
        position = game.view(seat).position
        before, a = list(game.state.cash), objects.fresh_move()
        bot_decides(game.state, game.table, bot.line(position), seat, a)
        assert list(game.state.cash) == before
        b = objects.fresh_move()
        mine = supposed(position, seat)
        bot_decides(mine.state, game.table, bot.line(position), seat, b)
        assert read_action(game.table, a) == read_action(game.table, b)
        game.play(seat, bot.choose(game.view(seat)))


def test_who_may_choose_from_some_chooses_one_of_them() -> None:
    game = Position("clasico", seats=2, cash=[10, 1500], owners={5: 0, 15: 0}, at={0: 2})
    game.rolls(1, 1)  # the tax: 200 are due, and 10 are there
    mortgages = [one for one in game.legal_actions(0) if isinstance(one, Mortgage)]
    choices = [named("trader").choose(game.view(0), [one]) for one in mortgages]
    assert choices == mortgages


def test_a_spectators_view_is_nobodys_to_decide_from() -> None:
    with pytest.raises(ValueError, match="watcher"):
        named("house").choose(Game("clasico", 2, seed=1).view())


def test_an_unknown_bot_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="no bot is called 'wizard'; there are novice, house, trader, master, oracle"):
        named("wizard")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["novice", "house", "trader", SEARCHING])
def test_every_choice_is_explained_in_every_language(name: str, language: str) -> None:
    bot = Oracle(QUICK, wait=True) if name == "oracle" else named(name)
    game = Game("europolis", 3, seed=4)
    words = Words(language)
    for _ in range(120):
        seat = game.must[0]
        told = bot.explain(game.view(seat), game.legal_actions(seat))
        assert told.bot == name
        assert told.options[0].action == told.choice
        assert told.text(words, TableNames(game.edition, game.names, words)).strip()
        game.play(seat, told.choice)


def test_a_trader_does_not_call_its_own_offer_unfair() -> None:
    """It asks for less than it would accept from others, where that is all it can get."""
    trader, proposed = named("trader"), 0
    for seed in range(12):
        game = Game("europolis", 4, seed=seed)
        while game.must and game.state.turns < 120:
            seat = game.must[0]
            told = trader.explain(game.view(seat))
            if isinstance(told.choice, ProposeDeal):
                proposed += 1
                assert told.options[0].reason.key in ("better", "even")
            action: Action = told.choice
            if isinstance(action, AcceptDeal):  # whoever refuses everything is asked again, for less
                action = RefuseDeal(action.deal, action.revision)
            game.play(seat, action)
    assert proposed > 0


@pytest.mark.parametrize("name", ["novice", "house", "trader"])
def test_a_bot_explains_its_answer_to_a_deal_by_its_own_count(name: str) -> None:
    """A novice by money, the others by their chance to win."""
    bot = named(name)
    speaks_for, against = (
        ({"gain"}, {"gain", "loss"}) if name == "novice" else ({"better"}, {"worse", "even", "unfair"})
    )
    position = Position("clasico", seats=4, owners={6: 0, 8: 0, 9: 1})
    position.does(0, ProposeDeal(cash={0: -10, 1: 10}, deeds={position.deed(9): 0}))
    refused = bot.explain(position.view(1))
    assert isinstance(refused.choice, RefuseDeal)
    assert refused.options[0].reason.key in against
    accepted = 0
    for seed in range(12):
        game, others = Game("clasico", 4, seed=seed), named("house" if seed % 2 else "trader")
        while game.must and game.state.turns < 120:
            seat = game.must[0]
            told = bot.explain(game.view(seat)) if seat == 0 else None
            if told is not None and isinstance(told.choice, AcceptDeal):
                accepted += 1
                assert told.options[0].reason.key in speaks_for
            game.play(seat, told.choice if told is not None else others.choose(game.view(seat)))
    assert accepted > 0


def test_only_what_is_sold_loses_the_least_rent() -> None:
    bot = named("trader")
    raised = 0
    for seed in range(4):
        game = Game("clasico", 4, seed=seed)
        while game.must and game.state.turns < 120:
            seat = game.must[0]
            told = bot.explain(game.view(seat))
            keys = [one.reason.key for one in told.options]
            raised += "raise_too" in keys
            assert not {"raise", "build"} & set(keys[1:])
            assert all(told.options.count(one) == 1 for one in told.options)
            game.play(seat, told.choice)
    assert raised > 0


def test_a_purchase_is_explained_by_worth_and_price() -> None:
    game = Game("clasico", 2, seed=3)
    bot = named("trader")
    while game.view().question is None or game.view().question.type != "buy":  # type: ignore[union-attr]
        game.play(game.must[0], bot.choose(game.view(game.must[0])))
    seat = game.must[0]
    told = bot.explain(game.view(seat))
    assert {type(option.action) for option in told.options} == {BuyDeed, RefuseDeed}
    deed = game.view().question.deed  # type: ignore[union-attr]
    assert told.options[0].reason.facts["price"] == game.table.price[deed]


@pytest.mark.thorough
def test_the_oracle_says_what_each_option_is_worth() -> None:
    bot = Oracle(Depth(trials=40, rounds=8), wait=True)
    game = Game("clasico", 3, seed=2)
    seen = 0
    while seen < 5:
        seat = game.must[0]
        told = bot.explain(game.view(seat))
        if len(told.options) > 1:
            seen += 1
            assert all(0 <= (option.chance or 0) <= 1 for option in told.options)
            assert told.note is not None
            assert told.note.key == "played_out"
        game.play(seat, told.choice)


@pytest.mark.thorough
def test_the_oracle_accepts_no_deal_that_its_rollouts_find_losing() -> None:
    """A cautious table, so that offers come: whatever is accepted, refusing it was not surely better."""
    bot = Oracle(Depth(trials=60, rounds=8), wait=True)
    answered = accepted = 0
    for seed in range(12):
        game = Game("clasico", 4, seed=seed)
        trader = named("trader")
        for _ in range(600):
            if not game.must:
                break
            seat = next((s for s in range(4) if trader.notices(game.state, s)), game.must[0])
            options, weighed = bot.weigh(game.view(seat).position, seat) if game.state.deals else ([], [])
            kinds = [type(option) for option in options]
            if AcceptDeal not in kinds:
                game.play(seat, trader.choose(game.view(seat)))
                continue
            choice = bot.choose(game.view(seat))
            answered += 1
            if isinstance(choice, AcceptDeal):
                accepted += 1
                taken, left = weighed[kinds.index(AcceptDeal)], weighed[kinds.index(RefuseDeal)]
                sure = errors_for(bot.depth.doubt, len(options) - 1)
                assert left.more - taken.more <= sure * max(left.error, taken.error)
            game.play(seat, choice)
    assert answered > 30
    assert 0 < accepted < answered


@pytest.mark.thorough
def test_the_oracle_weighs_what_to_sell_for_a_debt() -> None:
    bot = Oracle(QUICK, wait=True)
    trader = named("trader")
    weighed = 0
    for seed in range(8):
        game = Game("clasico", 4, seed=seed)
        while game.must and game.state.turns < 150:
            seat = next((s for s in range(4) if trader.notices(game.state, s)), game.must[0])
            question = game.view(seat).question
            if question is not None and question.type == "debt" and seat == game.must[0]:
                options, _ = bot.weigh(game.view(seat).position, seat)
                weighed += sum(isinstance(option, Mortgage | SellBuildings) for option in options) > 1
            game.play(seat, trader.choose(game.view(seat)))
    assert weighed > 0


def test_the_oracle_plays_as_a_trader_until_it_is_compiled_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Oracle, "_prepare", lambda self: None)
    bot, trader = Oracle(), named("trader")
    game = Game("clasico", 3, seed=2)
    for _ in range(60):
        seat = game.must[0]
        told = bot.explain(game.view(seat))
        assert told.choice == trader.choose(game.view(seat))
        assert told.note is not None
        assert told.note.key == "preparing"
        game.play(seat, told.choice)


@pytest.mark.thorough
def test_the_oracle_answers_alike_on_one_thread_and_on_many() -> None:
    game = Game("clasico", 4, seed=8)
    one, many = Oracle(QUICK, wait=True, threads=1), Oracle(QUICK, wait=True, threads=3)
    for _ in range(80):
        seat = game.must[0]
        choice = one.choose(game.view(seat))
        assert many.choose(game.view(seat)) == choice
        game.play(seat, choice)


@pytest.mark.parametrize(("edition", "builds"), [("monopoli-server", True), ("clasico", False)])
def test_the_house_bot_builds_on_a_single_lot_where_the_book_allows_it(edition: str, builds: bool) -> None:
    game = Position(edition, seats=2, owners={1: 0})
    assert isinstance(named("house").choose(game.view(0)), Build) == builds


def test_in_a_long_game_the_house_bot_builds_on_whole_groups_alone() -> None:
    game = Position("monopoli-server", seats=2, owners={1: 0})
    game.state.turns = 2 * 31
    assert not isinstance(named("house").choose(game.view(0)), Build)
    game = Position("monopoli-server", seats=2, owners={1: 0, 3: 0})
    game.state.turns = 2 * 31
    assert isinstance(named("house").choose(game.view(0)), Build)
