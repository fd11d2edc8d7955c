"""Runs the measurements and writes docs/benchmarks.md: ``python -m bench``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import click

from bench import (
    board,
    closing,
    deadline,
    finished,
    galaxy,
    intake,
    memory,
    outbox,
    reading,
    regions,
    reports,
    workers,
)
from bench.common import Finding
from bench.page import page
from bench.soak import measure as soak

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"

Measure = Callable[[Path], Finding]

FULL: Mapping[str, Measure] = {
    "intake": partial(intake.measure, mails=500, rounds=5, games=30, turns=4),
    "outbox": partial(outbox.measure, mails=1000, rounds=7, games=30),
    "closing": partial(closing.measure, sizes=(10, 100, 1000)),
    "workers": partial(closing.measure_workers, size=200, turns=3),
    "deadline": partial(deadline.measure, number=1000),
    "reports": partial(reports.measure, turns=40),
    "galaxy": partial(galaxy.measure, first=15, last=25),
    "board": partial(board.measure, size=20, units=25, rounds=9, boards=(16, 32, 64)),
    "regions": partial(regions.measure, turns=40),
    "memory": partial(memory.measure, mails=10_000, batch=500, games=100),
    "pbem-worker": partial(
        workers.measure, number=60, rounds=2, window=12.0, closing=(1, 2, 4), waiting=(1, 4, 8)
    ),
    "reading": partial(reading.measure, mails=100, counts=(1, 4, 8)),
    "finished": partial(finished.measure, games=100_000, rounds=100),
    "soak": partial(soak.measure, games=100, people=400, days=30),
}
QUICK: Mapping[str, Measure] = {
    "intake": partial(intake.measure, mails=12, rounds=1, games=1, turns=1),
    "outbox": partial(outbox.measure, mails=12, rounds=1, games=1),
    "closing": partial(closing.measure, sizes=(1, 2)),
    "workers": partial(closing.measure_workers, size=3, turns=1),
    "deadline": partial(deadline.measure, number=2),
    "reports": partial(reports.measure, turns=1),
    "galaxy": partial(galaxy.measure, first=1, last=2),
    "board": partial(board.measure, size=16, units=3, rounds=1, boards=(16, 18)),
    "regions": partial(regions.measure, turns=1),
    "memory": partial(memory.measure, mails=20, batch=10, games=1),
    "pbem-worker": partial(
        workers.measure, number=2, rounds=1, window=0.2, closing=(1, 2), waiting=(1,)
    ),
    "reading": partial(reading.measure, mails=1, counts=(1,)),
    "finished": partial(finished.measure, games=100, rounds=1),
    "soak": partial(soak.measure, games=2, people=8, days=1),
}


@click.command()
@click.argument("names", nargs=-1, type=click.Choice([*FULL]))
@click.option("--quick", is_flag=True, help="Small and of no meaning: only whether it works.")
def main(names: tuple[str, ...], quick: bool) -> None:
    """Measure NAMES, or everything; a whole run writes docs/benchmarks.md.

    Ends with status 1 where a target is missed.
    """
    measures = QUICK if quick else FULL
    findings = [_measured(name, measures[name]) for name in names or measures]
    if not names and not quick:
        PAGE.write_text(page(findings), encoding="utf-8")
        click.echo("wrote docs/benchmarks.md")
    if not quick and not all(finding.held for finding in findings):
        sys.exit(1)


def _measured(name: str, measure: Measure) -> Finding:
    click.echo(f"{name} ...", err=True)
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as folder:
        finding = measure(Path(folder))
    word = "holds" if finding.held else "MISSED"
    click.echo(f"{name}: {finding.reached}; target: {finding.target}: {word}")
    return finding


if __name__ == "__main__":
    main()
