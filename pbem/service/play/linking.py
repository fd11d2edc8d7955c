"""Makes the link of a closed turn, and what is stored of the turn with it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.advance import Step
from pbem.engine.api import AnyRuleset, Seat
from pbem.engine.chain import (
    SALT_BYTES,
    Closed,
    Founding,
    Played,
    answer_parts,
    digest_of_set,
    forge,
    public_view,
    salt_for,
)
from pbem.engine.codec import canonical, look_at
from pbem.engine.i18n import _
from pbem.engine.registry import load
from pbem.engine.rng import commitment
from pbem.mailer.witness import Part
from pbem.service.play.table import options_of, players_of
from pbem.store import audit, mail
from pbem.store.mastering import AuditRow, Deed, Role
from pbem.store.records import AnswerRow, GameRow, OrdersRow, SeatRow, Source, TurnRow

HELD_BEFORE = (Source.MAIL, Source.STANDING)
"""Sources of answers that were held as orders before they were played."""
Unlinked = tuple[tuple[int, str], ...]
"""Numbers and SHA-256 of the mails of a game that its chain does not record yet."""


def founding_of(row: GameRow, seats: tuple[SeatRow, ...]) -> Founding:
    """What a game begins with, as its first link tells it."""
    return Founding(
        ruleset=row.ruleset,
        title=row.title,
        options=msgspec.json.decode(canonical(options_of(row))),
        players=players_of(seats),
        commitment=commitment(row.secret),
        confirmations=row.confirmations,
    )


def link_turn(
    ruleset: AnyRuleset,
    row: GameRow,
    seats: tuple[SeatRow, ...],
    made: Step[Any, Any],
    *,
    turn: int,
    closed: datetime,
    unlinked: Unlinked,
    played: Mapping[Seat, Played],
    acts: Sequence[AuditRow] = (),
    undone: Sequence[str] = (),
) -> TurnRow:
    """The record of a turn just resolved (0: the set-up), with its link under a new salt;
    `undone` are the heads of what was taken back to this turn."""
    salt, codec = secrets.token_bytes(SALT_BYTES), ruleset.codec
    parts = Closed(
        turn=turn,
        version=ruleset.version,
        closed=closed,
        state=codec.dump_state(made.state),
        events=codec.dump_events(made.events),
        labels=made.labels,
        public=public_view(ruleset, made.state),
        mails=tuple(digest for _id, digest in unlinked),
        outcome=made.outcome,
        seats=len(seats),
        answers=played,
        acts={act.number: act_part(act) for act in acts},
        undone=undone,
    )
    founding = None if turn else founding_of(row, seats)
    link, head = forge(parts, previous=row.head, salt=salt, founding=founding)
    return TurnRow(
        game=row.id,
        turn=turn,
        closed=closed,
        state=parts.state,
        events=parts.events,
        labels=json.dumps(parts.labels),
        mails=json.dumps(parts.mails),
        salt=salt,
        link=canonical(link),
        hash=head,
    )


class ActPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game master did, as it is sealed; columns of its row."""

    at: datetime
    role: Role
    master: int
    deed: Deed
    seat: int | None
    detail: str


look_at(ActPart)


def act_part(act: AuditRow) -> bytes:
    """What a game master did, as bytes of the record."""
    return canonical(ActPart(**{name: getattr(act, name) for name in ActPart.__struct_fields__}))


def note_linked(
    connection: Connection, game: str, unlinked: Unlinked, acts: Sequence[AuditRow], turn: int
) -> None:
    """Note that the link of a turn records these mails and acts."""
    mail.link_mails(connection, [number for number, _digest in unlinked], turn)
    audit.link_acts(connection, game, [act.number for act in acts], turn)


def played_in(
    ruleset: AnyRuleset,
    made: Step[Any, Any],
    sources: Mapping[Seat, Source],
    mails: Mapping[Seat, str],
    stored: Mapping[Seat, str | None],
    held: Mapping[Seat, OrdersRow],
) -> dict[Seat, Played]:
    """What was played for each seat, from where, by which mail (SHA-256), what was in store
    for the turn as it opened (SHA-256), and of which set that was held."""
    return {
        seat: Played(
            ruleset.codec.dump_orders(orders),
            sources.get(seat, Source.DEFAULT).value,
            mails.get(seat) if sources.get(seat) is Source.MAIL else None,
            stored.get(seat),
            set_digest(held[seat]) if sources.get(seat) in HELD_BEFORE else None,
        )
        for seat, orders in made.answers.items()
    }


def set_digest(held: OrdersRow) -> str:
    return digest_of_set(held.lines, held.said, held.received)


def opened_to(seat: Seat, salt: bytes, played: Mapping[Seat, Played]) -> dict[str, Part]:
    """What was played for a seat, as it is sealed in the link, laid open to its owner."""
    return {
        name: Part(salt_for(salt, name).hex(), data.decode())
        for name, data in answer_parts(seat, played.get(seat), salt)
    }


def answer_rows(game: str, turn: int, played: Mapping[Seat, Played]) -> tuple[AnswerRow, ...]:
    """The same for the record."""
    return tuple(
        AnswerRow(game, turn, seat, one.orders, Source(one.source), one.mail, one.stored, one.held)
        for seat, one in played.items()
    )


def promise(game: GameRow) -> tuple[str, ...]:
    """The commitment to a game's secret, told to whoever is to confirm a seat; nothing where the
    game leaves nothing to chance."""
    if not load(game.ruleset).draws(options_of(game)):
        return ()
    said = _(
        "All dice come from a secret that is drawn already, with the mails mixed in by which "
        "players confirm their seats, so that nobody has chosen them. The secret's SHA-256 is "
        "{commitment}; the secret itself is told at the end."
    )
    return (said.format(commitment=commitment(game.secret)),)
