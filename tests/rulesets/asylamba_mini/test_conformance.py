"""AM-27 proved, and every other promise of the contract: the conformance kit on Asylamba Mini."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.testing import run
from pbem.rulesets.asylamba_mini import RULESET
from pbem.rulesets.asylamba_mini.options import Options

SECRETS = ("memory", "scramble", "side-by-side")


@pytest.mark.slow
def test_asylamba_mini_keeps_every_promise_of_the_contract() -> None:
    """Random games are cut off in their middle: whole ones are long, and the bots play theirs."""
    results = run(RULESET, games=6, seed=7, options=Options(max_turns=16))
    assert [result for result in results if not result.passed] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{"bonus_secrecy": "public"}, {"open_book": True}, {"faction_bonuses": "3.6"}]
)
def test_secrets_are_kept_with_other_options_too(options: dict[str, Any]) -> None:
    chosen = Options(max_turns=12, **options)
    results = run(RULESET, games=3, seed=8, options=chosen, only=SECRETS)
    assert [result for result in results if not result.passed] == []
