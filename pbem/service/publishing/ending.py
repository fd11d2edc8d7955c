"""What stands on the page of a game that is over: how it went, its orders and its record, as far as
the rules let them out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.engine.i18n import _
from pbem.engine.report import Bullets, Picture
from pbem.engine.scene import Scene
from pbem.mailer.outbound.contents import Chapter, Excerpt, Figure, File
from pbem.service.context import Session
from pbem.service.press.cleaning import without_addresses
from pbem.service.publishing.rendering import drawn
from pbem.service.story.past import past_of
from pbem.service.story.telling import (
    ORDERS_FILE,
    all_orders,
    ending,
    how_to_check,
    secret_told,
    turned,
)
from pbem.service.tools.archive import pack
from pbem.service.tools.export import exported
from pbem.store.records import GameRow


@dataclass(frozen=True)
class End:
    """``sentences`` say who won, ``chapters`` how it went and how to check it. ``files`` lie beside
    the page; ``downloads`` are those of them that can be fetched, with a word on each."""

    sentences: tuple[str, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    downloads: tuple[tuple[str, str], ...] = ()


def end_of(session: Session, game: GameRow) -> End:
    """The end of a finished game, in the language that is spoken. Raises DamagedRecord and
    DrawingError."""
    past = past_of(session, game)
    chapters, files = list[Chapter](), dict[str, bytes]()
    if past.ruleset.chronicle is not None:
        course = past.ruleset.chronicle.course(past.views)
        told = tuple(turned(past, course))
        if told:
            chapters.append(Chapter(_("Turning points"), (Bullets(told),)))
        chart = past.ruleset.chronicle.chart(past.views[-1])
        newest = past.ruleset.chronicle.frame(past.views[-1])
        if chart is not None and chart.scene != newest.scene:  # which the page shows above
            figure = _figure(chart)
            files |= {one.name: one.data for one in (figure.file, figure.narrow) if one is not None}
            chapters.append(Chapter(_("The course of the game"), (figure,)))
    record = f"{game.id}.pbem.zip"
    downloads = list[tuple[str, str]]()
    if not _names_an_address(game):
        now = game.finished or game.created
        files[record] = pack(exported(session.connection, game, now))
        downloads.append((record, _("the game's record")))
    if past.orders is not None:
        files[ORDERS_FILE] = "\n".join(all_orders(past, past.orders)).encode()
        downloads.append((ORDERS_FILE, _("the orders of all, by turn and player")))
    checks = secret_told(past)
    if record in files:
        how = _("This checks it, and your own saved mails against it, wherever pbem is installed:")
        checks = (*checks, Excerpt(how, (f"pbem verify {record} --mails FOLDER",)))
    if checks:
        chapters.append(Chapter(how_to_check(past), checks))
    sentences = tuple(ending(past))
    return End(sentences, tuple(chapters), files, tuple(downloads))


def _names_an_address(game: GameRow) -> bool:
    """Whether a mail address stands in what a game master called things: the record has that as it
    was written, and seals it."""
    return without_addresses(f"{game.title}\n{dict(game.options)}")[1] > 0


def _figure(chart: Picture) -> Figure:
    """A chart as files that lie beside the page."""
    narrow = None if chart.narrow is None else _file("chart-narrow.svg", chart.narrow)
    whole = _file("chart.svg", chart.scene)
    return Figure(whole, chart.alt, chart.caption, chart.scene.width, narrow)


def _file(name: str, scene: Scene) -> File:
    return File(name, "image/svg+xml", drawn(scene))
