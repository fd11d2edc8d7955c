"""Queries about games, seats, turns and orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.store.records import (
    OVER,
    AnswerRow,
    AskRow,
    GameRow,
    GameStatus,
    OrdersRow,
    SeatRow,
    Source,
    TurnRow,
)
from pbem.store.tables import HAS_PERSON, answers, asks, games, later_orders, orders, seats, turns

# Statements that every mail or every turn needs are built once: building one takes longer
# than SQLite needs to answer it.
_FIND_GAME = sa.select(games).where(games.c.id == sa.bindparam("game"))
_LOCK_GAME = _FIND_GAME.with_for_update()
_TOUCH_GAME = (
    games.update()
    .where(games.c.id == sa.bindparam("touched"))
    .values(revision=games.c.revision + 1)
)
_PASSED = (moment <= sa.bindparam("now") for moment in (games.c.deadline, games.c.closes))
_OVER_BY_TIME = sa.and_(
    games.c.status == GameStatus.RUNNING, sa.or_(games.c.deadline.is_(None), *_PASSED)
)
_GOES_ON = games.c.status.in_((GameStatus.RUNNING, GameStatus.PAUSED))
# By the index of status alone: of what has no results that wait there is ever more that is over.
_NOTHING_WAITS = sa.case((games.c.releases.is_(None), 1), else_=0) == 1
_MAYBE_DUE = (
    sa.select(games)
    .where(_GOES_ON, _NOTHING_WAITS, sa.or_(_OVER_BY_TIME, games.c.closing.is_not(None)))
    .order_by(games.c.id)
)
_NEWS_ARE_LATE = sa.exists().where(
    seats.c.game == games.c.id,
    HAS_PERSON,
    seats.c.told < games.c.turn - 1,
    seats.c.told_at <= sa.bindparam("told_by"),
)
_WITH_LATE_NEWS = sa.select(games).where(_GOES_ON, _NEWS_ARE_LATE).order_by(games.c.id)
_SEATS_OF = sa.select(seats).where(seats.c.game == sa.bindparam("game")).order_by(seats.c.seat)
_FIND_SEAT = sa.select(seats).where(
    seats.c.game == sa.bindparam("game"), seats.c.seat == sa.bindparam("seat")
)
_FIND_PLACE = (
    sa.select(games, seats)
    .join_from(games, seats, games.c.id == seats.c.game)
    .where(seats.c.game == sa.bindparam("game"), seats.c.seat == sa.bindparam("seat"))
    .with_for_update(of=games)
)
_FIND_TURN = sa.select(turns).where(
    turns.c.game == sa.bindparam("game"), turns.c.turn == sa.bindparam("turn")
)
_STAND = (
    sa.select(seats, asks)
    .outerjoin_from(seats, asks, sa.and_(asks.c.game == seats.c.game, asks.c.seat == seats.c.seat))
    .where(seats.c.game == sa.bindparam("game"))
    .order_by(seats.c.seat)
)
_OPEN_ASKS = sa.select(asks).where(asks.c.game == sa.bindparam("game")).order_by(asks.c.seat)
_OWING = (
    sa.select(seats.c.seat)
    .join(asks, sa.and_(asks.c.game == seats.c.game, asks.c.seat == seats.c.seat))
    .where(HAS_PERSON, asks.c.required, sa.not_(asks.c.answered))
    .where(seats.c.game == sa.bindparam("game"))
    .order_by(seats.c.seat)
)
_MARK_ASK = (
    asks.update()
    .where(asks.c.game == sa.bindparam("of_game"), asks.c.seat == sa.bindparam("of_seat"))
    .values(answered=sa.bindparam("now_answered"), sure=sa.bindparam("now_sure"))
)
_HELD_FOR = (
    sa.select(orders)
    .where(
        orders.c.game == sa.bindparam("game"),
        orders.c.turn == sa.bindparam("turn"),
        orders.c.seat == sa.bindparam("seat"),
    )
    .order_by(orders.c.id.desc())
    .limit(1)
)
_NEWEST_ORDERS = (
    sa.select(sa.func.max(orders.c.id))
    .where(orders.c.game == sa.bindparam("game"), orders.c.turn == sa.bindparam("turn"))
    .group_by(orders.c.seat)
)
_HELD_ORDERS = sa.select(orders).where(orders.c.id.in_(_NEWEST_ORDERS))
_HOLD_ORDERS = orders.insert()
_LATER_LINES = (
    sa.select(*(later_orders.c[name] for name in ("seat", "turn", "lines", "received")))
    .where(later_orders.c.game == sa.bindparam("game"))
    .order_by(later_orders.c.seat, later_orders.c.turn)
)


def find_game(connection: Connection, game: str, *, lock: bool = False) -> GameRow | None:
    """The game, or None. With `lock` nobody else changes it until this transaction ends."""
    row = connection.execute(_LOCK_GAME if lock else _FIND_GAME, {"game": game}).first()
    return None if row is None else GameRow(*row)


def all_games(connection: Connection, *statuses: GameStatus) -> tuple[GameRow, ...]:
    """Games by age; with `statuses` only those that are in one of them."""
    query = sa.select(games).order_by(games.c.created, games.c.id)
    if statuses:
        query = query.where(games.c.status.in_(statuses))
    return tuple(GameRow(*row) for row in connection.execute(query))


def is_game(connection: Connection, game: str) -> bool:
    return connection.execute(sa.select(games.c.id).where(games.c.id == game)).first() is not None


def ids_beginning(connection: Connection, text: str, most: int) -> tuple[str, ...]:
    """The first ids of games that begin with a text."""
    query = sa.select(games.c.id).where(games.c.id.startswith(text, autoescape=True))
    return tuple(connection.execute(query.order_by(games.c.id).limit(most)).scalars())


def add_game(connection: Connection, game: GameRow, chairs: Iterable[SeatRow]) -> None:
    connection.execute(games.insert(), structs.asdict(game))
    connection.execute(seats.insert(), [structs.asdict(chair) for chair in chairs])


def change_game(connection: Connection, game: str, **values: Any) -> None:
    """Set columns of a game; its revision goes up, so that a close under way starts over."""
    connection.execute(_changing_game(*values), {"touched": game, **values})


@cache
def _changing_game(*columns: str) -> sa.Update:
    return _TOUCH_GAME.values({name: sa.bindparam(name) for name in columns})


def seats_of(connection: Connection, game: str) -> tuple[SeatRow, ...]:
    return tuple(SeatRow(*row) for row in connection.execute(_SEATS_OF, {"game": game}))


def find_seat(connection: Connection, game: str, seat: int) -> SeatRow | None:
    row = connection.execute(_FIND_SEAT, {"game": game, "seat": seat}).first()
    return None if row is None else SeatRow(*row)


def lock_place(connection: Connection, game: str, seat: int) -> tuple[GameRow, SeatRow] | None:
    """A seat and its game, which nobody else changes until this transaction ends."""
    row = connection.execute(_FIND_PLACE, {"game": game, "seat": seat}).first()
    return None if row is None else _place(row)


def _place(row: sa.Row[Any]) -> tuple[GameRow, SeatRow]:
    width = len(games.c)
    return GameRow(*row[:width]), SeatRow(*row[width:])


def maybe_due(connection: Connection, now: datetime) -> tuple[GameRow, ...]:
    """Games whose turn was to close by now: at its deadline, early, or because the game master
    says so."""
    return tuple(GameRow(*row) for row in connection.execute(_MAYBE_DUE, {"now": now}))


def change_seat(connection: Connection, game: str, seat: int, **values: Any) -> None:
    """Set columns of a seat, and raise its game's revision: closing goes by seats as well."""
    connection.execute(
        seats.update().where(seats.c.game == game, seats.c.seat == seat).values(**values)
    )
    change_game(connection, game)


def seats_at(connection: Connection, address: str) -> tuple[tuple[GameRow, SeatRow], ...]:
    """All seats that people of this address hold in games that are not over."""
    query = (
        sa.select(games, seats)
        .join_from(games, seats, games.c.id == seats.c.game)
        .where(
            seats.c.address == address,
            HAS_PERSON,
            games.c.status.not_in(OVER),
        )
        .order_by(games.c.created, seats.c.seat)
    )
    return tuple(map(_place, connection.execute(query)))


def mark_told(
    connection: Connection, game: str, told: Sequence[int], turn: int, at: datetime
) -> None:
    """These seats' reports of everything up to `turn` go out; the caller queues them. The game's
    revision goes up, so that none who works on what was told before tells it again."""
    change = seats.update().where(seats.c.game == game, seats.c.seat.in_(told))
    connection.execute(change.values(told_from=seats.c.told + 1, told=turn, told_at=at))
    change_game(connection, game)


def games_with_late_news(connection: Connection, told_by: datetime) -> tuple[GameRow, ...]:
    """Games with people who have not been told of all closed turns, and of none since `told_by`."""
    found = connection.execute(_WITH_LATE_NEWS, {"told_by": told_by})
    return tuple(GameRow(*row) for row in found)


def turns_between(
    connection: Connection, game: str, first: int = 0, last: int | None = None
) -> tuple[TurnRow, ...]:
    """The records of the turns from `first` to `last` (None: to the newest), in order."""
    query = sa.select(turns).where(turns.c.game == game, turns.c.turn >= first)
    if last is not None:
        query = query.where(turns.c.turn <= last)
    return tuple(TurnRow(*row) for row in connection.execute(query.order_by(turns.c.turn)))


def find_turn(connection: Connection, game: str, turn: int) -> TurnRow | None:
    row = connection.execute(_FIND_TURN, {"game": game, "turn": turn}).first()
    return None if row is None else TurnRow(*row)


def games_begun_with(connection: Connection, head: str) -> tuple[str, ...]:
    """The ids of games whose chain begins with this head: one game, however often it is here."""
    query = sa.select(turns.c.game).where(turns.c.turn == 0, turns.c.hash == head)
    return tuple(connection.execute(query.order_by(turns.c.game)).scalars())


def closed_at(connection: Connection, game: str, turn: int) -> datetime | None:
    """When a turn was closed; None where it was not yet, or never opened."""
    query = sa.select(turns.c.closed).where(turns.c.game == game, turns.c.turn == turn)
    found: datetime | None = connection.execute(query).scalar()
    return found


def add_turn(connection: Connection, turn: TurnRow, given: Sequence[AnswerRow]) -> None:
    """Record a closed turn. A second record of the same turn raises IntegrityError."""
    connection.execute(turns.insert(), structs.asdict(turn))
    if given:
        connection.execute(answers.insert(), [structs.asdict(answer) for answer in given])


def answers_of(connection: Connection, game: str, turn: int) -> tuple[AnswerRow, ...]:
    query = sa.select(answers).where(answers.c.game == game, answers.c.turn == turn)
    return tuple(AnswerRow(*row) for row in connection.execute(query.order_by(answers.c.seat)))


def open_asks(connection: Connection, game: str) -> tuple[AskRow, ...]:
    return tuple(AskRow(*row) for row in connection.execute(_OPEN_ASKS, {"game": game}))


def stand_of(connection: Connection, game: str) -> tuple[tuple[SeatRow, ...], tuple[AskRow, ...]]:
    """The seats of a game and what is asked of them, as :func:`seats_of` and :func:`open_asks`."""
    width = len(seats.c)
    rows = connection.execute(_STAND, {"game": game}).all()
    asked = (row[width:] for row in rows if row[width] is not None)
    return tuple(SeatRow(*row[:width]) for row in rows), tuple(AskRow(*row) for row in asked)


def owing_seats(connection: Connection, game: str) -> tuple[int, ...]:
    """Seats of people for whom the open turn waits: what is asked of them is not in, or not all."""
    return tuple(connection.execute(_OWING, {"game": game}).scalars())


def replace_asks(connection: Connection, game: str, now_open: Sequence[AskRow]) -> None:
    connection.execute(asks.delete().where(asks.c.game == game))
    if now_open:
        connection.execute(asks.insert(), [structs.asdict(ask) for ask in now_open])


def mark_ask(connection: Connection, game: str, seat: int, *, answered: bool, sure: bool) -> None:
    values = {"of_game": game, "of_seat": seat, "now_answered": answered, "now_sure": sure}
    connection.execute(_MARK_ASK, values)


def held_orders(connection: Connection, game: str, turn: int) -> dict[int, OrdersRow]:
    """The set held for each seat, withdrawn ones included."""
    found = connection.execute(_HELD_ORDERS, {"game": game, "turn": turn})
    return {row.seat: row for row in (OrdersRow(*r) for r in found)}


def held_for(connection: Connection, game: str, turn: int, seat: int) -> OrdersRow | None:
    row = connection.execute(_HELD_FOR, {"game": game, "turn": turn, "seat": seat}).first()
    return None if row is None else OrdersRow(*row)


def said_before(
    connection: Connection, game: str, seat: int, mail: int, limit: int
) -> tuple[str, ...]:
    """The order lines of a seat's mails before `mail`, as they were written: of the newest
    `limit` that were held, and whatever is kept for later."""
    query = (
        sa.select(orders.c.said)
        .where(orders.c.game == game, orders.c.seat == seat, orders.c.mail < mail)
        .order_by(orders.c.id.desc())
        .limit(limit)
    )
    return tuple(line for said in connection.execute(query).scalars() for line in said)


def hold_orders(
    connection: Connection,
    *,
    game: str,
    turn: int,
    seat: int,
    orders_bytes: bytes | None,
    lines: Sequence[str],
    source: Source,
    received: datetime,
    mail: int | None = None,
    said: Sequence[str] = (),
    settles: bool | None = None,
) -> OrdersRow:
    """Put a set in the place of the one held (None: withdraw it)."""
    values: dict[str, Any] = {
        "game": game,
        "turn": turn,
        "seat": seat,
        "orders": orders_bytes,
        "lines": tuple(lines),
        "source": source,
        "received": received,
        "mail": mail,
        "said": tuple(said),
        "settles": settles,
    }
    key = connection.execute(_HOLD_ORDERS, values).inserted_primary_key
    assert key is not None, "one row was written"
    return OrdersRow(key[0], **values)


def sets_of(connection: Connection, game: str, turn: int, seat: int) -> tuple[OrdersRow, ...]:
    """Every set that a seat held for a turn, in the order in which they came."""
    query = sa.select(orders).where(
        orders.c.game == game, orders.c.turn == turn, orders.c.seat == seat
    )
    return tuple(OrdersRow(*row) for row in connection.execute(query.order_by(orders.c.id)))


def put_on_top(connection: Connection, rows: Sequence[OrdersRow]) -> None:
    """Take these sets out and put them back, as they now are, above all others."""
    connection.execute(orders.delete().where(orders.c.id.in_([row.id for row in rows])))
    for row in rows:
        values = structs.asdict(row)
        del values["id"]
        connection.execute(_HOLD_ORDERS, values)


def later_lines(connection: Connection, game: str) -> dict[int, dict[int, tuple[str, ...]]]:
    """Order lines kept for turns to come, by seat and turn; of seats that have any."""
    found: dict[int, dict[int, tuple[str, ...]]] = {}
    for seat, turn, lines, _at in connection.execute(_LATER_LINES, {"game": game}):
        if lines:
            found.setdefault(seat, {})[turn] = lines
    return found


def later_said(connection: Connection, game: str, seat: int) -> dict[int, datetime]:
    """When the mail arrived that said last what is kept for a turn to come, or that nothing is."""
    found = connection.execute(_LATER_LINES, {"game": game})
    return {turn: at for of_seat, turn, _lines, at in found if of_seat == seat}


def keep_later(
    connection: Connection,
    game: str,
    seat: int,
    later: Mapping[int, Sequence[str]],
    received: datetime,
) -> None:
    """Replace what is kept for each turn named, as a mail that arrived at `received` has it; an
    empty sequence forgets it. The game's revision goes up: the next turn is opened with these
    lines."""
    for turn, lines in later.items():
        connection.execute(
            later_orders.delete().where(
                later_orders.c.game == game,
                later_orders.c.seat == seat,
                later_orders.c.turn == turn,
            )
        )
        place = {"game": game, "seat": seat, "turn": turn}
        values = {**place, "lines": tuple(lines), "received": received}
        connection.execute(later_orders.insert(), values)
    change_game(connection, game)


def forget_later(connection: Connection, game: str, up_to: int) -> None:
    """Drop the lines kept for turns up to `up_to`: they have been played."""
    connection.execute(
        later_orders.delete().where(later_orders.c.game == game, later_orders.c.turn <= up_to)
    )
