"""Fuzzing with atheris: bytes that learn from the code they reach. Does anything get by, other than a refusal by name?

    python tools/fuzz.py                          # every target, a minute each
    python tools/fuzz.py frames --seconds 3600    # one of them, for an hour
    python tools/fuzz.py records --runs 20000

Frames are read and decided by tables at all sorts of moments, which must not change by what they refuse; records are
replayed; bodies are read as the handlers read them, tokens as they come with requests. What was learnt is kept with
`--corpus FOLDER`. Exits 1 if something was found; the input that did it is written to the folder it runs in.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, NamedTuple, get_args

import atheris

with atheris.instrument_imports(include=["magnate"]):
    import msgspec

    from magnate.actions import Action
    from magnate.dice import FairDice
    from magnate.editions import load, names
    from magnate.errors import CorruptRecord
    from magnate.game import Game
    from magnate.protocol import commands as ask
    from magnate.protocol import entries as log
    from magnate.protocol.config import Config
    from magnate.protocol.entries import decode_entry
    from magnate.protocol.errors import ERRORS, Refusal
    from magnate.protocol.frames import Do, FromClient, encode
    from magnate.record import Seal
    from magnate.server.http.people_routes import Named
    from magnate.server.http.socket import id_in, read_frame
    from magnate.server.http.table_routes import Asks, Quick, usual_seats
    from magnate.server.live.node import decode
    from magnate.server.people.callers import read_token
    from magnate.server.people.sanitise import cleaned
    from magnate.server.people.signing import Signer
    from magnate.server.reference.samples import samples
    from magnate.server.tables import decisions
    from magnate.server.tables.levels import decide
    from magnate.server.tables.snapshot import freeze, thaw
    from magnate.server.tables.table import NextEntry, Table
    from magnate.server.tables.table_setup import check_config

SECRET = "5e" * 32
KEY = bytes(32)
NOON = 1_763_208_000_000  # milliseconds since 1970
LONGEST = 4_096  # bytes of an input
WHOLE_GAME = 25  # a record takes as long as so many frames
WHO: list[tuple[str, tuple[int, ...]]] = [("p0", (0,)), ("p1", (1,)), ("stranger", ()), ("p0", (0, 1))]

Target = Callable[[bytes], None]
refused: Counter[str] = Counter()


# Frames.


class Moment(NamedTuple):
    """A table, and how it was when it was made."""

    table: Table
    frozen: bytes


def a_table(edition: str, moves: int) -> Table:
    """A table of two people after so many actions; with none it has not started."""
    table = Table("fuzz2345", SECRET)

    def add(entry: log.Entry, game: Game | None = None) -> None:
        table.apply(table.number + 1, NOON, entry, game)

    add(log.Created("p0", Config(edition=edition, seats=2), table.commitment))
    for person in ("p0", "p1"):
        add(*decisions.decide(table, person, person, [], ask.Sit()))
    if moves:
        add(*decisions.decide(table, "p0", "p0", [], ask.Start()))
    for _ in range(moves):
        game = table.game
        assert game is not None
        if not game.is_over:
            add(*decisions.try_action(table, game.must[0], decide("house", game, game.must[0]), "person"))
    return table


def fuzz_frames() -> Target:
    """A frame, sent by somebody to a table: two bytes choose them, the rest is the frame."""
    tables = [a_table(edition, moves) for edition in names() for moves in (0, 2, 20, 60)]
    moments = [Moment(table, freeze(table)) for table in tables]

    def take(data: bytes) -> None:
        moment = moments[data[0] % len(moments)] if data else moments[0]
        person, seats = WHO[data[1] % len(WHO)] if len(data) > 1 else WHO[0]
        text = data[2:].decode("utf-8", "surrogateescape")
        id_in(text)
        try:
            frame = read_frame(text)
            if not isinstance(frame, Do):
                return
            move = decisions.decide(moment.table, person, person, seats, prepared(frame.command))
        except Refusal as refusal:
            note(refusal)
            assert freeze(moment.table) == moment.frozen, "a refused frame has changed the table"
            return
        again = thaw(moment.table.id, SECRET, moment.frozen)
        again.apply(again.number + 1, NOON, decode_entry(encode(move.entry)))
        moments[moments.index(moment)] = Moment(thaw(again.id, SECRET, moment.frozen), moment.frozen)

    return take


def prepared(command: ask.Command) -> ask.Command:
    """A command as a live table passes it on."""
    if isinstance(command, ask.Say):
        return ask.Say(cleaned(command.text, "text", 300))
    if isinstance(command, ask.Configure):
        check_config(command.config)
    return command


class PlantedMistake(Exception):
    """What `--plant` puts into the way, to see that it is found."""


def plant() -> None:
    """Make tables fail where somebody gives away an odd number of seconds, as a table with a mistake would."""
    decide = decisions.decide

    def mistaken(table: Table, person: str, name: str, seats: Collection[int], command: ask.Command) -> NextEntry:
        if isinstance(command, ask.Grant) and command.seconds % 2:
            raise PlantedMistake
        return decide(table, person, name, seats, command)

    decisions.decide = mistaken


def note(refusal: Refusal) -> None:
    """Something was refused, by a name that there is."""
    assert refusal.error in ERRORS, refusal.error
    refused[refusal.error] += 1


# Records.


def fuzz_records() -> Target:
    """A record from elsewhere."""

    def take(data: bytes) -> None:
        try:
            Game.replay(data.decode())
        except (CorruptRecord, UnicodeDecodeError):
            refused["bad_record"] += 1

    return take


def a_record(edition: str, moves: int) -> bytes:
    """The record of a game after so many actions."""
    game = Game(load(edition), seats=2, names=["Ana", "Ion"], dice=FairDice.seeded(5, ["a", "b"]))
    while game.must and len(game.moves) <= moves:
        game.play(game.must[0], decide("house", game, game.must[0]))
    return game.record(reveal=True).encode()


# Bodies, and what comes with them.


def fuzz_bodies() -> Target:
    """The body of a request, read as every handler would; and the same bytes as a token."""
    signer = Signer(KEY)

    def quick(data: bytes) -> None:
        asked = decode(data, Quick)
        seats = asked.seats or usual_seats(asked.edition, asked.variant)
        check_config(Config(edition=asked.edition, variant=asked.variant, skin=asked.skin, seats=seats))

    readers: list[Callable[[bytes], object]] = [
        lambda data: cleaned(decode(data, Named).name, "name", 24),
        lambda data: check_config(decode(data, Config)),
        lambda data: prepared(decode(data, Asks).command),
        lambda data: read_token(signer, "guest", data.decode("latin-1")),
        quick,
    ]

    def take(data: bytes) -> None:
        for read in readers:
            try:
                read(data)
            except Refusal as refusal:
                note(refusal)

    return take


# What they begin with.


def seeds(target: str) -> list[bytes]:
    """Good inputs to spoil."""
    found: list[bytes] = []
    if target == "records":
        return [a_record(edition, moves) for edition in names() for moves in (1, 30)]
    for kind, one in samples().items():
        if target == "frames" and kind in get_args(FromClient):
            found.append(b"\x02\x00" + encode(one))
        if target == "frames" and kind in get_args(ask.Command):
            found.append(b"\x00\x00" + encode({"type": "Do", "id": "a", "command": one}))
        if target == "bodies" and kind in get_args(ask.Command):
            found.append(encode({"id": "a", "command": one, "tokens": ["t"]}))
    if target == "frames":
        return found + [b"\x02\x00" + encode(frame) for frame in acts()]
    config = Config(edition="castis", options={"jail.fine": 100})
    return [*found, encode(config), encode({"name": "Ana"}), encode({"edition": "clasico", "level": "house"})]


def acts() -> list[dict[str, Any]]:
    """One frame for every kind of action."""
    found = []
    for kind in get_args(Action):
        fields = {field.encode_name: 0 for field in msgspec.structs.fields(kind) if field.required}
        body: dict[str, Any] = {"type": kind.__name__, **fields}
        body |= {key: [1, 1] if key == "levels" else body[key] for key in fields}
        command = {"type": "Act", "seat": 0, "seen": 24, "action": body}
        found.append({"type": "Do", "id": "a", "command": command})
    return found


def words(target: str) -> list[str]:
    """Words worth trying: the names in the messages, and what has broken programs before."""
    kinds = [*get_args(FromClient), *get_args(ask.Command), *get_args(Action), Config, Quick, Named]
    found = {kind.__name__ for kind in kinds} | {name for kind in kinds for name in kind.__struct_fields__} | {*names()}
    if target == "records":
        found |= {"magnate record 1", "option", "entropy", "commitment", "secret", "moves", "SetUp", "end", " | ", " #"}
    odd = [
        "null",
        "true",
        "-1",
        "1e400",
        "2147483648",
        "18446744073709551616",
        "NaN",
        "\\ud800",
        "\\u0000",
        "[[[[",
        "{}",
    ]
    return sorted(found) + odd


# How they are spoilt: byte by byte, and so that something is left that can be read.


def mutate_json(data: bytes, most: int, seed: int) -> bytes:
    """Half the time, put something else in one place of a JSON value; two bytes before it may stay."""
    rng = random.Random(seed)
    start = data.find(b"{")
    try:
        value = json.loads(data[start:])
    except ValueError:
        value = None
    if start < 0 or not isinstance(value, dict) or rng.random() < 0.5:
        return bytes(atheris.Mutate(data, most))
    place: Any = value
    while True:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        if not keys:
            break
        key = rng.choice(keys)
        if isinstance(place[key], dict | list) and place[key] and rng.random() < 0.8:
            place = place[key]
            continue
        if rng.random() < 0.1:
            del place[key]
        elif isinstance(place[key], int) and rng.random() < 0.6:
            place[key] = rng.choice([place[key] + 1, place[key] - 1, rng.randrange(40), rng.randrange(-(2**33), 2**33)])
        elif isinstance(place[key], str) and rng.random() < 0.5:
            place[key] = atheris.Mutate(place[key].encode("utf-8", "replace"), 60).decode("utf-8", "replace")
        else:
            place[key] = rng.choice(
                [None, True, [], {}, "", "a", 0, 1.5, -1, [0, 1], {"0": 1}, {"type": "Roll"}, 10**30]
            )
        break
    return (data[:start] + json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))[:most]


def mutate_record(data: bytes, most: int, seed: int) -> bytes:
    """Change a line of a record, or leave one out, and seal what follows anew."""
    rng = random.Random(seed)
    if rng.random() < 0.2:
        return bytes(atheris.Mutate(data, most))
    lines = [line.rpartition(" #")[0] or line for line in data.decode("utf-8", "replace").split("\n")]
    at = rng.randrange(len(lines))
    if rng.random() < 0.1:
        lines[at : at + 1] = rng.choice([[], lines[at : at + 1] * 2])
    else:
        lines[at] = atheris.Mutate(lines[at].encode(), 300).decode("utf-8", "replace").replace("\n", " ")
    seal, is_head, sealed = Seal(), True, []
    for line in lines:
        digits = seal.add(line)
        sealed.append(line if is_head or not line else f"{line} #{digits}")
        is_head = is_head and line != "moves"
    return "\n".join(sealed).encode()[:most]


TARGETS: dict[str, Callable[[], Target]] = {"frames": fuzz_frames, "records": fuzz_records, "bodies": fuzz_bodies}


def fuzz(target: str, runs: int, seconds: int, folder: Path) -> None:
    """Fuzz one target; ends the process."""
    for number, seed in enumerate(seeds(target)):
        (folder / f"seed-{number:03}").write_bytes(seed)
    listed = folder.with_suffix(".words")
    listed.write_text("".join(f'"{quoted(word)}"\n' for word in words(target)), encoding="ascii")
    take = TARGETS[target]()
    options = [
        f"-runs={runs}",
        f"-max_total_time={seconds}",
        f"-max_len={LONGEST}",
        f"-dict={listed}",
        "-rss_limit_mb=4096",
    ]
    words_of = [sys.argv[0], *options, "-timeout=10", "-print_final_stats=1", str(folder)]
    atheris.Setup(words_of, take, custom_mutator=mutate_record if target == "records" else mutate_json)
    atheris.Fuzz()


def quoted(word: str) -> str:
    """A word as libFuzzer's dictionaries have it."""
    return word.replace("\\", "\\\\").replace('"', '\\"')


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--runs", type=int, default=-1, help="inputs to try, if there is time; of records a 25th")
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--corpus", type=Path, help="a folder to learn in, kept for the next time")
    parser.add_argument("--plant", action="store_true", help="plant a mistake, to see that it is found")
    asked = parser.parse_args()
    if asked.plant:
        plant()
    with tempfile.TemporaryDirectory() as temporary:
        base = asked.corpus or Path(temporary)
        codes = [in_a_child(target, asked.runs, asked.seconds, base / target) for target in asked.targets or TARGETS]
    return 1 if any(codes) else 0


def in_a_child(target: str, runs: int, seconds: int, folder: Path) -> int:
    """Fuzz a target in a process of its own, because atheris does not give it back; 0 if nothing was found."""
    print(f"== {target}", flush=True)
    if target == "records" and runs > 0:
        runs = max(1, runs // WHOLE_GAME)
    folder.mkdir(parents=True, exist_ok=True)
    child = os.fork()
    if child == 0:
        fuzz(target, runs, seconds, folder)
        os._exit(0)
    return os.waitpid(child, 0)[1]


if __name__ == "__main__":
    sys.exit(main())
