"""What a stranger writes into a mail's head holds up nobody's mail, though PostgreSQL takes less
than SQLite: no NUL in a text, and no text that is too long."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.service.clock import ManualClock
from pbem.service.config import Config, ServiceSettings
from pbem.service.context import context_of
from pbem.service.setup import lay_foundations
from pbem.store import mail
from pbem.store.records import InboxStatus
from tests.servers.databases import SERVER
from tests.service.world import ANNA, START, World

pytestmark = pytest.mark.postgresql
LONG = b"a" * 250 + b"@" + b"b" * 60 + b"." + b"c" * 60 + b".org"
HEADS = {
    "a NUL in the Message-ID": b"From: x@example.org\r\nMessage-ID: <a\0b@example.org>\r\n",
    "a NUL in From": b"From: a\0b@example.org\r\n",
    "a NUL in a bounce": b"From: <>\r\nContent-Type: multipart/report\r\n"
    b"X-Failed-Recipients: a\0b@example.org\r\nIn-Reply-To: <a\0b@example.org>\r\n",
    "a sender longer than an address can be": b"From: " + LONG + b"\r\n",
}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    config = Config(service=ServiceSettings(database=SERVER.new()))
    lay_foundations(config, tmp_path)
    clock = ManualClock(START)
    context = context_of(config, tmp_path, clock)
    try:
        yield World(context, clock, MemoryInbox())
    finally:
        context.close()


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS.keys())
def test_a_strange_head_is_done_with_at_once(world: World, head: bytes) -> None:
    world.copied_game()
    world.deliver(head + b"To: orders@pbem.localhost\r\nSubject: x\r\n\r\nHello\r\n")
    world.reply(ANNA, "Economy 60% comp 100")
    world.poll()
    with world.context.database.read() as connection:
        statuses = set(mail.count_incoming(connection))
    assert statuses <= {InboxStatus.DONE, InboxStatus.IGNORED}
    assert world.mails(ANNA, kind="receipt")
