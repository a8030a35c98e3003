"""`match`: bots against each other in any mix, functions of your own among them.

A function takes a view and the legal actions and gives one of them, as in docs/write-a-bot.md. It plays at the table
that the compiled bots play at: a game depends on the seed, its number and the choices, so that a function which chooses
as `house` does gets the games of `house`.
"""

from __future__ import annotations

import importlib
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from magnate import objects
from magnate.actions import Action, ClaimRent
from magnate.bots.lineup import CODES, line_up
from magnate.bots.novice import forgets
from magnate.bots.player import Bot, allowed
from magnate.bots.table import bot_decides
from magnate.compiled import records
from magnate.compiled.batch import MOST
from magnate.compiled.program import Tell, tell_on_stderr
from magnate.compiled.records import Records
from magnate.dice import FairDice
from magnate.editions import Edition
from magnate.game import Game
from magnate.lab import jobs, ruleset, work
from magnate.lab.errors import BadQuestion
from magnate.lab.intervals import Share, Spread, share, spread
from magnate.lab.result import Grid, Result, Row, flat
from magnate.lab.ruleset import Lines, RuleSet
from magnate.lab.simulate import BotWins, bot_wins, game_rows
from magnate.lab.tally import GAME, wins
from magnate.rules.codes import BANK, FRAME_BUY, FRAME_TURN
from magnate.rules.play import new_game
from magnate.rules.stack import top_kind
from magnate.rules.timeout import apply_or_default
from magnate.search.rollouts import USUAL, Depth
from magnate.view import SeatPosition, View

Function = Callable[[View, list[Action]], Action | None]
Entrant = str | Function


@dataclass(frozen=True)
class Match(Result):
    """Games of one mix of bots, who change seats from game to game."""

    TABLES = ("bots", "games")

    edition: str
    variant: str | None
    options: Mapping[str, Any]
    bots: list[str]
    games: int
    seed: int
    decided: Share
    turns: Spread
    wins_by_bot: list[BotWins]
    _rules: RuleSet = field(repr=False)
    _lines: Lines = field(repr=False)
    _games: Records = field(repr=False)

    def frames(self) -> dict[str, list[Row]]:
        return {
            "bots": [flat(one) for one in self.wins_by_bot],
            "games": game_rows(self._games, self._lines, len(self.bots)),
        }

    def grids(self) -> list[Grid]:
        from magnate.lab.tables import match_grids

        return match_grids(self)

    def draw(self, figure: Any) -> None:
        from magnate.lab import plots

        plots.match(self, figure)


def match(
    edition: str | RuleSet,
    bots: Sequence[Entrant],
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    skin: str | None = None,
    games: int = 200,
    seed: int = 0,
    fixed_seats: bool = False,
    most: int = MOST,
    depth: Depth = USUAL,
    on: work.On = "threads",
    threads: int | None = None,
    on_games: jobs.OnGames | None = None,
    tell: Tell = tell_on_stderr,
) -> Match:
    """Play a match: one bot a seat, by its name, as a function, or as `module:function`.

    A game is undecided after `most` actions.

    >>> match("clasico", [my_bot, "trader", "trader", "trader"], games=100).wins_by_bot
    """
    rules = ruleset.rule_set(edition, variant, options, skin)
    names, functions = entrants(bots)
    players = ruleset.check_players(rules, len(names))
    ruleset.check_count("games", games)
    ruleset.check_count("actions", most)
    ruleset.check_seed(seed)
    work.check_depth(depth)
    lines = ruleset.rotated(names, fixed_seats)
    private = rules.loaded.rules.table.private_cash
    job = jobs.FreshGames(rules.table(players), lines, seed, private, most=most, depth=depth)
    work.tell_of_oracles(job, games, threads, tell)
    if functions:
        work.check_on(on)
        if on != "threads":
            raise BadQuestion(f"--on {on}: a Python function plays on this machine; leave --on out")
        found = play_functions(rules.loaded, job, functions, games, on_games)
    else:
        found = work.run(job, games, on, threads, on_games, tell).games
    decided = found["over"] == 1
    return Match(
        edition=rules.edition,
        variant=rules.variant,
        options=dict(rules.options),
        bots=list(names),
        games=games,
        seed=seed,
        decided=share(int(decided.sum()), games),
        turns=spread(found["turns"], decided),
        wins_by_bot=bot_wins(wins(found, players), lines, int(decided.sum())),
        _rules=rules,
        _lines=lines,
        _games=found,
    )


# Who plays.


def entrants(bots: Sequence[Entrant]) -> tuple[tuple[str, ...], dict[str, Function]]:
    """The name of each seat's bot, and the functions among them by name."""
    given: object = bots
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise BadQuestion(f"bots are {bots!r}; expected a list, one for each seat")
    names: list[str] = []
    functions: dict[str, Function] = {}
    for one in bots:
        name, function = (one, None) if isinstance(one, str) else (name_of(one, functions), one)
        if function is None and name not in CODES:
            function = functions.get(name) or loaded(name)
        if function is not None:
            functions[name] = function
        names.append(name)
    return tuple(names), functions


def name_of(function: Function, known: Mapping[str, Function]) -> str:
    """What to call a function; another of the same name gets a number."""
    if not callable(function):
        raise BadQuestion(f"{function!r} is no bot; expected a name or a function")
    plain = f"{getattr(function, '__module__', '?')}:{getattr(function, '__qualname__', type(function).__name__)}"
    name, count = plain, 1
    while name in known and known[name] is not function:
        count += 1
        name = f"{plain} {count}"
    return name


def loaded(name: str) -> Function:
    """The function that `module:function` names; modules are looked for in the present folder, too."""
    module, colon, function = name.partition(":")
    if not colon or not module or not function:
        raise BadQuestion(f"no bot is called {name!r}; there are {', '.join(CODES)}, or module:function")
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        found = getattr(importlib.import_module(module), function, None)
    except Exception as error:  # whatever a module of somebody's own does
        raise BadQuestion(f"{name}: {module} cannot be imported: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise BadQuestion(f"{name}: {module} has no function {function}")
    return found  # type: ignore[no-any-return]


# Playing.


class NumberedGame(Game):
    """The game that the compiled core would play with a key, checked and friendly."""

    def __init__(self, edition: Edition, seats: int, key: Sequence[int]) -> None:
        self._begin(edition, seats, None, FairDice.seeded(0))
        self.chance = objects.chance(key)
        new_game(self.state, self.table, self.chance)
        self._finish_move(BANK, None)


def play_functions(
    edition: Edition, job: jobs.FreshGames, functions: Mapping[str, Function], games: int, on_games: jobs.OnGames | None
) -> Records:
    """Play games with functions among the bots, one after another: a line for each."""
    found = np.zeros(games, GAME)
    keys = records.seeded_keys(job.seed, games)
    oracle = None
    if job.has_oracles:
        from magnate.search.oracle import Oracle

        oracle = Oracle(job.depth, wait=True)
    for number in range(games):
        line = job.lines[number % len(job.lines)]
        table = FunctionGame(NumberedGame(edition, len(line), keys[number].tolist()), line, functions, oracle)
        try:
            table.play(job.most)
        except FunctionError as error:
            raise BadQuestion(f"game {number}: {error}") from error.__cause__
        for name in GAME.names or ():
            found[name][number] = getattr(table.game.state, name)
        if on_games is not None:
            on_games(1)
    return found


class FunctionError(Exception):
    """A function raised, or gave what is no legal action."""


class FunctionGame:
    """One game and those who play it."""

    def __init__(self, game: Game, line: Sequence[str], functions: Mapping[str, Function], oracle: Bot | None) -> None:
        self.game, self.line, self.oracle = game, line, oracle
        self.functions = {seat: functions[name] for seat, name in enumerate(line) if name in functions}
        private = bool(game.edition.rules.table.private_cash)
        self.bots = line_up(game.table, ["house" if name in functions else name for name in line], private)
        self.move = objects.fresh_move()
        self.passed: tuple[object, set[int]] = None, set()  # a moment, and who let a rent go then

    def play(self, most: int) -> None:
        """Play on until the game is over, or so many actions were made."""
        g = self.game.state
        while not g.over and g.actions < most:
            owner = self.claimant()
            seat = self.game.must[0] if owner is None else owner
            if seat in self.functions:
                self.ask(seat)
            elif self.line[seat] == "oracle" and self.oracle is not None:
                choice = self.oracle.decide(SeatPosition.seen(self.game, seat), seat)
                self.game.play(seat, allowed(self.game, seat, choice))
            else:
                bot_decides(g, self.game.table, self.bots, seat, self.move)
                self.apply(seat)

    def claimant(self) -> int | None:
        """An owner who could claim a rent while play rests, and has not let it go."""
        g = self.game.state
        if not g.claims or top_kind(g) not in (FRAME_TURN, FRAME_BUY):
            return None
        moment = (g.turns, g.rolls)
        if self.passed[0] != moment:
            self.passed = moment, set()
        for seat in (claim.owner for claim in g.claim[: g.claims]):
            if seat not in self.passed[1] and not (self.line[seat] == "novice" and forgets(g, seat)):
                return int(seat)
        return None

    def ask(self, seat: int) -> None:
        """A function decides. Who is asked only for a rent may claim it, or give None."""
        game = self.game
        is_free = seat not in game.must
        legal: list[Action] = [ClaimRent()] if is_free else game.legal_actions(seat)
        try:
            choice = self.functions[seat](game.view(seat), legal)
            if choice is None and is_free:
                self.passed[1].add(seat)
                return
            game.play(seat, choice)  # type: ignore[arg-type]  # None is refused like anything else that is no action
        except Exception as error:  # whatever a function of somebody's own does
            last = traceback.extract_tb(error.__traceback__)[-1]
            told = " ".join(f"{type(error).__name__}: {error}".split())
            where = f"{self.line[seat]} after {game.state.actions} actions"
            raise FunctionError(f"{where}: {told} ({Path(last.filename).name}:{last.lineno})") from error

    def apply(self, seat: int) -> None:
        """Carry out a bot's choice."""
        g, e, c = self.game.state, self.game.table, self.game.chance
        apply_or_default(g, e, c, seat, self.move)
        g.events.clear()
        c.log.clear()
