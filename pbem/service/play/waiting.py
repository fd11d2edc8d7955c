"""For whom the open turn waits, in sentences: everyone who plays may know it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from pbem.engine.api import Ask
from pbem.engine.i18n import _
from pbem.mailer.outbound.phrases import clock, listing, soon, span, when
from pbem.service.context import Context
from pbem.service.play.ending import ends_early, is_hurried_by_done
from pbem.service.play.table import schedule_of
from pbem.service.schedule import duration
from pbem.store.records import GameRow, GameStatus, NewsWish, SeatRow


def waits(
    context: Context,
    game: GameRow,
    reader: SeatRow,
    seats: Sequence[SeatRow],
    owing: Collection[int],
    *,
    sure: bool | None = False,
) -> str:
    """For whom the turn waits, or when it closes if it waits for nobody, told to one of the
    players; `owing` are seats, `sure` says whether the reader has said DONE, None that DONE is
    nothing to speak of."""
    if game.results_wait:
        return being_looked_at(game)
    if paused := stands_still(game):
        return f"{paused} {_awaited(context, reader, seats, owing)}"
    if owing:
        told = _awaited(context, reader, seats, owing)
        return f"{told} {_already_sure()}" if sure else told
    if not ends_early(game) or game.closes is None:
        return _awaited(context, reader, seats, owing)
    now = context.clock.now()
    if game.closes <= now:
        return _("Everybody's orders are in: turn {turn} closes now.").format(turn=game.turn)
    alone = [seat.seat for seat in seats if seat.has_person] == [reader.seat]
    hurried = is_hurried_by_done(game, now)
    told = _(
        "Everybody's orders are in: turn {turn} closes at {time} ({until}) unless somebody "
        "changes something."
    )
    if alone:
        told = _(
            "Your orders are in: turn {turn} closes at {time} ({until}) unless you change "
            "something."
        )
    closes = context.local(game.closes, reader.zone)
    told = told.format(
        turn=game.turn, time=clock(closes, now, _language(context, reader)), until=soon(closes, now)
    )
    if not hurried or sure is None:
        return told
    if alone:
        return f"{told} {_closes_at_once()}"
    return f"{told} {_already_sure() if sure else _how_to_be_sure()}"


def _awaited(
    context: Context, reader: SeatRow, seats: Sequence[SeatRow], owing: Collection[int]
) -> str:
    if not owing:
        return _("Everybody's orders are in.")
    names = _others(context, reader, seats, owing)
    if reader.seat not in owing:
        return _("The game waits for {names}.").format(names=names)
    if not names:
        return waits_for_you()
    return _("The game waits for you, and for {names}.").format(names=names)


def waits_for_you() -> str:
    """That the reader alone is waited for."""
    return _("The game waits for you.")


def being_looked_at(game: GameRow) -> str:
    """That what came of a turn waits for the game master."""
    return _(
        "Turn {turn} is closed, and the game master is looking at its results. Your report comes "
        "when they are let out; until then no orders are taken."
    ).format(turn=game.turn)


def stands_still(game: GameRow) -> str:
    """That no turn ends just now; empty where the clock runs."""
    if game.status != GameStatus.PAUSED:
        return ""
    return _("The game is paused: the clock stands still.")


def clock_runs_to(game: GameRow) -> datetime | None:
    """When the open turn ends at the latest; None where nobody can know it."""
    return None if game.stalled or game.status == GameStatus.PAUSED else game.deadline


def _already_sure() -> str:
    return _("You have said DONE: as soon as all have, the turn closes.")


def _closes_at_once() -> str:
    return _("DONE in a mail closes it at once.")


def _how_to_be_sure() -> str:
    return _("DONE in a mail says that you are sure: as soon as all have said it, the turn closes.")


def how_it_closes(game: GameRow, seats: Sequence[SeatRow]) -> Iterator[str]:
    """When a turn is over before its deadline, for who does not know it yet; nothing where turns
    last until it, or the clock stands still. Of who plays alone only what has to be thought over is
    waited for."""
    schedule = schedule_of(game)
    if not schedule.early_close or stands_still(game):
        return
    told = _(
        "A turn closes as soon as everybody's orders are in; WAIT in a mail keeps it open until "
        "its deadline."
    )
    if sum(seat.has_person for seat in seats) == 1:
        told = _(
            "A turn closes as soon as your orders are in, if nothing in them has to be thought "
            "over; WAIT in a mail keeps it open until its deadline."
        )
    elif schedule.second_thoughts_span:
        told = _(
            "A turn closes {span} after the last change once everybody's orders are in, and at "
            "once where all have said DONE; WAIT in a mail keeps it open until its deadline."
        )
    yield told.format(span=span(schedule.second_thoughts_span))
    least = duration(schedule.between, "schedule.between")
    if least:
        yield _("No turn is shorter than {span}.").format(span=span(least))


def whereabouts(
    context: Context,
    game: GameRow,
    reader: SeatRow,
    seats: Sequence[SeatRow],
    owing: Collection[int],
    ask: Ask | None,
) -> tuple[str, ...]:
    """What a report says, beside the deadline, of whom the game waits for. Whoever owes nothing
    (by `ask`, the reader's own) is told so, until when others are waited for, and how to be told
    more or less often."""
    if ask is not None and ask.required:
        return (waits(context, game, reader, seats, owing),)
    needed = _nothing_needed(context, game, reader, _others(context, reader, seats, owing))
    said = [sentence for sentence in (stands_still(game), needed) if sentence]
    if ask is not None:
        said.append(_("Orders that you send count all the same."))
    return (*said, how_often(reader))


def _nothing_needed(context: Context, game: GameRow, reader: SeatRow, names: str) -> str:
    if not names:
        return _("Nothing is needed from you now.")
    until = clock_runs_to(game)
    if until is None:
        return _("Nothing is needed from you now: the game waits for {names}.").format(names=names)
    told = _("Nothing is needed from you now: the game waits for {names}, until {deadline}.")
    deadline = context.local(until, reader.zone)
    return told.format(names=names, deadline=when(deadline, _language(context, reader)))


def how_often(reader: SeatRow) -> str:
    """How often a player gets reports, and how to have it otherwise."""
    if reader.news == NewsWish.EACH_TURN:
        return _(
            "You get a report of every turn. With NEWS DIGEST in a mail you get one a day at the "
            "most while nothing is needed from you."
        )
    return _(
        "While nothing is needed from you, you get one report a day at the most. With NEWS EACH "
        "TURN in a mail you get one of every turn."
    )


def _others(
    context: Context, reader: SeatRow, seats: Sequence[SeatRow], owing: Collection[int]
) -> str:
    others = [s.name for s in seats if s.seat in owing and s.seat != reader.seat]
    return listing(others, _language(context, reader)) if others else ""


def _language(context: Context, reader: SeatRow) -> str:
    return reader.language or context.config.service.language
