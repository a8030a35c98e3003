"""A session: asks the players who must answer, lets bots play, keeps the time and saves every move."""

from __future__ import annotations

import time
from pathlib import Path

from magnate.actions import Action, EndTurn, Roll
from magnate.errors import IllegalAction, MalformedAction
from magnate.events import Rolled
from magnate.game import Game
from magnate.rules.codes import COLLECT_CLAIM, FRAME_TURN
from magnate.rules.moments import is_closing
from magnate.rules.stack import top_kind

from .bots import TableBots
from .draw_board import fits_above_question, show_board
from .menu import show_menu, why_not
from .prompt import Prompt
from .save import SavedGame, Seating
from .show import Narrator, show_question, show_result
from .table import Leave, TerminalTable

LONGEST = 5000  # turns after which a table of bots alone counts wealth


class Session:
    """One session at a table."""

    def __init__(
        self, table: TerminalTable, saved_game: SavedGame, clock: Clock, file: str = "", level: str = "house"
    ) -> None:
        self.table = table
        self.game = table.game
        self.saved_game = saved_game
        self.clock = clock
        self.file = file
        self.bots = TableBots(table.game, table.people, level)
        self.narrator = Narrator(table)
        self.prompt = Prompt(table, self.save_and_say, self.bots)
        self.at_keyboard: int | None = None
        self.paused_in = self.gaps - 1
        self._warned = False
        self._told = False  # anything yet in this sitting
        self._drawn_in = -1  # the turn in which the board was drawn last

    @property
    def path(self) -> Path:
        """Where the game is kept."""
        return self.saved_game.path

    def run(self) -> bool:
        """Play until the game is over, or somebody leaves. Whether it is over."""
        self.save(durable=True)
        try:
            if self.clock.limit and not self.game.is_over and self.table.people:
                minutes = self.game.edition.rules.ending.minutes
                self.table.say("clock", "dim", minutes=minutes, left=self.clock.minutes_left)
            while self.game.must:
                if not self.watch_clock():
                    self.step()
        except (Leave, EOFError):
            self.leave()
            return False
        except KeyboardInterrupt:
            self.saved_game = SavedGame(self.game, self.path)  # it may have been interrupted half-way through a line
            self.leave()
            raise
        self.save(durable=True)
        show_result(self.table, self.path)
        return True

    def leave(self) -> None:
        """Say where the game is and how to go on."""
        self.table.tell("")
        self.save(durable=True)
        if not self._warned:
            self.table.tell(self.table.words.say("saved", path=self.path))
            self.table.say("go_on_later", path=self.path)
        self.table.tell(self.table.words.say("goodbye"))

    def watch_clock(self) -> bool:
        """Call time when it is up; nothing changes while somebody thinks, so before the next move is soon enough."""
        if self.clock.is_up(self.game):
            self.table.say("time_ran_out", "bold")
        elif not self.table.playing_people() and self.game.state.turns >= LONGEST and not self.game.state.time_is_up:
            self.table.say("long_enough", "bold")
        else:
            return False
        events = self.game.time_up()
        self.save(durable=True)
        self.narrator.tell(events, in_short=False)
        return True

    def step(self) -> None:
        """One answer of one seat."""
        game, people = self.game, self.table.people
        claimant = self.bots.claimant()
        if claimant is not None:
            self.play_bot(claimant)
            return
        must = game.must
        waiting = [seat for seat in must if seat not in people]
        opening = not game.state.turns
        seat = must[0] if opening or not waiting else waiting[0]
        if seat in people:
            self.ask(seat)
        else:
            self.play_bot(seat)

    def play_bot(self, seat: int) -> None:
        """A bot's move, after a pause where people could still claim a rent before its roll, or before the count."""
        action = self.bots.decide(seat)
        if isinstance(action, Roll | EndTurn) and self.is_pause_due(seat):
            self.paused_in = self.gaps
            if self.pause(seat):
                return
        self.play(seat, action)

    @property
    def gaps(self) -> int:
        """Gaps between turns so far: one before each turn, and one more where time is up and rents are still open."""
        return int(self.game.state.turns) + int(is_closing(self.game.state))

    def is_pause_due(self, roller: int) -> bool:
        """Whether somebody at the keyboard could lose a rent by this roll: asked whether one is due or not."""
        game = self.game
        if game.table.rent_collect != COLLECT_CLAIM or self.gaps <= max(1, self.paused_in) or game.state.rolled:
            return False
        last = next((event.seat for event in reversed(game.events) if isinstance(event, Rolled)), None)
        return any(seat not in (last, roller) for seat in self.table.playing_people())

    def pause(self, roller: int) -> bool:
        """Let people read, and act between turns. Whether somebody did."""
        table = self.table
        while True:
            line = table.read(f"[{table.lines.say('go_on', seat=table.names.seat(roller))}] ")
            if not line:
                return False
            played = self.prompt.understand(None, line)
            if played is not None and self.play(*played):
                self.paused_in -= 1  # more may follow before the roll
                return True

    def ask(self, seat: int) -> None:
        """Ask a person until something was done."""
        table = self.table
        if not self.hand_over(seat):
            return
        show_question(table, seat, again=not self._told, in_short=self.draw_board(seat))
        show_menu(table, seat)
        while True:
            line = table.read(f"{table.names.seat(seat)}> ")
            if self.clock.is_up(self.game):
                return
            if not line:
                show_question(table, seat, again=True)
                show_menu(table, seat)
                table.say("list_again", "dim", help=table.words.say("help"))
                continue
            played = self.prompt.understand(seat, line)
            if played is not None and self.play(*played):
                return

    def draw_board(self, seat: int) -> bool:
        """Draw the board at the beginning of a person's turn, where the screen is high enough. Whether it was drawn."""
        g = self.game.state
        is_beginning = g.turn == seat and not g.rolled and top_kind(g) == FRAME_TURN and self._drawn_in != g.turns
        if not is_beginning or not fits_above_question(self.table):
            return False
        self._drawn_in = int(g.turns)
        show_board(self.table, seat)
        return True

    def hand_over(self, seat: int) -> bool:
        """Where several people share the keyboard, let the right one have it; False if somebody acted first."""
        table = self.table
        if self.at_keyboard != seat and len(table.playing_people()) > 1:
            while line := table.ask(table.words.say("pass_keyboard", seat=table.names.seat(seat)), "bold yellow"):
                self.at_keyboard = seat  # the one who types has the keyboard already
                played = self.prompt.understand(seat, line)
                if played is not None and self.play(*played):
                    return False
        self.at_keyboard = seat
        return True

    def play(self, seat: int, action: Action) -> bool:
        """Play a move, save it, and print what happened. Whether it was legal; if not, the reason is printed."""
        table = self.table
        try:
            events = self.game.play(seat, action)
        except IllegalAction as error:
            table.tell(why_not(table, error.seat, error.refusal), "yellow")
            return False
        except MalformedAction:
            table.tell(table.words.refusal("TOO_HIGH"), "yellow")
            return False
        self.save(durable=seat in table.people)
        self._told = True
        self.narrator.tell(events, in_short=seat not in table.people)
        return True

    def seating(self) -> Seating:
        """What the record does not say."""
        game = self.game
        return Seating(
            people=sorted(self.table.people),
            lang=self.table.words.lang,
            elapsed=round(self.clock.elapsed, 1) if self.clock.limit else 0.0,
            turns=int(game.state.turns),
            over=game.is_over and not game.must,
            edition=game.edition.name,
            names=game.names,
            file=self.file,
            level=self.bots.level,
        )

    def save(self, durable: bool) -> None:
        """Keep the game; where that fails, say so once and play on."""
        try:
            self.saved_game.save(self.seating(), durable)
        except OSError as error:
            if not self._warned:
                reason = error.strerror or str(error)
                self.table.tell(self.table.words.say("not_saved", path=self.path, reason=reason), "bold red")
            self._warned = True
        else:
            self._warned = False

    def save_and_say(self) -> None:
        """Keep the game because somebody asked for it."""
        self.save(durable=True)
        if not self._warned:
            self.table.tell(self.table.words.say("saved", path=self.path))


class Clock:
    """Seconds played so far."""

    def __init__(self, game: Game, elapsed: float = 0.0) -> None:
        self.limit = 60 * game.edition.rules.ending.minutes
        self.before = elapsed
        self.started = time.monotonic()

    @property
    def elapsed(self) -> float:
        """Seconds played, earlier sessions included."""
        return self.before + time.monotonic() - self.started

    @property
    def minutes_left(self) -> int:
        """Whole minutes left, begun ones counted."""
        return max(0, -int(-(self.limit - self.elapsed) // 60))

    def is_up(self, game: Game) -> bool:
        """Whether time is up and has not been called yet."""
        return bool(self.limit and self.elapsed >= self.limit and not game.state.time_is_up and not game.is_over)
