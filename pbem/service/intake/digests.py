"""Sends the answers that were gathered (:mod:`pbem.service.intake.limits`), together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

import msgspec

from pbem.engine.i18n import _, ngettext
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import stamp
from pbem.mailer.witness import tells_what_is_held
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.notices import send_notices, text_lines
from pbem.service.dispatch.post import for_address, for_seat, language_at, pack_notice
from pbem.service.intake.batch import ANSWERING, Batch
from pbem.service.intake.limits import GATHERED_FOR, left_in_all
from pbem.service.observing.asking import ASKS
from pbem.service.play.notices import NOTICE
from pbem.store import games, mail
from pbem.store.claims import one_at_a_time
from pbem.store.records import Act, GameRow, OutboxDraft, OutboxRow, OutboxStatus, SeatRow
from pbem.store.seconds import second_of
from pbem.store.strangers import mailbox_of

ANSWERS_A_DIGEST = 25
"""So many answers make a mail that can still be read."""


def send_digests(context: Context) -> int:
    """Send the answers that have been gathered for long enough: the newest of each kind as it
    is, the others together, with all that they said. Returns to how many addresses."""
    now = context.clock.now()
    with context.database.read() as connection:
        recipients = mail.gathered_for(connection, now)
    for recipient in recipients:
        with context.write() as session:
            one_at_a_time(session.connection, ANSWERING, mailbox_of(recipient))
            _send_to(session, recipient, now)
    return len(recipients)


def _send_to(session: Session, recipient: str, now: datetime) -> None:
    found = mail.outgoing(session.connection, recipient=recipient, status=OutboxStatus.GATHERED)
    for relay in dict.fromkeys(row.relay for row in found):
        _send_rows(session.at(relay), [row for row in found if row.relay == relay], now)


def _send_rows(session: Session, found: Sequence[OutboxRow], now: datetime) -> None:
    """Those from one of the service's mailboxes."""
    # What soon follows goes with it; what proves nothing waits for its own hour.
    rows = [row for row in found if row.due <= now + GATHERED_FOR and row.kind != NOTICE]
    notices = [row for row in found if row.due <= now and row.kind == NOTICE]
    send_notices(session, notices)
    _send_gathered(session, [row for row in rows if not row.unproven])
    _send_unproven(session, [row for row in rows if row.unproven])


def _send_gathered(session: Session, rows: Sequence[OutboxRow]) -> None:
    """Send the newest of each kind in full, and what the others say in digests."""
    newest = {_likeness(row): row for row in rows}
    in_full = [row.id for row in newest.values()]
    others = [row for row in rows if row.id not in in_full]
    # It counts from now on: for the limits what matters is when a mail goes out.
    now = session.context.clock.now()
    mail.change_mails(session.connection, in_full, status=OutboxStatus.QUEUED, due=now, created=now)
    mail.change_mails(session.connection, [row.id for row in others], status=OutboxStatus.DIGESTED)
    told = {text_lines(row) for row in newest.values()}
    left = [row for row in _differing(others) if text_lines(row) not in told]
    _digest(session, left)


def _send_unproven(session: Session, rows: Sequence[OutboxRow]) -> None:
    """The same for answers to mail that proves nothing, as far as the budget of the hour has room
    for them; with how many there were that nobody gets."""
    batch = Batch(session, ())
    rows = rows[: max(left_in_all(session.context, batch), 0)]
    if not rows:
        return
    to = rows[0].recipient
    dropped = mail.outgoing(session.connection, recipient=to, status=OutboxStatus.DROPPED)
    if dropped:
        told = [row.id for row in (*rows, *dropped)]
        mail.change_mails(session.connection, told, status=OutboxStatus.DIGESTED)
        _digest(session, _differing(rows), unanswered=len(dropped))
    else:
        _send_gathered(session, rows)


def _likeness(row: OutboxRow) -> tuple[object, ...]:
    """What a gathered answer has in common with those that are sent together with it. Copies of
    one report are all the same; of the receipts of a turn the last counts that says what is
    held."""
    kind, turn = row.kind, row.turn if row.kind in ("copy", "receipt") else None
    return (row.game, row.seat, kind, turn, kind == "receipt" and tells_what_is_held(row.data))


def _differing(rows: Iterable[OutboxRow]) -> list[OutboxRow]:
    """Of answers that say the same the newest; of those that tell of somebody else's mails no
    more than a few. Copies of reports are left out, and mails that only the reply to themselves
    confirms: the newest of each goes out in full."""
    held = [row for row in rows if row.kind == "held"][-ANSWERS_A_DIGEST:]
    said = {text_lines(row): row for row in rows if row.kind not in ("copy", "held", *Act, ASKS)}
    return sorted((*held, *said.values()), key=lambda row: row.id)


def _digest(session: Session, rows: Sequence[OutboxRow], *, unanswered: int = 0) -> None:
    """Queue what these answers say, the oldest first, in as many mails as it takes; the first of
    them tells how many mails were left `unanswered`."""
    for place in dict.fromkeys((row.game, row.seat) for row in rows):
        mine = [row for row in rows if (row.game, row.seat) == place]
        game = games.find_game(session.connection, mine[0].game) if mine[0].game else None
        seat = (
            games.find_seat(session.connection, game.id, mine[0].seat)
            if game and mine[0].seat
            else None
        )
        to = mine[0].recipient
        own = seat is not None and to in (
            seat.address,
            second_of(session.connection, seat.address or ""),
        )
        if not own:
            seat = None  # it has changed hands
        language = seat.language if seat else language_at(session.connection, mine[0].recipient)
        for start in range(0, len(mine), ANSWERS_A_DIGEST):
            portion = mine[start : start + ANSWERS_A_DIGEST]
            with in_language(session.context, language):
                draft = _digest_draft(session.context, portion, game, seat, language, unanswered)
            mail.queue_mails(session.connection, [draft])
            unanswered = 0


def _digest_draft(
    context: Context,
    rows: Sequence[OutboxRow],
    game: GameRow | None,
    seat: SeatRow | None,
    language: str,
    unanswered: int,
) -> OutboxDraft:
    if game is not None and seat is not None:
        header = for_seat(context, game, seat, turn=game.turn)
        header = msgspec.structs.replace(header, to_address=rows[0].recipient)
    else:
        header = for_address(context, rows[0].recipient, language=language)
    zone = seat.zone if seat else ""
    count = len(rows)
    unproven = all(row.unproven for row in rows)
    notice = Notice(
        title=ngettext(
            "{count} more answer to your mails", "{count} more answers to your mails", count
        ).format(count=count),
        paragraphs=_unproven_words(unanswered)
        if unproven
        else (
            _(
                "So many of your mails came within an hour that they are answered together. All "
                "of them counted, in the order in which they came; the answer to the newest comes "
                "by itself."
            ),
        ),
        excerpts=tuple(
            Excerpt(
                _("{moment} – {subject}:").format(
                    moment=stamp(context.local(row.created, zone), header.language),
                    subject=row.subject,
                ),
                text_lines(row),
            )
            for row in rows
        ),
        game_title=game.title if game else "",
    )
    draft = pack_notice(
        context,
        notice,
        header,
        kind="digest",
        game=game.id if game else None,
        turn=game.turn if game else None,
        seat=seat.seat if seat else None,
    )
    return replace(draft, unproven=unproven)


def _unproven_words(unanswered: int) -> tuple[str, ...]:
    """What a digest says of mails that anybody may have written."""
    said = _(
        "So many mails came in your name within an hour, without anything that shows that you "
        "wrote them, that they are answered together. None of them changed anything."
    )
    if not unanswered:
        return (said,)
    more = ngettext(
        "{count} more mail in your name was not answered.",
        "{count} more mails in your name were not answered.",
        unanswered,
    )
    return said, more.format(count=unanswered)
