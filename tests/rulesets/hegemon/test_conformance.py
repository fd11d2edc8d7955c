"""HG-11 proved, and every other promise of the contract: the conformance kit on Hegemon."""

from __future__ import annotations

from pbem.engine.testing import run
from pbem.rulesets.hegemon import RULESET


def test_hegemon_keeps_every_promise_of_the_contract():
    broken = [result for result in run(RULESET, games=11, seed=7) if not result.passed]
    assert broken == []
