"""Decides what each mail is, who wrote it and for which game, and what answer it gets.

The order of questions: may it hold orders, may it be answered; can it be read;
which game, turn and seat does it name, with what proof; is its sender the one
who sits there. Only then are its commands and orders looked at.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pbem.mailer import address
from pbem.mailer.inbound.authentic import Dmarc
from pbem.mailer.inbound.bounces import Bounce
from pbem.mailer.inbound.reading import Unreadable, UnreadableMail
from pbem.mailer.outbound.headers import UnusableAddress, usable
from pbem.service.context import Session, in_language
from pbem.service.dispatch.bounces import note_bounce
from pbem.service.intake.batch import DELIVERED_BEFORE, Batch, Settled
from pbem.service.intake.creating import ask_creator, settle_creator, shows_creator
from pbem.service.intake.handover import OF_STRANGERS, obey_pending
from pbem.service.intake.held import Why
from pbem.service.intake.incoming import (
    Incoming,
    Writer,
    answerable,
    as_came,
    as_of_first,
    as_read,
    done,
    letter_of,
    note_alive,
    once_read,
    writer_of,
)
from pbem.service.intake.lenders import lender_of, settle_lender
from pbem.service.intake.limits import (
    MOST_IDLE,
    MOST_MISREAD,
    counts_anew,
    has_room,
    is_idle_again,
    room_for,
    to_candidate,
    within_limit,
)
from pbem.service.intake.looking import as_looked_at
from pbem.service.intake.mail_session import MailSession
from pbem.service.intake.mastering import ask_master, master_of, settle_master
from pbem.service.intake.never import settle_never
from pbem.service.intake.obeying import obey
from pbem.service.intake.observing import (
    observer_of,
    offer_addresses,
    settle_observer,
)
from pbem.service.intake.put_out import put_out_of, settle_put_out
from pbem.service.intake.readdressing import concerned_by, settle_change
from pbem.service.intake.standing_by import settle_standby, standby_of
from pbem.service.intake.strangers import obey_stranger
from pbem.service.intake.unproven import (
    ENOUGH,
    ask_for_reply,
    disowned,
    gone,
    hold,
    unknown,
    unproven,
    unreadable,
)
from pbem.service.play.table import waits_for
from pbem.store import games
from pbem.store.records import GameRow, InboxRow, InboxStatus, PendingRow, SeatRow


def settle(session: Session, incoming: Incoming) -> Settled:
    """Everything that one mail changes, short of its own row. May raise; the caller bears it."""
    guard = incoming.guard
    if guard.bounce:
        return _settle_bounce(session, incoming.bounce)
    if not (guard.may_answer or guard.may_hold_orders or guard.bulk):
        return Settled(InboxStatus.IGNORED, "; ".join(guard.reasons))
    if not _can_be_written_to(incoming.head.sender):
        return done(incoming, InboxStatus.IGNORED, "from what is no mail address")
    if incoming.batch.is_copy(incoming.row, incoming.head, InboxStatus.DONE):
        return DELIVERED_BEFORE
    known = incoming.batch.know_sender(incoming.head.sender)
    incoming = replace(incoming, known=known)
    if not _answers_its_own(session, incoming):
        incoming = as_of_first(incoming)
    with in_language(session.context, incoming.known.language):
        return _look_into(session, incoming)


def _answers_its_own(session: Session, incoming: Incoming) -> bool:
    """Whether a mail from somebody's second address answers one that went there for its own
    sake."""
    if not incoming.known.first:
        return False
    head = incoming.head
    claims = address.find_routes(head.recipients, head.subject)
    standing = standby_of(session, claims, incoming)
    writer = writer_of(session, claims, incoming.row.received)
    return head.sender in (standing and standing.address, writer and writer.address)


def _look_into(session: Session, incoming: Incoming) -> Settled:
    if incoming.text is None:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    if isinstance(incoming.text, Unreadable) and not incoming.guard.may_hold_orders:
        return unreadable(session, incoming, incoming.text)
    try:
        return _read(session, incoming)
    except UnreadableMail as problem:
        return unreadable(session, incoming, problem.kind)


def _can_be_written_to(address: str) -> bool:
    try:
        usable(address)
    except UnusableAddress:
        return False
    return "\ufffd" not in address  # bytes that were no text stood there


def _settle_bounce(session: Session, bounce: Bounce | None) -> Settled:
    if bounce is None:
        return Settled(InboxStatus.IGNORED, "a delivery report without a failure")
    counts = note_bounce(session, bounce)
    note = f"a bounce of {', '.join(bounce.failed)}"
    return Settled(InboxStatus.IGNORED, note if counts else f"{note}; it counts for nothing")


def _read(session: Session, incoming: Incoming) -> Settled:
    head = incoming.head
    if (refused := settle_never(session, incoming)) is not None:
        return refused
    claims = address.find_routes(head.recipients, head.subject)
    master = master_of(session, claims, incoming.row.received)
    if (
        master is not None
        and not incoming.guard.bulk
        and (master[1].address == head.sender or not _is_a_players(session, incoming, claims))
    ):
        return settle_master(session, incoming, *master)
    if (watching := observer_of(session, claims)) is not None:
        is_asked = watching[1].until is not None
        return settle_observer(session, as_looked_at(incoming) if is_asked else incoming, *watching)
    if shows_creator(session, claims, incoming):
        return settle_creator(session, incoming)
    if (concerned := concerned_by(session, claims, incoming)) is not None:
        return settle_change(session, as_looked_at(incoming), concerned)
    if (standing := standby_of(session, claims, incoming)) is not None:
        return settle_standby(session, as_looked_at(incoming), standing)
    writer = writer_of(session, claims, incoming.row.received)
    if writer is not None and not _is_only_forwarded(incoming, writer):
        return _with_token(session, incoming, writer)
    if writer is None and (lender := lender_of(session, claims)) is not None:
        return settle_lender(session, incoming, lender)
    if writer is None and (lost := put_out_of(session, incoming, claims)) is not None:
        return settle_put_out(session, incoming, *lost)
    if incoming.guard.bulk:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    if not claims and address.find_bounce(head.recipients) is not None:
        # Nobody writes there by hand: it is an answering machine that forgets to say so.
        return done(incoming, InboxStatus.IGNORED, "to a bounce address, and no bounce")
    if (asked := ask_creator(session, incoming)) is not None:
        return asked
    known = games.seats_at(session.connection, head.sender)
    candidates = _trusted(session, incoming, known) if not claims else ()
    if len(candidates) == 1:
        game, seat = candidates[0]
        game, seat = games.lock_place(session.connection, game.id, seat.seat) or (game, seat)
        return _obeyed(session, incoming, Writer(game, seat, game.turn))
    if incoming.dmarc is Dmarc.FAIL:
        return ask_for_reply(session, incoming, known) if known else disowned(session, incoming)
    if not known and (asked := ask_master(session, incoming, void=bool(claims))) is not None:
        return asked
    if not known and (offered := offer_addresses(session, incoming)) is not None:
        return offered
    room = partial(has_room, session.context, incoming.batch, head.sender, plays=bool(known))
    obeyed = obey_stranger(
        *(session, letter_of(incoming), incoming.row.id, known),
        batch=incoming.batch,
        room=room,
        answers_to=incoming.second,
    )
    if obeyed is not None:
        answered = once_read(incoming, obeyed)
        drafts = unproven(session.context, answered, obeyed.drafts, plays=bool(known))
        return done(incoming, InboxStatus.DONE, obeyed.note, drafts)
    if known:
        return ask_for_reply(session, incoming, known, void=bool(claims))
    return gone(session, incoming) if claims else unknown(session, incoming)


def _is_a_players(session: Session, incoming: Incoming, claims: tuple[address.Claim, ...]) -> bool:
    """Whether a mail shows a token that its own sender was given as a player."""
    writer = writer_of(session, claims, incoming.row.received)
    return writer is not None and writer.address == incoming.head.sender


def _is_only_forwarded(incoming: Incoming, writer: Writer) -> bool:
    """Whether a mail with a good token is nobody's concern: a list has sent it on, or it answers
    a mail to somebody who has no seat, from elsewhere."""
    if writer.address == incoming.head.sender:
        return False
    return incoming.guard.bulk or not writer.is_seats_own


def _trusted(
    session: Session,
    incoming: Incoming,
    known: tuple[tuple[GameRow, SeatRow], ...],
) -> tuple[tuple[GameRow, SeatRow], ...]:
    """The games that a mail without a token may be for: of the mailbox that it came to, and none
    unless its sender is vouched for."""
    trusting = session.context.config.mail.without_token == "dmarc" and incoming.dmarc is Dmarc.PASS
    known = tuple((g, s) for g, s in known if g.mailbox == session.context.mailbox)
    if not trusting or not known:
        return ()
    owing = tuple((g, s) for g, s in known if s.seat in waits_for(session.connection, g))
    return owing or known


def _with_token(session: Session, incoming: Incoming, writer: Writer) -> Settled:
    if writer.address is None:
        return gone(session, incoming)
    if incoming.head.sender != writer.address:
        return hold(session, incoming, writer, Why.UNKNOWN)
    if incoming.dmarc is Dmarc.FAIL:
        if not writer.is_seats_own:
            return disowned(session, incoming)
        return hold(session, incoming, writer, Why.DISOWNED)
    if writer.act is not None and not writer.is_seats_own:
        return _about_pending(session, as_looked_at(incoming), writer, writer.act)
    return _obeyed(session, incoming, writer)


def _about_pending(
    session: Session, incoming: Incoming, writer: Writer, act: PendingRow
) -> Settled:
    """The reply of somebody who has no seat yet, or none any more."""
    note_alive(session.connection, incoming)
    with in_language(session.context, writer.seat.language):
        sure = not incoming.guard.doubtful
        obeyed = obey_pending(_begun(session, incoming, writer), sure=sure)
    if not (obeyed.ordered or incoming.guard.may_answer):
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    answered, note = once_read(incoming, obeyed), obeyed.note
    if act.act in OF_STRANGERS:
        may_go = answerable(answered, obeyed.drafts)
        drafts = to_candidate(
            session.context, incoming.batch, may_go, act.address, clear=obeyed.ordered
        )
    elif not obeyed.ordered and is_idle_again(session, act.address, proven=True):
        drafts, note = (), f"{note}; {ENOUGH}"
    else:
        room = room_for(session.context, incoming.batch, act.address)
        drafts = within_limit(session.context, answerable(answered, obeyed.drafts), room)
    return done(incoming, InboxStatus.DONE, note, drafts, writer.game.id, writer.seat.seat)


def _begun(
    session: Session,
    incoming: Incoming,
    writer: Writer,
    *,
    room: int = 0,
    doubtful: bool = False,
) -> MailSession:
    """A mail of a known writer (:class:`MailSession`). Raises UnreadableMail."""
    letter = letter_of(incoming)
    place = (writer.game, writer.seat, writer.turn, writer.act, writer.undone)
    batch, row = incoming.batch, incoming.row
    return MailSession(
        *(session.context, session.connection, batch, row, letter, *place),
        room=room,
        doubtful=doubtful,
        answers_to=incoming.second,
    )


def _obeyed(session: Session, incoming: Incoming, writer: Writer) -> Settled:
    room = room_for(session.context, incoming.batch, writer.seat.address or "")
    if incoming.second:
        room -= incoming.batch.recent_answers(incoming.second, unproven=False)
    note_alive(session.connection, incoming)
    with in_language(session.context, writer.seat.language):
        doubtful = incoming.guard.doubtful
        obeyed = obey(_begun(session, incoming, writer, room=room, doubtful=doubtful))
    if incoming.guard.doubtful and not obeyed.ordered:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    note = obeyed.note
    if incoming.batch.came_before(incoming.row.id, incoming.head.message_id):
        note += "; an earlier mail has the same Message-ID"
    answered = once_read(incoming, obeyed)
    drafts = answerable(answered, obeyed.drafts, corrects=obeyed.corrects)
    most = MOST_MISREAD if obeyed.pressing else MOST_IDLE
    if obeyed.ordered:
        counts_anew(session, incoming.head.sender, incoming.known)
    elif is_idle_again(session, incoming.head.sender, proven=True, most=most):
        note, drafts = f"{note}; {ENOUGH}", ()
    if not obeyed.pressing:
        drafts = within_limit(session.context, drafts, room)
    return done(incoming, InboxStatus.DONE, note, drafts, writer.game.id, writer.seat.seat)


def accept_held(session: Session, row: InboxRow) -> Settled:
    """Take a held mail as the seat's own, on the game master's word.

    Its answer goes to the seat's registered address. May raise, as :func:`settle`.
    """
    session = session.at(row.mailbox)
    read = session.context.readers.read(as_came(session.context, row))
    batch = Batch(session, [read.head])
    incoming = as_read(row, read, batch)
    if batch.is_copy(row, incoming.head, InboxStatus.DONE):
        return DELIVERED_BEFORE
    claims = address.find_routes(incoming.head.recipients, incoming.head.subject)
    held_for = (row.game, row.seat)
    claims = tuple(
        claim
        for claim in claims
        if isinstance(claim.route, address.Route)
        and (claim.route.game, claim.route.seat) == held_for
    )
    writer = writer_of(session, claims, row.received)
    if writer is None or writer.address is None or not writer.is_seats_own:
        return done(incoming, InboxStatus.DONE, "for a seat that is gone, or with a void token")
    own = replace(letter_of(incoming), sender=writer.address)  # whatever it asks for is the seat's
    return _obeyed(session, replace(incoming, text=own), writer)
