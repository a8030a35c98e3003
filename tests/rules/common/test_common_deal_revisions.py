"""Deals on the table: counter-offers, several at once, withdrawn, overtaken by events, refused too often."""

import pytest

from magnate.actions import (
    AcceptDeal,
    Build,
    BuyDeed,
    ClaimRent,
    Concede,
    CounterDeal,
    EndTurn,
    LiftMortgage,
    Mortgage,
    ProposeDeal,
    RefuseDeal,
    Roll,
    WithdrawDeal,
)
from magnate.events import DealCountered, DealDone, DealRefused, DealWithdrawn, DebtOwed, PaidPlayer
from magnate.testing import Position
from rules.kit import CLA, EXP, FIGURES, asked, editions, offered, table


def selling(game: Position, space: int, price: int, seller: int = 0, buyer: int = 1) -> ProposeDeal:
    return ProposeDeal(cash={seller: price, buyer: -price}, deeds={game.deed(space): buyer})


@editions()
@pytest.mark.proves("DP-37")
def test_a_counter_offer_is_a_new_revision_that_the_proposer_answers(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0})
    before = [game.cash(0), game.cash(1)]
    game.does(0, selling(game, 5, 3 * unit))
    told = game.does(1, CounterDeal(0, 1, cash={0: unit, 1: -unit}, deeds={game.deed(5): 1}))
    countered = told.one(DealCountered)
    assert (countered.seat, countered.deal, countered.revision) == (1, 0, 2)
    assert countered.cash == {0: unit, 1: -unit}
    deal = game.view().deals[0]
    assert (deal.deal, deal.revision, deal.author, deal.accepted) == (0, 2, 1, [1])
    assert game.must == [0]
    assert game.refusal(0, AcceptDeal(0, 1)) == "OLD_REVISION"
    assert game.refusal(0, RefuseDeal(0, 1)) == "OLD_REVISION"
    assert game.refusal(0, AcceptDeal(0, 3)) == "OLD_REVISION"
    assert game.refusal(1, AcceptDeal(0, 2)) == "NOT_A_PARTY"  # its author has accepted already
    game.does(0, CounterDeal(0, 2, cash={0: 2 * unit, 1: -2 * unit}, deeds={game.deed(5): 1}))
    assert game.must == [1]
    game.does(1, AcceptDeal(0, 3))
    assert [game.cash(0), game.cash(1)] == [before[0] + 2 * unit, before[1] - 2 * unit]
    assert game.owner(5) == 1


@editions()
@pytest.mark.proves("DP-37")
def test_an_acceptance_counts_for_its_revision_only(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0, 12: 1})
    game.does(0, ProposeDeal(cash={2: -unit, 0: unit}, deeds={game.deed(5): 1, game.deed(12): 2}))
    game.does(1, AcceptDeal(0, 1))
    game.does(2, CounterDeal(0, 1, cash={0: unit, 1: unit, 2: -2 * unit}, deeds={game.deed(5): 1, game.deed(12): 2}))
    assert game.must == [0, 1]  # who accepted the first revision is asked again
    game.does(1, AcceptDeal(0, 2))
    assert game.does(0, AcceptDeal(0, 2)).one(DealDone).deal == 0


@editions()
@pytest.mark.proves("DP-37")
def test_revisions_go_on_counting_so_that_no_old_answer_fits_a_new_deal(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0})
    game.does(0, selling(game, 5, 4 * unit), WithdrawDeal())
    game.does(0, selling(game, 5, unit))
    assert game.view().deals[0].revision == 2
    assert game.refusal(1, AcceptDeal(0, 1)) == "OLD_REVISION"
    assert game.can(1, AcceptDeal(0, 2))


@editions()
@pytest.mark.proves("DP-37")
def test_a_counter_offer_keeps_its_author_and_the_proposer_as_parties(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0, 12: 1, 28: 2})
    game.does(0, selling(game, 5, unit))
    without_proposer = CounterDeal(0, 1, cash={1: unit, 2: -unit}, deeds={game.deed(12): 2})
    assert game.refusal(1, without_proposer) == "NOT_A_PARTY"
    without_author = CounterDeal(0, 1, cash={0: unit, 2: -unit}, deeds={game.deed(5): 2})
    assert game.refusal(1, without_author) == "NOT_A_PARTY"
    third = CounterDeal(0, 1, cash={0: unit, 2: -unit}, deeds={game.deed(5): 1, game.deed(12): 2})
    game.does(1, third)  # it may bring in somebody else
    assert game.must == [0, 2]


@editions()
@pytest.mark.proves("DP-36")
def test_several_deals_lie_open_at_once_one_for_each_proposer(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, 4, owners={5: 0, 12: 1, 15: 2})
    game.does(0, selling(game, 5, unit, 0, 1))
    assert game.refusal(0, selling(game, 5, unit, 0, 2)) == "FIRST_ANSWER_DEALS"
    game.does(1, selling(game, 12, unit, 1, 2))
    game.does(2, selling(game, 15, unit, 2, 3))
    assert [deal.deal for deal in game.view().deals] == [0, 1, 2]
    assert game.must == [1, 2, 3]
    assert game.refusal(0, Roll()) == "FIRST_ANSWER_DEALS"
    game.does(3, AcceptDeal(2, 1))
    game.does(2, RefuseDeal(1, 1))
    assert game.must == [1]
    assert game.refusal(1, AcceptDeal(1, 1)) == "NO_SUCH_DEAL"
    game.does(1, AcceptDeal(0, 1))
    assert (game.owner(5), game.owner(12), game.owner(15)) == (1, 1, 3)
    assert game.can(0, Roll())


@editions()
@pytest.mark.proves("DP-36", "DP-10")
def test_the_turn_does_not_end_over_an_open_deal(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0}, at={0: 13})
    game.rolls(3, 4)
    game.does(0, selling(game, 5, unit))
    assert game.refusal(0, EndTurn()) == "FIRST_ANSWER_DEALS"
    assert game.does(0, WithdrawDeal()).one(DealWithdrawn).deal == 0
    assert game.can(0, EndTurn())


@editions()
@pytest.mark.proves("DP-36")
def test_only_its_proposer_withdraws_a_deal_countered_or_not(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0})
    assert game.refusal(0, WithdrawDeal()) == "NO_SUCH_DEAL"
    game.does(0, selling(game, 5, unit))
    assert game.refusal(1, WithdrawDeal()) == "NO_SUCH_DEAL"
    game.does(1, CounterDeal(0, 1, cash={0: 2 * unit, 1: -2 * unit}, deeds={game.deed(5): 1}))
    game.does(0, WithdrawDeal())
    assert game.view().deals == []
    assert game.must == [0]
    assert game.refusal(1, AcceptDeal(0, 2)) == "NO_SUCH_DEAL"


@editions()
@pytest.mark.proves("DP-37")
def test_a_deal_over_a_deed_that_has_meanwhile_gone_can_only_be_refused(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0})
    game.does(0, selling(game, 5, unit, 0, 1))
    game.does(2, ProposeDeal(cash={2: -2 * unit, 0: 2 * unit}, deeds={game.deed(5): 2}))
    game.does(0, AcceptDeal(2, 1))
    assert game.owner(5) == 2
    assert game.must == [1]
    assert game.refusal(1, AcceptDeal(0, 1)) == "NO_SUCH_DEAL"
    assert "AcceptDeal" not in offered(game, 1)
    game.does(1, RefuseDeal(0, 1))
    assert game.must == [0]


@editions()
@pytest.mark.proves("DP-37")
def test_the_last_acceptance_fails_when_a_party_no_longer_has_the_money(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 1, 6: 0, 8: 0, 9: 0}, cash={0: 4 * unit})
    game.does(0, ProposeDeal(cash={0: -3 * unit, 1: 3 * unit}, deeds={game.deed(5): 0}))
    game.does(0, Build(game.group(6), [1, 0, 0]))  # 50: three times 50 are left, enough
    assert game.can(1, AcceptDeal(0, 1))
    game.does(0, Build(game.group(6), [1, 1, 0]))
    assert game.refusal(1, AcceptDeal(0, 1)) == "NOT_ENOUGH_CASH"
    game.does(1, RefuseDeal(0, 1))


@editions()
@pytest.mark.proves("DP-37", "AMB-30")
def test_a_deal_over_a_lot_built_on_meanwhile_is_off(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={6: 0, 8: 0, 9: 0})
    game.does(0, selling(game, 6, unit))
    assert game.can(1, AcceptDeal(0, 1))
    game.does(0, Build(game.group(6), [0, 1, 0]))
    assert game.refusal(1, AcceptDeal(0, 1)) == "BUILDINGS_IN_THE_WAY"


@editions()
@pytest.mark.proves("DP-37", "AMB-49")
def test_a_player_who_leaves_takes_every_deal_with_them(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, 4, owners={5: 0, 12: 1, 15: 3})
    game.does(0, selling(game, 5, unit, 0, 1))
    game.does(1, selling(game, 12, unit, 1, 2))
    game.does(3, selling(game, 15, unit, 3, 2))
    told = game.does(1, Concede())
    assert [deal.deal for deal in told.of(DealWithdrawn)] == [0, 1]
    assert [deal.deal for deal in game.view().deals] == [3]


@editions(CLA, EXP)
@pytest.mark.proves("DP-36", "DP-19", "AMB-38")
def test_a_rent_claimed_over_an_open_deal_waits_for_its_answer(name: str) -> None:
    unit = FIGURES[name].unit
    game = table(name, owners={5: 1, 12: 0}, cash={0: 0}, at={0: 0})
    game.rolls(2, 3)
    game.does(0, selling(game, 12, 25 * unit, 0, 2))
    assert game.does(1, ClaimRent()).one(DebtOwed).amount == 25 * unit
    assert game.must == [2]
    told = game.does(2, AcceptDeal(0, 1))
    assert told.one(PaidPlayer).amount == 25 * unit  # the deal's money pays the rent
    assert asked(game) == "turn"


@editions()
@pytest.mark.proves("DP-36", "AMB-16")
def test_a_buyer_may_trade_for_the_price_before_answering(name: str) -> None:
    unit = FIGURES[name].unit
    game = table(name, owners={12: 0}, cash={0: 50 * unit}, at={0: 1})
    game.rolls(2, 3)
    assert game.refusal(1, selling(game, 12, 50 * unit, 0, 1)) == "WRONG_MOMENT"  # only the buyer proposes
    game.does(0, selling(game, 12, 50 * unit, 0, 1))
    assert game.must == [1]
    assert game.refusal(0, BuyDeed()) == "NOT_ASKED"  # the deal is answered first
    game.does(1, AcceptDeal(0, 1))
    assert game.must == [0]
    game.does(0, BuyDeed())
    assert (game.cash(0), game.owner(6)) == (0, 0)


@editions()
@pytest.mark.proves("AMB-146")
def test_a_refused_offer_comes_again_only_better_for_the_others_or_after_a_roll(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0}, at={0: 13})
    game.does(0, selling(game, 5, 3 * unit))
    game.does(1, RefuseDeal(0, 1))
    assert game.refusal(0, selling(game, 5, 3 * unit)) == "TOO_MANY_REFUSALS"  # the same
    assert game.refusal(0, selling(game, 5, 4 * unit)) == "TOO_MANY_REFUSALS"  # dearer
    assert "ProposeDeal" in offered(game, 0)
    assert game.can(0, selling(game, 5, 3 * unit, buyer=2))  # to somebody else
    assert game.can(1, selling(game, 5, 3 * unit))  # by somebody else
    for number, price in ((2, 2 * unit), (3, unit), (4, unit - FIGURES[name].note)):  # cheaper, as often as one likes
        game.does(0, selling(game, 5, price))
        game.does(1, RefuseDeal(0, number))
    assert game.refusal(0, selling(game, 5, unit)) == "TOO_MANY_REFUSALS"
    game.rolls(3, 4)
    assert game.can(0, selling(game, 5, 3 * unit))


@editions()
@pytest.mark.proves("AMB-146")
def test_a_new_idea_is_possible_after_any_three_refusals(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0, 12: 0, 15: 0, 25: 0})
    for number, space in enumerate((5, 12, 15), 1):
        game.does(0, selling(game, space, unit))
        game.does(1, RefuseDeal(0, number))
    assert game.can(0, selling(game, 25, unit))
    assert game.can(0, ProposeDeal(cash={0: 2 * unit, 1: -2 * unit}, deeds={game.deed(5): 1, game.deed(12): 1}))


@editions()
@pytest.mark.proves("AMB-146")
def test_more_for_the_same_cash_may_be_offered_to_the_same_player_after_every_refusal(name: str) -> None:
    price = 50 * FIGURES[name].unit
    spaces = (5, 12, 15, 25, 28, 35)
    game = table(name, owners=dict.fromkeys(spaces, 0))
    for count in range(1, len(spaces) + 1):  # one deed, then two, ... all six
        better = ProposeDeal(cash={0: price, 1: -price}, deeds={game.deed(space): 1 for space in spaces[:count]})
        game.does(0, better)
        game.does(1, RefuseDeal(0, count))
        assert game.refusal(0, better) == "TOO_MANY_REFUSALS"  # the same again
    game.does(0, ProposeDeal(cash=better.cash, deeds={game.deed(space): 1 for space in spaces[1:3]}))
    assert game.can(1, AcceptDeal(0, len(spaces) + 1))


@editions()
@pytest.mark.proves("AMB-146")
def test_more_deeds_for_a_deed_may_be_offered_to_the_same_player_after_a_refusal(name: str) -> None:
    game = table(name, owners={5: 0, 12: 0, 15: 1})
    swap = {game.deed(5): 1, game.deed(15): 0}
    game.does(0, ProposeDeal(deeds=swap))
    game.does(1, RefuseDeal(0, 1))
    assert game.refusal(0, ProposeDeal(deeds=swap)) == "TOO_MANY_REFUSALS"
    game.does(0, ProposeDeal(deeds=swap | {game.deed(12): 1}))
    game.does(1, AcceptDeal(0, 2))
    assert [game.owner(space) for space in (5, 12, 15)] == [1, 1, 0]


@editions()
@pytest.mark.proves("AMB-146")
def test_a_counter_offer_refuses_the_terms_before_it_and_is_remembered_itself(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 0})
    deeds = {game.deed(5): 1}
    game.does(0, selling(game, 5, 3 * unit))
    game.does(1, CounterDeal(0, 1, cash={0: unit, 1: -unit}, deeds=deeds))
    assert game.refusal(0, CounterDeal(0, 2, cash={0: 3 * unit, 1: -3 * unit}, deeds=deeds)) == "TOO_MANY_REFUSALS"
    assert game.can(0, CounterDeal(0, 2, cash={0: 2 * unit, 1: -2 * unit}, deeds=deeds))
    assert game.does(0, RefuseDeal(0, 2)).one(DealRefused).revision == 2
    assert game.refusal(1, selling(game, 5, unit)) == "TOO_MANY_REFUSALS"  # what it countered with
    assert game.can(1, selling(game, 5, 2 * unit))


@editions()
@pytest.mark.proves("AMB-146")
def test_among_three_the_others_together_must_get_more_than_in_the_refused_offer(name: str) -> None:
    unit = 50 * FIGURES[name].unit
    game = table(name, owners={5: 1, 12: 2})
    deeds = {game.deed(5): 0, game.deed(12): 0}

    def paying(first: int, second: int) -> ProposeDeal:
        return ProposeDeal(cash={0: -first - second, 1: first, 2: second}, deeds=deeds)

    game.does(0, paying(2 * unit, 2 * unit))
    game.does(1, RefuseDeal(0, 1))
    assert game.refusal(0, paying(3 * unit, unit)) == "TOO_MANY_REFUSALS"  # the same in all
    assert game.can(0, paying(2 * unit, 3 * unit))


@editions()
@pytest.mark.proves("AMB-146")
def test_after_twelve_different_refused_offers_more_cash_for_the_same_goods_remains_possible(name: str) -> None:
    note = FIGURES[name].note
    price = 100 * note
    spaces = [1, 3, 5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18]
    game = table(name, owners=dict.fromkeys(spaces, 0) | {39: 1})
    for number, space in enumerate(spaces[:12], 1):
        game.does(0, selling(game, space, price))
        game.does(1, RefuseDeal(0, number))
    # Not a thirteenth: other goods, more goods for the same cash, somebody else, the same again.
    more = ProposeDeal(cash={0: price, 1: -price}, deeds={game.deed(1): 1, game.deed(18): 1})
    for offer in (selling(game, 18, price), more, selling(game, 1, price, buyer=2), selling(game, 1, price)):
        assert game.refusal(0, offer) == "TOO_MANY_REFUSALS"
    # Each of the twelve with more cash for the other, as often as one likes; everybody else's offers; all after a roll.
    assert all(game.can(0, selling(game, space, price - note)) for space in spaces[:12])
    for number, less in ((13, 1), (14, 2)):
        game.does(0, selling(game, 1, price - less * note))
        game.does(1, RefuseDeal(0, number))
    assert "ProposeDeal" in offered(game, 0)
    game.does(1, selling(game, 39, price, seller=1, buyer=0))
    assert game.can(0, AcceptDeal(1, 1))
    game.does(0, RefuseDeal(1, 1))
    assert game.can(1, selling(game, 18, price))
    game.rolls(1, 3)
    assert game.can(0, selling(game, 18, price))
    assert game.can(0, more)


@pytest.mark.proves("AMB-146")
def test_a_stored_game_with_repeated_offers_is_replayed() -> None:
    """Version 0.1.0 allowed three refusals whatever was offered, and its bots repeated themselves."""
    game = table(CLA, owners={5: 0}, options={"deals.refusals": 0})
    for number in (1, 2):
        game.does(0, selling(game, 5, 100))
        game.does(1, RefuseDeal(0, number))
    strict = table(CLA, owners={5: 0})
    for move in game.moves[-4:]:
        assert move.action is not None
        strict.play_stored(move.seat, move.action)
    assert strict.refusal(0, selling(strict, 5, 100)) == "TOO_MANY_REFUSALS"
    assert strict.can(0, selling(strict, 5, 99))


@editions()
@pytest.mark.proves("DP-37")
def test_a_deed_mortgaged_or_lifted_while_its_deal_lies_open_takes_the_deal_off_the_table(name: str) -> None:
    note = FIGURES[name].note
    game = table(name, owners={5: 0, 15: 0}, mortgages=[15])
    game.does(0, selling(game, 5, note))
    assert game.does(0, Mortgage(game.deed(5))).one(DealWithdrawn).deal == 0
    assert game.refusal(1, AcceptDeal(0, 1)) == "NO_SUCH_DEAL"
    game.does(0, selling(game, 15, 2 * note))
    assert game.does(0, LiftMortgage(game.deed(15))).one(DealWithdrawn).deal == 0
    game.does(0, selling(game, 15, note))
    game.does(0, LiftMortgage(game.deed(5)))  # another deed: the deal stands
    assert game.can(1, AcceptDeal(0, 3))


@editions()
@pytest.mark.proves("AMB-146")
def test_mortgaging_or_lifting_a_deed_of_ones_own_offer_takes_the_offer_back(name: str) -> None:
    """In castis a mortgage is lifted without interest: the same question could be asked for ever."""
    note = FIGURES[name].note
    game = table(name, owners={5: 0})
    offer = selling(game, 5, 100 * note)
    game.does(0, offer)
    game.does(0, Mortgage(game.deed(5))).one(DealWithdrawn, deal=0)
    assert game.refusal(0, offer) == "TOO_MANY_REFUSALS"
    game.does(0, selling(game, 5, 99 * note))
    game.does(0, LiftMortgage(game.deed(5))).one(DealWithdrawn, deal=0)
    assert game.refusal(0, selling(game, 5, 99 * note)) == "TOO_MANY_REFUSALS"
    assert game.can(0, selling(game, 5, 98 * note))


@editions()
@pytest.mark.proves("AMB-146")
def test_an_offer_that_its_other_party_overtakes_by_a_mortgage_may_be_made_again(name: str) -> None:
    note = FIGURES[name].note
    game = table(name, owners={5: 1})
    offer = ProposeDeal(cash={0: -100 * note, 1: 100 * note}, deeds={game.deed(5): 0})
    game.does(0, offer)
    game.does(1, Mortgage(game.deed(5))).one(DealWithdrawn, deal=0)
    assert game.can(0, offer)
