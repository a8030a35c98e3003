"""A kit for testing rules: any position in a few lines, coming dice and cards scripted, assertions on the events.

    game = Position("clasico", seats=2, owners={"Gran Vía": 1}, at={0: "Puerta del Sol"})
    game.rolls(1, 2)
    game.claims(1).one(PaidPlayer, seat=0, other=1, amount=28)

Spaces and deeds go by name or by number of the space; seats by number. Actions take names, too: `Mortgage("Gran Vía")`,
`UseCard("CA8")`. Use it for the five editions, or for one of your own: `Position("my-edition.toml", …)`.

A position or a script that cannot be raises `BadPosition`, which says what would be right. So does a script that is not
used up: by the end of `rolls` and `draws`, before the next script of its kind, and where a `with Position(…) as game:`
or `game.used_up()` ends the test. A position that is dropped with a script warns (`UnusedScript`); under pytest the
plugin `magnate.testing.pytest_plugin` fails the test.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self

import msgspec

from magnate.actions import ACTIONS, AcceptDeal, Action, ClaimRent, EndTurn, FollowCard, ProposeDeal, Roll
from magnate.dice import FairDice
from magnate.editions import Edition
from magnate.events import CardDrawn, Event
from magnate.game import Game, loaded
from magnate.position_check import MOST_CASH
from magnate.rules import codes
from magnate.rules.chance import CHANCE_CARD, CHANCE_DEED, CHANCE_DIE, CHANCE_SEAT
from magnate.rules.codes import BANK, FREE, ORDER_RANDOM
from magnate.rules.play import new_game, settle
from magnate.rules.slots import push_turn
from magnate.rules.stack import pop
from magnate.testing import pieces
from magnate.testing.event_list import EventList, unchanged
from magnate.testing.pieces import BadPosition, Level, Place, check_number
from magnate.testing.unused import UnusedScript, collect

__all__ = ["BadPosition", "EventList", "Position", "UnusedScript", "codes", "unchanged"]

KINDS = {CHANCE_DIE: "die", CHANCE_CARD: "card", CHANCE_SEAT: "seat", CHANCE_DEED: "deed"}


class Position(Game):
    """A game put into a position of your choice. What you leave out is as at the start of the first turn of seat 0.

    No deed is dealt, unless `dealt` says which; all have the whole starting money. With `opening` the game starts as
    its rules have it, deal included.
    """

    _must_use = False  # whether a script that is left over is still to be reported

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
        levels: Mapping[Place, Level] | None = None,
        mortgages: Mapping[Place, int] | Iterable[Place] = (),
        at: Mapping[int, Place] | None = None,
        jail: Mapping[int, int] | None = None,
        held: Mapping[str, int] | None = None,
        houses: int | None = None,
        hotels: int | None = None,
        out: Iterable[int] = (),
        order: Sequence[int] | None = None,
        turn: int | None = None,
        rolled: bool = False,
        dice: Sequence[tuple[int, int] | int] = (),
        cards: Sequence[str] = (),
        next_seats: Sequence[int] = (),
        dealt: Sequence[Place] = (),
        opening: bool = False,
        seed: int = 1,
    ) -> None:
        """Set up the position.

        `cash` by seat; `owners` of deeds; `levels` of lots (houses, or "hotel"); `mortgages` with the seat that took
        each out (or just a list: the present owners); `jail` with own turns already spent; `held` kept cards by card
        id; `houses` and `hotels` left in stock (else whatever does not stand on the board); `order` of play, from the
        seat that begins; `turn` the seat on turn (else the first in order); `rolled` puts it after its landing.

        `dice`, `cards` (ids), `next_seats` and `dealt` (deeds, one for seat 0, 1 … round after round) script what
        comes; after that the seeded dice continue. `opening` starts with the opening rolls instead.
        """
        edition = loaded(edition, variant, skin, options)
        places = {"owners": owners, "levels": levels, "mortgages": mortgages, "at": at, "held": held, "jail": jail}
        pieces.check_kinds(places | {"cash": cash, "out": out, "rolled": rolled, "opening": opening})
        seats = edition.seats[0] if seats is None else seats
        self._begin(edition, seats, names, FairDice.seeded(seed))
        self._lay_out(dealt, opening)
        g = self.state
        if opening:
            numbers = {"houses": houses, "hotels": hotels, "turn": turn, "order": order}
            given = [name for name, value in (places | {"cash": cash, "out": out, "rolled": rolled}).items() if value]
            if given := given + [name for name, value in numbers.items() if value is not None]:
                raise BadPosition(f"{', '.join(given)} given with opening; expected one or the other")
        else:
            out = list(out)
            pop(g)
            push_turn(g)
            pieces.set_order(self, order)
            turn = g.order[0] if turn is None else turn
            pieces.check_seat(self, "turn", turn, out)
            g.turn, g.turns, g.rolled = turn, 1, int(rolled)
            pieces.set_pieces(self, cash, owners or {}, levels or {}, mortgages, at or {}, jail or {}, held or {}, out)
            pieces.set_stock(self, houses, hotels)
            check_number("the cash of all seats", sum(g.cash), 0, MOST_CASH)
            settle(g, self.table, self.chance)
        self.script(dice=dice, cards=cards, seats=next_seats)
        g.events.clear()
        self.chance.log.clear()

    def _begin(self, edition: Edition, seats: int, names: Sequence[str] | None, dice: FairDice) -> None:
        super()._begin(edition, seats, names, dice)
        self._cards: tuple[str, ...] = ()  # scripted, by id

    @classmethod
    def from_text(
        cls,
        text: str,
        seed: int | None = 1,
        *,
        edition: str | Path | None = None,
        names: Sequence[str] | None = None,
        dice: FairDice | None = None,
    ) -> Self:
        """The position of a text, as `Game.from_text` reads it, with the same dice every time."""
        return super().from_text(text, seed, edition=edition, names=names, dice=dice)

    def _lay_out(self, dealt: Sequence[Place], opening: bool) -> None:
        """The game before its first roll, with the deeds that are asked for."""
        e = self.table
        deals = e.setup_dealt
        deeds = [self.deed(place) for place in dealt]
        if deeds and len(deeds) != deals * e.seats:
            raise BadPosition(f"dealt has {len(deeds)} deeds; expected {deals * e.seats}, {deals} for each seat")
        pieces.check_once(self, "dealt", dealt)
        if not deeds and not opening:
            e.setup_dealt = 0
        self.script(dealt=dealt)
        new_game(self.state, e, self.chance)
        e.setup_dealt = deals
        self._finish_move(BANK, None)

    # Names.

    def deed(self, place: Place) -> int:
        """The number of a deed, by the name or number of its space."""
        return pieces.named(self.edition.find_deed, place)

    def card(self, card: str) -> tuple[int, int]:
        """The deck and number of a card, by its id."""
        for deck, found in enumerate(self.edition.decks.values()):
            for number, other in enumerate(found.cards):
                if other.id == card:
                    return deck, number
        known = [other.id for deck in self.edition.decks.values() for other in deck.cards]
        raise BadPosition(f"no card {card!r} in {self.edition.id}; expected one of {', '.join(known)}")

    def kept(self, card: str) -> int:
        """The number of a card that can be kept, by its id."""
        return pieces.kept_number(self, card)

    def group(self, place: Place) -> int:
        """The number of a group, by its id or by one of its deeds."""
        ids = [group.id for group in self.edition.groups]
        return ids.index(place) if place in ids else int(self.table.deed_group[self.deed(place)])

    def numbered(self, action: Action) -> Action:
        """An action with numbers in place of names: of deeds, groups and kept cards, and of the level "hotel"."""
        given = {field: getattr(action, field) for field in action.__struct_fields__}
        numbers = {field: self._number(field, value) for field, value in given.items()}
        return action if numbers == given else msgspec.structs.replace(action, **numbers)

    def _number(self, field: str, value: Any) -> Any:
        """The value of an action's field with numbers in place of names."""
        find = {"deed": self.deed, "deeds": self.deed, "group": self.group}.get(
            field, partial(pieces.kept_number, self)
        )
        if field in ("deed", "group", "card") and isinstance(value, str):
            return find(value)
        if field in ("deeds", "cards") and isinstance(value, dict):
            return {find(key) if isinstance(key, str) else key: seat for key, seat in value.items()}
        if field == "levels" and isinstance(value, list):
            return [pieces.level_number(self, level) for level in value]
        return value

    # The coming dice and cards.

    def script(
        self,
        *,
        dice: Sequence[tuple[int, int] | int] = (),
        cards: Sequence[str] = (),
        seats: Sequence[int] = (),
        dealt: Sequence[Place] = (),
        must_use: bool = True,
    ) -> None:
        """Put results of chance in front of the generator: dice in pairs or singly, cards by id, seats, deeds dealt.

        What was scripted before must be used up: otherwise it would come first. With `must_use` false the position may
        be dropped before.
        """
        coming: list[tuple[int, int]] = []
        for roll in dice:
            if isinstance(roll, tuple) and len(roll) != 2:
                raise BadPosition(f"a roll is {roll}; expected two dice")
            for die in roll if isinstance(roll, tuple) else (roll,):
                check_number("a die", die, 1, 6)
                coming.append((CHANCE_DIE, die))
        coming += [(CHANCE_CARD, pieces.card_to_draw(self, card)) for card in cards]
        if seats and self.table.turn_order != ORDER_RANDOM:
            raise BadPosition(f"seats {list(seats)} were scripted; in {self.edition.id} no seat is drawn")
        for seat in seats:
            check_number("a scripted seat", seat, 0, self.table.seats - 1)
            coming.append((CHANCE_SEAT, seat))
        coming += [(CHANCE_DEED, self.deed(place)) for place in dealt]
        self.used_up({kind for kind, _ in coming})
        c = self.chance
        c.script_kind = c.script_kind[: c.scripted] + [kind for kind, _ in coming]
        c.script = c.script[: c.scripted] + [value for _, value in coming]
        c.scripted = len(c.script)
        self._cards += tuple(cards)
        if coming and must_use:
            self._must_use = True
            collect(self)

    def _coming(self, kind: int) -> list[int]:
        """The scripted results of a kind that are still to come."""
        c = self.chance
        return [value for place, value in enumerate(c.script[: c.scripted]) if c.script_kind[place] == kind]

    def used_up(self, kinds: Iterable[int] = tuple(KINDS)) -> None:
        """Raise BadPosition if anything scripted is still to come: nothing has called for it."""
        if left := self._left(kinds):
            raise self._fails(f"{left} was scripted and not used; expected an action that calls for it")

    def _left(self, kinds: Iterable[int] = tuple(KINDS)) -> str:
        """What is scripted and still to come, in words: "die 3, 4"; nothing if all was used."""
        found = []
        for kind in kinds:
            if left := self._coming(kind):
                shown = self._cards[-len(left) :] if kind == CHANCE_CARD else left
                found.append(f"{KINDS[kind]} {', '.join(map(str, shown))}")
        return " and ".join(found)

    def _unused(self) -> str:
        """What is left over and still to be reported, in words."""
        return self._left() if self._must_use else ""

    def _ignore_rest(self) -> None:
        """What is left over is reported, or need not be."""
        self._must_use = False

    def _fails(self, problem: str) -> BadPosition:
        """The error about a script, which need not be reported a second time."""
        self._ignore_rest()
        return BadPosition(problem)

    def copy(self) -> Self:
        """An independent game in the same position, with the same dice to come, which it need not use."""
        twin = super().copy()
        twin._ignore_rest()
        return twin

    def __del__(self) -> None:
        if left := self._unused():
            warnings.warn(f"{left} was scripted and not used when the position was dropped", UnusedScript, stacklevel=2)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.used_up()
        self._ignore_rest()

    def play(self, seat: int, action: Action) -> list[Event]:
        """Play an action. A scripted result that could not come raises BadPosition."""
        before = {kind: self._coming(kind) for kind in KINDS} if self.chance.scripted else {}
        told = super().play(seat, self._checked(action))
        for kind, coming in before.items():
            used = len(coming) - len(self._coming(kind))
            given = [value for one, value in self.moves[-1].chance if one == kind][:used]
            if kind == CHANCE_CARD:
                self._check_cards(coming[:used], [event for event in told if isinstance(event, CardDrawn)][:used])
            elif given != coming[:used]:
                wanted, came = f"{KINDS[kind]} {coming[0]}", given[0]
                raise self._fails(f"{wanted} was scripted and cannot come now; expected one that can: {came} came")
        return told

    def refusal(self, seat: int, action: Action) -> str | None:
        """Why an action is illegal now, by name; None if it is legal."""
        return super().refusal(seat, self._checked(action))

    def _checked(self, action: Action) -> Action:
        return self.numbered(action) if isinstance(action, ACTIONS) else action

    def _check_cards(self, scripted: Sequence[int], drawn: Sequence[CardDrawn]) -> None:
        """Every card drawn is the one scripted: of the deck that was drawn from, and not held by a seat."""
        wanted = self._cards[: len(scripted)]
        self._cards = self._cards[len(scripted) :]
        for card, event in zip(wanted, drawn, strict=True):
            deck, number = self.card(card)
            cards = list(self.edition.decks.values())[event.deck].cards
            if deck != event.deck:
                known = ", ".join(other.id for other in cards)
                raise self._fails(f"card {card} was scripted, and another deck was drawn from; expected one of {known}")
            if number != event.card:
                there = f"{cards[event.card].id} is"
                raise self._fails(f"card {card} was scripted and is not in its deck now; expected one that is: {there}")

    # Playing, in short words.

    def does(self, seat: int, *wanted: Action) -> EventList:
        """A seat plays these actions one after another; returns all events."""
        told = EventList(seats=self.seats)
        for action in wanted:
            told += self.play(seat, action)
        return told

    def rolls(self, *dice: int) -> EventList:
        """The seat that must act rolls these dice."""
        if not self.must:
            raise BadPosition("the game is over; expected a seat that can roll")
        self.script(dice=list(dice))
        told = self.does(self.must[0], Roll())
        self.used_up([CHANCE_DIE])
        thrown = [value for kind, value in self.moves[-1].chance if kind == CHANCE_DIE]
        if len(thrown) > len(dice):
            named = f"die {', '.join(map(str, dice))}" if dice else "no die"
            raise BadPosition(f"{named} was scripted; expected as many as are rolled: {len(thrown)}")
        return told

    def draws(self, card: str, *dice: int) -> EventList:
        """The seat that must act rolls onto a card space with these dice, draws this card and follows it."""
        self.script(cards=[card])
        told = self.rolls(*dice)
        self.used_up([CHANCE_CARD])
        told += self.does(self.must[0], FollowCard())
        return told

    def claims(self, seat: int) -> EventList:
        """A seat claims its rent."""
        return self.does(seat, ClaimRent())

    def trades(
        self,
        seat: int,
        *,
        cash: Mapping[int, int] | None = None,
        deeds: Mapping[Place, int] | None = None,
        cards: Mapping[str, int] | None = None,
    ) -> EventList:
        """A seat proposes a deal, and all others it touches accept.

        `cash` has the change of each seat's cash; `deeds` and `cards` who gets each.
        """
        got = {self.deed(place): taker for place, taker in (deeds or {}).items()}
        kept = {pieces.kept_number(self, card): taker for card, taker in (cards or {}).items()}
        told = self.does(seat, ProposeDeal(dict(cash or {}), got, kept))
        deal = next(deal for deal in self.view().deals if deal.deal == seat)
        for other in deal.parties:
            if other not in deal.accepted:
                told += self.does(other, AcceptDeal(seat, deal.revision))
        return told

    def ends_turn(self) -> EventList:
        """The seat on turn hands the dice on."""
        return self.does(self.state.turn, EndTurn())

    def can(self, seat: int, action: Action) -> bool:
        """Whether an action is legal now."""
        return self.refusal(seat if seat == BANK else self._seat(seat), action) is None

    # Looking.

    def order(self) -> list[int]:
        """The seats in order of play."""
        return list(self.state.order[: self.seats])

    def deck(self, deck: str | int) -> list[str]:
        """The cards of a deck by id, the one on top first. The deck goes by id, name or number.

        Cards held by a seat are not in it. Where the edition draws at random, any of them comes next.
        """
        number = self._deck_number(deck)
        base, cards = number * codes.MAX_CARDS, self.edition.deck(number).cards
        return [cards[card].id for card in self.chance.deck[base : base + self.chance.deck_left[number]]]

    def _deck_number(self, deck: str | int) -> int:
        for number, id in enumerate(self.edition.decks):
            if deck in (number, id, self.edition.deck_name(id), self.edition.deck_name(id, "en")):
                return number
        known = ", ".join(f"{id} ({self.edition.deck_name(id)})" for id in self.edition.decks)
        raise BadPosition(f"no deck {deck!r} in {self.edition.id}; expected one of {known}")

    def cash(self, seat: int) -> int:
        """The cash of a seat."""
        return int(self.state.cash[self._seat(seat)])

    def owner(self, place: Place) -> int | None:
        """Who owns a deed; None is the Bank."""
        owner = self.state.owner[self.deed(place)]
        return None if owner == BANK else int(owner)

    def level(self, place: Place) -> int:
        """How high a lot is built: houses, and one more for a hotel."""
        return int(self.state.level[pieces.lot(self, place)])

    def has_hotel(self, place: Place) -> bool:
        """Whether a hotel stands on a lot."""
        return self.level(place) > int(self.table.building_houses_per_lot)

    def is_mortgaged(self, place: Place) -> bool:
        """Whether a deed is mortgaged."""
        return bool(self.state.mortgaged[self.deed(place)] != FREE)

    def space(self, seat: int) -> int:
        """Where a token stands."""
        return int(self.state.at[self._seat(seat)])

    def in_jail(self, seat: int) -> bool:
        """Whether a seat is in jail."""
        return bool(self.state.jail[self._seat(seat)] > 0)

    def holds(self, seat: int, card: str) -> bool:
        """Whether a seat holds a kept card."""
        return bool(self.state.held[self.kept(card)] == self._seat(seat))
