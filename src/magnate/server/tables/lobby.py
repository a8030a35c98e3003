"""Commands about seats and set-up: sit, seat a bot, configure, start, take over."""

from __future__ import annotations

from magnate.dice import FairDice
from magnate.fixes import RULES
from magnate.game import Game
from magnate.protocol import commands as ask
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.entries import Entry
from magnate.protocol.errors import Refusal

from .checks import check_arranging, check_host, check_not_started, check_playing, holder_of
from .holder import OPEN
from .levels import bot_name, offered
from .moderation import check_one_seat
from .table import NextEntry, Table
from .table_setup import check_config


def take_over(table: Table, person: str, name: str, command: ask.TakeOver) -> Entry:
    """A person takes the seat of a bot in a game that is on."""
    check_playing(table)
    holder = holder_of(table, command.seat)
    if not table.config.takeover:
        raise Refusal("forbidden", "the host does not let seats be taken over at this table")
    if any(one.person == person for one in table.holders):
        raise Refusal("forbidden", "you have a seat here already")
    if holder.level is None:
        raise Refusal("seat_taken", f"seat {command.seat} is not a bot's")
    if not table.plays(command.seat):
        raise Refusal("forbidden", f"seat {command.seat} is out of the game")
    check_arranging(table, person)
    return log.Sat(command.seat, command.name or name, table.epochs + 1, person=person)


def sit(table: Table, person: str, name: str, command: ask.Sit) -> Entry:
    """A person takes an empty seat."""
    if table.status != OPEN:
        raise Refusal("too_late", "the game has started; you can watch")
    seat = command.seat
    if seat is None:
        free = [i for i, holder in enumerate(table.holders) if not holder.is_taken]
        if not free:
            raise Refusal("seat_taken", "every seat is taken; you can watch")
        seat = free[0]
    holder = holder_of(table, seat)
    check_arranging(table, person)
    if holder.person == person and holder.is_person:  # seated by a rematch, say: the dice take a word now, too
        entropy = command.entropy or holder.entropy
        return log.Sat(seat, holder.name or name, holder.epoch, person=person, entropy=entropy)
    if holder.is_taken:
        raise Refusal("seat_taken", f"seat {seat} is taken")
    check_one_seat(table, person)
    return log.Sat(seat, command.name or name, table.epochs + 1, person=person, entropy=command.entropy)


def set_bot(table: Table, person: str, seat: int, level: str) -> Entry:
    """The host puts a bot on an empty seat; in a game that is on, a bot goes on at another level."""
    check_host(table, person)
    if level not in offered():
        raise Refusal("no_such_level", f"no bot plays at level {level!r}; known: {', '.join(offered())}")
    holder = holder_of(table, seat)
    if table.status != OPEN:
        return switch_level(table, person, seat, level)
    if holder.is_taken:
        raise Refusal("seat_taken", f"seat {seat} is taken")
    check_arranging(table, person)
    taken = [holder.name for holder in table.holders if holder.name]
    return log.Sat(seat, bot_name(table.config.edition, seat, taken), table.epochs + 1, level=level)


def switch_level(table: Table, person: str, seat: int, level: str) -> Entry:
    """A bot of a game that is on plays at another level from now on. It stays who it is."""
    check_playing(table)
    holder = holder_of(table, seat)
    if holder.level is None or holder.person is not None:
        raise Refusal("seat_taken", f"seat {seat} is not a bot's")
    if not table.plays(seat):
        raise Refusal("forbidden", f"seat {seat} is out of the game")
    if holder.level == level:
        raise Refusal("stale", f"the bot of seat {seat} plays at level {level} already")
    check_arranging(table, person)
    return log.Sat(seat, holder.name or "", holder.epoch, level=level)


def configure(table: Table, person: str, config: Config) -> Entry:
    """The host changes the set-up."""
    check_host(table, person)
    check_not_started(table)
    check_config(config)
    check_arranging(table, person)
    people = [holder.person for holder in table.holders[: config.seats] if holder.is_person]
    if not config.allows_hot_seat and len(people) > len(set(people)):
        raise Refusal("forbidden", "a person has several seats: empty all but one, or allow that (hot_seat)")
    return log.Configured(config)


def start(table: Table, person: str) -> NextEntry:
    """The host starts the game: it is set up here, so that its chance is known."""
    check_host(table, person)
    check_not_started(table)
    empty = [str(seat) for seat, holder in enumerate(table.holders) if not holder.is_taken]
    if empty:
        raise Refusal("seats_empty", f"no player sits on seat {', '.join(empty)}: put a bot there or have fewer seats")
    names = [holder.name or "" for holder in table.holders]
    entropy = [holder.entropy for holder in table.holders]
    dice = FairDice.from_secret(table.secret, entropy)
    game = Game(table.edition, len(names), names=names, dice=dice, handicap=table.config.handicap)
    return NextEntry(log.Started(names, entropy, list(game.moves[0].chance), rules=RULES), game)
