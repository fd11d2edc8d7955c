"""What a service is to go through while it is killed: scenes, a stage for them, and the books.

A scene sets a service up and names the mails that then come and the moment at which they do; what
follows can be tried on a copy of it as often as one likes.
"""

from __future__ import annotations

import email
import re
import smtplib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.engine.replay import Mark
from pbem.engine.rng import commitment
from pbem.mailer.address import bounce_address
from pbem.mailer.inbound.imap import Mailbox
from pbem.mailer.witness import CHAIN, SHOWN
from pbem.service.clock import ManualClock
from pbem.service.config import database_url, load_config
from pbem.service.context import Context, context_of
from pbem.service.gamefile import GameSpec, SeatSpec
from pbem.service.keys import load_keys
from pbem.service.play.games import create_game
from pbem.service.schedule import Schedule
from pbem.service.setup import lay_foundations
from pbem.service.tools.verify import verify_game
from pbem.store import games, mail
from pbem.store.database import Database
from pbem.store.tables import metadata
from tests.mails import POLICY, undelivered
from tests.servers.databases import copy_database, new_database
from tests.servers.plugin import MailHost
from tests.service import relay
from tests.service.doomed import Life, Lives
from tests.service.world import read, text_of

Books = dict[str, Counter[tuple[object, ...]]]


PASSING = {
    *("id", "mail", "uid", "uidvalidity", "digest", "size", "received", "revision"),
    *("attempts", "due", "note", "standing_at", "arrived"),
    *("written", "told", "piece", "sent_as"),
    *("salt", "link", "hash", "head", "mails", "confirmation", "confirmations"),
    *("nonce", "undo", "held"),
}
"""Columns in which two services may differ that did the same: numbers, when who tried, what is
drawn by lot, and the chain, which holds fresh salts and the hashes of mails as they came. It is
verified instead."""


_TOKEN = re.compile(r"\.[a-z2-7]{16}(?=[@\]])")


@dataclass
class Stage:
    """A service with a mail host: ``host``'s own domain is where its players live."""

    host: MailHost
    base: Path
    lives: Lives
    start: datetime
    database: str
    _read: dict[str, int] = field(default_factory=dict)
    """The newest mail in each mailbox before the scene."""
    _newest: dict[str, int] = field(default_factory=dict)
    """The newest that was seen in each; known to all copies."""
    _games: frozenset[str] = frozenset()
    """The games that there were before the scene."""

    def at(self, name: str) -> str:
        return f"{name}@{self.host.address_domain}"

    @contextmanager
    def context(self, hours: float = 0) -> Iterator[Context]:
        moment = ManualClock(self.start + timedelta(hours=hours))
        with relay.installed():
            context = context_of(load_config(self.base / "config.toml"), self.base, moment)
            try:
                yield context
            finally:
                context.close()

    def new_game(self, *players: str, **values: Any) -> None:
        """A relay of these players (a name alone; empty for a free seat)."""
        seats = tuple(
            SeatSpec(name=p.title(), address=self.at(p)) if p else SeatSpec() for p in players
        )
        given: dict[str, Any] = {
            "ruleset": "relay",
            "id": "spring",
            "seats": seats,
            "options": {"movers": (1, 2)},
            "schedule": Schedule(every="48h", reminders=(), second_thoughts="0m"),
        }
        with self.context() as context:
            create_game(context, GameSpec(**(given | values)))

    def live(self, hours: float = 0, rounds: int = 1, place: int = 0) -> list[str] | None:
        """One process of the service; see :class:`Life`."""
        now = (self.start + timedelta(hours=hours)).isoformat()
        reached = self.lives.live(Life(str(self.base), now, rounds, place))
        self.host.flush()
        return reached

    def post(self, *letters: bytes) -> None:
        """Send mails to the service, each when the one before lies in its mailbox."""
        with smtplib.SMTP(self.host.smtp.host, self.host.smtp.port) as server:
            for letter in letters:
                server.sendmail(self.at("someone"), [self.host.address], letter)
                self.host.flush()

    def mails(self, player: str) -> list[EmailMessage]:
        """What came to a player since the scene began, oldest first, each Message-ID once."""
        return self._mails(self.at(player))

    def _mails(self, address: str) -> list[EmailMessage]:
        with Mailbox(self.host.imap_for(address)) as mailbox:
            new = [m.uid for m in mailbox.waiting() if m.uid > self._read.get(address, 0)]
            raws = [fetched.raw for fetched in mailbox.fetch(new)]
        self._newest[address] = max([self._newest.get(address, 0), *new])
        found = [email.message_from_bytes(raw, policy=POLICY) for raw in raws]
        return [*{str(m["Message-ID"]): m for m in found if isinstance(m, EmailMessage)}.values()]

    def reply(self, player: str, text: str, number: int = 1) -> bytes:
        """The answer to a player's newest report."""
        report = next(m for m in reversed(self.mails(player)) if m["X-Pbem"] == "report")
        return self.letter(
            player, text, number, to=str(report["Reply-To"]), subject=f"Re: {report['Subject']}"
        )

    def letter(
        self, player: str, text: str, number: int = 1, *, to: str = "", subject: str = "play"
    ) -> bytes:
        message = EmailMessage()
        message["From"] = self.at(player)
        message["To"] = to or self.host.address
        message["Subject"] = subject
        message["Message-ID"] = f"<{number}.{self.at(player)}>"
        message.set_content(text + "\n")
        return message.as_bytes()

    def bounce(self, player: str, number: int) -> bytes:
        """A host's report that this mail to a player, from 0, cannot be delivered."""
        with self.books_open() as connection:
            row = mail.outgoing(connection, recipient=self.at(player))[number]
        config = load_config(self.base / "config.toml")
        key = load_keys(config, self.base).signing
        host = self.host.address_domain
        return undelivered(
            host=host,
            to=bounce_address(config.mail, key, row.id),
            recipient=self.at(player),
            message_id=f"<bounce-{number}@{host}>",
            status="5.1.1",
        )

    def copy(self, folder: Path) -> Stage:
        """The same service once more, at the same mail host, in another folder."""
        folder.mkdir()
        (folder / "pbem.key").write_bytes((self.base / "pbem.key").read_bytes())
        database = copy_database(self.database, self.base, folder)
        text = (self.base / "config.toml").read_text()
        (folder / "config.toml").write_text(text.replace(self.database, database))
        return replace(self, base=folder, database=database, _read=dict(self._newest))

    def catch_up(self) -> None:
        """What lies in the mailboxes by now came before the scene."""
        with self.books_open() as connection:
            addresses = {row.recipient for row in mail.outgoing(connection)}
            self._games = frozenset(game.id for game in games.all_games(connection))
        for address in addresses:
            self._mails(address)

    @contextmanager
    def books_open(self) -> Iterator[Connection]:
        config = load_config(self.base / "config.toml")
        database = Database(database_url(config, self.base))
        try:
            with database.read() as connection:
                yield connection
        finally:
            database.close()

    # The books ----------------------------------------------------------------

    def books(self) -> Books:
        """All that the service knows and that its players were sent, so that two can be compared
        that went through the same. Of a game that the scene itself has made the secret is drawn
        by lot: it counts as the same where each mail tells the commitment to the one on record."""
        with self.books_open() as connection:
            drawn = {
                game.secret: f"the secret of {game.id}"
                for game in games.all_games(connection)
                if game.id not in self._games
            }
            kept: Books = {
                table.name: Counter(
                    tuple(_without(drawn, value) for value in row)
                    for row in connection.execute(sa.select(*_lasting(table)))
                )
                for table in metadata.sorted_tables
                if table.name not in ("inbox_bytes", "outbox_bytes", "outbox")
            }
            rows = mail.outgoing(connection)
        kept["outbox"] = Counter((row.status, *_told(read(row), drawn)) for row in rows)
        for address in {row.recipient for row in rows}:
            kept[address] = Counter(_told(one, drawn) for one in self._mails(address))
        with Mailbox(self.host.imap) as mailbox:
            kept["waiting"] = Counter((one.uid,) for one in mailbox.waiting())
        return kept

    def wrong(self) -> list[str]:
        """What verifying finds of games that do not agree with their chains."""
        with self.context() as context:
            with context.database.read() as connection:
                begun = [game.id for game in games.all_games(connection) if game.head]
            found = [one for game in begun for one in verify_game(context, game)]
        return [one.text for one in found if one.mark is Mark.BAD]

    def count(self, table: str, **where: object) -> int:
        """How many rows of the books fit."""
        found = metadata.tables[table]
        query = sa.select(sa.func.count()).select_from(found)
        for column, value in where.items():
            query = query.where(found.c[column] == value)
        with self.books_open() as connection:
            return int(connection.execute(query).scalar_one())


def _lasting(table: sa.Table) -> list[sa.Column[Any]]:
    return [column for column in table.c if column.name not in PASSING]


def _without(drawn: Mapping[bytes, str], value: object) -> str:
    """A value on record; in the place of a secret that was drawn, whose it is."""
    return drawn.get(value, repr(value)) if isinstance(value, bytes) else repr(value)


def _told(message: EmailMessage, drawn: Mapping[bytes, str]) -> tuple[str, ...]:
    """What a mail tells whom, less what differs from one service to another that writes it."""
    headers = ("X-Pbem", "To", "Reply-To", "Subject", "In-Reply-To")
    text = text_of(message)
    if message[CHAIN]:
        text = text.replace(str(message[CHAIN]).split()[-1][:SHOWN], "(head)")
    for secret, whose in drawn.items():
        text = text.replace(commitment(secret), f"(commitment to {whose})")
    return (*(_TOKEN.sub(".token", str(message[name])) for name in headers), text)


@contextmanager
def set_up(
    host: MailHost, folder: Path, lives: Lives, *, answers_per_hour: int = 20
) -> Iterator[Stage]:
    database = new_database()
    config = host.write_config(
        folder,
        admin=f"gm@{host.address_domain}",
        database=database,
        answers_per_hour=answers_per_hour,
    )
    with relay.installed():
        lay_foundations(load_config(config), folder)
    # Mail hosts note arrivals by a clock of their own. This one is ahead of it, so that all has
    # come by the moment of a scene, however long this machine takes to get there.
    start = datetime.now(UTC).replace(microsecond=0) + timedelta(hours=1)
    yield Stage(host, folder, lives, start, database)
