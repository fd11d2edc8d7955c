"""Reads a player's order lines against that player's view, holds the set, writes the receipt."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy.engine import Connection

from pbem.engine.api import Ask, Level, Parsed, Verdict
from pbem.engine.i18n import _
from pbem.engine.orders import Sheet, read_sheet
from pbem.mailer.outbound.contents import Outcome, Receipt
from pbem.service.house import House
from pbem.service.play.opening import standing_lines
from pbem.service.play.table import Table, schedule_of, waits_for
from pbem.service.play.waiting import waits
from pbem.store import games
from pbem.store.records import GameRow, GameStatus, OrdersRow, SeatRow, Source


@dataclass(frozen=True)
class Submission:
    """One mail's order lines: whose they are, for which turn, and when they arrived.

    ``answers`` is the turn whose report the mail answers, where it counts for a later one.
    """

    game: GameRow
    seat: SeatRow
    turn: int
    lines: tuple[str, ...]
    ignored: tuple[str, ...]
    received: datetime
    mail_id: int
    preview: bool = False
    answers: int | None = None


@dataclass(frozen=True)
class _Reading:
    """A submission read against its author's view, and the set held before it."""

    sent: Submission
    ask: Ask
    before: OrdersRow | None
    sheet: Sheet
    parsed: Parsed[Any]
    written: OrdersRow | None

    @property
    def lasts(self) -> bool:
        """Whether it counts for the open turn, whichever report it answers."""
        return self.ask.lasting or self.parsed.lasting

    @property
    def is_hurried(self) -> bool:
        """Whether the deadline goes for it."""
        return not self.parsed.lasting and _is_hurried(self.ask)

    @property
    def settles(self) -> bool | None:
        """What it does to the waiting for its author: ends it, or begins it anew for the sake of
        a refused line; None: neither, for it says nothing of what is asked, or was not written
        for this turn."""
        if self.sent.answers is not None and not self.ask.lasting:
            return None
        if self.ask.required and any(one.level is Level.REFUSED for one in self.verdicts):
            return False
        return True if self.parsed.answers else None

    @property
    def to_mend(self) -> bool:
        """Whether the turn waits for its author on account of refused lines, and not because
        nothing has come yet of what is asked."""
        return self.settles is False and (self.parsed.answers or self.before is not None)

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        found = (*self.sheet.verdicts, *self.parsed.verdicts)
        return tuple(sorted(found, key=lambda verdict: verdict.line))


def submit(house: House, connection: Connection, table: Table, sent: Submission) -> Receipt:
    """Take what can be taken and say what became of it. The newest set by arrival is held.

    `table` is the open turn of the game that the mail is for.
    """
    ask = table.asks.get(sent.seat.seat)
    reading = None if ask is None else _read(connection, table, ask, _for_the_open_turn(sent))
    if reading is not None and reading.lasts:
        sent = reading.sent
    hurried = reading is None or reading.is_hurried
    refusal = _refuse_late(house, connection, sent, hurried=hurried)
    if refusal is not None:
        return refusal
    if reading is None:
        before = games.held_for(connection, sent.game.id, sent.turn, sent.seat.seat)
        remark = _("No orders are asked of you just now; you will get a mail when they are.")
        return _receipt(house, connection, sent, Outcome.NOTHING, before, before, remark=remark)
    return _take(house, connection, reading)


def _read(connection: Connection, table: Table, ask: Ask, sent: Submission) -> _Reading:
    before = games.held_for(connection, sent.game.id, sent.turn, sent.seat.seat)
    sheet = read_sheet(sent.lines, sent.turn)
    if not sheet.now:
        return _Reading(sent, ask, before, sheet, Parsed(None, ()), None)
    held = None
    if before is not None and before.orders is not None:
        held = table.ruleset.codec.load_orders(before.orders)
    view = table.view(sent.seat.seat)
    parsed = table.ruleset.desk.parse(view, ask, sheet.now, held)
    return _Reading(sent, ask, before, sheet, parsed, _written(table, view, ask, parsed))


def _take(house: House, connection: Connection, reading: _Reading) -> Receipt:
    """Hold what was read, unless it is but looked at or outrun."""
    sent, before, written = reading.sent, reading.before, reading.written
    receipt = partial(_receipt, house, connection, verdicts=reading.verdicts)
    remark = reading.parsed.remark
    if sent.preview:
        mend = reading.to_mend and written is not None
        shown = written or before
        return receipt(sent, Outcome.PREVIEW, before, shown, remark=remark, to_mend=mend)
    if _outrun(before, sent):
        return receipt(sent, Outcome.NOTHING, before, before, remark=_newer_is_in())
    sent = _keep(connection, reading)
    if written is None:
        said = reading.sheet.now or not reading.sheet.says_something
        outcome = Outcome.NOTHING if said else Outcome.SAVED
        return receipt(sent, outcome, before, before, remark=remark)
    games.hold_orders(
        connection,
        game=sent.game.id,
        turn=sent.turn,
        seat=sent.seat.seat,
        orders_bytes=written.orders,
        lines=json.loads(written.lines),
        source=Source.MAIL,
        received=sent.received,
        mail=sent.mail_id,
    )
    if reading.settles is not None:
        games.mark_answered(connection, sent.game.id, sent.seat.seat, reading.settles)
    games.change_game(connection, sent.game.id)
    same = before is not None and before.orders == written.orders
    outcome = Outcome.SAME if same else Outcome.SAVED
    return receipt(sent, outcome, before, written, remark=remark, to_mend=reading.to_mend)


def withdraw(house: House, connection: Connection, table: Table, sent: Submission) -> Receipt:
    """Take back the set held for the open turn, which is `table`'s."""
    ask = table.asks.get(sent.seat.seat)
    if ask is not None and ask.lasting:
        sent = _for_the_open_turn(sent)
    hurried = ask is None or _is_hurried(ask)
    refusal = _refuse_late(house, connection, sent, hurried=hurried)
    if refusal is not None:
        return refusal
    before = games.held_for(connection, sent.game.id, sent.turn, sent.seat.seat)
    if _outrun(before, sent):
        return _receipt(
            house, connection, sent, Outcome.NOTHING, before, before, remark=_newer_is_in()
        )
    games.hold_orders(
        connection,
        game=sent.game.id,
        turn=sent.turn,
        seat=sent.seat.seat,
        orders_bytes=None,
        lines=(),
        source=Source.MAIL,
        received=sent.received,
        mail=sent.mail_id,
    )
    games.mark_answered(connection, sent.game.id, sent.seat.seat, False)
    games.change_game(connection, sent.game.id)
    return _receipt(house, connection, sent, Outcome.WITHDRAWN, before, None)


def _is_hurried(ask: Ask) -> bool:
    return ask.required or not ask.lasting


def _outrun(before: OrdersRow | None, sent: Submission) -> bool:
    """Whether a mail that arrived later was read first, this one having been set aside."""
    if before is None or before.source != Source.MAIL:
        return False
    return before.received > sent.received


def _newer_is_in() -> str:
    return _("A mail that you sent later is already in; its orders stay.")


def _for_the_open_turn(sent: Submission) -> Submission:
    """What hangs on no turn counts for the open one, whichever report it answers."""
    if sent.turn >= sent.game.turn:
        return sent
    return replace(sent, turn=sent.game.turn, answers=sent.turn)


def _refuse_late(
    house: House, connection: Connection, sent: Submission, *, hurried: bool
) -> Receipt | None:
    """A mail is for the turn whose tag it carries, and for no other; where it is `hurried` the
    deadline goes for it."""
    game = sent.game
    if sent.turn != game.turn or game.status == GameStatus.FINISHED:
        reason = _("turn {turn} is closed").format(turn=sent.turn)
    elif hurried and _arrived_late(sent):
        reason = _("it arrived after the deadline")
    else:
        return None
    verdicts = tuple(
        Verdict(line=number, text=line, level=Level.REFUSED, message=reason)
        for number, line in enumerate(sent.lines, start=1)
    )
    return Receipt(
        outcome=Outcome.LATE,
        game_title=game.title,
        turn=sent.turn,
        open_turn=game.turn,
        now=house.clock.now(),
        verdicts=verdicts,
        ignored=sent.ignored,
        **_what_is_left(house, connection, sent),
    )


def _what_is_left(house: House, connection: Connection, sent: Submission) -> dict[str, Any]:
    """Until when the open turn lasts and for whom it waits, as a :class:`Receipt` wants it. One
    that waits for nobody and closes early has no time left, whatever its deadline."""
    game, seat = sent.game, sent.seat
    if game.status == GameStatus.FINISHED:
        return {}
    owing = waits_for(connection, game)
    if not owing and game.status == GameStatus.RUNNING and schedule_of(game).early_close:
        told = _("Everybody's orders are in: turn {turn} closes now.").format(turn=game.turn)
        return {"waiting": told, "closes_now": True}
    seats = games.seats_of(connection, game.id)
    return {
        "waiting": waits(house, seat, seats, owing),
        "deadline": house.local(game.deadline, seat.zone) if game.deadline else None,
    }


def _arrived_late(sent: Submission) -> bool:
    game = sent.game
    if game.deadline is None or game.status != GameStatus.RUNNING:
        return False
    return sent.received > game.deadline + schedule_of(game).grace_span


def _written(table: Table, view: Any, ask: Ask, parsed: Parsed[Any]) -> OrdersRow | None:
    """The parsed set as it would be held; None where there is none."""
    if parsed.orders is None:
        return None
    lines = table.ruleset.desk.write(view, ask, parsed.orders)
    return OrdersRow(
        id=0,
        game=table.row.id,
        turn=table.row.turn,
        seat=ask.seat,
        orders=table.ruleset.codec.dump_orders(parsed.orders),
        lines=json.dumps(lines, ensure_ascii=False),
        source=Source.MAIL,
        mail=None,
        received=table.row.created,
    )


def _keep(connection: Connection, reading: _Reading) -> Submission:
    """Store lines sent ahead and lines repeated every turn, these only where they can be carried
    out.

    Returns the submission with its seat as it then stands.
    """
    sent, sheet, verdicts = reading.sent, reading.sheet, reading.verdicts
    if sheet.later:
        later = {turn: [line.text for line in lines] for turn, lines in sheet.later.items()}
        games.keep_later(connection, sent.game.id, sent.seat.seat, later)
    if sheet.standing is None or (sheet.standing and reading.parsed.orders is None):
        return sent
    bad = {verdict.line for verdict in verdicts if verdict.level is Level.REFUSED}
    kept = [line.text for line in sheet.standing if line.number not in bad]
    standing = json.dumps(kept, ensure_ascii=False)
    games.change_seat(connection, sent.game.id, sent.seat.seat, standing=standing)
    return replace(sent, seat=replace(sent.seat, standing=standing))


def _receipt(
    house: House,
    connection: Connection,
    sent: Submission,
    outcome: Outcome,
    before: OrdersRow | None,
    held: OrdersRow | None,
    *,
    verdicts: tuple[Verdict, ...] = (),
    remark: str = "",
    to_mend: bool = False,
) -> Receipt:
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
        now=house.clock.now(),
        verdicts=verdicts,
        ignored=sent.ignored,
        held=_lines(held),
        before=_lines(before),
        digest=_digest(held),
        standing=standing_lines(seat),
        later=games.later_lines(connection, game.id, seat.seat),
        remark=remark,
        to_mend=to_mend,
        **_what_is_left(house, connection, sent),
    )


def _lines(row: OrdersRow | None) -> tuple[str, ...] | None:
    if row is None or row.orders is None:
        return None
    return tuple(json.loads(row.lines))


def _digest(row: OrdersRow | None) -> str:
    return hashlib.sha256(row.orders).hexdigest()[:12] if row and row.orders else ""
