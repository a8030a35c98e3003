"""Positions and actions as numbers, for programs that learn: in the rules' subset, so interpreted and compiled alike.

`catalogue` numbers everything a seat can decide, `legal` lists the numbers that are legal now, `decode` turns a number
into an action, `observe` writes what a seat sees, `asking` says whose decision it is. The tables: docs/environments.md.
"""

CODING_VERSION = 2  # rises whenever a number or a place changes its meaning
