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


def broken(options: Options, **how: Any) -> list[tuple[str, tuple[str, ...]]]:
    results = run(RULESET, options=options, **how)
    return [(result.check, result.details) for result in results if not result.passed]


@pytest.mark.parametrize(
    ("checks", "turns", "games", "closely"),
    [
        pytest.param((*SECRETS, *OTHERS), 6, 7, 3, id="small"),
        soak(SECRETS, 16, 21, 36, id="secrets"),
        soak(OTHERS, 16, 21, 36, id="others"),
    ],
)
def test_god_unit_keeps_every_promise_of_the_contract(
    checks: tuple[str, ...], turns: int, games: int, closely: int
) -> None:
    options = Options(max_turns=turns)
    assert broken(options, games=games, seed=7, only=checks, closely=closely) == []


@pytest.mark.parametrize(("games", "closely"), [(3, 20), soak(42, 360)])
@pytest.mark.parametrize("options", [{}, SYZYGY], ids=["islands", "syzygy"])
def test_every_leaf_of_the_state_is_scrambled_or_public(
    options: dict[str, Any], games: int, closely: int
) -> None:
    """Long enough for factories to be made, carried and deployed."""
    chosen = Options(max_turns=24, **options)
    assert broken(chosen, games=games, seed=7, only=("coverage",), closely=closely) == []


@pytest.mark.parametrize(
    ("checks", "turns", "games", "closely"),
    [
        pytest.param((*SECRETS, *OPEN), 9, 3, 2, id="small"),
        soak(SECRETS, 12, 21, 18, id="secrets"),
        soak(OPEN, 12, 21, 18, id="open"),
    ],
)
@pytest.mark.parametrize(
    "options", [SYZYGY, {"placement": "open", "factories": 3}], ids=["syzygy", "open placement"]
)
def test_other_boards_and_options_keep_them_too(
    options: dict[str, Any], checks: tuple[str, ...], turns: int, games: int, closely: int
) -> None:
    chosen = Options(max_turns=turns, **options)
    assert broken(chosen, games=games, seed=8, only=checks, closely=closely) == []
