"""The schema. Portable SQL only: whatever stands here must hold on SQLite and on PostgreSQL.

Times are UTC. Structured values that no query looks into are JSON text of a type
(:class:`~pbem.store.columns.Json`); what a ruleset's codec made is bytes.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from pbem.engine.api import Outcome
from pbem.store.columns import (
    ADDRESS,
    ANYTHING,
    LINES,
    OMISSIONS,
    SEATS,
    Json,
    Moment,
    in_lines,
    word,
)
from pbem.store.invitations import invitations as invitations
from pbem.store.invitations import uninvited as uninvited
from pbem.store.joining import Joining
from pbem.store.master_tables import audit as audit
from pbem.store.master_tables import confirmations as confirmations
from pbem.store.master_tables import masters as masters
from pbem.store.observer_tables import observers as observers
from pbem.store.observing import Watching
from pbem.store.records import (
    Act,
    GameStatus,
    InboxStatus,
    NewsWish,
    NoticeWish,
    OutboxStatus,
    SeatKind,
    Source,
)
from pbem.store.schema import GAME_ID, of_game
from pbem.store.schema import metadata as metadata
from pbem.store.talk import PressKind
from pbem.store.vote_tables import ballots as ballots
from pbem.store.vote_tables import motions as motions
from pbem.store.voting import Voting

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", GAME_ID, primary_key=True),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("ruleset", sa.String(64), nullable=False),
    sa.Column("ruleset_version", sa.Integer, nullable=False),
    sa.Column("options", ANYTHING, nullable=False),
    sa.Column("schedule", ANYTHING, nullable=False),
    sa.Column("start_when_full", sa.Boolean, nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("status", word(GameStatus), nullable=False, index=True),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("head", sa.String(64), nullable=False),
    sa.Column("opened", Moment),
    sa.Column("deadline", Moment, index=True),
    sa.Column("closes", Moment, index=True),
    sa.Column("reminded", sa.Integer, nullable=False),
    sa.Column("stalled", Moment),
    sa.Column("paused", Moment),
    sa.Column("created", Moment, nullable=False),
    sa.Column("finished", Moment),
    sa.Column("outcome", Json(Outcome)),
    sa.Column("confirmations", Json(tuple[str | None, ...]), nullable=False),
    sa.Column("formerly", LINES, nullable=False),
    sa.Column("closing", Moment),
    sa.Column("archived", Moment),
    sa.Column("press", Json(tuple[PressKind, ...]), nullable=False),
    sa.Column("votes", Json(Voting), nullable=False),
    sa.Column("rollbacks", sa.Integer, nullable=False, default=0),
    sa.Column("observers", word(Watching), nullable=False, default=Watching.ALL),
    sa.Column("release_after", sa.Integer, nullable=False, default=0),
    sa.Column("releases", Moment, index=True),
    sa.Column("reliability", sa.Integer, nullable=False, default=0),
    sa.Column("joining", word(Joining), nullable=False, default=Joining.OPEN),
)

seats = sa.Table(
    "seats",
    metadata,
    of_game(primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("kind", word(SeatKind), nullable=False),
    sa.Column("bot", sa.String(64), nullable=False),
    sa.Column("address", ADDRESS, index=True),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("language", sa.String(16), nullable=False),
    sa.Column("standing", LINES, nullable=False),
    sa.Column("standing_at", Moment),
    sa.Column("quiet", sa.String(16), nullable=False),
    sa.Column("news", word(NewsWish), nullable=False),
    sa.Column("told_from", sa.Integer, nullable=False),
    sa.Column("told", sa.Integer, nullable=False),
    sa.Column("told_at", Moment),
    sa.Column("confirmation", sa.String(64)),
    sa.Column("missed", sa.Integer, nullable=False, default=0),
    sa.Column("waited", sa.Integer, nullable=False, default=0),
    sa.Column("nonce", sa.String(16), nullable=False),
    sa.Column("omits", OMISSIONS, nullable=False),
    sa.Column("story", Moment, index=True),
    sa.Column("lent", Moment),
    sa.Column("notices", word(NoticeWish), nullable=False, default=NoticeWish.EACH),
)

# What people wish in all games that they play from an address.
people = sa.Table(
    "people",
    metadata,
    sa.Column("address", ADDRESS, primary_key=True),
    *(
        sa.Column(name, seats.c[name].type)
        for name in ("zone", "language", "quiet", "omits", "notices")
    ),
    sa.Column("rated", sa.String(100)),
)

HAS_PERSON = sa.and_(seats.c.kind == SeatKind.HUMAN, seats.c.address.is_not(None))
"""Of a seat, that a person has it, to whom mail can be sent (:attr:`SeatRow.has_person`)."""

# What somebody has asked for and must confirm by another mail, or may still take back.
pending = sa.Table(
    "pending",
    metadata,
    of_game(primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("act", word(Act), nullable=False),
    sa.Column("nonce", sa.String(16), nullable=False),
    sa.Column("address", ADDRESS, nullable=False, index=True),
    sa.Column("until", Moment, nullable=False),
    sa.Column("mail", sa.Integer, sa.ForeignKey("inbox.id")),
    sa.Column("ends", Moment),
)

turns = sa.Table(
    "turns",
    metadata,
    of_game(primary_key=True),
    sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("closed", Moment, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
    sa.Column("events", sa.LargeBinary, nullable=False),
    sa.Column("labels", sa.Text, nullable=False),
    sa.Column("mails", sa.Text, nullable=False),
    sa.Column("salt", sa.LargeBinary, nullable=False),
    sa.Column("link", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
)

asks = sa.Table(
    "asks",
    metadata,
    of_game(primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("required", sa.Boolean, nullable=False),
    sa.Column("answered", sa.Boolean, nullable=False),
    sa.Column("sure", sa.Boolean, nullable=False),
    sa.Column("stored", sa.String(64)),
)

orders = sa.Table(
    "orders",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    of_game(nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("orders", sa.LargeBinary),
    sa.Column("lines", LINES, nullable=False),
    sa.Column("source", word(Source), nullable=False),
    sa.Column("mail", sa.Integer, sa.ForeignKey("inbox.id")),
    sa.Column("received", Moment, nullable=False),
    sa.Column("said", LINES, nullable=False),
    sa.Column("settles", sa.Boolean),
    sa.Index("ix_orders_game_turn_seat_id", "game", "turn", "seat", "id"),
)

answers = sa.Table(
    "answers",
    metadata,
    of_game(primary_key=True),
    sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("orders", sa.LargeBinary, nullable=False),
    sa.Column("source", word(Source), nullable=False),
    sa.Column("mail", sa.String(64)),
    sa.Column("stored", sa.String(64)),
    sa.Column("held", sa.String(64)),
)

later_orders = sa.Table(
    "later_orders",
    metadata,
    of_game(primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("lines", LINES, nullable=False),
    sa.Column("received", Moment, nullable=False),
)

# When people are away, how many seconds a game has waited for that in all, and whether a bot plays.
vacations = sa.Table(
    "vacations",
    metadata,
    of_game(primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("begins", Moment),
    sa.Column("ends", Moment),
    sa.Column("waited", sa.Integer, nullable=False),
    sa.Column("bot", sa.Boolean, nullable=False, default=False),
)

# What game masters have taken back, line by line (:mod:`pbem.store.undone`).
undone_turns, undone_answers, undone_orders = (in_lines(one) for one in (turns, answers, orders))

# Deadlines that people missed who owed orders.
lapses = sa.Table(
    "lapses",
    metadata,
    of_game(primary_key=True),
    sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("due", Moment, nullable=False),
    sa.Column("arrived", Moment),
    sa.Column("played", word(Source)),
)

# What players write to each other, and who is to read it; seat 0 is the game master.
press = sa.Table(
    "press",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    of_game(nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("kind", word(PressKind), nullable=False),
    sa.Column("anonymous", sa.Boolean, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("audience", SEATS, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("written", Moment, nullable=False),
    sa.Column("due", Moment, nullable=False),
    sa.Column("mail", sa.Integer, sa.ForeignKey("inbox.id")),
    sa.Column("taken_back", sa.Boolean, nullable=False),
    sa.Column("to_unsigned", sa.Boolean, nullable=False),
    sa.Index("ix_press_game_seat_written", "game", "seat", "written"),
    sa.Index("ix_press_mail", "mail"),
)

press_copies = sa.Table(
    "press_copies",
    metadata,
    sa.Column("piece", sa.Integer, sa.ForeignKey("press.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    # None while it waits for its reader's next report.
    sa.Column("due", Moment),
    sa.Column("told", Moment),
    # The Message-ID of the mail that tells it.
    sa.Column("sent_as", sa.String(200), index=True),
    sa.Index("ix_press_copies_told_due", "told", "due"),
)

# How somebody wants to read what others write; no row: at once, from everybody.
press_wishes = sa.Table(
    "press_wishes",
    metadata,
    of_game(primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("with_report", sa.Boolean, nullable=False),
    sa.Column("blocked", SEATS, nullable=False),
)

inbox = sa.Table(
    "inbox",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("uidvalidity", sa.BigInteger, nullable=False),
    sa.Column("uid", sa.BigInteger, nullable=False),
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
    sa.UniqueConstraint("uidvalidity", "uid"),
)

_UNPROVEN: Any = {"sqlite_where": sa.text("unproven = 1"), "postgresql_where": sa.text("unproven")}
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
    sa.Column("due", Moment, nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("sent", Moment),
    sa.Column("error", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("link", sa.Integer),
    # Whether it answers mail that proves nothing: such mail has a budget, and is sent last.
    sa.Column("unproven", sa.Boolean, nullable=False),
    sa.Index("ix_outbox_status_unproven_due", "status", "unproven", "due"),
    sa.Index("ix_outbox_unproven_created", "created", **_UNPROVEN),
    sa.Index("ix_outbox_unproven_mailbox_created", "mailbox", "created", **_UNPROVEN),
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

# What the game master is to be told of, or has been told and is not over.
alerts = sa.Table(
    "alerts",
    metadata,
    sa.Column("key", sa.String(400), primary_key=True),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("remedy", sa.Text, nullable=False),
    sa.Column("began", Moment, nullable=False),
    sa.Column("event", sa.Boolean, nullable=False),
    sa.Column("told", sa.Boolean, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
)
