"""What players write to each other."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.store.tables.columns import (
    SEATS,
    Moment,
    word,
)
from pbem.store.tables.schema import metadata, of_game, partial_index
from pbem.store.talk import PressKind

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
    # What is let go of after a while; what was said to all stays, and there is ever more of it.
    partial_index(
        "ix_press_not_public", "due", sqlite="kind != 'public'", postgresql="kind != 'public'"
    ),
    partial_index("ix_press_taken_back", "due", sqlite="taken_back = 1", postgresql="taken_back"),
    partial_index(
        "ix_press_unsigned",
        "due",
        sqlite="anonymous = 1 AND seat IS NOT NULL",
        postgresql="anonymous AND seat IS NOT NULL",
    ),
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
