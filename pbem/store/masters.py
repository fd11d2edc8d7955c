"""Queries about who runs a game, what they know of it, and what they are to confirm."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.listing import MOST_ASKED, listed_games
from pbem.store.mastering import ConfirmationRow, MasterRow
from pbem.store.records import GameRow
from pbem.store.seconds import mailboxes_of
from pbem.store.strangers import mailbox_of
from pbem.store.tables import confirmations, games, insiders, masters

MOST_CONFIRMATIONS = 5
"""Of so many acts at the most one game master has the confirmation open; of more the newest."""

# Built once, as in pbem.store.games: every poll or every mail needs them.
_MASTERS_OF = (
    sa.select(masters).where(masters.c.game == sa.bindparam("game")).order_by(masters.c.number)
)


def masters_of(connection: Connection, game: str) -> tuple[MasterRow, ...]:
    """Whoever was named to run a game, by number."""
    return tuple(MasterRow(*row) for row in connection.execute(_MASTERS_OF, {"game": game}))


def run_by(connection: Connection, address: str) -> tuple[tuple[GameRow, MasterRow], ...]:
    """The games that somebody of this address was named to run, the newest first."""
    query = (
        sa.select(games, masters)
        .join_from(games, masters, games.c.id == masters.c.game)
        .where(masters.c.address == address)
        .order_by(games.c.created.desc(), games.c.id)
    )
    width = len(games.c)
    found = connection.execute(query)
    return tuple((GameRow(*row[:width]), MasterRow(*row[width:])) for row in found)


def made_since(connection: Connection, address: str, since: datetime) -> int:
    """How many games were made since a moment whose first game master has this address."""
    query = (
        sa.select(sa.func.count())
        .select_from(games.join(masters, games.c.id == masters.c.game))
        .where(masters.c.address == address, masters.c.number == 1, games.c.created > since)
    )
    return connection.execute(query).scalar_one()


def run_by_nobody_else(connection: Connection, over: int) -> tuple[GameRow, ...]:
    """Of the games that lists show (:func:`~.listing.listed_games`, with so many that are over)
    those that nobody was named to run, the newest first."""
    listed = listed_games(connection, over)
    named: set[str] = set()
    for start in range(0, len(listed), MOST_ASKED):
        ids = [game.id for game in listed[start : start + MOST_ASKED]]
        query = sa.select(masters.c.game).where(masters.c.game.in_(ids))
        named.update(connection.execute(query).scalars())
    return tuple(game for game in reversed(listed) if game.id not in named)


def add_master(connection: Connection, row: MasterRow) -> None:
    connection.execute(masters.insert(), vars(row))


def change_master(connection: Connection, row: MasterRow, nonce: str) -> None:
    """Make the addresses void that were given to somebody."""
    where = sa.and_(masters.c.game == row.game, masters.c.number == row.number)
    connection.execute(masters.update().where(where).values(nonce=nonce))


def remove_master(connection: Connection, row: MasterRow) -> None:
    """They run the game no more, nor confirm what they asked for."""
    where = sa.and_(masters.c.game == row.game, masters.c.number == row.number)
    connection.execute(masters.delete().where(where))
    drop_confirmations(connection, row)


def note_insider(connection: Connection, game: str, address: str) -> None:
    """Somebody was shown what the players of a game keep from each other, at whichever of their
    addresses."""
    for mailbox in mailboxes_of(connection, address)[address] if address else ():
        insert = inserting(connection, insiders).values(game=game, mailbox=mailbox)
        connection.execute(insert.on_conflict_do_nothing())


def insiders_of(connection: Connection, game: str) -> tuple[str, ...]:
    """The mailboxes of all who were shown that."""
    query = sa.select(insiders.c.mailbox).where(insiders.c.game == game)
    return tuple(connection.execute(query.order_by(insiders.c.mailbox)).scalars())


def is_insider(connection: Connection, game: str, address: str) -> bool:
    """Whether somebody was shown that, be it at another of their addresses, or in another spelling
    of it."""
    theirs = insiders.c.mailbox.in_(mailboxes_of(connection, address)[address])
    here = sa.and_(insiders.c.game == game, theirs)
    return connection.execute(sa.select(insiders.c.game).where(here)).first() is not None


def hand_insight_on(connection: Connection, old: str, new: str) -> None:
    """Whoever knows too much of games at one address does so at another of theirs."""
    query = sa.select(insiders.c.game).where(insiders.c.mailbox == mailbox_of(old))
    for game in tuple(connection.execute(query).scalars()):
        note_insider(connection, game, new)


def add_confirmation(connection: Connection, row: ConfirmationRow) -> None:
    """Note what is to be confirmed; of what the same game master asked before, the oldest give
    way."""
    mine = sa.and_(confirmations.c.game == row.game, confirmations.c.master == row.master)
    query = sa.select(confirmations.c.nonce).where(mine).order_by(confirmations.c.until.desc())
    gone = list(connection.execute(query).scalars())[MOST_CONFIRMATIONS - 1 :]
    connection.execute(confirmations.delete().where(confirmations.c.nonce.in_(gone)))
    connection.execute(confirmations.insert(), vars(row))


def confirmations_of(
    connection: Connection, game: str, master: int, at: datetime
) -> tuple[ConfirmationRow, ...]:
    """What somebody could still confirm at a moment."""
    query = sa.select(confirmations).where(
        confirmations.c.game == game,
        confirmations.c.master == master,
        confirmations.c.until > at,
    )
    return tuple(ConfirmationRow(*row) for row in connection.execute(query))


def drop_confirmation(connection: Connection, nonce: str) -> None:
    connection.execute(confirmations.delete().where(confirmations.c.nonce == nonce))


def drop_confirmations(connection: Connection, row: MasterRow) -> None:
    """Whatever somebody asked for and has not confirmed is void."""
    mine = sa.and_(confirmations.c.game == row.game, confirmations.c.master == row.number)
    connection.execute(confirmations.delete().where(mine))


def drop_all_confirmations(connection: Connection, game: str) -> None:
    """Whatever anybody asked for in a game and has not confirmed is void."""
    connection.execute(confirmations.delete().where(confirmations.c.game == game))
