"""Mails to one mailbox go out in the order in which they were written, mails to others meanwhile:
over several connections, after an outage, and after a death."""

from __future__ import annotations

import email
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mailer.errors import MailServerTrouble
from pbem.mailer.outbound.send import Delivery, Source, Status
from pbem.service.context import Context
from pbem.service.dispatch import outbox
from pbem.service.dispatch.mailbox_queue import MailboxQueue
from pbem.service.dispatch.outbox import BACKOFF, LEASE, SERVER_PAUSE, send_outbox
from pbem.store import mail
from pbem.store import outbox as queue
from pbem.store.records import OutboxDraft, OutboxRow, OutboxStatus
from tests.servers.plugin import MailHost
from tests.service.wired import wired_world
from tests.service.world import World, open_world
from tests.soaking import examples

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


def row(number: int, mailbox: int) -> OutboxRow:
    """A mail to one of a few mailboxes, whose address is spelt in two ways."""
    tag = "+pbem" if number % 2 else ""
    return OutboxRow(
        id=number,
        message_id=f"<{number}@x.org>",
        game=None,
        turn=None,
        seat=None,
        kind="answer",
        recipient=f"p{mailbox}{tag}@x.org",
        subject="",
        data=b"",
        status=OutboxStatus.SENDING,
        attempts=0,
        due=NOW,
        created=NOW,
        sent=None,
        error="",
        digest="",
        link=None,
    )


def mailbox_of(one: OutboxRow) -> str:
    return one.recipient[:2]


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.lists(st.integers(0, 3), max_size=5)),
        st.tuples(st.just("take"), st.just(None)),
        st.tuples(st.just("done"), st.integers(0, 9)),
        st.tuples(st.just("keep"), st.sets(st.integers(1, 40))),
    ),
    max_size=40,
)


@examples(200, soak=5000)
@given(STEPS)
def test_whatever_comes_in_each_mailbox_gets_its_mails_one_behind_the_other(
    steps: list[tuple[str, Any]],
) -> None:
    """Beside the queue stands what it should be: a list."""
    waiting, numbers = MailboxQueue(), 0
    expected: list[OutboxRow] = []
    under_way: list[OutboxRow] = []
    for step, what in steps:
        if step == "add":
            rows = [row(numbers + n, mailbox) for n, mailbox in enumerate(what, start=1)]
            numbers += len(rows)
            waiting.add(rows)
            expected += rows
        elif step == "keep":
            waiting.keep(what)
            expected = [one for one in expected if one.id in what]
        elif step == "done" and under_way:
            waiting.is_done(under_way.pop(what % len(under_way)))
        busy = {mailbox_of(one) for one in under_way}
        may_go = [one for one in expected if mailbox_of(one) not in busy]
        assert waiting.free == len({mailbox_of(one) for one in may_go})
        assert len(waiting) == len(expected)
        if step == "take" and may_go:
            assert waiting.take() == may_go[0]
            under_way.append(may_go[0])
            expected.remove(may_go[0])


# The outbox, with a server that is told what to say ----------------------------------------


class Server:
    """Takes mails on so many connections by turns, and notes whose mails it got, in order."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.subjects: list[str] = []
        self.away = False
        self.puts_off: set[str] = set()
        patch.setattr(outbox, "deliver", self._deliver)

    async def _deliver(self, take: Source, _settings: Any, note: Any) -> None:
        if self.away:
            raise MailServerTrouble("the SMTP server cannot be reached")
        while (message := await take()) is not None:
            subject = message.data.decode()
            off = subject in self.puts_off
            if not off:
                self.subjects.append(subject)
            status, code = (Status.DEFERRED, 451) if off else (Status.SENT, 250)
            note(Delivery(message.key, status, code, "so it is"))


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        yield world


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    return Server(monkeypatch)


def queue_one(world: World, subject: str, to: str = "anna@x.org", **more: Any) -> None:
    queue_all(world.context, [a_draft(world.context, subject, to, **more)])


def a_draft(context: Context, subject: str, to: str, **more: Any) -> OutboxDraft:
    now = context.clock.now()
    draft = OutboxDraft(f"<{subject}@x.org>", "answer", to, subject, subject.encode(), now, now)
    return OutboxDraft(**(vars(draft) | more))


def queue_all(context: Context, drafts: list[OutboxDraft]) -> None:
    with context.database.write() as connection:
        mail.queue_mails(connection, drafts)


def test_what_was_queued_together_goes_out_in_that_order_whichever_was_finished_first(
    world: World, server: Server
) -> None:
    early = world.clock.now() - timedelta(seconds=2)
    first = a_draft(world.context, "receipt", "anna@x.org")
    second = a_draft(world.context, "answer", "anna@x.org", created=early, due=early)
    queue_all(world.context, [first, second])
    send_outbox(world.context)
    assert server.subjects == ["receipt", "answer"]


def test_after_an_outage_no_new_mail_overtakes_what_was_tried_in_it(
    world: World, server: Server
) -> None:
    queue_one(world, "first")
    server.away = True
    with pytest.raises(MailServerTrouble):
        send_outbox(world.context)
    server.away = False
    world.clock.move(seconds=5)
    queue_one(world, "second")
    send_outbox(world.context)
    assert server.subjects == [], "the server is left alone"
    world.clock.move(seconds=SERVER_PAUSE.total_seconds() - 5)
    send_outbox(world.context)
    assert server.subjects == ["first", "second"]


def test_a_clock_that_is_set_back_does_not_prolong_the_pause(world: World, server: Server) -> None:
    queue_one(world, "first")
    server.away = True
    with pytest.raises(MailServerTrouble):
        send_outbox(world.context)
    server.away = False
    world.clock.move(hours=-1)
    with world.context.database.write() as connection:
        mail.change_mails(connection, [1], due=world.clock.now())
    send_outbox(world.context)
    assert server.subjects == ["first"]


def test_a_mail_that_is_put_off_lets_the_next_ones_pass(world: World, server: Server) -> None:
    for subject in ("first", "second"):
        queue_one(world, subject)
    server.puts_off = {"first"}
    send_outbox(world.context)
    assert server.subjects == ["second"]
    server.puts_off = set()
    world.clock.move(seconds=BACKOFF[0].total_seconds() - 1)
    queue_one(world, "third")
    send_outbox(world.context)
    world.clock.move(seconds=1)
    send_outbox(world.context)
    assert server.subjects == ["second", "third", "first"]


def test_a_mail_that_waits_for_its_moment_lets_others_pass(world: World, server: Server) -> None:
    queue_one(world, "in the morning", due=world.clock.now() + timedelta(hours=8))
    queue_one(world, "at once")
    send_outbox(world.context)
    assert server.subjects == ["at once"]


def test_answers_to_mail_that_proves_nothing_go_last(world: World, server: Server) -> None:
    queue_one(world, "to a stranger", "stranger@x.org", unproven=True)
    queue_one(world, "to a player")
    send_outbox(world.context)
    assert server.subjects == ["to a player", "to a stranger"]


def test_what_a_dead_process_was_sending_is_waited_for_in_its_mailbox_alone(
    world: World, server: Server
) -> None:
    queue_one(world, "first")
    with world.context.database.write() as connection:
        now = world.clock.now()
        queue.lease_mails(connection, now, 10, relay="main", by="one that dies", until=now + LEASE)
    world.clock.move(seconds=1)
    queue_one(world, "second", "anna+pbem@x.org")
    queue_one(world, "to Boris", "boris@x.org")
    send_outbox(world.context)
    assert server.subjects == ["to Boris"]
    world.clock.move(seconds=LEASE.total_seconds())
    send_outbox(world.context)
    assert server.subjects == ["to Boris", "first", "second"]


def test_over_two_connections_each_mailbox_of_the_built_in_server_has_its_mails_in_order(
    tmp_path: Path, embedded_host: MailHost
) -> None:
    """A long mail before a short one, for the short one would overtake it."""
    with wired_world(tmp_path, embedded_host) as world:
        smtp = msgspec.structs.replace(world.context.config.smtp, connections=2)
        config = msgspec.structs.replace(world.context.config, smtp=smtp)
        context = Context(**(vars(world.context) | {"config": config}))
        people = [world.at(name) for name in ("anna", "boris", "chiara")]
        drafts = [
            a_draft(context, f"{person} {n}", person, data=letter(n))
            for person in people
            for n in range(20)
        ]
        queue_all(context, drafts)
        assert send_outbox(context).accepted == 60
        for person in people:
            came = [email.message_from_bytes(raw)["Subject"] for raw in world.mailbox(person)]
            assert came == [f"letter {n}" for n in range(20)]


def letter(number: int) -> bytes:
    lines = 1 + number if number % 2 else 15_000
    return b"Subject: letter %d\r\n\r\n" % number + lines * b"hello\r\n"
