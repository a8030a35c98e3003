"""Compile the programs that the tests play with, before the tests start: their workers would wait for one another.

python tests/compile.py    `make test` runs it beside the linters; what lies in the cache already is read in a second
"""

from magnate.compiled import batch, program
from magnate.compiled.wanderer import WANDERING, wanderer_scratch
from magnate.editions import load


def main() -> None:
    """The program, and the one with wanderers instead of bots, which parity plays."""
    program.runner()
    batch.play_out(dict(load("clasico").table(2)), 1, most=1, instead=WANDERING, scratch=wanderer_scratch)


if __name__ == "__main__":
    main()
