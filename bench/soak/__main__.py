"""``python -m bench.soak``: a simulated club of any size."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import click

from bench.page import section
from bench.soak.books import wrong
from bench.soak.club import Plan, open_club
from bench.soak.measure import finding, progress
from tests.servers.databases import SERVER, SQLITE

MOST_SHOWN = 40
WORDS = ("", " mails in", " mails out", " MB")


@click.command()
@click.option("--games", type=click.IntRange(1), default=20, show_default=True)
@click.option("--people", type=click.IntRange(5), default=60, show_default=True)
@click.option("--days", type=click.IntRange(1), default=5, show_default=True)
@click.option("--faults/--no-faults", default=True, show_default=True, help="What can go wrong.")
@click.option("--seed", default=1, show_default=True, help="The same people and the same faults.")
@click.option(
    "--database",
    type=click.Choice(["sqlite", "postgresql"]),
    default="sqlite",
    show_default=True,
    help="PostgreSQL is one of its own, from Debian's package; it is started by root alone.",
)
@click.option("--keep", type=click.Path(path_type=Path), help="A folder that is left as it ends.")
def main(
    games: int, people: int, days: int, faults: bool, seed: int, database: str, keep: Path | None
) -> None:
    """Let a club of PEOPLE play GAMES for DAYS of a fast clock, and check its books.

    Shows what came of it as a section of docs/benchmarks.md, and ends with status 1 where
    anything is wrong.
    """
    url = SQLITE if database == "sqlite" else SERVER.new()
    plan = Plan(games, people, days, seed, faults, url)
    with tempfile.TemporaryDirectory(prefix="pbem-soak-") as temporary:
        folder = keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            found = _played(plan, folder)
        finally:
            SERVER.stop()
    for one in found[:MOST_SHOWN]:
        click.echo(f"WRONG: {one}")
    click.echo(f"{len(found)} things are wrong" if found else "the books are right")
    sys.exit(1 if found else 0)


def _played(plan: Plan, folder: Path) -> list[str]:
    began = time.monotonic()
    with open_club(plan, folder) as club:
        rows = []
        for day in club.play():
            rows.append(progress(club, day))
            shown = ", ".join(map("".join, zip(rows[-1], WORDS, strict=True)))
            click.echo(f"day {shown}, {time.monotonic() - began:.0f} s")
        found = wrong(club)
        click.echo(section(finding(club, rows, found, time.monotonic() - began)))
        return found


if __name__ == "__main__":
    main()
