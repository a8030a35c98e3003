"""Records from elsewhere: a game that was played without this server, as the log of a table."""

from __future__ import annotations

from magnate.errors import CorruptRecord
from magnate.game import Game

from . import entries as log
from .config import Config
from .entries import Entry
from .plain import NAME, clean
from .wire import Refusal


def game_of(text: str) -> Game:
    """The game of a record: replayed, and checked die by die. It takes a while."""
    try:
        game = Game.replay(text)
    except CorruptRecord as error:
        raise Refusal("bad_record", str(error)) from error
    if not game.dice.is_revealed:
        raise Refusal("bad_record", "the record keeps its secret to itself, so its dice cannot be checked")
    for name in game.names:
        if len(name) > NAME or clean(name) != name:
            raise Refusal("bad_record", f"the name {name[:NAME]!r} is not plain text of up to {NAME} letters")
    return game


def log_of(person: str, game: Game) -> list[Entry]:
    """The entries a game adds up to, at a table that somebody brings in. One that is not over is played no further."""
    edition = game.edition
    options = {path: value for path, _, value in edition.differences()}
    config = Config(edition=edition.id, variant=edition.variant, skin=edition.skin, options=options, seats=game.seats)
    entropy = [*game.dice.entropy, *[""] * game.seats][: game.seats]
    entries: list[Entry] = [log.Created(person, config, game.dice.commitment)]
    entries += [log.Sat(seat, name, 1, entropy=entropy[seat]) for seat, name in enumerate(game.names)]
    entries.append(log.Started(game.names, list(game.dice.entropy), list(game.moves[0].chance)))
    entries += [log.Played(seat, action, list(luck)) for seat, action, luck in game.moves[1:] if action is not None]
    if not game.is_over:
        entries.append(log.Closed("record"))
    return entries
