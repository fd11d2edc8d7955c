"""How `pbem serve` logs: one line an event, as text or as JSON, on standard error.

Reply addresses and subject tags hold tokens that open a player's seat, and so do
bounce addresses: they are blotted out wherever they turn up.
"""

from __future__ import annotations

import json
import logging
import re
import time
from datetime import UTC, datetime

_TOKEN = re.compile(r"(\.\d{1,18}\.)[a-z2-7]{16}(?=[\]\"@])", re.IGNORECASE)
_TEXT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"

QUIET = {
    "alembic": logging.WARNING,
    # Says at every tick that it ticked, and at every slow poll that it did not.
    "apscheduler": logging.ERROR,
    "imapclient": logging.WARNING,
    # Says of every job that it began and ended.
    "procrastinate": logging.WARNING,
    "pymap": logging.WARNING,
    "mail.log": logging.ERROR,
    "asyncio": logging.WARNING,
}


def blot(text: str) -> str:
    """The text without the tokens of reply and bounce addresses."""
    return _TOKEN.sub(r"\1****************", text)


class TextFormatter(logging.Formatter):
    """For people: the time in UTC, the level, the room, what happened."""

    def __init__(self) -> None:
        super().__init__(_TEXT, "%Y-%m-%d %H:%M:%S")
        self.converter = _utc

    def format(self, record: logging.LogRecord) -> str:
        return blot(super().format(record))


class JsonFormatter(logging.Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "thread": record.threadName,
            "message": blot(record.getMessage()),
        }
        if record.exc_info:
            entry["error"] = blot(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)


def _utc(seconds: float | None) -> time.struct_time:
    return time.gmtime(seconds)


def set_up(style: str, *, verbose: bool) -> None:
    """Send the log to standard error, as `style` ("text" or "json") says."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("pbem").setLevel(logging.DEBUG if verbose else logging.INFO)
    for name, level in QUIET.items():
        logging.getLogger(name).setLevel(level)
