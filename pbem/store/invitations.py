"""Who was invited to a game before it began, and who wants no invitations at all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.joining import Reply
from pbem.store.strangers import mailbox_of
from pbem.store.tables import invitations, uninvited


@dataclass(frozen=True)
class InvitationRow:
    """Somebody who was invited to a game, and what they answered. ``mailbox`` is the same for all
    spellings of the address."""

    game: str
    address: str
    mailbox: str
    asked: datetime
    reply: Reply = Reply.AWAITED


def put_invitation(connection: Connection, row: InvitationRow) -> None:
    """Note an invitation, in the place of an earlier one to the same address."""
    insert = inserting(connection, invitations).values(**vars(row))
    changed = {"asked": row.asked, "reply": row.reply}
    keys = ["game", "address"]
    connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=changed))


def invitations_of(connection: Connection, game: str) -> tuple[InvitationRow, ...]:
    """Whoever was invited to a game, in the order in which they were."""
    query = sa.select(invitations).where(invitations.c.game == game)
    query = query.order_by(invitations.c.asked, invitations.c.address)
    return tuple(InvitationRow(*row) for row in connection.execute(query))


def note_reply(connection: Connection, game: str, address: str, reply: Reply) -> None:
    """What became of an invitation; nothing happens where there was none."""
    mine = sa.and_(invitations.c.game == game, invitations.c.address == address)
    connection.execute(invitations.update().where(mine).values(reply=reply))


def wants_none(connection: Connection, mailbox: str) -> bool:
    """Whether somebody said that they want no invitations."""
    query = sa.select(uninvited.c.mailbox).where(uninvited.c.mailbox == mailbox)
    return connection.execute(query).first() is not None


def invite_again(connection: Connection, address: str) -> None:
    """Somebody has asked for something of their own: what they said before holds no more."""
    mailbox = mailbox_of(address)
    connection.execute(uninvited.delete().where(uninvited.c.mailbox == mailbox))


def invite_no_more(connection: Connection, mailbox: str, now: datetime) -> None:
    insert = inserting(connection, uninvited).values(mailbox=mailbox, since=now)
    connection.execute(insert.on_conflict_do_nothing())
