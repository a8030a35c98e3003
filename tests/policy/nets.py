"""Small policies for the tests."""

import numpy as np

from magnate.coding.catalogue import PROPOSE_PURCHASE
from magnate.coding.places import PLACES
from magnate.coding.spec import TableSpec
from magnate.policy.policy_network import Policy
from magnate.rules.codes import ACCEPT_DEAL, BUY, END_TURN, PASS, REFUSE_DEAL, ROLL

FIRST = TableSpec("clasico", 2).numbers.first
FEW = FIRST[PROPOSE_PURCHASE]
BUYER = {ROLL: 5.0, BUY: 9.0, END_TURN: 4.0, PASS: 8.0, REFUSE_DEAL: 9.0, ACCEPT_DEAL: -9.0}


def keen(wishes: dict[int, float] = BUYER, **about: object) -> Policy:
    """A policy that wishes for some families whatever it sees."""
    bias = np.zeros(FEW, np.float32)
    for family, wish in wishes.items():
        bias[FIRST[family]] = wish
    return Policy([(np.zeros((PLACES, FEW), np.float32), bias)], **about)  # type: ignore[arg-type]


def random_policy(seed: int, hidden: int = 16, **about: object) -> Policy:
    """A policy with random weights."""
    rng = np.random.default_rng(seed)
    first = rng.normal(0, 0.1, (PLACES, hidden)), rng.normal(0, 0.1, hidden)
    second = rng.normal(0, 0.5, (hidden, FEW)), rng.normal(0, 0.1, FEW)
    return Policy([first, second], **about)  # type: ignore[arg-type]
