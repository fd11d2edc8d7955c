"""Obeys the reply that something pending waits for: of somebody who has no seat yet, or none any
more."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from pbem.engine.api import Fit
from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.mailer.inbound.commands import read_command, without_courtesy
from pbem.mailer.inbound.extract import extract
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Context
from pbem.service.intake.commands.leaving import asks_to_leave
from pbem.service.intake.commands.rulebooks import rules_notice
from pbem.service.intake.mail_session import MailSession
from pbem.service.intake.strangers import Obeyed, answer_to
from pbem.service.names import BadName
from pbem.service.play import applying, seating
from pbem.service.play.acts import for_act, how_to_take
from pbem.service.play.dropping import nobody_plays
from pbem.service.play.inviting import note_answer
from pbem.service.play.offering import how_to_accept, pass_over, take_seat
from pbem.service.play.pending import pending_draft
from pbem.service.play.resigning import resigned_draft, take_back
from pbem.service.play.substituting import how_to_agree, take_over
from pbem.service.play.table import GameProblem
from pbem.store.joining import Joining, Reply
from pbem.store.pending import drop_pending
from pbem.store.records import OVER, Act, GameRow, OutboxDraft, PendingRow, SeatRow

_CONSENT = re.compile(
    r"\s*(?:join(?:\s+as\s+(?P<name>\S.{0,59}?))?|(?P<vague>yes|ja|oui|ok|okay))\s*[.!]*\s*",
    re.IGNORECASE,
)
_KEEN = re.compile(r"join\s*[,!.;:–—-]+\s*(?P<rest>\S.*)", re.IGNORECASE)
"""JOIN with a word of joy behind it."""
_HEDGED = re.compile(
    r"\b(?:no|not|nor|non|nein|nicht|kein\w*|ne|pas|never|nie|niemals|jamais|cannot|later|später"
    r"|maybe|perhaps|vielleicht|peut|if|unless|wenn|falls|si|but|aber|mais|\w+n['’]t)\b",
    re.IGNORECASE,
)
"""What makes a yes none that counts."""
_ACCEPT = re.compile(r"\s*(?:accept|annehmen|accepter)\s*[.!]*\s*", re.IGNORECASE)
_DECLINE = re.compile(r"\s*(?:decline|ablehnen|refuser)\s*[.!]*\s*", re.IGNORECASE)
OF_STRANGERS = (Act.JOIN, Act.SUBSTITUTE, Act.INVITE, Act.APPROVE, Act.OFFER)
"""What somebody is asked who need not know of it."""
_NO = re.compile(r"\s*(?:no|nein|non|never|nie|niemals|jamais)\s*[.!]*\s*", re.IGNORECASE)
NO_THANKS = re.compile(
    r"\s*(?:no,?\s+(?:thanks|thank\s+you)|nein,?\s+danke|non,?\s+merci)\b", re.IGNORECASE
)
"""A no with whatever is said behind it."""
_RETURN = re.compile(r"\s*return\s*[.!]*\s*", re.IGNORECASE)


def obey_pending(session: MailSession, *, sure: bool) -> Obeyed:
    """Take a kept seat, or take one back that was given up, where the mail says so; unless it is
    `sure` that a person wrote it, in no words that a machine might use."""
    act = session.act
    assert act is not None
    match act.act:
        case Act.JOIN | Act.INVITE | Act.APPROVE:
            return _candidate(session, act, sure)
        case Act.OFFER:
            return _offered(session, act, sure)
        case Act.SUBSTITUTE:
            return _asked_to_play(session, act, sure)
        case _:
            return _returning(session, act)


def _candidate(session: MailSession, act: PendingRow, sure: bool) -> Obeyed:
    game, seat, letter = session.game, session.seat, session.letter
    lines = extract(letter, _answers).taken
    commands = [command for line in lines if (command := read_command(line)) is not None]
    wanted = [c.name for c in commands if c.verb == "JOIN" and c.argument == game.id]
    consents = [said for line in lines if (said := _said(_CONSENT, line))]
    wanted += [said["name"] or "" for said in consents if sure or not said["vague"]]
    wanted += [""] * (sure and any(map(_is_keen, lines)))
    refusals = [line for line in lines if _refuses(line)] if act.act is Act.INVITE else []
    if refusals and sure and not wanted:
        return _declined(session, act)
    if wanted and not refusals and act.act is not Act.APPROVE:
        name = next(filter(None, wanted), "")
        try:
            seat = seating.rename(session.connection, game, seat, name) if name else seat
        except BadName as problem:
            refused = _refused(game, str(problem))
            return Obeyed("asks for a bad name", (answer_to(session, letter, refused),))
        if game.joining is Joining.APPROVE and act.act is Act.JOIN:
            applying.apply(session, game, seat, act, session.row.id)
            return Obeyed("asks the game master for its seat", ())
        try:
            seating.confirm(session, game, seat, act, session.row.digest)
        except GameProblem as problem:
            _gives_back(session)
            refused = _has_another(game, str(problem))
            return Obeyed("has a seat already", (answer_to(session, letter, refused),))
        return Obeyed("confirms its seat", ())
    if any(c.verb == "WITHDRAW" for c in commands) or asks_to_leave(letter.subject):
        if act.act is Act.INVITE:
            note_answer(session, act, Reply.REFUSED)
        _gives_back(session)
        notice = Notice(
            title=_("You have left {game}").format(game=game.title),
            paragraphs=(_("Your seat is free again. JOIN takes one anew."),),
            text_only=True,
        )
        return Obeyed("withdraw", (answer_to(session, letter, notice),))
    if any(c.verb == "RULES" for c in commands):
        return Obeyed("asks for the rules", (_rules(session, act),))
    again = pending_draft(session, game, seat, act, unclear=not (commands or consents))
    return Obeyed("does not confirm its seat", (again,), ordered=bool(commands or consents))


def _rules(session: MailSession, act: PendingRow) -> OutboxDraft:
    """The rules of a game, for whoever has yet to say whether they play it; a reply to them says
    so, too."""
    context, game, seat = session.context, session.game, session.seat
    notice = rules_notice("", game, (), seat.language or context.config.service.language)
    how = _HOW_TO_SAY[act.act](context, seat, act)
    if how:
        asked = _("You were asked whether you play {game}.").format(game=game.title)
        notice = msgspec.structs.replace(notice, paragraphs=(*notice.paragraphs, asked, how))
    return for_act(context, game, seat, act, notice)


def _nothing_to_say(_context: Context, _seat: SeatRow, _act: PendingRow) -> str:
    return ""


_HOW_TO_SAY: dict[Act, Callable[[Context, SeatRow, PendingRow], str]] = {
    Act.JOIN: how_to_take,
    Act.INVITE: how_to_take,
    Act.APPROVE: _nothing_to_say,
    Act.OFFER: how_to_accept,
    Act.SUBSTITUTE: how_to_agree,
}


def _offered(session: MailSession, act: PendingRow, sure: bool) -> Obeyed:
    """Take a seat that fell free, or decline it."""
    game, seat = session.game, session.seat
    agrees = _agrees(session, sure)
    if agrees is False:
        pass_over(session, game, seat, act)
        return Obeyed("declines a seat", ())
    if agrees is None:
        if _asks_for_rules(session):
            return Obeyed("asks for the rules", (_rules(session, act),))
        again = pending_draft(session, game, seat, act, unclear=True)
        return Obeyed("does not say whether it takes a seat", (again,), ordered=False)
    try:
        take_seat(session, game, seat, act)
    except GameProblem as problem:
        refused = Notice(
            title=_("That was not done"),
            paragraphs=(str(problem),),
            game_title=game.title,
            text_only=True,
        )
        return Obeyed("cannot take a seat", (answer_to(session, session.letter, refused),))
    return Obeyed("takes a seat that fell free", ())


def _agrees(session: MailSession, sure: bool) -> bool | None:
    """Whether somebody takes what they are offered, or declines; None where they say neither. A
    plain yes or no has to stand on the first line, and counts where it is `sure` that a person
    wrote it."""
    lines = _said_to_offer(session)
    if any(_said(_DECLINE, line) for line in lines):
        return False
    if any(_said(_ACCEPT, line) for line in lines):
        return True
    own = (line.text.strip() for line in session.letter.body.lines if not line.depth)
    first = next(filter(None, own), "")
    if sure and _refuses(first):
        return False
    said = _said(_CONSENT, first)
    return True if sure and said and said["vague"] else None


def _said_to_offer(session: MailSession) -> tuple[str, ...]:
    def fit(line: str) -> Fit:
        return Fit.ORDER if _said(_ACCEPT, line) or _said(_DECLINE, line) else Fit.NO

    return extract(session.letter, fit).taken


def _asks_for_rules(session: MailSession) -> bool:
    commands = map(read_command, _said_to_offer(session))
    return any(command is not None and command.verb == "RULES" for command in commands)


def _asked_to_play(session: MailSession, act: PendingRow, sure: bool) -> Obeyed:
    """Take over a seat for a while, or decline it."""
    game, seat = session.game, session.seat
    agrees = _agrees(session, sure)
    if agrees is False:
        drop_pending(session.connection, game.id, seat.seat)
        nobody_plays(session, game, seat)
        return Obeyed("declines to play for another", ())
    if agrees is None:
        if _asks_for_rules(session):
            return Obeyed("asks for the rules", (_rules(session, act),))
        again = pending_draft(session, game, seat, act, unclear=True)
        return Obeyed("does not say whether it plays for another", (again,), ordered=False)
    try:
        take_over(session, game, seat, act, arrived=session.row.received)
    except GameProblem as problem:
        nobody_plays(session, game, seat)
        refused = Notice(
            title=_("You cannot play for {name}").format(name=seat.name),
            paragraphs=(str(problem),),
            game_title=game.title,
            text_only=True,
        )
        return Obeyed("cannot play for another", (answer_to(session, session.letter, refused),))
    return Obeyed("plays for another", ())


def _declined(session: MailSession, act: PendingRow) -> Obeyed:
    """Somebody who was invited does not want to play."""
    game = session.game
    note_answer(session, act, Reply.REFUSED)
    _gives_back(session)
    notice = Notice(
        title=_("You play no part in {game}").format(game=game.title),
        paragraphs=(_("The seat is free again, and nobody invites you to this game any more."),),
        text_only=True,
    )
    return Obeyed("declines an invitation", (answer_to(session, session.letter, notice),))


def _gives_back(session: MailSession) -> None:
    """Let a kept seat be free, of which its candidate needs not be told."""
    drop_pending(session.connection, session.game.id, session.seat.seat)
    seating.vacate(session, session.game.id, session.seat.seat)


def _refused(game: GameRow, problem: str) -> Notice:
    return Notice(
        title=_("You could not join {game}").format(game=game.title),
        paragraphs=(
            problem,
            _("The seat is still kept: answer the same mail again, with JOIN alone or JOIN AS ..."),
        ),
        text_only=True,
    )


def _has_another(game: GameRow, problem: str) -> Notice:
    return Notice(
        title=_("You could not join {game}").format(game=game.title),
        paragraphs=(problem, _("The seat that was kept for you is free again.")),
        text_only=True,
    )


def _returning(session: MailSession, act: PendingRow) -> Obeyed:
    game, seat, letter = session.game, session.seat, session.letter
    is_order = load(game.ruleset).desk.fit
    lines = extract(
        letter, lambda line: Fit.ORDER if _said(_RETURN, line) else is_order(line)
    ).taken
    orders = [one for one in lines if not (_said(_RETURN, one) or read_command(one))]
    if not any(_said(_RETURN, line) for line in lines):
        told = resigned_draft(session.context, game, seat, act, orders)
        return Obeyed("has resigned", (told,), ordered=bool(lines))
    if game.status in OVER:
        over = Notice(
            title=_("{game} is over").format(game=game.title),
            paragraphs=(_("There is nothing to return to. Thank you for playing."),),
        )
        return Obeyed("returns too late", (answer_to(session, letter, over),))
    report = take_back(session, game, seat, arrived=session.row.received)
    if not orders:
        return Obeyed("returns", (report,))
    untaken = Notice(
        title=_("The seat is yours again, but your orders were not taken"),
        paragraphs=(
            _("Send them once more, in a reply to the report, which is a mail of its own."),
        ),
        lines=tuple(orders),
        warning=True,
    )
    return Obeyed("returns", (report, answer_to(session, letter, untaken)))


def _answers(line: str) -> Fit:
    said = _said(_CONSENT, line) or _refuses(line) or _is_keen(line)
    return Fit.ORDER if said else Fit.NO


def _is_keen(line: str) -> bool:
    """Whether a line says JOIN and goes on in a way that takes nothing of it back."""
    keen = _KEEN.fullmatch(line.strip())
    return keen is not None and _HEDGED.search(keen["rest"]) is None


def _refuses(line: str) -> bool:
    return bool(_said(_NO, line) or NO_THANKS.match(line))


def _said(meant: re.Pattern[str], line: str) -> re.Match[str] | None:
    """Whether a line says this, alone or with polite words around it."""
    return meant.fullmatch(without_courtesy(line.strip()))
