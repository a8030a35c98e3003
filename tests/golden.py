"""Golden games: one whole game of house bots for each edition, variant and deck, written down with every clause.

python tests/golden.py              say which files differ from what is played now
python tests/golden.py --rewrite    play them again and write them; read the diff: each changed line is a change of play
python tests/golden.py --all NAME   print a game with all its moves

A file shows the moves in which something happens for the first few times; the others are a line with their digest.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from magnate.editions import Edition, load, names
from magnate.game import Game
from magnate.record import move_line
from magnate.rules.codes import FREE
from magnate.terminal.bots import TableBots
from magnate.terminal.table import TableNames
from magnate.words import Words

FOLDER = Path(__file__).parent / "golden"
PLAYERS = ("Ana", "Ion", "Lucía", "Marco", "Elena", "Paolo", "Inés", "Radu")
LONGEST = 108_000  # characters of moves after which a long game is cut
TIMES = 2  # how often each kind of event is shown
TIME_UP = 60  # the turn in which time is called in a timed game
CASH_EVERY = 12  # moves


class Plan(NamedTuple):
    """One golden game."""

    name: str
    edition: Edition
    seats: int
    seed: int


def plans() -> list[Plan]:
    """Every edition, variant, and look with its own decks; the number of seats goes round."""
    found: list[Plan] = []
    for number, name in enumerate(names()):
        standard = load(name)
        played = [(name, standard)]
        played += [(f"{name}-{variant}", load(name, variant=variant)) for variant in standard.file.variants]
        skins = {skin: look for skin, look in standard.file.skins.items() if look.decks and skin != standard.skin}
        played += [(f"{name}-{skin}", load(name, skin=skin)) for skin in skins]
        for place, (file, edition) in enumerate(played):
            seats = edition.seats[(number + 2 * place + 1) % len(edition.seats)]
            found.append(Plan(file, edition, seats, 600 + 10 * number + place))
    return found


def play(plan: Plan, everything: bool = False) -> str:
    """A golden game as text: its interesting moments, or everything."""
    lines = list(told(plan, everything))
    return "\n".join(lines) + "\n"


def told(plan: Plan, everything: bool) -> Iterator[str]:
    """The heading, the moves with their events, and how things stand at the end."""
    edition, seats = plan.edition, plan.seats
    game = Game(edition, seats=seats, seed=plan.seed, names=PLAYERS[:seats])
    called = TableNames(edition, game.names, Words("en"))
    bots = TableBots(game, ())
    yield f"{edition.id} {edition.version}, {edition.name}"
    yield f"variant {edition.variant or 'none'}, skin {edition.skin or 'none'}, {seats} seats, seed {plan.seed}"
    yield f"commitment {game.dice.commitment}"
    yield ""
    written, shown = 0, 0
    seen: Counter[tuple[str, str | None]] = Counter()
    left_out: list[str] = []  # lines of moves in which nothing is new, one after another
    while True:
        lines = list(told_move(game, called, shown))
        written += sum(len(line) + 1 for line in lines)
        kinds = {(type(event).__name__, event.clause) for event in game.events[shown:]}
        seen.update(kinds)
        if everything or any(seen[kind] <= TIMES for kind in kinds):
            yield from digest(left_out)
            left_out.clear()
            yield from lines
        else:
            left_out += lines
        shown = len(game.events)
        if not game.must or written > LONGEST:
            break
        in_turn = game.state.turns >= TIME_UP and game.state.rolled > 0
        if edition.rules.ending.minutes and in_turn and not game.state.time_is_up:
            game.time_up()
            continue
        seat = bots.claimant()
        seat = game.must[0] if seat is None else seat
        game.play(seat, bots.decide(seat))
    yield from digest(left_out)
    yield ""
    yield from told_standing(game, called)


def digest(lines: list[str]) -> Iterator[str]:
    """What stands for moves that are left out: a change of any of them changes it."""
    if lines:
        moves = sum(not line.startswith(" ") for line in lines)
        yield f"    … {moves} more, {sha256(chr(10).join(lines).encode()).hexdigest()[:12]}"


def told_move(game: Game, called: TableNames, shown: int) -> Iterator[str]:
    """The last move and what happened, each fact with its clause; the cash of all now and then."""
    number = len(game.moves) - 1
    yield move_line(number, game.moves[-1])
    for event in game.events[shown:]:
        clause = f" [{event.clause}]" if event.clause else ""
        yield f"    {called.words.event(event, called)}{clause}"
    if number % CASH_EVERY == 0:
        yield f"    = {cash(game)}"


def cash(game: Game) -> str:
    """Everybody's cash in a line."""
    return ", ".join(f"{name} {game.state.cash[seat]}" for seat, name in enumerate(game.names))


def told_standing(game: Game, called: TableNames) -> Iterator[str]:
    """How the game ended, or how it stands where it was cut; then every deed that is owned."""
    g = game.state
    outcome = game.outcome()
    if outcome is None:
        yield f"cut after {len(game.moves)} moves, {g.turns} turns, {g.rolls} rolls"
    else:
        winners = ", ".join(game.names[seat] for seat in outcome.winners)
        yield f"over after {len(game.moves)} moves, {g.turns} turns, {g.rolls} rolls: {winners}"
    for seat, name in enumerate(game.names):
        out = f", out {g.out[seat]}" if g.out[seat] else ""
        jail = ", in jail" if g.jail[seat] else ""
        yield f"{name}: cash {g.cash[seat]}, wealth {game.wealth(seat)}, on {called.space(g.at[seat])}{jail}{out}"
    yield f"bank: {g.houses} houses, {g.hotels} hotels"
    for deed in range(game.table.deeds):
        if g.owner[deed] >= 0:
            state = f", level {g.level[deed]}" * bool(g.level[deed]) + ", mortgaged" * (g.mortgaged[deed] != FREE)
            yield f"{called.deed(deed)}: {game.names[g.owner[deed]]}{state}"


def stale() -> list[Path]:
    """Files in the folder that belong to no golden game."""
    known = {f"{plan.name}.txt" for plan in plans()}
    return sorted(path for path in FOLDER.iterdir() if path.name not in known) if FOLDER.is_dir() else []


def rewrite() -> None:
    """Play every golden game again and write it down."""
    FOLDER.mkdir(exist_ok=True)
    for path in stale():
        path.unlink()
        print(f"removed {path.name}")
    for plan in plans():
        path, text = FOLDER / f"{plan.name}.txt", play(plan)
        news = "kept" if path.is_file() and path.read_text(encoding="utf-8") == text else "wrote"
        path.write_text(text, encoding="utf-8")
        print(f"{news} {path.name}: {text.count(chr(10))} lines")


def main() -> int:
    """The command."""
    if sys.argv[1:] == ["--rewrite"]:
        rewrite()
        return 0
    if sys.argv[1:2] == ["--all"] and (found := [plan for plan in plans() if plan.name in sys.argv[2:]]):
        print(play(found[0], everything=True), end="")
        return 0
    if sys.argv[1:]:
        print("usage: python tests/golden.py [--rewrite | --all NAME]", file=sys.stderr)
        return 2
    wrong = [path.name for path in stale()]
    for plan in plans():
        path = FOLDER / f"{plan.name}.txt"
        if not path.is_file() or path.read_text(encoding="utf-8") != play(plan):
            wrong.append(path.name)
    print("\n".join(f"{name} differs" for name in wrong) or "all golden games are as played now")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
