"""The mailbox from which the service reads, over IMAP (RFC 3501, 9051).

Synchronous, one connection, for one thread at a time. Whatever breaks on the
way becomes :class:`MailServerTrouble`; the connection is then of no more use:
leave the ``with`` block and open a new one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from selectors import EVENT_READ, DefaultSelector
from types import TracebackType
from typing import Any, Self

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientError, LoginError, ProtocolError

from pbem.mailer import login as logins
from pbem.mailer.errors import LoginRefused, MailServerTrouble
from pbem.mailer.settings import ImapSettings
from pbem.mailer.tls import certificate_remedy, trusting

COMMAND_BATCH = 500
"""UIDs in one command: servers bound the length of a line, Dovecot at 64 KiB."""

FETCH_BYTES = 8 * 1024 * 1024
"""No batch of whole mails is larger, unless a single mail is."""

_ENVELOPE = [b"RFC822.SIZE", b"INTERNALDATE"]

_GARBLED = (AttributeError, LookupError, TypeError, ValueError)
"""How imapclient stumbles over an answer that is not as IMAP has it."""

IDLE_SLICE = 300.0
"""Seconds after which an idle connection is made to answer.

A dead link is silent, exactly as a quiet mailbox is. RFC 2177 asks for less than 29 minutes.
"""


@dataclass(frozen=True, slots=True)
class Pending:
    """A mail that waits on the server. ``received`` is INTERNALDATE in UTC, ``size`` in octets."""

    uid: int
    size: int
    received: datetime


@dataclass(frozen=True, slots=True)
class Fetched:
    """A whole mail as the server holds it. ``received`` is INTERNALDATE in UTC."""

    uid: int
    received: datetime
    raw: bytes


@dataclass(slots=True)
class Mailbox:
    """The inbox of ``settings``, connected inside a ``with`` block.

    TLS trusts ``ca_file``, or else what the system trusts.

    Raises :class:`MailServerTrouble` from every method, and
    :class:`~pbem.mailer.login.LoginProblem` on entry where the password or the
    token cannot be had at all.
    """

    settings: ImapSettings
    uidvalidity: int = field(default=0, init=False)
    """A UID means the same mail only as long as this stays the same (RFC 3501, 2.3.1.1)."""
    _client: Any = field(default=None, init=False, repr=False)
    _known: dict[int, Pending] = field(default_factory=dict, init=False, repr=False)
    _folders: set[str] = field(default_factory=set, init=False, repr=False)

    def __enter__(self) -> Self:
        with self._trouble("connect"):
            self._client = self._connect()
        try:
            self._log_in()
            with self._trouble("open the folders"):
                for folder in (self.settings.processed, self.settings.quarantine):
                    self._make_sure_of(folder)
                self._open_inbox()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._client is not None and error is None:
            # The work is done by now: a server that has gone meanwhile changes nothing.
            with _quietly():
                self._client.logout()
        self.close()

    def close(self) -> None:
        """Drop the connection without a farewell. May be called at any time, and again."""
        client, self._client = self._client, None
        if client is not None:
            with _quietly():
                client.shutdown()

    def waiting(self) -> tuple[Pending, ...]:
        """All mails in the inbox now, by UID.

        Every mail that the server had taken in before this call began is
        among them: opening the folder anew makes a server look that only looks when asked.
        """
        with self._trouble("list the inbox"):
            self._open_inbox()
            self._known.clear()
            self._look_at(sorted(self._client.search("ALL")))
        return tuple(self._known.values())

    def fetch(self, uids: Iterable[int], batch: int = 100) -> Iterator[Fetched]:
        """The mails of ``uids`` in that order, fetched in batches and left unread.

        A mail that has meanwhile gone from the inbox is passed over.
        """
        wanted = list(uids)
        with self._trouble("ask for sizes"):
            self._look_at(uid for uid in wanted if uid not in self._known)
        there = [self._known[uid] for uid in wanted if uid in self._known]
        for part in _drafts(there, batch):
            with self._trouble("fetch mail"):
                rows = self._client.fetch([mail.uid for mail in part], [b"BODY.PEEK[]"])
                mails = [
                    Fetched(mail.uid, mail.received, rows[mail.uid][b"BODY[]"] or b"")
                    for mail in part
                    if b"BODY[]" in rows.get(mail.uid, ())
                ]
            yield from mails

    def fetch_head(self, uid: int, limit: int) -> bytes:
        """The first ``limit`` octets of a mail too large to be read; b"" when it has gone."""
        with self._trouble("fetch the head of a mail"):
            row = self._client.fetch([uid], [b"BODY.PEEK[]<0.%d>" % limit]).get(uid, {})
            return bytes(row.get(b"BODY[]<0>") or b"")

    def move(self, uids: Iterable[int], folder: str) -> None:
        """Move mails out of the inbox. Those that have gone already are no error.

        Without MOVE (RFC 6851) a mail is copied and then deleted; a crash in
        between leaves it in both places, never in none.
        """
        with self._trouble(f"move mail to {folder}"):
            target = self._make_sure_of(folder)
            for part in _chunks(uids, COMMAND_BATCH):
                if self._client.has_capability("MOVE"):
                    self._client.move(part, target)
                else:
                    self._copy_and_delete(part, target)

    def forget(self, folder: str, before: datetime) -> int:
        """Delete the mails of another folder that came before a day; returns how many."""
        with self._trouble(f"clear old mail out of {folder}"):
            self._client.select_folder(self._make_sure_of(folder))
            try:
                old = self._client.search(["BEFORE", before.date()])
                for part in _chunks(old, COMMAND_BATCH):
                    self._client.delete_messages(part, silent=True)
                    self._client.expunge()
            finally:
                self._open_inbox()
            return len(old)

    def append(self, folder: str, raw: bytes) -> None:
        """Store a mail in a folder, as read."""
        with self._trouble(f"store mail in {folder}"):
            self._client.append(self._make_sure_of(folder), raw, flags=[rb"\Seen"])

    def idle(self, seconds: float) -> bool:
        """Wait until something arrives, at most ``seconds``; True when something did.

        A hint only: what it misses, the next :meth:`waiting` sees. On a server
        without IDLE (RFC 2177) it merely sleeps.
        """
        if not self._has("IDLE"):
            time.sleep(seconds)
            return False
        end, arrived = time.monotonic() + seconds, False
        while not arrived and (left := end - time.monotonic()) > 0:
            arrived = self._idle_once(min(left, IDLE_SLICE))
        with self._trouble("open the inbox"):
            self._open_inbox()
        return arrived

    def _idle_once(self, seconds: float) -> bool:
        with self._trouble("wait for mail"):
            # What came since the last command a server tells together with its answer to IDLE,
            # where the wait below would not see it.
            _, news = self._client.noop()
            if _arrived(news):
                return True
            self._client.idle()
            # Not idle_check: it takes half a line for a broken connection, a broken
            # connection for silence, and blocks without a timeout.
            with DefaultSelector() as selector:
                selector.register(self._client.socket(), EVENT_READ)
                selector.select(seconds)
            _, news = self._client.idle_done()
            return _arrived(news)

    def _open_inbox(self) -> None:
        # imaplib keeps whatever a server mentions unasked, a line for every mail that leaves
        # the inbox, until a folder is opened.
        chosen = self._client.select_folder(self._full_name(self.settings.inbox))
        self.uidvalidity = int(chosen[b"UIDVALIDITY"])

    def _connect(self) -> Any:
        settings = self.settings
        context = None if settings.security == "none" else trusting(settings.ca_file)
        client = IMAPClient(
            settings.host,
            settings.port,
            ssl=settings.security == "tls",
            ssl_context=context,
            timeout=SocketTimeout(settings.timeout, settings.timeout),
        )
        # Left on, INTERNALDATE would come in this machine's local time without saying so.
        client.normalise_times = False
        # Left on, every mail would be written out once more, for a log that is not kept.
        client._imap.debug = 0
        if settings.security == "starttls":
            client.starttls(context)
        return client

    def _log_in(self) -> None:
        login = self.settings.login
        sign_in: Callable[[str, str], object]
        if login.token_command:
            secret, sign_in = logins.access_token(login), self._client.oauth2_login
        else:
            secret, sign_in = logins.password(login), self._client.login
        with self._trouble("log in"):
            try:
                sign_in(login.user, secret)
            except LoginError as error:
                raise LoginRefused(
                    f"the IMAP server {self._where} refuses {login.user}: {_reason(error)}; "
                    "check [imap] login"
                ) from error

    def _look_at(self, uids: Iterable[int]) -> None:
        """Learn when mails came and how large they are, of those that are still there."""
        for part in _chunks(uids, COMMAND_BATCH):
            for uid, row in self._client.fetch(part, _ENVELOPE).items():
                if row.keys() >= set(_ENVELOPE):
                    size, received = int(row[b"RFC822.SIZE"]), _utc(row[b"INTERNALDATE"])
                    self._known[uid] = Pending(uid, size, received)

    def _copy_and_delete(self, uids: Sequence[int], target: str) -> None:
        self._client.copy(uids, target)
        self._client.delete_messages(uids, silent=True)
        if self._client.has_capability("UIDPLUS"):
            self._client.uid_expunge(uids)
        else:
            self._client.expunge()

    def _make_sure_of(self, folder: str) -> str:
        """The folder's full name on this server, after making it where it is missing."""
        name = self._full_name(folder)
        if name not in self._folders:
            if not self._client.folder_exists(name):
                self._create(name)
            self._folders.add(name)
        return name

    def _create(self, name: str) -> None:
        try:
            self._client.create_folder(name)
        except IMAPClientError:
            # Another of our connections may have been quicker.
            if not self._client.folder_exists(name):
                raise
        self._client.subscribe_folder(name)

    def _full_name(self, folder: str) -> str:
        """A folder's name, levels parted by "/", as this server spells it (RFC 2342).

        Courier, for one, has ``INBOX.a.b`` for ``a/b``.
        """
        if not self._client.has_capability("NAMESPACE"):
            return folder
        personal = self._client.namespace().personal
        prefix, delimiter = personal[0] if personal else ("", "/")
        name = folder.replace("/", delimiter or "/")
        return name if name.startswith(prefix) else prefix + name

    def _has(self, capability: str) -> bool:
        with self._trouble("ask what it can do"):
            return bool(self._client.has_capability(capability))

    @property
    def _where(self) -> str:
        return f"{self.settings.host}:{self.settings.port}"

    @contextmanager
    def _trouble(self, doing: str) -> Iterator[None]:
        try:
            yield
        except (IMAPClientError, OSError, EOFError, *_GARBLED) as error:
            raise MailServerTrouble(
                f"the IMAP server {self._where} failed to {doing}: "
                f"{certificate_remedy(error, 'imap') or _reason(error)}"
            ) from error


@contextmanager
def _quietly() -> Iterator[None]:
    """For leaving a connection that may be broken already."""
    try:
        yield
    except (IMAPClientError, OSError):
        return


def _reason(error: BaseException) -> str:
    if isinstance(error, (ProtocolError, *_GARBLED)) and not isinstance(error, OSError):
        # What the library could not make sense of may be a player's mail, which no log may show.
        return f"its answer is not as IMAP has it ({type(error).__name__})"
    # imapclient puts the server's own words in as the repr of bytes.
    said = re.sub(r"""\bb(['"])(.*?)\1""", r"\2", str(error).partition("unexpected response")[0])
    return said.rstrip(" :=>") or type(error).__name__


def _utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


def _arrived(news: Iterable[Sequence[Any]]) -> bool:
    return any(len(item) > 1 and item[1] == b"EXISTS" for item in news)


def _chunks(uids: Iterable[int], size: int) -> Iterator[list[int]]:
    rest = iter(uids)
    while part := list(islice(rest, size)):
        yield part


def _drafts(mails: Iterable[Pending], batch: int) -> Iterator[list[Pending]]:
    """Batches of at most ``batch`` mails and FETCH_BYTES octets, but of one mail at least."""
    draft: list[Pending] = []
    weight = 0
    for mail in mails:
        if draft and (len(draft) >= batch or weight + mail.size > FETCH_BYTES):
            yield draft
            draft, weight = [], 0
        draft.append(mail)
        weight += mail.size
    if draft:
        yield draft
