"""What somebody hears whose mail does not count: it cannot be read, or proves nothing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import msgspec

from pbem.engine.api import Fit
from pbem.engine.i18n import _
from pbem.mailer import address
from pbem.mailer.inbound.authentic import Dmarc
from pbem.mailer.inbound.commands import bare_subject
from pbem.mailer.inbound.extract import extract
from pbem.mailer.inbound.reading import Unreadable, explain
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.post import (
    for_address,
    for_seat,
    language_at,
    pack_notice,
)
from pbem.service.intake.batch import DELIVERED_BEFORE, Settled
from pbem.service.intake.commands.leaving import asks_to_leave, leave_notice
from pbem.service.intake.commands.listing import nothing_played
from pbem.service.intake.guesses import misspelt, nothing_came_of
from pbem.service.intake.held import Why, alert_held, alert_unread, held_notice
from pbem.service.intake.incoming import Incoming, Writer, answerable, done, letter_of, writer_of
from pbem.service.intake.limits import (
    has_room,
    is_idle_again,
    room_for,
    sparing,
    within_limit,
)
from pbem.service.intake.strangers import UNDERSTOOD, orders_something
from pbem.store import games
from pbem.store.records import GameRow, InboxStatus, OutboxDraft, SeatRow

ONCE = timedelta(days=1)
"""One refusal an address, kind and day is enough; more would help those who forge senders."""
ENOUGH = "not answered, as many in a row without orders"


def unproven(
    context: Context,
    incoming: Incoming,
    drafts: tuple[OutboxDraft, ...],
    *,
    plays: bool,
) -> tuple[OutboxDraft, ...]:
    """Of what a mail that proves nothing brings about, that which may go out
    (:func:`answerable`, :func:`sparing`)."""
    return sparing(context, incoming.batch, answerable(incoming, drafts), plays=plays)


def hold(session: Session, incoming: Incoming, writer: Writer, why: Why) -> Settled:
    """Right token, but not shown to be the player's: it may be another address of theirs, or
    somebody has one of their reports."""
    if incoming.batch.is_copy(incoming.row, incoming.head, InboxStatus.HELD):
        return DELIVERED_BEFORE
    game, seat = writer.game, writer.seat
    with in_language(session.context, seat.language):
        trusting = bool(session.context.config.mail.trusted_authserv)
        notice = held_notice(game, incoming.head.sender, why, trusting=trusting)
        header = for_seat(session.context, game, seat, turn=game.turn)
        told = pack_notice(
            session.context,
            notice,
            header,
            kind="held",
            game=game.id,
            turn=game.turn,
            seat=seat.seat,
        )
    # A machine that answers from a player's other address need not be told of to that player.
    drafts = (
        ()
        if incoming.guard.doubtful
        else sparing(session.context, incoming.batch, (told,), plays=True)
    )
    if drafts or incoming.guard.bulk:
        others = incoming.batch.held_for(game.id, seat.seat)
        alert_held(session, seat, incoming.row.id, incoming.head.sender, why, others)
    return done(incoming, InboxStatus.HELD, why.value, drafts, game.id, seat.seat)


def ask_for_reply(
    session: Session,
    incoming: Incoming,
    known: tuple[tuple[GameRow, SeatRow], ...],
    *,
    void: bool = False,
) -> Settled:
    """A player's mail without a token, or with one that is `void`: offer a reply address for each
    game. What it says is not shown: anyone may have written it."""
    note = "a player's mail without a valid token"
    letter = letter_of(incoming)
    if not orders_something(letter, known) and is_idle_again(session, letter.sender, proven=False):
        return done(incoming, InboxStatus.DONE, f"{note}; {ENOUGH}")
    drafts = []
    for game, seat in known[:5]:
        with in_language(session.context, seat.language):
            leaving = asks_to_leave(incoming.head.subject)
            notice = leave_notice(game, seat) if leaving else _asking(game, void=void)
            header = for_seat(
                session.context, game, seat, turn=game.turn, in_reply_to=incoming.head.message_id
            )
            if incoming.second:
                header = msgspec.structs.replace(header, to_address=incoming.second)
            drafts.append(
                pack_notice(
                    session.context,
                    notice,
                    header,
                    kind="answer",
                    game=game.id,
                    turn=game.turn,
                    seat=seat.seat,
                )
            )
    answers = unproven(session.context, incoming, tuple(drafts), plays=True)
    return done(incoming, InboxStatus.DONE, note, answers)


def without_proof(*, void: bool) -> str:
    """Why a mail counts for nothing: the reply address that it went to is `void`, or is none."""
    if void:
        return _(
            "The reply address that your mail went to is void: it is of a mail from before "
            "NEWKEY, or of one whose time is over. Nothing was changed."
        )
    return _(
        "Your mail did not carry the reply address of a report, so it could have "
        "been written by anyone. Nothing was changed."
    )


def _asking(game: GameRow, *, void: bool) -> Notice:
    return Notice(
        title=_("Please send your orders for {game} once more").format(game=game.title),
        paragraphs=(
            without_proof(void=void),
            _("Reply to this mail with your orders, one on each line, and they count."),
        ),
        game_title=game.title,
        warning=True,
    )


def unknown(session: Session, incoming: Incoming) -> Settled:
    """A mail of somebody who plays nowhere, and asks for nothing that could be had."""
    letter = letter_of(incoming)
    found = extract(letter, lambda _line: Fit.NO)
    written = (*found.taken, *found.ignored, bare_subject(letter.subject))

    def notice() -> Notice:
        ended = tuple(nothing_played(session, incoming.head.sender))
        return Notice(
            title=_("No game of yours goes on") if ended else _("This address plays no game here"),
            paragraphs=(
                *(ended or (_elsewhere(),)),
                _("To take a seat, send a line such as: JOIN <game> AS <your name>"),
                _("HELP in a line of its own tells more."),
            ),
            excerpts=nothing_came_of(misspelt(written, UNDERSTOOD), UNDERSTOOD),
            text_only=True,
        )

    drafts = _once(session, incoming, "unknown", notice)
    return done(incoming, InboxStatus.DONE, "from an unknown address", drafts)


def _elsewhere() -> str:
    return _(
        "Games are played by mail here. If you play already, write from the address that your "
        "reports go to."
    )


def _once(
    session: Session,
    incoming: Incoming,
    kind: str,
    notice: Callable[[], Notice],
) -> tuple[OutboxDraft, ...]:
    """Answer an address that proved nothing, but not more often than once a day and kind."""
    sender, since = incoming.second or incoming.head.sender, session.context.clock.now() - ONCE
    if not incoming.guard.may_answer or incoming.batch.count_kind(kind, since, recipient=sender):
        return ()
    if not has_room(session.context, incoming.batch, sender):
        return ()
    answer = _to_sender(session, incoming, notice(), kind)
    return unproven(session.context, incoming, (answer,), plays=False)


def _to_sender(
    session: Session,
    incoming: Incoming,
    notice: Notice,
    kind: str = "answer",
) -> OutboxDraft:
    head = incoming.head
    language = language_at(session.connection, head.sender)
    reader = incoming.second or head.sender
    header = for_address(session.context, reader, in_reply_to=head.message_id, language=language)
    return pack_notice(session.context, notice, header, kind=kind)


def gone(session: Session, incoming: Incoming) -> Settled:
    """A mail with a token that is nobody's any more."""

    def notice() -> Notice:
        return Notice(
            title=_("That seat is not yours any more"),
            paragraphs=(
                _(
                    "The game or seat that your mail is for has gone, or has a new reply address. "
                    "Nothing was changed."
                ),
            ),
            text_only=True,
        )

    drafts = _once(session, incoming, "gone", notice)
    return done(incoming, InboxStatus.DONE, "for a seat that is gone", drafts)


def disowned(session: Session, incoming: Incoming) -> Settled:
    """The reply of somebody who has no seat yet, or none any more, which the sender's domain
    disowns: there is no seat for which it could be held."""

    def notice() -> Notice:
        return Notice(
            title=_("Your mail does not count"),
            paragraphs=(
                _(
                    "Your mail provider's rules (DMARC) say that it was not sent from your "
                    "address. Nothing was changed."
                ),
                _("If you wrote it, send it again by the way your provider wants mail to be sent."),
            ),
            text_only=True,
        )

    drafts = _once(session, incoming, "disowned", notice)
    return done(incoming, InboxStatus.DONE, Why.DISOWNED, drafts)


def elsewhere(session: Session, incoming: Incoming) -> Settled:
    """The reply to a mail that went to another address than it comes from."""

    def notice() -> Notice:
        return Notice(
            title=_("Your mail does not count"),
            paragraphs=(
                _("It has to come from the address that we wrote to. Nothing was changed."),
            ),
            text_only=True,
        )

    drafts = _once(session, incoming, "elsewhere", notice)
    return done(incoming, InboxStatus.DONE, "not from the address that was written to", drafts)


def unreadable(session: Session, incoming: Incoming, kind: Unreadable) -> Settled:
    """A mail whose text cannot be had: its sender is told why."""
    notice = Notice(
        title=_("Your mail could not be read"),
        paragraphs=(explain(kind), _("Nothing was changed.")),
        warning=True,
        text_only=True,
    )
    writer = _proven_writer(session, incoming)
    if incoming.guard.bulk:
        return _unread_bulk(session, incoming, kind, writer)
    sender, batch = incoming.head.sender, incoming.batch
    if writer is not None or games.seats_at(session.connection, sender):
        # A player must know of every mail that did not count; a stranger is told once.
        if is_idle_again(session, sender, proven=writer is not None):
            return done(incoming, InboxStatus.IGNORED, f"unreadable: {kind}; {ENOUGH}")
        answer = (_to_sender(session, incoming, notice),)
        drafts = (
            within_limit(
                session.context,
                answerable(incoming, answer),
                room_for(session.context, batch, sender),
            )
            if writer is not None
            else unproven(session.context, incoming, answer, plays=True)
        )
    else:
        drafts = _once(session, incoming, f"unreadable {kind}", lambda: notice)
    return done(incoming, InboxStatus.IGNORED, f"unreadable: {kind}", drafts)


def _proven_writer(session: Session, incoming: Incoming) -> Writer | None:
    """Whoever has a seat and shows its token from its address; of others nothing is proven."""
    claims = address.find_routes(incoming.head.recipients, incoming.head.subject)
    arrived = incoming.row.received
    writer = writer_of(session, claims, arrived)
    if writer is None or writer.address != incoming.head.sender:
        return None
    return None if incoming.dmarc is Dmarc.FAIL or not writer.is_seats_own else writer


def _unread_bulk(
    session: Session,
    incoming: Incoming,
    kind: Unreadable,
    writer: Writer | None,
) -> Settled:
    """A mail with the marks of a list that cannot be read: nobody is answered, but for a player's
    the game master is told."""
    if writer is None:
        return done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    game, seat = writer.game.id, writer.seat.seat
    alert_unread(session, writer.seat, incoming.row.id, str(kind))
    return done(incoming, InboxStatus.IGNORED, f"unreadable: {kind}", (), game, seat)
