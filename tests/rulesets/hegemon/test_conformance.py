"""HG-11 proved, and every other promise of the contract: the conformance kit on Hegemon."""

from __future__ import annotations

import pytest

from pbem.engine.testing import CHECKS, run
from pbem.rulesets.hegemon import RULESET
from pbem.rulesets.hegemon.options import Options
from tests.soaking import soak

SECRETS = ("memory", "scramble", "side-by-side")
OTHERS = tuple(c.name for c in CHECKS if c.name not in SECRETS)
FEW = (2, 3, 5)
"""Numbers of players at which each seat is soon compared with every other."""
FEWEST_AND_MOST = (2, 12)


@pytest.mark.parametrize(
    ("checks", "turns", "games", "closely", "players"),
    [
        pytest.param(SECRETS, 3, 3, 6, FEW, id="few players' secrets"),
        pytest.param(OTHERS, 3, 2, 2, FEWEST_AND_MOST, id="others"),
        soak((*SECRETS, *OTHERS), 10, 66, 300, (), id="all"),
    ],
)
def test_hegemon_keeps_every_promise_of_the_contract(
    checks: tuple[str, ...], turns: int, games: int, closely: int, players: tuple[int, ...]
) -> None:
    how = {"games": games, "closely": closely, "players": players}
    results = run(RULESET, options=Options(turns=turns), seed=7, only=checks, **how)
    assert [result for result in results if not result.passed] == []
