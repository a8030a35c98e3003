"""Compile the programs that the tests play with, before the tests start: their workers would wait for one another.

python tests/compile.py    `make test` runs it beside the linters; what lies in the cache already is read in a second
"""

from magnate.compiled import batch, imagined, match, records
from magnate.compiled.oracle import Depth, play_oracle_games
from magnate.editions import load
from magnate.envs.vector import VectorGames


def main() -> None:
    """Play next to nothing with each program."""
    table = dict(load("clasico").table(2))
    for policy in batch.POLICIES:
        batch.play_out(table, 1, most=1, policy=policy)
    match.play(table, [("house", "trader")], 1, seed=0, most=1)
    imagined.copies(records.fresh_states(1).tobytes(), table, 1, 0)
    VectorGames("clasico", 1, 2)
    play_oracle_games(table, [("oracle", "trader")], 1, 0, Depth(1, 1))


if __name__ == "__main__":
    main()
