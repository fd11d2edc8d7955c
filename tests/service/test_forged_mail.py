"""What forged mail, lists and bounces draw from the service, by SMTP."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbem.mailer.address import bounce_address
from pbem.service.dispatch.outbox import send_outbox
from pbem.service.intake import receive
from pbem.service.intake.digests import send_digests
from pbem.service.intake.quarantine import waiting_mails
from pbem.service.tools.adopt import adopt
from pbem.service.tools.archive import pack, unpack
from pbem.service.tools.export import export_game
from pbem.store import contacts, games, outbox
from tests.servers.plugin import MailHost
from tests.service.forging import LINE, OTHER, flat, new_game
from tests.service.looks import held
from tests.service.wired import WiredWorld, wired_world

KILOBYTES = 10_000


@pytest.fixture
def world(tmp_path: Path, embedded_host: MailHost) -> Iterator[WiredWorld]:
    with wired_world(tmp_path, embedded_host) as world:
        yield world


@pytest.fixture
def open_with(tmp_path: Path, embedded_host: MailHost) -> Any:
    """A world with other settings of [mail]."""
    return partial(wired_world, tmp_path, embedded_host)


# What forged mail draws ---------------------------------------------------------------


def test_whatever_comes_in_its_name_an_address_gets_three_small_mails_a_day(
    world: WiredWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(world, "anna", "", start="manual")
    victim = world.at("victim")
    void = str(world.last(world.at("anna"))["Reply-To"]).replace(".1.", ".2.", 1)
    bomb = "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n" * 300
    mails = [
        "To: {ours}\r\n\r\nJOIN spring AS Meg",
        "To: {ours}\r\n\r\nHELP",
        "To: {ours}\r\nSubject: STATUS\r\n\r\n",
        "To: {ours}\r\n\r\nWhat is this?",
        "To: {ours}\r\n\r\nJOIN nowhere AS Meg",
        f"To: {void}\r\n\r\nEconomy 5%",
        "To: {ours}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" + bomb,
        "To: {ours}\r\nContent-Type: multipart/encrypted; boundary=b\r\n\r\n--b--",
        "To: {ours}\r\nSubject: unsubscribe\r\n\r\n",
    ]
    letters = [f"From: {victim}\r\n{m.format(ours=world.service)}\r\n".encode() for m in mails]
    for number in range(3):
        world.post(*(b"X-Number: %d\r\n" % number + letter for letter in letters), to=world.service)
        world.poll()
    with monkeypatch.context() as patch:
        patch.setattr(receive, "settle", lambda *_: 1 / 0)
        for number in range(4):
            world.write(victim, f"curse {number}", to=world.service)
        for _attempt in range(3):
            world.poll()
    assert len(waiting_mails(world.context)) == 4, "mails that cannot be processed are set aside"
    world.clock.move(hours=2)
    send_digests(world.context)
    send_outbox(world.context)
    got = world.mailbox(victim)
    assert 1 <= len(got) <= 3
    assert sum(map(len, got)) <= KILOBYTES


def test_an_apology_goes_out_where_there_is_room_for_it(
    world: WiredWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receive, "settle", lambda *_: 1 / 0)
    world.write(world.at("zoe"), "JOIN spring", to=world.service)
    for _attempt in range(3):
        world.poll()
    assert "has not been processed yet" in str(world.newest(world.at("zoe"))["Subject"])


def test_all_strangers_together_get_no_more_than_the_budget_and_after_the_players(
    open_with: Any,
) -> None:
    with open_with(strangers_per_hour=6) as world:
        new_game(world, "anna", "boris")
        new_game(world, "boris", *[""] * 3, id="autumn", ruleset="god-unit")
        send_outbox(world.context)
        words = ("HELP", "What is this?", "JOIN nowhere", "JOIN autumn")
        letters = [
            f"From: {world.at(f's{n}')}\r\nTo: {world.service}\r\n\r\n{words[n % 4]}\r\n".encode()
            for n in range(60)
        ]
        world.post(*letters)
        world.reply(world.at("anna"), LINE)
        receive.receive_mail(world.context, world.inbox)
        waiting = world.rows(status="queued")
        assert [row.kind for row in waiting][-1] == "receipt", "it was written last"
        assert sum(row.unproven for row in waiting) == 6
        with world.context.database.write() as connection:
            now = world.clock.now()
            first = outbox.lease_mails(connection, now, 1, relay="main", by="test", until=now)
        assert [row.kind for row in first] == ["receipt"], "and is sent first"
        world.clock.move(minutes=59)
        world.write(world.at("late"), "HELP", to=world.service)
        world.poll()
        assert world.rows(recipient=world.at("late")) == ()
        world.clock.move(minutes=2)
        world.write(world.at("later"), "HELP", to=world.service)
        world.poll()
        assert len(world.rows(recipient=world.at("later"))) == 1


def test_an_answering_machine_that_gives_no_sign_of_it_is_answered_three_times(
    world: WiredWorld,
) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    report = world.last(anna)
    for _round in range(6):
        world.reply(anna, "Thank you for your message, I read it soon.", to=report)
        world.poll()
    assert len(world.rows(recipient=anna, kind="receipt")) == 3
    world.reply(anna, LINE, to=report)
    world.poll()
    assert len(world.rows(recipient=anna, kind="receipt")) == 4, "orders are answered"
    world.reply(anna, "And thank you.", to=report)
    world.poll()
    assert len(world.rows(recipient=anna, kind="receipt")) == 5, "and begin the count anew"


def test_forged_mail_without_orders_uses_up_nobodys_answers(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    report = world.last(anna)
    for number in range(5):
        world.write(anna, f"Hello {number}", to=world.service)
    world.poll()
    assert len(world.rows(recipient=anna, kind="answer")) == 3
    world.reply(anna, "I think I shall wait.", to=report)
    world.poll()
    assert len(world.rows(recipient=anna, kind="receipt")) == 1
    world.write(anna, LINE, to=world.service)
    world.poll()
    assert "Please send your orders for Spring once more" in str(world.newest(anna)["Subject"])


# Lists and bulk -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "header", ["Precedence: bulk", "List-Id: <all.example.org>", "List-Unsubscribe: <mailto:x@y.z>"]
)
def test_a_players_mail_with_the_marks_of_a_list_is_read_and_answered(
    world: WiredWorld, header: str
) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    to = str(world.last(anna)["Reply-To"])
    world.post(f"{header}\r\nFrom: {anna}\r\nTo: {to}\r\n\r\n{LINE}\r\n".encode())
    world.post(f"{header}\r\nFrom: {world.at('eve')}\r\nTo: {to}\r\n\r\n{OTHER}\r\n".encode())
    world.post(
        f"{header}\r\nFrom: {world.at('max')}\r\nTo: {world.service}\r\n\r\nHELP\r\n".encode()
    )
    world.poll()
    assert held(world) == [LINE]
    assert len(world.rows(recipient=anna, kind="receipt")) == 1
    assert waiting_mails(world.context) == ()
    assert world.rows(recipient=world.at("max")) == ()


def test_where_it_cannot_be_read_the_game_master_hears_of_it(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    anna = world.at("anna")
    to = str(world.last(anna)["Reply-To"])
    kind = "Content-Type: multipart/encrypted; boundary=b"
    for sender in (anna, world.at("eve")):
        head = f"Precedence: bulk\r\nFrom: {sender}\r\nTo: {to}\r\n{kind}\r\n\r\n--b--\r\n"
        world.post(head.encode())
    world.poll()
    assert "for spring seat 1 cannot be read: encrypted" in str(
        world.newest(world.at("gm"))["Subject"]
    )
    assert world.rows(recipient=anna, kind="answer") == ()


# Bounces ------------------------------------------------------------------------------


def bounce_of(world: WiredWorld, name: str, *, to: str = "", status: str = "5.1.1") -> bytes:
    """A delivery report about the first mail to somebody."""
    row = world.rows(recipient=world.at(name))[0]
    return (
        f"From: MAILER-DAEMON@mx.evil.test\r\nTo: {to or world.service}\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n"
        f"Final-Recipient: rfc822; {world.at(name)}\r\nAction: failed\r\nStatus: {status}\r\n\r\n"
        f"--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: {row.message_id}\r\n\r\n--b--\r\n"
    ).encode()


def score_of(world: WiredWorld, name: str) -> float:
    with world.context.database.read() as connection:
        found = contacts.find_contact(connection, world.at(name))
    return found.score if found else 0.0


def verp(world: WiredWorld, name: str) -> str:
    row = world.rows(recipient=world.at(name))[0]
    return bounce_address(world.context.config.mail, world.context.key, row.id)


def test_bounces_that_anybody_could_write_hold_nobodys_mail(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    for number in range(5):
        world.post(b"X-Number: %d\r\n" % number + bounce_of(world, "anna"))
    world.poll()
    assert score_of(world, "anna") == 0.0


def test_a_signed_bounce_counts_once_for_each_mail(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    for number in range(3):
        letter = bounce_of(world, "anna", to=verp(world, "anna"))
        world.post(b"X-Number: %d\r\n" % number + letter)
    world.poll()
    assert score_of(world, "anna") == 1.0


def test_without_plus_addresses_message_id_and_recipient_must_fit_on_two_days(
    open_with: Any,
) -> None:
    with open_with(plus_addressing=False) as world:
        new_game(world, "anna", "boris")
        new_game(world, "anna", "boris", id="autumn")
        first, second = world.rows(recipient=world.at("anna"))
        swapped = bounce_of(world, "boris").replace(b"boris@", b"anna@")
        world.post(swapped)
        world.poll()
        assert score_of(world, "anna") == 0.0, "not of the mail that it names"
        letter = bounce_of(world, "anna")
        again = letter.replace(first.message_id.encode(), second.message_id.encode())
        world.post(letter, again)
        world.poll()
        assert score_of(world, "anna") == 1.0, "one a day"
        world.clock.move(days=1)
        world.post(b"X-Again: yes\r\n" + again)
        world.poll()
        assert score_of(world, "anna") == 2.0


def test_a_hold_ends_by_a_token_and_by_no_forged_sender(world: WiredWorld) -> None:
    new_game(world, "anna", "boris")
    report = world.last(world.at("anna"))
    with world.context.database.write() as connection:
        contacts.score_contact(
            connection, world.at("anna"), 2.0, hold_at=2.0, now=world.clock.now(), note="gone"
        )
    world.write(world.at("anna"), "HELP", to=world.service)
    world.write(world.at("anna"), LINE, to=world.service)
    world.poll()
    assert score_of(world, "anna") == 2.0
    world.reply(world.at("anna"), LINE, to=report)
    world.poll()
    assert score_of(world, "anna") == 0.0


@pytest.mark.parametrize("status", ["4.2.2", "5.2.2"])
def test_a_full_mailbox_is_told_as_what_it_is(world: WiredWorld, status: str) -> None:
    new_game(world, "anna", "boris")
    world.post(bounce_of(world, "anna", to=verp(world, "anna"), status=status))
    world.poll()
    assert "is full" in str(world.newest(world.at("gm"))["Subject"])
    told = flat(world, "gm")
    assert "make room there, then send again with 'pbem resend'" in told
    assert f"({status})" in told


# After an import ----------------------------------------------------------------------


def test_whoever_may_come_back_is_written_to_when_a_game_moves(
    world: WiredWorld, tmp_path: Path, embedded_host: MailHost
) -> None:
    new_game(world, "anna", "boris")
    world.resign(world.at("anna"))
    archive = unpack(pack(export_game(world.context, "spring", full=True)))
    adopt(world.context, archive, "elsewhere", again=True)
    send_outbox(world.context)
    world.reply(world.at("anna"), "RETURN", to=world.newest(world.at("anna")))
    world.poll()
    with world.context.database.read() as connection:
        assert games.seats_of(connection, "elsewhere")[0].kind == "human"
