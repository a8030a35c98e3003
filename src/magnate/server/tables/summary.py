"""What the store lists of a table: its head, and the summary that lists show."""

from __future__ import annotations

from functools import cache

from magnate.editions import load
from magnate.protocol.config import Config
from magnate.protocol.frames import encode
from magnate.server.store.columns import Head

from .attendance import awaited
from .clocks import deadline
from .table import Table

TIME = "ending.minutes"


def head_of(table: Table, due: int | None) -> Head:
    """A table as the store lists it."""
    return Head(
        id=table.id,
        status=table.status,
        public=table.config.public,
        edition=table.config.edition,
        seats=len(table.holders),
        host=table.host,
        created=table.created,
        at=table.at,
        number=table.number,
        due=due,
        secret=table.secret,
        summary=summary(table),
    )


def summary(table: Table) -> bytes:
    """What lists show of a table."""
    seats = [{"name": holder.name, "bot": holder.level is not None, "here": holder.is_here} for holder in table.holders]
    config = table.config
    about = {"variant": config.variant, "skin": config.skin, "options": house_rules(config), "seats": seats}
    turns = table.game.state.turns if table.game else 0
    return encode({**about, "turns": turns, "awaited": [waited_for(table, seat) for seat in awaited(table)]})


def house_rules(config: Config) -> int:
    """How many rules of a table differ from its book. The time of a timed game is agreed on, as the book says."""
    return sum(path != TIME or not is_timed(config.edition, config.variant) for path in config.options)


@cache
def is_timed(edition: str, variant: str | None) -> bool:
    """Whether a game ends at an agreed time by the book."""
    return bool(load(edition, variant=variant).rules.ending.minutes)


def waited_for(table: Table, seat: int) -> dict[str, object]:
    """A seat that play waits for: whose it is, since when, and until when if a clock runs."""
    holder = table.holders[seat]
    return {"person": holder.person, "seat": seat, "since": holder.since, "until": deadline(table, seat)}
