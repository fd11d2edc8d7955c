"""Queries about votes: what is proposed in a game, and who said yes or no."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.tables import ballots, motions
from pbem.store.voting import Ballots, Motion, MotionRow

# Built once, as in pbem.store.games: every poll needs it.
_OPEN = (
    sa.select(motions).where(motions.c.ended.is_(None)).order_by(motions.c.game, motions.c.number)
)


def add_motion(connection: Connection, row: MotionRow) -> None:
    connection.execute(motions.insert().values(**vars(row)))


def next_number(connection: Connection, game: str) -> int:
    """The number of the next motion in a game, from 1; its caller has locked the game."""
    query = sa.select(sa.func.max(motions.c.number)).where(motions.c.game == game)
    return (connection.execute(query).scalar() or 0) + 1


def open_motions(connection: Connection, game: str | None = None) -> tuple[MotionRow, ...]:
    """What is open to be voted on, in a game or in all, the oldest first."""
    query = _OPEN if game is None else _OPEN.where(motions.c.game == game)
    return tuple(MotionRow(*row) for row in connection.execute(query))


def motions_of(connection: Connection, game: str) -> tuple[MotionRow, ...]:
    """All that was ever proposed in a game."""
    query = sa.select(motions).where(motions.c.game == game).order_by(motions.c.number)
    return tuple(MotionRow(*row) for row in connection.execute(query))


def last_proposed(connection: Connection, game: str, seat: int) -> datetime | None:
    """When somebody proposed something last."""
    query = sa.select(motions.c.opened).where(motions.c.game == game, motions.c.proposer == seat)
    newest = query.order_by(motions.c.number.desc()).limit(1)
    found: datetime | None = connection.execute(newest).scalar()
    return found


def agreed(connection: Connection, game: str) -> MotionRow | None:
    """The decision by which a game is to end."""
    query = sa.select(motions).where(
        motions.c.game == game, motions.c.passed, motions.c.motion != Motion.EXTEND
    )
    row = connection.execute(query.order_by(motions.c.number).limit(1)).first()
    return None if row is None else MotionRow(*row)


def end_motion(
    connection: Connection, game: str, number: int, ended: datetime, *, passed: bool
) -> None:
    here = sa.and_(motions.c.game == game, motions.c.number == number)
    connection.execute(motions.update().where(here).values(ended=ended, passed=passed))


def put_ballot(connection: Connection, game: str, number: int, seat: int, *, yes: bool) -> None:
    """Note what somebody says, in the place of what they said before."""
    values = {"game": game, "number": number, "seat": seat, "yes": yes}
    insert = inserting(connection, ballots).values(**values)
    keys = ["game", "number", "seat"]
    connection.execute(insert.on_conflict_do_update(index_elements=keys, set_={"yes": yes}))


def ballots_of(connection: Connection, game: str, number: int) -> Ballots:
    here = sa.and_(ballots.c.game == game, ballots.c.number == number)
    query = sa.select(ballots.c.seat, ballots.c.yes).where(here).order_by(ballots.c.seat)
    return {row.seat: row.yes for row in connection.execute(query)}


def add_ballots(connection: Connection, game: str, number: int, given: Ballots) -> None:
    for seat, yes in given.items():
        put_ballot(connection, game, number, seat, yes=yes)


def forget_voter(connection: Connection, game: str, seat: int) -> None:
    """A seat is nobody's any more, or another's: what whoever had it said counts no more where the
    vote is open."""
    still: Iterable[int] = [motion.number for motion in open_motions(connection, game)]
    mine = sa.and_(ballots.c.game == game, ballots.c.seat == seat, ballots.c.number.in_(still))
    connection.execute(ballots.delete().where(mine))
