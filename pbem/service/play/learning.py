"""Who is told how to read a report: players who are new to a game's rules, in their first reports.
PROFILE BEGINNER OFF ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy.engine import Connection

from pbem.store import people
from pbem.store.records import GameRow, SeatRow
from pbem.store.shown import NOTHING, Shown
from pbem.store.wishes import Omission

REPORTS = 3
"""In so many reports hints come that were not told before."""


def learners(
    connection: Connection, game: GameRow, seats: Iterable[SeatRow], shown: Mapping[int, Shown]
) -> frozenset[int]:
    """The seats of those to whom the next report explains itself."""
    new = {
        seat.seat: seat.address
        for seat in seats
        if Omission.HINTS not in seat.omits
        and seat.address is not None
        and shown.get(seat.seat, NOTHING).reports < REPORTS
    }
    known = people.have_played(connection, game, new.values()) if new else frozenset()
    return frozenset(seat for seat, address in new.items() if address not in known)
