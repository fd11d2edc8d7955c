"""People beside their seats: what they wish, their addresses, who watches, waits or stands in."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.store.joining import Reply
from pbem.store.records import (
    NewsWish,
    NoticeWish,
    Place,
)
from pbem.store.tables.columns import (
    ADDRESS,
    FACTS,
    OMISSIONS,
    SEATS,
    Json,
    Moment,
    word,
)
from pbem.store.tables.games import seats
from pbem.store.tables.schema import metadata, of_game, partial_index

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

observers = sa.Table(
    "observers",
    metadata,
    of_game(primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("address", ADDRESS, nullable=False, index=True),
    sa.Column("nonce", sa.String(16), nullable=False),
    sa.Column("until", Moment, index=True),
    sa.Column("each_turn", sa.Boolean, nullable=False),
    sa.Column("letters", sa.Boolean, nullable=False),
    sa.Column("told", sa.Integer, nullable=False),
    sa.Column("told_at", Moment),
    sa.Column("heard", Moment),
    sa.Column("story", Moment, index=True),
    sa.Column("knows_end", sa.Boolean, nullable=False),
    # Every round asks whom to tell: those of games that are over and told take no part in it.
    partial_index(
        "ix_observers_to_tell",
        "until",
        "game",
        sqlite="knows_end = 0",
        postgresql="NOT knows_end",
    ),
)

readdressings = sa.Table(
    "readdressings",
    metadata,
    sa.Column("nonce", sa.String(16), primary_key=True),
    sa.Column("undo", sa.String(16), nullable=False),
    of_game(nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("old", ADDRESS, nullable=False, index=True),
    sa.Column("new", ADDRESS, nullable=False, index=True),
    sa.Column("until", Moment, nullable=False, index=True),
    sa.Column("done", Moment),
    sa.Column("places", Json(tuple[Place, ...]), nullable=False),
    sa.Column("adds", sa.Boolean, nullable=False),
    sa.Index("ix_readdressings_game_seat", "game", "seat"),
)

seconds = sa.Table(
    "seconds",
    metadata,
    sa.Column("first", ADDRESS, primary_key=True),
    sa.Column("second", ADDRESS, nullable=False, unique=True),
)

standbys = sa.Table(
    "standbys",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    of_game(index=True),
    sa.Column("ruleset", sa.String(64), index=True),
    sa.Column("address", ADDRESS, nullable=False, index=True),
    sa.Column("nonce", sa.String(16), nullable=False),
    sa.Column("until", Moment, index=True),
)

shown = sa.Table(
    "shown",
    metadata,
    of_game(primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("nonce", sa.String(16), nullable=False),
    sa.Column("facts", FACTS, nullable=False),
    sa.Column("reports", sa.Integer, nullable=False),
)
"""What the last report to whoever has a seat listed (:mod:`pbem.store.shown`)."""

put_out = sa.Table(
    "put_out",
    metadata,
    of_game(primary_key=True),
    sa.Column("address", ADDRESS, primary_key=True),
)
"""From whom a game master has taken a seat: they get none of that game that falls free."""

tenures = sa.Table(
    "tenures",
    metadata,
    of_game(primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("person", sa.Integer, nullable=False),
)

substitutions = sa.Table(
    "substitutions",
    metadata,
    of_game(primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("began", Moment, nullable=False),
    sa.Column("until", Moment, nullable=False, index=True),
    sa.Column("lent", Moment),
    sa.Column("address", ADDRESS, nullable=False, index=True),
    sa.Column("nonce", sa.String(16), nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("language", sa.String(16), nullable=False),
    sa.Column("quiet", sa.String(16), nullable=False),
    sa.Column("news", word(NewsWish), nullable=False),
    sa.Column("notices", word(NoticeWish), nullable=False),
    sa.Column("omits", OMISSIONS, nullable=False),
    sa.Column("told_from", sa.Integer, nullable=False),
    sa.Column("told", sa.Integer, nullable=False),
    sa.Column("told_at", Moment),
    sa.Column("with_report", sa.Boolean, nullable=False),
    sa.Column("blocked", SEATS, nullable=False),
    sa.Column("person", sa.Integer, nullable=False),
)


invitations = sa.Table(
    "invitations",
    metadata,
    of_game(primary_key=True),
    sa.Column("address", ADDRESS, primary_key=True),
    sa.Column("mailbox", ADDRESS, nullable=False, index=True),
    sa.Column("asked", Moment, nullable=False),
    sa.Column("reply", word(Reply), nullable=False),
)

# Mails of the last day that nobody asked for: to which mailbox, and which one caused each.
unasked = sa.Table(
    "unasked",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("mailbox", ADDRESS, nullable=False, index=True),
    sa.Column("causer", ADDRESS, nullable=False, index=True),
    sa.Column("at", Moment, nullable=False, index=True),
)

# Addresses that were written to unasked, and from whose mailboxes nobody has written since.
unheard = sa.Table(
    "unheard",
    metadata,
    sa.Column("address", ADDRESS, primary_key=True),
    sa.Column("mailbox", ADDRESS, nullable=False, index=True),
    sa.Column("since", Moment, nullable=False),
)

# Mailboxes whose owners said that they want no invitation to any game.
uninvited = sa.Table(
    "uninvited",
    metadata,
    sa.Column("mailbox", ADDRESS, primary_key=True),
    sa.Column("since", Moment, nullable=False),
)
