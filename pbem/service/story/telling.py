"""Tells a game's past as a mail: turning points, a chart, a film, orders, and how to check it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

import msgspec

from pbem.drawing.errors import DrawingError
from pbem.drawing.film import WIDTH, chosen, film
from pbem.drawing.ticks import short
from pbem.engine.chronicle import Course
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import decimal, in_a_row
from pbem.engine.report import Bullets, Paragraph, Picture
from pbem.engine.rng import commitment
from pbem.mailer.outbound.contents import Chapter, Excerpt, Figure, File, Notice
from pbem.mailer.outbound.phrases import span
from pbem.service.context import Context
from pbem.service.counters import Count
from pbem.service.play.describing import who_won
from pbem.service.story.past import Ordered, Past
from pbem.service.story.turning import Kind, TurningPoint, changes_of_lead, turning_points
from pbem.store.records import Source

FILM_OCTETS = 1_400_000
"""A film is below 2 MB in the mail, where it takes a third more."""
FILE_OCTETS = 1_000_000
"""What is larger is not attached."""
ORDERS_FILE = "orders.txt"
_AT_ONCE = 8
"""Frames that are drawn before it is told that the work gets on."""


def story_notice(context: Context, past: Past, record: bytes, language: str) -> Notice:
    """The story of a game, the same for all its readers of a language, which is being spoken.
    `record` is the game's export."""
    files = tuple(filter(None, (_orders_file(past), _record_file(past, record))))
    return Notice(
        title=_("The story of the game"),
        subject=_("{game}: the story of the game").format(game=past.game.title),
        paragraphs=tuple(ending(past)),
        chapters=(*_figures(context, past), *closing_chapters(past, files)),
        files=files,
        answer=False,
        game_title=past.game.title,
    )


def closing_chapters(past: Past, attached: Sequence[File]) -> tuple[Chapter, ...]:
    """Where the orders of all are, and how the game can be checked."""
    names = {file.name for file in attached}
    return (
        Chapter(_("The orders of all"), tuple(_about_orders(past, names))),
        Chapter(how_to_check(past), tuple(_check(past, names))),
    )


def ending(past: Past) -> Iterator[str]:
    """Who won, how many turns it took and how long."""
    game = past.game
    yield who_won(game, past.seats)
    if game.finished is not None and game.finished > game.created:
        turns = game.turns_played
        yield ngettext(
            "The game had {turns} turn and took {span}.",
            "The game had {turns} turns and took {span}.",
            turns,
        ).format(turns=turns, span=span(game.finished - game.created))


def _name(past: Past, seat: int) -> str:
    return past.seats[seat - 1].name


def _figures(context: Context, past: Past) -> Iterator[Chapter]:
    """What the ruleset tells of the course of its games."""
    chronicle = past.ruleset.chronicle
    if chronicle is None:
        return
    course = chronicle.course(past.views)
    told = tuple(turned(past, course))
    if told:
        yield Chapter(_("Turning points"), (Bullets(told),))
    chart = chronicle.chart(past.views[-1])
    if chart is not None:
        scenes = [one for one in (chart.scene, chart.narrow) if one is not None]
        drawn, *narrow = context.renderer.render(scenes)
        shown = _figure(chart, "chart.png", "image/png", drawn)
        if narrow:
            file = File("chart-narrow.png", "image/png", narrow[0])
            shown = msgspec.structs.replace(shown, narrow=file)
        yield Chapter(_("The course of the game"), (shown,))
    frames = [chronicle.frame(past.views[place]) for place in chosen(len(past.views))]
    moving = film(_drawn(context, frames), FILM_OCTETS)
    if moving is not None:
        caption = _("From the start to the end, a picture a turn; it begins again by itself.")
        end = Picture(name="film", scene=frames[-1].scene, alt=frames[-1].alt, caption=caption)
        shown = _figure(end, "film.gif", "image/gif", moving)
        yield Chapter(_("The film of the game"), (shown,))


def _drawn(context: Context, frames: list[Picture]) -> list[bytes]:
    """The frames as they are to be filmed; what cannot be drawn is left out."""
    found: list[bytes] = []
    for first in range(0, len(frames), _AT_ONCE):
        for frame in frames[first : first + _AT_ONCE]:
            try:
                scale = min(1.0, WIDTH / frame.scene.width)
                found += context.renderer.render([frame.scene], scale=scale)
            except DrawingError as error:
                context.troubles.begins("drawing a film", error)
        context.counters.add(Count.FILMED, len(frames[first : first + _AT_ONCE]))
    return found


def _figure(picture: Picture, name: str, kind: str, data: bytes) -> Figure:
    width = min(WIDTH, picture.scene.width)
    caption = picture.caption or picture.scene.title
    return Figure(File(name, kind, data), picture.alt, caption, width, is_chart=True)


def turned(past: Past, course: Course) -> Iterator[str]:
    """The turning points in a sentence each, and how often the lead changed where not all of that
    is told."""
    points = turning_points(course)
    yield from (happened(past, course, point) for point in points)
    changes = changes_of_lead(course)
    if changes >= sum(point.kind is Kind.LEAD for point in points):
        yield ngettext(
            "The lead changed {n} time in all.", "The lead changed {n} times in all.", changes
        ).format(n=changes)


def happened(past: Past, course: Course, point: TurningPoint) -> str:
    """A turning point in a sentence."""
    words = {
        "turn": point.turn,
        "name": in_a_row([_name(past, seat) for seat in point.seats]),
        "figures": ", ".join(_figures_of(course, point)),
        "measure": course.measures[point.measure],
        "amount": _told_as(course, point.figures[0]) if point.figures else "",
        "before": in_a_row([_name(past, seat) for seat in point.before]),
        "until": point.until,
    }
    match point.kind:
        case Kind.LEAD if not point.before:
            said = ngettext(
                "Turn {turn}: {name} is the first to lead ({figures}).",
                "Turn {turn}: {name} are the first to lead, level with each other ({figures}).",
                len(point.seats),
            )
        case Kind.LEAD:
            said = ngettext(
                "Turn {turn}: {name} takes the lead ({figures}); until turn {until} {before} led.",
                "Turn {turn}: {name} are level in the lead ({figures}); until turn {until} "
                "{before} led.",
                len(point.seats),
            )
        case Kind.GAIN:
            said = _("Turn {turn}: a great gain for {name} ({measure}: +{amount}).")
        case Kind.LOSS:
            said = _("Turn {turn}: a heavy loss for {name} ({measure}: -{amount}).")
        case Kind.OUT:
            said = _("Turn {turn}: {name} is out of the game.")
            if point.figures:
                said = _("Turn {turn}: {name} is out of the game ({figures}).")
    return said.format(**words)


def _told_as(course: Course, amount: float) -> str:
    """As the game's reports print it."""
    return decimal(f"{amount:.{course.decimals}f}" if course.decimals else short(amount))


def _figures_of(course: Course, point: TurningPoint) -> Iterator[str]:
    """What each of those who lead has, or what who is out lost last."""
    told, is_lost = _("{name}: {figures}"), point.kind is Kind.OUT
    for measure, amount in zip(course.measures, point.figures, strict=False):
        figures = _told_as(course, amount)
        if amount or not is_lost:
            yield told.format(name=measure, figures=f"-{figures}" if is_lost else figures)


# Orders, and the proof ----------------------------------------------------------------


def _orders_file(past: Past) -> File | None:
    if past.orders is None:
        return None
    data = "\n".join(all_orders(past, past.orders)).encode()
    return File(ORDERS_FILE, "text/plain; charset=utf-8", data) if fits(data) else None


def fits(data: bytes) -> bool:
    """Whether something is small enough to be attached."""
    return len(data) <= FILE_OCTETS


def all_orders(past: Past, orders: tuple[Ordered, ...]) -> Iterator[str]:
    turn = 0
    for one in orders:
        if one.turn != turn:
            turn = one.turn
            yield from ("", _("Turn {turn}").format(turn=turn), "")
        yield f"{_name(past, one.seat)} ({_source(one.source)})"
        yield from (f"    {line}" for line in one.lines)


def _source(source: Source) -> str:
    match source:
        case Source.MAIL:
            return _("by mail")
        case Source.STANDING:
            return _("repeated or sent ahead")
        case Source.BOT:
            return _("by a bot")
        case Source.DEFAULT:
            return _("the game's own default")
        case Source.PASS:
            return _("passed")
        case Source.RESIGNED:
            return _("resigned")


def _about_orders(past: Past, attached: Container[str]) -> Iterator[Paragraph]:
    if past.orders is None:
        yield Paragraph(_("The rules of this game keep them secret for good."))
    elif ORDERS_FILE not in attached:
        yield Paragraph(_("They are too many for a mail. The game's record has them all."))
    else:
        said = _("The file {file} has what was played, by turn and player.")
        yield Paragraph(said.format(file=ORDERS_FILE))


def _record_file(past: Past, record: bytes) -> File | None:
    return File(_record_name(past), "application/zip", record) if fits(record) else None


def _record_name(past: Past) -> str:
    return f"{past.game.id}.pbem.zip"


def how_to_check(past: Past) -> str:
    """The heading over all that a game is checked by."""
    return _("The dice, laid open") if past.has_chance else _("To check the game by")


def secret_told(past: Past) -> tuple[Excerpt, ...]:
    """The secret that chance came from, and its commitment; nothing of a game without chance."""
    if not past.has_chance:
        return ()
    secret = past.game.secret
    first_told = _(
        "The SHA-256 of the secret that all chance came from, as the first report told it:"
    )
    every_roll = _(
        "The secret itself, to check every roll by. The SHA-256 is of the bytes that these digits "
        "write:"
    )
    return Excerpt(first_told, (commitment(secret),)), Excerpt(every_roll, (secret.hex(),))


def _check(past: Past, attached: Container[str]) -> Iterator[Paragraph | Excerpt]:
    secret = secret_told(past)
    yield from secret
    name = _record_name(past)
    if name not in attached:
        yield Paragraph(
            _("The game's record is too large for a mail. The game master can give it to you.")
        )
    else:
        yield Paragraph(_("The file {file} is the game's record.").format(file=name))
    how = _(
        "With a mail program alone you can look whether your first report told the same "
        "SHA-256. All else is for those who have the program pbem on a computer of their own: it "
        "checks the record, and the mails that you saved against it, like this:"
    )
    if not secret:
        how = _(
            "This is for those who have the program pbem on a computer of their own: it checks the "
            "record, and the mails that you saved against it, like this:"
        )
    yield Excerpt(how, (f"pbem verify {name} --mails FOLDER",))
