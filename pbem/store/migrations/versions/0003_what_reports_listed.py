"""what reports listed

Revision 0003: what each seat's last report listed, so that the next one leaves it out.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shown",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("nonce", sa.String(length=16), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("reports", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_shown_game")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_shown")),
    )


def downgrade() -> None:
    op.drop_table("shown")
