"""Takes press out of a player's mail: who gets it and when, or why it goes to nobody.

Every block is answered with what went, or will go, to whom; nothing is lost without a word. What
the answer says hangs on what its writer may know: not on how, or whether, a reader wants to read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.mailer.inbound.press import Block
from pbem.mailer.outbound.contents import Excerpt
from pbem.mailer.outbound.layout_text import WIDTH, wrap
from pbem.mailer.outbound.phrases import clock, listing
from pbem.service.dispatch.post import after_quiet_hours
from pbem.service.intake.mail_session import MailSession
from pbem.service.play.masters import masters_of
from pbem.service.press import limits
from pbem.service.press.cleaning import without_addresses
from pbem.service.press.directory import Directory
from pbem.store import games, press
from pbem.store.records import OVER, GameRow, GameStatus, SeatKind, SeatRow
from pbem.store.talk import ANONYMOUS_SEAT, MASTER_SEAT, PressKind, PressRow

MOST_LETTERS = 30
"""So many letters one mail may bring."""
_MOST_NAMED = 5


@dataclass(frozen=True)
class Letter:
    """What somebody wants to say to whom. ``problem`` is why it goes to nobody, ``remarks`` what
    its writer should know besides. ``to_unsigned``: it answers what was not signed."""

    kind: PressKind
    seats: tuple[int, ...]
    text: str
    anonymous: bool = False
    problem: str = ""
    remarks: tuple[str, ...] = ()
    to_unsigned: bool = False


def directory_of(session: MailSession) -> Directory:
    """Whom the writer of a mail can write to."""
    game = session.game
    table = session.table if game.turn and game.status not in OVER else None
    seats = games.seats_of(session.connection, game.id)
    return Directory(seats, session.seat.seat, _language(session), table)


def speak(
    session: MailSession, blocks: Sequence[Block], directory: Directory, *, preview: bool
) -> tuple[Excerpt, ...]:
    """Pass on what a mail says to others; returns what its writer is told of each block."""
    letters = (_letter(block, directory) for block in blocks[:MOST_LETTERS])
    said = tuple(say(session, letter, directory, preview=preview) for letter in letters)
    return (*said, _left_over(blocks)) if len(blocks) > MOST_LETTERS else said


def _left_over(blocks: Sequence[Block]) -> Excerpt:
    told = _(
        "Not sent: all that stands below. A mail brings {count} letters at the most; put the "
        "others into another mail."
    ).format(count=MOST_LETTERS)
    rest = blocks[MOST_LETTERS : MOST_LETTERS + _MOST_NAMED]
    return Excerpt(told, tuple(f"TO {block.header.names}:" for block in rest))


def _letter(block: Block, directory: Directory) -> Letter:
    named = directory.read(block.header.names)
    problem = (
        named.problem
        or (_in_doubt(block) if block.doubt else "")
        or (limits.cut_short() if block.is_cut else "")
    )
    text = "\n".join(block.lines)
    return Letter(named.kind, named.seats, text, block.header.anonymous, problem, named.remarks)


def _in_doubt(block: Block) -> str:
    lines = listing_of(block.doubt)
    return _(
        "It is not clear where your letter ends: {lines} may be meant for it or not. Send it again "
        "with a line END below the letter, or with your orders before the line TO {names}."
    ).format(lines=lines, names=block.header.names)


def listing_of(lines: Sequence[str]) -> str:
    """The first few lines, each in quotation marks."""
    shown = ", ".join(quoted(line.strip()[:60]) for line in lines[:3])
    return f"{shown}, ..." if len(lines) > 3 else shown


def say(session: MailSession, letter: Letter, directory: Directory, *, preview: bool) -> Excerpt:
    """Pass one letter on, unless it must not be; returns what its writer is told."""
    game, seat = session.game, session.seat
    text, left_out = without_addresses(letter.text)
    shown = wrapped(text)
    now = session.context.clock.now()
    problem = (
        letter.problem
        or limits.not_allowed(game, letter.kind, anonymous=letter.anonymous)
        or limits.too_late(game, now)
        or ("" if text.strip() else _("There is no text below the line."))
        or limits.too_long(text)
        or _nobody_reads(session, letter, directory)
        or limits.too_many(session, game, seat, letter.kind, anonymous=letter.anonymous)
    )
    if problem:
        return Excerpt(_("Not sent. {problem} Your letter:").format(problem=problem), shown)
    remarks = [*letter.remarks, *_remarks(letter, directory)]
    if left_out:
        remarks.append(
            ngettext(
                "{count} mail address was left out.",
                "{count} mail addresses were left out.",
                left_out,
            ).format(count=left_out)
        )
    due = limits.goes_out(now, session.row.received, letter.kind, anonymous=letter.anonymous)
    to = _to(letter, directory)
    if preview:
        said = _("PREVIEW: without that word this would go to {to}:").format(to=to)
    else:
        number = _write_down(session, letter, text, due)
        said = _told(session, letter, to, due, number)
    return Excerpt(" ".join([*remarks, said]), shown)


def wrapped(text: str) -> tuple[str, ...]:
    """A text as it is shown behind the gutter."""
    return tuple(wrap(text, width=WIDTH - 2).split("\n")) if text else ()


def _nobody_reads(session: MailSession, letter: Letter, directory: Directory) -> str:
    if letter.kind is PressKind.MASTER:
        readers = masters_of(session.context, session.connection, session.game.id)
        return "" if readers else _("The game master has no address here.")
    if letter.to_unsigned:
        return ""
    if any(seat.has_person for seat in directory.among(letter.seats)):
        return ""
    return _("Nobody would read it: no person has any of these seats.")


def _remarks(letter: Letter, directory: Directory) -> Iterable[str]:
    """That bots and seats without an owner read nothing, where they are named."""
    if letter.to_unsigned or letter.kind is PressKind.PUBLIC:
        return
    deaf = [_deaf(seat) for seat in directory.among(letter.seats) if not seat.has_person]
    if deaf:
        names = listing(deaf, directory.language)
        yield _("Nobody reads what goes to {names}.").format(names=names)


def _deaf(seat: SeatRow) -> str:
    if seat.kind is SeatKind.BOT:
        return _("{name} (automatic)").format(name=seat.name)
    if seat.kind is SeatKind.RESIGNED:
        return _("{name} (resigned)").format(name=seat.name)
    if seat.kind is SeatKind.EJECTED:
        return _("{name} (ejected)").format(name=seat.name)
    return seat.name


def _to(letter: Letter, directory: Directory) -> str:
    if letter.to_unsigned:
        return _("whoever wrote to you without a name, as long as they play")
    if letter.kind is PressKind.PUBLIC:
        return _("all")
    if letter.kind is PressKind.MASTER:
        return _("the game master")
    names = [directory.called(s) for s in directory.among(letter.seats) if s.has_person]
    return listing(names, directory.language)


def _told(session: MailSession, letter: Letter, to: str, due: datetime, number: int) -> str:
    if not letter.anonymous and letter.kind is not PressKind.PUBLIC:
        return _("Sent to {to}:").format(to=to)
    local = session.context.local(due, session.seat.zone)
    moment = clock(local, session.context.clock.now(), _language(session))
    said = (
        _("Goes to {to} at {moment}, without your name; until then UNSAY {number} takes it back:")
        if letter.anonymous
        else _("Goes to {to} at {moment}; until then UNSAY {number} takes it back:")
    )
    return said.format(to=to, moment=moment, number=number)


def _write_down(session: MailSession, letter: Letter, text: str, due: datetime) -> int:
    """Write a letter down for all who are to read it; returns its writer's number for it."""
    game, seat, connection = session.game, session.seat, session.connection
    number = press.next_number(connection, game.id, seat.seat)
    piece = PressRow(
        id=0,
        game=game.id,
        turn=game.turn,
        seat=seat.seat,
        number=number,
        kind=letter.kind,
        anonymous=letter.anonymous,
        name=seat.name,
        audience=letter.seats,
        text=text,
        written=session.context.clock.now(),
        due=due,
        mail=session.row.id,
        to_unsigned=letter.to_unsigned,
    )
    press.add_piece(connection, piece, _readers(session, piece))
    return number


def _readers(session: MailSession, piece: PressRow) -> Mapping[int, datetime | None]:
    """Who gets a piece, and when (None: with the next report). What is not signed goes to its
    writer too where it goes to all, so that no reader's copy is missing."""
    if piece.kind is PressKind.MASTER:
        return {MASTER_SEAT: piece.due}
    unsigned_to_all = piece.anonymous and piece.kind is PressKind.PUBLIC
    numbers = {*piece.audience, session.seat.seat} if unsigned_to_all else set(piece.audience)
    wishes = press.wishes_of(session.connection, piece.game)
    writer = ANONYMOUS_SEAT if piece.anonymous else session.seat.seat
    readers: dict[int, datetime | None] = {}
    for seat in games.seats_of(session.connection, piece.game):
        if seat.seat not in numbers or not seat.has_person:
            continue
        wish = wishes.get(seat.seat)
        if wish is not None and writer in wish.blocked:
            continue
        later = wish is not None and wish.with_report and _gets_reports(session.game)
        readers[seat.seat] = None if later else after_quiet_hours(session.context, seat, piece.due)
    return readers


def _gets_reports(game: GameRow) -> bool:
    return game.status in (GameStatus.RUNNING, GameStatus.PAUSED)


def _language(session: MailSession) -> str:
    return session.seat.language or session.context.config.service.language
