"""A mail under way: what was read of it, and whom its token was given to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy.engine import Connection

from pbem.mailer import address
from pbem.mailer.inbound.authentic import Dmarc
from pbem.mailer.inbound.bounces import Bounce
from pbem.mailer.inbound.commands import read_subject
from pbem.mailer.inbound.guard import Guard
from pbem.mailer.inbound.intake import ReadMail
from pbem.mailer.inbound.reading import Head, Letter, Unreadable, UnreadableMail
from pbem.mailer.inbound.texts import NO_TEXT
from pbem.mailer.inbound.workers import RawMail
from pbem.service.context import Context, Session
from pbem.service.dispatch.bounces import release
from pbem.service.dispatch.unheard import hear
from pbem.service.intake.batch import Batch, Settled
from pbem.service.intake.commands.leaving import asks_to_leave
from pbem.service.intake.strangers import Obeyed
from pbem.store import games, pending, undone
from pbem.store.records import (
    Act,
    GameRow,
    InboxRow,
    InboxStatus,
    OutboxDraft,
    PendingRow,
    SeatRow,
)
from pbem.store.senders import NOBODY, Known


@dataclass(frozen=True)
class Incoming:
    """A mail under way through this module: its row without the bytes, and what was read of it
    (:class:`~pbem.mailer.inbound.intake.ReadMail`). ``batch`` is what it shares with the others of
    its transaction."""

    row: InboxRow
    batch: Batch = field(repr=False)
    guard: Guard
    head: Head = field(repr=False)
    text: Letter | Unreadable | None = field(repr=False)
    bounce: Bounce | None
    dmarc: Dmarc
    known: Known = NOBODY
    second: str = ""
    """The address that it comes from, where that is the second one of the sender in ``head``."""


def as_came(context: Context, row: InboxRow) -> RawMail:
    """A mail on record as whoever reads it needs it: by the settings of its mailbox."""
    return RawMail(row.raw, row.size, context.at(row.mailbox).config.mail)


def as_read(row: InboxRow, read: ReadMail, batch: Batch) -> Incoming:
    """A mail with what was read of it. One whose subject says it all need not have any text."""
    text, head = read.text, read.head
    said = asks_to_leave(head.subject) or read_subject(head.subject, of_master=True)
    if text is Unreadable.NO_TEXT and said:
        text = Letter(**vars(head), body=NO_TEXT, origin="none")
    return Incoming(row, batch, read.guard, head, text, read.bounce, read.dmarc)


def as_of_first(incoming: Incoming) -> Incoming:
    """The mail of a second address as that of the first, which it counts for; but for what answers
    a mail of another kind than players get."""
    first, head, text = incoming.known.first, incoming.head, incoming.text
    if not first:
        return incoming
    claims = address.find_routes(head.recipients, head.subject)
    if any(not isinstance(claim.route, address.Route) for claim in claims):
        return incoming
    known = incoming.batch.know_sender(first)
    bounced = known.bounced or incoming.known.bounced
    return replace(
        incoming,
        head=replace(head, sender=first),
        text=replace(text, sender=first) if isinstance(text, Letter) else text,
        known=known._replace(bounced=bounced, first=""),
        second=head.sender,
    )


def letter_of(incoming: Incoming) -> Letter:
    """Its text. Raises UnreadableMail where that could not be read."""
    if isinstance(incoming.text, Letter):
        return incoming.text
    assert incoming.text is not None, "whatever may hold orders has been read"
    raise UnreadableMail(incoming.text)


def note_alive(connection: Connection, incoming: Incoming) -> None:
    """Mail to whoever shows a token arrives, and is read: what was held for them goes out."""
    if incoming.known.silent and not incoming.guard.doubtful:
        hear(connection, incoming.head.sender)
    if incoming.known.bounced:
        for one in filter(None, (incoming.head.sender, incoming.second)):
            release(connection, one)


def once_read(incoming: Incoming, obeyed: Obeyed) -> Incoming:
    """The mail now that it is known whether it orders anything (:meth:`Guard.once_read`)."""
    return replace(incoming, guard=incoming.guard.once_read(ordered=obeyed.ordered))


def answerable(
    incoming: Incoming, drafts: tuple[OutboxDraft, ...], *, corrects: bool = False
) -> tuple[OutboxDraft, ...]:
    """Of what a mail brings about, that which may go out: no answer where none is wanted, but for
    the receipt that `corrects` what an earlier mail of ours says (:class:`Obeyed`), whatever else
    was asked for, and mails with an address without which nobody could go on."""
    if incoming.guard.may_answer:
        return drafts
    unwanted = ("answer",) if corrects else ("answer", "receipt")
    return tuple(p for p in drafts if p.kind not in unwanted)


def done(
    incoming: Incoming,
    status: InboxStatus,
    note: str,
    drafts: tuple[OutboxDraft, ...] = (),
    game: str | None = None,
    seat: int | None = None,
) -> Settled:
    """What became of it, with who wrote it and under what subject."""
    head = incoming.head
    sender = incoming.second or head.sender
    return Settled(status, note, drafts, head.message_id, sender, head.subject, game, seat)


@dataclass(frozen=True)
class Writer:
    """Whoever a token was given to: the seat, the turn that the mail is for, and what is pending,
    where the mail answers the one that asks for it."""

    game: GameRow
    seat: SeatRow
    turn: int
    act: PendingRow | None = None
    undone: bool = False
    """Whether that turn no longer is: the game was taken back to before it."""

    @property
    def address(self) -> str | None:
        """Where the token was sent; None where the seat is nobody's."""
        if self.act is not None:
            return self.act.address
        return self.seat.address if self.seat.has_person else None

    @property
    def is_seats_own(self) -> bool:
        """Whether they have the seat, and are not still, or only again, to get it."""
        return self.act is None or self.act.act == Act.RESIGN


def writer_of(
    session: Session, claims: Iterable[address.Claim], arrived: datetime
) -> Writer | None:
    """Whom the tokens of a mail were given to: the first that is good. None where we gave all of
    them to nobody, or they are void, or what they confirm had run out when the mail `arrived`."""
    writers = (_given_to(session, claim, arrived) for claim in claims)
    return next((writer for writer in writers if writer is not None), None)


def _given_to(session: Session, claim: address.Claim, arrived: datetime) -> Writer | None:
    if not isinstance(claim.route, address.Route):
        return None
    place = games.lock_place(session.connection, claim.route.game, claim.route.seat)
    if place is None:
        return None
    game, seat = place
    turn = claim.route.turn
    line = line_of(session, claim, seat.nonce, game)
    if line is not None:
        if seat.lent is not None and seat.lent <= arrived:
            return None  # it is another's again from then on
        return Writer(game, seat, turn, undone=is_undone(session, game, turn, line))
    act = pending.find_pending(session.connection, game.id, seat.seat)
    if act is None or act.until <= arrived:
        return None
    line = line_of(session, claim, act.nonce, game)
    if line is None:
        return None
    return Writer(game, seat, turn, act, undone=is_undone(session, game, turn, line))


def line_of(session: Session, claim: address.Claim, nonce: str, game: GameRow) -> int | None:
    """How often the game had been taken back when the token was given out; None where we gave
    out none such."""
    lines = range(game.rollbacks, -1, -1)
    keys = keys_of(session, game)
    return next((line for line in lines if address.authentic(keys, claim, nonce, line)), None)


def keys_of(session: Session, game: GameRow) -> tuple[bytes, ...]:
    """What may have signed a reply address of a game: the keys of its own mailbox, whichever a mail
    came to."""
    return session.context.at(game.mailbox).accepted_keys


def is_undone(session: Session, game: GameRow, turn: int, line: int) -> bool:
    """Whether a turn is none any more that stood in a line of the game (:func:`line_of`)."""
    if line == game.rollbacks:
        return False
    first = undone.first_undone(session.connection, game.id, line)
    return first is not None and turn >= first
