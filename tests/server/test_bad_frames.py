"""Bad messages, more than a hundred thousand of them: each is refused by a name, and no table has changed.

`make test` sends a fifth of them.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mischief import broken, frames, horrors, options, spoilt
from process import UNLIMITED, run
from process import Node as ServerProcess
from tables import SECRET, START, Play
from websockets.asyncio.client import connect

from magnate.actions import ProposeDeal
from magnate.client import Client
from magnate.editions import names
from magnate.protocol import commands as ask
from magnate.protocol.config import Config
from magnate.protocol.entries import decode_entry
from magnate.protocol.errors import ERRORS, Refusal
from magnate.protocol.frames import Do, Hello, Hold, encode
from magnate.server.http.socket import read_frame
from magnate.server.http.table_routes import Asks
from magnate.server.live.live_table import LiveTable, prepared
from magnate.server.live.node import Node, decode
from magnate.server.operations.settings import Settings
from magnate.server.people.callers import Caller
from magnate.server.people.person import Person
from magnate.server.tables import decisions
from magnate.server.tables.levels import decide, wants_to_act
from magnate.server.tables.snapshot import freeze, thaw
from magnate.server.tables.table import Table
from magnate.server.tables.table_setup import check_config

ENOUGH = 100_000
SHARE = 5  # `make test` sends one in so many
EXAMPLES = {"spoilt": 2_200, "illegal": 800, "broken": 60, "kept": 100}
OVER_THE_WIRE = 4_000


class Tally:
    """What was refused, each message once, by the name of the error; and what was not."""

    def __init__(self) -> None:
        self.different: set[int] = set()
        self.errors: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()

    def refused(self, message: str | bytes, error: str) -> None:
        """A message was refused."""
        assert error in ERRORS
        assert error != "internal"
        if hash(message) not in self.different:
            self.different.add(hash(message))
            self.errors[error] += 1


def many(examples: int) -> Callable[[Any], Any]:
    """Hypothesis, as often as this. The same messages every time: a test that fails must fail again."""
    return settings(
        max_examples=examples, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )


# Tables, at all sorts of moments.


class Moment(NamedTuple):
    """A table as bytes, and what was going on there."""

    name: str
    frozen: bytes

    def thaw(self) -> Table:
        """The table."""
        return thaw("play2345", SECRET, self.frozen)


@cache
def moments() -> list[Moment]:
    """Tables of every edition: open, with every question that comes up in a game, over, and closed."""
    found = []
    for edition in names():
        play = Play(edition, people=3)
        kinds = {"open": freeze(play.table)}
        play.start()
        while not play.table.game or not play.table.game.is_over:
            game = play.table.game
            assert game is not None
            view = game.view()
            kind = f"{view.question.type if view.question else 'nothing'}{' with a deal' if view.deals else ''}"
            kinds.setdefault(kind, freeze(play.table))
            seat = next((seat for seat in range(3) if wants_to_act("house", game, seat)), game.must[0])
            play.act(seat, decide("house", game, seat))
            if play.table.number > 400:
                break
        kinds["late"] = freeze(play.table)
        closed = Play(edition, people=2)
        closed.do("p0", ask.Close())
        kinds["closed"] = freeze(closed.table)
        found += [Moment(f"{edition} {kind}", frozen) for kind, frozen in kinds.items()]
    return found


Who = tuple[str, tuple[int, ...]]
WHO: list[Who] = [("stranger", ()), ("p0", (0,)), ("p1", (1,)), ("p2", (0, 1, 2)), ("p0", ()), ("p1", (0, 1, 2))]


class Target:
    """A table at one moment, and somebody who sends it messages."""

    def __init__(self, node: Node, tally: Tally, moment: Moment, who: Who) -> None:
        self.node, self.tally, self.moment = node, tally, moment
        self.person, self.seats = who
        self.table = moment.thaw()

    def send(self, message: str) -> None:
        """Send a message the way a socket would; refused or not, the table is as it was."""
        try:
            frame = read_frame(message)
        except Refusal as refusal:
            self.tally.refused(message, refusal.error)
            return
        if not isinstance(frame, Do):
            self.tally.accepted[type(frame).__name__] += 1
            return
        caller = Caller(Person(self.person, self.person), "127.0.0.1")
        try:
            command = prepared(frame.command)
            self.node.registry.charge(caller, command, lambda: caller.person.id if self.seats else None)
            move = decisions.decide(self.table, self.person, self.person, self.seats, command)
        except Refusal as refusal:
            self.tally.refused(message, refusal.error)
            assert freeze(self.table) == self.moment.frozen
            return
        # It was a good one after all. Then it can be kept, read again and applied, and the table goes on.
        self.tally.accepted[type(frame.command).__name__] += 1
        again = decode_entry(encode(move.entry))
        fresh = self.moment.thaw()
        fresh.apply(fresh.number + 1, START, again)
        assert msgspec.json.decode(encode(fresh.state()))
        self.table = self.moment.thaw()


@contextmanager
def a_node(folder: Path) -> Iterator[tuple[Node, Callable[[Coroutine[Any, Any, Any]], Any]]]:
    """The edge of a node in this process, and something to wait with."""
    with asyncio.Runner() as runner:
        limits: dict[str, Any] = UNLIMITED | {"chat_per_minute": 1_000_000, "bot_pause_ms": 86_400_000}
        node = runner.run(Node.open(Settings(database=str(folder / "tables.db"), **limits)))
        try:
            yield node, runner.run
        finally:
            runner.run(node.close())


def nearly_good(table: Table, seat: int, pick: int, id: str = "a") -> dict[str, Any]:
    """A frame that asks for something a seat may do just now, or for a deal."""
    assert table.game is not None
    possible = [option.action for option in table.game.options(seat) if option.action is not None]
    action = possible[pick % len(possible)] if possible else ProposeDeal(cash={0: -10, 1: 10}, deeds={0: 1})
    body = msgspec.to_builtins(action, str_keys=True)
    command = {"type": "Act", "seat": seat, "seen": table.number, "action": body}
    return {"type": "Do", "id": id, "command": command}


def test_a_hundred_thousand_bad_messages_are_refused_by_name_and_change_nothing(tmp_path: Path, thorough: bool) -> None:
    tally, share = Tally(), 1 if thorough else SHARE
    playing = [moment for moment in moments() if moment.thaw().status == "playing"]
    with a_node(tmp_path) as (node, _):

        @many(EXAMPLES["spoilt"] // share)
        @given(st.sampled_from(moments()), st.sampled_from(WHO), frames(), horrors())
        def every_place_spoilt(moment: Moment, who: Who, frame: Any, horror: str) -> None:
            target = Target(node, tally, moment, who)
            if frame["type"] == "Do" and frame["command"].get("seen", 0) % 4:
                frame["command"]["seen"] = target.table.number
            for message in [json.dumps(frame), *spoilt(frame, horror)]:
                target.send(message)
            assert freeze(target.table) == moment.frozen

        @many(EXAMPLES["illegal"] // share)
        @given(st.sampled_from(playing), st.integers(0, 2), st.integers(0, 50), st.integers(0, 50).map(str) | horrors())
        def every_action_spoilt(moment: Moment, seat: int, pick: int, horror: str) -> None:
            target = Target(node, tally, moment, (f"p{seat}", (seat,)))
            for message in spoilt(nearly_good(target.table, seat, pick), horror):
                target.send(message)
            assert freeze(target.table) == moment.frozen

        @many(EXAMPLES["broken"] // share)
        @given(st.sampled_from(moments()), st.sampled_from(WHO), frames(), st.integers(0, 255), st.binary())
        def every_byte_broken(moment: Moment, who: Who, frame: Any, byte: int, noise: bytes) -> None:
            target = Target(node, tally, moment, who)
            for data in [noise, *broken(json.dumps(frame), byte)]:
                target.send(data.decode("utf-8", "surrogateescape"))
                assert refusal_of(partial(decode, data, Asks)) in (None, "malformed")  # the body of a request
            assert freeze(target.table) == moment.frozen

        for moment in moments():
            nowhere = {"type": "Configure", "config": {"edition": "nowhere"}}
            Target(node, tally, moment, ("p0", (0,))).send(json.dumps({"type": "Do", "id": "a", "command": nowhere}))
        every_place_spoilt()
        every_action_spoilt()
        every_byte_broken()
        is_open = next(moment for moment in moments() if moment.thaw().status == "open")
        unknown = {"type": "Configure", "config": {"edition": "x"}}  # among so many commands chance may miss it
        Target(node, tally, is_open, ("p0", (0,))).send(json.dumps({"type": "Do", "id": "a", "command": unknown}))
    print(f"{len(tally.different)} refused: {dict(tally.errors)}; accepted: {dict(tally.accepted)}")
    assert len(tally.different) >= ENOUGH // share
    wanted = {"malformed", "illegal", "stale", "not_your_seat", "not_the_host", "bad_config", "is_closed", "too_late"}
    assert wanted <= tally.errors.keys()
    assert tally.accepted["Act"], "none of them was close to a good one"


def refusal_of(ask: Callable[[], object]) -> str | None:
    """The name of the refusal, or None."""
    try:
        ask()
    except Refusal as refusal:
        return refusal.error
    return None


@many(300)
@given(st.sampled_from(names()), st.integers(2, 8), options(), st.integers(0, 2**30))
def test_whatever_set_up_is_accepted_can_be_played(edition: str, seats: int, rules: dict[str, Any], luck: int) -> None:
    config = Config(edition=edition, seats=seats, options=rules)
    if refusal_of(lambda: check_config(config)) is not None:
        return
    play = Play(edition, people=seats, options=rules)
    play.start()
    for _ in range(60):
        game = play.table.running()
        if game.is_over:
            break
        seat = next(
            (seat for seat in range(seats) if wants_to_act("house", game, seat)), game.must[luck % len(game.must)]
        )
        play.act(seat, decide("house", game, seat))
    assert freeze(thaw("play2345", SECRET, freeze(play.table))) == freeze(play.table)


# With everything around the table: its live table, its store, its sockets.


def test_a_live_table_refuses_bad_commands_stores_nothing_of_them_and_plays_on(tmp_path: Path) -> None:
    tally = Tally()
    with a_node(tmp_path) as (node, wait):
        live, tokens = wait(a_game(node))
        ids = itertools.count()

        async def send(caller: Caller, held: list[str], message: str) -> None:
            try:
                frame = read_frame(message)
                if isinstance(frame, Hold):
                    live.connections.seat_of(frame.token)
                if isinstance(frame, Do):
                    await live.command(caller, held, frame.id, frame.command)
                tally.accepted[type(frame).__name__] += 1
            except Refusal as refusal:
                tally.refused(message, refusal.error)

        async def send_all(who: int, messages: list[str]) -> None:
            caller = Caller(Person(f"p{who}", f"P {who}"), "127.0.0.1")
            held = tokens[who : who + 1]
            for message in messages:
                before, good = freeze(live.table), tally.accepted.total()
                await send(caller, held, message)
                assert freeze(live.table) == before or tally.accepted.total() > good
                assert not live.is_unsure

        @many(EXAMPLES["kept"])
        @given(st.integers(0, 3), st.integers(0, 50), frames(), horrors())
        def every_place_spoilt(who: int, pick: int, frame: Any, horror: str) -> None:
            messages = list(spoilt(frame, horror))
            if who < len(tokens) and live.table.status == "playing":
                messages += spoilt(nearly_good(live.table, who, pick, f"id {next(ids)}"), horror)
            wait(send_all(who, messages))

        every_place_spoilt()
        rows = wait(node.store.rows(live.table.id, 0))
        assert [row.number for row in rows] == [*range(1, live.table.number + 1)]
        wait(node.registry.let_go(live))
        assert freeze(wait(node.registry.live_table(live.table.id)).table) == freeze(live.table)
    assert len(tally.different) >= 3_000
    assert tally.accepted.total() < 1_000


async def a_game(node: Node) -> tuple[LiveTable, list[str]]:
    """A started game of three people, and the tokens of their seats."""
    people = [Person(f"p{seat}", f"P {seat}") for seat in range(3)]
    live = await node.registry.live_table(await node.registry.create(people[0], Config(edition="clasico", seats=3)))
    tokens = [str((await live.do(person, [], "sit", ask.Sit())).token) for person in people]
    await live.do(people[0], [], "start", ask.Start())
    return live, tokens


def test_a_server_answers_thousands_of_bad_frames_each_by_name_and_the_game_goes_on(tmp_path: Path) -> None:
    messages: dict[str, None] = {}

    @many(200)
    @given(frames(), horrors())
    def gather(frame: Any, horror: str) -> None:
        if len(messages) < OVER_THE_WIRE:
            messages.update(dict.fromkeys(text for text in spoilt(frame, horror) if is_text(text)))

    gather()
    with ServerProcess(f"sqlite+aiosqlite:///{tmp_path}/tables.db", tmp_path, malformed_in_a_row=1_000_000) as node:
        refused, others = run(bombard(node, list(messages)[:OVER_THE_WIRE]))
        assert node.process is not None
        assert node.process.poll() is None
        assert "Traceback" not in node.said()
    print(f"{refused.total()} refused: {dict(refused)}; other answers: {dict(others)}")
    assert refused.total() >= 0.9 * OVER_THE_WIRE
    assert refused.keys() <= ERRORS.keys() - {"internal", "too_fast"}
    assert {"malformed", "not_your_seat", "not_the_host"} <= refused.keys()


def is_text(message: str) -> bool:
    """Whether a message can be sent as text at all."""
    try:
        return bool(message.encode())
    except UnicodeEncodeError:
        return False


async def bombard(node: ServerProcess, messages: list[str]) -> tuple[Counter[str], Counter[str]]:
    """Send bad frames to a game from its stands while it is played; what was answered, by name."""
    refused: Counter[str] = Counter()
    others: Counter[str] = Counter()
    client = Client(node.url)
    async with await client.quick(edition="clasico", seats=2) as table:
        playing = asyncio.create_task(table.play(lambda seat, options, view: options[0].action))
        address = f"ws{node.url.removeprefix('http')}/api/tables/{table.id}/socket"
        async with connect(address, max_size=None, compression=None, proxy=None) as socket:
            await socket.send(encode(Hello()), text=True)
            for start in range(0, len(messages), 50):
                batch = messages[start : start + 50]
                for message in batch:
                    await socket.send(message)
                answers = 0
                while answers < len(batch):
                    answer = msgspec.json.decode(await socket.recv())
                    assert answer["type"] != "Goodbye"
                    if answer["type"] == "Refused":
                        refused[answer["error"]] += 1
                    elif answer["type"] not in ("Welcome", "Told"):
                        others[answer["type"]] += 1
                    answers += answer["type"] not in ("Welcome", "Told")
        number = table.number or 0
        await table.until(lambda: table.is_over or (table.number or 0) > number)
        playing.cancel()
        assert table.gaps == 0
        assert table.connections == 1
    return refused, others
