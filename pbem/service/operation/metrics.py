"""Figures for Prometheus, in its text format: to a file, or on a port of this machine.

What only grows is counted by the process and begins anew with it; the rest is read from the
database. No label has a player's name or address, nor any game's.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from pbem.service.config import ConfigError
from pbem.service.context import Context
from pbem.service.counters import Count
from pbem.service.operation.vitals import Vitals, look, tally
from pbem.store.records import GameStatus, InboxStatus

HOST = "127.0.0.1"
SECONDS = 15.0
"""How often the file is written."""
CLIENT_SECONDS = 5.0
"""How long a client may take over its question."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
WRITING = "writing metrics"
READABLE = 0o644
"""The file holds no secret, and node_exporter is another user."""

COUNTED = {
    Count.RECEIVED: "Mails taken from the mailbox.",
    Count.SETTLED: "Mails worked through.",
    Count.SENT: "Mails that the mail server took.",
    Count.PUT_OFF: "Mails that the mail server put off; they are tried again.",
    Count.REFUSED: "Mails that the mail server refused for good.",
    Count.UNRECORDED: "Tries to write down what was sent that failed.",
    Count.CLOSED: "Turns closed.",
    Count.PASSED_ON: "Mails with press that were passed on to players.",
    Count.ENDED: "Seats for which something was pending that nobody confirmed in time.",
    Count.HANDED_BACK: "Seats handed back by somebody who played them for a while.",
    Count.OFFERED: "Seats offered to somebody who stands by.",
    Count.FILMED: "Frames of films of finished games that were drawn.",
    Count.ROUNDS: "Rounds of the service's work, by job.",
    Count.FAILED: "Rounds that ended in trouble, by job.",
}
BY_JOB = (Count.ROUNDS, Count.FAILED)


class Metric(NamedTuple):
    """One family of samples: a value for each label, or one without (the key is empty then)."""

    name: str
    kind: str
    help: str
    label: str
    samples: Mapping[str, float]


def text_of(metrics: Iterator[Metric]) -> str:
    """Prometheus's text format, version 0.0.4."""
    return "".join(line + "\n" for metric in metrics for line in _lines(metric))


def _lines(metric: Metric) -> Iterator[str]:
    name = f"pbem_{metric.name}"
    yield f"# HELP {name} {metric.help}"
    yield f"# TYPE {name} {metric.kind}"
    for value, number in metric.samples.items():
        label = f'{{{metric.label}="{value}"}}' if metric.label else ""
        yield f"{name}{label} {number:.16g}"


def gather(context: Context) -> Iterator[Metric]:
    """Everything there is; without what the database knows where that does not answer."""
    yield Metric("info", "gauge", "The version that runs.", "version", {version("pbem"): 1})
    yield from _counted(context)
    now = context.clock.now()
    try:
        with context.database.read() as connection:
            vitals = look(connection, context.config, now)
    except SQLAlchemyError:
        yield _gauge("database_up", "Whether the database answers.", 0)
    else:
        yield _gauge("database_up", "Whether the database answers.", 1)
        yield from _of(vitals, now)


def _gauge(name: str, about: str, value: float) -> Metric:
    return Metric(name, "gauge", about, "", {"": value})


def _counted(context: Context) -> Iterator[Metric]:
    counted = context.counters.read()
    jobs = sorted({job for _what, job in counted if job})
    for what, about in COUNTED.items():
        label, over = ("job", jobs) if what in BY_JOB else ("", [""])
        samples = {job: counted.get((what, job), 0) for job in over}
        yield Metric(f"{what}_total", "counter", about, label, samples)


def _of(vitals: Vitals, now: datetime) -> Iterator[Metric]:
    polled = {name: one.timestamp() for name, one in vitals.answered.items() if one is not None}
    about = "When the newest complete look into a mailbox ended, in Unix time."
    yield Metric("last_poll_time_seconds", "gauge", about, "mailbox", polled)
    since = vitals.unsent_since
    waited = max(0.0, (now - since).total_seconds()) if since is not None else 0
    yield _gauge("outbox_mails", "Mails that have yet to go out.", vitals.waiting)
    about = "How long the oldest mail waits that should have gone out; 0 where none does."
    yield _gauge("outbox_oldest_seconds", about, waited)
    yield _gauge("overdue_games", "Games whose turn should be closed.", len(vitals.overdue))
    by_status = {str(one): float(vitals.games.get(one, 0)) for one in GameStatus}
    yield Metric("games", "gauge", "Games by status.", "status", by_status)
    aside = (InboxStatus.HELD, InboxStatus.QUARANTINED)
    waiting = {str(one): float(vitals.set_aside.get(one, 0)) for one in aside}
    about = "Mails that wait for the game master, by status."
    yield Metric("mails_set_aside", "gauge", about, "status", waiting)
    about = "Alerts that last, by kind."
    yield Metric("alerts", "gauge", about, "kind", tally(vitals.alerts))


@contextmanager
def exporting(context: Context) -> Iterator[None]:
    """Within this block metrics are where the configuration asks for them; nowhere by default.

    Raises ConfigError where its port cannot be had.
    """
    asked = context.config.metrics
    with ExitStack() as stack:
        if asked.port:
            stack.enter_context(_served(context, asked.port))
        if asked.file:
            stack.enter_context(_written(context, context.base / asked.file))
        yield


@contextmanager
def _written(context: Context, path: Path) -> Iterator[None]:
    stopped = threading.Event()

    def write() -> None:
        while True:
            try:
                write_whole(path, text_of(gather(context)))
            except OSError as error:
                context.troubles.begins(WRITING, error)
            else:
                context.troubles.over(WRITING)
            if stopped.wait(SECONDS):
                return

    with _thread("metrics-file", write):
        try:
            yield
        finally:
            stopped.set()


def write_whole(path: Path, text: str) -> None:
    """Put a file in the place of another at once: nobody ever reads half of it."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.chmod(READABLE)
    unfinished.replace(path)


@contextmanager
def _served(context: Context, port: int) -> Iterator[None]:
    class Handler(BaseHTTPRequestHandler):
        timeout = CLIENT_SECONDS

        def do_GET(self) -> None:
            known = self.path == "/metrics"
            body = text_of(gather(context)) if known else "the metrics are at /metrics\n"
            data = body.encode()
            self.send_response(200 if known else 404)
            self.send_header("Content-Type", CONTENT_TYPE)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Who asks is of no interest."""

    try:
        server = HTTPServer((HOST, port), Handler)
    except OSError as error:
        raise ConfigError(f"metrics.port: {HOST}:{port} cannot be had: {error.strerror}") from error
    with server, _thread("metrics-port", server.serve_forever):
        try:
            yield
        finally:
            server.shutdown()


@contextmanager
def _thread(name: str, work: Callable[[], None]) -> Iterator[None]:
    thread = threading.Thread(target=work, name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        thread.join()
