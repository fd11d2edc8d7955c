"""Games, their seats and turns, and what was ordered in them."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.engine.api import Outcome
from pbem.store.joining import Joining
from pbem.store.observing import Watching
from pbem.store.records import (
    Act,
    GameStatus,
    NewsWish,
    NoticeWish,
    SeatKind,
    Source,
)
from pbem.store.tables.columns import (
    ADDRESS,
    ANYTHING,
    LINES,
    MAILBOX,
    OMISSIONS,
    Json,
    Moment,
    in_lines,
    word,
)
from pbem.store.tables.schema import GAME_ID, metadata, of_game, partial_index
from pbem.store.talk import PressKind
from pbem.store.voting import Voting

_ON_LISTS = {"sqlite": "archived IS NULL", "postgresql": "archived IS NULL"}
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
    sa.Column("public", sa.Boolean, nullable=False, default=False),
    # By which mailbox of the service it is played; its mails are from there.
    sa.Column("mailbox", MAILBOX, nullable=False, default="main", index=True),
    # Lists show the newest of those that are over.
    partial_index("ix_games_listed", "status", "created", "id", **_ON_LISTS),
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
    sa.Column("confirmation", sa.String(64), index=True),
    sa.Column("missed", sa.Integer, nullable=False, default=0),
    sa.Column("waited", sa.Integer, nullable=False, default=0),
    sa.Column("nonce", sa.String(16), nullable=False),
    sa.Column("omits", OMISSIONS, nullable=False),
    sa.Column("story", Moment, index=True),
    sa.Column("lent", Moment),
    sa.Column("notices", word(NoticeWish), nullable=False, default=NoticeWish.EACH),
    sa.Column("since", sa.Integer, nullable=False, default=0),
)

HAS_PERSON = sa.and_(seats.c.kind == SeatKind.HUMAN, seats.c.address.is_not(None))
"""Of a seat, that a person has it, to whom mail can be sent (:attr:`SeatRow.has_person`)."""


def played_by(game: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Of a column that names a game, that it is one of the mailbox ``:of_mailbox``."""
    # Looked up for each: a set of all games of a mailbox would grow with those that are over.
    one = games.alias()
    return sa.exists().where(one.c.id == game, one.c.mailbox == sa.bindparam("of_mailbox"))


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
    sa.Column("mail", sa.Integer, sa.ForeignKey("inbox.id"), index=True),
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
sa.Index("ix_undone_orders_mail", undone_orders.c.mail)

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
