"""What is on record of the mails before one: what we sent that it may quote, and what its writer
sent us before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy.engine import Connection

from pbem.mailer.inbound.cleaning import clean
from pbem.mailer.inbound.reading import Letter, read_letter
from pbem.mailer.outbound.mime import plain_text
from pbem.store import games, mail

_CANDIDATES = 6
"""Mails of ours that are looked into where the one that is answered is not on record by its id."""
_EARLIER = 20
"""Sets of orders of the same player that are looked into."""
_PICTURE = b"\nContent-Type: image/"
"""Where both texts of a mail of ours end."""


@dataclass(frozen=True)
class RecordedExchange:
    """The mails of one seat before `letter`, which is for `turn`, as a mail's reader asks for them
    (:class:`pbem.mailer.inbound.exchange.Exchange`)."""

    connection: Connection
    letter: Letter
    game: str
    seat: int
    turn: int
    mail_id: int

    def sent(self) -> Iterator[Sequence[str]]:
        """By In-Reply-To, then by References, the newest first, then by what the seat was sent
        for the turn."""
        answered = (self.letter.in_reply_to, *reversed(self.letter.references))
        for message_id in dict.fromkeys(filter(None, answered)):
            found = mail.find_sent(self.connection, message_id)
            if found is not None:
                yield from _versions(found.data)
                return
        for data in mail.sent_for(self.connection, self.game, self.seat, self.turn, _CANDIDATES):
            yield from _versions(data)

    def earlier(self) -> Sequence[str]:
        return games.said_before(self.connection, self.game, self.seat, self.mail_id, _EARLIER)


def _versions(data: bytes) -> Iterator[Sequence[str]]:
    """The texts of a mail of ours: the plain one, and the one in HTML."""
    yield clean(plain_text(data)).split("\n")
    yield [line.text for line in read_letter(data.partition(_PICTURE)[0]).shown.lines]
