"""Turns a resolved turn into each player's personal report.

A report is made from that seat's View and the Events addressed to it; the state
is asked for nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Self

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import AnyRuleset, Ask, Event, Pace, Verdict
from pbem.engine.i18n import _
from pbem.engine.report import Picture, Report, Section, Table
from pbem.engine.rng import commitment
from pbem.mailer.outbound.compose import lines_around
from pbem.mailer.outbound.contents import Excerpt, Frame, ReportContext
from pbem.mailer.outbound.folding import facts_of, folded, room_beside, without_hints
from pbem.service.context import Context, in_language
from pbem.service.dispatch import post
from pbem.service.play.composing import desktop, laid_out
from pbem.service.play.describing import first_words
from pbem.service.play.table import options_of
from pbem.service.play.waiting import clock_runs_to, how_it_closes, whereabouts
from pbem.service.schedule import Schedule
from pbem.store.records import GameRow, OutboxDraft, SeatKind, SeatRow
from pbem.store.shown import NOTHING, Shown


@dataclass(frozen=True)
class Told:
    """What one report is made of: a seat's view, its news, and what the service adds.

    ``owing`` are the seats that the turn waits for, None where it is not told. ``prepared``
    are the lines held for the open turn since it opened (``repeats``: those of ``standing``),
    ``sent`` those that a mail holds, and ``digest`` the SHA-256 of either, None where that is not
    told. ``opened`` are the sealed parts
    of the turn just closed that are the reader's own. ``stored`` tells of what is in store for
    turns to come (:func:`~pbem.mailer.witness.in_store`), ``anew`` where this is
    otherwise than told before. ``again`` are orders that were sent for
    turns which were taken back. ``before`` is what the reader has been shown, None where this one
    is to tell everything; ``learns``: hints are for them. ``frames`` are the pictures of earlier
    turns, for the console, and ``refused`` what a receipt said of lines that its reader may mend.
    """

    view: Any
    news: tuple[Event, ...]
    ask: Ask | None = None
    owing: tuple[int, ...] | None = None
    standing: tuple[str, ...] = ()
    repeats: bool = False
    prepared: tuple[str, ...] = ()
    sent: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    digest: str | None = ""
    opened: Mapping[str, Any] = field(default_factory=dict)
    stored: Mapping[str, str] | None = None
    anew: bool = False
    again: tuple[Excerpt, ...] = ()
    frames: tuple[Frame, ...] = ()
    refused: tuple[Verdict, ...] = ()
    before: Shown | None = NOTHING
    learns: bool = False


@dataclass(frozen=True)
class Written:
    """A report to whoever has a seat, and what they have been shown with it."""

    seat: SeatRow
    draft: OutboxDraft
    shown: Shown

    def composed(self) -> Self:
        """With its mail whole: waits for its pictures. Raises as the renderer and templates do."""
        return replace(self, draft=replace(self.draft, data=bytes(self.draft.data)))


def due_of(game: GameRow, ask: Ask | None) -> datetime | None:
    """By when a report asks its reader for orders; None where it does not."""
    return game.deadline if ask is not None and ask.required else None


def begin_report(
    context: Context,
    ruleset: AnyRuleset,
    game: GameRow,
    seat: SeatRow,
    seats: Sequence[SeatRow],
    schedule: Schedule,
    told: Told,
    running: frozenset[int] = frozenset(),
) -> Written:
    """The mail that opens turn `game.turn` (or ends the game) for one seat, to be drawn and laid
    out later (:meth:`Written.composed`). `running` are the seats of those who run the game, too.
    Of a game that is over everything is told."""
    with in_language(context, seat.language):
        report = ended(ruleset.desk.report(told.view, told.news), game, seats, told.news)
        over = game.finished is not None
        if over or game.results_wait or told.ask is None:
            report = msgspec.structs.replace(report, template=())
        before, explains = told.before or NOTHING, told.learns or told.before is None
        after = Shown(facts_of(report, before.facts), before.reports + 1)
        owes = not over and told.ask is not None and told.ask.required
        until = clock_runs_to(game) if owes else None
        deadline = context.local(until, seat.zone) if until else None
        holds = told.sent or told.prepared
        awaited = _is_waited_for(seat, told)
        said: str = ""
        played: tuple[str, ...] = ()
        if owes and told.ask is not None and not holds:
            said, played = without_orders(ruleset, schedule, told.view, told.ask)
        if holds or (owes and not played):
            report = _without_default(report)
        where: tuple[str, ...] = ()
        if not over and told.owing is not None:
            where = whereabouts(context, game, seat, seats, told.owing, told.ask)
            if game.turn == 1 or told.before is None:
                where = (*where, *how_it_closes(game, seats))
        shown = ReportContext(
            game=game.id,
            game_title=game.title,
            ruleset=ruleset.name,
            ruleset_title=ruleset.title,
            ruleset_version=game.ruleset_version,
            turn=game.turn,
            seat=seat.seat,
            player=seat.name,
            owes=owes and awaited,
            deadline=deadline,
            without_orders=said,
            played=played,
            held=_held(game, told, awaited=awaited),
            whereabouts=where,
            players=tuple(who(s, s.seat in running) for s in seats),
            of_note=of_note(seats, running),
            notices=told.notices,
            again=told.again,
            standing=told.standing,
            repeats=told.repeats and bool(told.standing),
            first_words=first_words() if game.turn == 1 and not over else "",
            explains=explains,
            commitment=commitment(game.secret) if game.turn == 1 or over else "",
            secret=game.secret.hex() if over else "",
            has_chance=ruleset.draws(options_of(game)),
            confirmation=(game.confirmations[seat.seat - 1] or "") if game.turn == 1 else "",
            digest=told.digest,
            opened=told.opened,
            stored=told.stored,
            anew=told.anew,
            zone=seat.zone or context.config.service.zone,
            whole=report,
            desk=desktop(
                ruleset,
                told.view,
                None if over or game.results_wait else told.ask,
                report.template,
                holds,
                told.frames,
                told.refused,
                played,
            ),
            ask=told.ask,
            data={"view": told.view, "news": told.news},
        )
        report = laid_out(report, ruleset.desk, told.view)
        if not over and not explains:
            report = without_hints(report)
        header = post.for_seat(context, game, seat, turn=game.turn)
        if not over and told.before is not None:
            orders = (*report.template, *holds, *played)
            around = lines_around(report, shown, header, context.templates)
            room = room_beside(around, first=game.turn == 1)
            report = folded(report, before.facts, orders, room)
        return Written(seat, post.begin_report(context, report, shown, header), after)


def _without_default(report: Report) -> Report:
    """A report to whom something else than the game's default is played for."""
    sections = tuple(section for section in report.sections if not section.default)
    return msgspec.structs.replace(report, sections=sections)


def _is_waited_for(seat: SeatRow, told: Told) -> bool:
    """Whether the turn waits for the reader: as it does with lines held that nobody wrote for it,
    and with a mail of which a line was refused."""
    return not told.sent if told.owing is None else seat.seat in told.owing


def _held(game: GameRow, told: Told, *, awaited: bool) -> Excerpt | None:
    if told.sent:
        caption = _("Your orders for turn {turn} as they now stand:").format(turn=game.turn)
        return Excerpt(caption, told.sent)
    return prepared_lines(game.turn, told.prepared, awaited=awaited) if told.prepared else None


def prepared_lines(turn: int, lines: tuple[str, ...], *, awaited: bool = True) -> Excerpt:
    """What is held for a turn although no mail has brought it; after DONE its reader is `awaited`
    no longer."""
    caption = _("Held for turn {turn}; nothing more is needed from you:")
    if awaited:
        caption = _(
            "Held for turn {turn} (repeated or sent ahead) and played at the deadline; the game "
            "waits for your reply, be it DONE:"
        )
    return Excerpt(caption.format(turn=turn), lines)


def without_orders(
    ruleset: AnyRuleset, schedule: Schedule, view: Any, ask: Ask
) -> tuple[str, tuple[str, ...]]:
    """What is played at the deadline for a reader who holds no orders: a sentence, and lines
    where they tell it. Of a reaction the game's own report tells it."""
    if ask.pace is Pace.REACTION:
        return "", ()
    if schedule.missed == "bot":
        return _("Without orders from you the house bot moves for you this once."), ()
    told = ruleset.desk.unanswered(view, ask)
    if told and schedule.missed == "default":
        return told, ()
    default = ruleset.desk.default(view, ask)
    if schedule.missed == "pass" or default == ruleset.desk.idle(view, ask):
        return _("Without orders from you, you pass."), ()
    lines = ruleset.desk.write(view, ask, default)
    return _("Without orders from you this is played:"), lines


def who(seat: SeatRow, runs: bool) -> str:
    """Who has a seat, as a report tells all."""
    if runs:
        return _("{name} (runs the game, too)").format(name=seat.name)
    if seat.lent is not None:
        return _("{name} (a substitute plays)").format(name=seat.name)
    if seat.kind == SeatKind.BOT:
        return _("{name} (automatic)").format(name=seat.name)
    if seat.kind == SeatKind.RESIGNED:
        return _("{name} (resigned)").format(name=seat.name)
    if seat.kind == SeatKind.EJECTED:
        return _("{name} (ejected)").format(name=seat.name)
    return seat.name


def of_note(seats: Sequence[SeatRow], running: Collection[int]) -> tuple[str, ...]:
    """Those of whom there is more to tell than a name."""
    told = ((seat.name, who(seat, seat.seat in running)) for seat in seats)
    return tuple(said for name, said in told if said != name)


def told_to(seat: int | None, view: Any, events: Sequence[Event], **more: Any) -> Told:
    """What `seat` (None: a spectator) is told: its view and those events that it may hear of."""
    return Told(view=view, news=news_for(seat, events), **more)


def ended(report: Report, game: GameRow, seats: Sequence[SeatRow], news: Sequence[Event]) -> Report:
    """The last report of a game that its players have ended says so first of all: its ruleset
    knows nothing of that. Where there is no news, its sentences tell of a turn that was not played
    and of one that does not come: how the game stands remains. Any other stays as it is."""
    headline = _agreed(game, seats)
    if not headline:
        return report
    title = _("The end, after turn {turn}").format(turn=game.turns_played)
    sections = report.sections if news else tuple(_how_it_stands(report.sections))
    return msgspec.structs.replace(report, title=title, headline=headline, sections=sections)


def _how_it_stands(sections: Sequence[Section]) -> Iterator[Section]:
    """The tables and pictures of a report."""
    for section in sections:
        shown = tuple(one for one in section.blocks if isinstance(one, (Table, Picture)))
        if shown:
            yield msgspec.structs.replace(section, blocks=shown)


def _agreed(game: GameRow, seats: Sequence[SeatRow]) -> str:
    """How the players have ended a game; empty where they have not."""
    outcome = game.outcome if game.finished is not None else None
    match outcome.agreed if outcome is not None else "":
        case "draw":
            return _("The players have ended the game by a vote: it is a draw.")
        case "end":
            return _("The players have ended the game by a vote, without a result.")
        case "concede":
            winners = [s.name for s in seats if outcome is not None and s.seat in outcome.winners]
            said = _("The players have ended the game by a vote: {name} has won.")
            return said.format(name=", ".join(winners))
        case _:
            return ""
