"""What every operation of the service needs at hand: one value for the life of the process, and one
for each transaction. What draws, reads mail and writes it is imported once it is made: a command
that only looks at games needs none of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Self
from zoneinfo import ZoneInfo

from sqlalchemy.engine import Connection

from pbem.engine.i18n import speaking
from pbem.mailer.address import is_own
from pbem.service.clock import Clock, DatabaseClock, SystemClock
from pbem.service.config import MAIN, Config, ConfigError, database_url, load_config
from pbem.service.counters import Counters
from pbem.service.keys import Keys, load_keys
from pbem.service.languages import catalogue
from pbem.service.privacy import sqlite_file
from pbem.store.database import Database
from pbem.store.errors import StoreError
from pbem.store.mailboxes import holdings

if TYPE_CHECKING:
    from pbem.drawing.render import Renderer
    from pbem.mailer.inbound.workers import Readers
    from pbem.mailer.outbound.templating import Templates
    from pbem.service.dispatch.writing import Writers
    from pbem.service.play.closers import Closers
    from pbem.service.trouble import TroubleLog
    from pbem.store.records import GameRow


def _nobody(_connection: Connection, _games: Iterable[GameRow]) -> None:
    """Whoever looks what is due every few seconds need not be told."""


@dataclass(frozen=True)
class LookingContext:
    """Settings, database and clock: enough to look at games."""

    config: Config
    base: Path
    database: Database
    clock: Clock

    def address_of(self, mailbox: str) -> str:
        """The address of one of the service's mailboxes. Raises ConfigError where there is none of
        this name."""
        return self.config.of(mailbox).mail.address

    def local(self, moment: datetime, zone: str) -> datetime:
        """A moment in a reader's zone; the service's own where the reader named none."""
        return moment.astimezone(ZoneInfo(zone or self.config.service.zone))


@dataclass(frozen=True)
class Seen:
    """What differs from one mailbox of a service to another; in ``config`` it is the only one."""

    config: Config
    mailbox: str
    keys: Keys


@dataclass(frozen=True)
class Context(LookingContext):
    """What games are played with, too: signing keys, mail templates, what draws pictures, reads
    mail, writes receipts and works turns out. It is seen from one of the service's mailboxes, whose
    ``keys`` these are, and whose servers and limits ``config`` has (:meth:`at`)."""

    mailbox: str
    keys: Keys
    templates: Templates
    renderer: Renderer
    readers: Readers
    writers: Writers
    closers: Closers
    troubles: TroubleLog
    """What fails at the moment, so that the log says it once."""
    counters: Counters
    """What this process has done."""
    seen: Mapping[str, Seen] = field(repr=False)
    """By the names of all mailboxes, the main one first."""
    on_due: Callable[[Connection, Iterable[GameRow]], None] = _nobody
    """Told of games in the transaction by which their turn may be over: where several workers serve
    it puts the jobs that close them, which are there if and only if it is committed."""

    def at(self, mailbox: str) -> Self:
        """The same as seen from another mailbox; from the main one where there is none of this name
        any more. That none of them has games :func:`check_mailboxes` makes sure of."""
        if mailbox == self.mailbox:
            return self
        return replace(self, **vars(self.seen.get(mailbox) or self.seen[MAIN]))

    @property
    def mailboxes(self) -> tuple[str, ...]:
        """The names of all mailboxes, the main one first."""
        return tuple(self.seen)

    def is_own(self, address: str) -> bool:
        """Whether mail to an address comes back to one of the service's mailboxes."""
        return any(is_own(one.config.mail, address) for one in self.seen.values())

    @property
    def listed(self) -> str | None:
        """The mailbox whose games lists show that are asked for here; None: those of all."""
        return self.mailbox if self.config.mail.lists == "own" else None

    def lists(self, game: GameRow) -> bool:
        """Whether a game is one of those."""
        return self.listed in (None, game.mailbox)

    @property
    def key(self) -> bytes:
        """What signs reply addresses now."""
        return self.keys.signing

    @property
    def accepted_keys(self) -> tuple[bytes, ...]:
        """What may have signed a reply address that counts: the newest key and those before it that
        do so today."""
        return self.keys.at(self.clock.now())

    @property
    def domain(self) -> str:
        """The host part of the service's address."""
        return self.config.mail.address.rpartition("@")[2]

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A transaction that sees one moment of the database and changes nothing."""
        with self.database.read() as connection:
            yield Session(self, connection)

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction: all that is done in it becomes true at its end, or nothing of it."""
        with self.database.write() as connection:
            yield Session(self, connection)

    def close(self) -> None:
        self.readers.close()
        self.writers.close()
        self.closers.close()
        self.database.close()


@dataclass(frozen=True)
class Session:
    """One transaction of the service: the connection on which it is under way, and the context."""

    context: Context
    connection: Connection

    def at(self, mailbox: str) -> Self:
        """The same transaction, its context seen from another mailbox."""
        return replace(self, context=self.context.at(mailbox))


def context_of(config: Config, base: Path, clock: Clock | None = None) -> Context:
    """Everything that a configuration describes, opened, as seen from the main mailbox; `base` is
    the folder of its file.

    Raises ConfigError, StoreError or TemplateProblem, each one sentence that
    says what to mend.
    """
    from pbem.drawing.render import Renderer
    from pbem.mailer.inbound.workers import Readers
    from pbem.mailer.outbound.templating import Templates, packaged
    from pbem.service.dispatch.writing import Writers
    from pbem.service.play.closers import Closers
    from pbem.service.trouble import TroubleLog

    seen = {
        one: Seen(config.of(one), one, load_keys(config, base, one)) for one in config.mailboxes
    }
    database = Database(database_url(config, base))
    database.check()
    own = base / config.service.templates if config.service.templates else None
    return Context(
        **vars(seen[MAIN]),
        base=base,
        database=database,
        clock=clock or (DatabaseClock(database) if database.is_shared else SystemClock()),
        templates=Templates(own) if own else packaged(),
        renderer=Renderer(),
        readers=Readers(workers=config.service.readers),
        writers=Writers(own),
        closers=Closers(config, base, config.service.workers),
        troubles=TroubleLog(),
        counters=Counters(),
        seen=seen,
    )


@contextmanager
def open_context(config_path: Path, clock: Clock | None = None) -> Iterator[Context]:
    """The context of a configuration file, closed at the end. Raises as :func:`context_of`."""
    context = context_of(load_config(config_path), config_path.parent, clock)
    try:
        yield context
    finally:
        context.close()


@contextmanager
def look_at_games(config_path: Path) -> Iterator[LookingContext]:
    """What a command needs that only looks. Raises ConfigError or StoreError as
    :func:`context_of`, also where there is no database."""
    config, base = load_config(config_path), config_path.parent
    with database_of(config, base) as database:
        database.check()
        yield LookingContext(config, base, database, SystemClock())


@contextmanager
def database_of(config: Config, base: Path) -> Iterator[Database]:
    """The database alone, for whoever only looks; unlike :func:`context_of` this makes none where
    there is none. Raises StoreError."""
    url = database_url(config, base)
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise StoreError(f"there is no {file}; 'pbem init' makes it")
    database = Database(url)
    try:
        yield database
    finally:
        database.close()


def check_mailboxes(context: Context) -> None:
    """Raise ConfigError where a mailbox has games, or mail to read or to send, that the
    configuration has not."""
    with context.database.read() as connection:
        gone = [name for name in holdings(connection) if name not in context.mailboxes]
    if gone:
        raise ConfigError(
            f"there are games, or mails to read or to send, of {', '.join(gone)}, and config.toml "
            f"has no such [[mailbox]]: name it there again, or give all to another, such as by "
            f"'pbem mailbox move {gone[0]} {MAIN}'"
        )


@contextmanager
def in_language(context: Context, language: str) -> Iterator[None]:
    """Within this block sentences come out in a reader's language (empty: the service's)."""
    with speaking(catalogue(language or context.config.service.language)):
        yield
