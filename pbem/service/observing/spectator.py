"""The mails of those who watch: a game's report as a spectator sees it, and what was said to all.

Made of the spectator's view, of public events and of public press alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

import msgspec

from pbem.engine.api import AnyRuleset
from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.engine.report import Report
from pbem.engine.rng import commitment
from pbem.mailer.outbound.compose import lines_around
from pbem.mailer.outbound.contents import Notice, ReportContext
from pbem.mailer.outbound.folding import Fact, facts_of, folded, room_beside
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.post import for_observer, pack_notice, pack_report
from pbem.service.observing.asking import until_for
from pbem.service.play.masters import running_seats
from pbem.service.play.reports import ended, of_note, told_to, who
from pbem.service.play.table import closed_turn, options_of, undamaged
from pbem.service.press.delivery import SIZE_CLASS, in_mails, shown
from pbem.service.press.directory import Directory
from pbem.service.quiet_hours import QuietHours
from pbem.store import games
from pbem.store.observing import ObserverRow
from pbem.store.people import PersonRow
from pbem.store.records import GameRow, GameStatus, OutboxDraft
from pbem.store.talk import PressRow

KIND = "spectator"
"""The kind of their reports in the outbox."""
NO_SEAT = 0


def report_draft(
    session: Session,
    game: GameRow,
    row: ObserverRow,
    reader: PersonRow,
    first: int,
    last: int | None = None,
) -> OutboxDraft:
    """A report of the turns from `first` to `last`, and of how things stood then. Without a `last`
    it is of all to the newest, and folded: without what stood in the report before them."""
    is_folded = last is None and game.finished is None
    last = game.turn - 1 if last is None else last
    with in_language(session.context, reader.language or ""):
        report, shown = report_of(session, game, reader, first, last)
        shown = msgspec.structs.replace(shown, whole=report)
        header = for_observer(session.context, game, row, reader)
        if is_folded:
            before = () if row.told_at is None else _facts_of(session, game, first - 1)
            around = lines_around(report, shown, header, session.context.templates)
            report = folded(report, before, (), room_beside(around, first=not before))
        draft = pack_report(session.context, report, shown, header)
    return replace(draft, kind=KIND, seat=None)


def report_of(
    session: Session, game: GameRow, reader: PersonRow, first: int, last: int
) -> tuple[Report, ReportContext]:
    """What `report_draft` tells, and what goes around it, in the language that is spoken. Raises
    DamagedRecord."""
    ruleset = load(game.ruleset)
    record = closed_turn(session.connection, game.id, last)
    state = ruleset.codec.load_state(record.state)
    turns = games.turns_between(session.connection, game.id, first, last)
    events = [e for turn in turns for e in ruleset.codec.load_events(undamaged(turn).events)]
    told = told_to(None, ruleset.rules.view(state, None), events)
    newest = last == game.turn - 1
    seats = games.seats_of(session.connection, game.id)
    report = ruleset.desk.report(told.view, told.news)
    report = ended(report, game, seats, told.news) if newest else report
    report = msgspec.structs.replace(report, template=())
    shown = _context(session, ruleset, game, last + 1, reader, newest=newest)
    return report, msgspec.structs.replace(shown, data={"view": told.view, "news": told.news})


def _facts_of(session: Session, game: GameRow, turn: int) -> tuple[Fact, ...]:
    """What the report of a turn listed. A spectator's is made of the record alone, and so can be
    made again."""
    ruleset = load(game.ruleset)
    state = ruleset.codec.load_state(closed_turn(session.connection, game.id, turn).state)
    return facts_of(ruleset.desk.report(ruleset.rules.view(state, None), ()))


def _context(
    session: Session,
    ruleset: AnyRuleset,
    game: GameRow,
    turn: int,
    reader: PersonRow,
    *,
    newest: bool,
) -> ReportContext:
    seats = games.seats_of(session.connection, game.id)
    running = running_seats(session.context, session.connection, game.id, seats)
    over = newest and game.status is GameStatus.FINISHED
    return ReportContext(
        game=game.id,
        game_title=game.title,
        ruleset=ruleset.name,
        ruleset_title=ruleset.title,
        ruleset_version=game.ruleset_version,
        turn=turn,
        seat=NO_SEAT,
        player=_("all who watch"),
        players=tuple(who(seat, seat.seat in running) for seat in seats),
        of_note=of_note(seats, running),
        notices=tuple(how_long(session, game, reader)) if newest else (),
        commitment=commitment(game.secret) if turn == 1 or over else "",
        secret=game.secret.hex() if over else "",
        has_chance=ruleset.draws(options_of(game)),
        digest=None,
    )


def how_long(session: Session, game: GameRow, reader: PersonRow) -> Iterator[str]:
    """Until when the open turn is open, as far as anybody may know that."""
    match game.status:
        case GameStatus.PAUSED:
            yield _("The game is paused: the clock stands still.")
        case GameStatus.RUNNING if game.results_wait:
            yield _("Turn {turn} is closed, and the game master is looking at its results.").format(
                turn=game.turn
            )
        case GameStatus.RUNNING if game.deadline is not None and game.stalled is None:
            yield _("Turn {turn} is open until {moment}.").format(
                turn=game.turn, moment=until_for(session, reader, game.deadline)
            )
        case GameStatus.RUNNING:
            yield _("Turn {turn} is open.").format(turn=game.turn)


def letters_drafts(
    session: Session,
    game: GameRow,
    row: ObserverRow,
    reader: PersonRow,
    pieces: Sequence[PressRow],
) -> Iterator[OutboxDraft]:
    """The mails with what was said to all."""
    seats = games.seats_of(session.connection, game.id)
    language = reader.language or session.context.config.service.language
    people = Directory(seats, NO_SEAT, language)
    unsigned = sorted((p for p in pieces if p.anonymous), key=lambda p: p.text)
    signed = [piece for piece in pieces if not piece.anonymous]
    with in_language(session.context, reader.language or ""):
        for group in (*in_mails(signed), *in_mails(unsigned)):
            notice = Notice(
                title=_("{game}: what players write to all").format(game=game.title),
                excerpts=shown(group, people),
                closing=(_("Whoever watches cannot answer."),),
                game_title=game.title,
                answer=False,
                size_class=SIZE_CLASS if group[0].anonymous else 0,
            )
            header = for_observer(session.context, game, row, reader)
            yield pack_notice(
                session.context, notice, header, kind=KIND, game=game.id, turn=game.turn
            )


def may_wait(context: Context, draft: OutboxDraft, reader: PersonRow) -> OutboxDraft:
    """The same mail, to go out after its reader's quiet hours."""
    if not reader.quiet:
        return draft
    zone = ZoneInfo(reader.zone or context.config.service.zone)
    return replace(draft, due=QuietHours.read(reader.quiet).over(draft.due, zone))
