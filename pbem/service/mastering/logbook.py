"""What game masters and players did with a game, told from its record: LOG, and the answer to
whatever was done."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from pbem.engine.i18n import _
from pbem.engine.phrases import capitalised
from pbem.engine.report import Column, Table
from pbem.mailer.outbound.contents import Chapter, Notice
from pbem.mailer.outbound.phrases import stamp
from pbem.service.context import Session
from pbem.service.play.masters import OPERATOR, masters_of
from pbem.store import audit
from pbem.store.mastering import AuditRow, Deed, MasterRow, Role, named_in
from pbem.store.records import GameRow

MOST_TOLD = 60
"""Acts that one mail tells: the newest."""


def log_of(
    session: Session, game: GameRow, *, seat: int | None = None, zone: str = "", language: str = ""
) -> Notice:
    """What game masters did: all of it; for a `seat` what concerns it alone or everybody."""
    found = [
        act
        for act in audit.acts_of(session.connection, game.id)
        if seat is None or act.deed is Deed.EXTEND or _concerns(act, seat)
    ]
    names = _names(session, game)
    language = language or session.context.config.service.language
    columns = (Column(_("When")), Column(_("Who")), Column(_("What")))
    rows = tuple(
        (
            stamp(session.context.local(act.at, zone), language),
            _who(act, names),
            described(_dated(session, act, zone, language)),
        )
        for act in found[-MOST_TOLD:]
    )
    return Notice(
        title=_("{game}: what the game masters did").format(game=game.title),
        paragraphs=() if found else (_("Nothing so far."),),
        chapters=(Chapter("", (Table(columns, rows),)),) if found else (),
        game_title=game.title,
    )


def done_since(session: Session, game: GameRow, master: MasterRow, number: int) -> tuple[str, ...]:
    """What was done in a game from this act on, each in a sentence for a game master."""
    language = master.language or session.context.config.service.language
    names = _names(session, game)
    return tuple(
        _sentence(_who(act, names), described(_dated(session, act, master.zone, language)))
        for act in audit.acts_of(session.connection, game.id)
        if act.number >= number
    )


def _sentence(who: str, did: str) -> str:
    return capitalised(f"{who} {did}.")


def _names(session: Session, game: GameRow) -> dict[int, str]:
    """The names of those who run a game, or did, by number."""
    acts = audit.acts_of(session.connection, game.id)
    named = (named_in(act) for act in acts if act.deed in (Deed.APPOINT, Deed.DISMISS))
    running = masters_of(session.context, session.connection, game.id)
    return dict(named) | {one.number: one.name for one in running}


_UNTOLD = (Deed.NOTE,)
"""What no player is told."""


def _concerns(act: AuditRow, seat: int) -> bool:
    return act.deed not in _UNTOLD and act.seat in (None, seat)


def _who(act: AuditRow, names: dict[int, str]) -> str:
    if act.role is Role.PLAYER:
        return _("the players") if act.seat is None else _("seat {seat}").format(seat=act.seat)
    if act.master == OPERATOR:
        return _("the operator")
    return names.get(act.master) or _("game master {number}").format(number=act.master)


def _dated(session: Session, act: AuditRow, zone: str, language: str) -> AuditRow:
    """The same act, a deadline that it names in its reader's zone and language, and a game master
    by name."""
    if act.deed in (Deed.APPOINT, Deed.DISMISS):
        number, name = named_in(act)
        if act.deed is Deed.DISMISS and number == act.master:
            return replace(act, detail="")
        return replace(act, detail=name or _("game master {number}").format(number=number))
    if act.deed not in (Deed.DEADLINE, Deed.EXTEND):
        return act
    local = session.context.local(datetime.fromisoformat(act.detail), zone)
    return replace(act, detail=stamp(local, language))


def described(act: AuditRow) -> str:
    """What was done, as a sentence."""
    said = {
        Deed.START: _("began the game"),
        Deed.PAUSE: _("stopped the clock"),
        Deed.RESUME: _("let the game go on"),
        Deed.DEADLINE: _("set the deadline to {detail}"),
        Deed.EXTEND: _("put the deadline off to {detail}"),
        Deed.CLOSE: _("closed turn {detail}"),
        Deed.ROLLBACK: _("took the game back to turn {detail}"),
        Deed.SCHEDULE: _("changed the schedule: {detail}"),
        Deed.CANCEL: _("cancelled the game"),
        Deed.ARCHIVE: _("archived the game"),
        Deed.EJECT: _("took seat {seat} from its player"),
        Deed.ADDRESS: _("gave seat {seat} to somebody"),
        Deed.BOT: _("gave seat {seat} to the bot {detail}"),
        Deed.NAME: _("called seat {seat} {detail}"),
        Deed.LANGUAGE: _("changed the language of seat {seat} to {detail}"),
        Deed.ZONE: _("changed the time zone of seat {seat} to {detail}"),
        Deed.RELEASE: _("let seat {seat} fall free"),
        Deed.NOTE: _("noted: {detail}"),
        Deed.MESSAGE: _("wrote to all") if act.seat is None else _("wrote to seat {seat}"),
        Deed.APPOINT: _("made somebody a game master: {detail}"),
        Deed.PUBLISH: _("let the results of turn {detail} out"),
        Deed.ORDERS: _("gave orders for seat {seat}"),
        Deed.LOOK: _("looked at the position of seat {seat}"),
        Deed.TRUTH: _("looked at everything that is hidden in the game"),
        Deed.PREVIEW: _("was shown what turn {detail} brings before it was told"),
        Deed.DISMISS: _("dismissed a game master: {detail}")
        if act.detail
        else _("runs the game no more, by their own word"),
        Deed.INVITE: _("invited {detail} to seat {seat}"),
        Deed.APPROVE: _("let {detail} have seat {seat}"),
        Deed.REFUSE: _("did not let {detail} have seat {seat}"),
        Deed.AGREE: _("ended the game by a vote"),
        Deed.OBSERVER: _("asked observer {detail} whether they want to watch"),
        Deed.UNWATCH: _("let observer {detail} watch no more"),
        Deed.SHOW: _("showed the game on the public pages"),
        Deed.HIDE: _("took the game off the public pages"),
        Deed.READDRESS: _("plays from another address"),
        Deed.SUBSTITUTE: _("lets somebody else play for a while"),
        Deed.STANDBY: _("took a seat that had fallen free"),
        Deed.HANDBACK: _("has the seat back from a substitute"),
    }
    return said[act.deed].format(seat=act.seat, detail=act.detail)
