"""Outbox: reports handed in and recorded, against a loop that only hands in the same bytes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from statistics import median
from time import perf_counter

import aiosmtplib

from bench.common import ADDRESS, Finding, mail_sink, new_game, new_house
from pbem.mailer.settings import SmtpSettings
from pbem.service.context import Context
from pbem.service.dispatch.outbox import send_outbox
from pbem.store import mail
from pbem.store.records import OutboxDraft, OutboxRow, OutboxStatus

TARGET = 0.95


def measure(folder: Path, *, mails: int, rounds: int, games: int) -> Finding:
    """Each round hands in the same mails twice, by the service and by the bare loop; which of
    them is first changes from round to round."""
    taken: dict[str, list[float]] = {"bare": [], "service": []}
    with mail_sink(folder) as sink, new_house(folder / "house", smtp=sink.smtp) as context:
        for number in range(1, games + 1):
            new_game(context, number)
        rows = _fill(context, mails)
        for turn in range(rounds):
            for side in ("bare", "service") if turn % 2 else ("service", "bare"):
                if side == "bare":
                    taken[side].append(asyncio.run(_bare(rows, sink.smtp)))
                else:
                    taken[side].append(_service(context, rows))
    ratio = median(b / s for b, s in zip(taken["bare"], taken["service"], strict=True))
    size = sum(len(row.data) for row in rows) // len(rows) // 1000
    per_second = {side: f"{mails / median(seconds):,.0f}" for side, seconds in taken.items()}
    return Finding(
        title="Outbox",
        method=(
            f"{rounds} rounds of {mails:,} reports of {size} KB, handed in to {sink.name} over "
            f"{sink.smtp.connections} connections. The bare loop sends the bytes with aiosmtplib's "
            "`sendmail` and forgets them. The service leases them from the database, sends them "
            "and records every answer. Both connect and take leave within their time. Medians "
            "of the rounds; the ratio is that of each round."
        ),
        headings=("", "mails a second", "service / this"),
        rows=(
            ("bare aiosmtplib loop", per_second["bare"], f"{ratio:.2f}"),
            ("service: lease, send, record", per_second["service"], "1.00"),
        ),
        target=f"at least {TARGET} of the bare loop",
        reached=f"{ratio:.2f}",
        held=ratio >= TARGET,
        command="python -m bench outbox",
    )


def _fill(context: Context, mails: int) -> tuple[OutboxRow, ...]:
    """Bring the outbox to `mails` rows: the reports that are there, again and again."""
    with context.database.write() as connection:
        found = mail.outgoing(connection)[:mails]
        for number in range(mails - len(found)):
            row = found[number % len(found)]
            again = {one.name: getattr(row, one.name) for one in fields(OutboxDraft)}
            again["message_id"] = f"<again{number}@pbem.example>"
            mail.queue_mails(connection, [OutboxDraft(**again)])
        return mail.outgoing(connection)[:mails]


async def _bare(rows: Sequence[OutboxRow], settings: SmtpSettings) -> float:
    queue = deque(rows)

    async def work() -> None:
        async with aiosmtplib.SMTP(hostname=settings.host, port=settings.port) as client:
            while queue:
                row = queue.popleft()
                await client.sendmail(ADDRESS, [row.recipient], row.data)

    began = perf_counter()
    await asyncio.gather(*(work() for _ in range(settings.connections)))
    return perf_counter() - began


def _service(context: Context, rows: Sequence[OutboxRow]) -> float:
    with context.database.write() as connection:
        for row in rows:
            mail.change_mails(connection, [row.id], status=OutboxStatus.QUEUED, due=row.due)
    began = perf_counter()
    sent = send_outbox(context)
    seconds = perf_counter() - began
    assert sent.accepted == len(rows), f"{sent.accepted} mails of {len(rows)} were accepted"
    return seconds
