"""A small world for service tests: a house, an inbox in memory, and players who write mail."""

from __future__ import annotations

import email.policy
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from functools import lru_cache
from pathlib import Path
from typing import Any

from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.mailer.settings import MailSettings
from pbem.service.clock import ManualClock
from pbem.service.config import MAIN, Config, MailboxSettings, ServiceSettings
from pbem.service.context import Context, context_of
from pbem.service.dispatch.alerts import send_alerts
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.intake.receive import receive_mail
from pbem.service.observing.telling import tell_observers
from pbem.service.play.games import create_game
from pbem.service.play.pending import end_pending
from pbem.service.play.upkeep import close_due, note_poll, release_due, send_news
from pbem.service.play.voting import end_votes
from pbem.service.press.delivery import deliver_press
from pbem.service.schedule import Schedule
from pbem.service.setup import write_private
from pbem.store import games, mail
from pbem.store.records import GameRow, OutboxRow
from tests.mails import POLICY
from tests.servers.databases import contents, hurry, is_untouched, migrated_database, restore
from tests.service.shortcuts import ReadersHere, Sketches, WritersHere

KEY = "5e" * 32
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
ANNA, BORIS, CHIARA = "anna@example.org", "boris@example.org", "chiara@example.org"
NOON_TO_NOON = Schedule(every="24h", reminders=(), second_thoughts="0m")

_BEGUN: dict[str, tuple[GameRow, bytes]] = {}
"""Games as they began, and the databases that hold them, by what they were made of."""


@dataclass
class World:
    """One service and the mail of all who play with it."""

    context: Context
    clock: ManualClock
    inbox: MemoryInbox
    _serial: int = 0

    def new_game(self, **values: Any) -> GameRow:
        """A Hegemon game of Anna and Boris, unless `values` say otherwise."""
        given: dict[str, Any] = {
            "ruleset": "hegemon",
            "id": "spring",
            "title": "Spring",
            "seats": (
                SeatSpec(name="Anna", address=ANNA),
                SeatSpec(name="Boris", address=BORIS),
            ),
            "schedule": NOON_TO_NOON,
        }
        return create_game(self.context, GameSpec(**(given | values)))

    def copied_game(self, **values: Any) -> GameRow:
        """As :meth:`new_game`, for fixtures: the first one in this process is made, and a world in
        which nothing has happened yet gets a copy of it. Not after a test has changed how games
        begin: the copy would not know of it."""
        given = repr((self.context.config, self.clock.now(), sorted(values.items())))
        begins = is_untouched(self.context.database)
        if not (begins and isinstance(self.context.renderer, Sketches)):
            return self.new_game(**values)
        if given in _BEGUN:
            row, data = _BEGUN[given]
            restore(self.context.database, data)
            return row
        row = self.new_game(**values)
        _BEGUN[given] = row, contents(self.context.database)
        return row

    def game(self, game_id: str = "spring") -> GameRow:
        with self.context.database.read() as connection:
            found = games.find_game(connection, game_id)
        assert found is not None
        return found

    def mails(self, recipient: str, **where: Any) -> list[EmailMessage]:
        """What this address was sent so far, oldest first."""
        return [read(row) for row in self.rows(recipient=recipient, **where)]

    def rows(self, **where: Any) -> tuple[OutboxRow, ...]:
        with self.context.database.read() as connection:
            return mail.outgoing(connection, **where)

    def last(self, recipient: str, **where: Any) -> EmailMessage:
        return read(self.rows(recipient=recipient, **where)[-1])

    def write(
        self, sender: str, text: str, *, to: str, subject: str = "orders", **headers: str
    ) -> bytes:
        """A plain mail, delivered to the inbox now; returns its bytes."""
        self._serial += 1
        message = EmailMessage(POLICY)
        message["From"] = sender
        message["To"] = to
        message["Subject"] = subject
        message["Message-ID"] = f"<mail-{self._serial}@{sender.partition('@')[2]}>"
        for name, value in headers.items():
            header = name.replace("_", "-")
            del message[header]
            message[header] = value
        message.set_content(text + "\n")
        return self.deliver(message.as_bytes())

    def deliver(self, raw: bytes) -> bytes:
        self.inbox.deliver(raw, self.clock.now())
        return raw

    def reply(
        self, sender: str, text: str, *, to: EmailMessage | None = None, **headers: str
    ) -> bytes:
        """A reply to the last report that this player got."""
        report = to or self.last(sender, kind="report")
        return self.write(
            sender, text, to=str(report["Reply-To"]), subject=f"Re: {report['Subject']}", **headers
        )

    def join(self, address: str, text: str = "JOIN spring") -> None:
        """Ask for a seat, and confirm it by the reply to the mail that asks for that."""
        self.write(address, text, to=self.context.config.mail.address)
        self.poll()
        self.reply(address, "JOIN", to=self.last(address, kind="join"))
        self.poll()

    def resign(self, player: str, text: str = "RESIGN", *, to: EmailMessage | None = None) -> None:
        """Give a seat up, and confirm it by the reply to the mail that asks for that."""
        self.reply(player, text.partition("\n")[0], to=to)
        self.poll()
        self.reply(player, text, to=self.last(player, kind="resign"))
        self.poll()

    def wait(self, hours: float) -> None:
        """Let time pass while the service runs: it looks for mail every half hour, which is as
        seldom as goes without the silence counting as an outage, and goes its whole round where
        there is some, every third hour, and in the end."""
        quarters = round(hours * 4)
        looks = [15] * (quarters % 2) + [30] * (quarters // 2)
        for left, minutes in zip(reversed(range(len(looks))), looks, strict=True):
            self.clock.move(minutes=minutes)
            if left % 6 == 0 or self.inbox.waiting():
                self.poll()
            else:
                note_poll(self.context, self.clock.now())

    def poll(self) -> None:
        """Receive, note the poll, close what is due, tell late news, press and the game master: one
        round of the service."""
        note_poll(self.context, receive_mail(self.context, self.inbox).began)
        self.go_round()

    def go_round(self) -> None:
        """What a round does beside reading mail."""
        close_due(self.context)
        release_due(self.context)
        send_news(self.context)
        end_pending(self.context)
        end_votes(self.context)
        deliver_press(self.context)
        tell_observers(self.context)
        send_alerts(self.context)


def read(row: OutboxRow) -> EmailMessage:
    """A mail that was written, for all who look at it: it must not be changed."""
    return _parsed(row.data)


@lru_cache(maxsize=300)
def _parsed(data: bytes) -> EmailMessage:
    # Modern headers are read when somebody asks for one: the parser asks for each type four times.
    message = BytesParser(EmailMessage, policy=email.policy.compat32).parsebytes(data)
    for part in message.walk():
        part.policy = POLICY
    return message


def text_of(message: EmailMessage) -> str:
    """The plain text of a mail."""
    body = message.get_body(("plain",))
    assert body is not None
    content: str = body.get_content()
    return content


@contextmanager
def open_world(
    folder: Path,
    *,
    whole: bool = False,
    mailboxes: Sequence[MailboxSettings] = (),
    **mail_settings: Any,
) -> Iterator[World]:
    """A service without games, with more `mailboxes` than one if there are any. A `whole` one draws
    pictures and has processes that read mail."""
    config = Config(
        service=ServiceSettings(database=migrated_database(folder)),
        mail=MailSettings(**({"admin": "gm@example.org"} | mail_settings)),
        mailbox=tuple(mailboxes),
    )
    for number, mailbox in enumerate(config.mailboxes):
        file = folder / config.key_source(mailbox)[0]
        if not file.exists():
            write_private(file, KEY if mailbox == MAIN else f"{number:02x}" * 32)
    clock = ManualClock(START)
    context = context_of(config, folder, clock)
    hurry(context.database)
    if not whole:
        readers, writers = ReadersHere(), WritersHere()
        context = replace(context, renderer=Sketches(), readers=readers, writers=writers)
    world = World(context, clock, MemoryInbox())
    try:
        yield world
    finally:
        for one in (context, world.context):  # where a test has opened another
            one.close()
