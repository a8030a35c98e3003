"""Long games in which people mix every command, seeded: the log, a snapshot, the record and the replay agree."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from tables import PAUSE, SECRET, Play

from magnate.actions import ClaimRent, MalformedAction
from magnate.editions import names
from magnate.game import Game
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Bank, NoClock, PerDecision
from magnate.protocol.errors import Refusal
from magnate.protocol.state import Orders
from magnate.server.live.agenda import due
from magnate.server.store.columns import LogRow
from magnate.server.tables.attendance import awaited, rests_from
from magnate.server.tables.replay import Replay, record_of
from magnate.server.tables.snapshot import freeze, thaw
from magnate.server.tables.table import OVER, Table

CLOCKS = [NoClock(), PerDecision(30), Bank(600, 5), PerDecision(172_800)]
PACES = ["normal", "fast", "instant"]
STEPS = 500
NODES = ["node", "other"]
COMMANDS = [
    "act", "act", "act", "act", "act", "orders", "bid", "bid", "take back", "take back", "answer", "answer", "lend",
    "return", "stand", "take over", "come", "go", "pause", "resume", "pace", "skip", "skip", "grant", "wait for",
    "say", "claim", "plan", "wait", "wait", "wait", "wait",
]  # fmt: skip


class Mix:
    """A game at which several people do whatever comes to their minds."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        pick = self.random.choice
        edition = names()[seed % len(names())]
        people, bots = pick([(1, 2), (2, 1), (2, 2), (3, 1)])
        self.play = Play(
            edition, people, bots, takeover=True, clock=pick(CLOCKS), auction=pick([0, 0, 10]), absence=pick([None, 60])
        )
        self.strangers = people
        self.done: list[str] = []
        self.play.start()

    @property
    def table(self) -> Table:
        return self.play.table

    def step(self) -> None:
        """One thing happens, or is refused and changes nothing."""
        what = self.random.choice(COMMANDS)
        before = freeze(self.table)
        try:
            self.happen(what)
        except Refusal:
            assert freeze(self.table) == before, f"{what} was refused and changed something"
        else:
            self.done.append(what)

    def happen(self, what: str) -> None:
        """What somebody does now."""
        pick, game = self.random.choice, self.table.game
        assert game is not None
        held = [seat for seat, holder in enumerate(self.table.holders) if holder.person is not None]
        seat = pick(held) if held else 0
        person = self.table.holders[seat].person or "nobody"
        other = self.random.randrange(len(self.table.holders))
        flip = self.random.random() < 0.5
        command: ask.Command | None = None
        match what:
            case "act":
                asked = [one for one in game.must if one in held]
                if asked:
                    self.play.act(actor := pick(asked), pick(game.legal_actions(actor)))
                return
            case "claim":
                self.play.act(seat, ClaimRent())
                return
            case "plan":
                before = freeze(self.table)
                with suppress(MalformedAction):  # the group has another number of lots
                    game.plan(seat, self.random.randrange(8), [self.random.randrange(6)] * pick([2, 3]))
                assert freeze(self.table) == before
                return
            case "wait":
                self.play.wait(pick([0.1, 1.0, 7.0, 25.0]))
                return
            case "come":
                self.play.add(log.Connected(seat, pick(NODES))) if person != "nobody" else None
                return
            case "go":
                nodes = self.table.holders[seat].nodes
                self.play.add(log.Disconnected(seat, pick(nodes))) if nodes else None
                return
            case "take over":
                self.strangers += 1
                self.play.do(f"p{self.strangers}", ask.TakeOver(other, f"Guest {self.strangers}"))
                return
            case "stand":
                command = ask.Stand(seat) if self.random.random() < 0.2 else None
            case "orders":
                command = ask.SetOrders(seat, Orders(*(self.random.random() < 0.4 for _ in range(5))))
            case "bid":
                deed = next((view.deed for view in [game.view().question] if view is not None), None)
                command = ask.ProxyBid(seat, pick([0, 10, 20, 60, 100, 200, 500, 1000]), deed)
            case "take back":
                command = ask.AskTakeBack(seat)
            case "answer":
                command = ask.AnswerTakeBack(seat, self.random.random() < 0.8)
            case "lend":
                command = ask.LetBotPlay(seat)
            case "return":
                command = ask.ComeBack(seat)
            case "pause":
                command = ask.AskPause(seat)
            case "resume":
                command = ask.Resume(seat)
            case "pace":
                command = ask.SetPace(seat, pick(PACES))  # type: ignore[arg-type]
            case "skip":
                command = ask.SkipAhead(seat)
            case "grant":
                command = ask.Grant(seat, other, 10)
            case "wait for":
                command = ask.WaitFor(seat, other)
            case "say":
                command = ask.Say("hm", "luck" if flip else None)
        if command is not None:
            self.play.do(person, command)


def told_of(table: Table) -> list[Any]:
    """What a table tells and does next, apart from its bytes."""
    mine = [table.mine(seat) for seat in range(len(table.holders))] if table.game else []
    return [table.state(), mine, due(table, PAUSE), awaited(table), rests_from(table, 5_000)]


def folded(entries: list[tuple[int, int, log.Entry]]) -> Table:
    """The table that a log adds up to, read from bytes as another node reads it."""
    table = Table("play2345", SECRET)
    for number, at, entry in entries:
        table.apply(number, at, msgspec.json.decode(msgspec.json.encode(entry), type=log.Entry))
    return table


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=() if seed < 5 else pytest.mark.thorough) for seed in range(60)]
)
def test_log_snapshots_record_and_replay_agree_whatever_people_do(seed: int) -> None:
    mix = Mix(seed)
    thawed = thaw("play2345", SECRET, freeze(mix.table))
    kept = len(mix.play.log)
    for step in range(STEPS):
        if mix.table.status == OVER:
            break
        mix.step()
        for number, at, entry in mix.play.log[kept:]:  # another node goes on from its snapshot
            thawed.apply(number, at, msgspec.json.decode(msgspec.json.encode(entry), type=log.Entry))
        kept = len(mix.play.log)
        assert freeze(thawed) == freeze(mix.table), f"step {step}: {mix.done[-3:]}"
        if step % 5 == 0:
            thawed = thaw("play2345", SECRET, freeze(mix.table))
            assert freeze(thawed) == freeze(mix.table)
            assert told_of(thawed) == told_of(mix.table)
    table, entries = mix.table, mix.play.log
    assert freeze(folded(entries)) == freeze(table)
    assert table.game is not None
    rows = [LogRow("play2345", number, at, "", "", msgspec.json.encode(entry), b"") for number, at, entry in entries]
    replay = Replay(SECRET)
    replay.take_in(rows)
    assert replay.game is not None
    assert replay.game.state.values() == table.game.state.values()
    assert replay.game.names == table.game.names
    replayed = Game.replay(record_of(SECRET, rows), generator=None)
    assert replayed.state.values() == table.game.state.values()
    assert replayed.names == table.game.names


def test_the_mix_does_everything() -> None:
    done: set[str] = set()
    kinds: set[str] = set()
    for seed in range(6):
        mix = Mix(seed)
        for _ in range(STEPS):
            mix.step()
        done |= set(mix.done)
        entries = [entry for _, _, entry in mix.play.log]
        kinds |= {str(type(entry).__struct_config__.tag) for entry in entries}
        kinds |= {entry.by for entry in entries if isinstance(entry, log.Played)}
    assert done >= set(COMMANDS)
    assert kinds >= {"TakenBack", "Ordered", "SkippedAhead", "Sat", "StoodIn", "CameBack", "order", "bot", "clock"}
