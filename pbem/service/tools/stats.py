"""How games went, in figures: turns and their lengths, orders by seat, mails by kind.

Counted from the record as it stands; nothing here tells anybody's orders.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import pairwise
from statistics import median

import msgspec
from sqlalchemy.engine import Connection

from pbem.service.context import Context
from pbem.service.dispatch.bounces import DELAYED, SENT_BACK
from pbem.service.play.table import game_named
from pbem.store import figures, games
from pbem.store.records import GameRow, InboxStatus, OutboxStatus, SeatRow, Source


class TurnLengths(msgspec.Struct, frozen=True, kw_only=True):
    """From a turn's opening to its closing, pauses included, in seconds."""

    shortest: int
    median: int
    longest: int


class SeatFigures(msgspec.Struct, frozen=True, kw_only=True):
    """Of how many turns a seat's orders came by mail in time, were repeated from earlier lines,
    were missing (and something was played for it) or were a bot's; and of how many they came
    ``late``, after the deadline."""

    seat: int
    name: str
    kind: str
    by_mail: int
    repeated: int
    missing: int
    by_bot: int
    late: int


class MailKind(msgspec.Struct, frozen=True):
    """Mails of one kind: what became of one that came in, or what one was that was written."""

    kind: str
    mails: int
    octets: int


class MailFigures(msgspec.Struct, frozen=True, kw_only=True):
    """``octets`` of mails out are those of what is still kept. ``sent_back`` and ``delayed``: a
    bounce told so; ``refused``: by our own mail server, for good."""

    incoming: tuple[MailKind, ...]
    outgoing: tuple[MailKind, ...]
    waiting: int
    sent_back: int
    delayed: int
    refused: int


class GameFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One game. ``turns`` are those closed; without any there are no ``turn_seconds``."""

    id: str
    title: str
    status: str
    turns: int
    turn_seconds: TurnLengths | None
    seats: tuple[SeatFigures, ...]
    mails: MailFigures


class AllFigures(msgspec.Struct, frozen=True, kw_only=True):
    """All games, the oldest first, and the mails that belong to none."""

    games: tuple[GameFigures, ...]
    no_game: MailFigures


def of_game(context: Context, game: str) -> GameFigures:
    """One game. Raises GameProblem where there is none."""
    with context.database.read() as connection:
        row = game_named(connection, game)
        return _Record(connection, game).figures(row, games.seats_of(connection, game))


def of_all(context: Context) -> AllFigures:
    """Every game."""
    with context.database.read() as connection:
        record = _Record(connection, None)
        seats = figures.all_seats(connection)
        found = tuple(
            record.figures(row, seats.get(row.id, ())) for row in games.all_games(connection)
        )
        return AllFigures(games=found, no_game=record.mails(None))


BECAME: Mapping[InboxStatus, str] = {InboxStatus.DONE: "read"}
"""What became of mails that came in, where the status is no word for it."""
COUNTED_AS: Mapping[Source, str] = {
    Source.MAIL: "by_mail",
    Source.STANDING: "repeated",
    Source.DEFAULT: "missing",
    Source.PASS: "missing",
    Source.BOT: "by_bot",
    Source.RESIGNED: "by_bot",
}
"""Where orders came from, as it is counted."""


class _Record:
    """What is on record of one game, or of all, counted in a few questions."""

    def __init__(self, connection: Connection, game: str | None) -> None:
        self._closings: dict[str, list[datetime]] = defaultdict(list)
        for closing in figures.closings(connection, game):
            self._closings[closing.game].append(closing.closed)
        self._played: Counter[tuple[str, int, str]] = Counter()
        for one in figures.played(connection, game):
            self._played[one.game, one.seat, COUNTED_AS[one.source]] += one.turns
        self._late = {(one.game, one.seat): one.turns for one in figures.too_late(connection, game)}
        self._in: dict[str | None, list[MailKind]] = defaultdict(list)
        for came in figures.received(connection, game):
            self._in[came.game].append(
                MailKind(BECAME.get(came.status, came.status), came.mails, came.octets)
            )
        self._out: dict[str | None, list[figures.Written]] = defaultdict(list)
        for out in figures.written(connection, game):
            self._out[out.game].append(out)
        self._sent_back = figures.noted(connection, game, SENT_BACK)
        self._delayed = figures.noted(connection, game, DELAYED)

    def figures(self, row: GameRow, seats: Iterable[SeatRow]) -> GameFigures:
        closed = self._closings.get(row.id, [])
        return GameFigures(
            id=row.id,
            title=row.title,
            status=row.status,
            turns=max(0, len(closed) - 1),
            turn_seconds=_lengths(closed),
            seats=tuple(self._seat(seat) for seat in seats),
            mails=self.mails(row.id),
        )

    def _seat(self, seat: SeatRow) -> SeatFigures:
        counted = {
            name: self._played[seat.game, seat.seat, name] for name in set(COUNTED_AS.values())
        }
        late = self._late.get((seat.game, seat.seat), 0)
        return SeatFigures(seat=seat.seat, name=seat.name, kind=seat.kind, late=late, **counted)

    def mails(self, game: str | None) -> MailFigures:
        """Those of a game, or those of none."""
        kinds: dict[str, MailKind] = {}
        by_status: Counter[OutboxStatus] = Counter()
        for one in self._out.get(game, ()):
            by_status[one.status] += one.mails
            known = kinds.get(one.kind, MailKind(one.kind, 0, 0))
            mails, octets = known.mails + one.mails, known.octets + one.octets
            kinds[one.kind] = MailKind(one.kind, mails, octets)
        return MailFigures(
            incoming=tuple(self._in.get(game, ())),
            outgoing=tuple(kinds.values()),
            waiting=by_status[OutboxStatus.QUEUED] + by_status[OutboxStatus.SENDING],
            sent_back=self._sent_back.get(game, 0),
            delayed=self._delayed.get(game, 0),
            refused=by_status[OutboxStatus.FAILED],
        )


def _lengths(closed: list[datetime]) -> TurnLengths | None:
    """From when the set-up was made and each turn closed."""
    spans = [int((after - before).total_seconds()) for before, after in pairwise(closed)]
    if not spans:
        return None
    return TurnLengths(shortest=min(spans), median=int(median(spans)), longest=max(spans))
