"""Replies as players send them: orders on top of the whole report, by several mail programs."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from html import escape
from itertools import count
from typing import Any

from bench.common import SEED
from pbem.engine.rng import Chance
from pbem.service.context import Context
from pbem.service.play.table import Table, open_table
from pbem.store import games, mail
from pbem.store.records import GameRow, OutboxRow


@dataclass(frozen=True)
class Player:
    """A seat, and the newest report as its player's mail program holds it."""

    address: str
    table: Table
    seat: int
    report: EmailMessage
    text: str
    html: str
    pictures: tuple[bytes, ...]

    def orders(self, scope: str) -> list[str]:
        """Legal orders, others for every `scope`."""
        table, desk = self.table, self.table.ruleset.desk
        ask, view = table.asks[self.seat], table.view(self.seat)
        chance = Chance(SEED, table.row.turn, scope=scope)
        return list(desk.write(view, ask, desk.sample(view, ask, chance)))


def players_of(context: Context, rows: Sequence[GameRow]) -> list[Player]:
    """Everyone at these games, as they stand in the database."""
    found = []
    with context.database.read() as connection:
        for row in rows:
            table = open_table(connection, row)
            for seat in games.seats_of(connection, row.id):
                newest = mail.outgoing(connection, game=row.id, seat=seat.seat, kind="report")[-1]
                found.append(_player(newest, table, seat.seat))
    return found


def _player(row: OutboxRow, table: Table, seat: int) -> Player:
    report = email.message_from_bytes(row.data, policy=email.policy.default)
    assert isinstance(report, EmailMessage)
    return Player(
        address=row.recipient,
        table=table,
        seat=seat,
        report=report,
        text=_content(report, "plain"),
        html=_content(report, "html"),
        pictures=tuple(
            part.get_content() for part in report.walk() if part.get_content_type() == "image/png"
        ),
    )


def _content(report: EmailMessage, kind: str) -> str:
    body = report.get_body((kind,))
    assert body is not None
    content: Any = body.get_content()
    return str(content)


def replies(players: Sequence[Player], label: str) -> Iterator[bytes]:
    """Replies without end, players and mail programs in turn; none equals another.

    `label` keeps the replies of one run apart from those of the next.
    """
    for number in count():
        player = players[number % len(players)]
        write = PROGRAMS[(number + number // len(players)) % len(PROGRAMS)]
        yield reply(player, player.orders(f"{label}/{number}"), f"{label}-{number}", write)


def reply(player: Player, lines: Sequence[str], name: str, write: Program) -> bytes:
    """One reply to the player's report. `name` makes its Message-ID."""
    message = EmailMessage(policy=email.policy.SMTP)
    message["From"] = f"Player <{player.address}>"
    message["To"] = str(player.report["Reply-To"])
    message["Subject"] = f"Re: {player.report['Subject']}"
    message["Date"] = "Mon, 02 Mar 2026 12:00:00 +0000"
    message["Message-ID"] = f"<{name}@players.example>"
    message["In-Reply-To"] = str(player.report["Message-ID"])
    message["References"] = str(player.report["Message-ID"])
    write(message, player, lines)
    return message.as_bytes()


Program = Callable[[EmailMessage, Player, Sequence[str]], None]


def _attribution(player: Player) -> str:
    return f"On Mon, 2 Mar 2026 at 12:00, {player.report['From']} wrote:"


def _plain_body(player: Player, lines: Sequence[str]) -> str:
    quoted = [f"> {line}".rstrip() for line in player.text.splitlines()]
    return "\n".join([*lines, "", _attribution(player), *quoted]) + "\n"


def _html_body(player: Player, lines: Sequence[str]) -> str:
    said = "".join(f'<div dir="ltr">{escape(line)}</div>' for line in lines)
    page = player.html
    inner = page[page.index("<body") : page.index("</body>")].partition(">")[2]
    return (
        f'<div dir="ltr">{said}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{escape(_attribution(player))}<br></div>'
        f'<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{inner}</blockquote></div>'
    )


def mutt(message: EmailMessage, player: Player, lines: Sequence[str]) -> None:
    """Plain text alone."""
    message.set_content(_plain_body(player, lines))


def _gmail(message: EmailMessage, player: Player, lines: Sequence[str]) -> None:
    """Text and HTML, the report quoted in both."""
    message.set_content(_plain_body(player, lines), cte="quoted-printable")
    message.add_alternative(_html_body(player, lines), subtype="html", cte="quoted-printable")


def _apple_mail(message: EmailMessage, player: Player, lines: Sequence[str]) -> None:
    """As Gmail, and the report's pictures sent back within the quote."""
    _gmail(message, player, lines)
    page = message.get_payload(1)
    assert isinstance(page, EmailMessage)
    for number, picture in enumerate(player.pictures):
        page.add_related(picture, "image", "png", cid=f"<picture{number}@players.example>")


PROGRAMS: tuple[Program, ...] = (mutt, _gmail, _gmail, _apple_mail)
"""In the shares in which they come."""
