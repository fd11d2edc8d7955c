"""Whatever is sent to make reading dear, by a stranger or by a player: the mail behind it is read,
and no deadline moves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path

import pytest

from pbem.service.config import load_config
from pbem.service.context import Context, open_context
from pbem.service.setup import lay_foundations
from pbem.store import games, mail
from pbem.store.records import InboxStatus, OutboxRow
from tests.mailer.inbound.hostile import HOSTILE
from tests.servers.plugin import MailHost
from tests.service.test_by_wire import LINE, Post, a_game_of_three, turn, until
from tests.soaking import soak


@pytest.fixture
def context(tmp_path: Path, embedded_host: MailHost) -> Iterator[Context]:
    config = embedded_host.write_config(tmp_path)
    lay_foundations(load_config(config), tmp_path)
    with open_context(config) as context:
        yield context


def deadline(context: Context) -> datetime | None:
    with context.database.read() as connection:
        found = games.find_game(connection, "wire")
    assert found is not None
    return found.deadline


def receipts(context: Context, recipient: str) -> tuple[OutboxRow, ...]:
    with context.database.read() as connection:
        return mail.outgoing(connection, kind="receipt", recipient=recipient)


@pytest.mark.parametrize(("octets", "at_once"), [(6_000, 11), soak(950_000, 1)])
def test_behind_every_hostile_mail_the_next_players_receipt_comes(
    context: Context, embedded_host: MailHost, octets: int, at_once: int
) -> None:
    """So many hostile mails `at_once`, behind each of them a mail of Boris's."""
    post, ours = Post(embedded_host), embedded_host.address
    with a_game_of_three(context, post):
        due = deadline(context)
        anna, eve, boris = map(post.address, ("anna", "eve", "boris"))
        token = post.report("anna")["Reply-To"].addresses[0].addr_spec
        report = post.report("boris")
        waiting = iter(HOSTILE.items())
        sent = 0
        while group := list(islice(waiting, at_once)):
            for _name, generate in group:
                for sender, recipient in ((eve, ours), (anna, token)):
                    raw = generate(octets).replace(b"anna@example.org", sender.encode())
                    raw = raw.replace(b"orders@pbem.localhost", recipient.encode())
                    post.hand_in(sender, recipient, raw)
                post.reply("boris", LINE, to=report)
            sent += len(group)
            until(lambda n=sent: len(receipts(context, boris)) == n, f"receipts behind {group}")
        assert deadline(context) == due
        assert turn(context) == 1
    with context.database.read() as connection:
        counts = mail.count_incoming(connection)
    assert InboxStatus.NEW not in counts
    assert InboxStatus.QUARANTINED not in counts
