"""What a player can do: one typed message for each kind of action, and its coding in the rules core.

Numbers are the edition's: seats, deeds, groups and kept cards count from 0. A `deal` is named by its proposer's seat.
`parse` reads a message from outside, `encode` writes it into the core's action, `decode` reads it back: exact inverses.
The decision point of each action (DP-..) is that of the rulebooks' list.
"""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Protocol, get_args

import msgspec
from msgspec import Meta, Struct

from .rules import codes

LARGEST = 2**31 - 1  # the core keeps numbers in 32 bits
LEVEL_BITS = 4  # target levels are packed side by side, the group's first lot lowest

Seat = Annotated[int, Meta(ge=0, lt=codes.MAX_SEATS)]
Deed = Annotated[int, Meta(ge=0, lt=codes.MAX_DEEDS)]
Group = Annotated[int, Meta(ge=0, lt=codes.MAX_GROUPS)]
KeptCard = Annotated[int, Meta(ge=0, lt=codes.MAX_KEPT)]
Amount = Annotated[int, Meta(ge=0, le=LARGEST)]
Change = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Revision = Annotated[int, Meta(ge=0, le=LARGEST)]
Level = Annotated[int, Meta(ge=0, lt=1 << LEVEL_BITS)]
Levels = Annotated[list[Level], Meta(min_length=1, max_length=codes.MAX_GROUP_LOTS)]
Cash = dict[Seat, Change]
Deeds = dict[Deed, Seat]
Cards = dict[KeptCard, Seat]


class MalformedAction(ValueError):
    """A message that is no action: it names the field and says what would be right."""


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What a deal changes: each seat's cash, and who gets which deed and which kept card.

    Keys are texts, as always in JSON: `{"cash": {"0": 120, "1": -120}, "deeds": {"5": 1}}` sells deed 5 of seat 0 to
    seat 1. A sum above 0 is received, below 0 paid; together they are 0, and each is a multiple of the option's `step`.
    """

    cash: Cash = {}
    deeds: Deeds = {}
    cards: Cards = {}


class ActionBase(Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True):
    """An action: `kind` is its code in the core, `places` where the core keeps its fields, in order."""

    kind: ClassVar[int]
    places: ClassVar[tuple[str, ...]] = ()


class Deal(ActionBase, frozen=True):
    """An action that carries the terms of a deal. A seat whose cash stays the same is left out."""

    def __post_init__(self) -> None:
        """Leave out changes of nothing, so that equal deals are equal messages."""
        cash: object = getattr(self, "cash")  # noqa: B009  each deal declares it, after its other fields
        if isinstance(cash, dict) and 0 in cash.values():
            msgspec.structs.force_setattr(self, "cash", {seat: change for seat, change in cash.items() if change != 0})


# The turn.


class Roll(ActionBase, frozen=True):
    """Roll: to open (DP-04), move (DP-05, DP-06), leave jail (DP-07), set a rent (DP-09) or win a deed (DP-15)."""

    kind: ClassVar[int] = codes.ROLL


class EndTurn(ActionBase, frozen=True):
    """End the turn once the landing is settled (DP-10), or stop after a double where the book lets you (DP-06)."""

    kind: ClassVar[int] = codes.END_TURN


class PayFine(ActionBase, frozen=True):
    """Pay the fine to leave jail: at the start of the turn (DP-07), or when the stay is up (DP-08)."""

    kind: ClassVar[int] = codes.PAY_FINE


class UseCard(ActionBase, frozen=True):
    """Use a kept card: to leave jail (DP-07, DP-08) or to cancel a tax (DP-18)."""

    kind: ClassVar[int] = codes.USE_CARD
    places: ClassVar[tuple[str, ...]] = ("x",)
    card: KeptCard


class Wait(ActionBase, frozen=True):
    """Wait in jail for this turn (DP-07)."""

    kind: ClassVar[int] = codes.WAIT


# The landing.


class BuyDeed(ActionBase, frozen=True):
    """Buy the property you stand on at its printed price (DP-11); not listed where your cash is short."""

    kind: ClassVar[int] = codes.BUY


class RefuseDeed(ActionBase, frozen=True):
    """Refuse the property you stand on (DP-11)."""

    kind: ClassVar[int] = codes.REFUSE


class Bid(ActionBase, frozen=True):
    """Bid this amount in the auction (DP-12, DP-13, DP-23, DP-27, DP-31)."""

    kind: ClassVar[int] = codes.BID
    places: ClassVar[tuple[str, ...]] = ("amount",)
    amount: Amount


class Pass(ActionBase, frozen=True):
    """Leave the auction (DP-12, DP-13, DP-23, DP-27, DP-31)."""

    kind: ClassVar[int] = codes.PASS


class AcceptOffer(ActionBase, frozen=True):
    """Say yes to the property another refused, at the same price (DP-14); not listed where your cash is short."""

    kind: ClassVar[int] = codes.ACCEPT_OFFER


class DeclineOffer(ActionBase, frozen=True):
    """Say no to the property another refused (DP-14)."""

    kind: ClassVar[int] = codes.DECLINE_OFFER


class ClaimRent(ActionBase, frozen=True):
    """Claim the oldest rent due to you, before the next player rolls (DP-16). Whether one is due, `mine.due` says."""

    kind: ClassVar[int] = codes.CLAIM_RENT


class FollowCard(ActionBase, frozen=True):
    """Do what the card says (DP-17)."""

    kind: ClassVar[int] = codes.FOLLOW_CARD


class DrawInstead(ActionBase, frozen=True):
    """Draw from the other deck instead, where the card lets you choose (DP-17)."""

    kind: ClassVar[int] = codes.DRAW_INSTEAD


class PayTax(ActionBase, frozen=True):
    """Pay the tax although a kept card could cancel it (DP-18)."""

    kind: ClassVar[int] = codes.PAY_TAX


# Property.


class SellBuildings(ActionBase, frozen=True):
    """Sell buildings to the Bank until a group's lots stand at these levels (DP-19, DP-32, DP-33)."""

    kind: ClassVar[int] = codes.SELL_BUILDINGS
    places: ClassVar[tuple[str, ...]] = ("x",)
    group: Group
    levels: Levels  # of the group's lots, in board order


class Build(ActionBase, frozen=True):
    """Buy buildings until a group's lots stand at these levels (DP-28, DP-29)."""

    kind: ClassVar[int] = codes.BUILD
    places: ClassVar[tuple[str, ...]] = ("x",)
    group: Group
    levels: Levels  # of the group's lots, in board order


class Mortgage(ActionBase, frozen=True):
    """Mortgage a deed (DP-19, DP-34)."""

    kind: ClassVar[int] = codes.MORTGAGE
    places: ClassVar[tuple[str, ...]] = ("x",)
    deed: Deed


class LiftMortgage(ActionBase, frozen=True):
    """Lift a mortgage: any time (DP-35), or immediately on a deed just received (DP-25, DP-38)."""

    kind: ClassVar[int] = codes.LIFT_MORTGAGE
    places: ClassVar[tuple[str, ...]] = ("x",)
    deed: Deed


# Deals.


class ProposeDeal(Deal, frozen=True):
    """Propose a deal to all seats it touches (DP-36, DP-39)."""

    kind: ClassVar[int] = codes.PROPOSE_DEAL
    cash: Cash = {}  # seat -> change of its cash; the sum is 0
    deeds: Deeds = {}  # deed -> seat that gets it
    cards: Cards = {}  # kept card -> seat that gets it


class AcceptDeal(ActionBase, frozen=True):
    """Accept this revision of a deal (DP-37)."""

    kind: ClassVar[int] = codes.ACCEPT_DEAL
    places: ClassVar[tuple[str, ...]] = ("x", "y")
    deal: Seat
    revision: Revision


class RefuseDeal(ActionBase, frozen=True):
    """Refuse this revision of a deal (DP-37)."""

    kind: ClassVar[int] = codes.REFUSE_DEAL
    places: ClassVar[tuple[str, ...]] = ("x", "y")
    deal: Seat
    revision: Revision


class CounterDeal(Deal, frozen=True):
    """Answer this revision of a deal with other terms (DP-37)."""

    kind: ClassVar[int] = codes.COUNTER_DEAL
    places: ClassVar[tuple[str, ...]] = ("x", "y")
    deal: Seat
    revision: Revision
    cash: Cash = {}  # seat -> change of its cash; the sum is 0
    deeds: Deeds = {}  # deed -> seat that gets it
    cards: Cards = {}  # kept card -> seat that gets it


class WithdrawDeal(ActionBase, frozen=True):
    """Take back the deal you proposed (DP-36)."""

    kind: ClassVar[int] = codes.WITHDRAW_DEAL


# Debts and bankruptcy.


class OfferProperty(ActionBase, frozen=True):
    """Offer a property to your creditor in part payment (DP-20)."""

    kind: ClassVar[int] = codes.OFFER_PROPERTY
    places: ClassVar[tuple[str, ...]] = ("x",)
    deed: Deed


class NameValue(ActionBase, frozen=True):
    """Name the value you credit for the property offered to you (DP-21)."""

    kind: ClassVar[int] = codes.NAME_VALUE
    places: ClassVar[tuple[str, ...]] = ("amount",)
    amount: Amount


class RefuseProperty(ActionBase, frozen=True):
    """Refuse the property offered to you in part payment (DP-21)."""

    kind: ClassVar[int] = codes.REFUSE_PROPERTY


class AcceptValue(ActionBase, frozen=True):
    """Give the property for the value your creditor named (DP-22)."""

    kind: ClassVar[int] = codes.ACCEPT_VALUE


class WithdrawProperty(ActionBase, frozen=True):
    """Take back the property you offered (DP-22)."""

    kind: ClassVar[int] = codes.WITHDRAW_PROPERTY


class AuctionProperty(ActionBase, frozen=True):
    """Auction the property you offered among the other players (DP-22)."""

    kind: ClassVar[int] = codes.AUCTION_PROPERTY


class DeclareBankruptcy(ActionBase, frozen=True):
    """Declare that you cannot pay your debt in any way (DP-24)."""

    kind: ClassVar[int] = codes.DECLARE_BANKRUPTCY


class KeepMortgage(ActionBase, frozen=True):
    """Leave the mortgage on a deed you have just received (DP-25, DP-38)."""

    kind: ClassVar[int] = codes.KEEP_MORTGAGE
    places: ClassVar[tuple[str, ...]] = ("x",)
    deed: Deed


class RequestAuction(ActionBase, frozen=True):
    """Request an auction of a bankrupt's properties (DP-26)."""

    kind: ClassVar[int] = codes.REQUEST_AUCTION


class WaiveAuction(ActionBase, frozen=True):
    """Do without an auction of a bankrupt's properties (DP-26)."""

    kind: ClassVar[int] = codes.WAIVE_AUCTION


# The last buildings.


class AskBuildings(ActionBase, frozen=True):
    """Ask for `count` of the last buildings in stock; 0 asks for none (DP-30)."""

    kind: ClassVar[int] = codes.ASK_BUILDINGS
    places: ClassVar[tuple[str, ...]] = ("amount",)
    count: Amount


class PlaceBuilding(ActionBase, frozen=True):
    """Place the building you won in the auction on a lot of yours (DP-31)."""

    kind: ClassVar[int] = codes.PLACE_BUILDING
    places: ClassVar[tuple[str, ...]] = ("x",)
    deed: Deed


# The end.


class Concede(ActionBase, frozen=True):
    """Give up and leave the game, while play rests or instead of paying the Bank (no decision point)."""

    kind: ClassVar[int] = codes.CONCEDE


class Acknowledge(ActionBase, frozen=True):
    """Acknowledge the result as the winner (DP-41)."""

    kind: ClassVar[int] = codes.ACKNOWLEDGE


class TimeUp(ActionBase, frozen=True, omit_defaults=True):
    """Say that the agreed time is up, as the table's clock does; with `at_once` no turn begins any more (DP-01)."""

    kind: ClassVar[int] = codes.TIME_UP
    places: ClassVar[tuple[str, ...]] = ("x",)
    at_once: bool = False  # AMB-136: between turns no turn begins; left out in games kept by 0.1.0, where one did


Action = (
    Roll | EndTurn | PayFine | UseCard | Wait | BuyDeed | RefuseDeed | Bid | Pass | AcceptOffer | DeclineOffer
    | ClaimRent | FollowCard | DrawInstead | PayTax | SellBuildings | Build | Mortgage | LiftMortgage
    | ProposeDeal | AcceptDeal | RefuseDeal | CounterDeal | WithdrawDeal
    | OfferProperty | NameValue | RefuseProperty | AcceptValue | WithdrawProperty | AuctionProperty
    | DeclareBankruptcy | KeepMortgage | RequestAuction | WaiveAuction | AskBuildings | PlaceBuilding
    | Concede | Acknowledge | TimeUp
)  # fmt: skip

ACTIONS: tuple[type[Action], ...] = get_args(Action)
KINDS = frozenset(ACTIONS)
NO_CASH, NO_DEEDS, NO_CARDS = [0] * codes.MAX_SEATS, [codes.NOBODY] * codes.MAX_DEEDS, [codes.NOBODY] * codes.MAX_KEPT
BY_KIND: dict[int, type[Action]] = {kind.kind: kind for kind in ACTIONS}
BY_NAME: dict[str, type[Action]] = {kind.__name__: kind for kind in ACTIONS}


class Row(Protocol):
    """A row of numbers: a list, or part of a NumPy record."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: Any, value: Any, /) -> None: ...


class CoreAction(Protocol):
    """The core's action: see ACTION in `rules/fields.py`."""

    kind: int
    x: int
    y: int
    amount: int

    @property
    def cash(self) -> Row: ...
    @property
    def deed(self) -> Row: ...
    @property
    def card(self) -> Row: ...


DECODER: msgspec.json.Decoder[Action] = msgspec.json.Decoder(Action)


def parse(data: bytes | str | dict[str, Any]) -> Action:
    """Read an action from JSON, or from a dictionary made of it."""
    try:
        if isinstance(data, dict):
            return msgspec.convert(data, Action, str_keys=True)  # type: ignore[no-any-return]
        return DECODER.decode(data)
    except msgspec.ValidationError as error:
        message = str(error)
        if "$.type" in message or "`type`" in message or (" - at " not in message and "`object`" in message):
            message += "; `type` is one of " + ", ".join(BY_NAME)
        raise MalformedAction(message) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedAction(f"Expected an action as JSON: {error}") from error


def encode(action: Action, a: CoreAction, group_size: Sequence[int] | None = None) -> None:
    """Write an action into the core's `a`; given the sizes of the groups, `levels` must have one number a lot."""
    fields = action.__struct_fields__
    if fields:  # an action without any is what it is
        _check(action)
        if group_size is not None and isinstance(action, (Build, SellBuildings)):
            _check_levels(action, group_size)
    a.kind, a.x, a.y, a.amount = action.kind, 0, 0, 0
    a.cash[:], a.deed[:], a.card[:] = NO_CASH, NO_DEEDS, NO_CARDS
    if not fields:
        return
    for place, field in zip(action.places, fields, strict=False):
        setattr(a, place, getattr(action, field))
    if isinstance(action, (Build, SellBuildings)):
        a.y = pack_levels(action.levels)
    elif isinstance(action, (ProposeDeal, CounterDeal)):
        _fill(a.cash, action.cash)
        _fill(a.deed, action.deeds)
        _fill(a.card, action.cards)


def decode(a: CoreAction, group_size: Sequence[int]) -> Action:
    """Read the core's `a` back; `group_size` is the edition's number of deeds in each group."""
    made: type[Any] | None = BY_KIND.get(int(a.kind))
    if made is None:
        raise MalformedAction(f"kind is {int(a.kind)}; expected one of {min(BY_KIND)} to {max(BY_KIND)}")
    numbers = [int(getattr(a, place)) for place in made.places]
    rest: dict[str, Any] = {}
    if made in (Build, SellBuildings):
        if not 0 <= numbers[0] < len(group_size):
            raise MalformedAction(f"group is {numbers[0]}; expected 0 to {len(group_size) - 1}")
        rest["levels"] = unpack_levels(int(a.y), int(group_size[numbers[0]]))
    elif made is TimeUp:
        return TimeUp(bool(numbers[0]))
    elif made in (ProposeDeal, CounterDeal):
        terms = read_terms(a.cash, a.deed, a.card)
        rest = {"cash": terms.cash, "deeds": terms.deeds, "cards": terms.cards}
    action: Action = made(*numbers, **rest)
    _check(action)
    return action


def read_terms(cash: Sequence[int] | Row, deed: Sequence[int] | Row, card: Sequence[int] | Row) -> Terms:
    """Read the terms of a deal from the core's three rows: those of an action, or of a deal open in the state."""
    return Terms(
        cash={i: int(cash[i]) for i in range(len(cash)) if cash[i] != 0},
        deeds={i: int(deed[i]) for i in range(len(deed)) if deed[i] != codes.NOBODY},
        cards={i: int(card[i]) for i in range(len(card)) if card[i] != codes.NOBODY},
    )


def pack_levels(levels: Sequence[int]) -> int:
    """Pack the levels of a group's lots into one number, the first lot in the lowest bits."""
    return sum(level << (LEVEL_BITS * place) for place, level in enumerate(levels))


def unpack_levels(packed: int, lots: int) -> list[int]:
    """Unpack the levels of a group of this many lots."""
    if packed < 0 or packed >> (LEVEL_BITS * lots):
        raise MalformedAction(f"y is {packed}; expected the levels of {lots} lots, {LEVEL_BITS} bits each")
    return [packed >> (LEVEL_BITS * place) & ((1 << LEVEL_BITS) - 1) for place in range(lots)]


def _fill(row: Row, entries: dict[int, int]) -> None:
    """Write entries into a row. Numbers beyond the row are left out."""
    for index, value in entries.items():
        if 0 <= index < len(row):
            row[index] = value


def _check(action: Action) -> None:
    """Hold an action made in Python to the same limits as one read from outside."""
    try:
        msgspec.convert(msgspec.to_builtins(action), type(action))
    except (msgspec.ValidationError, TypeError) as error:
        raise MalformedAction(f"{type(action).__name__}: {error}") from error


def _check_levels(action: Build | SellBuildings, group_size: Sequence[int]) -> None:
    """A group has one level for each of its lots."""
    if action.group >= len(group_size):
        raise MalformedAction(f"group is {action.group}; expected 0 to {len(group_size) - 1} - at `$.group`")
    if len(action.levels) != group_size[action.group]:
        lots = group_size[action.group]
        raise MalformedAction(f"group {action.group} has {lots} lots; expected {lots} numbers - at `$.levels`")
