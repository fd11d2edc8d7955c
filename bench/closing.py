"""Closing turns: many games due at once, everybody's report with its chart included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import msgspec

from bench.common import SEATS, Finding, new_game, new_house, order_for_all
from pbem.service.clock import ManualClock
from pbem.service.context import Context
from pbem.service.play.closers import Closers
from pbem.service.play.upkeep import close_due, note_poll
from pbem.store import games, mail
from pbem.store.records import GameRow, GameStatus

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
FASTER = 1.4
"""How much faster turns close with processes that work them out."""
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
            "the median turn counts. All is done in the service's own process."
        ),
        headings=("games", "reports", "seconds a turn", "milliseconds a game"),
        rows=rows,
        target=f"{sizes[-1]:,} games close, each at the cost of one of {sizes[0]}",
        reached=f"{growth:.2f} times the cost of one of {sizes[0]}",
        held=growth <= FLAT,
        command="python -m bench closing",
    )


def measure_workers(folder: Path, *, size: int, turns: int) -> Finding:
    """The same with processes that work turns out: the same games, whose turns are closed by none,
    one and two of them in turns."""
    clock = ManualClock(START)
    counts = (0, 1, 2)
    wall: dict[int, list[float]] = {count: [] for count in counts}
    own: dict[int, list[float]] = {count: [] for count in counts}
    with new_house(folder, clock=clock) as context:
        for number in range(1, size + 1):
            new_game(context, number)
        for turn in range(turns * len(counts)):
            count = counts[turn % len(counts)]
            with _closing(context, count) as closing:
                seconds, processor = _close_turn(closing, clock, size)
                wall[count].append(seconds)
                own[count].append(processor)
    alone = median(wall[0])
    rows = tuple(
        (
            str(count),
            f"{size / median(wall[count]):.1f}",
            f"{alone / median(wall[count]):.2f}",
            f"{1000 * median(own[count]) / size:.0f}",
        )
        for count in counts
    )
    best = max(alone / median(wall[count]) for count in counts)
    return Finding(
        title="Processes that work turns out",
        method=(
            f"{size} games of Hegemon with {SEATS} people each, all due at once; {turns} turns "
            "with each number of processes (`service.workers`), in turns. They work games out, "
            "with reports and pictures, while the service writes those that are done. The last "
            "column is what the service's own process takes of a processor."
        ),
        headings=("processes", "games a second", "times as fast", "own ms a game"),
        rows=rows,
        target=f"at least {FASTER:g} times as fast on two processors",
        reached=f"{best:.2f} times",
        held=best >= FASTER,
        command="python -m bench workers",
    )


@contextmanager
def _closing(context: Context, workers: int) -> Iterator[Context]:
    """The same service with so many processes that work turns out, which have begun."""
    settings = msgspec.structs.replace(context.config.service, workers=workers)
    config = msgspec.structs.replace(context.config, service=settings)
    closers = Closers(config, context.base, workers)
    try:
        for outcome in [closers.begin("none", START) for _process in range(2 * workers)]:
            outcome()
        yield replace(context, config=config, closers=closers)
    finally:
        closers.close()


def _cost(folder: Path, size: int) -> float:
    """Seconds a game to close a turn of `size` games."""
    clock = ManualClock(START)
    with new_house(folder, clock=clock) as context:
        for number in range(1, size + 1):
            new_game(context, number)
        turns = max(1, min(5, 100 // size))
        return median(_close_turn(context, clock, size)[0] for _turn in range(turns)) / size


def _close_turn(context: Context, clock: ManualClock, size: int) -> tuple[float, float]:
    """Seconds that it took, and seconds of a processor in this process."""
    with context.database.read() as connection:
        running = games.all_games(connection, GameStatus.RUNNING)
    order_for_all(context, running)
    clock.move(hours=49)
    note_poll(context, clock.now())
    began, at_work = perf_counter(), process_time()
    closed = close_due(context)
    seconds, processor = perf_counter() - began, process_time() - at_work
    assert len(closed) == size, f"{len(closed)} games of {size} were closed"
    _check(context, closed)
    return seconds, processor


def _check(context: Context, closed: Sequence[GameRow]) -> None:
    """Every seat of the first and the last game has a report with its chart."""
    with context.database.read() as connection:
        for row in (closed[0], closed[-1]):
            sent = mail.outgoing(connection, game=row.id, turn=row.turn - 1, kind="report")
            assert len(sent) == SEATS
            assert all(b"Content-Type: image/png" in report.data for report in sent)
