"""A simulated club as one of the measurements."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from bench.common import Finding
from bench.soak.books import settled_days, wrong
from bench.soak.club import Club, Plan, open_club
from bench.soak.faults import Fault

NO_DATABASE = "database away"
"""What stands for a full disk with PostgreSQL, whose disk is not the service's."""
ROWS = 6
"""So many days are shown at the most."""


def measure(folder: Path, *, games: int, people: int, days: int) -> Finding:
    """Let a club play and check its books; SQLite's, as the other measurements'."""
    plan = Plan(games, people, days)
    began = time.monotonic()
    with open_club(plan, folder) as club:
        rows = [progress(club, day) for day in club.play()]
        return finding(club, rows, wrong(club), time.monotonic() - began)


def progress(club: Club, day: int) -> tuple[str, ...]:
    """How far it has come by the end of a day, as a row of the finding."""
    return (
        str(day),
        f"{len(club.posted) + len(club.poisons):,}",
        f"{club.evidence.looked_at:,}",
        f"{club.megabytes[day]:.0f}",
    )


def finding(club: Club, rows: list[tuple[str, ...]], found: list[str], seconds: float) -> Finding:
    """What came of it; `rows` has one for each day."""
    plan = club.plan
    first, last = settled_days(club)
    growth = 100 * (club.megabytes[last] / club.megabytes[first] - 1)
    database = "PostgreSQL" if plan.database.startswith("postgresql") else "SQLite"
    befell = ", ".join(
        f"{NO_DATABASE if fault is Fault.FULL and database != 'SQLite' else fault} ({times})"
        for fault, times in sorted(club.befell.items())
    )
    command = f"python -m bench.soak --games {plan.games} --people {plan.people} --days {plan.days}"
    return Finding(
        title=f"Simulated clubs ({database})",
        method=(
            f"{plan.games:,} games of all four kinds, {plan.people:,} people with their habits and "
            f"{plan.days} days of a clock that goes on when the service has nothing left to do: "
            f"{seconds / 60:.0f} minutes. What befell it: {befell or 'nothing'}; "
            f"{len(club.poisons):,} poisoned mails, one each hour. The books: every mail in has "
            "one fate and every answer that is owed; every mail out lies once in its mailbox "
            f"({len(club.doubtful)} were on their way when the process was killed, and may lie "
            "there twice); every turn was played once and by the rules; every chain verifies; of "
            f"{club.evidence.searched:,} words for one reader alone that were found in mails "
            "each was in a mailbox of theirs. Nobody is killed in the second half of the days: "
            "one process has to keep its memory."
        ),
        headings=("day", "mails in", "mails out", "resident MB"),
        rows=tuple(_some(rows)),
        target="books right; memory flat (growth under 10 %)",
        reached=f"{len(found) or 'nothing'} wrong; memory {growth:+.1f} %",
        held=not found,
        command=command if database == "SQLite" else f"{command} --database postgresql",
    )


def _some(rows: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    step = -(-len(rows) // ROWS)
    yield from rows[step - 1 :: step]
    if len(rows) % step:
        yield rows[-1]
