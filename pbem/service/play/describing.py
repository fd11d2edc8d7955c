"""A game in a few sentences, for people who do not know it yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from babel.dates import get_day_names

from pbem.engine.i18n import _, language, ngettext
from pbem.engine.registry import load
from pbem.mailer.outbound.phrases import listing, locale_of, span
from pbem.service.context import Context
from pbem.service.play.table import free_seats, options_of, schedule_of
from pbem.service.schedule import Schedule, duration, numbers_of_days
from pbem.store.joining import Joining
from pbem.store.records import GameRow, SeatKind, SeatRow


def described(context: Context, ruleset: str, seats: int, schedule: Schedule) -> str:
    """What is played, how many sit there, and when turns end, in the language that is spoken."""
    said = ngettext(
        "{ruleset}, {count} seat: {rhythm}.", "{ruleset}, {count} seats: {rhythm}.", seats
    )
    title = load(ruleset).title
    return said.format(ruleset=title, count=seats, rhythm=rhythm(context, schedule))


def introduced(context: Context, game: GameRow, seats: int) -> str:
    """The same of a game that is there, what one does in it, and who sees it."""
    shown = (seen_by_all(),) if game.public else ()
    return " ".join([about(context, game, seats), *shown])


def about(context: Context, game: GameRow, seats: int) -> str:
    """What is played in a game, how, and how long it lasts."""
    said, ruleset = described(context, game.ruleset, seats, schedule_of(game)), load(game.ruleset)
    lasts = (ruleset.length(options_of(game)),) if ruleset.length else ()
    return " ".join([said, _(ruleset.summary), *lasts, *looked_at_first(game)])


def who_won(game: GameRow, seats: Sequence[SeatRow]) -> str:
    """Who won a game that was played to an end, and why; empty of one that was not."""
    if game.outcome is None:
        return ""
    names = [seat.name for seat in seats if seat.seat in game.outcome.winners]
    reason = _(game.outcome.reason)
    if not names:
        return _("Nobody won: {reason}.").format(reason=reason)
    return _("Won by {names}: {reason}.").format(names=listing(names, language()), reason=reason)


def seen_by_all() -> str:
    """What it means that a game is shown on public pages."""
    return _(
        "Everybody can see on public pages what a spectator sees of the game, with the names of "
        "its players and what they write to all; never their addresses."
    )


def looked_at_first(game: GameRow) -> Iterator[str]:
    """That reports wait for the game master, where they do."""
    if game.release_after:
        yield _(
            "The game master looks at the results of each turn before they go out: your report "
            "comes {span} after the turn has closed at the latest."
        ).format(span=span(timedelta(seconds=game.release_after)))


def when_it_begins(game: GameRow, chairs: tuple[SeatRow, ...]) -> str:
    """When a game begins that is forming, and how many of its seats nobody has yet."""
    free = free_seats(chairs)
    kept = sum(1 for seat in chairs if seat.kind is SeatKind.KEPT)
    if not free and game.start_when_full:
        return _("All its seats are taken: it begins now, and the first report comes at once.")
    said = [
        _("The game starts as soon as every seat is taken.")
        if game.start_when_full
        else _("The game starts when its game master says so."),
        ngettext("{count} seat is still free.", "{count} seats are still free.", free).format(
            count=free
        )
        if free
        else _("All its seats are taken."),
    ]
    if kept:
        said.append(
            ngettext(
                "{count} of these is kept for somebody who has yet to take it.",
                "{count} of these are kept for people who have yet to take them.",
                kept,
            ).format(count=kept)
        )
    return " ".join(said)


def how_others_join(game: GameRow, chairs: tuple[SeatRow, ...]) -> tuple[str, ...]:
    """How more people come to a game, where they need not be invited."""
    if game.joining is Joining.INVITED or all(seat.kind is not SeatKind.OPEN for seat in chairs):
        return ()
    return (_("Others join by mail with the line: JOIN {game}").format(game=game.id),)


def start_now() -> str:
    """How an owner begins a game that has not begun."""
    return _("START begins it now; bots take the seats that are still free.")


def first_words() -> str:
    """What somebody who is new to a game may ask for, and who advises them."""
    asking = _(
        "In a reply, RULES brings the rules of the game, HELP tells how orders are written, "
        "PREVIEW above your orders shows what they would come to and keeps nothing, STATUS "
        "tells whom the game waits for and what is held of you, and CONSOLE brings a page on "
        "which you choose your orders from a map and a menu."
    )
    advice = _(
        "The house bot is the automatic player of this service: it plays the seats called "
        "automatic, and what it proposes to you ends each report. It orders for you only where "
        "your report says so before, or while you are away, if you ask it to."
    )
    return f"{asking} {advice}"


def never_again() -> str:
    """How somebody says that they want no mail which they did not ask for."""
    return _(
        "NEVER in a reply says that you will not, and that nobody is to ask you for anything of "
        "the kind again."
    )


def rhythm(context: Context, schedule: Schedule) -> str:
    """When turns end, as a part of a sentence."""
    if schedule.every:
        return _("a turn takes {span}").format(span=span(duration(schedule.every, "every")))
    names = get_day_names("wide", locale=locale_of(language()))
    days = [names[number] for number in numbers_of_days(schedule.weekdays)]
    return _("turns end on {days} at {hour} ({zone})").format(
        days=listing(days, language()),
        hour=schedule.hour,
        zone=schedule.zone or context.config.service.zone,
    )
