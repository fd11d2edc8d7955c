"""The table of those who watch games."""

from __future__ import annotations

import sqlalchemy as sa

from pbem.store.columns import ADDRESS, Moment
from pbem.store.schema import metadata, of_game

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
)
