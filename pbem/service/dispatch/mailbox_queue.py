"""Mails that wait to be handed in: those to one mailbox one behind the other, to others side by
side."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from heapq import heappop, heappush

from pbem.store.records import OutboxRow
from pbem.store.strangers import mailbox_of


class MailboxQueue:
    """Gives mails in the order in which they came in, but none to a mailbox before what became of
    the one before it is known. Every call takes as long as there are mails that it speaks of."""

    def __init__(self) -> None:
        self._came = 0
        self._free: list[tuple[int, OutboxRow]] = []
        """A heap: of each mailbox for which nothing is under way, the first."""
        self._behind: dict[str, deque[tuple[int, OutboxRow]]] = {}
        """By mailbox, what waits for one that is free or under way."""
        self._waiting = 0

    def __len__(self) -> int:
        """How many wait."""
        return len(self._free) + self._waiting

    @property
    def free(self) -> int:
        """How many could be taken at once, each to another mailbox."""
        return len(self._free)

    def add(self, rows: Iterable[OutboxRow]) -> None:
        for row in rows:
            self._came += 1
            self._line_up(mailbox_of(row.recipient), (self._came, row))

    def _line_up(self, mailbox: str, place: tuple[int, OutboxRow]) -> None:
        if (line := self._behind.get(mailbox)) is None:
            self._behind[mailbox] = deque()
            heappush(self._free, place)
        else:
            line.append(place)
            self._waiting += 1

    def take(self) -> OutboxRow:
        """The first that may be handed in. Raises IndexError where there is none."""
        return heappop(self._free)[1]

    def is_done(self, row: OutboxRow) -> None:
        """What became of a mail is known: the next to its mailbox may be taken."""
        mailbox = mailbox_of(row.recipient)
        if line := self._behind[mailbox]:
            heappush(self._free, line.popleft())
            self._waiting -= 1
        else:
            del self._behind[mailbox]

    def keep(self, ids: Collection[int]) -> None:
        """Forget all that wait but these."""
        lines = [place for line in self._behind.values() for place in line]
        places = sorted((*self._free, *lines), key=lambda place: place[0])
        first = {mailbox_of(row.recipient) for _came, row in self._free}
        self._behind = {one: deque() for one in self._behind if one not in first}
        self._free, self._waiting = [], 0
        for came, row in places:
            if row.id in ids:
                self._line_up(mailbox_of(row.recipient), (came, row))
