"""The lab: questions about the game, answered by playing it.

>>> from magnate import lab
>>> result = lab.simulate("clasico", players=4, bots="trader", games=2000, seed=11)
>>> result.wins_by_place[0].share, result.turns.median
>>> result.to_pandas("deeds")
>>> result.plot("clasico.svg")

`simulate` plays games, `odds` has the mathematics of a board and `hits` those of a position, `compare` sets two rule
sets side by side, `league` lets bots play each other, `match` any mix of them and of functions, `chances` says who wins
from here, `power` what each group is worth. Every answer has typed fields, `to_dict()`, `to_pandas()`, `to_csv()`,
`to_parquet()`, `plot()` and `report()`.
"""

from magnate.lab.comparison import Comparison, compare
from magnate.lab.errors import BadQuestion, NotInstalled
from magnate.lab.exploit import Exploited, exploit
from magnate.lab.hits import Hits, hits
from magnate.lab.matchup import Match, match
from magnate.lab.payback import Odds, odds
from magnate.lab.power import Power, power
from magnate.lab.result import Result
from magnate.lab.ruleset import RuleSet
from magnate.lab.simulation import Simulation, simulate
from magnate.lab.speed import Speed, measure
from magnate.lab.tournament import League, league
from magnate.lab.winning import Chances, chances

__all__ = [
    "BadQuestion",
    "Chances",
    "Comparison",
    "Exploited",
    "Hits",
    "League",
    "Match",
    "NotInstalled",
    "Odds",
    "Power",
    "Result",
    "RuleSet",
    "Simulation",
    "Speed",
    "chances",
    "compare",
    "exploit",
    "hits",
    "league",
    "match",
    "measure",
    "odds",
    "power",
    "simulate",
]
