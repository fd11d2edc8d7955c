"""PA-15 proved, and every other promise of the contract: the conformance kit on Parsec."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from pbem.engine.testing import CHECKS, run
from pbem.engine.testing.result import Result
from pbem.rulesets.parsec import RULESET
from pbem.rulesets.parsec.options import Options
from tests.soaking import soak

SECRETS = ("memory", "scramble", "side-by-side")
PLAY = ("play", "contract", "codec")
OTHERS = tuple(c.name for c in CHECKS if c.name not in (*SECRETS, *PLAY, "coverage"))
SMALL: dict[str, Any] = {"board": "random", "width": 8, "height": 8}
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"pace": "round"},
    {"reactions": "ask"},
    {"pace": "round", "reactions": "ask"},
    {"board": "random", "width": 9, "height": 9},
)


def broken(options: Options, **how: Any) -> list[tuple[str, tuple[str, ...]]]:
    return failures(run(RULESET, options=options, **how))


def failures(results: Iterable[Result]) -> list[tuple[str, tuple[str, ...]]]:
    return [(result.check, result.details) for result in results if not result.passed]


@pytest.mark.parametrize(
    ("options", "games"),
    [
        *((options, 3) for options in (SETTINGS[0], *SETTINGS[3:])),
        *(soak(options, 54) for options in SETTINGS),
    ],
    ids=str,
)
def test_random_games_of_every_size_come_to_their_end(options: dict[str, Any], games: int) -> None:
    assert broken(Options(**options), games=games, seed=5, only=PLAY, closely=12) == []


@pytest.mark.parametrize(
    ("checks", "options", "games", "closely", "players"),
    [
        pytest.param((*SECRETS, *OTHERS), SMALL, 2, 2, (2, 3), id="small"),
        soak(SECRETS, {}, 9, 72, (), id="secrets"),
        soak(OTHERS, {}, 9, 72, (), id="others"),
    ],
)
def test_parsec_keeps_every_promise_of_the_contract(
    checks: tuple[str, ...],
    options: dict[str, Any],
    games: int,
    closely: int,
    players: tuple[int, ...],
) -> None:
    how = {"games": games, "closely": closely, "players": players}
    assert broken(Options(**options), seed=7, only=checks, **how) == []


@pytest.mark.parametrize(("board", "games", "closely"), [(SMALL, 3, 30), soak({}, 9, 300)])
@pytest.mark.parametrize("pace", ["sequential", "round"])
def test_every_leaf_of_the_state_is_scrambled_or_public(
    pace: str, board: dict[str, Any], games: int, closely: int
) -> None:
    """With questions, so that turns under way and open conflicts are seen too."""
    options = Options(pace=pace, reactions="ask", **board)  # type: ignore[arg-type]
    assert broken(options, games=games, seed=7, only=("coverage",), closely=closely) == []


@pytest.mark.parametrize(
    ("options", "board", "games", "closely", "least"),
    [
        *((options, SMALL, 3, 3, 4) for options in SETTINGS[3:]),
        *(soak(options, {}, 9, 36, 20) for options in SETTINGS[1:]),
    ],
    ids=str,
)
def test_secrets_are_kept_with_other_options_too(
    options: dict[str, Any], board: dict[str, Any], games: int, closely: int, least: int
) -> None:
    chosen = Options(**{**board, **options})
    found = run(RULESET, options=chosen, games=games, seed=8, only=SECRETS, closely=closely)
    results = tuple(found)
    assert failures(results) == []
    [compared] = (result.details[0] for result in results if result.check == "side-by-side")
    pairs = int(compared.split()[0])
    assert pairs > least, f"too few pairs were alike in public to show anything: {compared}"
