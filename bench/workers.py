"""Workers: how much faster several close, send and settle than one, on PostgreSQL."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import sqlalchemy as sa

from bench.common import Finding, new_game, order_for_all
from pbem.mailer.embedded import EmbeddedServer
from pbem.mailer.inbound.inbox import MemoryInbox
from pbem.mailer.settings import ImapSettings, Login, SmtpSettings
from pbem.service.context import Context
from pbem.service.intake.recording import record_mail
from pbem.service.play.upkeep import note_poll
from pbem.store import games, mail
from pbem.store.records import InboxStatus, OutboxDraft
from pbem.store.tables import turns as turns_table
from tests.servers import postgresql
from tests.servers.databases import SERVER
from tests.servers.plugin import PASSWORD, MailHost
from tests.workers.house import house, let_all_fall_due, relaying, replies, turns, until, working

TARGET = 1.8
RELAY_SECONDS, SETTLE_SECONDS = 0.5, 0.2
WARM_SECONDS = 3.0
TITLE, COMMAND = "Several workers", "python -m bench pbem-worker"


def measure(
    folder: Path,
    *,
    number: int,
    rounds: int,
    window: float,
    closing: Sequence[int],
    waiting: Sequence[int],
) -> Finding:
    """With so many games, and so many workers `closing` and `waiting`, of which the first are one.
    Closings are timed from the first to the last, by the moments on record; what waits for
    others by how much is done within a `window`, in seconds."""
    if reason := postgresql.why_not():
        return unmeasured(TITLE, COMMAND, reason)
    try:
        with embedded_host(folder) as host:
            seconds, cost = _closing(folder / "closing", host, number, rounds, window, closing)
            sent = _sending(folder / "sending", host, number, window, waiting)
            settled = _settling(folder / "settling", host, number, window, waiting)
    finally:
        SERVER.stop()
    return _finding(number, rounds, seconds, cost, sent, settled)


@contextmanager
def embedded_host(folder: Path) -> Iterator[MailHost]:
    """The built-in server, with a mailbox that nobody writes to."""
    secret = folder / "password"
    secret.write_text(PASSWORD + "\n")
    login = Login(user="orders@pbem.example", password_file=str(secret))
    with EmbeddedServer(folder / "mail", password=PASSWORD) as server:
        yield MailHost(
            name="the built-in server",
            address_domain="pbem.example",
            imap=ImapSettings(port=server.imap_port, security="none", login=login),
            smtp=SmtpSettings(port=server.smtp_port, security="none"),
            servers=server,
            flush=lambda: None,
            password_file=secret,
        )


def _closing(
    folder: Path,
    host: MailHost,
    number: int,
    rounds: int,
    window: float,
    counts: Sequence[int],
) -> tuple[dict[int, list[float]], dict[int, list[float]]]:
    """Wall time and processor time a game, in seconds, by how many workers there were: in each
    round all numbers of them close one turn of the same games."""
    seconds: dict[int, list[float]] = {count: [] for count in counts}
    cost: dict[int, list[float]] = {count: [] for count in counts}
    folder.mkdir()
    with house(folder, host) as context:
        rows = [new_game(context, one) for one in range(1, number + 1)]
        for turn in range(rounds * len(counts)):
            count = counts[turn % len(counts)]
            order_for_all(context, [_now(context, row.id) for row in rows])
            with working(folder, *_names(count), words=("--queues", "close")) as workers:
                time.sleep(min(WARM_SECONDS, window))
                before = sum(one.processor_seconds for one in workers)
                let_all_fall_due(context)
                note_poll(context, context.clock.now())
                until(lambda at=turn + 2: set(turns(context).values()) == {at}, "all turns", 3600)
                used = sum(one.processor_seconds for one in workers) - before
            seconds[count].append(_from_first_to_last(context, turn + 1) / max(number - 1, 1))
            cost[count].append(used / number)
    return seconds, cost


def _now(context: Context, game: str) -> games.GameRow:
    with context.database.read() as connection:
        row = games.find_game(connection, game)
    assert row is not None
    return row


def _from_first_to_last(context: Context, turn: int) -> float:
    closed = turns_table.c.closed
    query = sa.select(sa.func.max(closed), sa.func.min(closed)).where(turns_table.c.turn == turn)
    with context.database.read() as connection:
        last, first = connection.execute(query).one()
    return max(float((last - first).total_seconds()), 1e-3)


def _sending(
    folder: Path, host: MailHost, number: int, window: float, counts: Sequence[int]
) -> dict[int, float]:
    """Mails a second that a slow relay is handed in."""
    found = {}
    for count in counts:
        place = folder / str(count)
        place.mkdir(parents=True)
        with relaying(host, RELAY_SECONDS) as (slow, relay), house(place, slow) as context:
            _fill(context, number * 40)
            with working(place, *_names(count), words=("--queues", "send")):
                until(lambda: relay.taken.total() > 0, "the first mail", 600)
                found[count] = _in_a_window(relay.taken.total, window)
    return found


def _fill(context: Context, mails: int) -> None:
    now, data = context.clock.now(), b"Subject: hello\r\nMessage-ID: <%d@x.example>\r\n\r\nx\r\n"
    drafts = [
        OutboxDraft(f"<{n}@x.example>", "notice", f"p{n}@x.example", "hello", data % n, now, now)
        for n in range(mails)
    ]
    with context.database.write() as connection:
        mail.queue_mails(connection, drafts)


def _settling(
    folder: Path, host: MailHost, number: int, window: float, counts: Sequence[int]
) -> dict[int, float]:
    """Mails a second that are settled where each has to wait for something slow."""
    found = {}
    for count in counts:
        place = folder / str(count)
        place.mkdir(parents=True)
        with house(place, host) as context:
            for one in range(1, number + 1):
                new_game(context, one)
            _record(context, [f"Economy 60% coop {n}" for n in (10, 20, 30)])
            words, slowly = ("--queues", "settle"), str(SETTLE_SECONDS)
            with working(place, *_names(count), words=words, SETTLE_SECONDS=slowly):
                settled = lambda: _settled(context)  # noqa: E731
                until(lambda: settled() > 0, "the first mail", 600)  # noqa: B023
                found[count] = _in_a_window(settled, window)
    return found


def _record(context: Context, texts: Sequence[str]) -> None:
    inbox = MemoryInbox()
    for message in replies(context, texts):
        inbox.deliver(message.as_bytes(), context.clock.now())
    record_mail(context, inbox)


def _settled(context: Context) -> int:
    with context.database.read() as connection:
        return mail.count_incoming(connection).get(InboxStatus.DONE, 0)


def _in_a_window(count: Callable[[], int], window: float) -> float:
    """How much is done in a second, once all are at work."""
    time.sleep(min(WARM_SECONDS, window))
    before, begun = count(), time.monotonic()
    time.sleep(window)
    return (count() - before) / (time.monotonic() - begun)


def _names(count: int) -> list[str]:
    return [f"worker-{one}" for one in range(count)]


def _finding(
    number: int,
    rounds: int,
    seconds: dict[int, list[float]],
    cost: dict[int, list[float]],
    sent: dict[int, float],
    settled: dict[int, float],
) -> Finding:
    def ratio(count: int) -> float:
        return median(one / more for one, more in zip(seconds[1], seconds[count], strict=True))

    def row(count: int) -> tuple[str, ...]:
        closed = seconds.get(count)
        return (
            str(count),
            f"{1 / median(closed):.1f} ({ratio(count):.2f})" if closed else "",
            f"{1000 * median(cost[count]):.0f}" if closed else "",
            *(
                f"{by[count]:.1f} ({by[count] / max(by[1], 1e-9):.2f})" if count in by else ""
                for by in (sent, settled)
            ),
        )

    return Finding(
        title=TITLE,
        method=(
            f"`pbem worker` processes and PostgreSQL on this one machine. Closings: {number:,} "
            f"games of Hegemon with five people each fall due at once, in {rounds} rounds; in "
            "each of them 1, 2 and 4 workers close a turn of the same games, and the ratio is "
            "that within a round. Beside them the processor time that the workers took for a "
            "game, which tells what several workers cost where others use the machine too. "
            f"Sending: a relay that answers each mail after {RELAY_SECONDS} s, four connections a "
            f"worker. Settling: each mail waits {SETTLE_SECONDS} s as if for something slow. "
            "In brackets: times as fast as one worker."
        ),
        headings=(
            *("workers", "closings a second", "processor ms a closing"),
            *("mails sent a second", "mails settled a second"),
        ),
        rows=tuple(row(count) for count in sorted({*seconds, *sent})),
        target=f"two workers close at least {TARGET} times as fast as one",
        reached=f"{ratio(2):.2f} times as fast",
        held=ratio(2) >= TARGET,
        command=COMMAND,
    )


def unmeasured(title: str, command: str, reason: str) -> Finding:
    """What is told where there is no PostgreSQL."""
    return Finding(
        title=title,
        method=f"Not measured: {reason}.",
        headings=("workers",),
        rows=(("none",),),
        target="PostgreSQL on this machine",
        reached="not measured",
        held=True,
        command=command,
    )
