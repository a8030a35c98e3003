"""Secrets: every frame to every viewer of whole games is searched for what that viewer must not know.

Another's purse where purses are private, another's rents to claim and standing orders, the order of the decks, the
secret and the key of the dice before the end, the players' entropy before the start, other people's tokens and cookies.
The search itself is tried on planted leaks.
"""

from __future__ import annotations

import base64
import copy
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from party import Follower, Party, frame_of, seated
from people import Plan
from process import Node, run

from magnate.client import Client
from magnate.editions import load, names
from magnate.rules.codes import MAX_CARDS

CLAIMS = ("claims=", "claim_debtor=", "claim_deed=")  # how the text of a position tells of rents that are due
RUN = 5  # cards in a row that give an order away
PATIENCE = 260
PAST = 20  # positions of the past that a stranger looks at

BOOKS = [Plan(name, None, load(name).seats[-1] if load(name).seats[-1] < 6 else 4, 40) for name in names()]
PRIVATE = [
    Plan(name, None, 3, 50, {"table.private_cash": True})
    for name in names()
    if "table.private_cash" not in load(name).file.fixed
]
GAMES = [plan._replace(patience=PATIENCE) for plan in (*BOOKS, *PRIVATE)]
QUICK = (GAMES[0], GAMES[-1])  # what `make test` plays: one with open purses, one with private ones


class Leak(NamedTuple):
    """Something that somebody was told and should not have been."""

    kind: str
    where: str


class Viewer(NamedTuple):
    """Somebody who was told something: which seats they hold, what is theirs to know, every frame in order."""

    name: str
    seats: frozenset[int]
    own: frozenset[str]
    frames: list[bytes]


class Secrets:
    """What is secret in one game, and the search for it."""

    def __init__(self, party: Party) -> None:
        dice = party.plan.dice
        self.is_private = party.twin.edition.rules.table.private_cash
        self.dice = set(spellings(bytes.fromhex(dice.secret)))
        key = b"".join(word.to_bytes(4, "little") for word in dice.key())
        words = {str(word) for word in dice.key() if word > 99_999_999}
        self.key = {*spellings(key), *words}
        self.entropy = set(dice.entropy)
        self.tokens: set[str] = set()
        self.orders: set[tuple[int, ...]] = set()

    def note_decks(self, party: Party) -> None:
        """Remember the order in which the cards lie now."""
        c = party.twin.chance
        for deck in range(party.twin.table.decks):
            lying = list(c.deck[deck * MAX_CARDS : deck * MAX_CARDS + c.deck_left[deck]])
            self.orders.update(runs(lying))

    def search(self, viewer: Viewer) -> Iterator[Leak]:
        """Whatever this viewer was told and should not have been."""
        begun = over = False
        for number, data in enumerate(viewer.frames):
            where = f"frame {number} to {viewer.name}: {data[:80]!r}"
            frame = frame_of(data)
            begun = begun or frame.get("view") is not None
            over = over or bool((frame.get("view") or {}).get("over"))
            text = data.decode()
            for token in self.tokens - viewer.own:
                if token in text:
                    yield Leak("token", where)
            if not begun:
                yield from (Leak("entropy", where) for word in self.entropy if word in text)
            if not over:
                yield from (Leak("secret", where) for spelling in self.dice if spelling in text)
                yield from (Leak("key", where) for spelling in self.key if spelling in text)
                for values in number_lists(frame):
                    if not self.orders.isdisjoint(runs(values)) or not self.orders.isdisjoint(runs(values[::-1])):
                        yield Leak("deck", where)
                yield from (Leak("rent", where) for word in CLAIMS if word in text)
                yield from (Leak("order", where) for _ in orders(frame, viewer.seats))
                if self.is_private:
                    yield from (Leak("purse", where) for _ in purses(frame, viewer.seats))


def spellings(secret: bytes) -> Iterator[str]:
    """The ways in which bytes could stand in a text."""
    yield secret.hex()
    yield secret.hex().upper()
    yield base64.b64encode(secret).decode().rstrip("=")
    yield base64.urlsafe_b64encode(secret).decode().rstrip("=")


def runs(values: list[int]) -> Iterator[tuple[int, ...]]:
    """Every few values that stand in a row."""
    return (tuple(values[i : i + RUN]) for i in range(len(values) - RUN + 1))


def number_lists(node: Any) -> Iterator[list[int]]:
    """Every list of numbers anywhere in a frame; of objects and rows, the numbers that stand in one column."""
    if isinstance(node, dict):
        for value in node.values():
            yield from number_lists(value)
    elif isinstance(node, list):
        if node and all(type(value) is int for value in node):
            yield node
        elif node and all(isinstance(value, dict) for value in node):
            for name in node[0]:
                column = [value.get(name) for value in node]
                if all(type(value) is int for value in column):
                    yield column
        elif node and all(isinstance(value, list) and value for value in node):
            yield from ([row[place] for row in node if type(row[place]) is int] for place in (0, -1))
        for value in node:
            yield from number_lists(value)


def purses(node: Any, own: frozenset[int]) -> Iterator[Any]:
    """Everything that tells the cash or the possibilities of a seat that is not one's own."""
    if isinstance(node, dict):
        told = (node.get(name) for name in ("cash", "worth"))  # the cash of a deal's terms is an object, no number
        is_told = any(type(value) is int for value in told) or bool(node.get("options"))
        if "seat" in node and node["seat"] not in own and is_told:
            yield node
        for value in node.values():
            yield from purses(value, own)
    elif isinstance(node, list):
        for value in node:
            yield from purses(value, own)


def orders(node: Any, own: frozenset[int]) -> Iterator[Any]:
    """Everything that tells the orders of a seat that is not one's own, what is due to it, and what it could undo."""
    if isinstance(node, dict):
        is_told = any(node.get(name) is not None for name in ("due", "orders", "max_bid", "takes_back"))
        if is_told and node.get("seat") not in own:
            yield node
        if node.get("by") == "order":
            yield node
        for value in node.values():
            yield from orders(value, own)
    elif isinstance(node, list):
        for value in node:
            yield from orders(value, own)


async def watched_game(plan: Plan, node: Node) -> tuple[Secrets, list[Viewer]]:
    """A whole game, with everything that everybody was told, and a stranger who comes in the middle and asks a lot."""
    async with seated(plan, node.database, [[node.url]]) as party:
        secrets = Secrets(party)
        stranger = Client(node.url)
        asked: list[bytes] = []

        async def intrude() -> Follower:
            for path in ("", "/proof", "/log?limit=500", "/record"):
                found = await stranger.request("GET", f"/api/tables/{party.id}{path}")
                asked.append(msgspec.json.encode({"path": path, "answer": found}))
            for number in range(party.applied - PAST, party.applied + 1):
                found = await stranger.request("GET", f"/api/tables/{party.id}/moves/{number}")
                asked.append(msgspec.json.encode({"path": f"/moves/{number}", "answer": found}))
            late = Follower(stranger.table(party.id, since=0))
            async with late.table:
                await late.table.until(lambda: (late.table.number or 0) >= party.applied)
                await late.table.look()
            return late

        late = None
        while party.twin.must:
            secrets.note_decks(party)
            if late is None and len(party.twin.moves) > PATIENCE // 2:
                late = await intrude()
            await party.step()
        await party.agree()
        assert late is not None
        secrets.tokens |= {*(token for one in party.followers for token in one.table.tokens)}
        secrets.tokens |= {word for one in (*party.clients, stranger) for word in (one.token, one.cookie) if word}
        secrets.tokens |= set(spellings(signing_key(node)))
        viewers = []
        for follower, client in zip(party.followers, party.clients, strict=True):
            seats = frozenset(seat for seat, hand in party.hands.items() if hand is follower)
            own = frozenset({*follower.table.tokens, client.token, client.cookie})
            viewers.append(Viewer(f"seats {sorted(seats)}", seats, own, follower.frames))
        known = frozenset({stranger.cookie})
        begun = next(frame for frame in party.spectator.frames if frame_of(frame).get("view"))
        viewers.append(Viewer("a stranger", frozenset(), known, late.frames))
        viewers.append(Viewer("a stranger over HTTP", frozenset(), known, [begun, *asked]))
        return secrets, viewers


def signing_key(node: Node) -> bytes:
    """The key that the server signs tokens with."""
    with sqlite3.connect(node.database.split("///")[1]) as database:
        (found,) = database.execute("SELECT value FROM secrets WHERE name = 'signing'").fetchone()
    database.close()
    return bytes(found)


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """One server for all these games; it says all it ever says."""
    folder: Path = tmp_path_factory.mktemp("secrets")
    with Node(f"sqlite+aiosqlite:///{folder}/tables.db", folder, log_level="debug") as node:
        yield node


@pytest.mark.parametrize(
    "plan",
    [pytest.param(plan, marks=() if plan in QUICK else pytest.mark.thorough) for plan in GAMES],
    ids=lambda plan: plan.name + "-private" * bool(plan.options),
)
def test_nobody_is_told_what_is_not_theirs_to_know_in_a_whole_game(plan: Plan, node: Node) -> None:
    secrets, viewers = run(watched_game(plan, node))
    assert len(viewers) == plan.seats + 3
    for viewer in viewers:
        assert list(secrets.search(viewer)) == []
    assert min(len(viewer.frames) for viewer in viewers[: plan.seats]) > PATIENCE
    log = node.said()
    assert not [word for word in secrets.tokens | secrets.dice | secrets.key | secrets.entropy if word in log]


# The search finds what it looks for.


def plant(frame: dict[str, Any], kind: str, secrets: Secrets) -> dict[str, Any]:
    """A frame with something in it that should not be there."""
    planted = copy.deepcopy(frame)
    if kind == "purse":
        planted["view"]["seats"][1]["cash"] = 1234
    elif kind == "possibilities":
        planted["mine"].append({"seat": 1, "options": [{"type": "Bid", "low": 10, "high": 1200, "step": 1}]})
    elif kind == "deck":
        planted["view"]["deck"] = [0, *max(secrets.orders)]
    elif kind == "deck by objects":
        planted["view"]["coming"] = [{"card": card} for card in max(secrets.orders)]
    elif kind == "deck by chance":
        planted["entry"]["chance"] = [[2, card] for card in max(secrets.orders)]
    elif kind == "rent":
        planted["text"] = "magnate1/clasico.1/1500@0:31/1500@31/claims=1/claim_deed=0:22"
    elif kind == "due":
        planted["mine"].append({"seat": 1, "due": [{"debtor": 0, "deed": 22, "amount": 26}]})
    elif kind == "maximum":
        planted["mine"].append({"seat": 1, "max_bid": 120})
    elif kind == "orders":
        planted["entry"] = {"type": "Ordered", "seat": 1, "orders": {"claim_rents": True}}
    elif kind == "by order":
        planted["entry"] = {"type": "Played", "seat": 1, "action": {"type": "Pass"}, "by": "order"}
    elif kind == "worth":
        planted["view"]["seats"][1]["worth"] = 2345
    elif kind == "secret":
        planted["table"] = {"secret": min(secrets.dice)}
    elif kind == "key":
        planted["view"]["key"] = max(secrets.key)
    elif kind == "token":
        planted["token"] = max(secrets.tokens)
    return planted


FOUND_AS = {
    "purse": "purse", "worth": "purse", "possibilities": "purse", "deck": "deck", "deck by objects": "deck",
    "rent": "rent", "due": "order", "maximum": "order", "orders": "order", "by order": "order",
    "deck by chance": "deck", "secret": "secret", "key": "key", "token": "token",
}  # fmt: skip


def test_the_search_finds_every_kind_of_planted_leak(node: Node) -> None:
    secrets, viewers = run(watched_game(GAMES[-1]._replace(patience=140, seed=61), node))
    viewer = viewers[0]._replace(own=frozenset())
    secrets.tokens = {"somebody's token"}
    assert list(secrets.search(viewer)) == []
    place = next(
        place for place, data in enumerate(viewer.frames) if place > 100 and frame_of(data).get("mine") is not None
    )
    for kind, found in FOUND_AS.items():
        frames = list(viewer.frames)
        frames[place] = msgspec.json.encode(plant(frame_of(frames[place]), kind, secrets))
        leaks = list(secrets.search(viewer._replace(frames=frames)))
        assert {leak.kind for leak in leaks} == {found}, kind
        assert all(f"frame {place} " in leak.where for leak in leaks)


def test_the_search_finds_entropy_told_before_the_start(node: Node) -> None:
    secrets, viewers = run(watched_game(GAMES[-1]._replace(patience=140, seed=62), node))
    viewer = viewers[1]
    types = [(frame_of(data).get("entry") or {}).get("type") for data in viewer.frames]
    sat = types.index("Sat")
    told = frame_of(viewer.frames[sat])
    told["entry"]["entropy"] = min(secrets.entropy)
    frames = [*viewer.frames[:sat], msgspec.json.encode(told), *viewer.frames[sat + 1 :]]
    assert {leak.kind for leak in secrets.search(viewer._replace(frames=frames))} == {"entropy"}
