"""What of a mail goes to other people: its blocks, or all of it where it answers press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.inbound.extract import Extraction
from pbem.mailer.inbound.lines import LONGEST_LINE
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.service.intake.mail_session import MailSession
from pbem.service.press import limits
from pbem.service.press.directory import Directory
from pbem.service.press.writing import Letter, say, speak, wrapped
from pbem.store import mail, press
from pbem.store.talk import FROM_MASTER, PressKind, PressRow

_SAID_TO_PEOPLE = ("DONE", "WAIT", "WITHDRAW", "RESIGN")
"""Commands that are also what one says to somebody who has written."""


def say_all(
    session: MailSession,
    found: Extraction,
    people: Callable[[], Directory],
    *,
    preview: bool,
) -> tuple[Excerpt, ...]:
    """Pass on what a mail says to others; returns what its writer is told of it."""
    if found.press:
        return speak(session, found.press, people(), preview=preview)
    answered = _answered(session) if found.own else ()
    if session.doubtful:
        return ()
    if not answered:
        return _to_master(session, found, people, preview=preview)
    if found.taken or found.unread:
        prose = tuple(line for line in found.ignored if line.strip())
        if not prose:
            return ()
        return (Excerpt(_which_is_it(), wrapped("\n".join(prose))),)
    letter = _reply(answered, "\n".join(found.own), people())
    if any(len(line) >= LONGEST_LINE for line in found.own):
        letter = replace(letter, problem=limits.cut_short())
    return (say(session, letter, people(), preview=preview),)


def _to_master(
    session: MailSession,
    found: Extraction,
    people: Callable[[], Directory],
    *,
    preview: bool,
) -> tuple[Excerpt, ...]:
    """Pass on a plain reply to what a game master wrote."""
    if not found.own or found.taken or found.unread or not _answers_master(session):
        return ()
    cut = any(len(line) >= LONGEST_LINE for line in found.own)
    problem = limits.cut_short() if cut else ""
    letter = Letter(PressKind.MASTER, (), "\n".join(found.own), problem=problem)
    return (say(session, letter, people(), preview=preview),)


def _answers_master(session: MailSession) -> bool:
    sent = (mail.find_sent(session.connection, one) for one in session.letter.answered)
    place = (session.game.id, session.seat.seat, FROM_MASTER)
    return any((row.game, row.seat, row.kind) == place for row in sent if row is not None)


def may_be_for_the_writer(session: MailSession, found: Extraction, command: Command) -> bool:
    """Whether a command that stands alone in the reply to a letter may be all that is said to its
    writer: "Done.", "Withdraw!". In capitals it is a command."""
    alone = len(found.own) == 1 and found.own == found.taken and not found.press
    return (
        alone
        and command.verb in _SAID_TO_PEOPLE
        and found.own[0] != found.own[0].upper()
        and bool(_answered(session))
    )


def whom_is_it_for(session: MailSession, found: Extraction) -> Notice:
    """The answer to such a reply."""
    word = found.own[0].strip()
    asked = _(
        "Your mail answers a letter and says “{word}” alone: that may be meant for its writer or "
        "for the game. Nothing was changed, and nobody was told."
    ).format(word=word)
    ways = _(
        "If it is meant for the game, send it again in capitals: {capitals}. If it is meant for "
        "somebody, send it below a line that says for whom, such as TO ALL:."
    ).format(capitals=word.upper())
    return Notice(
        title=_("{game}: for whom is that?").format(game=session.game.title),
        paragraphs=(asked, ways),
        game_title=session.game.title,
        warning=True,
    )


def _answered(session: MailSession) -> tuple[PressRow, ...]:
    """The press that a mail is a reply to."""
    ids = filter(session.batch.brought_press, session.letter.answered)
    found = (press.pieces_in(session.connection, one, session.seat.seat) for one in ids)
    return next((pieces for pieces in found if pieces), ())


def _which_is_it() -> str:
    return _(
        "Not sent. Your reply holds orders or commands, and this as well. If it is meant for "
        "somebody, send it again below a line that says for whom, such as TO ALL:."
    )


def _reply(answered: Sequence[PressRow], text: str, people: Directory) -> Letter:
    """A plain reply, to whoever wrote what it answers; without a name where its writer had given
    none before."""
    first = answered[0]
    writers = {(piece.seat, piece.anonymous) for piece in answered}
    if len(writers) > 1 or (first.anonymous and len(answered) > 1):
        problem = _(
            "Your reply answers several letters. Send it again below a line that says to whom it "
            "goes, such as TO ALL:."
        )
        return Letter(PressKind.PRIVATE, (), text, problem=problem)
    writer = next((seat for seat in people.seats if seat.seat == first.seat), None)
    if writer is None and not first.anonymous:
        another = any(seat.name == first.name and seat.has_person for seat in people.seats)
        problem = (
            _("Somebody else plays {name} now. Write to them below a line TO {name}:.")
            if another
            else _("{name} does not play any more.")
        ).format(name=first.name)
        return Letter(PressKind.PRIVATE, (), text, problem=problem)
    if first.seat == people.own:
        problem = _("You have answered your own letter.")
        return Letter(PressKind.PRIVATE, (), text, problem=problem)
    # Whether whoever gave no name still plays is told to nobody: it would tell who it was.
    seats = (writer.seat,) if writer is not None else ()
    unsigned = any(piece.to_unsigned for piece in answered)
    return Letter(
        PressKind.PRIVATE,
        seats,
        text,
        anonymous=unsigned,
        to_unsigned=first.anonymous,
    )


def letters_notice(session: MailSession, found: Extraction, said: tuple[Excerpt, ...]) -> Notice:
    """The answer to a mail that only speaks to others."""
    left = tuple(line for line in found.ignored if line.strip()) if found.press else ()
    rest = (Excerpt(_("Neither sent nor taken for orders:"), left),) if left else ()
    return Notice(
        title=_("{game}: your letters").format(game=session.game.title),
        paragraphs=(_("What became of what you wrote to others:"),),
        excerpts=(*said, *rest),
        game_title=session.game.title,
    )
