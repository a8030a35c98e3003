"""What a seat is asked: one line that says what it is about, before the choices."""

from __future__ import annotations

from magnate.events import CardDrawn, DealProposed
from magnate.view import Question, deals_of, question_of

from .show import show_deed, show_groups, show_players
from .table import Table


def show_question(table: Table, seat: int, again: bool = False) -> None:
    """What is asked of this seat, with what it needs to know."""
    asked = question_of(table.game.state, table.game.table)
    if asked is not None and asked.type == "card" and not again and was_just_drawn(table):
        return
    deals = [deal for deal in deals_of(table.game.state) if seat in deal.parties and seat not in deal.accepted]
    name, cash = table.names.seat(seat), table.game.state.cash[seat]
    if deals and seat in table.game.must:
        for deal in deals:
            told = DealProposed(deal.author, deal.revision, deal.terms.cash, deal.terms.deeds, deal.terms.cards)
            table.tell(table.words.event(told, table.names), "bold")
    elif asked is None or asked.type == "turn" or seat not in table.game.must:
        show_status(table, seat)
    else:
        if asked.type in ("buy", "auction", "offer", "settlement", "mortgage") and asked.deed is not None:
            show_deed(table, asked.deed, brief=True)
        heading = "" if len(table.people) == 1 else f"{name}: "
        table.tell(heading + question_line(table, asked, seat, int(cash)), "bold")


def was_just_drawn(table: Table) -> bool:
    """Whether the card was the last thing told."""
    return bool(table.game.events) and isinstance(table.game.events[-1], CardDrawn)


def show_status(table: Table, seat: int) -> None:
    """The table at the beginning of one's own turn, or between turns: who has what, and one's own deeds."""
    game, say = table.game, table.words.say
    title = table.lines.say("at_table", seat=table.names.seat(seat), turns=game.state.turns)
    table.console.rule(title, style="dim", align="left")
    show_players(table, seat)
    if game.state.deed_count[seat]:
        show_groups(table, of=seat)
    space, cash = table.names.space(game.state.at[seat]), table.money(game.state.cash[seat])
    if seat == game.state.turn:
        table.tell(say("whose_turn", seat=table.names.seat(seat), cash=cash, space=space), "bold")
    else:
        table.tell(say("player", seat=table.names.seat(seat), cash=cash, space=space), "bold")


def question_line(table: Table, asked: Question, seat: int, cash: int) -> str:
    """The question in a sentence."""
    names, say = table.names, table.lines.say
    key, facts = f"q_{asked.type}", {"seat": names.seat(seat), "cash": table.money(cash)}
    if asked.deed is not None:
        facts["deed"] = facts["what"] = names.deed(asked.deed)
    if asked.amount is not None:
        facts["amount"] = table.money(asked.amount)
    if asked.building is not None:
        facts["building"] = facts["what"] = names.building(asked.building, 1)
        stock = table.game.state.houses if asked.building == "house" else table.game.state.hotels
        facts["buildings"] = names.building(asked.building, int(stock))
    if asked.type == "auction" and asked.bid is not None and asked.bidder is not None:
        key, facts["bidder"], facts["amount"] = "q_auction_bid", names.seat(asked.bidder), table.money(asked.bid)
    elif asked.type in ("buy", "offer") and asked.deed is not None:
        facts["amount"] = table.money(table.game.table.price[asked.deed])
        facts["seat"] = names.seat(asked.seat if asked.seat is not None else seat)
    elif asked.type == "fine":
        facts["amount"] = table.money(table.game.table.jail_fine)
    elif asked.type == "card" and asked.deck is not None and asked.card is not None:
        facts["card"] = names.card(asked.deck, asked.card)
    elif asked.type == "debt":
        key = "q_debt_bank" if asked.other is None else key
        facts["other"] = "" if asked.other is None else names.seat(asked.other)
    elif asked.type == "settlement":
        key = "q_settlement" if asked.amount is None else "q_settled"
        facts["other"] = names.seat(next(one for one in (asked.seat, asked.other) if one is not None and one != seat))
    return say(key, **facts)
