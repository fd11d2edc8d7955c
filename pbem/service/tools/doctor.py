"""Tries everything that the service needs, and says how to mend what does not work."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy.exc import DBAPIError

from pbem.drawing.errors import DrawingError
from pbem.drawing.png import to_png
from pbem.engine.api import RulesetError
from pbem.engine.registry import load, names
from pbem.engine.scene import Rect, Scene, Style, Text
from pbem.mailer.errors import MailError
from pbem.mailer.inbound.imap import Mailbox
from pbem.mailer.outbound.send import knock
from pbem.mailer.outbound.templating import Templates
from pbem.service.built_in import built_in_mail
from pbem.service.config import Config, ConfigError, database_url, load_config, load_key
from pbem.store.database import Database, StoreError

TROUBLE = (ConfigError, DrawingError, MailError, OSError, RulesetError, StoreError)
OTHERS = stat.S_IRWXG | stat.S_IRWXO
FEWEST_ZONES = 300
"""The database of time zones has about 600 names; far fewer means that it is not there."""


class Ailment(Exception):
    """Something does not work; the message is how to mend it."""


@dataclass(frozen=True)
class Diagnosis:
    """What one examination found: in order, with ``said``; or not, and then how to mend it."""

    name: str
    good: bool
    said: str


def examine(config_path: Path, *, embedded: bool) -> Iterator[Diagnosis]:
    """Try everything, one diagnosis each as they come. With `embedded` mail goes through the
    built-in server, started for as long as it takes. Never raises."""
    configs: list[Config] = []
    base = config_path.parent

    def read_config() -> str:
        configs.append(load_config(config_path))
        return f"{config_path} is right in every key"

    yield _tried("configuration", read_config)
    if not configs:
        return
    config = configs[0]
    yield _tried("key", lambda: _key(config, base))
    yield _tried("database", lambda: _database(config, base))
    yield _tried("privacy", lambda: _privacy(config_path, config))
    yield _tried("time zones", lambda: _zones(config))
    yield _tried("templates", lambda: _templates(config, base))
    yield _tried("fonts", _fonts)
    yield _tried("rulesets", _rulesets)
    with ExitStack() as stack:
        if embedded:

            def start() -> str:
                configs.append(stack.enter_context(built_in_mail(config, base)))
                return "the built-in mail server starts"

            yield _tried("mail server", start)
            if len(configs) == 1:
                return
        mail_config = configs[-1]
        yield _tried("IMAP", lambda: _imap(mail_config))
        yield _tried("SMTP", lambda: _smtp(mail_config))


def _tried(name: str, examination: Callable[[], str]) -> Diagnosis:
    try:
        return Diagnosis(name, True, examination())
    except (Ailment, *TROUBLE) as trouble:
        return Diagnosis(name, False, " ".join(str(trouble).split()))


def _key(config: Config, base: Path) -> str:
    key = load_key(config, base)
    return f"a key of {8 * len(key)} bits signs the reply addresses"


def _database(config: Config, base: Path) -> str:
    url = database_url(config, base)
    file = _sqlite_file(url)
    if file is not None and not file.exists():
        raise Ailment(f"there is no {file}; 'pbem init' makes it")
    database = Database(url)
    try:
        database.check()
        with database.write():
            return f"{database.shown_url} is up to date and can be written"
    except DBAPIError as error:
        raise Ailment(
            f"{database.shown_url} cannot be written: {error.orig}; may you write there, and is "
            "there room on the disk?"
        ) from error
    finally:
        database.close()


def _sqlite_file(url: str) -> Path | None:
    return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None


def _privacy(config_path: Path, config: Config) -> str:
    base = config_path.parent
    secrets = [_sqlite_file(database_url(config, base))]
    if not config.service.key_env:
        secrets.append(base / config.service.key_file)
    for path in secrets:
        if path is not None and path.exists() and stat.S_IMODE(path.stat().st_mode) & OTHERS:
            raise Ailment(f"others may read {path}: chmod 600 {path}")
    return "key and database are readable by their owner only"


def _zones(config: Config) -> str:
    found = len(available_timezones())
    if found < FEWEST_ZONES:
        raise Ailment(f"only {found} time zones are known; install your system's package tzdata")
    return f"{found} are known; yours is {ZoneInfo(config.service.zone).key}"


def _templates(config: Config, base: Path) -> str:
    folder = base / config.service.templates if config.service.templates else None
    Templates(folder)
    return f"all compile, from {folder or 'those that come with pbem'}"


def _fonts() -> str:
    ground = Rect(corner=(0, 0), size=(60, 30), style=Style(fill="#ffffff"))
    empty = Scene(width=60, height=30, items=(ground,))
    word = Text(at=(5, 20), text="Ag", size=16)
    if to_png(empty) == to_png(Scene(width=60, height=30, items=(ground, word))):
        raise Ailment("text leaves no trace in a picture; install pbem anew, its font is missing")
    return "text can be drawn"


def _rulesets() -> str:
    found = [load(name) for name in names()]
    if not found:
        raise Ailment("none is installed; install pbem anew")
    return ", ".join(f"{ruleset.name} {ruleset.version}" for ruleset in found)


def _imap(config: Config) -> str:
    settings = config.imap
    if not settings.login.user:
        raise Ailment(
            "imap.login.user is empty: name the mailbox in config.toml, or try --embedded"
        )
    with Mailbox(settings) as mailbox:
        waiting = len(mailbox.waiting())
    return (
        f"{settings.login.user} can log in at {settings.host}:{settings.port}; {waiting} mails wait"
    )


def _smtp(config: Config) -> str:
    settings = config.smtp
    asyncio.run(knock(settings, config.mail.address))
    return f"{settings.host}:{settings.port} takes our mail"
