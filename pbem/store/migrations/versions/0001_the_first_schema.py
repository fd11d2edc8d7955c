"""the first schema

Revision 0001, the first.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:

    op.create_table(
        "alerts",
        sa.Column("key", sa.String(length=400), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("remedy", sa.Text(), nullable=False),
        sa.Column("concern", sa.Text(), nullable=True),
        sa.Column("began", sa.DateTime(timezone=True), nullable=False),
        sa.Column("event", sa.Boolean(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("key", "game", name=op.f("pk_alerts")),
    )
    op.create_table(
        "contacts",
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("score", sa.Float(), nullable=False),
        sa.Column("held", sa.Boolean(), nullable=False),
        sa.Column("last", sa.DateTime(timezone=True), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_contacts")),
    )
    op.create_table(
        "idlers",
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("proven", sa.Boolean(), autoincrement=False, nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("last", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("address", "proven", name=op.f("pk_idlers")),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_facts")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("ruleset", sa.String(length=64), nullable=False),
        sa.Column("ruleset_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("schedule", sa.Text(), nullable=False),
        sa.Column("start_when_full", sa.Boolean(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("head", sa.String(length=64), nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closes", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.Column("stalled", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("confirmations", sa.Text(), nullable=False),
        sa.Column("formerly", sa.Text(), nullable=False),
        sa.Column("closing", sa.DateTime(timezone=True), nullable=True),
        sa.Column("archived", sa.DateTime(timezone=True), nullable=True),
        sa.Column("press", sa.Text(), nullable=False),
        sa.Column("votes", sa.Text(), nullable=False),
        sa.Column("rollbacks", sa.Integer(), nullable=False),
        sa.Column("observers", sa.String(length=16), nullable=False),
        sa.Column("release_after", sa.Integer(), nullable=False),
        sa.Column("releases", sa.DateTime(timezone=True), nullable=True),
        sa.Column("reliability", sa.Integer(), nullable=False),
        sa.Column("joining", sa.String(length=16), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("mailbox", sa.String(length=24), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_games_deadline"), ["deadline"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_closes"), ["closes"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_mailbox"), ["mailbox"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_releases"), ["releases"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_status"), ["status"], unique=False)
        batch_op.create_index(
            "ix_games_listed",
            ["status", "created", "id"],
            unique=False,
            sqlite_where=sa.text("archived IS NULL"),
            postgresql_where=sa.text("archived IS NULL"),
        )

    op.create_table(
        "answers",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("orders", sa.LargeBinary(), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("mail", sa.String(length=64), nullable=True),
        sa.Column("stored", sa.String(length=64), nullable=True),
        sa.Column("held", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_answers_game")),
        sa.PrimaryKeyConstraint("game", "turn", "seat", name=op.f("pk_answers")),
    )
    op.create_table(
        "asks",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("required", sa.Boolean(), nullable=False),
        sa.Column("answered", sa.Boolean(), nullable=False),
        sa.Column("sure", sa.Boolean(), nullable=False),
        sa.Column("stored", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_asks_game")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_asks")),
    )
    op.create_table(
        "audit",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("master", sa.Integer(), nullable=False),
        sa.Column("deed", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("link", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_audit_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_audit")),
    )
    op.create_table(
        "confirmations",
        sa.Column("nonce", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("master", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("chair", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_confirmations_game")),
        sa.PrimaryKeyConstraint("nonce", name=op.f("pk_confirmations")),
    )
    with op.batch_alter_table("confirmations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_confirmations_game"), ["game"], unique=False)
        batch_op.create_index(batch_op.f("ix_confirmations_until"), ["until"], unique=False)

    op.create_table(
        "invitations",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("mailbox", sa.String(length=320), nullable=False),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reply", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_invitations_game")),
        sa.PrimaryKeyConstraint("game", "address", name=op.f("pk_invitations")),
    )
    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invitations_mailbox"), ["mailbox"], unique=False)

    op.create_table(
        "unasked",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mailbox", sa.String(length=320), nullable=False),
        sa.Column("causer", sa.String(length=320), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unasked")),
    )
    for column in ("mailbox", "causer", "at"):
        op.create_index(f"ix_unasked_{column}", "unasked", [column], unique=False)
    op.create_table(
        "unheard",
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("mailbox", sa.String(length=320), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_unheard")),
    )
    op.create_index("ix_unheard_mailbox", "unheard", ["mailbox"], unique=False)
    op.create_table(
        "uninvited",
        sa.Column("mailbox", sa.String(length=320), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("mailbox", name=op.f("pk_uninvited")),
    )
    op.create_table(
        "insiders",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("mailbox", sa.String(length=320), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_insiders_game")),
        sa.PrimaryKeyConstraint("game", "mailbox", name=op.f("pk_insiders")),
    )
    op.create_table(
        "masters",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("nonce", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_masters_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_masters")),
    )
    with op.batch_alter_table("masters", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_masters_address"), ["address"], unique=False)

    op.create_table(
        "motions",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("motion", sa.String(length=16), nullable=False),
        sa.Column("target", sa.Integer(), nullable=True),
        sa.Column("hours", sa.Integer(), nullable=True),
        sa.Column("proposer", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.Column("passed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_motions_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_motions")),
    )
    with op.batch_alter_table("motions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_motions_ended"), ["ended"], unique=False)

    op.create_table(
        "ballots",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("yes", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_ballots_game")),
        sa.PrimaryKeyConstraint("game", "number", "seat", name=op.f("pk_ballots")),
    )
    op.create_table(
        "vacations",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("begins", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=True),
        sa.Column("waited", sa.Integer(), nullable=False),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_vacations_game")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_vacations")),
    )
    op.create_table(
        "inbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mailbox", sa.String(length=24), nullable=False),
        sa.Column("uidvalidity", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
        sa.Column("lane", sa.String(length=320), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("received", sa.DateTime(timezone=True), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(length=1000), nullable=False),
        sa.Column("sender", sa.String(length=320), nullable=False),
        sa.Column("subject", sa.String(length=500), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_inbox_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbox")),
        sa.UniqueConstraint(
            "mailbox", "uidvalidity", "uid", name=op.f("uq_inbox_mailbox_uidvalidity_uid")
        ),
    )
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_inbox_digest"), ["digest"], unique=False)
        batch_op.create_index(batch_op.f("ix_inbox_message_id"), ["message_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_inbox_status"), ["status"], unique=False)

    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("anonymous", sa.Boolean(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("audience", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mail", sa.Integer(), nullable=True),
        sa.Column("taken_back", sa.Boolean(), nullable=False),
        sa.Column("to_unsigned", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_press_game")),
        sa.ForeignKeyConstraint(["mail"], ["inbox.id"], name=op.f("fk_press_mail")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
    )
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.create_index(
            "ix_press_game_seat_written", ["game", "seat", "written"], unique=False
        )
        batch_op.create_index("ix_press_mail", ["mail"], unique=False)
        batch_op.create_index(
            "ix_press_not_public",
            ["due"],
            unique=False,
            sqlite_where=sa.text("kind != 'public'"),
            postgresql_where=sa.text("kind != 'public'"),
        )
        batch_op.create_index(
            "ix_press_taken_back",
            ["due"],
            unique=False,
            sqlite_where=sa.text("taken_back = 1"),
            postgresql_where=sa.text("taken_back"),
        )
        batch_op.create_index(
            "ix_press_unsigned",
            ["due"],
            unique=False,
            sqlite_where=sa.text("anonymous = 1 AND seat IS NOT NULL"),
            postgresql_where=sa.text("anonymous AND seat IS NOT NULL"),
        )

    op.create_table(
        "press_copies",
        sa.Column("piece", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("told", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent_as", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(["piece"], ["press.id"], name=op.f("fk_press_copies_piece")),
        sa.PrimaryKeyConstraint("piece", "seat", name=op.f("pk_press_copies")),
    )
    with op.batch_alter_table("press_copies", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_press_copies_sent_as"), ["sent_as"], unique=False)
        batch_op.create_index("ix_press_copies_told_due", ["told", "due"], unique=False)

    op.create_table(
        "press_wishes",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("with_report", sa.Boolean(), nullable=False),
        sa.Column("blocked", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_press_wishes_game")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_press_wishes")),
    )
    op.create_table(
        "inbox_bytes",
        sa.Column("mail", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["mail"], ["inbox.id"], name=op.f("fk_inbox_bytes_mail")),
        sa.PrimaryKeyConstraint("mail", name=op.f("pk_inbox_bytes")),
    )
    op.create_table(
        "lapses",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("arrived", sa.DateTime(timezone=True), nullable=True),
        sa.Column("played", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_lapses_game")),
        sa.PrimaryKeyConstraint("game", "turn", "seat", name=op.f("pk_lapses")),
    )
    op.create_table(
        "later_orders",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("received", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_later_orders_game")),
        sa.PrimaryKeyConstraint("game", "seat", "turn", name=op.f("pk_later_orders")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(length=200), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=True),
        sa.Column("turn", sa.Integer(), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("recipient", sa.String(length=320), nullable=False),
        sa.Column("mailbox", sa.String(length=320), nullable=False),
        sa.Column("subject", sa.String(length=500), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("leased_by", sa.String(length=32), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("link", sa.Integer(), nullable=True),
        sa.Column("unproven", sa.Boolean(), nullable=False),
        sa.Column("relay", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_outbox_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("message_id", name=op.f("uq_outbox_message_id")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index("ix_outbox_game_link", ["game", "link"], unique=False)
        batch_op.create_index("ix_outbox_game_seat_turn", ["game", "seat", "turn"], unique=False)
        batch_op.create_index("ix_outbox_recipient_created", ["recipient", "created"], unique=False)
        batch_op.create_index(
            "ix_outbox_status_relay_unproven_due",
            ["status", "relay", "unproven", "due"],
            unique=False,
        )
        batch_op.create_index(
            "ix_outbox_unproven_created",
            ["created"],
            unique=False,
            sqlite_where=sa.text("unproven = 1"),
            postgresql_where=sa.text("unproven"),
        )
        batch_op.create_index(
            "ix_outbox_unproven_mailbox_created",
            ["mailbox", "created"],
            unique=False,
            sqlite_where=sa.text("unproven = 1"),
            postgresql_where=sa.text("unproven"),
        )

    op.create_table(
        "outbox_bytes",
        sa.Column("mail", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["mail"], ["outbox.id"], name=op.f("fk_outbox_bytes_mail")),
        sa.PrimaryKeyConstraint("mail", name=op.f("pk_outbox_bytes")),
    )
    op.create_table(
        "people",
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=True),
        sa.Column("language", sa.String(length=16), nullable=True),
        sa.Column("quiet", sa.String(length=16), nullable=True),
        sa.Column("omits", sa.Text(), nullable=True),
        sa.Column("notices", sa.String(length=16), nullable=True),
        sa.Column("rated", sa.String(length=100), nullable=True),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_people")),
    )
    op.create_table(
        "seats",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("bot", sa.String(length=64), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=True),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("standing", sa.Text(), nullable=False),
        sa.Column("standing_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("quiet", sa.String(length=16), nullable=False),
        sa.Column("confirmation", sa.String(length=64), nullable=True),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("waited", sa.Integer(), nullable=False),
        sa.Column("nonce", sa.String(length=16), nullable=False),
        sa.Column("omits", sa.Text(), nullable=False),
        sa.Column("story", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("notices", sa.String(length=16), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("news", sa.String(length=16), nullable=False),
        sa.Column("told_from", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_seats_game")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_seats")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_address"), ["address"], unique=False)
        batch_op.create_index(batch_op.f("ix_seats_confirmation"), ["confirmation"], unique=False)
        batch_op.create_index(batch_op.f("ix_seats_story"), ["story"], unique=False)

    op.create_table(
        "pending",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("act", sa.String(length=16), nullable=False),
        sa.Column("nonce", sa.String(length=16), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mail", sa.Integer(), nullable=True),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_pending_game")),
        sa.ForeignKeyConstraint(["mail"], ["inbox.id"], name=op.f("fk_pending_mail")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_pending")),
    )
    with op.batch_alter_table("pending", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_pending_address"), ["address"], unique=False)

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
    op.create_table(
        "turns",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("closed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("labels", sa.Text(), nullable=False),
        sa.Column("mails", sa.Text(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("link", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_turns_game")),
        sa.PrimaryKeyConstraint("game", "turn", name=op.f("pk_turns")),
    )
    op.create_table(
        "orders",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("orders", sa.LargeBinary(), nullable=True),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("mail", sa.Integer(), nullable=True),
        sa.Column("received", sa.DateTime(timezone=True), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("settles", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_orders_game")),
        sa.ForeignKeyConstraint(["mail"], ["inbox.id"], name=op.f("fk_orders_mail")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
    )
    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.create_index(
            "ix_orders_game_turn_seat_id", ["game", "turn", "seat", "id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_orders_mail"), ["mail"], unique=False)
    op.create_table(
        "undone_turns",
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("closed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("labels", sa.Text(), nullable=False),
        sa.Column("mails", sa.Text(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.Column("link", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_undone_turns_game")),
        sa.PrimaryKeyConstraint("line", "game", "turn", name=op.f("pk_undone_turns")),
    )
    op.create_table(
        "undone_answers",
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("orders", sa.LargeBinary(), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("mail", sa.String(length=64), nullable=True),
        sa.Column("stored", sa.String(length=64), nullable=True),
        sa.Column("held", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_undone_answers_game")),
        sa.PrimaryKeyConstraint("line", "game", "turn", "seat", name=op.f("pk_undone_answers")),
    )
    op.create_table(
        "undone_orders",
        sa.Column("line", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("orders", sa.LargeBinary(), nullable=True),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("mail", sa.Integer(), nullable=True),
        sa.Column("received", sa.DateTime(timezone=True), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("settles", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_undone_orders_game")),
        sa.PrimaryKeyConstraint("line", "id", "game", name=op.f("pk_undone_orders")),
    )
    with op.batch_alter_table("undone_orders", schema=None) as batch_op:
        batch_op.create_index("ix_undone_orders_mail", ["mail"], unique=False)

    op.create_table(
        "standbys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=True),
        sa.Column("ruleset", sa.String(length=64), nullable=True),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("nonce", sa.String(length=16), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_standbys_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_standbys")),
    )
    for column in ("game", "ruleset", "address", "until"):
        op.create_index(f"ix_standbys_{column}", "standbys", [column], unique=False)
    op.create_table(
        "put_out",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_put_out_game")),
        sa.PrimaryKeyConstraint("game", "address", name=op.f("pk_put_out")),
    )

    op.create_table(
        "tenures",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_tenures_game")),
        sa.PrimaryKeyConstraint("game", "seat", "turn", name=op.f("pk_tenures")),
    )

    op.create_table(
        "substitutions",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("level", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("began", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("nonce", sa.String(length=16), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("quiet", sa.String(length=16), nullable=False),
        sa.Column("news", sa.String(length=16), nullable=False),
        sa.Column("notices", sa.String(length=16), nullable=False),
        sa.Column("omits", sa.Text(), nullable=False),
        sa.Column("told_from", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("with_report", sa.Boolean(), nullable=False),
        sa.Column("blocked", sa.Text(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_substitutions_game")),
        sa.PrimaryKeyConstraint("game", "seat", "level", name=op.f("pk_substitutions")),
    )
    for column in ("address", "until"):
        op.create_index(f"ix_substitutions_{column}", "substitutions", [column], unique=False)

    op.create_table(
        "readdressings",
        sa.Column("nonce", sa.String(length=16), nullable=False),
        sa.Column("undo", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("old", sa.String(length=320), nullable=False),
        sa.Column("new", sa.String(length=320), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done", sa.DateTime(timezone=True), nullable=True),
        sa.Column("places", sa.Text(), nullable=False),
        sa.Column("adds", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_readdressings_game")),
        sa.PrimaryKeyConstraint("nonce", name=op.f("pk_readdressings")),
    )
    for columns in (("old",), ("new",), ("until",), ("game", "seat")):
        name = f"ix_readdressings_{'_'.join(columns)}"
        op.create_index(name, "readdressings", list(columns), unique=False)

    op.create_table(
        "seconds",
        sa.Column("first", sa.String(length=320), nullable=False),
        sa.Column("second", sa.String(length=320), nullable=False),
        sa.PrimaryKeyConstraint("first", name=op.f("pk_seconds")),
        sa.UniqueConstraint("second", name=op.f("uq_seconds_second")),
    )
    op.create_table(
        "observers",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("address", sa.String(length=320), nullable=False),
        sa.Column("nonce", sa.String(length=16), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("each_turn", sa.Boolean(), nullable=False),
        sa.Column("letters", sa.Boolean(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("heard", sa.DateTime(timezone=True), nullable=True),
        sa.Column("story", sa.DateTime(timezone=True), nullable=True),
        sa.Column("knows_end", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_observers_game")),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_observers")),
    )
    for column in ("address", "until", "story"):
        op.create_index(f"ix_observers_{column}", "observers", [column], unique=False)
    op.create_index(
        "ix_observers_to_tell",
        "observers",
        ["until", "game"],
        unique=False,
        sqlite_where=sa.text("knows_end = 0"),
        postgresql_where=sa.text("NOT knows_end"),
    )


def downgrade() -> None:
    for name in (
        "seconds",
        "observers",
        "readdressings",
        "substitutions",
        "tenures",
        "standbys",
        "put_out",
    ):
        op.drop_table(name)

    for name in ("masters", "insiders", "confirmations", "audit"):
        op.drop_table(name)
    for name in ("invitations", "unasked", "unheard", "uninvited"):
        op.drop_table(name)
    for name in ("turns", "answers", "orders"):
        op.drop_table(f"undone_{name}")

    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_orders_mail"))
        batch_op.drop_index("ix_orders_game_turn_seat_id")

    op.drop_table("orders")
    op.drop_table("turns")
    op.drop_table("shown")
    with op.batch_alter_table("pending", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_pending_address"))

    op.drop_table("pending")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seats_story"))
        batch_op.drop_index(batch_op.f("ix_seats_confirmation"))
        batch_op.drop_index(batch_op.f("ix_seats_address"))

    op.drop_table("seats")
    op.drop_table("people")
    op.drop_table("outbox_bytes")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index("ix_outbox_unproven_mailbox_created")
        batch_op.drop_index("ix_outbox_unproven_created")
        batch_op.drop_index("ix_outbox_status_relay_unproven_due")
        batch_op.drop_index("ix_outbox_recipient_created")
        batch_op.drop_index("ix_outbox_game_seat_turn")
        batch_op.drop_index("ix_outbox_game_link")

    op.drop_table("outbox")
    op.drop_table("later_orders")
    op.drop_table("lapses")
    op.drop_table("inbox_bytes")
    op.drop_table("press_wishes")
    with op.batch_alter_table("press_copies", schema=None) as batch_op:
        batch_op.drop_index("ix_press_copies_told_due")
        batch_op.drop_index(batch_op.f("ix_press_copies_sent_as"))

    op.drop_table("press_copies")
    with op.batch_alter_table("press", schema=None) as batch_op:
        batch_op.drop_index("ix_press_unsigned")
        batch_op.drop_index("ix_press_taken_back")
        batch_op.drop_index("ix_press_not_public")
        batch_op.drop_index("ix_press_mail")
        batch_op.drop_index("ix_press_game_seat_written")

    op.drop_table("press")
    with op.batch_alter_table("inbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_inbox_status"))
        batch_op.drop_index(batch_op.f("ix_inbox_message_id"))
        batch_op.drop_index(batch_op.f("ix_inbox_digest"))

    op.drop_table("inbox")
    op.drop_table("asks")
    op.drop_table("answers")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index("ix_games_listed")
        batch_op.drop_index(batch_op.f("ix_games_status"))
        batch_op.drop_index(batch_op.f("ix_games_releases"))
        batch_op.drop_index(batch_op.f("ix_games_mailbox"))
        batch_op.drop_index(batch_op.f("ix_games_closes"))
        batch_op.drop_index(batch_op.f("ix_games_deadline"))

    op.drop_table("games")
    op.drop_table("facts")
    op.drop_table("idlers")
    op.drop_table("contacts")
    op.drop_table("alerts")
