"""What the service needs of a mailbox, and a twin of it that lives in memory.

The twin behaves as the real one does (UIDs that only grow, moves that may be
repeated); it is for trying things without a server.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Protocol

from pbem.mailer.inbound.imap import Fetched, Pending


class Inbox(Protocol):
    """See :class:`pbem.mailer.inbound.imap.Mailbox`, which is one."""

    @property
    def uidvalidity(self) -> int: ...

    def waiting(self) -> tuple[Pending, ...]: ...

    def fetch(self, uids: Iterable[int]) -> Iterator[Fetched]: ...

    def fetch_head(self, uid: int, limit: int) -> bytes: ...

    def move(self, uids: Iterable[int], folder: str) -> None: ...

    def forget(self, folder: str, before: datetime) -> int: ...


class MemoryInbox:
    """An inbox without a server. ``folders`` holds what was moved, by name."""

    def __init__(self, uidvalidity: int = 1) -> None:
        self.uidvalidity = uidvalidity
        self.folders: dict[str, list[bytes]] = {}
        self._mails: dict[int, Fetched] = {}
        self._received: dict[bytes, datetime] = {}
        self._next = 1

    def deliver(self, raw: bytes, received: datetime) -> int:
        """Put a mail into the inbox, as its host would at `received`; returns its UID."""
        uid, self._next = self._next, self._next + 1
        self._mails[uid] = Fetched(uid, received, raw)
        return uid

    def waiting(self) -> tuple[Pending, ...]:
        return tuple(Pending(m.uid, len(m.raw), m.received) for m in self._mails.values())

    def fetch(self, uids: Iterable[int]) -> Iterator[Fetched]:
        yield from (self._mails[uid] for uid in uids if uid in self._mails)

    def fetch_head(self, uid: int, limit: int) -> bytes:
        return self._mails[uid].raw[:limit] if uid in self._mails else b""

    def move(self, uids: Iterable[int], folder: str) -> None:
        for uid in uids:
            mail = self._mails.pop(uid, None)
            if mail is not None:
                self.folders.setdefault(folder, []).append(mail.raw)
                self._received[mail.raw] = mail.received

    def forget(self, folder: str, before: datetime) -> int:
        kept = [raw for raw in self.folders.get(folder, []) if self._received[raw] >= before]
        gone = len(self.folders.get(folder, [])) - len(kept)
        self.folders[folder] = kept
        return gone
