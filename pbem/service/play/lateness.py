"""How often the people of a game were late."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.engine import Connection

from pbem.store import games, lapses
from pbem.store.lapses import LapseRow


@dataclass(frozen=True)
class Lateness:
    """How often somebody was late: ``missed`` counts the turns for which something was played in
    the place of their orders, ``in_a_row`` the newest of them without a break; ``late`` the turns
    for which orders came after the deadline, and ``latest`` is the longest of these delays."""

    missed: int = 0
    in_a_row: int = 0
    late: int = 0
    latest: timedelta | None = None


def lateness(connection: Connection, game: str) -> Mapping[int, Lateness]:
    """How often the people of a game were late, by seat; who never was is left out, and whoever
    had a seat before."""
    seats = {seat.seat: seat for seat in games.seats_of(connection, game)}
    found = lapses.lapses_of_holders(connection, game)
    return {
        seat: _lateness([one for one in found if one.seat == seat], seats[seat].missed)
        for seat in sorted({one.seat for one in found})
    }


def absence_alert(game: str, seat: int) -> str:
    """The key of the alert that whoever has a seat has missed turns in a row."""
    return f"missed.{game}.{seat}"


def _lateness(found: Sequence[LapseRow], in_a_row: int) -> Lateness:
    delays = [one.arrived - one.due for one in found if one.arrived is not None]
    missed = sum(one.played is not None for one in found)
    return Lateness(missed, min(in_a_row, missed), len(delays), max(delays, default=None))
