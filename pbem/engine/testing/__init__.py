"""The conformance kit: promises that every ruleset must keep, tried in random games.

:func:`run` plays a ruleset at every player count and tries each of :data:`CHECKS`
on what it saw; ``pbem check RULESET`` shows the results. What a seat receives is a
:class:`Surface`; the default covers all that the engine makes, and the service hands
in one that makes the real mails and pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.api import AnyRuleset
from pbem.engine.testing.checks import (
    bots,
    chance,
    codec,
    contract,
    determinism,
    frozen,
    hostile,
    memory,
    menu,
    orders,
    purity,
    scramble,
    side_by_side,
    typing,
)
from pbem.engine.testing.checks import play as play_check
from pbem.engine.testing.golden import compare, golden, golden_exchanges, plain_text
from pbem.engine.testing.lab import Lab
from pbem.engine.testing.result import Check, Fault, Remark, Result, perform
from pbem.engine.testing.surface import Exchange, Reply, Surface, plain_surface

__all__ = [
    "CHECKS",
    "Check",
    "Exchange",
    "Fault",
    "Lab",
    "Remark",
    "Reply",
    "Result",
    "Surface",
    "compare",
    "golden",
    "golden_exchanges",
    "plain_surface",
    "plain_text",
    "run",
]

CHECKS: tuple[Check, ...] = (
    play_check.CHECK,
    contract.CHECK,
    frozen.CHECK,
    codec.CHECK,
    determinism.CHECK,
    purity.CHECK,
    chance.CHECK,
    orders.CHECK,
    typing.CHECK,
    menu.CHECK,
    hostile.VERDICTS,
    hostile.HOSTILE_TEXT,
    bots.CHECK,
    memory.CHECK,
    scramble.SCRAMBLE,
    scramble.COVERAGE,
    side_by_side.CHECK,
)
"""All checks, those first whose faults explain others."""

Progress = Callable[[int, int, str], None]
"""Told before each check: how many are done, how many there are, and the next one's title."""

GoldenFiles = Callable[[Mapping[str, str]], Sequence[str]]
"""Given the golden reports just made, says how they differ from those that were kept."""


def run(
    ruleset: AnyRuleset,
    *,
    games: int = 24,
    seed: int = 1,
    turns: int = 500,
    options: Any = None,
    surface: Surface | None = None,
    golden_files: GoldenFiles | None = None,
    progress: Progress | None = None,
    only: Sequence[str] = (),
    closely: int | None = None,
    players: Sequence[int] = (),
    more: Sequence[Check] = (),
) -> Iterator[Result]:
    """Try every promise of the contract on `ruleset`, one result each, as they come.

    At least `games` random games are played, one or more at every player count, or at those
    of `players` alone, each of at most `turns` turns, with `options` (None: the default
    game); the same `seed` gives the same games. `surface` makes what a seat receives
    (default: :func:`plain_surface`). `closely` is for many games: what each seat receives is then
    examined at so many moments, drawn from all of them; None: at those of games with few seats, at
    300 of more. With `golden_files` the golden reports are compared too.
    `more` are checks beside those of the engine; `only` names the checks to try (default all).
    Raises ValueError for a name in it that no check has, and for a number of players that
    the game cannot have.
    """
    checks = [*CHECKS, *more, *([_golden_check(golden_files)] if golden_files else [])]
    unknown = sorted(set(only) - {check.name for check in checks})
    if unknown:
        raise ValueError(f"no check {unknown[0]!r}; there are: {', '.join(c.name for c in checks)}")
    if strange := sorted(set(players) - set(ruleset.seats)):
        raise ValueError(f"{ruleset.name} cannot be played by {strange[0]}")
    chosen = [check for check in checks if not only or check.name in only]
    lab = Lab(
        ruleset,
        games=games,
        seed=seed,
        surface=surface or plain_surface,
        turns=turns,
        options=options,
        closely=closely,
        players=players,
    )
    for done, check in enumerate(chosen):
        if progress is not None:
            progress(done, len(chosen), check.title)
        yield perform(check, lab)


def _golden_check(differences: GoldenFiles) -> Check:
    def examine(lab: Lab) -> Iterator[Remark]:
        for text in differences(golden(lab.ruleset, seed=1, turns=lab.turns, options=lab.options)):
            yield Fault(text)

    return Check("golden", "Reports read as they were last approved", examine)
