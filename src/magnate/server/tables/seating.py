"""Seats: who sits where, who is host, and what happens to a seat that is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magnate.editions import Edition
from magnate.protocol import entries as log
from magnate.protocol.config import Config
from magnate.protocol.state import NO_ORDERS

from .clocks import count_agreement, rethink
from .holder import OPEN, Holder
from .moderation import leave_vote, mark_names
from .pace import end_skipping
from .table_setup import BadConfig, Diverged, edition_of

if TYPE_CHECKING:
    from .table import Table


def edition_of_table(table: Table, config: Config) -> Edition:
    """The edition of a table that was checked when it was made: of others' editions one may be here no longer."""
    try:
        return edition_of(config)
    except BadConfig as error:
        raise Diverged(f"table {table.id}: {error}") from error


def set_up(table: Table, config: Config) -> None:
    """Set the table up: those who sit stay seated where there is still a seat."""
    table.config = config
    table.edition = edition_of_table(table, config)
    had_seat = is_seated(table, table.host)
    table.holders = [table.holders[seat] if seat < len(table.holders) else Holder() for seat in range(config.seats)]
    if had_seat:
        find_host(table)
    mark_names(table.holders)


def sit(table: Table, entry: log.Sat) -> None:
    """Somebody takes a seat, or takes over from a bot."""
    holder = Holder(
        name=entry.name,
        person=entry.person,
        level=entry.level,
        epoch=entry.epoch,
        entropy=entry.entropy,
        away=table.now,
    )
    if table.holders[entry.seat].epoch == entry.epoch:  # who sat here already adds to the dice
        old = table.holders[entry.seat]
        holder.nodes, holder.away, holder.met = old.nodes, old.away, old.met
    if table.game is not None:  # somebody takes over from a bot
        old = table.holders[entry.seat]
        holder.since, holder.left, holder.resting = old.since, old.left, old.resting
        names = table.own_game().names
        names[entry.seat] = entry.name
    table.holders[entry.seat] = holder
    mark_names(table.holders)
    rethink(table, entry.seat)
    end_skipping(table)
    table.epochs = max(table.epochs, entry.epoch)


def leave(table: Table, seat: int) -> None:
    """A seat becomes empty before the start; later a bot plays on."""
    holder = table.holders[seat]
    person, holder.person, holder.entropy = holder.person, None, ""
    holder.nodes, holder.away, holder.taken_over, holder.lent = [], None, False, False
    holder.orders, holder.max_bid = NO_ORDERS, None
    if table.status == OPEN:
        table.holders[seat] = Holder(epoch=holder.epoch)
    else:
        holder.level = table.config.stand_in
        if table.steps is not None:
            table.steps = table.steps.without_person(seat)
        if table.take_back is not None and table.take_back.seat == seat:
            table.take_back = None
        leave_vote(table, seat)
        table.epochs = holder.epoch = table.epochs + 1
        rethink(table, seat)
        count_agreement(table)
    mark_names(table.holders)
    if person == table.host:
        find_host(table)


def is_seated(table: Table, person: str) -> bool:
    """Whether somebody has a seat here."""
    return any(holder.person == person for holder in table.holders)


def find_host(table: Table) -> None:
    """A host who has no seat any more has left: the first person at the table is host, if there is one."""
    if is_seated(table, table.host):
        return
    people = [holder.person for holder in table.holders if holder.person is not None]
    table.host = people[0] if people else table.host
