"""A game played by numbers of the catalogue, interpreted: what the compiled environments must match."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from magnate import objects
from magnate.bots.lineup import Bots
from magnate.coding import fields
from magnate.coding.asking import OUTSIDE, ask_next, let_pass, question_of_seat
from magnate.coding.catalogue import DO_NOTHING, family_of, is_proposal
from magnate.coding.decode import decode_action
from magnate.coding.layout import QUESTION_NAMES
from magnate.coding.legal import list_legal
from magnate.coding.observe import write_observation
from magnate.editions import load, names
from magnate.envs import TableSpec
from magnate.game import Game
from magnate.rules.codes import CONCEDE
from magnate.rules.play import apply, check, new_game
from magnate.rules.refusals import OK

Legal = objects.plain("Legal", fields.LEGAL)
Seen = objects.plain("Seen", fields.SEEN)
Watch = objects.plain("Watch", fields.WATCH)

TABLES = [(name, variant) for name in names() for variant in (None, *load(name).file.variants)]


class Walk:
    """One game, its present question, and the numbers that are legal."""

    def __init__(self, spec: TableSpec, key: list[int], *, between: bool = False, concede: bool = False) -> None:
        self.spec, self.e, self.k = spec, objects.table(spec.table), spec.numbers
        self.g, self.c, self.a = objects.State(), objects.chance(key), objects.fresh_move()
        self.w, self.b, self.m, self.v = Watch(), Bots(), Legal(), Seen()
        self.w.between, self.w.concedes, self.w.private = int(between), int(concede), int(spec.is_private)
        self.b.bot = [OUTSIDE] * len(self.b.bot)
        new_game(self.g, self.e, self.c)
        self.ask()

    def ask(self) -> None:
        if not self.g.over:
            ask_next(self.g, self.w, self.b)
            list_legal(self.g, self.e, self.k, self.w, self.a, self.m)

    def stand_at(self, game: Game) -> None:
        """Go on from a position set up otherwise."""
        self.g, self.e, self.c = game.state, game.table, game.chance
        self.ask()

    def legal_in_debt_only(self) -> list[int]:
        """The legal numbers of a table that offers mortgaging in debt only."""
        m, w = Legal(), self.w.copy()
        w.debt_only = 1
        list_legal(self.g, self.e, self.k, w, self.a, m)
        return list(m.number[: m.legal])

    @property
    def legal(self) -> list[int]:
        return self.m.number[: self.m.legal]

    @property
    def question(self) -> str:
        return QUESTION_NAMES[question_of_seat(self.g, self.w)]

    def family(self, number: int) -> int:
        return int(family_of(self.k, number))

    def is_legal(self, number: int) -> bool:
        """What the rules say, asked about this number alone."""
        if number == DO_NOTHING:
            return bool(self.w.free)
        known = decode_action(self.g, self.e, self.k, self.w, number, self.a)
        return bool(known) and check(self.g, self.e, self.w.seat, self.a) == OK

    def seen(self, seat: int | None = None) -> list[int]:
        seat = self.w.seat if seat is None else seat
        places = write_observation(self.g, self.e, self.k, self.w, seat, self.v)
        return self.v.place[:places]

    def play(self, number: int) -> None:
        if number == DO_NOTHING:
            let_pass(self.g, self.w)
        else:
            assert decode_action(self.g, self.e, self.k, self.w, number, self.a) == 1
            assert apply(self.g, self.e, self.c, self.w.seat, self.a) == OK
        self.ask()


def key_of(seed: int) -> list[int]:
    return [seed, 0, 0, 0, 0, 0, 0, 0]


def wander(walk: Walk, steps: int, seed: int) -> Iterator[Walk]:
    """Random play that proposes deals half of the time: at each question the walk, before its answer."""
    dice = random.Random(seed)
    for _ in range(steps):
        if walk.g.over:
            return
        yield walk
        plain = [
            number for number in walk.legal if not is_proposal(walk.family(number)) and walk.family(number) != CONCEDE
        ]
        walk.play(dice.choice(plain if plain and dice.random() < 0.5 else walk.legal))


def spec_of(edition: str, variant: str | None = None, seats: int | None = None, **options: Any) -> TableSpec:
    return TableSpec(edition, seats, variant=variant, options=options or None)
