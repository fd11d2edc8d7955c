"""Mail is fetched and written down raw before anyone looks into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.inbound.imap import Fetched
from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.service.intake.recording import CHUNK, record_mail
from pbem.store import mail
from tests.service.world import World, open_world

SOME = CHUNK + CHUNK // 2


class Server(MemoryInbox):
    """An inbox of a chunk of mails and a half, which tells when the half is asked for."""

    def __init__(self, world: World, *, hangs_up: bool = False) -> None:
        super().__init__()
        self.asked = Event()
        self._hangs_up = hangs_up
        for number in range(SOME):
            self.deliver(b"Subject: %d\r\n\r\nhello\r\n" % number, world.clock.now())

    def fetch(self, uids: Iterable[int]) -> Iterator[Fetched]:
        for number, fetched in enumerate(super().fetch(uids)):
            if number == CHUNK:
                self.asked.set()
                if self._hangs_up:
                    raise MailServerTrouble("the server hung up")
            yield fetched


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


def subjects(world: World) -> list[bytes]:
    with world.context.database.read() as connection:
        rows = mail.unread_mails(connection, SOME, mailbox=world.context.mailbox)
    return [row.raw.partition(b"\r\n")[0] for row in rows]


def test_the_next_mails_are_fetched_while_those_before_are_written_down(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, write_down = Server(world), mail.record_mails

    def once_more_are_asked_for(connection: Connection, rows: list[dict[str, Any]]) -> None:
        assert server.asked.wait(60), "nothing was fetched meanwhile"
        write_down(connection, rows)

    monkeypatch.setattr(mail, "record_mails", once_more_are_asked_for)
    assert record_mail(world.context, server, read_ahead=False).fresh == SOME
    assert subjects(world) == [b"Subject: %d" % number for number in range(SOME)]


def test_what_was_fetched_stays_on_record_where_the_server_hangs_up(world: World) -> None:
    with pytest.raises(MailServerTrouble):
        record_mail(world.context, Server(world, hangs_up=True), read_ahead=False)
    assert subjects(world) == [b"Subject: %d" % number for number in range(CHUNK)]
