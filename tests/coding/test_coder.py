"""The coder: the same numbers from a game, from its view, and from what a server sends."""

import random
from collections.abc import Iterator

import msgspec
import numpy as np
import pytest

from envs.walking import TABLES
from magnate import Game
from magnate.actions import BuyDeed, ClaimRent, ProposeDeal, RefuseDeed, Roll
from magnate.coding import CODING_VERSION, Coder, SeatDecision
from magnate.coding.asking import has_rent_due
from magnate.coding.catalogue import PROPOSE_PURCHASE, family_of, is_proposal
from magnate.coding.coder import NotADecision
from magnate.envs import VectorGames
from magnate.rules.codes import CLAIM_RENT, COUNTER_DEAL, MORTGAGE
from magnate.testing import Position
from magnate.view import View


def over_the_wire(coder: Coder, game: Game, seat: int) -> SeatDecision:
    """As a client sees it that has only the protocol."""
    sent = msgspec.json.decode(msgspec.json.encode(game.view(seat)), type=View)
    return coder.from_wire(seat, sent.options, sent, rent_due=bool(has_rent_due(game.state, seat)))


def wander(game: Game, coder: Coder, steps: int, seed: int) -> Iterator[SeatDecision]:
    """Random play by numbers: each decision before its answer."""
    dice = random.Random(seed)
    for _ in range(steps):
        if not game.must:
            return
        seat = dice.choice(game.must)
        decision = coder.from_view(game.view(seat))
        yield decision
        action = decision.action(dice.choice(decision.numbers))
        assert action is not None
        game.play(seat, action)


@pytest.mark.parametrize(("edition", "variant"), TABLES)
def test_a_client_of_the_protocol_has_the_numbers_of_the_game(edition: str, variant: str | None) -> None:
    game = Game(edition, 4, 5, variant=variant)
    coder = Coder(edition, 4, variant=variant)
    for ours in wander(game, coder, 250, 5):
        theirs = over_the_wire(coder, game, ours.seat)
        np.testing.assert_array_equal(theirs.observation, ours.observation)
        assert theirs.question == ours.question
        more = set(theirs.numbers) - set(ours.numbers)
        assert set(ours.numbers) <= set(theirs.numbers)
        if more:  # an offer that was refused since the last roll: a view does not say so
            assert game.state.refused_offers[ours.seat] > 0
            families = {family_of(coder.numbers, number) for number in more}
            assert all(is_proposal(family) or family == COUNTER_DEAL for family in families)
        for number in ours.numbers:
            assert theirs.action(number) == ours.action(number)


def test_numbers_become_actions_and_actions_numbers() -> None:
    game, coder = Game("clasico", 3, 2), Coder("clasico", 3)
    seen = set()
    for decision in wander(game, coder, 200, 2):
        for number in decision.numbers:
            action = decision.action(number)
            assert action is not None
            assert game.refusal(decision.seat, action) is None
            again = decision.number(action)
            assert again is not None
            assert decision.action(again) == action  # two numbers may stand for one action
            seen.add(type(action))
    assert {Roll, BuyDeed, RefuseDeed, ProposeDeal} <= seen


def test_the_coder_and_the_environments_show_the_same() -> None:
    games = VectorGames("clasico", 1, 2, seed=3)
    coder = Coder("clasico", 2)
    assert games.observation.shape[1] == coder.places
    assert games.mask.shape[1] == coder.actions
    game = Game("clasico", 2, 1)
    decision = coder.from_game(game, game.must[0])
    blank = games.spec.blank()
    assert decision.question == "opening"
    assert (decision.observation[1018:] == blank[1018:]).all()


def test_an_owner_unasked_may_claim_a_rent_or_do_nothing() -> None:
    game = Position("clasico", 2, at={0: 1}, owners={"Plaza Lavapiés": 1})
    game.rolls(1, 1)
    coder = Coder("clasico", 2)
    ours = coder.from_view(game.view(1))
    assert ours.question == "claim"
    assert [ours.action(number) for number in ours.numbers] == [None, ClaimRent()]
    assert ours.number(None) == 0
    theirs = over_the_wire(coder, game, 1)
    assert (theirs.mask == ours.mask).all()
    assert (theirs.observation == ours.observation).all()
    assert coder.numbers.first[CLAIM_RENT] in ours.numbers


def test_a_coder_can_leave_out_aimless_managing() -> None:
    game = Position("clasico", 2, owners={"Plaza Lavapiés": 0})
    every, few = Coder("clasico", 2), Coder("clasico", 2, mortgage_only_in_debt=True)
    mortgages = range(every.numbers.first[MORTGAGE], every.numbers.first[MORTGAGE] + every.table.deeds)
    assert any(every.from_view(game.view(0)).mask[number] for number in mortgages)
    for decision in (few.from_view(game.view(0)), over_the_wire(few, game, 0)):
        assert not any(decision.mask[number] for number in mortgages)


def test_what_is_not_in_the_catalogue_has_no_number() -> None:
    game = Position("clasico", 2, owners={"Plaza Lavapiés": 0})
    decision = Coder("clasico", 2).from_view(game.view(0))
    deed = game.deed("Plaza Lavapiés")
    odd = ProposeDeal(cash={0: 61, 1: -61}, deeds={deed: 1})
    assert game.refusal(0, odd) is None
    assert decision.number(odd) is None
    assert decision.number(None) is None
    assert decision.number(BuyDeed()) is None


def test_mistakes_are_named() -> None:
    game, coder = Game("clasico", 2, 1), Coder("clasico", 2)
    decision = coder.from_game(game, 0)
    with pytest.raises(NotADecision, match="number 30 is not legal at the question opening"):
        decision.action(30)
    with pytest.raises(NotADecision, match=r"a table of 3 seats and 28 deeds; this coder is for 2 seats"):
        coder.from_game(Game("clasico", 3, 1), 0)
    with pytest.raises(NotADecision, match="a watcher's view has no seat"):
        coder.from_view(game.view())
    with pytest.raises(NotADecision, match="seat 5; expected 0 to 1"):
        coder.from_wire(5, [], game.view(0))


def test_the_version_is_three() -> None:
    """Raise it, and the Gymnasium ids, when a number or a place changes its meaning."""
    coder = Coder("clasico", 2)
    assert (CODING_VERSION, coder.places, coder.actions) == (3, 2418, 3796)
    assert coder.numbers.first[PROPOSE_PURCHASE] == 372
