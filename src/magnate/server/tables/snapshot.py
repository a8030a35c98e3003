"""Snapshots: a table as bytes, to go on from without its log. One of another version's layout is not read."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from magnate.dice import FairDice
from magnate.game import Game
from magnate.protocol.config import Config
from magnate.protocol.state import BranchPoint, KeptOutPerson
from magnate.rules import fields

from .holder import Holder
from .moderation import PastVote, RemovalVote
from .seating import edition_of_table
from .table import Table
from .take_back import RecentMove, RecentMoves, TakeBackWish


class StaleSnapshot(Exception):
    """A snapshot in the layout of another version: the log is read instead."""


def freeze(table: Table) -> bytes:
    """A table as bytes."""
    data: dict[str, Any] = {"layout": LAYOUT, **{name: getattr(table, name) for name in KEPT}}
    if table.game is not None:
        data["game"] = {
            "names": table.game.names,
            "entropy": table.game.dice.entropy,
            "state": table.game.state.values(),
            "chance": table.game.chance.values(),
        }
        if table.steps is not None and table.steps.steps:
            base = table.steps.base
            data["game"]["base"] = [base.state.values(), base.chance.values()]
            data["game"]["steps"] = table.steps.steps
    return msgspec.msgpack.encode(data)


def thaw(id: str, secret: str, frozen: bytes) -> Table:
    """A table from its bytes. Raises StaleSnapshot if another version of Magnate wrote them in another layout."""
    if msgspec.msgpack.decode(frozen, type=Tagged).layout != LAYOUT:
        raise StaleSnapshot(f"table {id}: the snapshot has another layout than this version")
    kept = msgspec.msgpack.decode(frozen, type=FrozenTable)
    table = Table(id, secret)
    for name in KEPT:
        setattr(table, name, getattr(kept, name))
    table.epochs = max(holder.epoch for holder in (*table.holders, Holder(epoch=table.epochs)))
    table.edition = edition_of_table(table, table.config)
    if kept.game is not None:
        dice = FairDice.from_secret(secret, kept.game.entropy)
        handicap = table.config.handicap
        game = Game(table.edition, len(kept.game.names), names=kept.game.names, dice=dice, handicap=handicap)
        game.state.load(kept.game.state)
        game.chance.load(kept.game.chance)
        game.events.clear()
        game.moves.clear()
        base = game.copy()
        if kept.game.base is not None:
            base.state.load(kept.game.base[0])
            base.chance.load(kept.game.base[1])
        table.game, table.steps = game, RecentMoves(base, kept.game.steps)
    return table


class Tagged(msgspec.Struct):
    """The layout a frozen table is written in; 0.1.0 wrote none."""

    layout: str = ""


class FrozenGame(msgspec.Struct):
    """A game's part of a frozen table."""

    names: list[str]
    entropy: list[str]
    state: dict[str, Any]
    chance: dict[str, Any]
    base: tuple[dict[str, Any], dict[str, Any]] | None = None  # as chance last showed something, where moves followed
    steps: list[RecentMove] = []


class FrozenTable(msgspec.Struct):
    """A frozen table: of the values of a table, those that follow from its log."""

    status: str
    host: str
    created: int
    commitment: str
    again: str | None
    rematch: str | None
    removed: list[int]
    said: list[int]
    number: int
    at: int
    config: Config
    holders: list[Holder]
    started: int
    rules: str
    paused: bool
    paused_at: int
    pause_asked: list[int]
    called: int
    asked: list[Any]
    asked_at: int
    asked_number: int
    is_record: bool = False
    holdings: int = 0
    offers: list[int] = []
    moved_at: int = 0
    take_back: TakeBackWish | None = None
    wishes: list[int] = []
    epochs: int = 0
    pauses: list[int] = []
    reordered: list[int] = []
    shown: int = 0
    claimable: int = 0
    hurried: bool = False
    unjustified: list[int] = []
    arranged: list[str] = []
    put_number: int = 0
    offered_number: int = 0
    kept_out: list[KeptOutPerson] = []
    silenced: list[str] = []
    removal: RemovalVote | None = None
    votes: list[PastVote] = []
    branch: BranchPoint | None = None
    game: FrozenGame | None = None


KEPT = tuple(name for name in FrozenTable.__struct_fields__ if name != "game")

PARTS = (FrozenTable, FrozenGame, RecentMove, TakeBackWish, Holder, KeptOutPerson, RemovalVote, PastVote, BranchPoint)
MEMBERS = [(member.name, str(member.type)) for kind in PARTS for member in msgspec.structs.fields(kind)]
LAYOUT = hashlib.sha256(repr((fields.STATE, fields.CHANCE, MEMBERS)).encode()).hexdigest()[:16]  # of this version
