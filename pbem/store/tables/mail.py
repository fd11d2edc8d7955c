"""Mail in and out, whom it reaches, and what the service has to remember or tell."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.store.concerns import Concern
from pbem.store.records import (
    InboxStatus,
    OutboxStatus,
)
from pbem.store.tables.columns import (
    ADDRESS,
    MAILBOX,
    Json,
    Moment,
    word,
)
from pbem.store.tables.schema import GAME_ID, metadata, of_game, partial_index

inbox = sa.Table(
    "inbox",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    # One of the service's own.
    sa.Column("mailbox", MAILBOX, nullable=False),
    sa.Column("uidvalidity", sa.BigInteger, nullable=False),
    sa.Column("uid", sa.BigInteger, nullable=False),
    # The game that a mail is for, where it names one alone; else "@" and the sender.
    sa.Column("lane", ADDRESS, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False, index=True),
    sa.Column("received", Moment, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("message_id", sa.String(1000), nullable=False, index=True),
    sa.Column("sender", ADDRESS, nullable=False),
    sa.Column("subject", sa.String(500), nullable=False),
    sa.Column("status", word(InboxStatus), nullable=False, index=True),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    of_game(),
    sa.Column("seat", sa.Integer),
    sa.UniqueConstraint("mailbox", "uidvalidity", "uid"),
)

_UNPROVEN = {"sqlite": "unproven = 1", "postgresql": "unproven"}
outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("message_id", sa.String(200), nullable=False, unique=True),
    of_game(),
    sa.Column("turn", sa.Integer),
    sa.Column("seat", sa.Integer),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("recipient", ADDRESS, nullable=False),
    # The same for all spellings of an address: what strangers get is counted by it.
    sa.Column("mailbox", ADDRESS, nullable=False),
    sa.Column("subject", sa.String(500), nullable=False),
    sa.Column("status", word(OutboxStatus), nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    # While a mail is being sent: by whom, and until when that one is believed to live.
    sa.Column("leased_by", sa.String(32), nullable=False, default=""),
    sa.Column("leased_until", Moment),
    # Not before; by it mails go out, those to one mailbox one behind the other.
    sa.Column("due", Moment, nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("sent", Moment),
    sa.Column("error", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("link", sa.Integer),
    # Whether it answers mail that proves nothing: such mail has a budget, and is sent last.
    sa.Column("unproven", sa.Boolean, nullable=False),
    # The service's mailbox that it is from: it goes by the relay of that.
    sa.Column("relay", MAILBOX, nullable=False),
    sa.Index("ix_outbox_status_relay_unproven_due", "status", "relay", "unproven", "due"),
    partial_index("ix_outbox_unproven_created", "created", **_UNPROVEN),
    partial_index("ix_outbox_unproven_mailbox_created", "mailbox", "created", **_UNPROVEN),
    sa.Index("ix_outbox_recipient_created", "recipient", "created"),
    sa.Index("ix_outbox_game_seat_turn", "game", "seat", "turn"),
    sa.Index("ix_outbox_game_link", "game", "link"),
)

# The bytes of mails stand apart: SQLite writes a row whole whenever its status changes.
inbox_bytes, outbox_bytes = (
    sa.Table(
        f"{mails.name}_bytes",
        metadata,
        sa.Column(
            "mail", sa.Integer, sa.ForeignKey(mails.c.id), primary_key=True, autoincrement=False
        ),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    for mails in (inbox, outbox)
)

contacts = sa.Table(
    "contacts",
    metadata,
    sa.Column("address", ADDRESS, primary_key=True),
    sa.Column("score", sa.Float, nullable=False),
    sa.Column("held", sa.Boolean, nullable=False),
    sa.Column("last", Moment, nullable=False),
    sa.Column("note", sa.Text, nullable=False),
)

# Addresses whose last mails in a row held neither orders nor commands, and when the newest that
# was answered came; those that proved who wrote them apart from those that anybody could write.
idlers = sa.Table(
    "idlers",
    metadata,
    sa.Column("address", ADDRESS, primary_key=True),
    sa.Column("proven", sa.Boolean, primary_key=True, autoincrement=False),
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("last", Moment, nullable=False),
)

facts = sa.Table(
    "facts",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

# What the operator (no game) or a game's masters are to be told of, or have been told and is not
# over.
alerts = sa.Table(
    "alerts",
    metadata,
    sa.Column("key", sa.String(400), primary_key=True),
    sa.Column("game", GAME_ID, primary_key=True),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("remedy", sa.Text, nullable=False),
    sa.Column("concern", Json(Concern)),
    sa.Column("began", Moment, nullable=False),
    sa.Column("event", sa.Boolean, nullable=False),
    sa.Column("told", sa.Boolean, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
)
