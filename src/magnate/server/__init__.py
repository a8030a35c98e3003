"""The table server: people and bots at one table, over HTTP and WebSocket.

A table is a numbered log of entries (`magnate.protocol.entries`). Whatever anybody asks for is a command
(`magnate.protocol.commands`); the table (`tables`) turns it into an entry or refuses it; the store (`store`) keeps the
entry under its number, where a second writer of the same number loses; only then is it broadcast (`live`). Any node can
do this for any table. `http` is how people get there, `people` who they are, `push` how they are called back,
`operations` what an operator sets and sees.
"""
