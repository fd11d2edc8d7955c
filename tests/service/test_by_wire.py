"""A game of three over real sockets, with hostile mail in between: the same on every mail host."""

from __future__ import annotations

import email
import logging
import smtplib
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mailer.inbound.imap import Mailbox
from pbem.service.config import load_config
from pbem.service.context import Context, open_context
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.play.games import create_game
from pbem.service.runner import Runner
from pbem.service.schedule import Schedule
from pbem.service.setup import lay_foundations
from pbem.store import contacts, games, mail
from pbem.store.records import InboxStatus, Source
from tests.mails import POLICY
from tests.servers.plugin import MailHost
from tests.service.places import PROGRAMS, TAKEN
from tests.service.world import text_of

NAMES = ("anna", "boris", "chiara")
LINE = "Economy 60% coop 50 with 0-100 comp 50"
PATIENCE = 30.0


@pytest.fixture
def context(tmp_path: Path, mail_host: MailHost) -> Iterator[Context]:
    config = mail_host.write_config(tmp_path, admin=f"gm@{mail_host.address_domain}")
    lay_foundations(load_config(config), tmp_path)
    with open_context(config) as context:
        yield context


class Post:
    """The mail of everyone at one host, as their mail programs see it."""

    def __init__(self, host: MailHost) -> None:
        self._host = host
        self._serial = 0

    def address(self, name: str) -> str:
        return f"{name}@{self._host.address_domain}"

    def inbox(self, name: str) -> list[EmailMessage]:
        with Mailbox(self._host.imap_for(self.address(name))) as mailbox:
            raws = [f.raw for f in mailbox.fetch([m.uid for m in mailbox.waiting()])]
        return [email.message_from_bytes(raw, policy=POLICY) for raw in raws]

    def kinds(self, name: str) -> Counter[str]:
        """How many reports, receipts and notices lie in a mailbox."""
        return Counter(str(message["X-Pbem"]) for message in self.inbox(name))

    def report(self, name: str, number: int = -1) -> EmailMessage:
        return [m for m in self.inbox(name) if m["X-Pbem"] == "report"][number]

    def hand_in(self, sender: str, recipient: str, raw: bytes) -> None:
        """One SMTP transaction, envelope and bytes as given."""
        with smtplib.SMTP(self._host.smtp.host, self._host.smtp.port) as server:
            server.sendmail(sender, [recipient], raw)

    def reply(self, name: str, text: str, *, to: EmailMessage | None = None) -> None:
        """What a mail program sends for "reply", quoting what it replies to."""
        report = to or self.report(name)
        self._serial += 1
        message = EmailMessage()
        message["From"] = f"{name.title()} <{self.address(name)}>"
        message["To"] = report["Reply-To"]
        message["Subject"] = f"Re: {report['Subject']}"
        message["Message-ID"] = f"<{self._serial}@{self._host.address_domain}>"
        message["In-Reply-To"] = report["Message-ID"]
        quoted = "".join(f"> {line}\n" for line in text_of(report).splitlines())
        message.set_content(f"{text}\n\nOn Monday the game wrote:\n{quoted}")
        recipient = report["Reply-To"].addresses[0].addr_spec
        self.hand_in(self.address(name), recipient, message.as_bytes())


def until(true: Callable[[], bool], what: str) -> None:
    """Wait until something has become true; fail with `what` where it does not."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.1)


@contextmanager
def a_game_of_three(context: Context, post: Post) -> Iterator[None]:
    """The service at work, its first reports delivered."""
    seats = tuple(SeatSpec(name=n.title(), address=post.address(n)) for n in NAMES)
    schedule = Schedule(every="1h", reminders=(), second_thoughts="0m")
    create_game(context, GameSpec(ruleset="hegemon", id="wire", seats=seats, schedule=schedule))
    with Runner(context, tick=0.1):
        until(lambda: all(post.kinds(n)["report"] == 1 for n in NAMES), "the first reports")
        yield


def turn(context: Context) -> int:
    with context.database.read() as connection:
        found = games.find_game(connection, "wire")
    assert found is not None
    return found.turn


def notes(context: Context) -> Counter[str]:
    """What became of the mails that came in, by sender's name or first words of the note."""
    with context.database.read() as connection:
        rows = mail.mails_in(connection, *InboxStatus)
    return Counter(f"{row.status}: {row.note.partition(' of ')[0]}" for row in rows)


def hostile(context: Context, post: Post, host: MailHost) -> list[tuple[str, str, bytes]]:
    """Mails that mean harm: envelope sender, recipient, bytes."""
    ours, anna = host.address, post.address("anna")
    eve, mallory = post.address("eve"), post.address("mallory")
    token = post.report("anna")["Reply-To"].addresses[0].addr_spec
    verp = str(post.report("boris")["Return-Path"]).strip("<>")
    parts = "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n" * 2000
    return [
        (eve, ours, b"From: undisclosed-senders:;\r\n\r\nHELP\r\n"),
        (eve, ours, f"From: {anna}\r\nTo: {ours}\r\n\r\n{LINE}\r\n".encode()),
        (eve, token, f"From: {eve}\r\nTo: {token}\r\n\r\n{LINE}\r\n".encode()),
        (
            eve,
            ours,
            f"From: {eve}\r\nSubject: bomb\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
            f"{parts}".encode(),
        ),
        (
            mallory,
            ours,
            f"From: {mallory}\r\nSubject: big\r\n\r\n".encode() + b"x\r\n" * 400_000,
        ),
        (eve, ours, f"From: {eve}\r\nAuto-Submitted: auto-replied\r\n\r\nHELP\r\n".encode()),
        (eve, ours, f"From: {ours}\r\nTo: {ours}\r\n\r\nHELP\r\n".encode()),
        (eve, ours, f"From: {eve}\r\nSubject: \x80\r\n\r\n\x81\x8d\r\n".encode("latin-1")),
        (
            "",
            verp,
            (
                f"From: MAILER-DAEMON@{host.address_domain}\r\nTo: {verp}\r\n"
                "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
                "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n"
                f"Final-Recipient: rfc822; {post.address('boris')}\r\nAction: failed\r\n"
                "Status: 5.1.1\r\n\r\n--b--\r\n"
            ).encode(),
        ),
    ]


def test_a_game_of_three_goes_on_among_hostile_mail(
    context: Context, mail_host: MailHost, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pbem")
    post = Post(mail_host)
    with a_game_of_three(context, post):
        for sender, recipient, raw in hostile(context, post, mail_host):
            post.hand_in(sender, recipient, raw)
        post.reply("anna", "HELP")
        post.reply("anna", LINE)
        post.reply("boris", "Econmy 60%")
        until(lambda: post.kinds("boris")["receipt"] == 1, "a receipt for Boris")
        refused = next(m for m in post.inbox("boris") if m["X-Pbem"] == "receipt")
        assert "Economy" in text_of(refused), "the nearest word is named"
        assert turn(context) == 1
        post.reply("boris", LINE, to=refused)
        post.reply("chiara", LINE)
        until(lambda: all(post.kinds(n)["report"] == 2 for n in NAMES), "the second reports")
        until(lambda: post.kinds("eve")["notice"] == 2, "the answers to Eve")
        until(lambda: post.kinds("mallory")["notice"] == 1, "the answer to Mallory")
        until(lambda: post.kinds("gm")["notice"] == 1, "the warning of the bounce")

    assert post.kinds("anna") == {"report": 2, "receipt": 1, "notice": 3}, "held, asked, HELP"
    assert post.kinds("boris") == {"report": 2, "receipt": 2}
    assert post.kinds("chiara") == {"report": 2, "receipt": 1}
    answers = [*post.inbox("eve"), *post.inbox("mallory")]
    assert [str(m["Subject"]) for m in answers] == ["Your mail could not be read"] * 3
    assert turn(context) == 2
    with context.database.read() as connection:
        played = games.answers_of(connection, "wire", 1)
        contact = contacts.find_contact(connection, post.address("boris"))
    assert {answer.source for answer in played} == {Source.MAIL}
    assert contact is None, "Boris's next mail showed that he is there"
    assert notes(context) == {
        "ignored: no sender": 1,
        "ignored: unreadable: no text": 1,
        "done: a player's mail without a valid token": 1,
        "held: right token, unknown sender": 1,
        "ignored: unreadable: complex": 1,
        "ignored: unreadable: oversize": 1,
        "ignored: auto-submitted": 1,
        "ignored: our own mail": 1,
        "ignored: a bounce": 1,
        "done: help": 1,
        "done: orders for turn 1: 1 accepted": 3,
        "done: orders for turn 1: 1 refused": 1,
    }
    with Mailbox(context.config.imap) as mailbox:
        assert mailbox.waiting() == (), "all of it was moved away"
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert "Economy" not in caplog.text


def test_orders_and_the_next_report_thread_under_the_game(
    context: Context, mail_host: MailHost
) -> None:
    post = Post(mail_host)
    with a_game_of_three(context, post):
        for name in NAMES:
            post.reply(name, LINE)
        until(lambda: all(post.kinds(n)["report"] == 2 for n in NAMES), "the second reports")
        first, second = post.report("anna", 0), post.report("anna", 1)
        assert str(first["References"]) == str(second["References"])
        receipt = next(m for m in post.inbox("anna") if m["X-Pbem"] == "receipt")
        assert str(first["References"]) in str(receipt["References"])
        assert len({str(m["Message-ID"]) for m in post.inbox("anna")}) == 3


TYPED = (
    ("outlook", "below", True),
    ("tab", "below", False),
    ("nothing", "between", False),
    ("gmail html", "between_inside", True),
)
"""A mail program, where its user types, and whether the reply goes to the address with the token
or names it in the subject alone."""


def test_orders_count_wherever_they_are_typed_on_every_mail_host(
    context: Context, mail_host: MailHost
) -> None:
    post = Post(mail_host)
    with a_game_of_three(context, post):
        report = post.report("anna")
        quoted = text_of(report).splitlines()
        for program, place, with_token in TYPED:
            message = EmailMessage()
            message["From"] = post.address("anna")
            token = report["Reply-To"].addresses[0].addr_spec
            message["To"] = token if with_token else mail_host.address
            message["Subject"] = f"Re: {report['Subject']}"
            message["Message-ID"] = f"<{place}.{program.replace(' ', '-')}@example.org>"
            message["In-Reply-To"] = report["Message-ID"]
            PROGRAMS[program](TAKEN[place]([LINE], quoted), report, message)
            post.hand_in(post.address("anna"), str(message["To"]), message.as_bytes())
        until(lambda: post.kinds("anna")["receipt"] == len(TYPED), "an answer to each")
        answers = [text_of(one) for one in post.inbox("anna") if one["X-Pbem"] == "receipt"]
    for answer in answers:
        assert LINE in answer.partition("What became of your lines")[2]
        assert "not taken:" not in answer
