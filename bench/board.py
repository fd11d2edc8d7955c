"""God Unit with a crowded board: closing a turn, and looking for ways on boards of any size."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import perf_counter

import msgspec
import sqlalchemy as sa

from bench.common import Finding, new_house, order_for_all
from pbem.maps.board import LAND, Square, board_of, distance
from pbem.rulesets.god_unit import RULESET
from pbem.rulesets.god_unit.figures import Design, Unit
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.errors import NotYet
from pbem.rulesets.god_unit.mechanics.plans import plan
from pbem.rulesets.god_unit.orders import AttackNearest, Move, MoveTowards
from pbem.rulesets.god_unit.state import State
from pbem.service.clock import ManualClock
from pbem.service.context import Context
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.play.games import create_game
from pbem.service.play.table import open_table
from pbem.service.play.upkeep import close_due, note_poll
from pbem.service.schedule import Schedule
from pbem.store import games, mail, tables
from pbem.store.records import GameRow

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
SEATS = 6
LIMIT = 2.0
"""Seconds that a turn may take to close."""
GROWTH = 2.0
"""How much longer a unit may take to plan on a board with four times the squares."""
_STACK = 3
_DESIGNS = (
    Design(),
    Design(d=2),
    Design(a=2),
    Design(m=3),
    Design(r=3, n=2),
    Design(a=3, r=3, m=2),
    Design(a=2, n=3),
    Design(d=3, r=2),
    Design(a=2, d=2, m=2, r=2),
    Design(a=3, m=5),
)
_RUNS = 20
_SPARSE = 8
"""One square in so many has a unit, on boards of every size."""


def measure(folder: Path, *, size: int, units: int, rounds: int, boards: Sequence[int]) -> Finding:
    """Turns of six players with `units` each on a board of `size` squares a side; plans on
    square `boards` of those sizes."""
    seconds, drawn = _closings(folder, size=size, units=units, rounds=rounds)
    worst = max(seconds)
    planned = [(side, _planning(side)) for side in boards]
    ratios = [after / before for (_s, before), (_t, after) in pairwise(planned)]
    closing = (
        f"close a turn, {size} x {size}, {SEATS * units} units, {drawn:.0f} pictures",
        f"{1000 * median(seconds):,.0f} ms",
        f"{1000 * worst:,.0f} ms",
    )
    planning = (
        (
            f"plan three choices of a unit, {side} x {side}, {side * side // _SPARSE} units",
            f"{1000 * taken:.3f} ms",
            "" if ratio is None else f"x {ratio:.2f}",
        )
        for (side, taken), ratio in zip(planned, (None, *ratios), strict=True)
    )
    steepest = max(ratios)
    return Finding(
        title="A crowded board",
        method=(
            f"A game of God Unit with {SEATS} people. After the placement {units} units of ten "
            "designs are put on the board for each of them, in the middle, where all meet, "
            f"{_STACK} in a square; everybody's orders are random ones. The time is that of the "
            "service's `close_due`, with all reports and their pictures. Then plans are made for "
            "units of the same ten designs in the middle of boards that are equally crowded: a "
            "MOVE to the next square, a MOVE TOWARDS a place five squares away, and an ATTACK "
            "NEAREST. A board of twice the side has four times the squares; in the last column "
            "is how much longer a unit takes there than on the board before, and for the turn "
            "how long the slowest took."
        ),
        headings=("what", "median", "worst, or growth"),
        rows=(closing, *planning),
        target=f"at most {LIMIT:g} s a turn, and at most x {GROWTH:g} a unit",
        reached=f"{worst:.2f} s, x {steepest:.2f}",
        held=worst <= LIMIT and steepest <= GROWTH,
        command="python -m bench board",
    )


# Closing a turn -----------------------------------------------------------------------


def _closings(folder: Path, *, size: int, units: int, rounds: int) -> tuple[list[float], float]:
    """How long each turn took to close, and how many pictures its reports hold."""
    clock = ManualClock(START)
    seconds, pictures = [], []
    with new_house(folder, clock=clock) as context:
        row = _new_game(context, size)
        order_for_all(context, [row])
        _close_turn(context, clock)
        placed = _state(context, _row(context, row.id))
        for _round in range(rounds):
            row = _row(context, row.id)
            _put(context, row, crowded(placed, units))
            order_for_all(context, [row])
            seconds.append(_close_turn(context, clock))
            pictures.append(_pictures(context, row))
    return seconds, median(pictures)


def _new_game(context: Context, size: int) -> GameRow:
    seats = tuple(
        SeatSpec(name=f"Player {n}", address=f"player{n}@players.example")
        for n in range(1, SEATS + 1)
    )
    spec = GameSpec(
        ruleset=RULESET.name,
        id="board",
        title="Board",
        options={"width": size, "height": size},
        seats=seats,
        schedule=Schedule(every="48h", early_close=False, reminders=()),
    )
    return create_game(context, spec)


def crowded(state: State, count: int) -> State:
    """The same with `count` more units for everyone, each seat's on its side of the middle."""
    middle = state.board.width // 2, state.board.height // 2
    homes = [home.zone[0] for home in state.homes]
    held = {factory.site.square for factory in state.factories}
    free = sorted(
        (square for square in state.board.squares(LAND) if square not in held),
        key=lambda square: distance(square, middle),
    )
    units: list[Unit] = []
    for player in state.players:
        own = [square for square in free if _nearest(homes, square) == player.seat - 1]
        units += (
            Unit(player.seat, n + 1, _DESIGNS[n % len(_DESIGNS)], own[n // _STACK])
            for n in range(count)
        )
    sides = tuple(msgspec.structs.replace(side, units=count) for side in state.sides)
    return msgspec.structs.replace(state, units=tuple(units), sides=sides)


def _nearest(homes: Sequence[Square], square: Square) -> int:
    return min(range(len(homes)), key=lambda n: (distance(square, homes[n]), n))


def _close_turn(context: Context, clock: ManualClock) -> float:
    clock.move(hours=49)
    note_poll(context, clock.now())
    began = perf_counter()
    closed = close_due(context)
    seconds = perf_counter() - began
    assert len(closed) == 1, "the turn was not closed"
    return seconds


def _row(context: Context, game_id: str) -> GameRow:
    with context.database.read() as connection:
        return next(row for row in games.all_games(connection) if row.id == game_id)


def _state(context: Context, row: GameRow) -> State:
    with context.database.read() as connection:
        state: State = open_table(connection, row).state
        return state


def _put(context: Context, row: GameRow, state: State) -> None:
    """Play goes on from this state."""
    now = msgspec.structs.replace(state, turn=row.turn - 1)
    last = tables.turns.c.game == row.id, tables.turns.c.turn == row.turn - 1
    with context.database.write() as connection:
        changed = sa.update(tables.turns).where(*last)
        connection.execute(changed.values(state=RULESET.codec.dump_state(now)))


def _pictures(context: Context, row: GameRow) -> int:
    """How many different pictures the reports on a turn hold."""
    with context.database.read() as connection:
        sent = mail.outgoing(connection, game=row.id, turn=row.turn, kind="report")
    assert len(sent) == SEATS
    parts = [
        part for report in sent for part in message_from_bytes(report.data, policy=default).walk()
    ]
    return len({part.get_content() for part in parts if part.get_content_type() == "image/png"})


# Looking for ways ---------------------------------------------------------------------


def _planning(side: int) -> float:
    """Seconds that the plans of a unit in the middle of a board take, on the average."""
    field = _sparse(side)
    x, y = square = side // 2, side // 2
    units = [Unit(1, 10_000 + n, design, square) for n, design in enumerate(_DESIGNS)]
    runs = []
    for _run in range(_RUNS):
        began = perf_counter()
        for unit in units:
            plan(field, unit, Move(to=(x + 1, y)))
            plan(field, unit, MoveTowards(goal=(x + 3, y - 4)))
            with suppress(NotYet):
                plan(field, unit, AttackNearest())
        runs.append((perf_counter() - began) / len(units))
    return min(runs)


def _sparse(side: int) -> Field:
    """A board with ponds, and units of two seats in a regular pattern; around the middle it is
    the same on boards of every size."""
    squares = [(x, y) for y in range(side) for x in range(side)]
    pattern = {(x, y): (x - side // 2, y - side // 2) for x, y in squares}
    land = {square for square, (x, y) in pattern.items() if (3 * x + 7 * y + 1) % 11}
    units = [
        Unit(1 + (x + 3 * y) // _SPARSE % 2, n + 1, _DESIGNS[(x + y) % len(_DESIGNS)], square)
        for n, (square, (x, y)) in enumerate(pattern.items())
        if square in land and (x + 3 * y) % _SPARSE == 0
    ]
    return Field(board_of(side, side, land), 10, units)
