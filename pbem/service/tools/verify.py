"""Plays a stored game again, turn by turn, and compares it with its record."""

from __future__ import annotations

import email
from collections.abc import Iterator

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.registry import load
from pbem.engine.replay import Finding, GameRecord, TurnRecord, verify
from pbem.engine.rng import commitment
from pbem.service.house import House
from pbem.service.play.games import GameProblem, game_named
from pbem.service.play.table import options_of, players_of
from pbem.store import games, mail
from pbem.store.records import GameRow


def verify_game(house: House, game_id: str) -> Iterator[Finding]:
    """Everything that can be checked about a game. Raises :class:`GameProblem`."""
    with house.database.read() as connection:
        row = game_named(connection, game_id)
        record = record_of(connection, row)
    return verify(load(row.ruleset), record)


def record_of(connection: Connection, row: GameRow) -> GameRecord:
    """All that was kept of a game. Raises :class:`GameProblem` for one that has not begun."""
    closed = games.turns_of(connection, row.id)
    if not closed:
        raise GameProblem(f"{row.id} has not begun: there is nothing to verify")
    (_setup, first_hash), *later = closed
    return GameRecord(
        options=options_of(row),
        players=players_of(games.seats_of(connection, row.id)),
        secret=row.secret,
        commitment=published(connection, row.id) or commitment(row.secret),
        version=row.ruleset_version,
        first_hash=first_hash,
        turns=[
            TurnRecord(
                turn=turn,
                answers={a.seat: a.orders for a in games.answers_of(connection, row.id, turn)},
                hash=digest,
            )
            for turn, digest in later
        ],
    )


class _Attachment(msgspec.Struct):
    """What counts here of a report.json."""

    commitment: str | None = None


def published(connection: Connection, game_id: str) -> str | None:
    """The commitment as the first reports told it, read from the mails themselves.

    None where no person plays, so that no mail was ever sent.
    """
    first = mail.outgoing(connection, game=game_id, turn=0, kind="report")
    for part in email.message_from_bytes(first[0].data).walk() if first else ():
        if part.get_filename() == "report.json":
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            return msgspec.json.decode(payload, type=_Attachment).commitment
    return None
