"""Reads a player's order lines against that player's view, holds the set, writes the receipt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.engine.api import Ask, Level, Verdict
from pbem.engine.i18n import _
from pbem.engine.orders import read_sheet
from pbem.mailer.outbound.contents import Excerpt, Outcome, Receipt
from pbem.service.context import Session
from pbem.service.intake.answering import receipt_for, refuse_late, time_to_think
from pbem.service.intake.misreading import misread
from pbem.service.intake.submission import (
    HeldSet,
    Reading,
    Submission,
    WrittenSet,
    for_the_open_turn,
    in_order,
    is_hurried_by,
    is_whole,
    parsed_with,
    read,
)
from pbem.service.play.absence import note_late
from pbem.service.play.ending import reckon, stand_of
from pbem.service.play.notices import spare_reminder
from pbem.service.play.table import Table
from pbem.store import games, lapses
from pbem.store.records import OrdersRow, Source


def submit(session: Session, table: Table, sent: Submission) -> Receipt:
    """Take what can be taken and say what became of it. The newest set by arrival is held.

    `table` is the open turn of the game that the mail is for.
    """
    ask = table.asks.get(sent.seat.seat)
    receipt = _settled(session, table, ask, sent)
    if ask is None or not receipt.unread or receipt.outcome in (Outcome.LATE, Outcome.UNDONE):
        return receipt
    return structs.replace(receipt, misread=misread(table, ask, receipt.unread))


def _settled(session: Session, table: Table, ask: Ask | None, sent: Submission) -> Receipt:
    reading = None if ask is None else read(session.connection, table, ask, for_the_open_turn(sent))
    if reading is not None and reading.lasts:
        sent = reading.sent
    hurried = reading is None or reading.is_hurried
    refusal = refuse_late(session, table, sent, hurried=hurried)
    if refusal is not None:
        if sent.lines and not sent.preview:
            _note_refused(session.connection, sent)
        return refusal
    if reading is None:
        return _not_asked(session, sent)
    if sent.preview:
        return _preview(session, reading)
    if reading.newer:
        return _join(session, table, reading)
    return _take(session, table, reading)


def _not_asked(session: Session, sent: Submission) -> Receipt:
    reason = _("nothing is asked of you in this turn")
    verdicts = tuple(
        Verdict(line=number, text=line, level=Level.REFUSED, message=reason)
        for number, line in enumerate(sent.lines, start=1)
    )
    before = games.held_for(session.connection, sent.game.id, sent.turn, sent.seat.seat)
    return receipt_for(session, sent, Outcome.NOT_ASKED, before, before, verdicts=verdicts)


def _note_refused(connection: Connection, sent: Submission) -> None:
    """Orders came too late for their turn: by how much is told where it was missed."""
    game, seat = sent.game, sent.seat.seat
    held = games.held_for(connection, game.id, sent.turn, seat)
    if sent.turn == game.turn and not game.results_wait and (held is None or held.orders is None):
        note_late(connection, game, seat, sent.received)
    else:
        lapses.note_arrived(connection, game.id, sent.turn, seat, sent.received)


def _preview(session: Session, reading: Reading) -> Receipt:
    written, before = reading.written, reading.before
    return receipt_for(
        session,
        reading.sent,
        Outcome.PREVIEW,
        before,
        written or before,
        verdicts=reading.verdicts,
        remark=reading.parsed.remark,
        to_mend=reading.to_mend and written is not None and not reading.is_final,
        taken=written is not None or not reading.sheet.now,
    )


def _take(session: Session, table: Table, reading: Reading) -> Receipt:
    """Hold what was read, and say what that does to the waiting."""
    before, written = reading.before, reading.written
    keeping = _keep(session.connection, reading)
    receipt = partial(receipt_for, session, verdicts=reading.verdicts, stores=keeping.kept)
    remark = f"{reading.parsed.remark} {keeping.remark}".strip()
    if reading.sent.waits:
        remark = f"{remark} {_until_the_deadline(reading.ask)}".strip()
    if written is None:
        if reading.sent.waits and not reading.sheet.now:
            return _wait(session, reading, keeping, remark)
        if reading.is_final and not reading.sheet.now:
            return _done(session, table, reading, keeping)
        sent = _looked_over(session, reading, keeping.sent)
        outcome = Outcome.SAVED if keeping.kept and not reading.sheet.now else Outcome.NOTHING
        taken = outcome is Outcome.SAVED
        return receipt(sent, outcome, before, before, remark=remark, taken=taken)
    final = reading.is_final and is_whole(table, reading.ask, written)
    if reading.sent.done and reading.is_for_this_turn and reading.surprises:
        remark = f"{remark} {_done_too_soon()}".strip()
    settles = True if final else reading.settles
    holds = _hold(session.connection, reading, written, settles)
    if reading.ask.required and (before is None or before.orders is None):
        note_late(session.connection, reading.sent.game, reading.ask.seat, reading.sent.received)
    same = before is not None and before.orders == written.orders
    sent = _settle(
        session,
        keeping.sent,
        settles,
        holds=holds,
        sure=final,
        plain=reading.is_plain,
        changed=not same,
    )
    if settles is True:
        remark = f"{remark} {time_to_think(sent, reading)}".strip()
    outcome = Outcome.SAME if same else Outcome.SAVED
    to_mend = reading.to_mend and not final
    return receipt(sent, outcome, before, written, remark=remark, to_mend=to_mend, done=final)


def _looked_over(session: Session, reading: Reading, sent: Submission) -> Submission:
    """Whoever sent what looks like orders, of which nothing could be taken, is not sure any more
    and gets the time to mend it."""
    stand = stand_of(session.connection, sent.game)
    ask = stand.ask_of(sent.seat.seat)
    is_sure = ask is not None and ask.sure
    if not (reading.sheet.now or sent.unread) or not (is_sure or sent.game.closes):
        return sent
    if ask is not None and is_sure:
        games.mark_ask(session.connection, ask.game, ask.seat, answered=ask.answered, sure=False)
        stand = stand.marked(ask.seat, answered=ask.answered, sure=False)
    game = reckon(session, sent.game, stand, arrived=sent.received)
    return replace(sent, game=game, stand=stand)


def _hold(
    connection: Connection, reading: Reading, written: WrittenSet, settles: bool | None
) -> OrdersRow:
    sent = reading.sent
    spare_reminder(connection, sent.game, sent.seat.seat)
    return games.hold_orders(
        connection,
        game=sent.game.id,
        turn=sent.turn,
        seat=sent.seat.seat,
        orders_bytes=written.orders,
        lines=written.lines,
        source=Source.MAIL,
        received=sent.received,
        mail=sent.mail_id,
        said=sent.lines,
        settles=settles,
    )


def _settle(
    session: Session,
    sent: Submission,
    settles: bool | None,
    *,
    sure: bool,
    changed: bool,
    plain: bool = False,
    holds: OrdersRow | None = None,
) -> Submission:
    """Note what a mail does to the waiting, and when the turn closes by that; `plain`: it may be
    played without second thoughts where its author plays alone. ``holds`` is the set that it has
    put in the place of the one held, if it has."""
    stand = sent.stands.find(session.connection, sent.game)
    ask = stand.ask_of(sent.seat.seat)
    assert ask is not None, "whoever is not asked sends no orders"
    answered = ask.answered if settles is None else settles
    stays = ask.sure and not changed and settles is not False
    sure = sure or stays or (plain and stand.is_solitary)
    if (answered, sure) != (ask.answered, ask.sure):
        games.mark_ask(session.connection, sent.game.id, ask.seat, answered=answered, sure=sure)
        stand = stand.marked(ask.seat, answered=answered, sure=sure)
        changed = changed or answered != ask.answered
    game = reckon(session, sent.game, stand, arrived=sent.received, changed=changed)
    sent.stands.keep(game, stand, holds)
    return replace(sent, game=game, stand=stand)


def _done(session: Session, table: Table, reading: Reading, keeping: _Keeping) -> Receipt:
    """DONE without orders: what is held is meant as it stands, and is all that is asked."""
    held, ask, sent = reading.before, reading.ask, keeping.sent
    receipt = partial(
        receipt_for, session, verdicts=reading.verdicts, stores=keeping.kept, done=True
    )
    if not ask.required:
        remark = _("Nothing is needed from you now.")
        return receipt(sent, Outcome.NOTHING, held, held, remark=remark)
    remark = keeping.remark
    if held is None or not is_whole(table, ask, held):
        instead = _to_pass(table, ask)
        return receipt(sent, Outcome.NOTHING, held, held, remark=remark, instead=instead)
    spare_reminder(session.connection, sent.game, sent.seat.seat)
    sent = _settle(session, sent, True, sure=True, changed=False)
    return receipt(sent, Outcome.DONE, held, held, remark=remark)


def _wait(session: Session, reading: Reading, keeping: _Keeping, remark: str) -> Receipt:
    """WAIT without orders: what is held stays, and the turn waits for its author all the same."""
    held, sent, outcome = reading.before, keeping.sent, Outcome.NOTHING
    if reading.ask.required:
        outcome = Outcome.WAITS
        sent = _settle(session, sent, False, sure=False, changed=False)
    return receipt_for(
        session,
        sent,
        outcome,
        held,
        held,
        verdicts=reading.verdicts,
        stores=keeping.kept,
        remark=remark,
    )


def _until_the_deadline(ask: Ask) -> str:
    """What WAIT comes to."""
    if not ask.required:
        return _("Nothing is needed from you now.")
    return _(
        "WAIT: the turn does not close before its deadline, unless you send DONE, or orders "
        "without WAIT."
    )


def _done_too_soon() -> str:
    return _(
        "Your DONE does not count yet, for you could not know what is not taken. If all is as you "
        "mean it, reply with DONE alone."
    )


def _to_pass(table: Table, ask: Ask) -> Excerpt | None:
    """The line by which a seat does nothing."""
    view = table.view(ask.seat)
    lines = table.ruleset.desk.write(view, ask, table.ruleset.desk.idle(view, ask))
    return Excerpt(_("To do nothing in this turn, send:"), (*lines, "DONE")) if lines else None


def _join(session: Session, table: Table, reading: Reading) -> Receipt:
    """Take a mail that arrived before others that were read first: what those do not say joins
    the set, as if it had been read in its turn. No word of theirs is undone by it."""
    newer, written = reading.newer, reading.written
    keeping = _keep(session.connection, reading)
    top = newer[-1]
    again = _once_more(table, reading.ask, newer, written) if written is not None else newer
    if again[-1].orders == top.orders:
        outcome = Outcome.SAVED if keeping.kept else Outcome.NOTHING
        remark = _of_later_mail() if keeping.kept else keeping.remark
        return receipt_for(
            session,
            keeping.sent,
            outcome,
            top,
            top,
            remark=remark,
            stores=keeping.kept,
            outrun=True,
        )
    assert written is not None, "only what was written can join"
    _hold(session.connection, reading, written, reading.settles)
    games.put_on_top(session.connection, again)
    reading.sent.stands.forget()
    settles = reading.settles if all(row.settles is None for row in newer) else None
    sent = _settle(session, keeping.sent, settles, sure=False, changed=True)
    return receipt_for(
        session,
        sent,
        Outcome.SAVED,
        top,
        again[-1],
        verdicts=reading.verdicts,
        remark=_of_later_mail(),
        stores=keeping.kept,
        outrun=True,
    )


def _of_later_mail() -> str:
    return _(
        "A mail that you sent later was read before this one: what it says stays, and only what it "
        "says nothing of was taken from this one."
    )


def _once_more(
    table: Table, ask: Ask, newer: tuple[OrdersRow, ...], written: WrittenSet
) -> tuple[OrdersRow, ...]:
    """The sets of mails that arrived later, each read with the set that now comes before it."""
    fit = partial(table.ruleset.desk.fit, view=table.view(ask.seat))
    found = []
    held: HeldSet = written
    for row in newer:
        if row.orders is not None:
            sheet = read_sheet(row.said, row.turn, fit)
            _said, made = parsed_with(table, ask, sheet, held)
            if made is not None:
                row = structs.replace(row, orders=made.orders, lines=made.lines)
        found.append(row)
        held = row
    return tuple(found)


@dataclass(frozen=True)
class _Keeping:
    """What was stored of lines for later: the submission with its seat as it then stands, whether
    anything was, and what is to be said of the rest."""

    sent: Submission
    kept: bool = False
    remark: str = ""


def _keep(connection: Connection, reading: Reading) -> _Keeping:
    """Store lines sent ahead and lines repeated every turn, these only where they can be carried
    out. What a mail that arrived later says of them stays."""
    sent, sheet = reading.sent, reading.sheet
    game, seat, arrived = sent.game.id, sent.seat, sent.received
    outrun = {}
    if sheet.later:
        said = games.later_said(connection, game, seat.seat)
        outrun = {turn: None for turn in sheet.later if turn in said and said[turn] > arrived}
    later = {
        turn: [line.text for line in lines]
        for turn, lines in sheet.later.items()
        if turn not in outrun
    }
    if later:
        games.keep_later(connection, game, seat.seat, later, arrived)
        sent.stands.forget()
    standing = reading.to_repeat
    stays = seat.standing_at is not None and seat.standing_at > arrived
    if standing is not None and not stays:
        seat = structs.replace(seat, standing=standing, standing_at=arrived)
        games.change_seat(connection, game, seat.seat, standing=standing, standing_at=arrived)
        sent.stands.forget()
    remark = ""
    if outrun or (standing is not None and stays):
        remark = _("What a mail that you sent later says of such lines stays.")
    kept = bool(later) or (standing is not None and not stays)
    return _Keeping(replace(sent, seat=seat), kept, remark)


def withdraw(session: Session, table: Table, sent: Submission) -> Receipt:
    """Take back the set held for the open turn, which is `table`'s."""
    ask = table.asks.get(sent.seat.seat)
    if ask is not None and ask.lasting:
        sent = for_the_open_turn(sent)
    hurried = ask is None or is_hurried_by(ask)
    refusal = refuse_late(session, table, sent, hurried=hurried)
    if refusal is not None:
        return refusal
    before, newer = in_order(session.connection, sent)
    if newer:
        return receipt_for(session, sent, Outcome.NOTHING, newer[-1], newer[-1], outrun=True)
    holds = games.hold_orders(
        session.connection,
        game=sent.game.id,
        turn=sent.turn,
        seat=sent.seat.seat,
        orders_bytes=None,
        lines=(),
        source=Source.MAIL,
        received=sent.received,
        mail=sent.mail_id,
        settles=False,
    )
    if ask is None:
        games.change_game(session.connection, sent.game.id)
    else:
        sent = _settle(session, sent, False, sure=False, changed=True, holds=holds)
    return receipt_for(session, sent, Outcome.WITHDRAWN, before, None)
