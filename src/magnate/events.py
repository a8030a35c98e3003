"""What happened: one typed message for each fact the rules core writes, in the past tense.

Numbers are the edition's: seats, spaces, deeds, decks and cards count from 0. A `deal` is named by its proposer's seat.
Where the other side may be the Bank, None is the Bank. An auction is of a deed or of a building; the other is None.
`from_core` reads a fact (see `rules/shapes.py`), and `cash_changes` says what cash an event moved.
"""

import json
from collections.abc import Callable, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import astuple

from .actions import Cards, Cash, Deeds, Terms
from .rules import codes, shapes, tell

Dice = tuple[int, int]
Building = Literal["house", "hotel"]
Why = Literal[
    "rent", "tax", "card", "card_tax", "repairs", "fine", "interest", "gift", "salary", "parking", "deed"
]  # fmt: skip


class EventBase(Struct, frozen=True, kw_only=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """An event, with the clause of the edition's book it follows from ("" where a player simply chose)."""

    clause: str = ""

    def cash_changes(self) -> dict[int, int]:
        """What each seat's cash changed by; the Bank is not listed."""
        flow = CASH_FLOWS.get(type(self).__name__)
        if flow is None:
            return {}
        amount: int = getattr(self, "amount")  # noqa: B009
        sides = ((getattr(self, flow["from"], None), -amount), (getattr(self, flow["to"], None), amount))
        return {seat: change for seat, change in sides if seat is not None}


class SeatEvent(EventBase, frozen=True):
    """An event of one player."""

    seat: int


class OfAmount(SeatEvent, frozen=True):
    """An event of one player and one sum."""

    amount: int


class OnDeed(SeatEvent, frozen=True):
    """An event of one player and one deed."""

    deed: int


class RentTold(EventBase, frozen=True):
    """An event of a rent."""

    owner: int
    debtor: int
    deed: int
    amount: int


class PropertyTold(EventBase, frozen=True):
    """An event of a deed that a debtor offers in part payment."""

    debtor: int
    creditor: int
    deed: int


class OpeningRolled(SeatEvent, frozen=True):
    """A player rolled for the opening."""

    dice: Dice


class StarterChosen(SeatEvent, frozen=True):
    """The highest opening roll made this player the starter."""

    roll: int


class DeedDealt(OnDeed, frozen=True):
    """A deed was dealt to a player; its price, where due, is a payment of its own."""


class TurnBegan(SeatEvent, frozen=True):
    """A player's turn began."""


class TurnEnded(SeatEvent, frozen=True):
    """A player's turn ended."""


class Rolled(SeatEvent, frozen=True):
    """A player rolled both dice."""

    dice: Dice


class Moved(SeatEvent, frozen=True):
    """A player's token moved from its `origin` to a space."""

    origin: int
    space: int


class Rested(SeatEvent, frozen=True):
    """A player landed on a space where nothing happens."""

    space: int


class Collected(OfAmount, frozen=True):
    """A player got money from the Bank."""

    why: Why


class PaidBank(OfAmount, frozen=True):
    """A player paid the Bank, perhaps on account of a deed."""

    why: Why
    deed: int | None = None


class PaidPlayer(SeatEvent, frozen=True):
    """A player paid another, perhaps on account of a deed."""

    other: int
    amount: int
    why: Why
    deed: int | None = None


class DeedBought(OnDeed, frozen=True):
    """A player bought a deed from the Bank."""

    amount: int


class DeedRefused(OnDeed, frozen=True):
    """A player refused to buy a deed."""


class AuctionOpened(EventBase, frozen=True):
    """An auction opened; the first bid is at least `amount`."""

    deed: int | None
    building: Building | None
    amount: int


class BidMade(OfAmount, frozen=True):
    """A player bid."""


class Passed(SeatEvent, frozen=True):
    """A player left the auction, or could not raise the next bid."""


class AuctionWon(SeatEvent, frozen=True):
    """A player won an auction and paid the Bank, or the seller `other`."""

    other: int | None
    amount: int
    deed: int | None
    building: Building | None


class AuctionFailed(EventBase, frozen=True):
    """No player bid."""

    deed: int | None
    building: Building | None


class OfferMade(OnDeed, frozen=True):
    """A deed that `seat` refused was offered to the others at the same price."""

    amount: int


class OfferAnswered(OnDeed, frozen=True):
    """A player said yes or no to a deed another had refused."""

    accepted: bool


class DieRolled(SeatEvent, frozen=True):
    """A player rolled one die for a deed that several want."""

    die: int


class RentClaimed(RentTold, frozen=True):
    """An owner claimed the rent."""


class RentLapsed(RentTold, frozen=True):
    """A rent was lost because its owner did not claim it in time."""


class NothingDue(SeatEvent, frozen=True):
    """A player claimed a rent, but none was due."""


class RentFree(SeatEvent, frozen=True):
    """A player landed on a mortgaged deed, where no rent is due."""

    owner: int
    deed: int


class CardDrawn(SeatEvent, frozen=True):
    """A player drew a card: number `card` of the deck."""

    deck: int
    card: int


class CardKept(SeatEvent, frozen=True):
    """A player kept a card for later, by its number among those that can be kept."""

    card: int


class CardUsed(SeatEvent, frozen=True):
    """A player used a kept card, by its number among the cards that can be kept."""

    card: int


class TaxCancelled(OfAmount, frozen=True):
    """A kept card cancelled a player's tax."""


class Jailed(SeatEvent, frozen=True):
    """A player went to jail: the token stands on the space of kind `jail` now, without a `Moved`."""


class Released(SeatEvent, frozen=True):
    """A player left jail."""


class Stayed(SeatEvent, frozen=True):
    """A player stayed in jail; `turns` own turns are spent there."""

    turns: int


class Built(OnDeed, frozen=True):
    """A player built, and the deed now stands at this level: houses, or the hotel above the last house."""

    level: int
    amount: int


class BuildingsSold(OnDeed, frozen=True):
    """A player sold buildings to the Bank, and the deed now stands at this level."""

    level: int
    amount: int


class BuildingsReturned(OnDeed, frozen=True):
    """A player's buildings on a deed went back to the stock; it is bare."""


class DeedMortgaged(OnDeed, frozen=True):
    """A player mortgaged a deed."""

    amount: int


class MortgageLifted(OnDeed, frozen=True):
    """A player lifted a mortgage."""

    amount: int


class MortgageKept(OnDeed, frozen=True):
    """A player left the mortgage on a deed just received."""


class DealProposed(SeatEvent, frozen=True):
    """A player proposed a deal."""

    revision: int
    cash: Cash
    deeds: Deeds
    cards: Cards


class DealCountered(SeatEvent, frozen=True):
    """A player answered a deal with other terms."""

    deal: int
    revision: int
    cash: Cash
    deeds: Deeds
    cards: Cards


class DealAccepted(SeatEvent, frozen=True):
    """A player accepted a revision of a deal."""

    deal: int
    revision: int


class DealRefused(SeatEvent, frozen=True):
    """A player refused a revision of a deal."""

    deal: int
    revision: int


class DealWithdrawn(EventBase, frozen=True):
    """A deal was withdrawn."""

    deal: int


class DealDone(EventBase, frozen=True):
    """A deal was done; what it moved follows."""

    deal: int


class CashMoved(OfAmount, frozen=True):
    """A player's cash changed by this amount, up or down, in a deal."""


class DeedMoved(SeatEvent, frozen=True):
    """A deed passed from a player to another, or to the Bank, and is free of its mortgage then."""

    other: int | None
    deed: int


class CardMoved(SeatEvent, frozen=True):
    """A kept card, by its number among these, passed from a player to another, or back to its deck."""

    other: int | None
    card: int


class DebtOwed(SeatEvent, frozen=True):
    """A player owes more cash than they have, to another or to the Bank. It is paid as soon as the cash is there."""

    other: int | None
    amount: int
    why: Why
    deed: int | None = None


class PropertyOffered(PropertyTold, frozen=True):
    """A debtor offered a deed in part payment."""


class PropertyValued(PropertyTold, frozen=True):
    """A creditor named the value of a deed offered."""

    amount: int


class PropertyRefused(PropertyTold, frozen=True):
    """A creditor refused a deed offered."""


class PropertyWithdrawn(PropertyTold, frozen=True):
    """A debtor took back a deed offered."""


class PropertySettled(PropertyTold, frozen=True):
    """A deed was credited against a debt with this amount; it is the creditor's now, without a `DeedMoved`."""

    amount: int


class WentBankrupt(SeatEvent, frozen=True):
    """A player went bankrupt over this debt, to another or to the Bank. A prisoner is in jail no longer."""

    other: int | None
    amount: int


class CashSurrendered(SeatEvent, frozen=True):
    """A bankrupt's cash went to the creditor, or to the Bank."""

    other: int | None
    amount: int


class CreditorPaid(SeatEvent, frozen=True):
    """The Bank paid the creditor `seat` what the bankrupt `other` owed."""

    other: int
    amount: int


class AuctionRequested(SeatEvent, frozen=True):
    """A player asked for an auction of a bankrupt's properties."""


class AuctionWaived(SeatEvent, frozen=True):
    """A player did without an auction of a bankrupt's properties."""


class BuildingsAsked(SeatEvent, frozen=True):
    """A player asked for `count` of the last buildings."""

    count: int
    building: Building


class ContestOpened(EventBase, frozen=True):
    """More buildings were asked for than the stock holds: they go to auction."""

    building: Building
    stock: int


class BuildingPlaced(OnDeed, frozen=True):
    """A player placed a building won, and the deed now stands at this level."""

    level: int


class Conceded(SeatEvent, frozen=True):
    """A player gave up and left the game. A prisoner is in jail no longer."""


class TimeCalled(EventBase, frozen=True):
    """The agreed time was up. A turn in progress is still played, and rents can still be claimed."""


class WealthCounted(OfAmount, frozen=True):
    """A player's wealth was counted."""


class GameWon(SeatEvent, frozen=True):
    """A player won; several winners have an event each."""


class PrizeSeen(SeatEvent, frozen=True):
    """The winner acknowledged the result."""


Event = (
    OpeningRolled | StarterChosen | DeedDealt | TurnBegan | TurnEnded | Rolled | Moved | Rested | Collected
    | PaidBank | PaidPlayer | DeedBought | DeedRefused | AuctionOpened | BidMade | Passed | AuctionWon
    | AuctionFailed | OfferMade | OfferAnswered | DieRolled | RentClaimed | RentLapsed | NothingDue | RentFree
    | CardDrawn | CardKept | CardUsed | TaxCancelled | Jailed | Released | Stayed | Built | BuildingsSold
    | BuildingsReturned | DeedMortgaged | MortgageLifted | MortgageKept | DealProposed | DealCountered | DealAccepted
    | DealRefused | DealWithdrawn | DealDone | CashMoved | DeedMoved | CardMoved | DebtOwed | PropertyOffered
    | PropertyValued | PropertyRefused | PropertyWithdrawn | PropertySettled | WentBankrupt | CashSurrendered
    | CreditorPaid | AuctionRequested | AuctionWaived | BuildingsAsked | ContestOpened | BuildingPlaced | Conceded
    | TimeCalled | WealthCounted | GameWon | PrizeSeen
)  # fmt: skip

EVENTS: tuple[type[Event], ...] = get_args(Event)

# The one statement of which events move money, and between whom; the web client reads it too. No event has a field
# `bank`. All others move none.
CASH_FLOWS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("cash_flows.json").read_bytes())

BUILDINGS: dict[int, Building] = {codes.HOUSE: "house", codes.HOTEL: "hotel"}
WHY: dict[int, Any] = {code: name[4:].lower() for name, code in vars(codes).items() if name.startswith("WHY_")}


def _why(number: int) -> Any:
    if number not in WHY:
        raise ValueError(f"no reason has the code {number}")
    return WHY[number]


def _maybe(number: int) -> int | None:
    """The core writes the Bank, no player and nothing as -1."""
    return None if number == codes.NOTHING else number


# How a number is read into a field of this type. A field of another type is the number itself.
CONVERTED: dict[Any, Callable[[int], Any]] = {
    Why: _why,
    bool: bool,
    int | None: _maybe,
    Building: BUILDINGS.__getitem__,
    Building | None: BUILDINGS.get,
}


def name_of(fact: str) -> str:
    """The event for a fact: RENT_CLAIMED becomes RentClaimed."""
    return "".join(word.capitalize() for word in fact.split("_"))


def reader(kind: type[Event], names: Sequence[str]) -> Callable[..., Event]:
    """Reads facts of one kind: their numbers have these names, and go into the event's fields of the same names."""
    types = get_type_hints(kind)
    fields = [field for field in kind.__struct_fields__ if field in names]
    converted = [(place, CONVERTED[types[field]]) for place, field in enumerate(fields) if types[field] in CONVERTED]
    of_either = {"deed", "building"}.issubset(fields)
    deed, building = (fields.index("deed"), fields.index("building")) if of_either else (0, 0)
    pick = picker([names.index(field) + 1 for field in fields], [types[field] == Dice for field in fields])

    def read(fact: tuple[int, ...], clause: str, *terms: Any) -> Event:
        return kind(*pick(fact), *terms, clause=clause)

    def read_and_convert(fact: tuple[int, ...], clause: str) -> Event:
        values = [*pick(fact)]
        for place, convert in converted:
            values[place] = convert(values[place])
        if of_either and values[deed] is not None:
            values[building] = None  # an auction of a deed
        return kind(*values, clause=clause)

    return read_and_convert if converted else read


def picker(places: list[int], doubled: list[bool]) -> Callable[[tuple[int, ...]], tuple[Any, ...]]:
    """Takes the numbers at these places, and both dice where they are doubled. It is quick: every event is read so."""
    wanted = [slice(place, place + 2) if dice else place for place, dice in zip(places, doubled, strict=True)]
    if len(wanted) > 1:
        return itemgetter(*wanted)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))


def readers() -> dict[int, Callable[..., Event]]:
    """How each fact is read, by the names of its numbers in `rules/shapes.py`."""
    facts = {code: name for name, code in vars(tell).items() if name.isupper() and not name.startswith("RULE_")}
    kinds = {kind.__name__: kind for kind in EVENTS}
    return {code: reader(kinds[name_of(facts[code])], names) for code, *names in shapes.FACTS}


READ = readers()
WITH_TERMS = {tell.DEAL_PROPOSED, tell.DEAL_COUNTERED}


def from_core(
    fact: tuple[int, ...], clause_of: Callable[[int], str], terms: Callable[[int], Terms] | None = None
) -> Event:
    """The event of a fact. `clause_of` names the clause of a rule, `terms` gives those of a proposer's open deal."""
    event, seat, other, _, _, _, rule = numbers = tuple(map(int, fact))
    if event not in READ:
        raise ValueError(f"no event has the code {event}")
    clause = clause_of(rule) if rule > 0 else ""
    if event not in WITH_TERMS:
        return READ[event](numbers, clause)
    if terms is None:
        raise ValueError("a deal proposed or countered is listed with its terms")
    return READ[event](numbers, clause, *astuple(terms(seat if event == tell.DEAL_PROPOSED else other)))
