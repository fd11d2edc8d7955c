"""What a player does with press besides writing it: takes it back, says how to get it and from
whom."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.i18n import _
from pbem.mailer.inbound.commands import Command
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import listing
from pbem.service.intake.mail_session import MailSession
from pbem.service.press.directory import Directory
from pbem.service.press.writing import directory_of, wrapped
from pbem.store import press
from pbem.store.records import OutboxDraft
from pbem.store.talk import ANONYMOUS_SEAT, PressKind, PressRow

_UNSIGNED = ("anonymous", "anonym", "anonyme", "anonymes")


def take_letter_back(session: MailSession, command: Command) -> list[OutboxDraft]:
    """Let a letter not go out; without its number the only one that waits."""
    game, seat = session.game.id, session.seat.seat
    arrived = session.row.received
    waiting = press.pieces_waiting(session.connection, game, seat, arrived)
    if command.number is None and not command.strange and len(waiting) == 1:
        return [_taken_back(session, waiting[0])]
    found = next((piece for piece in waiting if piece.number == command.number), None)
    if found is not None:
        return [_taken_back(session, found)]
    return [_nothing_taken_back(session, command, waiting)]


def _taken_back(session: MailSession, piece: PressRow) -> OutboxDraft:
    press.take_back(session.connection, piece.id)
    notice = Notice(
        title=_("{game}: letter {number} is taken back").format(
            game=session.game.title, number=piece.number
        ),
        excerpts=(Excerpt(_("Nobody gets this:"), wrapped(piece.text)),),
        game_title=session.game.title,
    )
    return session.answer(notice)


def _nothing_taken_back(
    session: MailSession, command: Command, waiting: tuple[PressRow, ...]
) -> OutboxDraft:
    if command.number is not None:
        place = (session.game.id, session.seat.seat, command.number)
        known = press.find_piece(session.connection, *place)
        if known is None:
            why = _("You have written no letter {number}.")
        elif known.taken_back:
            why = _("Letter {number} was taken back before.")
        else:
            why = _("Letter {number} has gone out already.")
        said = why.format(number=command.number)
    elif waiting:
        said = _("Say which letter: UNSAY and its number, such as UNSAY {number}.").format(
            number=waiting[-1].number
        )
    else:
        said = _("UNSAY takes back what has not gone out yet; none of your letters waits.")
    caption = _("Letter {number} can be taken back:")
    notice = Notice(
        title=_("{game}: no letter was taken back").format(game=session.game.title),
        paragraphs=(said,),
        excerpts=tuple(
            Excerpt(caption.format(number=piece.number), wrapped(piece.text)) for piece in waiting
        ),
        game_title=session.game.title,
        warning=True,
    )
    return session.answer(notice)


def wish_for_press(session: MailSession, command: Command) -> list[OutboxDraft]:
    """Note when the player wants to get letters."""
    game, seat, connection = session.game, session.seat, session.connection
    title = _("{game}: when you get letters").format(game=game.title)
    if command.argument not in ("at once", "with report"):
        right = _("Write PRESS AT ONCE or PRESS WITH REPORT. Nothing was changed.")
        return [_answer(session, title, right, warning=True)]
    with_report = command.argument == "with report"
    wish = press.find_wish(connection, game.id, seat.seat)
    press.put_wish(connection, replace(wish, with_report=with_report))
    if with_report:
        return [_answer(session, title, _("From now on letters come with your next report."))]
    press.read_at_once(connection, game.id, seat.seat, session.context.clock.now())
    return [_answer(session, title, _("From now on letters come as they are written."))]


def block(session: MailSession, command: Command) -> list[OutboxDraft]:
    """Keep somebody's letters from the player; whoever it is does not hear of it."""
    return _change_blocked(session, command, blocked=True)


def unblock(session: MailSession, command: Command) -> list[OutboxDraft]:
    return _change_blocked(session, command, blocked=False)


def _change_blocked(session: MailSession, command: Command, *, blocked: bool) -> list[OutboxDraft]:
    people = directory_of(session)
    title = _("{game}: whose letters you get").format(game=session.game.title)
    seat, problem = _meant(command, people)
    if seat is None:
        return [_answer(session, title, problem, _("Nothing was changed."), warning=True)]
    wish = press.find_wish(session.connection, session.game.id, session.seat.seat)
    left = tuple(one for one in wish.blocked if one != seat)
    wish = replace(wish, blocked=tuple(sorted((*left, seat))) if blocked else left)
    press.put_wish(session.connection, wish)
    return [
        _answer(session, title, _said(seat, people, blocked=blocked), _all(wish.blocked, people))
    ]


def _meant(command: Command, people: Directory) -> tuple[int | None, str]:
    """The seat that a command names, or a sentence that says why there is none."""
    if command.name.casefold() in _UNSIGNED:
        return ANONYMOUS_SEAT, ""
    other = next((s.name for s in people.seats if s.seat != people.own), "Boris")
    such_as = _("Write whom you mean, such as {verb} {name}, or {verb} ANONYMOUS.").format(
        verb=command.verb, name=other
    )
    if not command.name:
        return None, such_as
    named = people.read(command.name)
    if named.problem:
        return None, f"{named.problem} {such_as}"
    if named.kind is not PressKind.PRIVATE or len(named.seats) != 1:
        return None, _("Name one player in each {verb}.").format(verb=command.verb)
    return named.seats[0], ""


def _said(seat: int, people: Directory, *, blocked: bool) -> str:
    if seat == ANONYMOUS_SEAT:
        return (
            _("Letters without a name are kept from you from now on.")
            if blocked
            else _("Letters without a name come to you again.")
        )
    name = next(people.among((seat,))).name
    said = (
        _("Letters with the name of {name} are kept from you from now on; {name} is not told.")
        if blocked
        else _("Letters with the name of {name} come to you again.")
    )
    return said.format(name=name)


def _all(blocked: tuple[int, ...], people: Directory) -> str:
    """Whom a player has blocked in all."""
    names = [people.called(seat) for seat in people.among(blocked)]
    names += [_("letters without a name")] if ANONYMOUS_SEAT in blocked else []
    if not names:
        return _("You get the letters of all.")
    return _("Blocked: {names}.").format(names=listing(names, people.language))


def _answer(
    session: MailSession, title: str, *paragraphs: str, warning: bool = False
) -> OutboxDraft:
    return session.answer(
        Notice(title=title, paragraphs=paragraphs, game_title=session.game.title, warning=warning)
    )
