"""The rules, one chapter a file: plain functions over the state `g`, the edition `e` and chance `c`.

Integers, fixed-size lists, `if`, `for`, `while` and calls: nothing else, so that the same functions run interpreted,
compiled for the CPU and compiled for a GPU. Start reading at `play.py`; `docs/turn.md` walks through a turn.
"""
