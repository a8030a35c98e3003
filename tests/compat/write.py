"""Write what this version stores, for later versions to read: records of every edition and variant, and two databases.

Beside them lie a game with house rules, one of an edition of its own, and the fingerprint of every table there is.
The neutral values of new switches are added to `neutral.json`.

    python tests/compat/write.py tests/compat/0.1.0

Run it once for a release, with the code of that release. `test_compat.py` reads all of them with today's code.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(0, str(Path(__file__).parent.parent / "server"))

from process import Node, postgres, postgres_tool

from magnate import Game
from magnate.actions import Action
from magnate.bots.player import named
from magnate.client import Client, Table
from magnate.editions import load, names
from magnate.editions.fingerprint import neutral_switches
from magnate.view import Option, View

BOTS = ("trader", "house", "novice", "house")
MOST = 1_500  # moves of a record
OWN = Path(__file__).parent.parent.parent / "examples" / "editions" / "lagoon.toml"
HOUSE_RULES = {
    "setup.dealt": 1,
    "rent.collect": "automatic",
    "cards.draw": "random",
    "building.even": "none",
    "debts.settle": "any",
}


def variants() -> list[tuple[str, str | None]]:
    """Every edition with each of its variants."""
    return [(id, variant) for id in names() for variant in (None, *load(id).file.variants)]


def bots_game(edition: str, variant: str | None, seed: int, options: dict[str, Any] | None = None) -> Game:
    """A game among bots of three levels."""
    game = Game(edition, 4, seed, variant=variant, options=options, names=["Ana", "Bea", "Caterina", "Dănuț"])
    players = [named(name) for name in BOTS]
    while game.must and len(game.moves) < MOST:
        seat = game.must[0]
        game.play(seat, players[seat].choose(game.view(seat), game.legal_actions(seat)))
    return game


def random_game(edition: str, variant: str | None, seed: int, moves: int = 400) -> Game:
    """A game of random legal actions, which meets more rules than bots do."""
    game, luck = Game(edition, 3, seed, variant=variant), random.Random(seed)
    while game.must and len(game.moves) < moves:
        seats = game.must if luck.random() < 0.8 else [*game.must, *game.may]
        seat = luck.choice(seats)
        legal = [one for one in game.legal_actions(seat) if type(one).__name__ != "Concede"]
        if legal:
            game.play(seat, luck.choice(legal))
    return game


def write_records(folder: Path) -> None:
    """A game of bots and one of random play for every edition and variant."""
    folder.mkdir(parents=True)
    for place, (edition, variant) in enumerate(variants()):
        for kind, game in (
            ("bots", bots_game(edition, variant, 100 + place)),
            ("random", random_game(edition, variant, 200 + place)),
        ):
            name = f"{edition}-{variant or 'book'}-{kind}.record"
            (folder / name).write_text(game.record(), encoding="utf8")
            print(name, len(game.moves), "moves", "over" if game.is_over else "running", flush=True)


def write_own(folder: Path) -> None:
    """A game with house rules, and one of an edition that does not come with Magnate, with its file."""
    folder.mkdir(parents=True)
    shutil.copy(OWN, folder)
    game = bots_game(str(folder / OWN.name), None, 300)
    (folder / f"{OWN.stem}.record").write_text(game.record(), encoding="utf8")
    for edition in names():
        game = bots_game(edition, None, 301, HOUSE_RULES)
        (folder / f"{edition}-house-rules.record").write_text(game.record(), encoding="utf8")


def write_fingerprints(path: Path) -> None:
    """The line `table` of a record for every edition, variant, skin and number of seats."""
    lines = []
    for id, variant in variants():
        for skin in load(id).file.skins or [""]:
            for seats in load(id, variant).seats:
                text = Game(id, seats, 1, variant=variant, skin=skin or None).record()
                table = next(line for line in text.splitlines() if line.startswith("table "))
                lines.append(f"{id} {variant or '-'} {skin or '-'} {seats} {table}")
    path.write_text("\n".join(lines) + "\n", encoding="utf8")


def write_neutral(path: Path) -> None:
    """The neutral value of every switch, which no later version may change: new ones are added."""
    released = json.loads(path.read_text(encoding="utf8"))
    path.write_text(json.dumps(neutral_switches() | released, indent=1) + "\n", encoding="utf8")


async def fill(url: str) -> list[dict[str, Any]]:
    """Tables in every state, over the protocol; what is needed to go on with them."""
    made = []
    for place, (edition, variant) in enumerate(variants()):
        client = Client(url)
        async with await client.create(edition=edition, variant=variant, seats=3) as table:
            await table.sit(0, "Ana", "luck of Ana")
            await table.set_bot(1, "trader")
            await table.set_bot(2, "house")
            await table.say(f"Let us play {edition}!")
            state = ("open", "playing", "over")[place % 3]
            if state != "open":
                await table.start()
                await play(table, 60)
            if state == "over":
                await table.play(lambda seat, options, view: leave_or_go_on(options))
            assert table.table is not None
            made.append(
                {
                    "id": table.id,
                    "edition": edition,
                    "variant": variant,
                    "status": table.table.status,
                    "tokens": table.tokens,
                }
            )
            print(made[-1]["status"], edition, variant, table.number, flush=True)
    return made


class Enough(Exception):
    """So many decisions were made."""


async def play(table: Table, decisions: int) -> None:
    """Answer so many questions, each with another option."""
    count = 0

    def decide(seat: int, options: list[Option], view: View) -> Action | None:
        nonlocal count
        count += 1
        if count > decisions:
            raise Enough
        legal = [option.action for option in options if option.action and option.type != "Concede"]
        return legal[count % len(legal)]

    with contextlib.suppress(Enough):
        await table.play(decide)


def leave_or_go_on(options: list[Option]) -> Action | None:
    """Concede as soon as one may."""
    return next((option.action for option in options if option.type == "Concede"), options[0].action)


def write_sqlite(folder: Path) -> None:
    """A SQLite file of a server, as a stop leaves it."""
    with tempfile.TemporaryDirectory() as scratch:
        database = Path(scratch) / "tables.db"
        with Node(f"sqlite+aiosqlite:///{database}", Path(scratch), bot_pause_ms=0) as node:
            tables = asyncio.run(fill(node.url))
            node.stop()
        with sqlite3.connect(database) as kept:
            kept.execute("VACUUM INTO ?", (str(Path(scratch) / "whole.db"),))
        with (Path(scratch) / "whole.db").open("rb") as whole, gzip.open(folder / "tables.db.gz", "wb") as packed:
            shutil.copyfileobj(whole, packed)
    (folder / "sqlite.json").write_text(json.dumps(tables, indent=1) + "\n", encoding="utf8")


def write_postgres(folder: Path) -> None:
    """A PostgreSQL dump of a server, as a stop leaves it."""
    with tempfile.TemporaryDirectory() as scratch, postgres() as database:
        with Node(database, Path(scratch), bot_pause_ms=0) as node:
            tables = asyncio.run(fill(node.url))
            node.stop()
        command = [postgres_tool("pg_dump"), "--no-owner", "--no-privileges", database.replace("+asyncpg", "")]
        dump = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
        (folder / "postgres.sql.gz").write_bytes(gzip.compress(dump, mtime=0))
    (folder / "postgres.json").write_text(json.dumps(tables, indent=1) + "\n", encoding="utf8")


if __name__ == "__main__":
    into = Path(sys.argv[1])
    write_records(into / "records")
    write_own(into / "own")
    write_fingerprints(into / "fingerprints.txt")
    write_neutral(into.parent / "neutral.json")
    write_sqlite(into)
    write_postgres(into)
