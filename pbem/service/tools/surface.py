"""All that a seat really receives, for the conformance kit: the mails and pictures themselves.

Addresses, ids and times are the same in every game, so that whatever differs
between two mails was told by the ruleset.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from pbem.drawing.render import Renderer
from pbem.drawing.svg import to_svg
from pbem.engine.api import AnyRuleset
from pbem.engine.testing import Exchange, Reply, plain_surface
from pbem.mailer import address
from pbem.mailer.outbound.compose import lines_around, receipt_mail, report_mail
from pbem.mailer.outbound.contents import Addressing, Omitted, Outcome, Receipt, ReportContext
from pbem.mailer.outbound.folding import Fact, folded, room_beside, without_hints
from pbem.mailer.outbound.templating import Templates, packaged
from pbem.mailer.settings import MailSettings
from pbem.service.dispatch.pictures import drawn
from pbem.service.play.composing import desktop, laid_out
from pbem.service.play.describing import first_words
from pbem.service.play.reports import without_orders
from pbem.service.schedule import Schedule
from pbem.store.records import Omission

GAME = "check"
KEY = bytes(32)
NOW = datetime(2026, 1, 2, 12, tzinfo=UTC)
DEADLINE = NOW + timedelta(days=2)
SETTINGS = MailSettings()
SCHEDULE = Schedule(every="48h")
NO_SEAT = 0


class MailSurface:
    """A :data:`~pbem.engine.testing.Surface`: beside the plain parts, a report mail with its
    pictures and a receipt mail for every reply. A spectator gets no mail. Its readers want all
    that mail can have but what they omit."""

    def __init__(
        self,
        renderer: Renderer,
        templates: Templates | None = None,
        omits: tuple[Omission, ...] = (),
    ) -> None:
        self._renderer = renderer
        self._omits: tuple[Omitted, ...] = tuple(one.value for one in omits)
        self._templates = templates or packaged()

    def __call__(self, ruleset: AnyRuleset, exchange: Exchange) -> Mapping[str, bytes]:
        parts = dict(plain_surface(ruleset, exchange))
        if exchange.seat is None:
            return parts
        parts["report mail"] = self.report(ruleset, exchange)
        for number, reply in enumerate(exchange.replies, start=1):
            receipt = _receipt(ruleset, exchange, reply)
            header = _header(exchange.seat, exchange.turn, f"receipt{number}")
            parts[f"receipt mail {number}"] = receipt_mail(receipt, header, self._templates)
        return parts

    def report(
        self,
        ruleset: AnyRuleset,
        exchange: Exchange,
        before: Iterable[Fact] = (),
        *,
        hints: bool = True,
        ends: bool = False,
    ) -> bytes:
        """The report's mail, as one to whoever has the seat, or to somebody who watches; folded
        for a reader who was told what was `before`, and with `hints` for who is new to the
        game. One with which a game `ends` tells all."""
        seat, ask = exchange.seat or NO_SEAT, exchange.ask
        report = ruleset.desk.report(exchange.view, exchange.news)
        owes = ask is not None and ask.required
        said: str = ""
        played: tuple[str, ...] = ()
        if ask is not None and owes:
            said, played = without_orders(ruleset, SCHEDULE, exchange.view, ask)
        report = whole = report if hints else without_hints(report)
        report = laid_out(report, ruleset.desk, exchange.view)
        context = ReportContext(
            game=GAME,
            game_title=ruleset.title,
            ruleset=ruleset.name,
            ruleset_title=ruleset.title,
            ruleset_version=ruleset.version,
            turn=exchange.turn,
            seat=seat,
            player=f"Player {seat}",
            players=("Player 1", "Player 2 (automatic)"),
            of_note=("Player 2 (automatic)",),
            owes=owes,
            deadline=DEADLINE if owes else None,
            without_orders=said,
            played=played,
            whereabouts=(f"The game waits for you, and for {ruleset.title}.",) if owes else (),
            first_words=first_words() if exchange.turn == 1 else "",
            whole=whole,
            desk=desktop(ruleset, exchange.view, ask, report.template, played, played=played),
            explains=hints,
            ask=ask,
            data={"view": exchange.view, "news": exchange.news},
        )
        header = replace(_header(seat, exchange.turn, "report"), omits=self._omits)
        if not ends:
            around = lines_around(report, context, header, self._templates)
            room = room_beside(around, first=exchange.turn == 1)
            report = folded(report, before, (*report.template, *played), room)
        pictures = report.pictures()
        return report_mail(
            report,
            drawn(self._renderer, report),
            {picture.name: to_svg(picture.scene).encode() for picture in pictures if picture.svg},
            context,
            header,
            self._templates,
        )


def _receipt(ruleset: AnyRuleset, exchange: Exchange, reply: Reply) -> Receipt:
    orders = reply.parsed.orders
    held, digest = None, ""
    if orders is not None and exchange.ask is not None:
        held = ruleset.desk.write(exchange.view, exchange.ask, orders)
        digest = hashlib.sha256(ruleset.codec.dump_orders(orders)).hexdigest()
    return Receipt(
        outcome=Outcome.NOTHING if held is None else Outcome.SAVED,
        game_title=ruleset.title,
        turn=exchange.turn,
        open_turn=exchange.turn,
        now=NOW,
        verdicts=reply.parsed.verdicts,
        taken=held is not None,
        held=held,
        digest=digest,
        remark=reply.parsed.remark,
        deadline=DEADLINE,
    )


def _header(seat: int, turn: int, kind: str) -> Addressing:
    route = address.Route(GAME, turn, seat)
    token = address.token(KEY, route, "")
    host = SETTINGS.address.rpartition("@")[2]
    return Addressing(
        to_name=f"Player {seat}",
        to_address=f"player{seat}@{host}",
        reply_to=address.reply_address(SETTINGS, route, token),
        from_name=GAME,
        from_address=SETTINGS.address,
        message_id=f"<{kind}.{turn}.{seat}@{host}>",
        date=NOW,
        tag=address.subject_tag(route, token),
    )
