"""What a game master wants to see of the games: who is in, until when, what mail fails.

Plain data, for tables and for JSON. Nothing here tells anybody's orders.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from pbem.service.context import LookingContext
from pbem.service.fame.reliability import reliability_of
from pbem.service.play.ending import ends_early
from pbem.service.play.lateness import Lateness, lateness
from pbem.service.play.table import game_named, humans
from pbem.store import contacts, games, listing, mail, observers, pending
from pbem.store.records import (
    LEFT,
    OVER,
    Act,
    GameRow,
    GameStatus,
    InboxStatus,
    OutboxStatus,
    SeatKind,
    SeatRow,
)
from pbem.store.substitutions import owners_of

MOST_OVER = 20
"""So many games that are over are on the list of all."""


class GameLine(msgspec.Struct, frozen=True, kw_only=True):
    """One game in the list of all. ``turn`` is the open one, or, of a game that is over, the last
    that was played. ``waits_for`` counts the people who owe orders or a seat, ``missed`` for how
    many seats and turns something was played in the place of orders."""

    id: str
    title: str
    mailbox: str
    ruleset: str
    status: str
    turn: int
    seats: int
    waits_for: int
    missed: int
    deadline: datetime | None
    stalled: datetime | None
    """Since when the turn waits for the game master, as too many have missed its deadline."""
    releases: datetime | None
    """When the results of the turn, which is closed, go out by themselves; None where none wait."""


class SeatLine(msgspec.Struct, frozen=True, kw_only=True):
    """One seat. ``orders`` is "in", "owed", "optional" (none are in, and nobody
    waits for them), "not asked", or "" where no person sits;
    ``trouble`` says how mail to it fails. For ``missed`` turns something was played in the place
    of its orders, ``missed_in_a_row`` of them were the newest; for ``late`` turns orders came after
    the deadline, by ``latest_seconds`` at the most. Of a kept seat ``address`` is who is to
    confirm it."""

    seat: int
    name: str
    kind: str
    address: str | None
    bot: str | None
    orders: str
    missed: int = 0
    missed_in_a_row: int = 0
    late: int = 0
    latest_seconds: int | None = None
    reliability: int | None = None
    """For how many of a hundred turns of all games its owner's orders came in time; None where they
    do not want that known, or it is too few turns."""
    owner: str | None = None
    """The address of whom a substitute plays for; None where nobody does."""
    lent: datetime | None = None
    """Until when a substitute plays."""
    trouble: str = ""


class MailTrouble(msgspec.Struct, frozen=True, kw_only=True):
    """A mail that wants a look: incoming and held, or outgoing and held, failed or put off."""

    number: int
    direction: str
    status: str
    who: str
    subject: str
    at: datetime
    note: str


class GameView(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about one game that its game master should know. ``deadline`` is in UTC."""

    id: str
    title: str
    mailbox: str
    """By which of the service's it is played."""
    ruleset: str
    ruleset_version: int
    status: str
    turn: int
    created: datetime
    opened: datetime | None
    deadline: datetime | None
    closes: datetime | None
    """When the turn closes early, as nobody is waited for; None where it does not."""
    stalled: datetime | None
    """Since when the turn waits for the game master, as too many have missed its deadline."""
    releases: datetime | None
    """When the results of the turn, which is closed, go out by themselves; None where none wait."""
    seconds_left: int | None
    finished: datetime | None
    result: str
    seats: tuple[SeatLine, ...]
    mail_trouble: tuple[MailTrouble, ...]
    watching: tuple[str, ...]
    """The addresses of those who watch."""
    quarantined: int
    """Mails in quarantine of all games: which game they are for may not be known."""
    hash: str


def all_games(context: LookingContext) -> tuple[GameLine, ...]:
    """Every game, the oldest first."""
    with context.database.read() as connection:
        return _lines(connection, games.all_games(connection))


def current_games(context: LookingContext) -> tuple[GameLine, ...]:
    """The games that go on or are about to begin, and the newest of those that are over and not
    archived (:data:`MOST_OVER`); the oldest first."""
    with context.database.read() as connection:
        return _lines(connection, listing.listed_games(connection, MOST_OVER))


def _lines(connection: Connection, rows: tuple[GameRow, ...]) -> tuple[GameLine, ...]:
    counts = listing.counts_of(connection, rows)
    return tuple(_line(row, counts[row.id]) for row in rows)


def _line(row: GameRow, counts: listing.Counts) -> GameLine:
    return GameLine(
        id=row.id,
        title=row.title,
        mailbox=row.mailbox,
        ruleset=row.ruleset,
        status=row.status,
        turn=row.turns_played if row.status in OVER else row.turn,
        seats=counts.seats,
        waits_for=counts.free if row.status == GameStatus.FORMING else counts.owing,
        missed=counts.missed,
        deadline=row.deadline,
        stalled=row.stalled,
        releases=row.releases if row.results_wait else None,
    )


def one_game(context: LookingContext, game_id: str) -> GameView:
    """One game in full. Raises GameProblem where there is none."""
    with context.database.read() as connection:
        row = game_named(connection, game_id)
        seats = games.seats_of(connection, game_id)
        left = row.deadline - context.clock.now() if row.deadline else None
        return GameView(
            id=row.id,
            title=row.title,
            mailbox=row.mailbox,
            ruleset=row.ruleset,
            ruleset_version=row.ruleset_version,
            status=row.status,
            turn=row.turn,
            created=row.created,
            opened=row.opened,
            deadline=row.deadline,
            closes=row.closes if ends_early(row) else None,
            stalled=row.stalled,
            releases=row.releases if row.results_wait else None,
            seconds_left=max(0, int(left.total_seconds())) if left is not None else None,
            finished=row.finished,
            result=_result(row, seats),
            seats=_seats(connection, row, seats),
            mail_trouble=(*_incoming(connection, game_id), *_outgoing(connection, game_id)),
            watching=tuple(
                one.address for one in observers.observers_of(connection, game_id) if not one.until
            ),
            quarantined=len(mail.mails_in(connection, InboxStatus.QUARANTINED)),
            hash=row.head,
        )


def _result(row: GameRow, seats: tuple[SeatRow, ...]) -> str:
    """Who won, in one line."""
    outcome = row.outcome
    if outcome is None:
        return ""
    if outcome.agreed == "end":
        return outcome.reason
    if not outcome.winners:
        return f"a draw: {outcome.reason}"
    names = {seat.seat: seat.name for seat in seats}
    return f"won by {', '.join(names[seat] for seat in outcome.winners)}: {outcome.reason}"


def _seats(
    connection: Connection, row: GameRow, seats: tuple[SeatRow, ...]
) -> tuple[SeatLine, ...]:
    asks = {ask.seat: ask for ask in games.open_asks(connection, row.id)}
    candidates = {
        one.seat: one.address
        for one in pending.pending_of(connection, row.id)
        if one.act in (Act.JOIN, Act.INVITE, Act.APPROVE)
    }
    people = {seat.seat for seat in humans(seats)}
    late = lateness(connection, row.id)
    reliable = reliability_of(connection, (seat.address for seat in humans(seats)))
    owners = owners_of(connection, row.id) if any(seat.lent for seat in seats) else {}
    failing = {contact.address: contact for contact in contacts.troubled_contacts(connection)}

    def orders(seat: int) -> str:
        if seat not in people:
            return ""
        ask = asks.get(seat)
        if ask is None:
            return "not asked"
        return "in" if ask.answered else "owed" if ask.required else "optional"

    def trouble(address: str | None) -> str:
        contact = failing.get(address or "")
        if contact is None:
            return ""
        return f"{'mail is held' if contact.held else 'mail bounced'}: {contact.note}"

    return tuple(
        SeatLine(
            seat=seat.seat,
            name=seat.name,
            kind=seat.kind,
            address=seat.address or candidates.get(seat.seat),
            bot=seat.bot if seat.kind in (SeatKind.BOT, *LEFT) else None,
            orders=orders(seat.seat),
            trouble=trouble(seat.address) if seat.seat in people else "",
            reliability=reliable.get(seat.address or ""),
            owner=owners.get(seat.seat),
            lent=seat.lent,
            **_lateness(late.get(seat.seat, Lateness())),
        )
        for seat in seats
    )


def _lateness(found: Lateness) -> dict[str, Any]:
    """As a :class:`SeatLine` wants it."""
    return {
        "missed": found.missed,
        "missed_in_a_row": found.in_a_row,
        "late": found.late,
        "latest_seconds": None if found.latest is None else int(found.latest.total_seconds()),
    }


def _incoming(connection: Connection, game_id: str) -> list[MailTrouble]:
    return [
        MailTrouble(
            number=row.id,
            direction="in",
            status=row.status,
            who=row.sender,
            subject=row.subject,
            at=row.received,
            note=row.note,
        )
        for row in mail.mails_in(connection, InboxStatus.HELD, InboxStatus.QUARANTINED)
        if row.game == game_id
    ]


def _outgoing(connection: Connection, game_id: str) -> list[MailTrouble]:
    return [
        MailTrouble(
            number=row.id,
            direction="out",
            status=status,
            who=row.recipient,
            subject=row.subject,
            at=row.created,
            note=row.error,
        )
        for status in (OutboxStatus.HELD, OutboxStatus.FAILED, OutboxStatus.QUEUED)
        for row in mail.outgoing(connection, game=game_id, status=status)
        if status is not OutboxStatus.QUEUED or row.error
    ]
