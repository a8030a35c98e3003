"""A table as a client follows it: always the latest state, and what can be asked of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from secrets import token_urlsafe
from types import TracebackType
from typing import Self

import msgspec

from magnate.actions import Action
from magnate.protocol import commands as ask
from magnate.protocol import frames
from magnate.protocol.config import Chat
from magnate.protocol.entries import KeptOut, Sat, SeatLeft
from magnate.protocol.errors import Refusal
from magnate.protocol.frames import Done, Planned, Seen, Told, Welcome
from magnate.protocol.state import DueRent, Mine, Orders, Pace, TableState
from magnate.view import Option, PlanView, View

from .connection import Connecting, ServerConnection

TRIES = 3  # answers in a row that may be refused

Decide = Callable[[int, list[Option], View], Action | None]


class Table(ServerConnection):
    """One table, followed over a socket. `table`, `view` and `mine` are always the latest.

    Use it as `async with`. Iterate over it to hear every entry of its log once, in order. If the server goes back to an
    earlier state (a restored backup), `restored` rises and the table follows it; with `since`, its log is sent again.
    """

    def __init__(self, client: Connecting, id: str, tokens: Sequence[str] = (), since: int | None = None) -> None:
        super().__init__(client, f"/api/tables/{id}/socket")
        self.id = id
        self.tokens = list(tokens)
        self.since = since
        self.number = since  # the last number received
        self.seen = 0  # the number `table`, `view` and `mine` are of
        self.person = ""
        self.seats: list[int] = []
        self.table: TableState | None = None
        self.view: View | None = None
        self.mine: dict[int, Mine] = {}
        self.gaps = 0  # how often a number was missing, and had to be asked for again
        self.restored = 0  # how often the server had less than it had sent
        self.muted: set[str] = set()  # whom I do not hear
        self._sat: dict[int, int] = {}  # the seats I took, by the number of the entry
        self._token_of: dict[int, str] = {}
        self._listeners: list[asyncio.Queue[Told | None]] = []
        self._changed = asyncio.Condition()

    async def __aenter__(self) -> Self:
        await self.client.ensure_registered()
        self.begin()
        await self.until(lambda: self.table is not None)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> None:
        await self.leave()

    # Asking.

    async def do(self, command: ask.Command, id: str | None = None) -> Done:
        """Ask the table for something. Carried out once, even if the connection breaks; a Refusal says why not."""
        id = id or token_urlsafe(9)
        done: Done = await self.ask(id, frames.Do(id=id, command=command))
        restored = self.restored
        await self.until(lambda: (self.number or 0) >= done.number or self.restored > restored)
        return done

    async def sit(self, seat: int | None = None, name: str | None = None, entropy: str = "") -> int:
        """Take a seat, the first free one unless a number is given; its number. `entropy` goes into the dice."""
        done = await self.do(ask.Sit(seat=seat, name=name, entropy=entropy or token_urlsafe(12)))
        if done.token is None:  # asked again after the connection broke, and meanwhile sent away
            raise Refusal("not_your_seat", "you sat down, but the seat was lost again before the answer came")
        await self.hold(done.token)
        taken = self._sat.get(done.number, seat)
        assert taken is not None
        self._token_of[taken] = done.token
        self.seats = sorted({*self.seats, taken})
        return taken

    async def hold(self, token: str) -> None:
        """Play one more seat from here, by its token."""
        id = token_urlsafe(9)
        await self.ask(id, frames.Hold(id=id, token=token))
        if token not in self.tokens:
            self.tokens.append(token)

    async def set_bot(self, seat: int, level: str = "house") -> None:
        """Put a house bot on an empty seat; only the host may."""
        await self.do(ask.SetBot(seat=seat, level=level))

    async def start(self) -> None:
        """Start the game; only the host may."""
        await self.do(ask.Start())

    async def say(self, text: str) -> None:
        """Say something to the table."""
        await self.do(ask.Say(text=text))

    async def mute(self, person: str, muted: bool = True) -> None:
        """Stop hearing a person, or hear them again, at every table. The server keeps it."""
        id = token_urlsafe(9)
        await self.ask(id, frames.Mute(id=id, person=person, muted=muted))
        self.muted = self.muted | {person} if muted else self.muted - {person}

    async def report(self, person: str, reason: str, number: int | None = None, note: str = "") -> str:
        """Report somebody here to the operator, with what they wrote; the number of the report.

        `reason` is insults, spam, cheating, name or other; `number` that of the message it is about.
        """
        asked = {"person": person, "reason": reason, "note": note} | ({} if number is None else {"number": number})
        return str((await self.client.request("POST", f"/api/tables/{self.id}/reports", asked))["report"])

    async def keep_out(self, person: str, name: str | None = None) -> None:
        """Keep a person out of this table for good; only the host may."""
        await self.do(ask.KeepOut(person=person, name=name))

    async def let_in(self, person: str) -> None:
        """Let a person come again who was kept out; only the host may."""
        await self.do(ask.LetIn(person=person))

    async def silence(self, person: str, silenced: bool = True) -> None:
        """Let a person no longer write here, or again; only the host may."""
        await self.do(ask.Silence(person=person, silenced=silenced))

    async def set_chat(self, chat: Chat) -> None:
        """Say who may write: everyone, or only those who have a seat; only the host may."""
        await self.do(ask.SetChat(chat=chat))

    async def ask_removal(self, seat: int, target: int) -> None:
        """Ask the others to vote whether the person of another seat leaves the game."""
        await self.do(ask.AskRemoval(seat=seat, target=target))

    async def answer_removal(self, seat: int, agree: bool) -> None:
        """Vote, or withdraw the vote a seat of mine asked for."""
        await self.do(ask.AnswerRemoval(seat=seat, agree=agree))

    async def act(self, seat: int, action: Action, seen: int | None = None, id: str | None = None) -> Done:
        """Play an action for a seat of mine. A Refusal lists what is legal; `stale` means: look again."""
        raw = msgspec.Raw(msgspec.json.encode(action))
        return await self.do(ask.Act(seat=seat, seen=self.seen if seen is None else seen, action=raw), id)

    async def take_back(self, seat: int) -> None:
        """Take back the last action of a seat of mine, or ask the others to agree."""
        await self.do(ask.AskTakeBack(seat=seat))

    async def answer_take_back(self, seat: int, agree: bool) -> None:
        """Agree that somebody takes back an action, or do not."""
        await self.do(ask.AnswerTakeBack(seat=seat, agree=agree))

    async def take_over(self, seat: int, name: str | None = None) -> None:
        """Take the seat of a bot in a game that is on, where the host allows it."""
        done = await self.do(ask.TakeOver(seat=seat, name=name))
        if done.token is None:
            raise Refusal("not_your_seat", "the seat was lost again before the answer came")
        await self.hold(done.token)
        self._token_of[seat] = done.token
        self.seats = sorted({*self.seats, seat})

    async def set_orders(self, seat: int, orders: Orders) -> None:
        """Set the standing orders of a seat of mine; `Orders()` takes all of them back."""
        await self.do(ask.SetOrders(seat=seat, orders=orders))

    async def proxy_bid(self, seat: int, amount: int) -> None:
        """Bid for a seat of mine up to an amount in the auction that is on; 0 takes it back. Only I see it."""
        question = self.view.question if self.view is not None else None
        await self.do(ask.ProxyBid(seat=seat, amount=amount, deed=question.deed if question is not None else None))

    async def set_pace(self, seat: int, pace: Pace) -> None:
        """Say how fast bots play for a seat of mine; with several people the slowest wish counts."""
        await self.do(ask.SetPace(seat=seat, pace=pace))

    async def skip_ahead(self, seat: int) -> None:
        """Alone against bots: let them play without pauses until a seat of mine has something to decide."""
        await self.do(ask.SkipAhead(seat=seat))

    async def look(self, seat: int | None = None) -> View | None:
        """The game as a seat of mine sees it, with everything it may do now, asked or not."""
        id = token_urlsafe(9)
        seen: Seen = await self.ask(id, frames.Look(id=id, seat=seat))
        return seen.view

    async def plan(self, seat: int, group: int, levels: Sequence[int]) -> PlanView:
        """What a plan for the buildings of a group would cost a seat of mine, the rents it makes, where it goes on."""
        id = token_urlsafe(9)
        planned: Planned = await self.ask(id, frames.Plan(id=id, seat=seat, group=group, levels=list(levels)))
        return planned.plan

    # Following.

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or the table is closed."""
        if self.view is not None and self.view.over:
            return True
        return self.table is not None and self.table.status in ("over", "closed")

    @property
    def must(self) -> list[int]:
        """The seats of mine that play waits for."""
        return [] if self.view is None else [seat for seat in self.view.must if seat in self.seats]

    def options(self, seat: int) -> list[Option]:
        """What a seat of mine may do, if play waits for it."""
        return self.mine[seat].options if seat in self.mine else []

    def may(self, seat: int) -> list[Option]:
        """What a seat of mine may do while play waits for others."""
        return self.mine[seat].may if seat in self.mine else []

    def orders(self, seat: int) -> Orders:
        """The standing orders of a seat of mine."""
        return self.mine[seat].orders if seat in self.mine else Orders()

    def max_bid(self, seat: int) -> int | None:
        """The proxy bid of a seat of mine in the auction that is on, if it has one."""
        return self.mine[seat].max_bid if seat in self.mine else None

    def rents_due(self, seat: int) -> list[DueRent]:
        """The rents a seat of mine may claim now: `act(seat, ClaimRent())`, before the next player rolls."""
        return self.mine[seat].due if seat in self.mine else []

    async def until(self, ready: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.failure is not None or ready())
        if self.failure is not None and not ready():
            raise self.failure

    async def play(self, decide: Decide) -> None:
        """Play my seats to the end of the game. `decide(seat, options, view)` answers whenever play waits for one.

        An answer that came too late or is not legal is asked for again; after a few in a row the Refusal is raised.
        """
        if not self.seats:
            raise Refusal(
                "not_your_seat", "you hold no seat at this table: sit down first, or show a token that is good"
            )
        refused = 0
        while True:
            await self.until(lambda: self.is_over or any(self.options(seat) for seat in self.must))
            if self.is_over and not self.must:
                return
            seat = next(seat for seat in self.must if self.options(seat))
            assert self.view is not None
            action = decide(seat, self.options(seat), self.view)
            number, restored = self.seen, self.restored
            if action is None:
                await self.until(lambda at=number: self.seen != at)  # type: ignore[misc]
                continue
            try:
                await self.act(seat, action)
                refused = 0
            except Refusal as refusal:
                refused += refusal.error != "stale"
                if refused >= TRIES:
                    raise
                if refusal.number is not None:
                    await self.until(
                        lambda at=refusal.number, was=restored: self.seen >= at or self.restored > was  # type: ignore[misc]
                    )

    async def __aiter__(self) -> AsyncIterator[Told]:
        listener: asyncio.Queue[Told | None] = asyncio.Queue()
        self._listeners.append(listener)
        try:
            while (told := await listener.get()) is not None:
                yield told
            if self.failure is not None and not self.has_left:
                raise self.failure
        finally:
            self._listeners.remove(listener)

    # What the server says.

    def hello(self) -> frames.Hello:
        """Who I am here, and where I was."""
        return frames.Hello(since=self.number, tokens=self.tokens)

    async def welcome(self, message: Welcome) -> None:
        """The present."""
        self.person, self.seats = message.person, list(message.seats)
        for token in message.refused_tokens:
            self._forget(token)
        self.table, self.view, self.muted = message.table, message.view, set(message.muted)
        self.mine = {mine.seat: mine for mine in message.mine}
        self.seen = message.table.number
        if self.number is None:
            self.number = message.table.number
        await self.wake_waiting()

    async def hear(self, told: Told) -> bool:
        """The next entry of the log. False: a number is missing, come back from the last one."""
        if self.number is not None and told.number > self.number + 1:
            self.gaps += 1
            return False
        if self.number is None or told.number == self.number + 1:
            self._take_in(told)
            await self.wake_waiting()
        return True

    async def forget(self) -> None:
        """The server has less than it sent: begin again."""
        self.restored += 1
        self.number = None if self.since is None else 0
        self._sat.clear()
        await self.wake_waiting()

    def _take_in(self, told: Told) -> None:
        self.number = told.number
        if isinstance(told.entry, Sat) and told.entry.person == self.person:
            self._sat[told.number] = told.entry.seat
        elif isinstance(told.entry, SeatLeft | KeptOut):
            left = [told.entry.seat] if isinstance(told.entry, SeatLeft) else told.entry.seats
            for seat in left:
                if token := self._token_of.get(seat):
                    self._forget(token)
                    self.seats = [one for one in self.seats if one != seat]
        if told.number > self.seen and (told.table or told.view):
            self.seen = told.number
            self.table = told.table or self.table
            self.view = told.view or self.view
            self.mine = {mine.seat: mine for mine in told.mine}
            if self.view is not None:
                self.seats = sorted(self.mine)
        for listener in self._listeners:
            listener.put_nowait(told)

    def _forget(self, token: str) -> None:
        """A token is good for no seat any more."""
        self.tokens = [one for one in self.tokens if one != token]
        self._token_of = {seat: one for seat, one in self._token_of.items() if one != token}

    async def wake_waiting(self) -> None:
        """Wake everybody who waits for something."""
        async with self._changed:
            self._changed.notify_all()

    async def ended(self) -> None:
        """Nothing more will come."""
        for listener in self._listeners:
            listener.put_nowait(None)
        await self.wake_waiting()
