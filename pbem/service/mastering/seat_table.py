"""The seats of a game in a table for its game masters: who has each, who plays it, and what is the
matter with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Column, Table
from pbem.mailer.outbound.phrases import ending, span
from pbem.service.context import Session
from pbem.service.fame.reliability import reliability_of
from pbem.service.play.lateness import Lateness, lateness
from pbem.service.play.table import schedule_of
from pbem.store import contacts, pending
from pbem.store.mastering import MasterRow, Role
from pbem.store.readdressing import changes_done
from pbem.store.records import Act, GameRow, PendingRow, Place, SeatKind, SeatRow
from pbem.store.substitutions import owners_of


@dataclass(frozen=True)
class _Known:
    """What is known of all seats of a game, most of it by seat."""

    late: tuple[int, ...]
    missed: Mapping[int, Lateness]
    failing: frozenset[str]
    fresh: frozenset[Place]
    lenders: Mapping[int, str]
    reliable: Mapping[str, int | None]
    waiting: Mapping[int, PendingRow]
    leave_after: int


def seat_table(
    session: Session,
    game: GameRow,
    chairs: tuple[SeatRow, ...],
    late: tuple[int, ...],
    master: MasterRow,
) -> Table:
    """Each of the `chairs`; `late` are those that owe orders. Addresses are for owners alone."""
    connection = session.connection
    known = _Known(
        late=late,
        missed=lateness(connection, game.id),
        failing=frozenset(one.address for one in contacts.troubled_contacts(connection)),
        fresh=frozenset(place for one in changes_done(connection) for place in one.places),
        lenders=owners_of(connection, game.id) if any(one.lent for one in chairs) else {},
        reliable=reliability_of(connection, (one.address for one in chairs if one.has_person)),
        waiting={act.seat: act for act in pending.pending_of(connection, game.id)},
        leave_after=schedule_of(game).leave_after,
    )
    return Table(
        (Column(_("Player")), Column(_("Seat")), Column(_("How it stands"))),
        tuple(
            (
                "–" if chair.kind in (SeatKind.OPEN, SeatKind.KEPT) else chair.name,
                str(chair.seat),
                side_by_side(_stands(session, chair, known, master)),
            )
            for chair in chairs
        ),
    )


def _stands(session: Session, chair: SeatRow, known: _Known, master: MasterRow) -> Iterator[str]:
    address = master.role is Role.OWNER
    if state := _state(chair, known):
        yield state
    if chair.has_person:
        if address:
            yield chair.address or ""
        if chair.lent is not None:
            lender = known.lenders.get(chair.seat, "")
            said = (
                _("a substitute plays for {address} until {until}")
                if address and lender
                else _("a substitute plays until {until}")
            )
            yield said.format(address=lender, until=_until(session, chair.lent, master))
        if (chair.game, chair.seat) in known.fresh:
            yield _("an address of the last three days")
    if (act := known.waiting.get(chair.seat)) is not None:
        yield from _awaited(session, act, master, address=address)
    missed = known.missed.get(chair.seat, Lateness())
    if missed.missed:
        yield ngettext("missed {count} turn", "missed {count} turns", missed.missed).format(
            count=missed.missed
        )
    if missed.latest is not None:
        yield _("late by {span} at the most").format(span=span(missed.latest))
    percent = known.reliable.get(chair.address or "")
    if percent is not None:
        yield _("in all games in time for {percent} % of turns").format(percent=percent)
    if chair.address in known.failing:
        yield _("mail to them fails")


def _state(chair: SeatRow, known: _Known) -> str:
    match chair.kind:
        case SeatKind.OPEN:
            return _("free")
        case SeatKind.KEPT:
            return _("kept for somebody who has yet to confirm it")
        case SeatKind.HUMAN:
            return _("orders awaited") if chair.seat in known.late else ""
        case SeatKind.BOT:
            return _("automatic")
        case SeatKind.EJECTED:
            return _("ejected; the house bot plays")
        case SeatKind.RESIGNED if 0 < known.leave_after <= chair.missed:
            return _("lost for missed turns")
        case SeatKind.RESIGNED:
            return _("resigned")


def _awaited(
    session: Session, act: PendingRow, master: MasterRow, *, address: bool
) -> Iterator[str]:
    """Whose answer a seat of a game that has begun waits for."""
    match act.act:
        case Act.OFFER if address:
            said = _("offered to {address} until {until}")
        case Act.OFFER:
            said = _("offered to somebody who stands by until {until}")
        case Act.SUBSTITUTE if address:
            said = _("{address} is asked until {until} to play for them")
        case Act.SUBSTITUTE:
            said = _("somebody is asked until {until} to play for them")
        case Act.RETURN:
            said = _("its owner may take it back until {until}")
        case _:
            return
    yield said.format(address=act.address, until=_until(session, act.until, master))


def _until(session: Session, moment: datetime, master: MasterRow) -> str:
    language = master.language or session.context.config.service.language
    return ending(session.context.local(moment, master.zone), language)
