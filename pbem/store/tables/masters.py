"""Game masters, what they were asked twice about, and what they did."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.store.mastering import Deed, Role
from pbem.store.records import GameStatus
from pbem.store.tables.columns import ADDRESS, Moment, word
from pbem.store.tables.schema import metadata, of_game

# Who runs a game; one without any is run by the operator of the service.
masters = sa.Table(
    "masters",
    metadata,
    of_game(primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("address", ADDRESS, nullable=False, index=True),
    sa.Column("language", sa.String(16), nullable=False),
    sa.Column("zone", sa.String(64), nullable=False),
    sa.Column("role", word(Role), nullable=False),
    sa.Column("nonce", sa.String(16), nullable=False),
)

# Mailboxes to which what players keep from each other was shown: they get no seat of the game.
insiders = sa.Table(
    "insiders",
    metadata,
    of_game(primary_key=True),
    sa.Column("mailbox", ADDRESS, primary_key=True),
)

# What a game master has asked for that needs a second mail, as it was written.
confirmations = sa.Table(
    "confirmations",
    metadata,
    sa.Column("nonce", sa.String(16), primary_key=True),
    of_game(nullable=False, index=True),
    sa.Column("master", sa.Integer, nullable=False),
    sa.Column("asked", sa.Text, nullable=False),
    sa.Column("until", Moment, nullable=False, index=True),
    sa.Column("status", word(GameStatus), nullable=False),
    sa.Column("chair", sa.String(16), nullable=False),
)

# What game masters did, in the order in which they did it.
audit = sa.Table(
    "audit",
    metadata,
    of_game(primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("role", word(Role), nullable=False),
    sa.Column("master", sa.Integer, nullable=False),
    sa.Column("deed", word(Deed), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Column("link", sa.Integer),
)
