"""Writes a game out of the database: what the rules let out of it, or everything."""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

import msgspec
from msgspec import structs
from sqlalchemy.engine import Connection

from pbem.engine.chain import ACT, PARTS, PUBLIC, Page
from pbem.engine.registry import load
from pbem.engine.replay import Record
from pbem.service.context import Context
from pbem.service.play.table import game_named
from pbem.service.tools.archive import (
    Archive,
    AskEntry,
    GameFile,
    LapseEntry,
    LaterEntry,
    MailEntry,
    OrdersEntry,
    SeatEntry,
    ServiceFile,
    UndoneEntry,
)
from pbem.service.tools.entries import (
    ActEntry,
    MasterEntry,
    MotionEntry,
    ObserverEntry,
    PendingEntry,
    ReaddressEntry,
    SaidEntry,
    SubstitutionEntry,
    TenureEntry,
    VacationEntry,
    WishEntry,
)
from pbem.service.tools.record import record_of
from pbem.store import (
    audit,
    games,
    lapses,
    mail,
    masters,
    observers,
    pending,
    press,
    undone,
    vacations,
    votes,
)
from pbem.store.mail import NO_MAILBOX
from pbem.store.readdressing import changes_in
from pbem.store.records import GameRow, GameStatus, InboxRow, OrdersRow
from pbem.store.standbys import put_out_of, standbys_about
from pbem.store.substitutions import substitutions_of
from pbem.store.tenures import tenures_of

WATCHES = ObserverEntry.__struct_fields__
READDRESSES = ReaddressEntry.__struct_fields__


def export_game(context: Context, game_id: str, *, full: bool = False) -> Archive:
    """A game as it stands. Raises GameProblem where there is none, or it has not begun.

    Without `full` it holds what anyone may know: while the game goes on what a spectator sees,
    and when it is over all that the ruleset does not keep sealed.
    """
    with context.database.read() as connection:
        row = game_named(connection, game_id)
        return exported(connection, row, context.clock.now(), full=full)


def exported(connection: Connection, row: GameRow, now: datetime, *, full: bool = False) -> Archive:
    """The same of a game that has begun, as it stands in a transaction; raises GameProblem for
    one that has not."""
    record = record_of(connection, row)
    if row.is_untold and not full:
        told = [page for page in record.pages if page.link.turn < row.turn]
        record = replace(record, pages=told, head=row.head, turn=row.turn, outcome=None)
    over = row.status == GameStatus.FINISHED
    shown = frozenset(PARTS) if full else let_out(row.ruleset, over=over)
    game = GameFile(
        game=row.id,
        formerly=row.formerly,
        title=row.title,
        ruleset=row.ruleset,
        full=full,
        status=row.status,
        turn=record.turn,
        head=record.head,
        outcome=record.outcome,
        secret=row.secret.hex() if full or over else None,
        written=now,
    )
    pages = tuple(_shown(page, shown, full=full) for page in record.pages)
    taken_back = tuple(
        tuple(_shown(page, shown, full=full) for page in line) for line in record.undone
    )
    if not full:
        return Archive(game, pages, undone=taken_back)
    orders = _orders(connection, row)
    lines = [
        (tuple(turn.closed for turn in line), undone.orders_of(connection, row.id, number))
        for number, line in enumerate(undone.turns_of(connection, row.id))
    ]
    secret = press.mails_with_secrets(connection, row.id)
    mails = {
        one.mail: _mail(connection, one.mail, secret)
        for one in itertools.chain(orders, *(held for _closed, held in lines))
        if one.mail is not None
    }
    service = _service(connection, row, orders, lines, mails)
    kept = {m.digest: m for m in (*_confirming(connection, row), *mails.values()) if m}
    back = _kept_back(connection, mails, secret)
    kept = {digest: m for digest, m in kept.items() if m.data or digest in back}
    return Archive(game, pages, service, tuple(kept.values()), undone=taken_back)


def let_out(ruleset: str, *, over: bool) -> frozenset[str]:
    """The kinds of parts that anyone may know of a game. What game masters did is told by LOG,
    to whom it concerns."""
    return frozenset(PARTS) - {ACT, *load(ruleset).sealed} if over else frozenset({PUBLIC})


def _shown(page: Page, kinds: frozenset[str], *, full: bool) -> Page:
    opened = {n: part for n, part in page.opened.items() if n.partition("/")[0] in kinds}
    return Page(link=page.link, head=page.head, opened=opened, salt=page.salt if full else None)


def _orders(connection: Connection, row: GameRow) -> list[OrdersRow]:
    """All sets of every turn and seat, in the order in which they came: a mail that comes late
    may still bring an earlier one up again."""
    return [
        one
        for turn in range(1, row.turn + 1)
        for seat in sorted(games.held_orders(connection, row.id, turn))
        for one in games.sets_of(connection, row.id, turn, seat)
    ]


def _confirming(connection: Connection, row: GameRow) -> Iterator[MailEntry]:
    """The mails by which people took their seats."""
    for digest in row.confirmations:
        found = mail.mail_of_digest(connection, digest) if digest is not None else None
        if found is not None:
            yield _entry(found)


def _mail(connection: Connection, number: int, secret: Container[int]) -> MailEntry | None:
    found = mail.find_mail(connection, number)
    if found is None:
        return None
    return _entry(structs.replace(found, raw=b"") if number in secret else found)


def _kept_back(
    connection: Connection, mails: Mapping[int, MailEntry | None], secret: Container[int]
) -> frozenset[str]:
    """The SHA-256 of the mails whose bytes an export has not, here or where the game was before,
    as they hold letters."""
    found = (mail.find_mail(connection, number) for number in mails)
    return frozenset(
        one.digest
        for one in found
        if one is not None and (one.id in secret or one.uidvalidity == NO_MAILBOX)
    )


def _entry(row: InboxRow) -> MailEntry:
    return MailEntry(
        digest=row.digest,
        received=row.received,
        message_id=row.message_id,
        sender=row.sender,
        subject=row.subject,
        seat=row.seat,
        data=row.raw,
    )


def _service(
    connection: Connection,
    row: GameRow,
    orders: list[OrdersRow],
    lines: list[tuple[tuple[datetime, ...], tuple[OrdersRow, ...]]],
    mails: dict[int, MailEntry | None],
) -> ServiceFile:
    seats = games.seats_of(connection, row.id)

    def digest(number: int | None) -> str | None:
        found = mails.get(number) if number is not None else None
        return found.digest if found else None

    def entry(one: OrdersRow) -> OrdersEntry:
        return OrdersEntry(
            turn=one.turn,
            seat=one.seat,
            orders=msgspec.Raw(b"null" if one.orders is None else one.orders),
            lines=one.lines,
            source=one.source,
            mail=digest(one.mail),
            received=one.received,
            said=one.said,
            settles=one.settles,
        )

    return ServiceFile(
        version=row.ruleset_version,
        schedule=dict(row.schedule),
        options=dict(row.options),
        start_when_full=row.start_when_full,
        opened=row.opened,
        deadline=row.deadline,
        closes=row.closes,
        reminded=row.reminded,
        stalled=row.stalled,
        paused=row.paused,
        closing=row.closing,
        archived=row.archived,
        created=row.created,
        finished=row.finished,
        closed=tuple(turn.closed for turn in games.turns_between(connection, row.id)),
        seats=tuple(
            SeatEntry(
                **{
                    k: v
                    for k, v in structs.asdict(seat).items()
                    if k in SeatEntry.__struct_fields__
                },
            )
            for seat in seats
        ),
        asks=tuple(
            AskEntry(**{k: v for k, v in structs.asdict(a).items() if k != "game"})
            for a in games.open_asks(connection, row.id)
        ),
        orders=tuple(map(entry, orders)),
        undone=tuple(
            UndoneEntry(closed=closed, orders=tuple(map(entry, held))) for closed, held in lines
        ),
        later=tuple(entry for seat in seats for entry in _later(connection, row.id, seat.seat)),
        lapses=tuple(
            LapseEntry(**{k: v for k, v in vars(one).items() if k != "game"})
            for one in lapses.lapses_of(connection, row.id)
        ),
        masters=tuple(
            MasterEntry(**{k: v for k, v in vars(one).items() if k not in ("game", "nonce")})
            for one in masters.masters_of(connection, row.id)
        ),
        acts=tuple(
            ActEntry(**{k: v for k, v in vars(one).items() if k not in ("game", "link")})
            for one in audit.unlinked_acts(connection, row.id)
        ),
        pending=tuple(
            PendingEntry(
                seat=one.seat, act=one.act, address=one.address, until=one.until, ends=one.ends
            )
            for one in pending.pending_of(connection, row.id)
        ),
        press=row.press,
        said=tuple(
            SaidEntry(
                turn=one.turn,
                seat=one.seat,
                name="" if one.anonymous else one.name,
                anonymous=one.anonymous,
                text=one.text,
                at=one.due,
            )
            for one in press.public_press(connection, row.id)
        ),
        wishes=tuple(
            WishEntry(seat=one.seat, with_report=one.with_report, blocked=one.blocked)
            for one in press.wishes_of(connection, row.id).values()
        ),
        votes=row.votes,
        release_after=row.release_after,
        releases=row.releases,
        reliability=row.reliability,
        mailbox=row.mailbox,
        motions=tuple(
            MotionEntry(
                ballots=dict(votes.ballots_of(connection, row.id, one.number)),
                **{k: v for k, v in vars(one).items() if k != "game"},
            )
            for one in votes.motions_of(connection, row.id)
        ),
        vacations=tuple(
            VacationEntry(**{k: v for k, v in vars(one).items() if k != "game"})
            for one in vacations.vacations_of(connection, row.id).values()
        ),
        insiders=masters.insiders_of(connection, row.id),
        observing=row.observers,
        observers=tuple(
            ObserverEntry(**{k: v for k, v in vars(one).items() if k in WATCHES})
            for one in observers.observers_of(connection, row.id)
            if one.until is None
        ),
        standbys=tuple(
            one.address for one in standbys_about(connection, row.id) if one.game and not one.until
        ),
        put_out=put_out_of(connection, row.id),
        substitutions=tuple(
            SubstitutionEntry(**{k: v for k, v in vars(one).items() if k not in ("game", "nonce")})
            for one in substitutions_of(connection, row.id)
        ),
        tenures=tuple(
            TenureEntry(seat=one.seat, turn=one.turn, person=one.person)
            for one in tenures_of(connection, row.id)
        ),
        readdressings=tuple(
            ReaddressEntry(**{k: v for k, v in vars(one).items() if k in READDRESSES})
            for one in changes_in(connection, row.id)
            if one.done is None or not one.adds
        ),
    )


def _later(connection: Connection, game: str, seat: int) -> Iterator[LaterEntry]:
    """What is kept for turns to come; empty lines where a mail said that nothing is."""
    kept = games.later_lines(connection, game).get(seat, {})
    for turn, at in games.later_said(connection, game, seat).items():
        yield LaterEntry(seat=seat, turn=turn, lines=kept.get(turn, ()), received=at)


def record_in(archive: Archive) -> Record:
    """What an export tells of a game, to be checked."""
    game = archive.game
    return Record(
        pages=archive.pages,
        secret=bytes.fromhex(game.secret) if game.secret else None,
        head=game.head,
        turn=game.turn,
        outcome=game.outcome,
        undone=archive.undone,
    )
