"""What a client meets in a game, as tables: editions, questions, whose cash events change, reasons of the rules."""

from __future__ import annotations

from magnate.editions import load, names
from magnate.errors import REFUSALS
from magnate.events import CASH_FLOWS
from magnate.rules import codes
from magnate.rules.refusals import OK
from magnate.view import QUESTIONS
from magnate.words import Words

from .type_names import Kind, name_of, table

# What a question is about beside the slots of its frame, as `question_of` adds it.
ADDED = {codes.FRAME_TURN: ("seat",), codes.FRAME_AUCTION: ("amount", "bid", "bidder", "bidders")}

ASKED = {
    "opening": "Everybody rolls for the first turn: `Roll`.",
    "turn": "`seat` is on turn: `Roll`, in jail also `PayFine`, `UseCard` or `Wait`; when that is done, `EndTurn`.",
    "buy": "`seat` stands on a deed of the Bank: `BuyDeed` or `RefuseDeed`.",
    "auction": (
        "A deed, which `seat` may have refused, or a building is auctioned: `Bid` or `Pass`. `amount` is the "
        "least bid, `bid` of `bidder` the highest so far; `bidders` have not passed."
    ),
    "offer": "`seat` refused the deed, and the others may buy it: `AcceptOffer` or `DeclineOffer`.",
    "roll_off": "Several want the deed: each of them rolls a die, `Roll`.",
    "card": "`seat` drew `card` of `deck`: `FollowCard`, where the card leaves a choice also `DrawInstead`.",
    "tax": "`seat` has a card that cancels a tax of `amount`: `UseCard` or `PayTax`.",
    "fine": "The stay of `seat` in jail is up: `PayFine` or `UseCard`.",
    "utility_roll": "A card led `seat` to a utility of `other`: `Roll` sets the rent.",
    "debt": (
        "`seat` lacks cash for `amount`, owed to `other` or else to the Bank: `Mortgage`, `SellBuildings`, "
        "`ProposeDeal`, `OfferProperty`, `UseCard`, and if all that is not enough `DeclareBankruptcy`."
    ),
    "settlement": (
        "`seat` offers a deed to its creditor `other`: `NameValue` or `RefuseProperty` of `other`; then, with `amount` "
        "set, `AcceptValue`, `WithdrawProperty` or `AuctionProperty` of `seat`."
    ),
    "estate": "Are a bankrupt's properties auctioned? `RequestAuction` or `WaiveAuction`.",
    "mortgage": "`seat` has received a mortgaged deed: `LiftMortgage` or `KeepMortgage`.",
    "shortage": "`seat` wants some of the last buildings: each says how many it would buy, `AskBuildings`.",
    "place": "`seat` has won a building: `PlaceBuilding`.",
    "result": "The game is over, and the winner has a prize to see: `Acknowledge`.",
}


def questions() -> str:
    """Every kind of question, what it is about, and what answers it."""
    about = {name: (*shown, *ADDED.get(kind, ())) for kind, (name, shown) in QUESTIONS.items()}
    rows = [
        (f"`{name}`", ", ".join(f"`{field}`" for field in about.get(name, ())), what) for name, what in ASKED.items()
    ]
    return table(("type", "fields", "what, and its answers"), rows)


def reasons() -> str:
    """Why the rules refuse an action, by name."""
    words = Words("en")
    return table(
        ("reason", "what"), [(f"`{name}`", words.refusal(name)) for code, name in REFUSALS.items() if code != OK]
    )


def cash_of(kind: Kind) -> str:
    """Whose cash an event changes."""
    flow = CASH_FLOWS.get(name_of(kind), {})
    sides = ((flow.get("from", "bank"), "−"), (flow.get("to", "bank"), "+"))
    return ", ".join(f"`{side}` {sign} `amount`" for side, sign in sides if side != "bank")


def editions() -> str:
    """The editions that come with the game: who can play them, and what a client has to know of their rules."""
    rows = []
    for name in names():
        edition = load(name)
        variants = []
        for variant in edition.file.variants:
            seats = load(name, variant=variant).seats
            variants.append(f"`{variant}`" + (f" ({between(seats)})" if seats != edition.seats else ""))
        rent = "claimed by the owner" if edition.rules.rent.collect == "claim" else "paid by itself"
        sums = f"multiples of {edition.file.money.note}" if edition.file.money.note > 1 else "any"
        rows.append((f"`{name}`", between(edition.seats), ", ".join(variants), rent, sums))
    return table(("edition", "seats", "variants", "rent", "sums in bids and deals"), rows)


def between(seats: range) -> str:
    """The least and the most of these."""
    return f"{seats[0]} to {seats[-1]}"
