"""What is on record of the mails before one: what we sent that it may quote, and what its writer
sent us before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from sqlalchemy.engine import Engine

from pbem.mailer.inbound.cleaning import clean
from pbem.mailer.inbound.reading import read_letter
from pbem.mailer.outbound.mime import plain_text
from pbem.service.intake.mail_session import MailSession
from pbem.service.recent import Recent
from pbem.store import games, mail

_CANDIDATES = 6
"""Mails of ours that are looked into where the one that is answered is not on record by its id."""
_EARLIER = 20
"""Sets of orders of the same player that are looked into."""
_MOST_KEPT = 256
_PICTURE = b"\nContent-Type: image/"
"""Where both texts of a mail of ours end."""


@dataclass(frozen=True)
class RecordedExchange:
    """The mails of one seat before the one under way, as a mail's reader asks for them
    (:class:`pbem.mailer.inbound.exchange.Exchange`)."""

    session: MailSession

    def sent(self) -> Iterator[Sequence[str]]:
        """By In-Reply-To, then by References, the newest first, then by what the seat was sent
        for the turn."""
        session, letter = self.session, self.session.letter
        answered = (letter.in_reply_to, *reversed(letter.references))
        for message_id in dict.fromkeys(filter(None, answered)):
            found = self._kept.get(message_id) or self._find(message_id)
            if found is not None:
                yield from found.versions()
                return
        place = (session.game.id, session.seat.seat, session.turn)
        for data in mail.sent_for(session.connection, *place, _CANDIDATES):
            yield from _Sent(data).versions()

    @property
    def _kept(self) -> Recent[str, _Sent]:
        return _ANSWERED.setdefault(self.session.connection.engine, Recent(_MOST_KEPT))

    def _find(self, message_id: str) -> _Sent | None:
        row = mail.find_sent(self.session.connection, message_id)
        return None if row is None else self._kept.keep(message_id, _Sent(row.data))

    def earlier(self) -> Sequence[str]:
        session = self.session
        return games.said_before(
            session.connection, session.game.id, session.seat.seat, session.row.id, _EARLIER
        )


class _Sent:
    """The texts of a mail of ours: the plain one, and the one in HTML."""

    def __init__(self, data: bytes) -> None:
        self._texts = data.partition(_PICTURE)[0]

    def versions(self) -> Iterator[Sequence[str]]:
        yield self._plain
        yield self._shown

    @cached_property
    def _plain(self) -> tuple[str, ...]:
        return tuple(clean(plain_text(self._texts)).split("\n"))

    @cached_property
    def _shown(self) -> tuple[str, ...]:
        return tuple(line.text for line in read_letter(self._texts).shown.lines)


_ANSWERED: WeakKeyDictionary[Engine, Recent[str, _Sent]] = WeakKeyDictionary()
"""Of each database mails of ours by Message-ID: a report is answered more than once."""
