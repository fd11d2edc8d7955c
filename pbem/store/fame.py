"""Queries about people over many games: who is rated, how their games ended, how reliable they
are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.engine.api import Outcome
from pbem.store.database import inserting
from pbem.store.people import PersonRow
from pbem.store.records import GameStatus, Source
from pbem.store.tables import HAS_PERSON, answers, games, lapses, people, seats
from pbem.store.tenures import are_of_holder

MOST_RESULTS = 5_000
"""Seats of finished games that ratings go by: the newest."""


_RATED = sa.select(people.c.address).where(people.c.rated.is_not(None))
# From those who are rated to their games: by the index of status it would be all that are over.
_FINISHED = sa.case((games.c.status == GameStatus.FINISHED, 1), else_=0) == 1


@dataclass(frozen=True)
class Result:
    """What somebody who is rated had of a finished game; ``name`` is the one that they chose."""

    game: str
    ruleset: str
    turns: int
    finished: datetime
    outcome: Outcome
    seat: int
    address: str
    name: str


def results(connection: Connection, mailbox: str | None = None) -> tuple[Result, ...]:
    """The results of all who are rated and stayed to the end, in games of one of the service's
    mailboxes or of all, in the order in which games ended."""
    query = (
        sa.select(
            games.c.id,
            games.c.ruleset,
            games.c.turn - 1,
            games.c.finished,
            games.c.outcome,
            seats.c.seat,
            people.c.address,
            people.c.rated,
        )
        .join_from(games, seats, games.c.id == seats.c.game)
        .join(people, people.c.address == seats.c.address)
        .where(_FINISHED, HAS_PERSON, seats.c.address.in_(_RATED))
        .order_by(games.c.finished.desc(), games.c.id.desc(), seats.c.seat.desc())
        .limit(MOST_RESULTS)
    )
    if mailbox is not None:
        query = query.where(games.c.mailbox == mailbox)
    return tuple(reversed([Result(*row) for row in connection.execute(query)]))


def rate(connection: Connection, address: str, name: str | None) -> None:
    """Let somebody be rated under this name; None: not any more, and the name is forgotten."""
    insert = inserting(connection, people).values(**(vars(PersonRow(address)) | {"rated": name}))
    changed = insert.on_conflict_do_update(index_elements=["address"], set_={"rated": name})
    connection.execute(changed)


def rated_names(connection: Connection, but: str) -> tuple[str, ...]:
    """The names of all who are rated, save those of one address."""
    query = sa.select(people.c.rated).where(people.c.rated.is_not(None), people.c.address != but)
    return tuple(connection.execute(query).scalars())


def rated_among(connection: Connection, addresses: Sequence[str]) -> tuple[str, ...]:
    """Those of these addresses whose owners want to be rated."""
    query = sa.select(people.c.address).where(
        people.c.rated.is_not(None), people.c.address.in_(addresses)
    )
    return tuple(connection.execute(query.order_by(people.c.address)).scalars())


def in_time(connection: Connection, address: str) -> tuple[int, int]:
    """Of all turns of theirs in the seats that people of an address hold: for how many their orders
    came in time, and of how many turns that is."""
    here = sa.and_(seats.c.address == address, HAS_PERSON)
    own = (
        sa.select(sa.func.count())
        .select_from(answers)
        .join(seats, sa.and_(answers.c.game == seats.c.game, answers.c.seat == seats.c.seat))
        .where(here, are_of_holder(answers))
        .where(answers.c.source.in_((Source.MAIL, Source.STANDING)))
    )
    instead = lapses.c.played.is_not(None)
    late = sa.and_(lapses.c.played.is_(None), lapses.c.arrived.is_not(None))
    missed = (
        sa.select(sa.func.count().filter(instead), sa.func.count().filter(late))
        .select_from(lapses)
        .join(seats, sa.and_(lapses.c.game == seats.c.game, lapses.c.seat == seats.c.seat))
        .where(here, are_of_holder(lapses))
    )
    sent = connection.execute(own).scalar_one()
    absent, behind = connection.execute(missed).one()
    return max(0, sent - behind), sent + absent
