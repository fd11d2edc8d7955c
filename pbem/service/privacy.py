"""Whether files that hold secrets can be read by others than their owner."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.engine import make_url

from pbem.service.config import MAIN, Config, database_url

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None for any other."""
    return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None


def exposed(config: Config, config_path: Path) -> tuple[str, ...]:
    """Of every secret file that group or others may use: what is wrong, and the remedy."""
    return tuple(
        f"others than its owner may read {path}, which holds {what}: chmod 600 {path}"
        for path, what in dict(_secrets(config, config_path)).items()
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & OTHERS
    )


def _secrets(config: Config, config_path: Path) -> Iterator[tuple[Path, str]]:
    base = config_path.parent
    url = database_url(config, base)
    database = sqlite_file(url)
    if database is not None:
        yield database, "all games"
    elif make_url(url).password is not None:
        yield config_path, "the database's password"
    for mailbox in config.mailboxes:
        file, variable = config.key_source(mailbox)
        if not variable:
            yield base / file, "the key that signs reply addresses"
        own = config.of(mailbox)
        for table, login in (("imap", own.imap.login), ("smtp", own.smtp.login)):
            if login.user and login.password_file and not login.token_command:
                of = "" if mailbox == MAIN else f" of the mailbox {mailbox}"
                yield Path(login.password_file).expanduser(), f"the password of [{table}.login]{of}"
