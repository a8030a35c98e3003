"""A client of a table server, for bots and tests: a game over the wire in a few lines.

    client = Client("http://localhost:8000")
    await client.register("Ada's bot")
    async with await client.quick(edition="clasico") as table:
        await table.play(lambda seat, options, view: options[0].action)
        print(table.view.winners)

It keeps its place: when the connection breaks it comes back with its last number, asks again under the same ids for
what was not answered, and misses nothing.
"""

from magnate.protocol.errors import Refusal

from .client import Client
from .connection import Lost
from .table import Table

__all__ = ["Client", "Lost", "Refusal", "Table"]
