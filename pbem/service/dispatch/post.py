"""Writes mails to players and the game master, as rows for the outbox.

Nothing here sends: a row becomes mail once the transaction that holds it is
committed.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime
from typing import SupportsBytes
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy.engine import Connection

from pbem import console
from pbem.drawing.svg import to_svg
from pbem.engine.report import Report
from pbem.mailer import address
from pbem.mailer.outbound import receipts
from pbem.mailer.outbound.compose import notice_mail, report_mail
from pbem.mailer.outbound.contents import Addressing, Notice, Receipt, ReportContext
from pbem.mailer.witness import Chain
from pbem.service.context import Context
from pbem.service.dispatch.pictures import Pictures, UnwrittenReport
from pbem.service.dispatch.writing import Unwritten
from pbem.service.languages import catalogue, languages
from pbem.service.quiet_hours import QuietHours
from pbem.store import senders
from pbem.store.mastering import MasterRow
from pbem.store.observing import ObserverRow
from pbem.store.people import PersonRow
from pbem.store.records import Act, GameRow, OutboxDraft, SeatRow
from pbem.store.wishes import USUAL

LIMITED = ("receipt", "answer", "copy", "held", "newkey", *Act, "watch", "confirm", "digest")
"""Kinds of mail that somebody's mail brings about: over the hourly limit they are gathered, and a
digest of them counts as one."""


def mint_message_id(context: Context) -> str:
    """A Message-ID that no other mail has (RFC 5322, 3.6.4)."""
    return f"<{secrets.token_hex(16)}@{context.domain}>"


def _in_game(
    context: Context,
    game: GameRow,
    route: address.AnyRoute,
    nonce: str,
    in_reply_to: str,
    line: int = 0,
) -> Addressing:
    """What the headers of all mails of a game have in common, from its own mailbox; to nobody
    yet."""
    context = context.at(game.mailbox)
    reader = str(route).rpartition(".")[2]
    thread = f"<{game.id}.{reader}@{context.domain}>"  # of all mails of one reader
    token = address.token(context.key, route, nonce, line)
    return Addressing(
        to_name="",
        to_address="",
        reply_to=address.reply_address(context.config.mail, route, token),
        from_name=game.title,
        from_address=context.config.mail.address,
        message_id=mint_message_id(context),
        date=context.clock.now(),
        references=(thread, in_reply_to) if in_reply_to else (thread,),
        in_reply_to=in_reply_to or thread,
        tag=address.subject_tag(route, token),
        language=context.config.service.language,
        mailbox=context.mailbox,
    )


def for_seat(
    context: Context,
    game: GameRow,
    seat: SeatRow,
    *,
    turn: int,
    in_reply_to: str = "",
) -> Addressing:
    """The header of a mail to whoever holds a seat; a reply to it speaks for `turn`, as long as
    the seat keeps its nonce, and the game is not taken back to before it."""
    route = address.Route(game.id, turn, seat.seat)
    header = _in_game(context, game, route, seat.nonce, in_reply_to, game.rollbacks)
    return msgspec.structs.replace(
        header,
        to_name=seat.name,
        to_address=seat.address or "",
        language=seat.language or header.language,
        chain=Chain(game.id, seat.seat, game.turn - 1, game.head, game.rollbacks)
        if game.head
        else None,
        omits=tuple(one.value for one in seat.omits),
    )


def for_master(
    context: Context, game: GameRow, master: MasterRow, *, in_reply_to: str = ""
) -> Addressing:
    """The header of a mail to somebody who runs a game; a reply to it gives commands, as long as
    they keep their nonce, and tells by which line of the game it was written."""
    route = address.MasterRoute(game.id, game.turn, master.number)
    header = _in_game(context, game, route, master.nonce, in_reply_to, game.rollbacks)
    return msgspec.structs.replace(
        header,
        to_name=master.name,
        to_address=master.address,
        language=master.language or header.language,
    )


def for_observer(
    context: Context,
    game: GameRow,
    observer: ObserverRow,
    reader: PersonRow,
    *,
    in_reply_to: str = "",
) -> Addressing:
    """The header of a mail to somebody who watches a game, or is asked to, with what that `reader`
    wishes; a reply to it counts as long as they keep their nonce."""
    route = address.ObserverRoute(game.id, game.turn, observer.number)
    header = _in_game(context, game, route, observer.nonce, in_reply_to)
    return msgspec.structs.replace(
        header,
        to_address=observer.address,
        language=reader.language or header.language,
        omits=tuple(one.value for one in (USUAL if reader.omits is None else reader.omits)),
    )


def for_address(
    context: Context, recipient: str, *, in_reply_to: str = "", language: str = ""
) -> Addressing:
    """The header of a mail that belongs to no seat; without a language in the service's own."""
    return Addressing(
        to_name="",
        to_address=recipient,
        reply_to=context.config.mail.address,
        from_name=context.config.mail.name,
        from_address=context.config.mail.address,
        message_id=mint_message_id(context),
        date=context.clock.now(),
        references=(in_reply_to,) if in_reply_to else (),
        in_reply_to=in_reply_to or None,
        language=language or context.config.service.language,
        mailbox=context.mailbox,
    )


def for_creator(
    context: Context, recipient: str, nonce: str, *, in_reply_to: str = "", language: str = ""
) -> Addressing:
    """The header of a mail to somebody who may make games; a reply to it shows who writes, as long
    as they keep their nonce."""
    header = for_address(context, recipient, in_reply_to=in_reply_to, language=language)
    route = address.CreatorRoute()
    token = address.token(context.key, route, creators_nonce(recipient, nonce))
    return msgspec.structs.replace(
        header,
        reply_to=address.reply_address(context.config.mail, route, token),
        tag=address.subject_tag(route, token),
    )


def creators_nonce(recipient: str, nonce: str) -> str:
    """What the token of somebody who may make games stands for: their address, which no route
    names, and their nonce."""
    return f"{recipient}\x1f{nonce}"


def put_out_nonce(recipient: str) -> str:
    """What the token of somebody stands for who has lost a seat: their address alone."""
    return f"{recipient}\x1fput out"


def language_at(connection: Connection, address: str) -> str:
    """The language of whoever plays from an address; empty, the service's own, for others."""
    return senders.language_at(connection, address) or ""


def draft(
    header: Addressing,
    data: SupportsBytes,
    *,
    kind: str,
    subject: str,
    now: datetime,
    game: str | None = None,
    turn: int | None = None,
    seat: int | None = None,
) -> OutboxDraft:
    return OutboxDraft(
        message_id=header.message_id,
        game=game,
        turn=turn,
        seat=seat,
        kind=kind,
        recipient=header.to_address,
        subject=subject,
        data=data,
        created=now,
        due=now,
        relay=header.mailbox,
    )


def after_quiet_hours(context: Context, seat: SeatRow, moment: datetime) -> datetime:
    """The moment itself, or the end of the quiet hours of whoever holds a seat."""
    if not seat.quiet:
        return moment
    zone = ZoneInfo(seat.zone or context.config.service.zone)
    return QuietHours.read(seat.quiet).over(moment, zone)


def may_wait(
    context: Context, mail: OutboxDraft, seat: SeatRow, deadline: datetime | None = None
) -> OutboxDraft:
    """The same mail, to go out after its reader's quiet hours; at once where `deadline`, by which
    it asks for something, is not after them."""
    until = after_quiet_hours(context, seat, mail.due)
    if deadline is not None and deadline <= until:
        return mail
    return replace(mail, due=until)


def pack_notice(
    context: Context,
    notice: Notice,
    header: Addressing,
    *,
    kind: str = "notice",
    game: str | None = None,
    turn: int | None = None,
    seat: int | None = None,
) -> OutboxDraft:
    data = notice_mail(notice, header, context.templates)
    return draft(
        header,
        data,
        kind=kind,
        subject=notice.subject or notice.title,
        now=context.clock.now(),
        game=game,
        turn=turn,
        seat=seat,
    )


def pack_receipt(
    context: Context,
    receipt: Receipt,
    header: Addressing,
    *,
    game: str,
    seat: int,
) -> OutboxDraft:
    return draft(
        header,
        Unwritten(receipt, header, context.templates),
        kind="receipt",
        subject=receipts.subject(receipt),
        now=context.clock.now(),
        game=game,
        turn=receipt.turn,
        seat=seat,
    )


def pack_report(
    context: Context, report: Report, shown: ReportContext, header: Addressing
) -> OutboxDraft:
    """A report with its pictures rendered; its row carries the turn that it tells of."""
    begun = begin_report(context, report, shown, header)
    return replace(begun, data=bytes(begun.data))


def begin_report(
    context: Context, report: Report, shown: ReportContext, header: Addressing
) -> OutboxDraft:
    """The same, drawn and laid out when somebody wants its bytes."""

    def compose(pictures: Pictures) -> bytes:
        wanted = header.shows_vectors and not header.shows_console
        vectors = {p.name: p.scene for p in report.pictures() if p.svg} if wanted else {}
        return report_mail(
            report,
            pictures,
            {name: to_svg(scene).encode() for name, scene in vectors.items()},
            shown,
            header,
            context.templates,
            console_page if header.shows_console else None,
        )

    return draft(
        header,
        UnwrittenReport(context.renderer, report, header, compose),
        kind="report",
        subject=report.title,
        now=context.clock.now(),
        game=shown.game,
        turn=shown.turn - 1,
        seat=shown.seat,
    )


def console_page(report: bytes = b"") -> bytes:
    """The page in which orders are composed, with a report.json in it, if there is one."""
    return console.page({code: catalogue(code) for code in languages()}, report)
