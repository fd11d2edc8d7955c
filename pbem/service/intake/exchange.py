"""What is on record of the mails before one: what we sent that it may quote, and what its writer
sent us before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy.engine import Connection

from pbem.mailer.inbound.reading import Letter, UnreadableMail, read_letter
from pbem.store import mail

_CANDIDATES = 6
"""Mails of ours that are looked into where the one that is answered is not on record by its id."""
_EARLIER = 5
"""Mails of the same player that are looked into."""
_LARGEST = 100_000
"""Bytes of such a mail: a player's own words are short, and all that is read here takes time."""
_PAGE, _PICTURE = b"\nContent-Type: text/html", b"\nContent-Type: image/"
"""Where the plain text of a mail of ours ends, and where both texts do."""


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
        found: list[str] = []
        for raw in mail.received_from(
            self.connection,
            self.game,
            self.seat,
            _EARLIER,
            before=self.mail_id,
            size=_LARGEST,
        ):
            try:
                letter = read_letter(raw)
            except UnreadableMail:
                continue
            found += [line.text for line in (*letter.body, *letter.shown)]
        return found


def _versions(data: bytes) -> Iterator[Sequence[str]]:
    """The texts of a mail of ours: the plain one, and the one in HTML."""
    yield [line.text for line in read_letter(data.partition(_PAGE)[0]).body]
    yield [line.text for line in read_letter(data.partition(_PICTURE)[0]).shown]
