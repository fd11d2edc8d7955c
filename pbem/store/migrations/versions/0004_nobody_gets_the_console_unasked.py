"""nobody gets the console unasked

Revision 0004: mail does without it, as long as nobody asks for it.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TABLES = ("seats", "people", "substitutions")
CONSOLE = "console"


def upgrade() -> None:
    _rewrite(lambda omits: sorted({*omits, CONSOLE}))


def downgrade() -> None:
    _rewrite(lambda omits: [one for one in omits if one != CONSOLE])


def _rewrite(change) -> None:  # type: ignore[no-untyped-def]  # of lists of words
    connection = op.get_bind()
    for name in TABLES:
        table = sa.table(name, sa.column("omits", sa.Text))
        for (found,) in connection.execute(sa.select(table.c.omits).distinct()).all():
            if found is not None:
                changed = json.dumps(change(json.loads(found)), separators=(",", ":"))
                connection.execute(
                    table.update().where(table.c.omits == found).values(omits=changed)
                )
