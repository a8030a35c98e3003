"""What a deal may contain, in all five editions: cash, deeds and cards, between two players or more."""

import pytest

from magnate.actions import AcceptDeal, Build, LiftMortgage, ProposeDeal, RefuseDeal, SellBuildings
from magnate.events import CardMoved, CashMoved, DealAccepted, DealDone, DealProposed, DeedMoved
from rules.kit import CAS, CLA, EUR, EXP, FIGURES, KEPT_A, KEPT_B, SRV, editions, offered, table


@editions()
@pytest.mark.proves("AMB-30", "AMB-75", "DP-36", "DP-37", "EXP-75", "EUR-84", "EUR-86", "CLA-82")
def test_a_deal_of_two_exchanges_cash_and_deeds_at_one_moment(name: str) -> None:
    sum_ = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0, 12: 1}, cash={0: 2 * sum_, 1: 0})
    terms = {"cash": {0: -sum_, 1: sum_}, "deeds": {game.deed(5): 1, game.deed(12): 0}}
    told = game.does(0, ProposeDeal(**terms))
    proposed = told.one(DealProposed)
    assert (proposed.seat, proposed.revision) == (0, 1)
    assert (proposed.cash, proposed.deeds, proposed.cards) == (terms["cash"], terms["deeds"], {})
    assert (game.owner(5), game.owner(12), game.cash(0)) == (0, 1, 2 * sum_)  # nothing has moved yet
    assert game.must == [1]
    assert game.view().deals[0].parties == [0, 1]
    told = game.does(1, AcceptDeal(0, 1))
    assert [type(event) for event in told] == [DealAccepted, DealDone, CashMoved, CashMoved, DeedMoved, DeedMoved]
    assert [(moved.seat, moved.amount) for moved in told.of(CashMoved)] == [(0, -sum_), (1, sum_)]
    assert (game.owner(5), game.owner(12)) == (1, 0)
    assert (game.cash(0), game.cash(1)) == (sum_, sum_)
    assert game.view().deals == []
    assert game.must == [0]


@editions()
@pytest.mark.proves("DP-37", "DP-36")
def test_the_player_asked_accepts_refuses_or_counters_and_the_dice_wait(name: str) -> None:
    game = table(name, owners={5: 1})
    sum_ = 50 * FIGURES[name].unit
    game.does(0, ProposeDeal(cash={0: -sum_, 1: sum_}, deeds={game.deed(5): 0}))
    assert game.must == [1]
    assert [kind for kind in offered(game, 1) if kind.endswith("Deal")] == [
        "ProposeDeal",
        "AcceptDeal",
        "RefuseDeal",
        "CounterDeal",
    ]
    assert [kind for kind in offered(game, 0) if kind.endswith("Deal")] == ["WithdrawDeal"]
    assert [kind for kind in offered(game, 2) if kind.endswith("Deal")] == ["ProposeDeal"]
    assert "Roll" not in offered(game, 0)
    for seat in (0, 2):
        assert game.refusal(seat, AcceptDeal(0, 1)) == "NOT_A_PARTY"
        assert game.refusal(seat, RefuseDeal(0, 1)) == "NOT_A_PARTY"
    game.does(1, RefuseDeal(0, 1))
    assert game.must == [0]
    assert offered(game, 0)[0] == "Roll"
    assert game.owner(5) == 1


@editions()
@pytest.mark.proves("AMB-30", "AMB-31")
def test_a_deal_of_three_is_done_when_all_of_them_have_accepted(name: str) -> None:
    sum_ = 50 * FIGURES[name].unit
    game = table(name, 4, owners={5: 0, 12: 1})
    before = [game.cash(seat) for seat in range(4)]
    # 0 gives the transport to 1, who gives the utility to 2, who pays 0.
    deal = ProposeDeal(cash={2: -sum_, 0: sum_}, deeds={game.deed(5): 1, game.deed(12): 2})
    game.does(0, deal)
    assert game.must == [1, 2]
    assert game.refusal(3, AcceptDeal(0, 1)) == "NOT_A_PARTY"
    told = game.does(2, AcceptDeal(0, 1))
    assert told.none(DealDone)
    assert game.must == [1]
    assert game.refusal(2, AcceptDeal(0, 1)) == "NOT_A_PARTY"  # has answered
    assert (game.owner(5), game.owner(12)) == (0, 1)
    told = game.does(1, AcceptDeal(0, 1))
    assert told.one(DealDone).deal == 0
    assert (game.owner(5), game.owner(12)) == (1, 2)
    assert [game.cash(seat) for seat in range(4)] == [before[0] + sum_, before[1], before[2] - sum_, before[3]]


@editions()
@pytest.mark.proves("AMB-30")
def test_one_refusal_ends_a_deal_of_three(name: str) -> None:
    sum_ = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0, 12: 1})
    game.does(0, ProposeDeal(cash={2: -sum_, 0: sum_}, deeds={game.deed(5): 1, game.deed(12): 2}))
    game.does(1, AcceptDeal(0, 1))
    game.does(2, RefuseDeal(0, 1))
    assert game.view().deals == []
    assert (game.owner(5), game.owner(12)) == (0, 1)


@pytest.mark.parametrize(("name", "note"), [(EXP, 100), (SRV, 1), (EUR, 50), (CLA, 1), (CAS, 1)])
@pytest.mark.proves("AMB-30")
def test_cash_moves_in_multiples_of_the_smallest_note(name: str, note: int) -> None:
    game = table(name, owners={5: 0})
    deed = {game.deed(5): 1}
    assert game.can(0, ProposeDeal(cash={0: note, 1: -note}, deeds=deed))
    if note > 1:
        assert game.refusal(0, ProposeDeal(cash={0: note + 1, 1: -note - 1}, deeds=deed)) == "NOT_A_ROUND_SUM"
        assert game.refusal(0, ProposeDeal(cash={0: note // 2, 1: -(note // 2)}, deeds=deed)) == "NOT_A_ROUND_SUM"


@editions()
@pytest.mark.proves("AMB-30", "DP-36")
def test_what_no_deal_may_contain(name: str) -> None:
    sum_ = 50 * FIGURES[name].unit
    game = table(name, 4, owners={5: 0, 12: 1}, out=[3])

    def refusal(**terms: dict[int, int]) -> str | None:
        return game.refusal(0, ProposeDeal(**terms))

    assert refusal() == "DEAL_IS_EMPTY"
    assert refusal(deeds={game.deed(15): 1}) == "NOT_YOURS"  # the Bank's
    assert refusal(deeds={game.deed(5): 0}) == "NOT_YOURS"  # to its owner
    assert refusal(deeds={game.deed(5): 3}) == "NO_SUCH_THING"  # to somebody who has left
    assert refusal(deeds={game.deed(5): 4}) == "NO_SUCH_THING"
    assert refusal(deeds={28: 1}) == "NO_SUCH_THING"  # there are 28 deeds: 0 to 27
    assert refusal(cash={0: -sum_, 3: sum_}) == "NO_SUCH_THING"
    assert refusal(cards={0: 1}) == "NO_CARD"  # still in its deck
    assert refusal(cards={2: 1}) == "NO_SUCH_THING"
    assert refusal(cash={1: -sum_, 2: sum_}, deeds={game.deed(12): 2}) == "NOT_A_PARTY"  # the proposer takes part


@editions()
@pytest.mark.proves("AMB-30")
def test_a_proposer_offers_no_more_cash_than_at_hand(name: str) -> None:
    note = FIGURES[name].note
    game = table(name, owners={5: 1}, cash={0: 10 * note, 1: 0})
    deed = {game.deed(5): 0}
    assert game.can(0, ProposeDeal(cash={0: -10 * note, 1: 10 * note}, deeds=deed))
    assert game.refusal(0, ProposeDeal(cash={0: -11 * note, 1: 11 * note}, deeds=deed)) == "NOT_ENOUGH_CASH"


@editions()
@pytest.mark.proves("AMB-30")
def test_nobody_accepts_what_they_cannot_pay(name: str) -> None:
    note = FIGURES[name].note
    for purse, legal in ((10 * note, True), (9 * note, False)):
        game = table(name, owners={5: 0}, cash={1: purse})
        game.does(0, ProposeDeal(cash={0: 10 * note, 1: -10 * note}, deeds={game.deed(5): 1}))
        assert game.can(1, AcceptDeal(0, 1)) is legal
        assert ("AcceptDeal" in offered(game, 1)) is legal
        assert "RefuseDeal" in offered(game, 1)


# Gifts: AMB-31.


@editions(SRV, EUR, CLA, CAS)
@pytest.mark.proves("AMB-31")
def test_a_one_sided_transfer_that_both_confirm_is_accepted(name: str) -> None:
    sum_ = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0})
    before = [game.cash(0), game.cash(1)]
    game.does(0, ProposeDeal(cash={0: -sum_, 1: sum_}, deeds={game.deed(5): 1}))
    assert game.must == [1]
    game.does(1, AcceptDeal(0, 1))
    assert (game.owner(5), game.cash(0), game.cash(1)) == (1, before[0] - sum_, before[1] + sum_)


@pytest.mark.proves("AMB-31", "EXP-100")
def test_in_expopolis_gifts_are_forbidden_on_either_side() -> None:
    game = table(EXP, owners={5: 0, 12: 1}, held={"I12": 0})
    deed, other, card = game.deed(5), game.deed(12), game.kept("I12")
    assert game.refusal(0, ProposeDeal(deeds={deed: 1})) == "GIFTS_FORBIDDEN"
    assert game.refusal(0, ProposeDeal(cards={card: 1})) == "GIFTS_FORBIDDEN"
    assert game.refusal(0, ProposeDeal(cash={0: -100, 1: 100})) == "GIFTS_FORBIDDEN"
    assert game.refusal(0, ProposeDeal(cash={0: 100, 1: -100})) == "GIFTS_FORBIDDEN"
    assert game.refusal(0, ProposeDeal(deeds={other: 0})) == "GIFTS_FORBIDDEN"
    # Whatever both think fair is a price.
    assert game.can(0, ProposeDeal(cash={0: 100, 1: -100}, deeds={deed: 1}))
    assert game.can(0, ProposeDeal(deeds={other: 0}, cards={card: 1}))
    assert game.can(0, ProposeDeal(deeds={other: 0, deed: 1}))


@pytest.mark.proves("AMB-31")
def test_in_expopolis_everyone_in_a_deal_of_several_who_gives_gets_something() -> None:
    game = table(EXP, owners={5: 0, 15: 0, 12: 1})
    # 2 pays, 1 gets the transport, 0 gets the money: 2 has nothing from it.
    assert game.refusal(0, ProposeDeal(cash={2: -100, 0: 100}, deeds={game.deed(5): 1})) == "GIFTS_FORBIDDEN"
    # A round in which all three give and get.
    assert game.can(0, ProposeDeal(cash={2: -100, 0: 100}, deeds={game.deed(5): 1, game.deed(12): 2}))
    # 1 gets something for nothing, but whoever gives is paid.
    assert game.can(0, ProposeDeal(cash={2: -100, 0: 100}, deeds={game.deed(5): 1, game.deed(15): 2}))


# Buildings in the way.


@editions(EXP, EUR, CLA, CAS)
@pytest.mark.proves("AMB-30", "AMB-130", "EXP-64", "EXP-76", "EUR-78", "EUR-85", "CLA-83", "CLA-84")
def test_no_lot_of_a_group_with_buildings_changes_hands(name: str) -> None:
    sum_ = 50 * FIGURES[name].unit
    for built in (6, 8, 9):
        game = table(name, owners={6: 0, 8: 0, 9: 0, 5: 0, 11: 0}, levels={built: 1})
        deals = [ProposeDeal(cash={0: sum_, 1: -sum_}, deeds={game.deed(space): 1}) for space in (6, 8, 9, 5, 11)]
        assert [game.refusal(0, deal) for deal in deals] == ["BUILDINGS_IN_THE_WAY"] * 3 + [None] * 2
        game.does(0, SellBuildings(game.group(6), [0, 0, 0]))  # to the Bank first
        assert all(game.can(0, deal) for deal in deals)


@pytest.mark.proves("AMB-30", "AMB-73", "AMB-75")
def test_in_the_server_edition_only_the_owners_own_buildings_are_in_the_way() -> None:
    game = table(SRV, owners={6: 0, 8: 0, 9: 1}, levels={9: 3})
    assert game.can(0, ProposeDeal(cash={0: 50, 1: -50}, deeds={game.deed(6): 1}))
    assert game.refusal(1, ProposeDeal(cash={0: -50, 1: 50}, deeds={game.deed(9): 0})) == "BUILDINGS_IN_THE_WAY"
    game = table(SRV, owners={6: 0, 8: 0, 9: 1}, levels={8: 1})
    assert game.refusal(0, ProposeDeal(cash={0: 50, 1: -50}, deeds={game.deed(6): 1})) == "BUILDINGS_IN_THE_WAY"


# Cards.


@editions()
@pytest.mark.proves("DP-39", "AMB-30", "EXP-46", "SRV-35", "CLA-50", "CAS-25")
def test_a_jail_card_is_sold_at_the_price_both_agree(name: str) -> None:
    sum_ = 50 * FIGURES[name].unit
    game = table(name, held={KEPT_A[name]: 0})
    card = game.kept(KEPT_A[name])
    before = [game.cash(0), game.cash(1)]
    game.does(0, ProposeDeal(cash={0: sum_, 1: -sum_}, cards={card: 1}))
    told = game.does(1, AcceptDeal(0, 1))
    moved = told.one(CardMoved)
    assert (moved.seat, moved.other, moved.card) == (0, 1, card)
    assert game.holds(1, KEPT_A[name])
    assert [game.cash(0), game.cash(1)] == [before[0] + sum_, before[1] - sum_]
    assert game.refusal(0, ProposeDeal(cash={0: sum_, 1: -sum_}, cards={card: 1})) == "NO_CARD"


@pytest.mark.proves("DP-36", "DP-39", "AMB-88", "EUR-53")
def test_in_europolis_only_the_lucky_card_of_surpriza_is_sold() -> None:
    game = table(EUR, held={"S9": 0, "B5": 0})
    assert game.can(0, ProposeDeal(cash={0: 50, 1: -50}, cards={game.kept("S9"): 1}))
    assert game.refusal(0, ProposeDeal(cash={0: 50, 1: -50}, cards={game.kept("B5"): 1})) == "CARD_NOT_FOR_SALE"


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("DP-39")
def test_elsewhere_the_cards_of_both_decks_are_sold(name: str) -> None:
    sum_ = 50 * FIGURES[name].unit
    game = table(name, held={KEPT_B[name]: 0})
    assert game.can(0, ProposeDeal(cash={0: sum_, 1: -sum_}, cards={game.kept(KEPT_B[name]): 1}))


@editions(EXP, SRV, CLA, CAS)
@pytest.mark.proves("DP-39", "AMB-30")
def test_both_cards_may_change_hands_in_one_deal_whoever_proposes_it(name: str) -> None:
    sum_ = 50 * FIGURES[name].unit
    game = table(name, 4, held={KEPT_A[name]: 2, KEPT_B[name]: 3})
    first, second = game.kept(KEPT_A[name]), game.kept(KEPT_B[name])
    game.does(2, ProposeDeal(cash={1: -2 * sum_, 2: sum_, 3: sum_}, cards={first: 3, second: 1}))
    assert game.view().deals[0].terms.cards == {first: 3, second: 1}
    game.does(3, AcceptDeal(2, 1))
    told = game.does(1, AcceptDeal(2, 1))
    assert [(moved.seat, moved.other, moved.card) for moved in told.of(CardMoved)] == [(2, 3, first), (3, 1, second)]
    assert [seat.cards for seat in game.view().seats] == [[], [second], [], [first]]


# Mortgaged deeds in a deal.


@editions(EXP, EUR, CLA)
@pytest.mark.proves("DP-36", "AMB-17")
def test_a_deal_between_others_turns_is_as_good_as_on_ones_own(name: str) -> None:
    sum_ = 50 * FIGURES[name].unit
    game = table(name, owners={5: 2, 6: 1, 8: 1, 9: 2}, turn=0)
    game.does(2, ProposeDeal(cash={2: sum_, 1: -sum_}, deeds={game.deed(9): 1}))
    assert game.must == [1]
    game.does(1, AcceptDeal(2, 1))
    assert game.can(1, Build(game.group(6), [1, 1, 1]))
    assert not game.can(1, LiftMortgage(game.deed(6)))
    assert game.must == [0]
