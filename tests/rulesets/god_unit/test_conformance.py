"""GU-14 proved, and every other promise of the contract: the conformance kit on God Unit."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.testing import CHECKS, run
from pbem.rulesets.god_unit import RULESET
from pbem.rulesets.god_unit.options import Options
from tests.soaking import soak

SECRETS = ("memory", "scramble", "side-by-side")
OPEN = ("play", "contract", "codec", "purity", "orders", "hostile")
OTHERS = tuple(c.name for c in CHECKS if c.name not in (*SECRETS, "coverage"))
SYZYGY = {"board": "syzygy", "victory": "relics"}
FEW = (2, 4)
"""Numbers of players whose games take little time; what takes little of it, and all of it in
`make soak`, is tried with every number."""


def broken(options: Options, **how: Any) -> list[tuple[str, tuple[str, ...]]]:
    results = run(RULESET, options=options, **how)
    return [(result.check, result.details) for result in results if not result.passed]


@pytest.mark.parametrize(
    ("checks", "turns", "games", "closely", "players"),
    [
        pytest.param((*SECRETS, *OTHERS), 6, 2, 2, FEW, id="few players"),
        pytest.param(OPEN, 6, 7, 3, (), id="every number of players"),
        soak(SECRETS, 16, 21, 36, (), id="secrets"),
        soak(OTHERS, 16, 21, 36, (), id="others"),
    ],
)
def test_god_unit_keeps_every_promise_of_the_contract(
    checks: tuple[str, ...], turns: int, games: int, closely: int, players: tuple[int, ...]
) -> None:
    how = {"games": games, "closely": closely, "players": players}
    assert broken(Options(max_turns=turns), seed=7, only=checks, **how) == []


@pytest.mark.parametrize(
    ("options", "games", "closely", "players"),
    [
        pytest.param({}, 2, 12, FEW, id="islands"),
        pytest.param(SYZYGY, 2, 12, FEW, id="syzygy"),
        soak({}, 42, 360, (), id="many islands"),
        soak(SYZYGY, 42, 360, (), id="much of syzygy"),
    ],
)
def test_every_leaf_of_the_state_is_scrambled_or_public(
    options: dict[str, Any], games: int, closely: int, players: tuple[int, ...]
) -> None:
    """Long enough for factories to be made, carried and deployed."""
    chosen = Options(max_turns=24, **options)
    how = {"games": games, "closely": closely, "players": players}
    assert broken(chosen, seed=7, only=("coverage",), **how) == []


@pytest.mark.parametrize(
    ("checks", "turns", "games", "closely", "players"),
    [
        pytest.param((*SECRETS, *OPEN), 6, 2, 2, FEW, id="small"),
        soak(SECRETS, 12, 21, 18, (), id="secrets"),
        soak(OPEN, 12, 21, 18, (), id="open"),
    ],
)
@pytest.mark.parametrize(
    "options", [SYZYGY, {"placement": "open", "factories": 3}], ids=["syzygy", "open placement"]
)
def test_other_boards_and_options_keep_them_too(
    options: dict[str, Any],
    checks: tuple[str, ...],
    turns: int,
    games: int,
    closely: int,
    players: tuple[int, ...],
) -> None:
    chosen = Options(max_turns=turns, **options)
    how = {"games": games, "closely": closely, "players": players}
    assert broken(chosen, seed=8, only=checks, **how) == []
