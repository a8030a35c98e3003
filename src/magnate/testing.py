"""A kit for testing rules: any position in a few lines, coming dice and cards scripted, assertions on what was told.

    game = Position("clasico", seats=2, owners={"Gran Vía": 1}, at={0: "Puerta del Sol"})
    game.rolls(1, 2)
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=28)

Spaces and deeds go by name or by number of the space; seats by number. Use it for the five editions, or for one of your
own: `Position("my-edition.toml", …)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from magnate.actions import Action, ClaimRent, EndTurn, FollowCard, Roll
from magnate.dice import FairDice
from magnate.editions import Edition, load
from magnate.events import Event
from magnate.game import Game
from magnate.rules import codes
from magnate.rules.chance import CHANCE_CARD, CHANCE_DEED, CHANCE_DIE, CHANCE_SEAT
from magnate.rules.codes import BANK, FRAME_TURN, FREE, INHERITED, MORTGAGED, NOBODY
from magnate.rules.play import new_game, settle
from magnate.rules.property import give_deed
from magnate.rules.stack import pop, push

__all__ = ["Position", "Told", "codes"]

E = TypeVar("E", bound=Event)
Place = str | int


class Told(list[Event]):
    """The events of a step, with questions to ask them."""

    def of(self, kind: type[E], **fields: Any) -> list[E]:
        """The events of a kind whose fields have these values."""
        return [
            event
            for event in self
            if isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())
        ]

    def one(self, kind: type[E], **fields: Any) -> E:
        """The only event of a kind with these values; anything else fails and shows what was told."""
        found = self.of(kind, **fields)
        wanted = f"{kind.__name__}({', '.join(f'{name}={value!r}' for name, value in fields.items())})"
        listed = "\n  ".join(map(repr, self)) or "nothing"
        assert len(found) == 1, f"expected one {wanted}, found {len(found)} among:\n  {listed}"
        return found[0]

    def none(self, kind: type[Event], **fields: Any) -> bool:
        """Whether no such event was told."""
        return not self.of(kind, **fields)


class Position(Game):
    """A game put into a position of your choice. What you leave out is as at the start of the first turn of seat 0."""

    def __init__(
        self,
        edition: str | Path | Edition,
        seats: int | None = None,
        *,
        variant: str | None = None,
        skin: str | None = None,
        options: Mapping[str, Any] | None = None,
        names: Sequence[str] | None = None,
        cash: Mapping[int, int] | Sequence[int] | None = None,
        owners: Mapping[Place, int] | None = None,
        levels: Mapping[Place, int] | None = None,
        mortgages: Mapping[Place, int] | Iterable[Place] = (),
        at: Mapping[int, Place] | None = None,
        jail: Mapping[int, int] | None = None,
        held: Mapping[str, int] | None = None,
        houses: int | None = None,
        hotels: int | None = None,
        out: Iterable[int] = (),
        turn: int = 0,
        rolled: bool = False,
        dice: Sequence[tuple[int, int] | int] = (),
        cards: Sequence[str] = (),
        next_seats: Sequence[int] = (),
        dealt: Sequence[Place] = (),
        opening: bool = False,
        seed: int = 1,
    ) -> None:
        """Set up the position.

        `cash` by seat; `owners` of deeds; `levels` of lots (a hotel is one above the last house); `mortgages` with the
        seat that took each out (or just a list: the present owners); `jail` with own turns already spent; `held` kept
        cards by card id; `houses` and `hotels` left in stock (else whatever does not stand on the board); `rolled` puts
        the seat on turn after its landing. `dice`, `cards` (ids), `next_seats` and `dealt` (deeds) script what comes;
        after that the seeded dice go on. `opening` starts with the opening rolls instead.
        """
        if not isinstance(edition, Edition):
            edition = load(edition, variant=variant, skin=skin, options=options)
        seats = edition.seats[0] if seats is None else seats
        self._begin(edition, seats, names, FairDice.seeded(seed))
        self.script(dealt=dealt)
        new_game(self.state, self.table, self.chance)
        self._finish_move(BANK, None)
        g = self.state
        if not opening:
            pop(g)
            push(g, FRAME_TURN, NOBODY, NOBODY, 0, 0, 0, 0)
            g.turn, g.turns, g.rolled = turn, 1, int(rolled)
            self._place(cash, owners or {}, levels or {}, mortgages, at or {}, jail or {}, held or {}, out)
            self._stock(houses, hotels)
            settle(g, self.table, self.chance)
        self.script(dice=dice, cards=cards, seats=next_seats)
        g.events.clear()
        self.chance.log.clear()

    def _place(
        self,
        cash: Mapping[int, int] | Sequence[int] | None,
        owners: Mapping[Place, int],
        levels: Mapping[Place, int],
        mortgages: Mapping[Place, int] | Iterable[Place],
        at: Mapping[int, Place],
        jail: Mapping[int, int],
        held: Mapping[str, int],
        out: Iterable[int],
    ) -> None:
        g = self.state
        for number, seat in enumerate(out):
            g.out[seat] = number + 1
            g.out_count = number + 1
            g.cash[seat] = 0
        for seat, amount in cash.items() if isinstance(cash, Mapping) else enumerate(cash or []):
            g.cash[seat] = amount
        for place, seat in owners.items():
            give_deed(g, self.deed(place), seat)
        for place, level in levels.items():
            g.level[self.deed(place)] = level
        taken = mortgages.items() if isinstance(mortgages, Mapping) else [(place, None) for place in mortgages]
        for place, taker in taken:
            deed = self.deed(place)
            g.mortgaged[deed] = MORTGAGED if taker is None or taker == g.owner[deed] else INHERITED
        for seat, space in at.items():
            g.at[seat] = self.edition.find_space(space)
        for seat, spent in jail.items():
            g.at[seat], g.jail[seat] = self.table.jail_space, 1 + spent
        for card, seat in held.items():
            self._hold(card, seat)

    def _hold(self, card: str, seat: int) -> None:
        deck, number = self.card(card)
        kept = self.table.card_kept[deck * codes.MAX_CARDS + number]
        assert kept >= 0, f"{card} is not a card that can be kept"
        self.state.held[kept] = seat
        base = deck * codes.MAX_CARDS
        left = self.chance.deck_left[deck]
        rest = [other for other in self.chance.deck[base : base + left] if other != number]
        self.chance.deck[base : base + len(rest)] = rest
        self.chance.deck_left[deck] = len(rest)

    def _stock(self, houses: int | None, hotels: int | None) -> None:
        g, e = self.state, self.table
        standing = [level for level in g.level[: e.deeds] if level <= e.houses_per_lot]
        tall = sum(level > e.houses_per_lot for level in g.level[: e.deeds])
        g.houses = e.houses - sum(standing) if houses is None else houses
        g.hotels = e.hotels - tall if hotels is None else hotels
        e.houses, e.hotels = g.houses + sum(standing), g.hotels + tall

    # Names.

    def deed(self, place: Place) -> int:
        """The number of a deed, by the name or number of its space."""
        return self.edition.find_deed(place)

    def card(self, card: str) -> tuple[int, int]:
        """The deck and number of a card, by its id."""
        for deck, found in enumerate(self.edition.decks.values()):
            for number, other in enumerate(found.cards):
                if other.id == card:
                    return deck, number
        raise KeyError(f"no card {card!r} in {self.edition.id}")

    def kept(self, card: str) -> int:
        """The number of a card that can be kept, by its id."""
        deck, number = self.card(card)
        return int(self.table.card_kept[deck * codes.MAX_CARDS + number])

    def group(self, place: Place) -> int:
        """The number of the group a deed belongs to."""
        return int(self.table.deed_group[self.deed(place)])

    # The coming dice and cards.

    def script(
        self,
        *,
        dice: Sequence[tuple[int, int] | int] = (),
        cards: Sequence[str] = (),
        seats: Sequence[int] = (),
        dealt: Sequence[Place] = (),
    ) -> None:
        """Put results of chance in front of the generator: dice in pairs or singly, cards by id, seats, deeds dealt."""
        c = self.chance
        coming: list[tuple[int, int]] = []
        for roll in dice:
            coming += [(CHANCE_DIE, die) for die in (roll if isinstance(roll, tuple) else (roll,))]
        coming += [(CHANCE_CARD, self.card(card)[1]) for card in cards]
        coming += [(CHANCE_SEAT, seat) for seat in seats]
        coming += [(CHANCE_DEED, self.deed(place)) for place in dealt]
        c.script_kind = c.script_kind[: c.scripted] + [kind for kind, _ in coming]
        c.script = c.script[: c.scripted] + [value for _, value in coming]
        c.scripted = len(c.script)

    # Playing, in short words.

    def does(self, seat: int, *wanted: Action) -> Told:
        """A seat plays these actions one after another; everything told."""
        told = Told()
        for action in wanted:
            told += self.play(seat, action)
        return told

    def rolls(self, *dice: int) -> Told:
        """Whoever must, rolls these dice."""
        self.script(dice=list(dice))
        return self.does(self.must[0], Roll())

    def draws(self, card: str, *dice: int) -> Told:
        """Whoever must, rolls onto a card space with these dice, turns over this card and follows it."""
        self.script(cards=[card])
        told = self.rolls(*dice)
        return Told(told + self.does(self.must[0], FollowCard()))

    def claims(self, seat: int) -> Told:
        """A seat claims its rent."""
        return self.does(seat, ClaimRent())

    def ends_turn(self) -> Told:
        """The seat on turn hands the dice on."""
        return self.does(self.state.turn, EndTurn())

    def can(self, seat: int, action: Action) -> bool:
        """Whether an action is legal now."""
        return self.refusal(seat, action) is None

    # Looking.

    def cash(self, seat: int) -> int:
        """A purse."""
        return int(self.state.cash[seat])

    def owner(self, place: Place) -> int | None:
        """Who owns a deed; None is the Bank."""
        owner = self.state.owner[self.deed(place)]
        return None if owner == BANK else int(owner)

    def level(self, place: Place) -> int:
        """How high a lot is built."""
        return int(self.state.level[self.deed(place)])

    def is_mortgaged(self, place: Place) -> bool:
        """Whether a deed is mortgaged."""
        return bool(self.state.mortgaged[self.deed(place)] != FREE)

    def space(self, seat: int) -> int:
        """Where a token stands."""
        return int(self.state.at[seat])

    def in_jail(self, seat: int) -> bool:
        """Whether a seat is in jail."""
        return bool(self.state.jail[seat] > 0)

    def holds(self, seat: int, card: str) -> bool:
        """Whether a seat holds a kept card."""
        return bool(self.state.held[self.kept(card)] == seat)
