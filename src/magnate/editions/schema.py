"""The shape of an edition's file. Everything a file may say is here; nothing else is read."""

from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from magnate.rules import codes

from .switches import Amount, Rules, Strict

Text = Annotated[str, Meta(min_length=1)]
Id = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]*$")]
SpaceNumber = Annotated[int, Meta(ge=0, lt=codes.MAX_SPACES)]
Paid = Annotated[int, Meta(ge=1, le=100_000_000)]
# The prints that the page has. To draw another, name it here: the page's types then ask for its drawings.
BoardTheme = Literal["plain", "castis", "clasico", "europolis", "expopolis", "lima", "monopoli-server"]


class Players(Strict, frozen=True):
    min: Annotated[int, Meta(ge=2, le=codes.MAX_SEATS)]
    max: Annotated[int, Meta(ge=2, le=codes.MAX_SEATS)]


class Money(Strict, frozen=True):
    """How money looks, and which notes there are."""

    prefix: str
    suffix: str
    thousands: str
    note: Annotated[int, Meta(ge=1, le=1_000_000)]  # the smallest: unit of bids and of rounding
    notes: tuple[Paid, ...] = ()
    packs: tuple[dict[str, Annotated[int, Meta(ge=1)]], ...] = ()  # notes given at the start, as setup.cash


class Stock(Strict, frozen=True):
    houses: Annotated[int, Meta(ge=0, le=1000)]
    hotels: Annotated[int, Meta(ge=0, le=1000)]
    house: Literal["house", "villa"] = "house"  # what the book calls one
    prices_on_board: bool = False  # what buildings cost is printed on the board, too


class Group(Strict, frozen=True):
    id: Id
    name: Text
    name_en: Text
    kind: Literal["lots", "transport", "utility"]
    colour: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
    times_dice: bool = False  # the rents are multipliers of the dice


# Spaces. `name_en` is left out where the name is the same in English.


class Space(Strict, frozen=True, tag_field="kind"):
    name: Text
    name_en: str = ""

    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)


class StartSpace(Space, frozen=True, tag="start"): ...


class DeedSpace(Space, frozen=True, tag="deed", kw_only=True):
    """A lot, transport or utility. Rents: lots bare, with each house, with a hotel; others by the number owned."""

    group: Text
    price: Paid
    mortgage: Paid
    rents: tuple[Paid, ...]
    house_cost: int = 0
    hotel_cost: int = 0
    back: str = ""
    back_en: str = ""


class TaxSpace(Space, frozen=True, tag="tax", kw_only=True):
    amount: Paid


class CardSpace(Space, frozen=True, tag="card", kw_only=True):
    deck: Text


class JailSpace(Space, frozen=True, tag="jail"): ...


class FreeSpace(Space, frozen=True, tag="free"): ...


class GoToJailSpace(Space, frozen=True, tag="go_to_jail"): ...


AnySpace = StartSpace | DeedSpace | TaxSpace | CardSpace | JailSpace | FreeSpace | GoToJailSpace


# Cards: one struct an effect, so that each says which figures it needs.


class Card(Strict, frozen=True, tag_field="effect", kw_only=True):
    id: Text
    text: Text
    text_en: Text

    @property
    def effect(self) -> str:
        return str(self.__struct_config__.tag)


class Collect(Card, frozen=True, tag="collect", kw_only=True):
    amount: Paid


class Pay(Card, frozen=True, tag="pay", kw_only=True):
    amount: Paid
    tax: bool = False


class CollectEach(Card, frozen=True, tag="collect_each", kw_only=True):
    amount: Paid


class PayEach(Card, frozen=True, tag="pay_each", kw_only=True):
    amount: Paid


class MoveTo(Card, frozen=True, tag="move_to", kw_only=True):
    space: SpaceNumber


class MoveToUnpaid(Card, frozen=True, tag="move_to_unpaid", kw_only=True):
    space: SpaceNumber


class MoveBackTo(Card, frozen=True, tag="move_back_to", kw_only=True):
    space: SpaceNumber


class MoveBack(Card, frozen=True, tag="move_back", kw_only=True):
    steps: Annotated[int, Meta(ge=1, lt=codes.MAX_SPACES)]


class GoToJail(Card, frozen=True, tag="go_to_jail", kw_only=True): ...


class Keep(Card, frozen=True, tag="keep", kw_only=True):
    frees: bool = True
    cancels: bool = False  # a tax
    sold: bool = True  # may change hands in a deal


class Repairs(Card, frozen=True, tag="repairs", kw_only=True):
    per_house: Amount
    per_hotel: Amount
    tax: bool = False


class NearestTransport(Card, frozen=True, tag="nearest_transport", kw_only=True):
    times: Annotated[int, Meta(ge=1, le=10)]  # the rent


class NearestUtility(Card, frozen=True, tag="nearest_utility", kw_only=True): ...


class PayOrDraw(Card, frozen=True, tag="pay_or_draw", kw_only=True):
    amount: Paid
    deck: Text


AnyCard = (
    Collect
    | Pay
    | CollectEach
    | PayEach
    | MoveTo
    | MoveToUnpaid
    | MoveBackTo
    | MoveBack
    | GoToJail
    | Keep
    | Repairs
    | NearestTransport
    | NearestUtility
    | PayOrDraw
)


class Deck(Strict, frozen=True):
    name: Text
    name_en: Text
    cards: tuple[AnyCard, ...]


class Variant(Strict, frozen=True):
    """Another way to play described in the same book: only what differs."""

    name: Text
    name_en: Text
    description: Text
    description_en: Text
    rules: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)
    clauses: dict[str, str] = msgspec.field(default_factory=dict)


class Named(Strict, frozen=True):
    name: Text
    name_en: str = ""


class Skin(Strict, frozen=True):
    """Other names for the same board; other decks if it has any."""

    name: Text
    name_en: Text
    spaces: dict[str, Named] = msgspec.field(default_factory=dict)
    decks: dict[str, Deck] = msgspec.field(default_factory=dict)
    theme: BoardTheme | None = None  # drawings of its own


class Texts(Strict, frozen=True):
    summary: Text
    summary_en: Text
    special: Text
    special_en: Text


class Sentence(Strict, frozen=True):
    """One clause of a rulebook that comes with its edition."""

    id: Text
    chapter: Text
    text: Text
    heading: str = ""  # where it stands in the book; the chapter, unless said


class File(Strict, frozen=True, kw_only=True):
    """An edition as written down."""

    id: Id
    name: Text
    version: Annotated[int, Meta(ge=1)]
    language: Annotated[str, Meta(pattern="^[a-z]{2}$")]
    prefix: Annotated[str, Meta(pattern="^[A-Z]{3}$")]  # of its clauses
    players: Players
    tokens: tuple[Text, ...]
    bank: Text
    bank_en: Text
    money: Money
    stock: Stock
    rules: Rules
    groups: tuple[Group, ...]
    spaces: tuple[AnySpace, ...]
    decks: dict[str, Deck]
    clauses: dict[str, str] = msgspec.field(default_factory=dict)  # by rule; one left out cites no clause
    texts: Texts
    variants: dict[str, Variant] = msgspec.field(default_factory=dict)
    skin: str = ""  # the look used unless another is asked for
    skins: dict[str, Skin] = msgspec.field(default_factory=dict)
    theme: BoardTheme = "plain"  # colours, drawings, prize window and fanfare of the page
    fixed: tuple[str, ...] = ()  # switches no table may turn
    book: tuple[Sentence, ...] = ()  # the rulebook; those of the five lie in `magnate.clauses`
    extends: str = ""  # the edition, or its file, of which this one writes only the differences
    without: tuple[Text, ...] = ()  # what is not taken over from it: "skins", "variants.fast"


# Editions are read in several threads. msgspec builds what it knows of a type at its first use, and a second thread
# that uses the type meanwhile crashes the process (0.22): so it is built here.
msgspec.json.Decoder(File)


@cache
def file_type() -> msgspec.inspect.Type:
    """The keys of a file, and what each must be."""
    return msgspec.inspect.type_info(File)


@cache
def rules_type() -> msgspec.inspect.Type:
    """The switches, and what each must be."""
    return msgspec.inspect.type_info(Rules)
