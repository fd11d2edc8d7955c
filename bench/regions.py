"""Closing turns of Parsec: four people, in both paces and on the largest board."""

from __future__ import annotations

from collections.abc import Mapping
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench.common import Finding, new_house, order_for_all
from pbem.service.context import Context
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.play.close import close_turn
from pbem.service.play.games import create_game
from pbem.service.schedule import Schedule
from pbem.store import mail
from pbem.store.records import GameRow, GameStatus

SEATS = 4
LIMIT = 1.0
"""Seconds that a turn may take to close."""
GAMES: Mapping[str, Mapping[str, Any]] = {
    "one player after the other": {},
    "in rounds": {"pace": "round"},
    "in rounds, 26 x 26 systems": {"pace": "round", "board": "random", "width": 26, "height": 26},
}


def measure(folder: Path, *, turns: int) -> Finding:
    """The first `turns` turns of a game of each kind, or as many as it has."""
    found = {
        name: _seconds(folder / str(number), options, turns)
        for number, (name, options) in enumerate(GAMES.items())
    }
    worst = max(max(seconds) for seconds, _drawn in found.values())
    rows = tuple(
        (
            name,
            str(len(seconds)),
            f"{median(drawn):.0f}",
            f"{1000 * median(seconds):,.0f} ms",
            f"{1000 * max(seconds):,.0f} ms",
        )
        for name, (seconds, drawn) in found.items()
    )
    return Finding(
        title="A turn of four corporations",
        method=(
            f"Games of Parsec with {SEATS} people whose orders are random ones. The time is that "
            "of closing a turn: it is resolved, the board drawn, every report written into the "
            "outbox and the next turn opened, all in one transaction."
        ),
        headings=("game", "turns", "pictures a turn", "median", "worst"),
        rows=rows,
        target=f"at most {LIMIT:g} s",
        reached=f"{worst:.2f} s",
        held=worst <= LIMIT,
        command="python -m bench regions",
    )


def _seconds(folder: Path, options: Mapping[str, Any], turns: int) -> tuple[list[float], list[int]]:
    """How long each turn took to close, and how many different pictures its reports hold."""
    seconds: list[float] = []
    drawn: list[int] = []
    with new_house(folder) as context:
        row = _new_game(context, options)
        while row.status == GameStatus.RUNNING and len(seconds) < turns:
            order_for_all(context, [row])
            began = perf_counter()
            row = close_turn(context, row.id, row.turn)
            seconds.append(perf_counter() - began)
            drawn.append(_pictures(context, row))
    return seconds, drawn


def _new_game(context: Context, options: Mapping[str, Any]) -> GameRow:
    seats = tuple(
        SeatSpec(name=f"Player {n}", address=f"player{n}@players.example")
        for n in range(1, SEATS + 1)
    )
    schedule = Schedule(every="48h", early_close=False, reminders=())
    spec = GameSpec(
        ruleset="parsec",
        id="regions",
        title="Regions",
        options=dict(options),
        seats=seats,
        schedule=schedule,
    )
    return create_game(context, spec)


def _pictures(context: Context, row: GameRow) -> int:
    with context.database.read() as connection:
        sent = mail.outgoing(connection, game=row.id, turn=row.turn - 1, kind="report")
    parts = [
        part for report in sent for part in message_from_bytes(report.data, policy=default).walk()
    ]
    return len({part.get_content() for part in parts if part.get_content_type() == "image/png"})
