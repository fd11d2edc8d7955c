"""NEVER: somebody wants no mail that they did not ask for, of any game of this service.

It counts in the reply to such a mail as long as that is on record, whatever became of the game: by
its Message-ID, or its token, which nobody else was told. In the reply to a letter it is a word like
any other.
What somebody has said yes to ends by it when they have been asked about that.
"""

from __future__ import annotations

import email.policy
import re
from collections.abc import Iterator
from datetime import timedelta
from email.parser import BytesHeaderParser

import msgspec

from pbem.engine.i18n import _
from pbem.mailer import address
from pbem.mailer.inbound.authentic import Dmarc
from pbem.mailer.inbound.commands import without_courtesy
from pbem.mailer.inbound.reading import Letter
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Session
from pbem.service.dispatch.post import for_address, language_at, pack_notice
from pbem.service.dispatch.unheard import drop_held
from pbem.service.intake.batch import Settled
from pbem.service.intake.incoming import Incoming, done
from pbem.service.intake.limits import to_candidate
from pbem.service.intake.looking import says_preview
from pbem.service.intake.strangers import answer_to
from pbem.service.mastering.acts import dismiss
from pbem.service.observing.asking import ASKS as TO_WATCH
from pbem.service.play import seating
from pbem.service.play.dropping import nobody_plays
from pbem.service.play.inviting import note_answer
from pbem.service.play.offering import pass_over
from pbem.service.play.readdressing import ASKS as TO_MOVE
from pbem.service.play.resigning import resign
from pbem.service.play.standby import ASKS as TO_STAND_BY
from pbem.service.play.standby import places_of
from pbem.service.play.table import GameProblem
from pbem.store import audit, games, mail, masters, observers, pending, standbys, unheard
from pbem.store.invitations import invite_no_more
from pbem.store.joining import Reply
from pbem.store.mastering import MasterRow
from pbem.store.readdressing import drop_changes_asked
from pbem.store.records import OVER, Act, GameStatus, InboxStatus, OutboxDraft, OutboxRow
from pbem.store.strangers import mailbox_of

NEVER = re.compile(r"\s*(?:never|nie|niemals|jamais)\s*[.!]*\s*", re.IGNORECASE)
ASKS = "never"
"""The kind of the mails that ask whether what somebody has said yes to is to end, too."""
_ASKING = (
    *(Act.JOIN, Act.INVITE, Act.OFFER, Act.SUBSTITUTE),
    *(TO_WATCH, TO_STAND_BY, TO_MOVE, ASKS),
)
"""Kinds of mail that ask somebody for something they need not have asked for."""
_TELLING = ("notice", "report", "preview")
"""Kinds of mail that tell somebody of a seat or a game that was given to them, and of its turns."""
_NAME = re.compile(r"[^\W\d_][\w.'-]*(?: [\w.'-]+){0,2}")
"""What somebody signs with, in the line below the word."""
DAY = timedelta(days=1)
MOST_ASKED = 3
"""Such mails to one address in a day."""


def settle_never(session: Session, incoming: Incoming) -> Settled | None:
    """What a mail comes to that says so in reply to one of ours that was not asked for; None for
    any other."""
    letter = incoming.text
    if not isinstance(letter, Letter) or incoming.guard.bulk or incoming.dmarc is Dmarc.FAIL:
        return None
    if not _says_never(letter) or says_preview(letter):
        return None
    answered = _answered(session, incoming, letter) or _shown(session, incoming)
    if answered is None or not _offers_it(session, answered, letter):
        return None
    declined = answered.kind == Act.OFFER and _decline(session, answered)
    if answered.kind != ASKS and (kept := _agreed_to(session, answered)):
        return _asked(session, incoming, answered, kept, declined=declined)
    asked = (letter.sender,) if answered.kind == ASKS else ()  # which may have gone to their second
    for reader in dict.fromkeys((*asked, answered.recipient)):
        refuse_for_good(session, reader)
    writer = incoming.second or letter.sender
    told = answer_to(session, letter, _said_never(), writer)
    drafts = to_candidate(session.context, incoming.batch, (told,), writer)
    return done(incoming, InboxStatus.DONE, "wants no mail unasked", drafts)


def _agreed_to(session: Session, answered: OutboxRow) -> tuple[str, ...]:
    """What NEVER would end that somebody has said yes to, each as a sentence: nothing where they
    have never written."""
    reader = answered.recipient
    if unheard.unheard_of(session.connection, [reader]):
        return ()
    games_run = (
        _("You run {game}.").format(game=game.title)
        for game, master in masters.run_by(session.connection, reader)
        if game.status not in OVER and _does_nothing(session, game.id, master.number)
    )
    return (*places_of(session, reader), *games_run)


def _decline(session: Session, answered: OutboxRow) -> bool:
    """Pass over whoever was offered a seat by this mail; returns whether it was still theirs to
    take."""
    for act in pending.pending_at(session.connection, answered.recipient):
        if (act.act, act.game, act.seat) == (Act.OFFER, answered.game, answered.seat):
            _let_go(session, act.game, act.seat)
            return True
    return False


def _asked(
    session: Session,
    incoming: Incoming,
    answered: OutboxRow,
    kept: tuple[str, ...],
    *,
    declined: bool,
) -> Settled:
    """The mail that asks has the reply address of the one that was answered, by whose token it is
    known where a mail program does not say what it replies to."""
    since = session.context.clock.now() - DAY
    writer = incoming.second or incoming.head.sender
    drafts: tuple[OutboxDraft, ...] = ()
    if incoming.batch.count_kind(ASKS, since, recipient=writer) < MOST_ASKED:
        asking = Notice(
            title=_("Is all of this to end?"),
            paragraphs=(
                _("You do not take that seat. NEVER would end this, too:")
                if declined
                else _("Nothing has changed yet. NEVER would end this, too:"),
                *kept,
                _(
                    "Reply to this mail with the one word NEVER, and it ends, and nobody writes "
                    "to you unasked any more. If you do nothing, all stays as it is."
                ),
            ),
            text_only=True,
        )
        header = for_address(
            session.context,
            writer,
            in_reply_to=incoming.head.message_id,
            language=language_at(session.connection, incoming.head.sender),
        )
        for claim in _claims_of(answered)[:1]:
            to = address.reply_address(session.context.config.mail, claim.route, claim.token)
            tag = address.subject_tag(claim.route, claim.token)
            header = msgspec.structs.replace(header, reply_to=to, tag=tag)
        drafts = (pack_notice(session.context, asking, header, kind=ASKS),)
    return done(incoming, InboxStatus.DONE, "asked whether all is to end", drafts)


def _said_never() -> Notice:
    """What becomes of NEVER."""
    return Notice(
        title=_("Nobody writes to you unasked any more"),
        paragraphs=(
            _("Nobody can invite you to a game of this service any more."),
            _("What you were asked for comes to nothing; what you play stays yours."),
        ),
        text_only=True,
    )


def refuse_for_good(session: Session, reader: str) -> None:
    """Note that somebody wants none of these mails, and let whatever they were asked for and have
    not answered come to nothing."""
    connection, now = session.connection, session.context.clock.now()
    invite_no_more(connection, mailbox_of(reader), now)
    for act in pending.pending_at(connection, reader):
        _let_go(session, act.game, act.seat)
    for row in observers.asked_at(connection, reader):
        observers.drop_observer(connection, row)
    drop_changes_asked(connection, mailbox_of(reader))
    mine = standbys.standbys_at(connection, reader)
    standbys.drop_standbys(connection, *(row.id for row in mine))
    if unheard.unheard_of(connection, [reader]):
        _leave_seats(session, reader)
    _leave_games(session, reader)


def _says_never(letter: Letter) -> bool:
    """Whether it stands alone on the first line that the mail's writer has said something on."""
    return bool(NEVER.fullmatch(without_courtesy(next(_own(letter), ""))))


def _is_firm(letter: Letter) -> bool:
    """Whether it stands in capitals, or alone in the mail but for a name."""
    first, *rest = _own(letter)
    word = without_courtesy(first).strip(" .!")
    return word.isupper() or not rest or (len(rest) == 1 and bool(_NAME.fullmatch(rest[0])))


def _own(letter: Letter) -> Iterator[str]:
    for line in letter.body.lines:
        if not line.depth and line.kind == "text" and (text := line.text.strip()):
            yield text


def _answered(session: Session, incoming: Incoming, letter: Letter) -> OutboxRow | None:
    """The mail of ours that is answered, where it went to whoever answers."""
    theirs = _mailboxes(incoming)
    for message_id in letter.answered:
        row = mail.find_sent(session.connection, message_id)
        if row is not None and mailbox_of(row.recipient) in theirs:
            return row
    return None


def _shown(session: Session, incoming: Incoming) -> OutboxRow | None:
    """The newest mail that asked whoever writes for something, and whose token this one shows."""
    shown = set(address.find_routes(incoming.head.recipients, incoming.head.subject))
    found = [
        row
        for mailbox in _mailboxes(incoming)
        for kind in _ASKING
        for row in (mail.outgoing(session.connection, mailbox=mailbox, kind=kind) if shown else ())
        if row.data and row.created <= incoming.row.received
    ]
    newest = sorted(found, key=lambda row: row.id, reverse=True)
    return next((row for row in newest if shown.intersection(_claims_of(row))), None)


def _mailboxes(incoming: Incoming) -> set[str]:
    return {mailbox_of(one) for one in (incoming.head.sender, incoming.second) if one}


def _claims_of(row: OutboxRow) -> tuple[address.Claim, ...]:
    """The tokens that a mail of ours brought its reader."""
    head = BytesHeaderParser(policy=email.policy.default).parsebytes(row.data)
    return address.find_routes((str(head["Reply-To"]),), str(head["Subject"]))


def _offers_it(session: Session, row: OutboxRow, letter: Letter) -> bool:
    """Whether a mail asked its reader for something, or told of what they never said yes to; of a
    game that is gone any such mail did. A letter does neither."""
    if row.kind in _ASKING:
        return True
    if row.kind not in _TELLING or not _is_firm(letter):
        return False
    return row.game is None or bool(
        unheard.unheard_of(session.connection, [row.recipient])
        or any(_does_nothing(session, row.game, one.number) for one in _runs(session, row))
    )


def _runs(session: Session, row: OutboxRow) -> list[MasterRow]:
    found = masters.masters_of(session.connection, row.game or "")
    return [one for one in found if one.address == row.recipient]


def _does_nothing(session: Session, game: str, number: int) -> bool:
    """Whether a game master has done nothing in a game so far."""
    return all(act.master != number for act in audit.acts_of(session.connection, game))


def _let_go(session: Session, game_id: str, seat_number: int) -> None:
    place = games.lock_place(session.connection, game_id, seat_number)
    act = pending.find_pending(session.connection, game_id, seat_number)
    if place is None or act is None:
        return
    game, seat = place
    if act.act is Act.OFFER:
        pass_over(session, game, seat, act)
        return
    if act.act is Act.INVITE:
        note_answer(session, act, Reply.REFUSED)
    if act.act in (Act.INVITE, Act.JOIN, Act.SUBSTITUTE):
        pending.drop_pending(session.connection, game.id, seat.seat)  # they need not be told
    if act.act in (Act.INVITE, Act.JOIN):
        seating.vacate(session, game.id, seat.seat)
    if act.act is Act.SUBSTITUTE:
        nobody_plays(session, game, seat)


def _leave_seats(session: Session, reader: str) -> None:
    """Give back the seats of somebody who has never said that they want one."""
    for row, seat in games.seats_at(session.connection, reader):
        if row.status is GameStatus.FORMING:
            seating.vacate(session, row.id, seat.seat)
        elif row.status not in OVER:
            now = session.context.clock.now()
            back = resign(session, row, seat, arrived=now, mail_id=None)
            mail.queue_mails(session.connection, [back])
    drop_held(session.connection, reader)


def _leave_games(session: Session, reader: str) -> None:
    """Let somebody run no games in which they have done nothing, where another owner does."""
    for row, master in masters.run_by(session.connection, reader):
        if row.status not in OVER and _does_nothing(session, row.id, master.number):
            part = session.connection.begin_nested()
            try:
                dismiss(session, row, master, reader)
            except GameProblem:
                part.rollback()  # nobody else owns it
            else:
                part.commit()
