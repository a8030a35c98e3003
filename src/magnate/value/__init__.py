"""The value of a position: the chance of each seat to win, for any edition and two to eight seats.

Figures of a position, a small network in whole numbers over them, and `master`, the bot that plays by it. Importing
this brings neither NumPy nor a compiler.
"""
