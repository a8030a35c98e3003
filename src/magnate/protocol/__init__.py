"""The protocol: what server and clients send each other, as typed messages.

Commands (`commands`) ask something of a table; entries (`entries`) are what its log stores; frames (`frames`) carry
both over the socket; `config` is how a table is set up, `state` how it is shown, `errors` what can be refused. Server
and client import this package, and neither imports the other.
"""
