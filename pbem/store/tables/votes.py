"""What players decide together."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.store.tables.columns import Moment, word
from pbem.store.tables.schema import metadata, of_game
from pbem.store.voting import Motion

# What players vote on, and who says yes or no to it.
motions = sa.Table(
    "motions",
    metadata,
    of_game(primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("motion", word(Motion), nullable=False),
    sa.Column("target", sa.Integer),
    sa.Column("hours", sa.Integer),
    sa.Column("proposer", sa.Integer, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("opened", Moment, nullable=False),
    sa.Column("until", Moment, nullable=False),
    sa.Column("ended", Moment, index=True),
    sa.Column("passed", sa.Boolean, nullable=False),
)

ballots = sa.Table(
    "ballots",
    metadata,
    of_game(primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("yes", sa.Boolean, nullable=False),
)
