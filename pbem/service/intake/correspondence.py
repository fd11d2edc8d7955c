"""Decides what each mail is, who wrote it and for which game, and what answer it gets.

The order of questions: may it hold orders, may it be answered; can it be read;
which game, turn and seat does it name, with what proof; is its sender the one
who sits there. Only then are its commands and orders looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta

from sqlalchemy.engine import Connection

from pbem.engine.i18n import _
from pbem.mailer import address
from pbem.mailer.inbound.bounces import Bounce
from pbem.mailer.inbound.commands import read_subject
from pbem.mailer.inbound.guard import Guard
from pbem.mailer.inbound.intake import ReadMail
from pbem.mailer.inbound.reading import Head, Letter, Unreadable, UnreadableMail, explain
from pbem.mailer.inbound.texts import NO_TEXT
from pbem.mailer.outbound.contents import Notice
from pbem.mailer.outbound.headers import UnusableAddress, usable
from pbem.service.dispatch.bounces import note_bounce, release
from pbem.service.dispatch.post import (
    Parcel,
    for_address,
    for_seat,
    language_at,
    pack_notice,
)
from pbem.service.house import House, in_language
from pbem.service.intake.batch import Batch, Settled
from pbem.service.intake.commands import asks_to_leave, leave_notice, obey
from pbem.service.intake.held import alert_held, held_notice
from pbem.service.intake.limits import room_for, within_limit
from pbem.service.intake.strangers import Obeyed, obey_stranger
from pbem.service.play.table import waits_for
from pbem.store import games
from pbem.store.records import GameRow, InboxRow, InboxStatus, SeatKind, SeatRow

ONCE = timedelta(days=1)
"""One refusal an address, kind and day is enough; more would help those who forge senders."""


@dataclass(frozen=True)
class Writer:
    """Whoever wrote a mail, proven: the seat, and the turn that the mail is for."""

    game: GameRow
    seat: SeatRow
    turn: int


@dataclass(frozen=True)
class Incoming:
    """A mail under way through this module: its row without the bytes, and what was read of it
    (:class:`~pbem.mailer.inbound.intake.ReadMail`). ``batch`` is what it shares with the others of
    its transaction."""

    row: InboxRow
    batch: Batch = field(repr=False)
    guard: Guard
    head: Head = field(repr=False)
    text: Letter | Unreadable | None = field(repr=False)
    bounce: Bounce | None
    vouched: bool


def as_read(row: InboxRow, read: ReadMail, batch: Batch) -> Incoming:
    """A mail with what was read of it. One whose subject says it all need not have any text."""
    text, head = read.text, read.head
    if text is Unreadable.NO_TEXT and (asks_to_leave(head.subject) or read_subject(head.subject)):
        text = Letter(**vars(head), body=NO_TEXT, origin="none")
    return Incoming(row, batch, read.guard, head, text, read.bounce, read.vouched)


def settle(house: House, connection: Connection, incoming: Incoming) -> Settled:
    """Everything that one mail changes, short of its own row. May raise; the caller bears it."""
    guard = incoming.guard
    if guard.bounce:
        return _settle_bounce(house, connection, incoming.bounce)
    if not (guard.may_answer or guard.may_hold_orders):
        return Settled(InboxStatus.IGNORED, "; ".join(guard.reasons))
    if not _can_be_written_to(incoming.head.sender):
        return _done(incoming, InboxStatus.IGNORED, "from what is no mail address")
    language, bounced = incoming.batch.know_sender(incoming.head.sender)
    if bounced:
        release(connection, incoming.head.sender)
    with in_language(house, language):
        return _look_into(house, connection, incoming)


def _look_into(house: House, connection: Connection, incoming: Incoming) -> Settled:
    if incoming.text is None:
        return _done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    if isinstance(incoming.text, Unreadable) and not incoming.guard.may_hold_orders:
        return _unreadable(house, connection, incoming, incoming.text)
    try:
        return _read(house, connection, incoming)
    except UnreadableMail as problem:
        return _unreadable(house, connection, incoming, problem.kind)


def _can_be_written_to(address: str) -> bool:
    try:
        usable(address)
    except UnusableAddress:
        return False
    return "\ufffd" not in address  # bytes that were no text stood there


def _settle_bounce(house: House, connection: Connection, bounce: Bounce | None) -> Settled:
    if bounce is None:
        return Settled(InboxStatus.IGNORED, "a delivery report without a failure")
    note_bounce(house, connection, bounce)
    return Settled(InboxStatus.IGNORED, f"a bounce of {', '.join(bounce.failed)}")


def _unreadable(
    house: House, connection: Connection, incoming: Incoming, kind: Unreadable
) -> Settled:
    notice = Notice(
        title=_("Your mail could not be read"),
        paragraphs=(explain(kind), _("Nothing was changed.")),
        warning=True,
    )
    if games.seats_at(connection, incoming.head.sender):
        # A player must know of every mail that did not count; a stranger is told once.
        answer = _to_sender(house, connection, incoming, notice)
        parcels = _answers(house, connection, incoming, (answer,))
    else:
        parcels = _once(house, connection, incoming, f"unreadable {kind}", notice)
    return _done(incoming, InboxStatus.IGNORED, f"unreadable: {kind}", parcels)


def _read(house: House, connection: Connection, incoming: Incoming) -> Settled:
    head = incoming.head
    claim = address.find_route(head.recipients, head.subject)
    if claim is not None and address.authentic(house.key, claim):
        return _with_token(house, connection, incoming, claim.route)
    if claim is None and address.find_bounce(head.recipients) is not None:
        # Nobody writes there by hand: it is an answering machine that forgets to say so.
        return _done(incoming, InboxStatus.IGNORED, "to a bounce address, and no bounce")
    known = games.seats_at(connection, head.sender)
    candidates = _trusted(house, connection, incoming, known) if claim is None else ()
    if len(candidates) == 1:
        game, seat = candidates[0]
        game, seat = games.lock_place(connection, game.id, seat.seat) or (game, seat)
        return _obeyed(house, connection, incoming, Writer(game, seat, game.turn))
    obeyed = obey_stranger(house, connection, _letter(incoming), known)
    if obeyed is not None:
        parcels = _answers(house, connection, _once_read(incoming, obeyed), obeyed.parcels)
        return _done(incoming, InboxStatus.DONE, obeyed.note, parcels)
    if known:
        return _ask_for_reply(house, connection, incoming, known)
    return _unknown(house, connection, incoming)


def _letter(incoming: Incoming) -> Letter:
    if isinstance(incoming.text, Letter):
        return incoming.text
    assert incoming.text is not None, "whatever may hold orders has been read"
    raise UnreadableMail(incoming.text)


def _trusted(
    house: House,
    connection: Connection,
    incoming: Incoming,
    known: tuple[tuple[GameRow, SeatRow], ...],
) -> tuple[tuple[GameRow, SeatRow], ...]:
    """The games that a mail without a token may be for: none unless its sender is vouched for."""
    if house.config.mail.without_token != "dmarc" or not incoming.vouched or not known:
        return ()
    owing = tuple((g, s) for g, s in known if s.seat in waits_for(connection, g))
    return owing or known


def _with_token(
    house: House, connection: Connection, incoming: Incoming, route: address.Route
) -> Settled:
    game, seat = games.lock_place(connection, route.game, route.seat) or (None, None)
    if game is None or seat is None or seat.kind != SeatKind.HUMAN or seat.address is None:
        notice = Notice(
            title=_("That seat is not yours any more"),
            paragraphs=(
                _("The game or seat that your mail is for has gone. Nothing was changed."),
            ),
        )
        parcels = _once(house, connection, incoming, "gone", notice)
        return _done(incoming, InboxStatus.DONE, "for a seat that is gone", parcels)
    if incoming.head.sender != seat.address:
        return _hold(house, connection, incoming, game, seat)
    return _obeyed(house, connection, incoming, Writer(game, seat, route.turn))


def _once_read(incoming: Incoming, obeyed: Obeyed) -> Incoming:
    return replace(incoming, guard=incoming.guard.once_read(ordered=obeyed.ordered))


def _obeyed(house: House, connection: Connection, incoming: Incoming, writer: Writer) -> Settled:
    room = room_for(house, incoming.batch, writer.seat.address or "", proven=True)
    with in_language(house, writer.seat.language):
        obeyed = obey(
            house,
            connection,
            _letter(incoming),
            game=writer.game,
            seat=writer.seat,
            turn=writer.turn,
            received=incoming.row.received,
            mail_id=incoming.row.id,
            room=room,
        )
    if incoming.guard.doubtful and not obeyed.ordered:
        return _done(incoming, InboxStatus.IGNORED, "; ".join(incoming.guard.reasons))
    note = obeyed.note
    if incoming.batch.came_before(incoming.row.id, incoming.head.message_id):
        note += "; an earlier mail has the same Message-ID"
    return _done(
        incoming,
        InboxStatus.DONE,
        note,
        _answers(
            house,
            connection,
            _once_read(incoming, obeyed),
            obeyed.parcels,
            room=room,
            pressing=obeyed.pressing,
        ),
        writer.game.id,
        writer.seat.seat,
    )


def accept_held(house: House, connection: Connection, row: InboxRow) -> Settled:
    """Take a held mail as the seat's own, on the game master's word.

    Its answer goes to the seat's registered address. May raise, as :func:`settle`.
    """
    read = house.readers.read(row.raw, row.size)
    letters = [(read.head.sender, read.head.message_id)]
    incoming = as_read(row, read, Batch(connection, house.clock.now(), letters))
    claim = address.find_route(incoming.head.recipients, incoming.head.subject)
    assert claim is not None, "a mail is held for the seat that it names"
    place = games.lock_place(connection, claim.route.game, claim.route.seat)
    game, seat = place or (None, None)
    if game is None or seat is None or seat.kind != SeatKind.HUMAN:
        return _done(incoming, InboxStatus.DONE, "for a seat that is gone")
    return _obeyed(house, connection, incoming, Writer(game, seat, claim.route.turn))


def _answers(
    house: House,
    connection: Connection,
    incoming: Incoming,
    parcels: tuple[Parcel, ...],
    *,
    room: int | None = None,
    pressing: bool = False,
) -> tuple[Parcel, ...]:
    """Of what a mail brings about, that which may go out: no answer where none is wanted, none
    at once over the limit (:func:`within_limit`) unless it is `pressing`."""
    if not incoming.guard.may_answer:
        parcels = tuple(p for p in parcels if p["kind"] not in ("receipt", "answer"))
    return parcels if pressing else within_limit(house, incoming.batch, parcels, room=room)


def _hold(
    house: House, connection: Connection, incoming: Incoming, game: GameRow, seat: SeatRow
) -> Settled:
    """Right token, unknown sender: it may be the player's other address, or a leaked report."""
    with in_language(house, seat.language):
        notice = held_notice(game, incoming.head.sender)
        header = for_seat(house, game, seat, turn=game.turn)
        told = pack_notice(
            house, notice, header, kind="held", game=game.id, turn=game.turn, seat=seat.seat
        )
    # A machine that answers from a player's other address need not be told of to that player.
    parcels = () if incoming.guard.doubtful else within_limit(house, incoming.batch, (told,))
    if parcels:
        whose = f"{game.id} seat {seat.seat}"
        alert_held(house, connection, incoming.row.id, incoming.head.sender, whose)
    return _done(
        incoming, InboxStatus.HELD, "right token, unknown sender", parcels, game.id, seat.seat
    )


def _ask_for_reply(
    house: House,
    connection: Connection,
    incoming: Incoming,
    known: tuple[tuple[GameRow, SeatRow], ...],
) -> Settled:
    """A player's mail without (or with a wrong) token: offer a reply address for each game."""
    parcels = []
    for game, seat in known[:5]:
        with in_language(house, seat.language):
            leaving = asks_to_leave(incoming.head.subject)
            notice = leave_notice(game) if leaving else _asking(game)
            header = for_seat(
                house, game, seat, turn=game.turn, in_reply_to=incoming.head.message_id
            )
            parcels.append(
                pack_notice(
                    house,
                    notice,
                    header,
                    kind="answer",
                    game=game.id,
                    turn=game.turn,
                    seat=seat.seat,
                )
            )
    return _done(
        incoming,
        InboxStatus.DONE,
        "a player's mail without a valid token",
        _answers(house, connection, incoming, tuple(parcels)),
    )


def _asking(game: GameRow) -> Notice:
    return Notice(
        title=_("Please send your orders for {game} once more").format(game=game.title),
        paragraphs=(
            _(
                "Your mail did not carry the reply address of a report, so it could have "
                "been written by anyone. Nothing was changed."
            ),
            _("Reply to this mail with your orders, one on each line, and they count."),
        ),
        game_title=game.title,
        warning=True,
    )


def _unknown(house: House, connection: Connection, incoming: Incoming) -> Settled:
    notice = Notice(
        title=_("This address plays no game here"),
        paragraphs=(
            _(
                "Games are played by mail here. If you play already, write from the address that "
                "your reports go to."
            ),
            _("To take a seat, send a line such as: JOIN <game> AS <your name>"),
            _("HELP in a line of its own tells more."),
        ),
    )
    parcels = _once(house, connection, incoming, "unknown", notice)
    return _done(incoming, InboxStatus.DONE, "from an unknown address", parcels)


def _once(
    house: House, connection: Connection, incoming: Incoming, kind: str, notice: Notice
) -> tuple[Parcel, ...]:
    """Answer an address that proved nothing, but not more often than once a day and kind."""
    since = house.clock.now() - ONCE
    told = incoming.batch.told_since(incoming.head.sender, kind, since)
    if told or not incoming.guard.may_answer:
        return ()
    return (_to_sender(house, connection, incoming, notice, kind),)


def _to_sender(
    house: House,
    connection: Connection,
    incoming: Incoming,
    notice: Notice,
    kind: str = "answer",
) -> Parcel:
    head = incoming.head
    language = language_at(connection, head.sender)
    header = for_address(house, head.sender, in_reply_to=head.message_id, language=language)
    return pack_notice(house, notice, header, kind=kind)


def _done(
    incoming: Incoming,
    status: InboxStatus,
    note: str,
    parcels: tuple[Parcel, ...] = (),
    game: str | None = None,
    seat: int | None = None,
) -> Settled:
    head = incoming.head
    return Settled(status, note, parcels, head.message_id, head.sender, head.subject, game, seat)
