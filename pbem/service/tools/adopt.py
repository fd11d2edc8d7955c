"""Takes over a game from a full export of another service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.chain import ACT, EVENTS, LABELS, MAILS, ORDERS, STATE, Page
from pbem.engine.codec import canonical
from pbem.engine.i18n import _
from pbem.engine.replay import Mark, answers_of
from pbem.mailer.outbound.contents import Notice
from pbem.service.context import Context, Session, in_language
from pbem.service.dispatch.post import for_seat, pack_notice
from pbem.service.observing.asking import take_observers_over
from pbem.service.play.games import appointed, check_new_id
from pbem.service.play.linking import ActPart
from pbem.service.play.news import newest_report
from pbem.service.play.pending import pending_draft
from pbem.service.play.readdressing import take_over
from pbem.service.play.substitute_mails import tell_lender
from pbem.service.play.table import GameProblem, humans
from pbem.service.tools.archive import (
    Archive,
    BadArchive,
    MailEntry,
    OrdersEntry,
    ServiceFile,
    UndoneEntry,
)
from pbem.service.tools.export import record_in
from pbem.service.tools.verify_file import check
from pbem.store import (
    audit,
    games,
    lapses,
    mail,
    masters,
    pending,
    press,
    undone,
    vacations,
    votes,
)
from pbem.store.mastering import AuditRow, MasterRow
from pbem.store.readdressing import ReaddressRow
from pbem.store.records import (
    OVER,
    AnswerRow,
    AskRow,
    GameRow,
    InboxStatus,
    OrdersRow,
    OutboxDraft,
    PendingRow,
    SeatRow,
    Source,
    TurnRow,
    new_nonce,
)
from pbem.store.standbys import add_standby, note_put_out
from pbem.store.substitutions import SubstitutionRow, add_substitution
from pbem.store.talk import PressKind, PressRow, PressWishRow
from pbem.store.tenures import add_tenures
from pbem.store.vacations import VacationRow
from pbem.store.voting import MotionRow


def adopt(
    context: Context, archive: Archive, name: str | None = None, *, again: bool = False
) -> tuple[GameRow, int]:
    """Write a game of the context's mailbox into the database, under its own id or another, and
    tell its players. Returns it, and how many are told. Raises :class:`BadArchive` for an export
    that is not full, or whose record is not right, and :class:`GameProblem` where the id is
    taken, or where the game is here already, unless `again` is wanted.
    """
    service = archive.service
    if service is None:
        raise BadArchive("this export cannot be played on; make one with 'pbem export --full'")
    for finding in check(archive, record_in(archive)):
        if finding.mark is Mark.BAD:
            place = f"{finding.where}: {finding.text}"
            raise BadArchive(f"the export is not right ('pbem verify' tells all): {place}")
    with context.write() as session:
        game_id = name or archive.game.game
        check_new_id(session.connection, game_id, given_as="--as")
        here = games.games_begun_with(session.connection, archive.pages[0].head)
        if here and not again:
            raise GameProblem(
                f"this game is here already, as {', '.join(here)}; --again makes another of it"
            )
        row = _game_row(context, archive, service, game_id)
        games.add_game(session.connection, row, _seats(service, row))
        for page, closed in zip(archive.pages, service.closed, strict=True):
            games.add_turn(session.connection, *_turn(game_id, page, closed))
        mails = _add_mails(session, row, archive.mails)
        for line, (pages, entry) in enumerate(zip(archive.undone, service.undone, strict=True)):
            _add_undone(session.connection, game_id, line, pages, entry, mails)
        _add_orders(session.connection, game_id, service, mails)
        missed = map(msgspec.structs.asdict, service.lapses)
        lapses.add_lapses(session.connection, (lapses.LapseRow(game_id, **one) for one in missed))
        _add_masters(session, row, archive, service)
        _add_press(session.connection, game_id, service)
        _add_votes(session, row, archive, service)
        take_observers_over(session, row, map(msgspec.structs.asdict, service.observers))
        _add_pending(session, row, archive, service)
        _add_substitutions(session, row, service)
        told = _tell(session, row) if row.status not in OVER else 0
    return row, told


def _game_row(context: Context, archive: Archive, service: ServiceFile, game_id: str) -> GameRow:
    game, founding = archive.game, archive.pages[0].link.founding
    if game.secret is None or founding is None or len(service.closed) != len(archive.pages):
        raise BadArchive("this export is not whole")
    names = dict.fromkeys((*game.formerly, game.game))
    now = context.clock.now()
    waited = now - game.written
    waits = service.releases is not None
    if waits and len(archive.pages) < 2:  # the set-up and a turn
        raise BadArchive("results wait in this export, but no turn is closed")
    return GameRow(
        id=game_id,
        title=game.title,
        ruleset=game.ruleset,
        ruleset_version=service.version,
        options=service.options,
        schedule=service.schedule,
        start_when_full=service.start_when_full,
        secret=bytes.fromhex(game.secret),
        status=game.status,
        turn=game.turn - 1 if waits else game.turn,
        revision=0,
        head=archive.pages[-2].head if waits else game.head,
        opened=service.opened,
        deadline=_later(service.deadline, waited),
        closes=_later(service.closes, waited),
        reminded=service.reminded,
        stalled=_later(service.stalled, waited),
        paused=_later(service.paused, waited),
        closing=service.closing,
        archived=service.archived,
        created=service.created,
        finished=service.finished,
        outcome=None if waits else game.outcome,
        confirmations=founding.confirmations,
        formerly=tuple(names),
        press=service.press,
        votes=service.votes,
        observers=service.observing,
        release_after=service.release_after,
        releases=_later(service.releases, waited),
        reliability=service.reliability,
        mailbox=context.mailbox,
        rollbacks=len(archive.undone),
    )


def _later(moment: datetime | None, waited: timedelta) -> datetime | None:
    """As far off as it was when the export was written."""
    return moment + max(waited, timedelta(0)) if moment else None


def _seats(service: ServiceFile, row: GameRow) -> list[SeatRow]:
    return [
        SeatRow(game=row.id, confirmation=confirmation, **msgspec.structs.asdict(seat))
        for seat, confirmation in zip(service.seats, row.confirmations, strict=True)
    ]


def _turn(game: str, page: Page, closed: datetime) -> tuple[TurnRow, list[AnswerRow]]:
    """A closed turn as it is stored."""

    def data(part: str) -> bytes:
        return bytes(page.opened[part].data)

    turn = page.link.turn
    row = TurnRow(
        game=game,
        turn=turn,
        closed=closed,
        state=data(STATE),
        events=data(EVENTS),
        labels=data(LABELS).decode(),
        mails=data(MAILS).decode(),
        salt=bytes.fromhex(page.salt or ""),
        link=canonical(page.link),
        hash=page.head,
    )
    answers = [
        AnswerRow(
            game,
            turn,
            seat,
            data(f"{ORDERS}/{seat}"),
            Source(answer.source),
            answer.mail,
            answer.stored,
            answer.held,
        )
        for seat, answer in answers_of(page).items()
    ]
    return row, answers


def _add_undone(
    connection: Connection,
    game: str,
    line: int,
    pages: Sequence[Page],
    entry: UndoneEntry,
    mails: Mapping[str, int],
) -> None:
    closed = dict(_turn(game, page, at) for page, at in zip(pages, entry.closed, strict=True))
    held = [OrdersRow(id=n, **_set(game, one, mails)) for n, one in enumerate(entry.orders)]
    undone.add_undone(connection, line, closed, held)


def _add_mails(session: Session, game: GameRow, entries: Sequence[MailEntry]) -> dict[str, int]:
    """The mails, by SHA-256; those that are here already stay as they are."""
    rows = [
        {
            "mailbox": game.mailbox,
            "uidvalidity": mail.NO_MAILBOX,
            "uid": number,
            "lane": game.id,
            "digest": entry.digest,
            "received": entry.received,
            "size": len(entry.data),
            "raw": entry.data,
            "message_id": entry.message_id,
            "sender": entry.sender,
            "subject": entry.subject,
            "status": InboxStatus.DONE,
            "attempts": 1,
            "note": "",
            "game": game.id,
            "seat": entry.seat,
        }
        for number, entry in enumerate(
            entries, start=mail.next_uid(session.connection, mail.NO_MAILBOX)
        )
        if mail.mail_of_digest(session.connection, entry.digest) is None
    ]
    mail.record_mails(session.connection, rows)
    found = {
        entry.digest: mail.mail_of_digest(session.connection, entry.digest) for entry in entries
    }
    return {digest: row.id for digest, row in found.items() if row is not None}


def _add_orders(
    connection: Connection, game: str, service: ServiceFile, mails: Mapping[str, int]
) -> None:
    """What is held, what is kept for later, and what the open turn asks."""
    for one in service.orders:
        held = _set(game, one, mails)
        games.hold_orders(connection, orders_bytes=held.pop("orders"), **held)
    for later in service.later:
        games.keep_later(connection, game, later.seat, {later.turn: later.lines}, later.received)
    asks = [AskRow(game=game, **msgspec.structs.asdict(ask)) for ask in service.asks]
    games.replace_asks(connection, game, asks)


def _set(game: str, one: OrdersEntry, mails: Mapping[str, int]) -> dict[str, Any]:
    """A set of orders by the columns of its row."""
    return {
        **msgspec.structs.asdict(one),
        "game": game,
        "orders": None if bytes(one.orders) == b"null" else bytes(one.orders),
        "mail": mails.get(one.mail or ""),
    }


def _add_masters(session: Session, row: GameRow, archive: Archive, service: ServiceFile) -> None:
    """Who runs the game, each with an address that counts here, and what they did."""
    for one in service.masters:
        master = MasterRow(game=row.id, **msgspec.structs.asdict(one))
        masters.add_master(session.connection, master)
        if row.status not in OVER:
            mail.queue_mails(session.connection, [appointed(session, row, master)])
    for reader in service.insiders:
        masters.note_insider(session.connection, row.id, reader)
    linked = [
        AuditRow(game=row.id, number=int(number), link=page.link.turn, **_act(page, number))
        for page in archive.pages
        for number in page.link.acts
    ]
    later = [AuditRow(game=row.id, **msgspec.structs.asdict(one)) for one in service.acts]
    audit.add_acts(session.connection, (*linked, *later))


def _act(page: Page, number: str) -> dict[str, Any]:
    part = msgspec.json.decode(bytes(page.opened[f"{ACT}/{number}"].data), type=ActPart)
    return msgspec.structs.asdict(part)


def _add_press(connection: Connection, game: str, service: ServiceFile) -> None:
    """What was said to all, and how people want to read what is."""
    for said in service.said:
        piece = PressRow(
            id=0,
            game=game,
            turn=said.turn,
            seat=said.seat,
            number=press.next_number(connection, game, said.seat) if said.seat else 0,
            kind=PressKind.PUBLIC,
            anonymous=said.anonymous,
            name=said.name,
            audience=(),
            text=said.text,
            written=said.at,
            due=said.at,
            mail=None,
        )
        press.add_said(connection, piece)
    for one in service.wishes:
        press.put_wish(connection, PressWishRow(game, one.seat, one.with_report, one.blocked))


def _add_votes(session: Session, row: GameRow, archive: Archive, service: ServiceFile) -> None:
    """What players voted on; what is open stays so for as long as it would have."""
    waited = session.context.clock.now() - archive.game.written
    for one in service.motions:
        values = msgspec.structs.asdict(one)
        given = values.pop("ballots")
        until = _later(one.until, waited) if one.ended is None else one.until
        motion = MotionRow(game=row.id, **(values | {"until": until}))
        votes.add_motion(session.connection, motion)
        votes.add_ballots(session.connection, row.id, one.number, given)
    for away in service.vacations:
        vacation = VacationRow(game=row.id, **msgspec.structs.asdict(away))
        vacations.put_vacation(session.connection, vacation)


def _add_pending(session: Session, row: GameRow, archive: Archive, service: ServiceFile) -> None:
    """What waits for a reply goes on waiting, for one to a new mail."""
    waited = session.context.clock.now() - archive.game.written
    seats = {seat.seat: seat for seat in games.seats_of(session.connection, row.id)}
    for one in service.pending:
        until = _later(one.until, waited) or one.until
        place = (row.id, one.seat, one.act, new_nonce(), one.address, until, None)
        act = PendingRow(*place, ends=one.ends)
        pending.put_pending(session.connection, act)
        if row.status not in OVER:
            draft = pending_draft(session, row, seats[one.seat], act)
            mail.queue_mails(session.connection, [draft])
    for entry in service.readdressings if row.status not in OVER else ():
        values = msgspec.structs.asdict(entry) | {"until": _later(entry.until, waited)}
        change = ReaddressRow(new_nonce(), new_nonce(), row.id, **values)
        mail.queue_mails(session.connection, take_over(session, row, seats[entry.seat], change))


def _add_substitutions(session: Session, row: GameRow, service: ServiceFile) -> None:
    """Whoever stands by goes on to, and whoever plays for another plays on; to whom the seat goes
    back gets a mail by which that can be had at once. The days are those of a calendar, and no
    later here."""
    chairs = {seat.seat: seat for seat in games.seats_of(session.connection, row.id)}
    for reader in service.standbys:
        standing = {"address": reader, "nonce": new_nonce(), "until": None}
        add_standby(session.connection, game=row.id, ruleset=None, **standing)
    for gone in service.put_out:
        note_put_out(session.connection, row.id, gone)
    add_tenures(session.connection, row.id, map(msgspec.structs.asdict, service.tenures))
    for one in service.substitutions:
        given = SubstitutionRow(game=row.id, nonce=new_nonce(), **msgspec.structs.asdict(one))
        add_substitution(session.connection, given)
        if row.status not in OVER:
            tell_lender(session, row, chairs[one.seat], given)


def _tell(session: Session, row: GameRow) -> int:
    """A notice to every player, and the newest report: with the addresses that count now."""
    people = humans(games.seats_of(session.connection, row.id))
    for seat in people:
        mail.queue_mails(session.connection, [_moved(session.context, row, seat)])
        mail.queue_mails(session.connection, [newest_report(session, row, seat)])
    return len(people)


def _moved(context: Context, row: GameRow, seat: SeatRow) -> OutboxDraft:
    with in_language(context, seat.language):
        notice = Notice(
            title=_("{game} goes on at another address").format(game=row.title),
            paragraphs=(
                _(
                    "The game has moved here with all that you have ordered. Your newest report "
                    "follows: from now on reply to that one. Addresses of earlier mails no longer "
                    "reach the game."
                ),
            ),
            game_title=row.title,
            answer=False,
        )
        header = for_seat(context, row, seat, turn=row.turn)
        return pack_notice(context, notice, header, game=row.id, turn=row.turn, seat=seat.seat)
