"""Passes press on to its readers: whatever is due becomes mail, in one transaction with the note
that it has.

What is signed goes out writer by writer, so that a plain reply has one to go to; somebody who gets
very much of it gets the rest gathered. What is not signed goes out together, in an order that
tells nothing, in mails of a few sizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice

from pbem.engine.i18n import _, ngettext
from pbem.mailer.outbound.contents import Excerpt, Notice
from pbem.mailer.outbound.phrases import listing
from pbem.service.context import Context, Session, in_language
from pbem.service.counters import Count
from pbem.service.dispatch.alerts import begin_unless_open, end_if_open
from pbem.service.dispatch.post import after_quiet_hours, for_master, for_seat, pack_notice
from pbem.service.play.masters import masters_of
from pbem.service.play.outage import each_read, mail_read
from pbem.service.play.table import open_table
from pbem.service.press.directory import Directory
from pbem.service.press.limits import QUARTER
from pbem.service.press.writing import wrapped
from pbem.store import games, mail, press, strangers
from pbem.store.concerns import Concern, Matter
from pbem.store.mastering import MasterRow
from pbem.store.records import OVER, GameRow, OutboxDraft, SeatRow
from pbem.store.talk import MASTER_SEAT, PressKind, PressRow

KIND = "press"
"""The kind of mail in the outbox."""
MOST_COPIES = 500
"""Copies that one transaction passes on."""
MOST_PIECES = 10
"""Pieces that one mail tells."""
MOST_AN_HOUR = 12
"""Mails with signed press that one seat gets within an hour; then they are gathered for a quarter
of an hour each."""
SIZE_CLASS = 8192
"""Octets by which mails with unsigned press grow, so that their size tells little."""


def deliver_press(context: Context) -> int:
    """Queue the mails with all press that is due; one game whose press cannot be passed on does
    not stop the others. Press is due once all mail that came until then has been read, for it may
    take it back. Returns how many mails there are."""
    return sum(_deliver_in_mailbox(seen, until) for seen, until in each_read(context))


def _deliver_in_mailbox(context: Context, until: datetime) -> int:
    with context.database.read() as connection:
        reported = press.reported_seats(connection, context.mailbox, until)
    if reported:
        _release(context, reported, until)
    with context.database.read() as connection:
        due = press.games_due(connection, context.mailbox, until)
    queued = 0
    for game in due:
        try:
            while found := _deliver_in(context, game, until):
                queued += found
            end_if_open(context, f"press.{game}")
            context.troubles.over(f"press of {game}")
        except Exception as error:  # noqa: BLE001  (one game must not stop the others)
            context.troubles.begins(f"press of {game}", error)
            what = f"{game}: what its players write to each other cannot be passed on"
            remedy = "The log says why. Nothing is lost; the service tries again at every tick."
            fault = Concern(game=game, matter=Matter.UNPASSED)
            begin_unless_open(context, f"press.{game}", what, remedy, fault)
    return queued


def pass_on_now(
    session: Session, game: GameRow, reader: SeatRow, moment: datetime | None = None
) -> None:
    """Let somebody who plays no longer from this `moment` on have all that fell due until then,
    also what waits for a report or the end of their quiet hours: its writers were told that it was
    sent. Without one it is now, but for letters that mail which has not been read yet may take
    back; what the mail says by which a seat changes hands comes after all that came before it."""
    if not reader.has_person:
        return
    connection, settled = session.connection, moment
    if moment is None:
        moment, read = session.context.clock.now(), mail_read(connection, game)
        settled = None if read is None else min(moment, read.until)
    press.read_at_once(connection, game.id, reader.seat, moment)
    press.hasten(connection, game.id, reader.seat, moment)
    copies = press.copies_due(connection, game.id, moment, MOST_COPIES, reader=reader.seat)
    pieces = [
        copy.piece
        for copy in copies
        if not _may_be_taken_back(copy.piece) or (settled and copy.piece.due <= settled)
    ]
    _at_once(session, game, reader, pieces)


def _may_be_taken_back(piece: PressRow) -> bool:
    return piece.anonymous or piece.kind is PressKind.PUBLIC


def pass_all_on(session: Session, game: GameRow) -> None:
    """Let all go out that was written in a game and waits: nobody remembers it afterwards."""
    copies = press.waiting_in(session.connection, game.id)
    _to_master(session, game, [one.piece for one in copies if one.reader == MASTER_SEAT])
    for reader in games.seats_of(session.connection, game.id):
        if reader.has_person:
            mine = [one.piece for one in copies if one.reader == reader.seat]
            _at_once(session, game, reader, mine)


def _at_once(session: Session, game: GameRow, reader: SeatRow, pieces: Sequence[PressRow]) -> None:
    seats = games.seats_of(session.connection, game.id)
    unsigned = sorted((p for p in pieces if p.anonymous), key=lambda p: (p.kind, p.text))
    for mine in ([piece for piece in pieces if not piece.anonymous], unsigned):
        for group in in_mails(mine):
            draft = letter_draft(session, game, seats, reader, group, leaves=True)
            _note(session, group, reader.seat, draft.message_id)
            mail.queue_mails(session.connection, [draft])


def _release(context: Context, seats: Sequence[SeatRow], until: datetime) -> None:
    """Let what waited for these seats' reports go out now that they have one."""
    with context.database.write() as connection:
        for seat in seats:
            due = after_quiet_hours(context, seat, until)
            press.read_at_once(connection, seat.game, seat.seat, due)


def _deliver_in(context: Context, game_id: str, until: datetime) -> int:
    """Pass some of a game's press on; returns how many mails that makes."""
    with context.write() as session:
        game = games.find_game(session.connection, game_id, lock=True)
        assert game is not None, "press belongs to a game"
        copies = press.copies_due(session.connection, game_id, until, MOST_COPIES)
        seats = {seat.seat: seat for seat in games.seats_of(session.connection, game_id)}
        mails = 0
        for reader in dict.fromkeys(copy.reader for copy in copies):
            pieces = [copy.piece for copy in copies if copy.reader == reader]
            mails += _to_reader(session, game, seats, reader, pieces)
    context.counters.add(Count.PASSED_ON, mails)
    return mails


def _to_reader(
    session: Session,
    game: GameRow,
    seats: Mapping[int, SeatRow],
    reader: int,
    pieces: Sequence[PressRow],
) -> int:
    if reader == MASTER_SEAT:
        return _to_master(session, game, pieces)
    seat = seats.get(reader)
    if seat is None or not seat.has_person:
        _note(session, pieces, reader, "")
        return 0
    return _to_player(session, game, seats, seat, pieces)


def _to_player(
    session: Session,
    game: GameRow,
    seats: Mapping[int, SeatRow],
    seat: SeatRow,
    pieces: Sequence[PressRow],
) -> int:
    signed = [piece for piece in pieces if not piece.anonymous]
    unsigned = sorted((p for p in pieces if p.anonymous), key=lambda p: (p.kind, p.text))
    groups = list(in_mails(unsigned))
    late = _gathered_until(session, game, seat)
    if press.find_wish(session.connection, game.id, seat.seat).with_report:
        groups += in_mails(signed)
    elif late is None:
        writers = dict.fromkeys(map(_writer, signed))
        for writer in writers:
            groups += in_mails([piece for piece in signed if _writer(piece) == writer])
    elif late <= session.context.clock.now():
        groups += in_mails(signed)
    else:
        press.put_off(session.connection, [piece.id for piece in signed], seat.seat, late)
    for group in groups:
        draft = letter_draft(session, game, tuple(seats.values()), seat, group)
        _note(session, group, seat.seat, draft.message_id)
        mail.queue_mails(session.connection, [draft])
    return len(groups)


def _gathered_until(session: Session, game: GameRow, seat: SeatRow) -> datetime | None:
    """Until when signed press for somebody who has got very much of it is gathered."""
    now = session.context.clock.now()
    place = {"game": game.id, "seat": seat.seat}
    since = now - timedelta(hours=1)
    if strangers.count_kind(session.connection, KIND, since, **place) < MOST_AN_HOUR:
        return None
    last = press.last_told(session.connection, game.id, seat.seat)
    return now if last is None else last + QUARTER


def in_mails(pieces: Sequence[PressRow]) -> Iterator[tuple[PressRow, ...]]:
    """Pieces by the mails that tell them."""
    left = iter(pieces)
    while group := tuple(islice(left, MOST_PIECES)):
        yield group


def _note(session: Session, pieces: Sequence[PressRow], reader: int, message_id: str) -> None:
    numbers, now = [piece.id for piece in pieces], session.context.clock.now()
    press.note_told(session.connection, numbers, reader, now, message_id)


def letter_draft(
    session: Session,
    game: GameRow,
    seats: Sequence[SeatRow],
    seat: SeatRow,
    pieces: Sequence[PressRow],
    *,
    leaves: bool = False,
) -> OutboxDraft:
    """The mail with these pieces to one reader; they are all signed or all unsigned. Who `leaves`
    answers none of them any more."""
    with in_language(session.context, seat.language):
        people = people_of(session, game, seats, seat)
        notice = Notice(
            title=_title(game, pieces),
            excerpts=shown(pieces, people),
            closing=_comes_last() if leaves else _how_to_answer(game, pieces),
            game_title=game.title,
            answer=False,
            size_class=SIZE_CLASS if pieces[0].anonymous else 0,
        )
        header = for_seat(session.context, game, seat, turn=game.turn)
        return pack_notice(
            session.context,
            notice,
            header,
            kind=KIND,
            game=game.id,
            turn=game.turn,
            seat=seat.seat,
        )


def people_of(
    session: Session, game: GameRow, seats: Sequence[SeatRow], reader: SeatRow
) -> Directory:
    """The people of a game as a reader knows them."""
    begun = game.turn and game.status not in OVER
    table = open_table(session.connection, game) if begun else None
    language = reader.language or session.context.config.service.language
    return Directory(seats, reader.seat, language, table)


def _title(game: GameRow, pieces: Sequence[PressRow]) -> str:
    first = pieces[0]
    if len(pieces) > 1:
        count = len(pieces)
        said = ngettext("{game}: {count} letter", "{game}: {count} letters", count)
        return said.format(game=game.title, count=count)
    if first.anonymous:
        return _("{game}: a letter without a name").format(game=game.title)
    if first.kind is PressKind.PUBLIC:
        return _("{game}: {name} writes to all").format(game=game.title, name=first.name)
    return _("{game}: {name} writes to you").format(game=game.title, name=first.name)


def shown(pieces: Sequence[PressRow], people: Directory) -> tuple[Excerpt, ...]:
    """Pieces of press as a reader sees them."""
    return tuple(Excerpt(_caption(piece, people), wrapped(piece.text)) for piece in pieces)


def _caption(piece: PressRow, people: Directory) -> str:
    if piece.anonymous:
        return (
            _("Somebody who gives no name writes to all:")
            if piece.kind is PressKind.PUBLIC
            else _("Somebody who gives no name writes to you:")
        )
    writer = next((s for s in people.seats if s.seat == piece.seat), None)
    name = people.called(writer) if writer is not None else piece.name
    if piece.kind is PressKind.PUBLIC:
        return _("{name} writes to all:").format(name=name)
    if piece.to_unsigned:
        return _("{name} answers what you wrote without your name:").format(name=name)
    others = [s.name for s in people.among(piece.audience) if s.seat != people.own]
    if others:
        told = listing(others, people.language)
        return _("{name} writes to you, and to {others}:").format(name=name, others=told)
    return _("{name} writes to you:").format(name=name)


def _writer(piece: PressRow) -> tuple[int | None, str]:
    """Who wrote it; those who have no seat any more are told apart by their names."""
    return piece.seat, piece.name


def _comes_last() -> tuple[str, ...]:
    return (_("This was written while you had the seat; a reply to it goes to nobody."),)


def _how_to_answer(game: GameRow, pieces: Sequence[PressRow]) -> tuple[str, ...]:
    first = pieces[0]
    may_answer = PressKind.PRIVATE in game.press
    if first.anonymous:
        if len(pieces) > 1 or not may_answer:
            return ()
        return (_("A plain reply goes to whoever wrote this, with your name, and to nobody else."),)
    if not may_answer:
        return ()
    if first.seat is None:
        return ()
    if len(set(map(_writer, pieces))) > 1:
        return (
            _("To answer, begin your mail with a line such as TO {name}:").format(name=first.name),
        )
    if any(piece.to_unsigned for piece in pieces):
        return (
            _(
                "A plain reply goes to {name} without your name. After a line TO {name}: it "
                "carries it."
            ).format(name=first.name),
        )
    return (
        _("A plain reply goes to {name}, and to nobody else; TO ALL: begins one to all.").format(
            name=first.name
        ),
    )


def _to_master(session: Session, game: GameRow, pieces: Sequence[PressRow]) -> int:
    """Tell the game master what players write, with the seat that an answer is for."""
    readers = masters_of(session.context, session.connection, game.id)
    if not readers:
        _note(session, pieces, MASTER_SEAT, "")
        return 0
    for piece in pieces:
        drafts = [_for_master(session, game, piece, reader) for reader in readers]
        _note(session, [piece], MASTER_SEAT, drafts[0].message_id)
        mail.queue_mails(session.connection, drafts)
    return len(pieces)


def _for_master(session: Session, game: GameRow, piece: PressRow, reader: MasterRow) -> OutboxDraft:
    """A piece for one game master, whose reply TO its author goes to them."""
    with in_language(session.context, reader.language):
        notice = Notice(
            title=_("{game}: {name} writes to the game master").format(
                game=game.title, name=piece.name
            ),
            paragraphs=(
                _("{name} has seat {seat}.").format(name=piece.name, seat=piece.seat),
                _(
                    "A plain reply goes to {name}, and to nobody else; TO ALL: begins one to all."
                ).format(name=piece.name),
            ),
            excerpts=(Excerpt(_("{name} writes:").format(name=piece.name), wrapped(piece.text)),),
            game_title=game.title,
            answer=False,
        )
        header = for_master(session.context, game, reader)
        return pack_notice(session.context, notice, header, kind=KIND, game=game.id, turn=game.turn)
