"""Finished games: what the service does all day beside a hundred thousand of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import pytest

from bench.common import Finding
from pbem.service.tools import overview
from tests.service.finished import copy_finished
from tests.service.test_bouncing import Sink
from tests.service.test_nothing_grows import Club
from tests.service.world import open_world

ALIKE = 1.25
"""What may be more and still count as the same: two measurements of one thing differ by as much."""
NAMES = {
    "a tick": "a tick in which nothing is due",
    "a receipt": "a mail with orders, up to its receipt",
    "LIST": "`LIST` by mail",
    "pbem list": "what `pbem list` asks",
}


def measure(folder: Path, *, games: int, rounds: int) -> Finding:
    """The same work beside as few games that are over as a list shows, and beside many."""
    with pytest.MonkeyPatch.context() as patch:
        Sink(patch)
        with (
            _club(folder / "few", overview.MOST_OVER) as few_over,
            _club(folder / "many", games) as many_over,
        ):
            spent = {name: _milliseconds(name, (few_over, many_over), rounds) for name in NAMES}
    few, many = ({name: spent[name][which] for name in NAMES} for which in (0, 1))
    ratios = {name: many[name] / few[name] for name in NAMES}
    worst = max(ratios, key=lambda name: ratios[name])
    return Finding(
        title="Finished games",
        method=(
            f"Ten games of Hegemon that go on, beside {overview.MOST_OVER} that are over and "
            f"beside {games:,}, with their seats, turns, orders and mails (not the bytes of these, "
            f"which are let go of), in SQLite, in turns. Medians of {rounds} times each, in "
            "processor time."
        ),
        headings=("milliseconds", f"beside {overview.MOST_OVER}", f"beside {games:,}", "ratio"),
        rows=tuple(
            (shown, f"{few[name]:.1f}", f"{many[name]:.1f}", f"{ratios[name]:.2f}")
            for name, shown in NAMES.items()
        ),
        target=f"the same beside {games:,} games that are over (ratio at most {ALIKE})",
        reached=f"{ratios[worst]:.2f} at the worst ({worst})",
        held=ratios[worst] <= ALIKE,
        command="python -m bench finished",
    )


@contextmanager
def _club(folder: Path, over: int) -> Iterator[Club]:
    """Games that go on, beside so many that are over."""
    folder.mkdir(parents=True)
    with open_world(folder, answers_per_hour=10**6) as world:
        club = Club(world)
        with world.context.database.write() as connection:
            copy_finished(connection, "old", over)
        yield club


def _milliseconds(name: str, clubs: tuple[Club, Club], rounds: int) -> tuple[float, ...]:
    """What something takes in each of them, in turns: whatever else runs hits both."""
    works = [club.works()[name] for club in clubs]
    spent: tuple[list[float], ...] = ([], [])
    for _round in range(rounds):
        for work, times in zip(works, spent, strict=True):
            began = time.process_time()
            work()
            times.append(time.process_time() - began)
    return tuple(1000 * median(times) for times in spent)
