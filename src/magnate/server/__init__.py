"""The table server: people and bots at one table, over HTTP and WebSocket.

A table is a numbered log of entries (`entries`). Whatever anybody asks for is a command (`commands`); the table
(`table`) turns it into an entry or refuses it; the store (`store`) keeps the entry under its number, where a second
writer of the same number loses; only then is it published (`room`). Any node can do this for any table.
"""
