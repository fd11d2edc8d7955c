"""GU-14 proved, and every other promise of the contract: the conformance kit on God Unit."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.testing import CHECKS, run
from pbem.rulesets.god_unit import RULESET
from pbem.rulesets.god_unit.options import Options

SECRETS = ("memory", "scramble", "side-by-side")
OPEN = ("play", "contract", "codec", "purity", "orders", "hostile")
OTHERS = tuple(c.name for c in CHECKS if c.name not in (*SECRETS, "coverage"))


def broken(options: Options, **how: Any) -> list[tuple[str, tuple[str, ...]]]:
    results = run(RULESET, options=options, **how)
    return [(result.check, result.details) for result in results if not result.passed]


@pytest.mark.parametrize("checks", [SECRETS, OTHERS], ids=["secrets", "others"])
def test_god_unit_keeps_every_promise_of_the_contract(checks: tuple[str, ...]) -> None:
    assert broken(Options(max_turns=16), games=7, seed=7, only=checks, closely=12) == []


@pytest.mark.parametrize(
    "options", [{}, {"board": "syzygy", "victory": "relics"}], ids=["islands", "syzygy"]
)
def test_every_leaf_of_the_state_is_scrambled_or_public(options: dict[str, Any]) -> None:
    """Long enough for factories to be made, carried and deployed."""
    chosen = Options(max_turns=24, **options)
    assert broken(chosen, games=14, seed=7, only=("coverage",), closely=120) == []


@pytest.mark.parametrize(
    "options",
    [{"board": "syzygy", "victory": "relics"}, {"placement": "open", "factories": 3}],
    ids=["syzygy", "open placement"],
)
@pytest.mark.parametrize("checks", [SECRETS, OPEN], ids=["secrets", "open"])
def test_other_boards_and_options_keep_them_too(
    options: dict[str, Any], checks: tuple[str, ...]
) -> None:
    assert broken(Options(max_turns=12, **options), games=7, seed=8, only=checks, closely=6) == []
