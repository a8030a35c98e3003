"""Hands at a table's page: which control plays which action, pressed as a person would.

The decision points and their controls (all in the part of the page named "Actions" unless another is named):

| point | control |
|---|---|
| DP-01 | the start page: Create a table, and its dialog |
| DP-02 | the lobby: Take a seat, a name and a token |
| DP-03 | an honorary title that nothing follows from (AMB-51): no control |
| DP-04, 05, 06, 07, 09, 15 | the first button: roll (again, for a double, one die); beside it: stop, pay, card, wait |
| DP-08 | pay the fine, or use the card |
| DP-10 | the first button: end the turn |
| DP-11, 14, 17, 18, 25, 26, 38 | the buttons under the question |
| DP-12, 13, 23, 27, 31 | the sum, then the first button; or leave the auction |
| DP-16 | the first button while a rent is due; the quiet button "Claim rent" at any time, explained once |
| DP-19 | what to sell and mortgage is ticked, then the first button; or a deal |
| DP-20 | the debtor's list of properties to offer |
| DP-21, 22 | the value and the first button, or refuse; accept, take back, auction |
| DP-24 | declare bankruptcy, and once more yes |
| DP-28, 29, 32, 33 | Property: the levels of a group's lots, then build or sell |
| DP-30 | how many, then the first button |
| DP-31 | the bid as above; the lot, then the first button |
| DP-34, 35 | Property: mortgage (its contract is shown first), lift |
| DP-36, 37, 39 | Deals: the desk, and the offer that lies open |
| DP-40 | any mortgaged deed's name, anywhere: its contract, and its back |
| DP-41 | the prize window |
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from playwright.sync_api import Locator, expect

from magnate import actions as acts
from magnate.actions import Action
from magnate.editions import Edition
from magnate.editions.schema import DeedSpace
from magnate.view import View
from web.kit import Person, pattern, printed, words_of

# The words of the buttons under a question, beside the action's own.
ALSO: dict[str, tuple[str, ...]] = {
    "Roll": ("table.roll_again", "table.roll_for_double", "table.roll_one"),
    "EndTurn": ("table.stop",),
    "RefuseDeed": ("table.refuse.auction", "table.refuse.same_price", "table.refuse.stays"),
    "AskBuildings": ("table.ask_none",),
    "FollowCard": tuple(f"table.card.{effect}" for effect in words_of("en")["table"]["card"]),
}


class _Sends(NamedTuple):
    """A thing of a deal by its name, to whom it goes on the desk now, and to whom it shall go."""

    name: str
    before: int | None
    to: int | None


class Hands:
    """A seat's hands, at the wide page of its table."""

    def __init__(self, person: Person, seat: int, edition: Edition) -> None:
        self.person = person
        self.page = person.page
        self.seat = seat
        self.edition = edition
        self.spaces = [space for space in edition.file.spaces if isinstance(space, DeedSpace)]
        self._special: dict[type[Any], Callable[[Any, View], None]] = {
            acts.Bid: lambda action, _: self._sum("table.auction.sum", action.amount, action),
            acts.NameValue: lambda action, _: self._sum("table.settle.value", action.amount, action),
            acts.AskBuildings: lambda action, _: self._sum("table.shortage.how_many", action.count, action),
            acts.PlaceBuilding: self._place,
            acts.ClaimRent: lambda *_: self._claim(),
            acts.DeclareBankruptcy: lambda action, _: self._confirm(action),
            acts.Concede: lambda action, _: self._concede(action),
            acts.Acknowledge: lambda action, _: self._press(action, self.page.get_by_role("dialog")),
            acts.Build: self._build,
            acts.SellBuildings: self._sell,
            acts.Mortgage: self._mortgage,
            acts.LiftMortgage: self._lift,
            acts.OfferProperty: lambda action, _: self._offer_property(action),
            acts.ProposeDeal: self._propose,
            acts.CounterDeal: self._counter,
            acts.AcceptDeal: lambda action, view: self._answer(action, view, "deals.accept"),
            acts.RefuseDeal: lambda action, view: self._answer(action, view, "deals.refuse"),
            acts.WithdrawDeal: self._withdraw,
        }  # fmt: skip

    def play(self, action: Action, view: View) -> None:
        """Play this very action by pressing what a person would press. `view` is the table before it."""
        special = self._special.get(type(action))
        if special is None:
            self._press(action)
        else:
            special(action, view)

    # Names as the page has them.

    def deed(self, deed: int) -> str:
        """A deed's name as this person reads it."""
        return self._space(self.edition.file.spaces.index(self.spaces[deed]))

    def group(self, group: int) -> str:
        """A group's name."""
        return self._named(self.edition.file.groups[group])

    def _space(self, number: int) -> str:
        skin = self.edition.file.skins.get(self.edition.skin or "")
        return self._named((skin and skin.spaces.get(str(number))) or self.edition.file.spaces[number])

    def _named(self, one: Any) -> str:
        return self._printed(one.name, one.name_en) or str(one.name)

    def told(self, own: str, english: str) -> str:
        """A sentence that is printed somewhere, in this person's language; where there is none, in English."""
        return self._printed(own, english) or english or own

    def _printed(self, own: str, english: str) -> str | None:
        file, language = self.edition.file, self.person.language
        if language == file.language:
            return own
        found: str | None = english if language == "en" else printed(language).get(file.id, {}).get(own)
        return found

    # Under the question.

    @property
    def _bar(self) -> Locator:
        return self.person.role("region", "table.panel.actions")

    def _press(self, action: Action, within: Locator | None = None) -> None:
        kind = type(action).__name__
        paths = [*ALSO.get(kind, ()), f"action.{kind}"]
        names = [pattern(self.person.language, path).pattern for path in paths]
        with contextlib.suppress(KeyError):
            names.append(pattern(self.person.language, f"action_full.{kind}").pattern)
        button = (within or self._bar).get_by_role("button", name=re.compile("|".join(names)))
        button.first.click()

    def _sum(self, label: str, amount: int, action: Action) -> None:
        field = self.person.role("spinbutton", label, self._bar)
        expect(field).to_be_visible()
        if field.get_attribute("aria-valuenow") != str(amount):
            field.fill(str(amount))
            field.press("Enter")
            expect(field).to_have_attribute("aria-valuenow", str(amount))
        self._bar.locator("[data-first]").get_by_role("button").click()

    def _place(self, action: acts.PlaceBuilding, view: View) -> None:
        row = self._bar.locator("label").filter(has=self.page.get_by_text(self.deed(action.deed), exact=True))
        if row.count():
            row.get_by_role("radio").check()
        self._bar.locator("[data-first]").get_by_role("button").click()

    def _claim(self) -> None:
        is_first = self.page.evaluate("!localStorage.getItem('claim-explained')")
        self.person.button("action.ClaimRent", self._bar).click()
        if is_first:
            explained = self.page.get_by_role("dialog", name=self.person.say("action.ClaimRent"))
            self.person.button("table.guide.understood", explained).click()

    def _confirm(self, action: Action) -> None:
        self._press(action)
        self._press(action, self.page.get_by_role("dialog"))

    def _concede(self, action: Action) -> None:
        self.person.button("table.more", self._bar).click()
        self._press(action, self.page.get_by_role("dialog"))
        sure = self.page.get_by_role("dialog").filter(has_text=self.person.say("table.grave.concede"))
        self._press(action, sure)

    def _offer_property(self, action: acts.OfferProperty) -> None:
        self._bar.get_by_role("button", name=self.deed(action.deed), exact=True).last.click()

    # Property.

    def _manage(self) -> Locator:
        self.person.button("table.manage.open", self._bar).click()
        return self.page.get_by_role("dialog", name=self.person.say("table.manage.title"))

    def _row(self, sheet: Locator, deed: int) -> Locator:
        chip = self.page.get_by_role("button", name=re.compile(rf"^{re.escape(self.deed(deed))}(,.*)?$"))
        return sheet.get_by_role("listitem").filter(has=chip)

    def _close(self, sheet: Locator) -> None:
        self.page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)

    def _lots(self, group: int) -> list[int]:
        id = self.edition.file.groups[group].id
        return [deed for deed, space in enumerate(self.spaces) if space.group == id]

    def _levels(self, action: acts.Build | acts.SellBuildings, view: View, verb: str) -> None:
        sheet = self._manage()
        deeds = self._lots(action.group)
        for deed, level in zip(deeds, action.levels, strict=True):
            steps = level - view.deeds[deed].level
            path = "table.manage.further" if steps > 0 else "table.manage.fewer"
            for _ in range(abs(steps)):
                self.person.button(path, self._row(sheet, deed), deed=self.deed(deed)).click()
        self.person.button(verb, sheet).click()
        self._settled()
        self._close(sheet)

    def _build(self, action: acts.Build, view: View) -> None:
        self._levels(action, view, "table.manage.build")

    def _owes(self, view: View) -> bool:
        """Whether the list of what brings money lies open: not while somebody else considers the debtor's deal."""
        question = view.question
        return question is not None and (question.type, question.seat) == ("debt", self.seat) and self.seat in view.must

    def _sell(self, action: acts.SellBuildings, view: View) -> None:
        if not self._owes(view):
            return self._levels(action, view, "table.manage.sell")
        deeds = self._lots(action.group)
        fallen = [d for d, level in zip(deeds, action.levels, strict=True) if level < view.deeds[d].level]
        rows = self._bar.get_by_role("group").get_by_role("listitem")
        if len(fallen) == 1:
            row = rows.filter(has=self.page.get_by_text(self.deed(fallen[0]), exact=True))
        else:
            row = rows.filter(has_text=self.person.say("table.debt.sell_all", group=self.group(action.group)))
        if row.count() != 1:
            return self._levels(action, view, "table.manage.sell")
        self._tick(row)
        return None

    def _tick(self, row: Locator) -> None:
        row.get_by_role("checkbox").check()
        self._bar.locator("[data-first]").get_by_role("button").click()

    def _mortgage(self, action: acts.Mortgage, view: View) -> None:
        if self._owes(view):
            name = self.page.get_by_text(self.deed(action.deed), exact=True)
            return self._tick(self._bar.get_by_role("group").get_by_role("listitem").filter(has=name))
        sheet = self._manage()
        self.person.button("table.manage.mortgage", self._row(sheet, action.deed)).click()
        contract = self.page.get_by_role(
            "dialog", name=self.person.say("table.mortgage.title", deed=self.deed(action.deed))
        )
        self.person.button("table.manage.mortgage", contract).click()
        expect(contract).to_have_count(0)
        return self._close(sheet)

    def _lift(self, action: acts.LiftMortgage, view: View) -> None:
        question = view.question
        if question is not None and question.type == "mortgage" and question.deed == action.deed:
            return self._press(action)
        sheet = self._manage()
        self.person.button("table.manage.lift", self._row(sheet, action.deed)).click()
        self._settled()
        return self._close(sheet)

    def _settled(self) -> None:
        """Wait until the server has answered what was asked last."""
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)

    # Deals.

    def _propose(self, action: acts.ProposeDeal, view: View) -> None:
        if view.deals:
            self.person.role("tab", "table.panel.deals").first.click()
            self.person.button("deals.propose").click()
        else:
            self.person.button("table.deal.open", self._bar).click()
        desk = self.page.get_by_role("dialog", name=self.person.say("deals.title"))
        self._write(desk, view, action, [], {}, {}, {})
        self.person.button("deals.send", desk).click()
        expect(desk).to_have_count(0)

    def _counter(self, action: acts.CounterDeal, view: View) -> None:
        deal = next(deal for deal in view.deals if deal.deal == action.deal)
        offer = self._offer(action.deal, view)
        self.person.button("deals.counter", offer).click()
        title = self.person.say("deals.counter_title", seat=view.seats[action.deal].name)
        desk = self.page.get_by_role("dialog", name=title)
        terms = deal.terms
        others = [seat for seat in deal.parties if seat != self.seat]
        self._write(desk, view, action, others, terms.cash, terms.deeds, terms.cards)
        self.person.button("deals.send_counter", desk).click()
        expect(desk).to_have_count(0)

    def _write(
        self,
        desk: Locator,
        view: View,
        action: acts.ProposeDeal | acts.CounterDeal,
        others: list[int],
        cash: Mapping[int, int],
        deeds: Mapping[int, int],
        cards: Mapping[int, int],
    ) -> None:
        """From the terms that lie on the desk to those of the action: who, what to whom, how much."""
        holder = {card: seat.seat for seat in view.seats for card in seat.cards}
        parties = {self.seat, *action.deeds.values(), *action.cards.values(), *(holder[card] for card in action.cards)}
        parties |= {seat for seat, change in action.cash.items() if change}
        parties |= {owner for deed in action.deeds if (owner := view.deeds[deed].owner) is not None}
        if isinstance(action, acts.CounterDeal):
            parties.add(action.deal)
        living = [seat.seat for seat in view.seats if not seat.out]
        with_whom = desk.get_by_role("group", name=self.person.say("deals.with"))
        wanted = sorted(parties - {self.seat})
        for seat in living:
            there = seat in others or (not others and len(living) == 2)
            if seat != self.seat and there != (seat in wanted):
                with_whom.get_by_role("button", name=view.seats[seat].name, exact=True).click()
                others = [one for one in others if one != seat] if there else [*others, seat]
                if there:  # whoever is left out takes everything along
                    deeds = {d: to for d, to in deeds.items() if seat not in (to, view.deeds[d].owner)}
                    cards = {card: to for card, to in cards.items() if seat not in (to, holder[card])}
                    rest = {one: change for one, change in cash.items() if one != seat}
                    change = rest.get(self.seat, 0)
                    cash = {self.seat: change, others[0]: -change} if len(others) == 1 else rest
        for seat in (self.seat, *wanted):
            column = self._column(desk, seat, view)
            owned = [d for d, deed in enumerate(view.deeds) if deed.owner == seat]
            for deed in owned:
                sends = _Sends(self.deed(deed), deeds.get(deed), action.deeds.get(deed))
                self._move(column, sends, wanted, view, seat)
            for card in view.seats[seat].cards:
                sends = _Sends(self._kept_text(card), cards.get(card), action.cards.get(card))
                self._move(column, sends, wanted, view, seat)
        self._pay(desk, view, wanted, {seat: action.cash.get(seat, 0) for seat in (self.seat, *wanted)}, cash)

    def _column(self, desk: Locator, seat: int, view: View) -> Locator:
        path = "deals.you_give" if seat == self.seat else "deals.gives_seat"
        title = self.person.say(path, seat=view.seats[seat].name)
        return desk.get_by_role("region", name=re.compile(rf"^{re.escape(title)}"))

    def _move(self, column: Locator, sends: _Sends, wanted: list[int], view: View, giver: int) -> None:
        name, before, to = sends
        if (before is None) != (to is None):
            column.locator("button[aria-pressed]").filter(has_text=re.compile(rf"^\s*{re.escape(name)}")).first.click()
        if to is None or len(wanted) < 2:
            return
        usual = before if before is not None else (wanted[0] if giver == self.seat else self.seat)
        if usual != to:
            label = self.person.say("deals.you_accusative") if to == self.seat else view.seats[to].name
            column.get_by_role("combobox", name=self.person.say("deals.goes_to", name=name)).select_option(label=label)

    def _pay(
        self, desk: Locator, view: View, wanted: list[int], changes: dict[int, int], cash: Mapping[int, int]
    ) -> None:
        pair = len(wanted) == 1
        for seat, change in changes.items():
            if (pair and change > 0) or change == cash.get(seat, 0):
                continue
            column = self._column(desk, seat, view)
            if pair and change == 0:
                if cash.get(seat, 0) < 0:
                    self._fill(column, seat, view, 0)
                continue
            if not pair:
                way = ("deals.way.gets" if change > 0 else "deals.way.pays") + ("_you" if seat == self.seat else "")
                self.person.role("radio", way, column).click()
            self._fill(column, seat, view, abs(change))

    def _fill(self, column: Locator, seat: int, view: View, amount: int) -> None:
        path = "deals.money_you" if seat == self.seat else "deals.money_seat"
        field = self.person.role("spinbutton", path, column, seat=view.seats[seat].name)
        field.fill(str(amount))
        field.press("Enter")
        expect(field).to_have_attribute("aria-valuenow", str(amount))

    def _kept_text(self, card: int) -> str:
        """The text of a card that can be kept, as the page has it."""
        found = [one for deck in self.edition.decks.values() for one in deck.cards if one.effect == "keep"]
        text = self.told(found[card].text, found[card].text_en)
        return re.sub(r"\{(\d+)\}", lambda number: self._space(int(number[1])), text)

    def _offer(self, deal: int, view: View) -> Locator:
        """The offer that lies open: asked for by the first button where it waits for me, else by its chip."""
        found = next(one for one in view.deals if one.deal == deal)
        waits = [one for one in view.deals if self.seat in one.parties and self.seat not in one.accepted]
        if waits and waits[0].deal == deal and self.seat in view.must:
            self.person.button("table.deal.look", self._bar).click()
        else:
            chips = self.page.get_by_role("list", name=self.person.say("deals.all"))
            path = "deals.chip_you" if found in waits else "deals.chip"
            self.person.button(path, chips, seat=view.seats[found.author].name).first.click()
        return self.page.get_by_role("dialog", name=self.person.say("deals.one"))

    def _answer(self, action: acts.AcceptDeal | acts.RefuseDeal, view: View, path: str) -> None:
        self.person.button(path, self._offer(action.deal, view)).click()

    def _withdraw(self, action: acts.WithdrawDeal, view: View) -> None:
        self.person.button("deals.withdraw", self._offer(self.seat, view)).click()
