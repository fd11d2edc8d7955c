"""The same mail twice: the same bytes under another UID, or a copy that a relay delivered once more
with another trace on top. It counts once, and whoever wrote it gets one answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.service.intake.quarantine import accept, waiting_mails
from pbem.store.records import InboxStatus
from tests.service.looks import (
    LINE,
    OTHER,
    holds_orders,
    receive_with_a_good_mail_behind,
    settled,
    told,
)
from tests.service.world import ANNA, BORIS, World, open_world, text_of

ONCE = b"Received: from a.relay.test by b.relay.test; Mon, 1 Mar 2027 10:00:00 +0000\r\n"
DATED = b"Date: Mon, 1 Mar 2027 10:09:00 +0000\r\n"
AGAIN = b"Received: from a.relay.test by c.relay.test; Mon, 1 Mar 2027 10:09:00 +0000\r\n"
WORK = "anna@work.test"


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path) as world:
        world.copied_game()
        yield world


def test_the_same_bytes_under_another_uid_count_once(world: World) -> None:
    raw = world.reply(ANNA, LINE)
    world.deliver(raw)
    world.poll()
    world.deliver(raw)
    assert receive_with_a_good_mail_behind(world).status == InboxStatus.DUPLICATE
    assert len(world.rows(recipient=ANNA, kind="receipt")) == 1


def test_a_mailbox_that_was_numbered_anew_is_read_without_doing_anything_twice(
    world: World,
) -> None:
    raws = [world.reply(ANNA, LINE), world.reply(ANNA, "STATUS")]
    world.poll()
    world.inbox = MemoryInbox(uidvalidity=2)
    for raw in raws:
        world.deliver(raw)
    assert receive_with_a_good_mail_behind(world).status == InboxStatus.DUPLICATE
    assert len(told(world, ANNA)) == 2


@pytest.mark.parametrize("together", [True, False])
def test_the_same_bytes_without_a_message_id_count_once(world: World, together: bool) -> None:
    route = world.last(ANNA, kind="report")["Reply-To"]
    raw = f"From: {ANNA}\nTo: {route}\nSubject: orders\n\n{LINE}\n".encode()
    for _time in range(2):
        world.deliver(raw)
        if not together:
            world.poll()
    world.poll()
    assert [m.status for m in settled(world)] == ["done", "duplicate"]
    assert len(told(world, ANNA)) == 1


def test_another_mail_with_the_same_message_id_is_processed_and_noted(world: World) -> None:
    world.reply(ANNA, LINE, Message_ID="<same@example.org>")
    world.poll()
    world.reply(ANNA, OTHER, Message_ID="<same@example.org>")
    hostile = receive_with_a_good_mail_behind(world)
    assert "same Message-ID" in hostile.note
    assert len(world.rows(recipient=ANNA, kind="receipt")) == 2


# Another trace on top -----------------------------------------------------------------


def deliver_twice(world: World, raw: bytes, *, together: bool) -> None:
    """The mail that was written last comes once more; in the same poll, or in a later one."""
    if not together:
        world.poll()
    world.deliver(ONCE + raw)
    world.deliver(AGAIN + DATED + raw)
    world.poll()


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("text", [LINE, "STATUS", "PROFILE NAME Annika", "nothing of sense"])
def test_what_a_relay_delivers_thrice_is_done_and_answered_once(
    world: World, text: str, together: bool
) -> None:
    deliver_twice(world, world.reply(ANNA, text), together=together)
    assert [m.status for m in settled(world)] == ["done", "duplicate", "duplicate"]
    assert len(told(world, ANNA)) == 1


@pytest.mark.parametrize("together", [True, False])
def test_a_letter_that_a_relay_delivers_thrice_goes_out_once(world: World, together: bool) -> None:
    deliver_twice(world, world.reply(ANNA, "TO ALL:\nshall we?\nEND"), together=together)
    world.wait(1)
    assert [text_of(m).count("shall we?") for m in world.mails(BORIS, kind="press")] == [1]


def test_a_strangers_mail_that_a_relay_delivers_thrice_is_answered_once(world: World) -> None:
    mail = world.write("eve@evil.test", "HELP", to=world.context.config.mail.address)
    deliver_twice(world, mail, together=False)
    assert len(world.mails("eve@evil.test")) == 1


def test_a_copy_counts_where_the_first_one_proved_nothing(tmp_path: Path) -> None:
    """One way of two breaks what the sender's domain vouches for."""
    with open_world(tmp_path, trusted_authserv=("mx.host.test",)) as world:
        world.copied_game()
        raw = world.write(
            ANNA,
            LINE,
            to=str(world.last(ANNA, kind="report")["Reply-To"]),
            Authentication_Results="mx.host.test; dmarc=fail header.from=example.org",
        )
        world.poll()
        assert not holds_orders(world, 1)
        world.deliver(raw.replace(b"dmarc=fail", b"dmarc=pass"))
        world.poll()
        assert [m.status for m in settled(world)] == ["held", "done"]
        assert holds_orders(world, 1)
        accept(world.context, waiting_mails(world.context)[0].id)
        assert [m.status for m in settled(world)] == ["duplicate", "done"]
        assert len(world.rows(recipient=ANNA, kind="receipt")) == 1


def test_a_held_mail_is_held_once_and_the_player_told_once(world: World) -> None:
    report = world.last(ANNA, kind="report")
    deliver_twice(world, world.write(WORK, LINE, to=str(report["Reply-To"])), together=False)
    assert [m.status for m in settled(world)] == ["held", "duplicate", "duplicate"]
    assert len(world.rows(recipient=ANNA, kind="held")) == 1
    accept(world.context, waiting_mails(world.context)[0].id)
    assert holds_orders(world, 1)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param((b"60", b"61"), id="another text"),
        pytest.param((b"Subject: ", b"Subject: Fwd: "), id="another subject"),
        pytest.param((b"Message-ID: <", b"Message-ID: <1"), id="another Message-ID"),
        pytest.param(
            (b"Message-ID: ", b"Resent-Message-ID: <again@x.test>\nMessage-ID: "),
            id="sent again by hand",
        ),
    ],
)
def test_what_its_writer_changed_is_another_mail(world: World, change: tuple[bytes, bytes]) -> None:
    raw = world.reply(ANNA, LINE)
    world.poll()
    assert change[0] in raw
    world.deliver(raw.replace(*change, 1))
    world.poll()
    assert [m.status for m in settled(world)] == ["done", "done"]
    assert len(world.rows(recipient=ANNA, kind="receipt")) == 2
