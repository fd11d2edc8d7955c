"""Closing turns: many games due at once, everybody's report with its chart included."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.common import SEATS, Finding, new_game, new_house, order_for_all
from pbem.service.clock import ManualClock
from pbem.service.context import Context
from pbem.service.play.upkeep import close_due, note_poll
from pbem.store import games, mail
from pbem.store.records import GameRow, GameStatus

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
FLAT = 1.25
"""What the cost of a game may grow by, from the fewest games to the most, and count as flat."""


def measure(folder: Path, *, sizes: Sequence[int]) -> Finding:
    """A database of its own for every number of games, so that each holds only what it counts."""
    costs = {size: _cost(folder / f"games{size}", size) for size in sizes}
    growth = costs[sizes[-1]] / costs[sizes[0]]
    rows = tuple(
        (f"{size:,}", f"{size * SEATS:,}", f"{size * cost:.1f}", f"{1000 * cost:.0f}")
        for size, cost in costs.items()
    )
    return Finding(
        title="Closing turns",
        method=(
            f"Games of Hegemon with {SEATS} people each, all due at once; every seat holds orders "
            "of its own, so that no two games or charts are alike. The time is that of the "
            "service's `close_due`: it resolves every turn, draws every chart, writes a report "
            "to everybody into the outbox and opens the next turn, one committed transaction a "
            f"game. Where there are fewer than {sizes[-1]:,} games several turns are closed, and "
            "the median turn counts. Pictures are drawn in the service's own process."
        ),
        headings=("games", "reports", "seconds a turn", "milliseconds a game"),
        rows=rows,
        target=f"{sizes[-1]:,} games close, each at the cost of one of {sizes[0]}",
        reached=f"{growth:.2f} times the cost of one of {sizes[0]}",
        held=growth <= FLAT,
        command="python -m bench closing",
    )


def _cost(folder: Path, size: int) -> float:
    """Seconds a game to close a turn of `size` games."""
    clock = ManualClock(START)
    with new_house(folder, clock=clock) as context:
        for number in range(1, size + 1):
            new_game(context, number)
        turns = max(1, min(5, 100 // size))
        return median(_close_turn(context, clock, size) for _turn in range(turns)) / size


def _close_turn(context: Context, clock: ManualClock, size: int) -> float:
    with context.database.read() as connection:
        running = games.all_games(connection, GameStatus.RUNNING)
    order_for_all(context, running)
    clock.move(hours=49)
    note_poll(context, clock.now())
    began = perf_counter()
    closed = close_due(context)
    seconds = perf_counter() - began
    assert len(closed) == size, f"{len(closed)} games of {size} were closed"
    _check(context, closed)
    return seconds


def _check(context: Context, closed: Sequence[GameRow]) -> None:
    """Every seat of the first and the last game has a report with its chart."""
    with context.database.read() as connection:
        for row in (closed[0], closed[-1]):
            sent = mail.outgoing(connection, game=row.id, turn=row.turn - 1, kind="report")
            assert len(sent) == SEATS
            assert all(b"Content-Type: image/png" in report.data for report in sent)
