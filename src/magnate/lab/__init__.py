"""The lab: experiments and statistics about the game.

>>> from magnate import lab
>>> result = lab.simulate("clasico", players=4, bots="trader", games=2000, seed=11)
>>> result.wins_by_place[0].share, result.turns.median
>>> result.to_pandas("deeds")
>>> result.plot("clasico.svg")

`simulate` plays games between bots. `odds` has landing frequencies and pay-back of a board, `rent_risk` the rents
that are likely before a seat's next turn. `compare` plays two rule sets side by side. `league` plays bots against each
other, `match` any mix of bots, policies and functions; `decisions` is a data set of what they chose. `chances`
estimates who wins from a position, `power` what each group is worth. Every result has typed fields, `to_dict()`,
`to_pandas()`, `to_csv()`, `to_parquet()`, `plot()` and `report()`.
"""

from magnate.lab.bench import Speed, measure
from magnate.lab.chances import Chances, chances
from magnate.lab.compare import Comparison, compare
from magnate.lab.data_set import Decisions, decisions
from magnate.lab.errors import BadQuestion, NotInstalled
from magnate.lab.exploit import Exploited, exploit
from magnate.lab.league import League, league
from magnate.lab.match import Match, match
from magnate.lab.odds import Odds, odds
from magnate.lab.power import Power, power
from magnate.lab.rent_risk import RentRisk, rent_risk
from magnate.lab.result import Result
from magnate.lab.ruleset import RuleSet
from magnate.lab.simulate import Simulation, simulate
from magnate.lab.stakes import Stakes, stakes
from magnate.lab.switch_effects import SwitchEffects, switch_effects
from magnate.search.rollouts import Depth

__all__ = [
    "BadQuestion",
    "Chances",
    "Comparison",
    "Decisions",
    "Depth",
    "Exploited",
    "League",
    "Match",
    "NotInstalled",
    "Odds",
    "Power",
    "RentRisk",
    "Result",
    "RuleSet",
    "Simulation",
    "Speed",
    "Stakes",
    "SwitchEffects",
    "chances",
    "compare",
    "decisions",
    "exploit",
    "league",
    "match",
    "measure",
    "odds",
    "power",
    "rent_risk",
    "simulate",
    "stakes",
    "switch_effects",
]
