"""Bots from outside, policies and functions, in games of the lab: played by the interpreter, one game after another.

A function takes a view and the legal actions and gives one of them, as in docs/write-a-bot.md. It plays at the table
that the compiled bots play at: a game depends on the seed, its number and the choices, so that a function which chooses
as `house` does gets the games of `house`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magnate import objects
from magnate.actions import ACTIONS, Action, ClaimRent
from magnate.bots.explain import read_action
from magnate.bots.lineup import CODES, line_up
from magnate.bots.novice import forgets
from magnate.bots.player import Bot, allowed
from magnate.bots.table import bot_decides
from magnate.compiled import records
from magnate.compiled.records import Records
from magnate.dice import FairDice
from magnate.editions import Edition
from magnate.errors import NotInstalled
from magnate.events import Event
from magnate.game import Game
from magnate.lab.errors import BadQuestion
from magnate.policy.errors import PolicyError
from magnate.policy.policy_bot import ENDINGS, OutsideBot, is_outside, load_function, player
from magnate.rules.codes import BANK, FRAME_BUY, FRAME_TURN, WHY_RENT
from magnate.rules.play import new_game
from magnate.rules.stack import top_kind
from magnate.rules.tell import BUILT, MOVED, PAID_PLAYER
from magnate.rules.timeout import apply_or_default
from magnate.view import SeatPosition, View

if TYPE_CHECKING:
    from magnate.lab.jobs import FreshGames, OnGames

COUNTS = {name: size for name, _, size in records.TALLY}

Function = Callable[[View, list[Action]], Action | None]


@dataclass(frozen=True)
class Outside:
    """The bots of a job that did not come with the game, by name, and the edition they play."""

    edition: Edition
    functions: Mapping[str, Function]


class FromPolicy:
    """A policy as a function of a view and legal actions."""

    def __init__(self, bot: OutsideBot) -> None:
        self.bot = bot

    def __call__(self, view: View, legal: list[Action]) -> Action:
        return self.bot.choose(view, legal)


def loaded(name: str) -> Function:
    """The function that `module:function` names, or the policy of a file."""
    if not is_outside(name):
        there = f"{', '.join(CODES)}, module:function, or a policy file"
        raise BadQuestion(f"no bot is called {name!r}; there are {there}")
    try:
        return FromPolicy(player(name)) if name.endswith(ENDINGS) else load_function(name)
    except (PolicyError, NotInstalled) as error:
        raise BadQuestion(str(error)) from error


def check_table(function: Function, edition: str, seats: int) -> None:
    """A policy says for which tables it is."""
    if isinstance(function, FromPolicy):
        try:
            function.bot.check_table(edition, seats)
        except PolicyError as error:
            raise BadQuestion(str(error)) from None


class CountedGame(Game):
    """A game that counts what happens, as the compiled core does: `records.TALLY`."""

    def _count_from(self, sizes: Mapping[str, int]) -> None:
        self.counts = {name: [0] * size for name, size in sizes.items()}

    def count(self) -> None:
        """Count the facts of a step."""
        for event, _, _, amount, x, y, _ in self.state.events:
            self.counts["told"][event] += 1
            if event == MOVED:
                self.counts["landed"][y] += 1
            elif event == PAID_PLAYER and x == WHY_RENT:
                self.counts["income"][y] += amount
            elif event == BUILT:
                self.counts["invested"][x] += amount

    def _finish_move(self, seat: int, action: Action | None) -> list[Event]:
        self.count()
        return super()._finish_move(seat, action)


class NumberedGame(CountedGame):
    """The game that the compiled core would play with a key, checked and friendly."""

    def __init__(self, edition: Edition, seats: int, key: Sequence[int], handicap: Sequence[int] = ()) -> None:
        self._begin(edition, seats, None, FairDice.seeded(0))
        self._give_handicap(handicap)
        self._count_from(COUNTS)
        self.chance = objects.chance(key)
        new_game(self.state, self.table, self.chance)
        self._finish_move(BANK, None)


class StandingGame(CountedGame):
    """The game that the compiled core would play on from a state and chance."""

    def __init__(self, edition: Edition, seats: int, state: Any, chance: Any) -> None:
        self._begin(edition, seats, None, FairDice.seeded(0))
        self._count_from(COUNTS)
        self.state.load(records.values(state))
        self.chance.load(records.values(chance))


def play_fresh(job: FreshGames, first: int, games: int, on_games: OnGames | None) -> Records:
    """Games number `first` and on from their beginning, one after another: their final states, with counts."""
    assert job.outside is not None
    keys = records.seeded_keys(job.seed, first + games)
    seats = len(job.lines[0])
    made = (NumberedGame(job.outside.edition, seats, keys[first + i].tolist(), job.handicap) for i in range(games))
    lines = [job.lines[(first + i) % len(job.lines)] for i in range(games)]
    return play_games(made, lines, job.outside, first, job.most, thinking(job), on_games)


def play_on(
    outside: Outside, line: Sequence[str], g: Records, c: Records, first: int, most: int, on_games: OnGames | None
) -> Records:
    """Games from where they stand."""
    made = (StandingGame(outside.edition, len(line), g[i], c[i]) for i in range(len(g)))
    return play_games(made, [line] * len(g), outside, first, most, {}, on_games)


def play_games(
    games: Iterable[CountedGame],
    lines: Sequence[Sequence[str]],
    outside: Outside,
    first: int,
    most: int,
    thinkers: Mapping[str, Bot],
    on_games: OnGames | None,
) -> Records:
    """Play games, each with its line of bots, and keep their final states."""
    found = records.fresh_states(len(lines))
    for number, (game, line) in enumerate(zip(games, lines, strict=True)):
        table = FunctionGame(game, line, outside.functions, thinkers)
        try:
            table.play(most)
        except FunctionError as error:
            raise BadQuestion(f"game {first + number}: {error}") from error.__cause__
        records.write(found[number], game.state)
        for name, counts in game.counts.items():
            found[name][number] = counts
        if on_games is not None:
            on_games(1)
    return found


def thinking(job: FreshGames) -> dict[str, Bot]:
    """The oracle and the master of a job, if it has them: they decide by more than the rules of thumb of a line."""
    found: dict[str, Bot] = {}
    if job.has_oracles:
        from magnate.search.oracle import Oracle

        found["oracle"] = Oracle(job.depth, wait=True)
    if job.has_masters:
        from magnate.value.master_bot import Master

        found["master"] = Master()
    return found


class FunctionError(Exception):
    """A function raised, or gave what is no legal action."""


class FunctionGame:
    """One game and those who play it."""

    def __init__(
        self, game: Game, line: Sequence[str], functions: Mapping[str, Function], thinkers: Mapping[str, Bot]
    ) -> None:
        self.game, self.line, self.thinkers = game, line, thinkers
        self.functions = {seat: functions[name] for seat, name in enumerate(line) if name in functions}
        private = bool(game.edition.rules.table.private_cash)
        self.bots = line_up(game.table, ["house" if name in functions else name for name in line], private)
        self.move = objects.fresh_move()
        self.passed: tuple[object, set[int]] = None, set()  # a moment, and who let a rent go then
        self.noted: Callable[[int, Action], None] | None = None  # called with every action before it is played

    def play(self, most: int) -> None:
        """Play on until the game is over, or a number of actions was made."""
        g = self.game.state
        while not g.over and g.actions < most:
            owner = self.claimant()
            seat = self.game.must[0] if owner is None else owner
            if seat in self.functions:
                self.ask(seat)
            elif self.line[seat] in self.thinkers:
                choice = self.thinkers[self.line[seat]].decide(SeatPosition.seen(self.game, seat), seat)
                self.carry_out(seat, allowed(self.game, seat, choice))
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
            self.carry_out(seat, choice)  # type: ignore[arg-type]  # None is refused like anything that is no action
        except Exception as error:  # whatever a function of somebody's own does
            last = traceback.extract_tb(error.__traceback__)[-1]
            told = " ".join(f"{type(error).__name__}: {error}".split())
            where = f"{self.line[seat]} after {game.state.actions} actions"
            raise FunctionError(f"{where}: {told} ({Path(last.filename).name}:{last.lineno})") from error

    def carry_out(self, seat: int, choice: Action) -> None:
        """Play a choice, which must be legal."""
        if self.noted is not None and isinstance(choice, ACTIONS) and self.game.refusal(seat, choice) is None:
            self.noted(seat, choice)
        self.game.play(seat, choice)

    def apply(self, seat: int) -> None:
        """Carry out a bot's choice."""
        g, e, c = self.game.state, self.game.table, self.game.chance
        if self.noted is not None:
            self.noted(seat, allowed(self.game, seat, read_action(e, self.move)))
        apply_or_default(g, e, c, seat, self.move)
        if isinstance(self.game, CountedGame):
            self.game.count()
        g.events.clear()
        c.log.clear()
