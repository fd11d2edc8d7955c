"""HG-11 proved, and every other promise of the contract: the conformance kit on Hegemon."""

from __future__ import annotations

import pytest

from pbem.engine.testing import CHECKS, run
from pbem.rulesets.hegemon import RULESET
from pbem.rulesets.hegemon.options import Options
from tests.soaking import soak

OPEN = ("play", "contract", "codec", "purity", "orders", "hostile")
EVERY = tuple(check.name for check in CHECKS)
FEW = (2, 3, 5)
"""Numbers of players at which each seat is soon compared with every other."""
MOST = (12,)


@pytest.mark.parametrize(
    ("checks", "turns", "games", "closely", "players"),
    [
        pytest.param(EVERY, 3, 3, 5, FEW, id="few players"),
        pytest.param(OPEN, 3, 1, 1, MOST, id="many players"),
        soak(EVERY, 10, 66, 300, (), id="all"),
    ],
)
def test_hegemon_keeps_every_promise_of_the_contract(
    checks: tuple[str, ...], turns: int, games: int, closely: int, players: tuple[int, ...]
) -> None:
    how = {"games": games, "closely": closely, "players": players}
    results = run(RULESET, options=Options(turns=turns), seed=7, only=checks, **how)
    assert [result for result in results if not result.passed] == []
