"""A club's deadline: all games fall due at once in `pbem serve`, and people of others write."""

from __future__ import annotations

import os
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from bench.common import (
    Finding,
    MailHost,
    family,
    mail_client,
    mail_host,
    mail_sink,
    new_game,
    new_house,
    order_for_all,
)
from bench.memory import serving
from bench.replies import Player, players_of, replies
from bench.sampling import clock_rate
from pbem.service.context import Context
from pbem.store import games, mail
from pbem.store.records import GameRow, OutboxRow, OutboxStatus
from pbem.store.tables import games as games_table

PEOPLE, WORKERS = 4, 2
BETWEEN = 0.5
"""Seconds between two mails."""
WRITING_GAMES = 10
WARM = 2 * WORKERS
LONGEST = 5.0
"""Seconds that a receipt may take, at the 99th percentile."""
CLUB, MINUTES = 10_000, 10
"""How many games are to be through in how many minutes, on two processors."""
PATIENCE = 3600.0


def measure(folder: Path, *, number: int) -> Finding:
    """So many games of four; people of ten others write until all of them are closed and told."""
    with (
        mail_host(folder) as host,
        mail_sink(folder) as sink,
        new_house(folder / "house", host=host, smtp=sink.smtp) as context,
    ):
        made = [new_game(context, n, people=PEOPLE) for n in range(number + WARM + WRITING_GAMES)]
        due, warm, others = made[:number], made[number:-WRITING_GAMES], made[-WRITING_GAMES:]
        order_for_all(context, due)
        writers = players_of(context, others)
        loop = clock_rate()
        with serving(folder / "house", host.imap, sink.smtp, WORKERS) as process:
            _until(lambda: not _waiting(context), "the welcomes")
            _close(context, warm)  # the processes have begun
            with _writing(host, writers) as written:
                time.sleep(10 * BETWEEN)
                before, began = _processor(process.pid), time.monotonic()
                _close(context, due)
                seconds = time.monotonic() - began
                after = _processor(process.pid)
            _until(lambda: len(_receipts(context)) >= len(written), "all receipts")
            _until(lambda: not _waiting(context), "all mail")
        answered = _answered(context, written)
    own, all_of_it = ((after[one] - before[one]) / number for one in ("own", "all"))
    return _finding(number, seconds, own, all_of_it, answered, loop)


@contextmanager
def _writing(host: MailHost, writers: Sequence[Player]) -> Iterator[list[tuple[str, datetime]]]:
    """People write, one after the other; yields who did, and when the mail was in the mailbox."""
    written: list[tuple[str, datetime]] = []
    stopping = threading.Event()

    def write() -> None:
        letters = zip(replies(writers, "deadline"), _again(writers), strict=False)
        with mail_client(host) as client:
            for letter, writer in letters:
                if stopping.wait(BETWEEN):
                    return
                client.append(host.imap.inbox, letter)
                written.append((writer.address, datetime.now(UTC)))

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield written
    finally:
        stopping.set()
        thread.join()


def _again(writers: Sequence[Player]) -> Iterator[Player]:
    while True:
        yield from writers


def _close(context: Context, rows: Sequence[GameRow]) -> None:
    """Let games fall due, and wait until all of them are closed."""
    ids = {row.id for row in rows}
    with context.database.write() as connection:
        late = games_table.update().where(games_table.c.id.in_(ids))
        connection.execute(late.values(deadline=context.clock.now()))

    def all_closed() -> bool:
        with context.database.read() as connection:
            return {row.turn for row in games.all_games(connection) if row.id in ids} == {2}

    _until(all_closed, "all turns")


def _waiting(context: Context) -> int:
    with context.database.read() as connection:
        left = mail.count_outgoing(connection)
    return left.get(OutboxStatus.QUEUED, 0) + left.get(OutboxStatus.SENDING, 0)


def _until(true: Callable[[], bool], what: str) -> None:
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < PATIENCE, f"waited in vain for {what}"
        time.sleep(0.25)


def _processor(pid: int) -> dict[str, float]:
    """Seconds of a processor that a process took, and all that it has started with it."""
    took = {one: _seconds(one) for one in family(pid)}
    return {"own": took[pid], "all": sum(took.values())}


def _seconds(pid: int) -> float:
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def _receipts(context: Context) -> tuple[OutboxRow, ...]:
    with context.database.read() as connection:
        return mail.outgoing(connection, kind="receipt")


def _answered(context: Context, written: Iterable[tuple[str, datetime]]) -> list[float]:
    """After how many seconds the receipt for each mail was handed in."""
    receipts: dict[str, list[datetime]] = defaultdict(list)
    for row in _receipts(context):
        assert row.sent is not None
        receipts[row.recipient].append(row.sent)
    return sorted((receipts[who].pop(0) - when).total_seconds() for who, when in written)


def _finding(
    number: int,
    seconds: float,
    own: float,
    all_of_it: float,
    answered: Sequence[float],
    loop: float,
) -> Finding:
    middle, last = (answered[int(share * (len(answered) - 1))] for share in (0.5, 0.99))
    minutes = CLUB * max(own, all_of_it / 2) / 60
    return Finding(
        title="A club's deadline",
        method=(
            f"{number:,} games of Hegemon with {PEOPLE} people each fall due at once in `pbem "
            f"serve` on SQLite, with {WORKERS} processes that work turns out (`service.workers`); "
            f"people of {WRITING_GAMES} other games send a mail every {BETWEEN} s meanwhile. A "
            "receipt's seconds are those from the mail in the mailbox to the receipt handed in. "
            f"The minutes for {CLUB:,} games follow from the processor time of each, on two "
            "processors that have nothing else to do; the service's own process has one of them."
        ),
        headings=("", ""),
        rows=(
            ("seconds for all games", f"{seconds:.0f}"),
            ("processor ms a game", f"{1000 * all_of_it:.0f}"),
            ("of them the service's own process", f"{1000 * own:.0f}"),
            (f"minutes for {CLUB:,} games, by that", f"{minutes:.1f}"),
            ("receipts", f"{len(answered):,}"),
            ("seconds for a receipt, median", f"{middle:.1f}"),
            ("at the 99th percentile", f"{last:.1f}"),
            ("a million rounds of a plain loop, ms", f"{loop:.1f}"),
        ),
        target=f"{CLUB:,} games in {MINUTES} minutes; receipts in {LONGEST:g} s (99 %)",
        reached=f"{minutes:.1f} minutes by processor time; {last:.1f} s",
        held=minutes <= MINUTES and last <= LONGEST,
        command="python -m bench deadline",
    )
