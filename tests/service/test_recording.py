"""Mail is fetched and written down raw before anyone looks into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event
from time import sleep
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.inbound.imap import Fetched
from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.service.context import Session
from pbem.service.intake import receive, router
from pbem.service.intake.batch import Settled
from pbem.service.intake.incoming import Incoming
from pbem.service.intake.receive import receive_mail
from pbem.service.intake.recording import CHUNK, FIRST_OF_MANY, record_mail
from pbem.store import mail
from pbem.store.records import InboxRow, InboxStatus
from tests.service.looks import settled
from tests.service.world import World, open_world

SOME = CHUNK + CHUNK // 2
MANY = 2 * CHUNK + CHUNK // 2
SOON = FIRST_OF_MANY + CHUNK
"""So many of them are settled while the last are fetched."""


class Server(MemoryInbox):
    """An inbox of a chunk of mails and a half, which tells when more than the first are asked
    for."""

    def __init__(self, world: World, *, hangs_up: bool = False, mails: int = SOME) -> None:
        super().__init__()
        self.asked = Event()
        self._hangs_up = hangs_up
        self._fetched = 0
        for number in range(mails):
            self.deliver(b"Subject: %d\r\n\r\nhello\r\n" % number, world.clock.now())

    def fetch(self, uids: Iterable[int]) -> Iterator[Fetched]:
        for fetched in super().fetch(uids):
            self._look(self._fetched)
            self._fetched += 1
            yield fetched

    def move(self, uids: Iterable[int], folder: str) -> None:
        moved = list(uids)
        assert {one.uid for one in self.waiting()}.issuperset(moved), "moved once more"
        super().move(moved, folder)

    def _look(self, fetched: int) -> None:
        """So many mails were fetched before the one that is asked for."""
        if fetched == FIRST_OF_MANY:
            self.asked.set()
            if self._hangs_up:
                raise MailServerTrouble("the server hung up")


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
    assert record_mail(world.context, server).fresh == SOME
    assert subjects(world) == [b"Subject: %d" % number for number in range(SOME)]


def test_what_was_fetched_stays_on_record_where_the_server_hangs_up(world: World) -> None:
    with pytest.raises(MailServerTrouble):
        record_mail(world.context, Server(world, hangs_up=True))
    assert subjects(world) == [b"Subject: %d" % number for number in range(FIRST_OF_MANY)]


class Slow(Server):
    """One of two chunks and a half, which gives the last ones only once some mails are settled;
    with `hangs_up` not even then."""

    def __init__(self, world: World, *, hangs_up: bool = False) -> None:
        super().__init__(world, mails=MANY)
        self._world = world
        self._hangs_up_then = hangs_up

    def _look(self, fetched: int) -> None:
        if fetched == SOON + CHUNK:
            assert self._sees_some_settled(), "nothing is settled meanwhile"
            if self._hangs_up_then:
                raise MailServerTrouble("the server hung up")

    def _sees_some_settled(self) -> bool:
        for _try in range(6000):
            if len(tried(self._world)) == SOON:
                return True
            sleep(0.01)
        return False


def tried(world: World) -> list[InboxRow]:
    """The mails on record of which something became."""
    return [row for row in settled(world) if row.status != InboxStatus.NEW]


def test_mails_are_settled_while_those_behind_them_are_fetched(world: World) -> None:
    poll = receive_mail(world.context, inbox := Slow(world))
    assert (poll.received, poll.processed) == (MANY, MANY)
    assert [row.attempts for row in settled(world)] == [1] * MANY
    assert not inbox.waiting()


def test_a_mail_that_fails_is_tried_once_a_poll_however_many_came_with_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle = router.settle

    def trip(session: Session, incoming: Incoming) -> Settled:
        if incoming.row.id == 1:
            raise ZeroDivisionError
        return settle(session, incoming)

    monkeypatch.setattr(receive, "settle", trip)
    inbox = Server(world, mails=MANY)
    for attempts in (1, 2):
        receive_mail(world.context, inbox)
        first, *others = settled(world)
        assert (first.status, first.attempts) == (InboxStatus.NEW, attempts)
        assert {(row.status, row.attempts) for row in others} == {(InboxStatus.IGNORED, 1)}
        assert [one.uid for one in inbox.waiting()] == [first.uid]


def test_what_is_settled_stays_so_and_is_moved_where_the_server_hangs_up(world: World) -> None:
    inbox = Slow(world, hangs_up=True)
    with pytest.raises(MailServerTrouble):
        receive_mail(world.context, inbox)
    assert len(settled(world)) == SOON + CHUNK
    assert len(tried(world)) == SOON
    assert [row.uid for row in tried(world)] == [*range(1, SOON + 1)]
    assert [one.uid for one in inbox.waiting()] == [*range(SOON + 1, MANY + 1)]
    inbox._hangs_up_then = False
    poll = receive_mail(world.context, inbox)
    assert (poll.received, poll.processed) == (MANY - SOON - CHUNK, MANY - SOON)
    assert not inbox.waiting()
