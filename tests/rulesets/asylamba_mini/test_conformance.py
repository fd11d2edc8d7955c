"""AM-27 proved, and every other promise of the contract: the conformance kit on Asylamba Mini."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.testing import CHECKS, run
from pbem.rulesets.asylamba_mini import RULESET
from pbem.rulesets.asylamba_mini.options import Options
from tests.soaking import soak

SECRETS = ("memory", "scramble", "side-by-side")
OPEN = ("play", "contract", "codec", "purity", "orders", "hostile")
OTHERS = tuple(c.name for c in CHECKS if c.name not in (*SECRETS, "coverage"))
FEW = (2, 4)
"""Numbers of players whose games take little time; what takes little of it, and all of it in
`make soak`, is tried with every number."""


def broken(options: Options, **how: Any) -> list[tuple[str, tuple[str, ...]]]:
    results = run(RULESET, options=options, **how)
    return [(result.check, result.details) for result in results if not result.passed]


@pytest.mark.parametrize(
    ("checks", "turns", "games", "closely", "players"),
    [
        pytest.param((*SECRETS, *OTHERS), 5, 2, 2, FEW, id="few players"),
        pytest.param(OPEN, 5, 6, 3, (), id="every number of players"),
        soak(SECRETS, 14, 24, 84, (), id="secrets"),
        soak(OTHERS, 14, 24, 84, (), id="others"),
    ],
)
def test_asylamba_mini_keeps_every_promise_of_the_contract(
    checks: tuple[str, ...], turns: int, games: int, closely: int, players: tuple[int, ...]
) -> None:
    how = {"games": games, "closely": closely, "players": players}
    assert broken(Options(max_turns=turns), seed=7, only=checks, **how) == []


@pytest.mark.parametrize(("games", "closely"), [(6, 30), soak(30, 400)])
def test_every_leaf_of_the_state_is_scrambled_or_public(games: int, closely: int) -> None:
    """Long enough for conquests, so that payments in X are seen too."""
    options = Options(max_turns=26)
    assert broken(options, games=games, seed=7, only=("coverage",), closely=closely) == []


@pytest.mark.parametrize(
    ("turns", "games", "closely", "players"), [(5, 2, 3, FEW), soak(12, 18, 60, ())]
)
@pytest.mark.parametrize(
    "options", [{"bonus_secrecy": "public"}, {"open_book": True}, {"faction_bonuses": "3.6"}]
)
def test_secrets_are_kept_with_other_options_too(
    options: dict[str, Any], turns: int, games: int, closely: int, players: tuple[int, ...]
) -> None:
    chosen = Options(max_turns=turns, **options)
    how = {"games": games, "closely": closely, "players": players}
    assert broken(chosen, seed=8, only=SECRETS, **how) == []
