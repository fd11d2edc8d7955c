"""who has been told what

Revision 0002: each seat's wish for news, and which turns its last report told of.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("news", sa.String(length=16), nullable=True))
        batch_op.add_column(sa.Column("told_from", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("told", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("told_at", sa.DateTime(timezone=True), nullable=True))

    # Until now everyone was told of every turn when the next one opened.
    op.execute(
        "UPDATE seats SET news = 'digest', "
        "told_from = (SELECT games.turn - 1 FROM games WHERE games.id = seats.game), "
        "told = (SELECT games.turn - 1 FROM games WHERE games.id = seats.game), "
        "told_at = (SELECT games.opened FROM games WHERE games.id = seats.game)"
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.alter_column("news", existing_type=sa.String(length=16), nullable=False)
        batch_op.alter_column("told_from", existing_type=sa.Integer(), nullable=False)
        batch_op.alter_column("told", existing_type=sa.Integer(), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("told_at")
        batch_op.drop_column("told")
        batch_op.drop_column("told_from")
        batch_op.drop_column("news")
