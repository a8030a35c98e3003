"""What bots offer one another: every offer of a game, played on the compiled program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from magnate import Game
from magnate.actions import AcceptDeal, Action, CounterDeal, ProposeDeal, RefuseDeal
from magnate.bots.lineup import line_up
from magnate.bots.player import Bot, named
from magnate.bots.table import bot_to_act
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
from magnate.search.oracle import Oracle
from magnate.search.rollouts import Depth
from magnate.value.master_bot import Master
from magnate.view import SeatPosition

SEED = 13
TRADER = "trader"
REFUSER = "oracle"  # its seat is played from here
THINKING = {"master", "oracle"}  # no bots of the compiled program
SHALLOW = Depth(trials=4, rounds=2)  # of the oracle
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
    if THINKING & {*line}:
        yield from offers_of_thinking_bots(edition, line, games, seed, variant)
        return
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


def player(name: str) -> Bot:
    """The bot of a name in a line; whatever else a refuser does is a trader's."""
    if name == "master":
        return Master()
    if name == "oracle":
        return Oracle(SHALLOW, wait=True, threads=1)
    return named(TRADER if name == "refuser" else name)


def offers_of_thinking_bots(
    edition: str, line: tuple[str, ...], games: int, seed: int, variant: str | None
) -> Iterator[list[Offer]]:
    """The same where masters or oracles play: by the interpreter, in seconds a game."""
    players = {name: player(name) for name in line}
    for i in range(games):
        turn = i % len(line)
        seats = line[len(line) - turn :] + line[: len(line) - turn]
        game = Game(load(edition, variant), len(line), seed=seed * 1_000 + i)
        bots = line_up(game.table, [TRADER] * len(line))  # who acts next is the same for all of them
        g = game.state
        found: list[Offer] = []
        seen = [0] * len(line)
        while not g.over and g.actions < MOST:
            seat = bot_to_act(g, bots)
            choice = players[seats[seat]].decide(SeatPosition.seen(game, seat), seat)
            if seats[seat] == "refuser":
                choice = refused_instead(game, seat, choice)
            game.play(seat, choice)
            for slot in range(len(line)):
                if g.deals >> slot & 1 and g.deal[slot].revision != seen[slot]:
                    found.append(open_offer(g, slot))
                seen[slot] = g.deal[slot].revision
        yield found


def refused_instead(game: Game, seat: int, choice: Action) -> Action:
    """What somebody who refuses every deal and proposes none does instead of a trader's choice."""
    if isinstance(choice, AcceptDeal | CounterDeal):
        return RefuseDeal(choice.deal, choice.revision)
    return game.default_action(seat) if isinstance(choice, ProposeDeal) else choice


def open_offer(g: Any, slot: int) -> Offer:
    """The open deal in a slot of a game that the interpreter plays."""
    deal = g.deal[slot]
    others = tuple(seat for seat in range(g.seats) if deal.parties >> seat & 1 and seat != deal.author)
    goods = (tuple(deal.deed), tuple(deal.card))
    return Offer(deal.author, others, tuple(deal.cash), goods, g.rolls, deal.author != slot, tuple(g.cash))


def is_better(offer: Offer, before: Offer) -> bool:
    """Whether the others get more cash than before, and nobody less."""
    change = [offer.cash[other] - before.cash[other] for other in offer.others]
    return min(change) >= 0 and max(change) > 0
