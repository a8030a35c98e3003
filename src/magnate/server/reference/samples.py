"""One of every message, from a small table that really is played: what the reference shows, and tests read back."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import Raw, Struct
from msgspec.structs import replace

from magnate import actions
from magnate.events import Event
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol import errors, frames
from magnate.protocol.config import Bank, Config, NoClock, PerDecision
from magnate.protocol.entries import Entry
from magnate.protocol.state import KeptOutPerson, Orders, RemovalState
from magnate.server.tables.decisions import decide
from magnate.server.tables.table import Table

SECRET = "5e" * 32
NOON = 1_763_208_000_000  # milliseconds since 1970
TABLE, AGAIN = "k7m2p4qx", "q3w8r5tz"
ANA, ION = "q9Ti6gnh3XzPVgcTQd0LUw", "Zk2mE81cRrWQb5o7Vn4sYA"
TOKEN = "u8Jm…"
NODE = "5b1c9e02d4aa"


class SampleGame:
    """Ana and Ion at a table of `clasico` with a clock: they sit down, start, and Ana rolls for the first turn."""

    def __init__(self) -> None:
        self.table = Table(TABLE, SECRET)
        self.log: list[Entry] = []
        self.told: list[Event] = []
        self.config = Config(
            edition="clasico", seats=2, options={"jail.fine": 100}, clock=PerDecision(90), auction=15, public=True
        )
        self.add(log.Created(ANA, self.config, self.table.commitment))
        self.do(ANA, "Ana", ask.Sit(name="Ana", entropy="a word of Ana's"))
        self.do(ION, "Ion", ask.Sit(name="Ion", entropy="a word of Ion's"))
        for seat in range(2):
            self.add(log.Connected(seat, NODE))
        self.open = self.table.state()
        self.do(ANA, "Ana", ask.Start())
        self.do(ANA, "Ana", self.roll(), 0)

    def add(self, entry: Entry) -> None:
        """The next entry of the log, a second later."""
        number = self.table.number + 1
        self.told = self.table.apply(number, NOON + 1000 * number, entry)
        self.log.append(entry)

    def do(self, person: str, name: str, command: ask.Command, *seats: int) -> None:
        """Somebody asks for something."""
        self.add(decide(self.table, person, name, seats, command).entry)

    def roll(self) -> ask.Act:
        """Ana rolls."""
        return ask.Act(seat=0, seen=self.table.number, action=Raw(b'{"type":"Roll"}'))

    def entry(self, kind: type[Any]) -> Any:
        """The first entry of a kind, as others receive it."""
        found = next(entry for entry in self.log if isinstance(entry, kind))
        return replace(found, entropy="") if isinstance(found, log.Sat) else found


@cache
def played() -> SampleGame:
    """The table the samples are from."""
    return SampleGame()


@cache
def samples() -> dict[type[Struct], Struct]:
    """A message of every kind, by its class."""
    made: list[Struct] = [*from_client(), *to_client(), *some_commands(), *some_entries(), *set_ups()]
    return {type(one): one for one in made}


def from_client() -> list[Struct]:
    """Frames from a client."""
    return [
        frames.Hello(since=5, tokens=[TOKEN]),
        frames.Do(id="a1", command=played().roll()),
        frames.Hold(id="a2", token=TOKEN),
        frames.Look(id="a3", seat=0),
        frames.Plan(id="a7", seat=0, group=0, levels=[1, 0]),
        frames.Mute(id="a4", person=ION),
        frames.Ping(),
    ]


def to_client() -> list[Struct]:
    """Frames to a client. The view is cut short: two deeds, three options."""
    of = played()
    table, state, number = of.table, of.table.state(), of.table.number
    assert table.game is not None
    view = table.game.view(1)
    short = replace(view, deeds=view.deeds[:2], options=view.options[:3])
    plan = table.game.plan(0, 0, [1] + [0] * (table.game.table.group_size[0] - 1))
    return [
        frames.Welcome(protocol=frames.PROTOCOL, table=of.open, person=ANA, seats=[0]),
        frames.Told(number, NOON + 1000 * number, of.log[-1], of.told),
        frames.Done(id="a5", number=2, token=TOKEN),
        a_refusal(of).frame("a6"),
        frames.Seen(id="a3", number=number, table=state, view=short),
        frames.Planned(id="a7", number=number, plan=plan),
        frames.Pong(),
        frames.Goodbye("restart", 500),
        state.seats[1],
        table.mine(1),
        short.seats[0],
        short.deeds[0],
        *([short.question] if short.question else []),
        short.options[0],
        plan,
    ]


def a_refusal(of: SampleGame) -> errors.Refusal:
    """Ion wants to end a turn that has not begun."""
    try:
        decide(of.table, ION, "Ion", [1], ask.Act(1, of.table.number, Raw(b'{"type":"EndTurn"}')))
    except errors.Refusal as refusal:
        return refusal
    raise AssertionError("the rules have changed: find another action that is refused")


def some_commands() -> list[Struct]:
    """Commands."""
    return [
        ask.Sit(seat=0, name="Ana", entropy="a word of Ana's"),
        ask.Stand(seat=0),
        ask.SetBot(seat=2),
        ask.ClearSeat(seat=2),
        ask.HandOver(seat=1),
        ask.Configure(config=played().config),
        ask.Start(),
        played().roll(),
        ask.AskTakeBack(seat=0),
        ask.AnswerTakeBack(seat=1, agree=True),
        ask.LetBotPlay(seat=0),
        ask.ComeBack(seat=0),
        ask.TakeOver(seat=2, name="Lucía"),
        ask.SetOrders(seat=0, orders=Orders(claim_rents=True, follow_cards=True)),
        ask.ProxyBid(seat=0, amount=180, deed=5),
        ask.Say("Well rolled!"),
        ask.RemoveMessage(number=41),
        ask.SetChat("seats"),
        ask.Silence(ION),
        ask.KeepOut(ION, name="Ion"),
        ask.LetIn(ION),
        ask.AskRemoval(seat=0, target=1),
        ask.AnswerRemoval(seat=2, agree=True),
        ask.AskPause(seat=0),
        ask.Resume(seat=1),
        ask.Grant(seat=0, to=1, seconds=60),
        ask.WaitFor(seat=0, absent=1),
        ask.SetPace(seat=0, pace="fast"),
        ask.SkipAhead(seat=0),
        ask.Rematch(),
        ask.Close(),
    ]


def some_entries() -> list[Struct]:
    """Entries of the log."""
    entry = played().entry
    return [
        *(entry(kind) for kind in (log.Created, log.Sat, log.Connected, log.Started)),
        log.Played(1, actions.Bid(amount=120)),
        log.TakeBackAsked(0, number=57),
        log.TakeBackAgreed(1),
        log.TakeBackRefused(1),
        log.TakenBack(0, number=57),
        log.PersonReturned(0),
        log.as_told(log.Ordered(0, max_bid=180)),
        log.SeatLeft(2, by_host=True),
        log.HostChanged(ION),
        log.Configured(played().config),
        log.Said(ANA, "Ana", "Well rolled!", seat=0),
        log.MessageRemoved(41),
        log.ChatSet("seats"),
        log.Silenced(ION),
        log.KeptOut(ION, "Ion", [1]),
        log.Readmitted(ION),
        log.RemovalAsked(0, target=1),
        log.RemovalAnswered(2, agree=True),
        log.RemovalEnded("lapsed"),
        log.PauseAsked(0),
        log.Resumed(1),
        log.Granted(0, to=1, seconds=60),
        log.Disconnected(1, NODE),
        log.BotTookOver(1),
        log.WaitAgreed(0, absent=1),
        log.PaceSet(0, "fast"),
        log.SkippedAhead(0),
        log.AuctionCalled(1),
        log.TimeCredited(23_500),
        log.Rematched(AGAIN),
        log.NamesRemoved([1]),
        log.Closed("host"),
    ]


def set_ups() -> list[Struct]:
    """A table as a host wants it, the clocks, and standing orders."""
    return [
        played().config,
        Orders(claim_rents=True, follow_cards=True),
        NoClock(),
        PerDecision(90),
        Bank(900, increment=10),
        KeptOutPerson(ION, "Ion"),
        RemovalState(seat=0, target=1, agreed=[0], refused=[], needed=2, until=NOON + 90_000),
    ]
