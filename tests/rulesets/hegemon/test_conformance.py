"""HG-11 proved, and every other promise of the contract: the conformance kit on Hegemon."""

from __future__ import annotations

import pytest

from pbem.engine.testing import run
from pbem.rulesets.hegemon import RULESET
from pbem.rulesets.hegemon.options import Options
from tests.soaking import soak


@pytest.mark.parametrize(("turns", "games", "closely"), [(3, 6, 4), soak(10, 66, 300)])
def test_hegemon_keeps_every_promise_of_the_contract(turns: int, games: int, closely: int) -> None:
    options = Options(turns=turns)
    results = run(RULESET, options=options, games=games, seed=7, closely=closely)
    assert [result for result in results if not result.passed] == []
