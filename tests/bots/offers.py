"""What bots offer one another: every offer of a game, played on the compiled program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from magnate.compiled import batch, program, records
from magnate.compiled.batch import MOST
from magnate.compiled.program import NO_STEPS, TASK_GO_ON, TASK_PLAY, Games
from magnate.editions import load
from magnate.rules.codes import (
    ACCEPT_DEAL,
    COUNTER_DEAL,
    MAX_SEATS,
    PROPOSE_DEAL,
    REFUSE_DEAL,
    ROLL,
)

SEED = 13
REFUSER = "oracle"  # its seat is played from here
NEARLY = 0.8  # of a purse


class Offer(NamedTuple):
    """Terms one seat laid before others, and the purses they were made with."""

    author: int
    others: tuple[int, ...]
    cash: tuple[int, ...]
    goods: tuple[tuple[int, ...], tuple[int, ...]]
    rolls: int
    is_counter: bool
    purses: tuple[int, ...]

    @property
    def asks_nearly_all(self) -> bool:
        """Whether somebody else would have to give nearly all of its cash."""
        return any(-self.cash[other] > NEARLY * self.purses[other] for other in self.others if self.cash[other] < 0)


def offer_in(g: Any, slot: int, is_counter: bool) -> Offer:
    """The open deal in a slot."""
    deal = g["deal"][slot]
    author, parties = int(deal["author"]), int(deal["parties"])
    return Offer(
        author,
        tuple(seat for seat in range(int(g["seats"])) if parties >> seat & 1 and seat != author),
        tuple(deal["cash"].tolist()),
        (tuple(deal["deed"].tolist()), tuple(deal["card"].tolist())),
        int(g["rolls"]),
        is_counter,
        tuple(g["cash"].tolist()),
    )


def offers_of_games(
    edition: str, line: tuple[str, ...], games: int, seed: int = SEED, variant: str | None = None
) -> Iterator[list[Offer]]:
    """Every offer of each game, the seats of the line rotated; a `refuser` refuses all and proposes nothing."""
    table = load(edition, variant).table(len(line))
    names_of = [REFUSER if name == "refuser" else name for name in line]
    lines = [names_of[-turn:] + names_of[:-turn] for turn in range(len(line))]
    e, bots = records.edition_record(table), batch.lines_record(table, lines)
    keys = records.seeded_keys(seed, games)
    run, own = program.runner(), program.fresh_scratch()
    for i in range(games):
        g, s = records.fresh_states(1), own.search
        game = Games(g, e, records.fresh_chances(keys[i : i + 1]), bots[i % len(lines)][None])
        run(TASK_PLAY, game, own, NO_STEPS, 0, 1, 0)
        s["choices"] = 0
        found: list[Offer] = []
        seen = np.zeros(MAX_SEATS, int)
        chosen = 0
        while not g["over"][0] and g["actions"][0] < MOST:
            run(TASK_GO_ON, game, own, NO_STEPS, chosen, 0, int(g["actions"][0]) + 1)
            chosen = 0
            if s["choices"][0] > 1:
                chosen = refusing(s[0])
            else:
                s["choices"] = 0
            deals = g["deal"][0]
            if (deals["revision"] != seen).any():
                for slot in np.flatnonzero(deals["revision"] != seen):
                    if g["deals"][0] >> slot & 1:
                        found.append(offer_in(g[0], int(slot), bool(deals["author"][slot] != slot)))
                seen = deals["revision"].copy()
        yield found


def refusing(search: Any) -> int:
    """The choice of somebody who refuses every deal and proposes none; in everything else a trader."""
    kinds = search["choice_kind"][: int(search["choices"])].tolist()
    if kinds[0] in (ACCEPT_DEAL, COUNTER_DEAL):
        return int(kinds.index(REFUSE_DEAL))
    if kinds[0] == PROPOSE_DEAL:
        return int(kinds.index(ROLL)) if ROLL in kinds else 0
    return 0


def is_better(offer: Offer, before: Offer) -> bool:
    """Whether the others get more cash than before, and nobody less."""
    change = [offer.cash[other] - before.cash[other] for other in offer.others]
    return min(change) >= 0 and max(change) > 0
