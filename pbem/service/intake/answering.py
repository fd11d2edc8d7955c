"""Writes the receipt of a mail with orders: what came of it, what now counts, and until when."""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy.engine import Connection

from pbem.engine.api import Level, Verdict
from pbem.engine.i18n import _
from pbem.mailer.outbound.contents import Excerpt, Outcome, Receipt
from pbem.service.context import Session
from pbem.service.intake.submission import HeldSet, Reading, Submission
from pbem.service.play.absence import is_past
from pbem.service.play.ending import ends_early, stand_of
from pbem.service.play.played import for_absence
from pbem.service.play.reports import without_orders
from pbem.service.play.table import Table
from pbem.service.play.waiting import clock_runs_to, waits
from pbem.store import games
from pbem.store.records import OVER
from pbem.store.vacations import find_vacation


def receipt_for(
    session: Session,
    sent: Submission,
    outcome: Outcome,
    before: HeldSet | None,
    held: HeldSet | None,
    *,
    remark: str = "",
    **more: Any,
) -> Receipt:
    """The receipt of a mail that came in time; `more` is further fields of :class:`Receipt`."""
    game, seat = sent.game, sent.seat
    if sent.answers is not None:
        stale = _(
            "Your mail answers an earlier report. What you send counts for turn {turn}, which is "
            "open now."
        ).format(turn=sent.turn)
        remark = f"{stale} {remark}".strip()
    return Receipt(
        outcome=outcome,
        game_title=game.title,
        turn=sent.turn,
        open_turn=game.turn,
        now=session.context.clock.now(),
        ignored=sent.ignored,
        unread=sent.unread,
        held=_lines(held),
        before=_lines(before),
        digest=_digest(held),
        standing=seat.standing,
        later=sent.stands.later_lines(session.connection, game, seat.seat),
        remark=remark,
        **_what_is_left(session, sent),
        **more,
    )


def refuse_late(
    session: Session, table: Table, sent: Submission, *, hurried: bool
) -> Receipt | None:
    """The receipt of a mail that came too late, or for a turn that was taken back; None where it
    did not. A mail is for the turn whose tag it carries, and for no other; where it is `hurried`
    the deadline goes for it."""
    game = sent.game
    if sent.undone:
        since = None
        reason = _("turn {turn} was taken back").format(turn=sent.turn)
        shown = _what_is_left(session, sent)
    elif sent.turn != game.turn or game.status in OVER or game.results_wait:
        since = games.closed_at(session.connection, game.id, sent.turn)
        was_played = sent.turn < game.turn
        reason = (
            _("turn {turn} is closed").format(turn=sent.turn)
            if was_played or game.results_wait
            else _("the game is over")
        )
        shown = _what_is_left(session, sent)
    elif hurried and is_past(game, sent.received):
        since = game.deadline
        reason = _("it arrived after the deadline")
        shown = _what_is_played(session.connection, table, sent)
    else:
        return None
    verdicts = tuple(
        Verdict(line=number, text=line, level=Level.REFUSED, message=reason)
        for number, line in enumerate(sent.lines, start=1)
    )
    return Receipt(
        outcome=Outcome.UNDONE if sent.undone else Outcome.LATE,
        game_title=game.title,
        turn=sent.turn,
        open_turn=game.turn,
        is_over=game.status in OVER,
        results_wait=game.results_wait,
        now=session.context.clock.now(),
        verdicts=verdicts,
        ignored=sent.ignored,
        unread=sent.unread,
        late_by=sent.received - since if since and since <= sent.received else None,
        **shown,
    )


def _what_is_played(connection: Connection, table: Table, sent: Submission) -> dict[str, Any]:
    """What the turn that is about to be closed has for the sender of a late mail."""
    held = games.held_for(connection, sent.game.id, sent.turn, sent.seat.seat)
    lines = _lines(held)
    if lines is not None:
        return {"held": lines, "digest": _digest(held)}
    ask = table.asks.get(sent.seat.seat)
    if ask is None:
        return {}
    away = find_vacation(connection, sent.game.id, sent.seat.seat)
    schedule = for_absence(table.schedule, away, table.row.deadline)
    said, default = without_orders(table.ruleset, schedule, table.view(ask.seat), ask)
    return {"instead": Excerpt(said, default)} if default else {"remark": said}


def _what_is_left(session: Session, sent: Submission) -> dict[str, Any]:
    """Until when the open turn lasts and for whom it waits, as a :class:`Receipt` wants it."""
    game, seat = sent.game, sent.seat
    if game.status in OVER:
        return {}
    stand = sent.stand or stand_of(session.connection, game)
    ask = stand.ask_of(seat.seat)
    early = ends_early(game)
    until = None if early else clock_runs_to(game)
    return {
        "waiting": waits(
            session.context, game, seat, stand.seats, stand.owing, sure=ask is not None and ask.sure
        ),
        "deadline": session.context.local(until, seat.zone) if until else None,
        "closes_now": early
        and game.closes is not None
        and game.closes <= session.context.clock.now(),
    }


def _lines(row: HeldSet | None) -> tuple[str, ...] | None:
    if row is None or row.orders is None:
        return None
    return row.lines


def _digest(row: HeldSet | None) -> str:
    return hashlib.sha256(row.orders).hexdigest() if row and row.orders else ""


def time_to_think(sent: Submission, reading: Reading) -> str:
    """Why a turn that its only player has answered stays open; empty where it does not."""
    closes, stand = sent.game.closes, sent.stand
    if closes is None or closes <= sent.received or stand is None or not stand.is_solitary:
        return ""
    if any(one.level is Level.WARNED for one in reading.verdicts):
        return _("The turn does not end at once, so that you can think over what is marked with !.")
    if reading.parsed.undone:
        return _("The turn does not end at once, so that you can think that over.")
    return ""
