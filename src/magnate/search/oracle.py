"""The oracle: a master that looks ahead. It plays every choice out some rounds far on the compiled core, many times.

It knows no more than its seat: dice and decks to come are imagined, again for every trial. What a position is worth at
the end of a trial the value network says.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Any

from magnate import objects
from magnate.actions import Action, encode
from magnate.bots.choices import read_choice
from magnate.bots.explain import Considered, Explanation, Reason, Search, group_sizes, read_action, reason_for
from magnate.bots.player import Bot, among, in_view, seat_of, supposed
from magnate.compiled.records import values
from magnate.search import oracle_games
from magnate.search.oracle_games import OracleSearch
from magnate.search.rollouts import USUAL, Depth, Rated, best_of
from magnate.view import SeatPosition, View


class Oracle(Bot):
    """Searches once the core is compiled; until then it plays as a trader, and says so."""

    def __init__(self, depth: Depth = USUAL, *, wait: bool = False, threads: int | None = None) -> None:
        super().__init__("oracle")
        self.depth = depth
        self.threads = threads
        self._thinker: tuple[Any, OracleSearch | None] = (None, None)
        self._ready = threading.Event()
        self._preparing = threading.Thread(target=self._prepare, name="magnate-oracle", daemon=True)
        self._preparing.start()
        if wait:
            self._preparing.join()

    def _prepare(self) -> None:
        """Compile in a process of its own, so that this one goes on meanwhile, and read the result from the cache."""
        subprocess.run([sys.executable, "-m", "magnate.search.oracle_games"], capture_output=True, check=False)
        oracle_games.runner(on_compile=lambda message: None)
        self._ready.set()

    @property
    def is_ready(self) -> bool:
        """Whether the core is compiled."""
        return self._ready.is_set()

    def decide(self, position: SeatPosition, seat: int) -> Action:
        """The choice that wins most often; where nothing is to be weighed, the master's."""
        found, weighed = self.weigh(position, seat)
        return found[best_of(weighed, self.depth.doubt)] if found else super().decide(position, seat)

    def explain(self, view: View, legal: Sequence[Action] | None = None) -> Explanation:
        """The choice and every option that was played out, with its chance to win."""
        seat = seat_of(view)
        position = supposed(view.position, seat)
        if not self.is_ready:
            plain = super().explain(view, legal)
            return Explanation(self.name, plain.choice, plain.options, Reason("preparing"))
        found, weighed = self.weigh(position, seat)
        if len(found) < 2:
            return super().explain(view, legal)
        best = best_of(weighed, self.depth.doubt)
        b = self.line(position)
        options: list[Considered] = []
        for n in sorted(range(len(found)), key=lambda n: (n != best, -weighed[n].chance)):
            if found[n] in [one.action for one in options]:
                continue
            a = objects.fresh_move()
            encode(found[n], a, group_sizes(position.table))
            reason = reason_for(position, b, seat, a, n == best)
            options.append(Considered(found[n], reason, weighed[n].chance, weighed[n].error))
        note = Reason("played_out", {"trials": self.depth.trials})
        return Explanation(self.name, among(in_view(view, found[best]), legal), options, note)

    def weigh(self, position: SeatPosition, seat: int) -> tuple[list[Action], list[Rated]]:
        """The options of a seat and what the search says about each; none while the core is being compiled."""
        if not self.is_ready:
            return [], []
        position = supposed(position, seat)
        search, weighed = self._think_for(position).think(
            position.state, seat, self.depth, seed=position.state.actions, threads=self.threads
        )
        listed = Search()
        listed.load(values(search))
        found = []
        for n in range(len(weighed)):
            a = objects.fresh_move()
            read_choice(listed, n, a)
            found.append(read_action(position.table, a))
        return found, weighed

    def _think_for(self, position: SeatPosition) -> OracleSearch:
        table, thinker = self._thinker
        if thinker is None or table is not position.table:
            thinker = OracleSearch(position.table, self.line(position))
            self._thinker = (position.table, thinker)
        return thinker
