"""Queries about press: what players write to each other, who reads it, and how they want to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pbem.store.database import inserting
from pbem.store.records import OVER, SeatRow
from pbem.store.tables import games, outbox, press, press_copies, press_wishes, seats
from pbem.store.talk import MASTER_SEAT, PressKind, PressRow, PressWishRow

NOBODY = -1
"""The reader of what went out on another service."""
# As its index has it: told by a parameter the database would not know it.
_NOT_PUBLIC = press.c.kind != sa.literal_column(f"'{PressKind.PUBLIC}'")
_WAITS = sa.and_(press.c.taken_back.is_(False), press_copies.c.told.is_(None))
# Built once, as in pbem.store.games: every poll needs them.
_OF_MAILBOX = games.c.mailbox == sa.bindparam("of_mailbox")
_GAMES_DUE = (
    sa.select(press.c.game)
    .distinct()
    .join_from(press_copies, press)
    .join(games, games.c.id == press.c.game)
    .where(_WAITS, press_copies.c.due <= sa.bindparam("until"), _OF_MAILBOX)
    .order_by(press.c.game)
)
_REPORTED_SEATS = (
    sa.select(seats)
    .join_from(press_copies, press)
    .join(games, games.c.id == press.c.game)
    .join(seats, sa.and_(seats.c.game == press.c.game, seats.c.seat == press_copies.c.seat))
    .where(
        _WAITS,
        press_copies.c.due.is_(None),
        press.c.due <= sa.bindparam("until"),
        _OF_MAILBOX,
        sa.or_(seats.c.told_at >= press.c.due, games.c.status.in_(OVER)),
    )
)


@dataclass(frozen=True)
class Copy:
    """A piece of press that has yet to go to a reader, ``reader`` being the number of a seat."""

    piece: PressRow
    reader: int


def next_number(connection: Connection, game: str, seat: int) -> int:
    """The number of the next piece of somebody's."""
    query = sa.select(sa.func.max(press.c.number)).where(press.c.game == game, press.c.seat == seat)
    return int(connection.execute(query).scalar() or 0) + 1


def add_piece(
    connection: Connection, row: PressRow, readers: Mapping[int, datetime | None]
) -> PressRow:
    """Write a piece down, with when each reader is due to get it (None: with the next report).
    Its ``id`` is given here."""
    values = {name: value for name, value in vars(row).items() if name != "id"}
    added = connection.execute(press.insert().values(**values).returning(press.c.id))
    number = int(added.scalar_one())
    copies = [
        {"piece": number, "seat": seat, "due": due, "told": None, "sent_as": None}
        for seat, due in readers.items()
    ]
    if copies:
        connection.execute(press_copies.insert(), copies)
    return replace(row, id=number)


def add_said(connection: Connection, row: PressRow) -> None:
    """Write a piece to all down that has gone out before."""
    piece = add_piece(connection, row, {NOBODY: None})
    note_told(connection, (piece.id,), NOBODY, row.due, "")


def count_written(
    connection: Connection,
    game: str,
    seat: int,
    since: datetime,
    *,
    public: bool = False,
    anonymous: bool = False,
) -> int:
    """How many pieces somebody has written since then: in all, to all, or without signing. What
    was taken back counts."""
    query = sa.select(sa.func.count()).where(
        press.c.game == game, press.c.seat == seat, press.c.written > since
    )
    if public:
        query = query.where(press.c.kind == PressKind.PUBLIC)
    if anonymous:
        query = query.where(press.c.anonymous)
    return int(connection.execute(query).scalar_one())


def pieces_waiting(
    connection: Connection, game: str, seat: int, now: datetime
) -> tuple[PressRow, ...]:
    """What somebody has written that has not gone out to anybody yet, oldest first."""
    told = sa.exists().where(press_copies.c.piece == press.c.id, press_copies.c.told.is_not(None))
    query = sa.select(press).where(
        press.c.game == game,
        press.c.seat == seat,
        press.c.due > now,
        press.c.taken_back.is_(False),
        sa.not_(told),
    )
    return tuple(PressRow(*row) for row in connection.execute(query.order_by(press.c.id)))


def find_piece(connection: Connection, game: str, seat: int, number: int) -> PressRow | None:
    """A piece by its author's own number."""
    query = sa.select(press).where(
        press.c.game == game, press.c.seat == seat, press.c.number == number
    )
    row = connection.execute(query).first()
    return None if row is None else PressRow(*row)


def take_back(connection: Connection, piece: int) -> None:
    """A piece that has not gone out never does."""
    connection.execute(press.update().where(press.c.id == piece).values(taken_back=True))
    connection.execute(press_copies.delete().where(press_copies.c.piece == piece))


def take_all_back(connection: Connection, game: str, seat: int) -> bool:
    """Nothing that this seat wrote to other players goes out to those who have not had it yet.
    Returns whether there was anything."""
    written = (press.c.game == game, press.c.seat == seat, press.c.kind != PressKind.MASTER)
    told = sa.exists().where(press_copies.c.piece == press.c.id, press_copies.c.told.is_not(None))
    connection.execute(press.update().where(*written, sa.not_(told)).values(taken_back=True))
    gone = connection.execute(
        press_copies.delete().where(
            press_copies.c.told.is_(None),
            press_copies.c.piece.in_(sa.select(press.c.id).where(*written)),
        )
    )
    return gone.rowcount > 0


def games_due(connection: Connection, mailbox: str, until: datetime) -> tuple[str, ...]:
    """The games of one of the service's mailboxes of which copies are to go out."""
    found = connection.execute(_GAMES_DUE, {"of_mailbox": mailbox, "until": until})
    return tuple(found.scalars())


def copies_due(
    connection: Connection, game: str, until: datetime, most: int, *, reader: int | None = None
) -> tuple[Copy, ...]:
    """Copies of a game, or of one `reader` in it, whose time has come, in the order in which they
    were written."""
    query = (
        sa.select(press_copies.c.seat, press)
        .join_from(press_copies, press)
        .where(_WAITS, press.c.game == game, press_copies.c.due <= until)
        .order_by(press_copies.c.due, press.c.id, press_copies.c.seat)
        .limit(most)
    )
    if reader is not None:
        query = query.where(press_copies.c.seat == reader)
    return tuple(Copy(PressRow(*row[1:]), row[0]) for row in connection.execute(query))


def reported_seats(connection: Connection, mailbox: str, until: datetime) -> tuple[SeatRow, ...]:
    """The seats in games of one of the service's mailboxes for which press waits that came before
    their newest report, or gets none any more as the game is over."""
    found = connection.execute(_REPORTED_SEATS, {"of_mailbox": mailbox, "until": until})
    return tuple(dict.fromkeys(SeatRow(*row) for row in found))


def note_told(
    connection: Connection, pieces: Iterable[int], reader: int, now: datetime, message_id: str
) -> None:
    """These pieces are on their way to a reader, in the mail of that Message-ID."""
    change = press_copies.update().where(
        press_copies.c.piece.in_(list(pieces)), press_copies.c.seat == reader
    )
    connection.execute(change.values(told=now, sent_as=message_id))


def last_told(connection: Connection, game: str, reader: int) -> datetime | None:
    """When a reader was sent press last."""
    query = (
        sa.select(sa.func.max(press_copies.c.told, type_=press_copies.c.told.type))
        .join_from(press_copies, press)
        .where(press.c.game == game, press_copies.c.seat == reader)
    )
    found: datetime | None = connection.execute(query).scalar()
    return found


def put_off(connection: Connection, pieces: Iterable[int], reader: int, due: datetime) -> None:
    """These pieces go to a reader later."""
    change = press_copies.update().where(
        press_copies.c.piece.in_(list(pieces)), press_copies.c.seat == reader
    )
    connection.execute(change.values(due=due))


def mails_with_press(connection: Connection, message_ids: Sequence[str]) -> frozenset[str]:
    """Of these mails of ours, by Message-ID, those that told press."""
    if not message_ids:
        return frozenset()
    query = sa.select(press_copies.c.sent_as)
    found = connection.execute(query.where(press_copies.c.sent_as.in_(message_ids)).distinct())
    return frozenset(found.scalars())


def pieces_in(connection: Connection, message_id: str, reader: int) -> tuple[PressRow, ...]:
    """What a mail of ours to a reader told."""
    query = (
        sa.select(press)
        .join_from(press_copies, press)
        .where(press_copies.c.sent_as == message_id, press_copies.c.seat == reader)
        .order_by(press.c.id)
    )
    return tuple(PressRow(*row) for row in connection.execute(query))


def written_to_master(connection: Connection, game: str, mail: int) -> int | None:
    """Who wrote what a mail of ours told the game masters of a game: the seat, or None where it
    told nothing, or whoever wrote it has the seat no more. Each of them gets a mail of their own;
    on record is that to the first, which comes before those to the others."""
    query = (
        sa.select(press.c.seat)
        .join_from(press_copies, press)
        .join(outbox, outbox.c.message_id == press_copies.c.sent_as)
        .where(press.c.game == game, press_copies.c.seat == MASTER_SEAT, outbox.c.id <= mail)
        .order_by(outbox.c.id.desc(), press.c.id.desc())
        .limit(1)
    )
    found: int | None = connection.execute(query).scalar()
    return found


def public_press(
    connection: Connection, game: str, turn: int | None = None
) -> tuple[PressRow, ...]:
    """What was said to all and has gone out, in a turn or ever: what anyone may know of press.
    Of what is not signed, its author is None."""
    told = sa.exists().where(press_copies.c.piece == press.c.id, press_copies.c.told.is_not(None))
    query = sa.select(press).where(
        press.c.game == game,
        press.c.kind == PressKind.PUBLIC,
        press.c.taken_back.is_(False),
        told,
    )
    if turn is not None:
        query = query.where(press.c.turn == turn)
    rows = [PressRow(*row) for row in connection.execute(query)]
    rows.sort(key=lambda row: (row.due, row.text if row.anonymous else "", row.id))
    return tuple(replace(row, seat=None, mail=None) if row.anonymous else row for row in rows)


def mails_with_secrets(connection: Connection, game: str) -> frozenset[int]:
    """The numbers of the mails that brought press which not everybody may read, or know whose it
    is."""
    query = sa.select(press.c.mail).where(
        press.c.game == game,
        press.c.mail.is_not(None),
        sa.or_(press.c.kind != PressKind.PUBLIC, press.c.anonymous, press.c.taken_back),
    )
    return frozenset(connection.execute(query.distinct()).scalars())


# Wishes -------------------------------------------------------------------------------


def find_wish(connection: Connection, game: str, seat: int) -> PressWishRow:
    """How somebody wants to read press."""
    query = sa.select(press_wishes).where(press_wishes.c.game == game, press_wishes.c.seat == seat)
    row = connection.execute(query).first()
    return PressWishRow(game, seat) if row is None else PressWishRow(*row)


def wishes_of(connection: Connection, game: str) -> dict[int, PressWishRow]:
    """How the readers of a game want to read press, by seat; who has not said is missing."""
    query = sa.select(press_wishes).where(press_wishes.c.game == game)
    return {row.seat: PressWishRow(*row) for row in connection.execute(query)}


def put_wish(connection: Connection, row: PressWishRow) -> None:
    values = vars(row)
    insert = inserting(connection, press_wishes).values(**values)
    changed = {name: values[name] for name in ("with_report", "blocked")}
    connection.execute(insert.on_conflict_do_update(index_elements=["game", "seat"], set_=changed))


def read_at_once(connection: Connection, game: str, seat: int, due: datetime) -> None:
    """What waits for a seat's report goes out then."""
    mine = sa.select(press.c.id).where(press.c.game == game, press.c.due <= due)
    later = sa.select(press.c.id).where(press.c.game == game, press.c.due > due)
    change = press_copies.update().where(
        press_copies.c.seat == seat, press_copies.c.told.is_(None), press_copies.c.due.is_(None)
    )
    connection.execute(change.where(press_copies.c.piece.in_(mine)).values(due=due))
    own = sa.select(press.c.due).where(press.c.id == press_copies.c.piece).scalar_subquery()
    connection.execute(change.where(press_copies.c.piece.in_(later)).values(due=own))


def waiting_in(connection: Connection, game: str) -> tuple[Copy, ...]:
    """Copies of a game that have not gone out, whenever they are due, as they were written."""
    query = (
        sa.select(press_copies.c.seat, press)
        .join_from(press_copies, press)
        .where(_WAITS, press.c.game == game)
        .order_by(press.c.id, press_copies.c.seat)
    )
    return tuple(Copy(PressRow(*row[1:]), row[0]) for row in connection.execute(query))


def hasten(connection: Connection, game: str, seat: int, due: datetime) -> None:
    """What fell due for a seat by then, and was put off, goes out then."""
    mine = sa.select(press.c.id).where(press.c.game == game, press.c.due <= due)
    change = press_copies.update().where(
        press_copies.c.seat == seat,
        press_copies.c.told.is_(None),
        press_copies.c.due > due,
        press_copies.c.piece.in_(mine),
    )
    connection.execute(change.values(due=due))


def forget_reader(connection: Connection, game: str, seat: int) -> None:
    """A seat is nobody's any more, or another's: what was on its way to whoever had it, what they
    wished for, and answers to what they wrote go to nobody else."""
    mine = sa.select(press.c.id).where(press.c.game == game)
    connection.execute(
        press_copies.delete().where(
            press_copies.c.seat == seat,
            press_copies.c.told.is_(None),
            press_copies.c.piece.in_(mine),
        )
    )
    let_another_read(connection, game, seat)


def let_another_read(connection: Connection, game: str, seat: int) -> None:
    """Another plays a seat for a while, or no longer: what is on its way goes to whoever plays when
    it goes out; wishes, and answers to what was written before, are nobody else's."""
    connection.execute(
        press_wishes.delete().where(press_wishes.c.game == game, press_wishes.c.seat == seat)
    )
    written = press.update().where(press.c.game == game, press.c.seat == seat)
    connection.execute(written.values(seat=None))


def forget_game(connection: Connection, game: str) -> None:
    """Nothing of what was written in a game is kept."""
    mine = sa.select(press.c.id).where(press.c.game == game)
    connection.execute(press_copies.delete().where(press_copies.c.piece.in_(mine)))
    connection.execute(press.delete().where(press.c.game == game))


# Keeping ------------------------------------------------------------------------------


def forget_pieces(connection: Connection, before: datetime, most: int) -> int:
    """Drop pieces that not everybody may read and that have gone out before this moment, save
    those that a reader still waits for; and of public ones who wrote them without signing.
    Returns of how many."""
    waited_for = sa.exists().where(
        press_copies.c.piece == press.c.id, press_copies.c.told.is_(None)
    )
    old = sa.and_(press.c.due < before, sa.not_(waited_for))
    numbers: list[int] = []
    for secret in (_NOT_PUBLIC, press.c.taken_back):  # each by an index of its own
        query = sa.select(press.c.id).where(old, secret).limit(most - len(numbers))
        numbers += connection.execute(query).scalars()
    if numbers:
        connection.execute(press_copies.delete().where(press_copies.c.piece.in_(numbers)))
        connection.execute(press.delete().where(press.c.id.in_(numbers)))
    unsigned = press.update().where(old, press.c.anonymous, press.c.seat.is_not(None))
    connection.execute(unsigned.values(seat=None, mail=None))
    return len(numbers)
