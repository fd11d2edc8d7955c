"""The pages of one game: how it stands, each of its turns, and its record when it is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import groupby

import msgspec

from pbem.engine.i18n import _, ngettext
from pbem.engine.registry import load, rulebook
from pbem.engine.report import Picture, Report, Section
from pbem.mailer.outbound.calendar import Deadline
from pbem.mailer.outbound.compose import file_name
from pbem.mailer.outbound.contents import Excerpt
from pbem.mailer.outbound.layout_html import with_players, without_vectors
from pbem.service.context import Session
from pbem.service.observing.spectator import how_long, report_of
from pbem.service.play.describing import about
from pbem.service.play.masters import running_seats
from pbem.service.play.reports import who
from pbem.service.play.table import closed_turn, free_seats
from pbem.service.press.cleaning import without_addresses
from pbem.service.press.delivery import shown
from pbem.service.press.directory import Directory
from pbem.service.publishing.ending import End, end_of
from pbem.service.publishing.feeds import Item, feed
from pbem.service.publishing.folder import Made
from pbem.service.publishing.rendering import Pages, beside, drawn, stamp_of
from pbem.store import games, press
from pbem.store.joining import Joining
from pbem.store.people import PersonRow
from pbem.store.publishing import Closing, closings_told
from pbem.store.records import NOT_TAKEN, GameRow, GameStatus, SeatRow
from pbem.store.talk import PressRow

NO_SEAT = 0
MOST_IN_FEED = 30


@dataclass(frozen=True)
class Public:
    """What anyone may know of a game beside its turns, and in which `language` it is told."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    players: tuple[str, ...]
    closings: tuple[Closing, ...]
    said: tuple[PressRow, ...]
    title: str
    language: str
    address: str
    """Where it is played by mail."""

    @property
    def folder(self) -> str:
        """Where its pages lie, and the name of the part of the site that its own belongs to."""
        return f"games/{self.game.id}"

    def part_of(self, turn: int) -> str:
        """The part that the page of a turn belongs to."""
        return f"{self.folder}/{turn}"

    @property
    def reader(self) -> PersonRow:
        """Everybody."""
        return PersonRow("", language=self.language)

    @property
    def joins(self) -> bool:
        """Whether somebody may ask for a seat by mail."""
        free = self.game.joining is not Joining.INVITED and bool(free_seats(self.seats))
        return self.game.status is GameStatus.FORMING and free

    @property
    def is_over(self) -> bool:
        return self.game.status is GameStatus.FINISHED

    @property
    def stamp(self) -> str:
        """What all its pages hang on."""
        return stamp_of(self.title, self.players, self.game.ruleset)

    @property
    def whole_stamp(self) -> str:
        """What its own page hangs on."""
        game = self.game
        moving = (game.status, game.turn, game.rollbacks, game.head, game.deadline, game.stalled)
        settled = (game.releases, game.joining, game.schedule, game.outcome, free_seats(self.seats))
        pieces = tuple((piece.id, piece.due) for piece in self.said)
        return stamp_of(self.stamp, moving, settled, pieces)


def public_of(session: Session, game: GameRow, language: str) -> Public:
    """The game as anyone may see it, in the language that is spoken."""
    seats = games.seats_of(session.connection, game.id)
    running = running_seats(session.context, session.connection, game.id, seats)
    return Public(
        game=game,
        seats=seats,
        players=tuple(
            who(seat, seat.seat in running) for seat in seats if seat.kind not in NOT_TAKEN
        ),
        closings=closings_told(session.connection, game),
        said=press.public_press(session.connection, game.id),
        title=without_addresses(game.title)[0],
        language=language,
        address=session.context.address_of(game.mailbox),
    )


# A turn ---------------------------------------------------------------------------


def turn_stamp(public: Public, closing: Closing) -> str:
    """What the page of a turn hangs on: it is made once, and again when the next one stands behind
    it."""
    is_last = closing == public.closings[-1]
    ending = public.game.status if is_last else ""
    return stamp_of(public.stamp, closing.head, is_last, ending)


def turn_files(session: Session, pages: Pages, public: Public, closing: Closing) -> Made:
    """The files of a turn, pictures first, and what other pages tell of it. Raises DamagedRecord,
    DrawingError and TemplateProblem."""
    turn, folder = closing.turn, public.folder
    report, context = report_of(session, public.game, public.reader, turn, turn)
    report = without_vectors(with_players(report, context))
    if not turn:
        report = msgspec.structs.replace(report, title=_("The start"))  # nobody is welcomed here
    files: dict[str, bytes] = {}
    frame = _frame(session, public.game, turn, report)
    told = {"title": report.title, "headline": report.headline}
    if frame is not None:
        name = f"turn-{turn}.svg"
        files[f"{folder}/{name}"] = drawn(frame.scene)
        told |= {"picture": name, "alt": frame.alt}
        told |= {"width": str(frame.scene.width), "height": str(frame.scene.height)}
    sources = dict(_pictures(files, folder, turn, report))
    first, sections = report.opened_by_picture()
    path = f"{folder}/turn-{turn}.html"
    last = public.closings[-1].turn
    files[path] = pages.page(
        path,
        "turn",
        game_title=public.title,
        report=report,
        first=first,
        sections=sections,
        source=partial(_source, sources),
        closed=session.context.local(closing.closed, ""),
        turn=turn,
        before=turn - 1 if turn else None,
        after=turn + 1 if turn < last else None,
    )
    return Made(files, told)


def _pictures(
    files: dict[str, bytes], folder: str, turn: int, report: Report
) -> Iterator[tuple[tuple[str, bool], str]]:
    """Put what a report shows among the files, if it is not there, and tell where: by its name, and
    whether it is for narrow screens."""
    frame = f"turn-{turn}.svg"
    for picture in report.pictures():
        for narrow, scene in ((False, picture.scene), (True, picture.narrow)):
            if scene is None:
                continue
            name, data = frame, drawn(scene)
            if data != files.get(f"{folder}/{frame}"):
                name = f"turn-{turn}-{file_name(picture.name)}{'-narrow' * narrow}.svg"
                files[f"{folder}/{name}"] = data
            yield (picture.name, narrow), name


def _source(sources: Mapping[tuple[str, bool], str], picture: Picture, narrow: bool = False) -> str:
    return sources.get((picture.name, narrow), "")


def _frame(session: Session, game: GameRow, turn: int, report: Report) -> Picture | None:
    """How things stood after a turn, as one picture; None where the game draws none."""
    ruleset = load(game.ruleset)
    if ruleset.chronicle is None:
        return next(iter(report.pictures()), None)
    record = closed_turn(session.connection, game.id, turn)
    view = ruleset.rules.view(ruleset.codec.load_state(record.state), None)
    return ruleset.chronicle.frame(view)


# The game -------------------------------------------------------------------------


@dataclass(frozen=True)
class Turn:
    """A turn as its game's page tells of it."""

    number: int
    closed: datetime
    title: str
    headline: str
    picture: str
    alt: str
    width: int
    height: int


def turns_told(public: Public, told: Mapping[int, Mapping[str, str]]) -> tuple[Turn, ...]:
    """The turns of a game by what their parts have told; without those that have no page."""
    found = []
    for turn, closed, _head in public.closings:
        if said := told.get(turn):
            found.append(
                Turn(
                    number=turn,
                    closed=closed,
                    title=said["title"],
                    headline=said["headline"],
                    picture=said.get("picture", ""),
                    alt=said.get("alt", ""),
                    width=int(said.get("width", 0)),
                    height=int(said.get("height", 0)),
                )
            )
    return tuple(found)


def game_files(session: Session, pages: Pages, public: Public, turns: tuple[Turn, ...]) -> Made:
    """A game's own page, its feed, its calendar, and its record when it is over. Raises as
    :func:`turn_files`."""
    game, folder = public.game, public.folder
    end = end_of(session, game) if public.is_over else End()
    files: dict[str, bytes] = {f"{folder}/{name}": data for name, data in end.files.items()}
    path = f"{folder}/index.html"
    files[f"{folder}/deadline.ics"] = _calendar(session, public)
    items = [item_of(public, turn) for turn in turns[::-1][:MOST_IN_FEED]]
    files[f"{folder}/feed.xml"] = feed(
        public.address.rpartition("@")[2],
        f"games/{game.id}",
        public.title,
        [_on_its_own(item, folder) for item in items],
        game.created,
    )
    files[path] = pages.page(
        path,
        "game",
        public=public,
        game=game,
        ruleset=load(game.ruleset),
        has_rules=rulebook(game.ruleset) is not None,
        about=about(session.context, game, len(public.seats)),
        standing=tuple(stands(session, public)),
        turns=turns,
        standings=_standings(session, public, turns),
        press=tuple(_press(public)),
        end=end,
        source=beside,
    )
    return Made(files)


def stands(session: Session, public: Public) -> Iterator[str]:
    """How a game stands, in a few words."""
    game = public.game
    match game.status:
        case GameStatus.FORMING:
            free = free_seats(public.seats)
            yield ngettext(
                "The game has not begun: {n} seat is free.",
                "The game has not begun: {n} seats are free.",
                free,
            ).format(n=free)
        case GameStatus.FINISHED:
            yield _("The game is over.")
        case GameStatus.CANCELLED:
            yield _("{game} was cancelled.").format(game=public.title)
        case _:
            yield from how_long(session, game, public.reader)


def item_of(public: Public, turn: Turn) -> Item:
    """A turn as feeds tell of it."""
    return Item(
        id=f"{public.folder}/turn-{turn.number}",
        title=_("{game}: {title}").format(game=public.title, title=turn.title),
        text=turn.headline,
        link=f"{public.folder}/turn-{turn.number}.html",
        moment=turn.closed,
    )


def _on_its_own(item: Item, folder: str) -> Item:
    """The same, as seen from the game's own folder."""
    return Item(item.id, item.title, item.text, item.link.removeprefix(f"{folder}/"), item.moment)


def _calendar(session: Session, public: Public) -> bytes:
    game = public.game
    counts = game.status is GameStatus.RUNNING and not game.results_wait and not game.stalled
    return Deadline(
        game=game.id,
        seat=NO_SEAT,
        game_title=public.title,
        turn=game.turn,
        until=game.deadline if counts else None,
        organizer=public.address,
        now=game.finished or game.opened or game.created,
    ).calendar()


def _standings(session: Session, public: Public, turns: tuple[Turn, ...]) -> Section | None:
    """The part of the newest report that tells how all stand, or who plays."""
    if not turns:
        return None
    newest = turns[-1].number
    report, context = report_of(session, public.game, public.reader, newest, newest)
    sections = with_players(report, context).sections
    return next((one for one in sections if one.ranks), sections[-1] if sections else None)


def _press(public: Public) -> Iterator[tuple[str, tuple[Excerpt, ...]]]:
    """What was said to all, the newest turns first; what is not signed stands last in its turn, in
    an order that tells nothing."""
    people = Directory(public.seats, NO_SEAT, public.language)
    by_turn = sorted(public.said, key=lambda piece: (piece.turn, piece.anonymous))
    found = [
        (_("Turn {turn}").format(turn=turn), shown(tuple(pieces), people))
        for turn, pieces in groupby(by_turn, key=lambda piece: piece.turn)
    ]
    yield from reversed(found)
