"""Tries everything that the service needs, and says how to mend what does not work.

Whatever the configuration says, it is told within half a minute: every examination has its own
limit, and what a server, a name service or a program leaves unanswered is left behind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from zoneinfo import ZoneInfo, available_timezones

import msgspec
from sqlalchemy.exc import DBAPIError

from pbem.drawing.errors import DrawingError
from pbem.drawing.png import to_png
from pbem.engine.api import RulesetError
from pbem.engine.registry import broken, playable
from pbem.engine.scene import Rect, Scene, Style, Text
from pbem.mailer.errors import MailError
from pbem.mailer.inbound.imap import Mailbox
from pbem.mailer.outbound.send import knock
from pbem.mailer.outbound.templating import Templates
from pbem.service.built_in import built_in_mail
from pbem.service.config import MAIN, Config, ConfigError, load_config
from pbem.service.context import database_of
from pbem.service.keys import load_keys
from pbem.service.patience import NoAnswer, within
from pbem.service.privacy import exposed
from pbem.service.publishing.folder import CannotPublish, files_in
from pbem.service.publishing.site import pages_of
from pbem.service.tools.catalogues import complaints
from pbem.service.tools.probe import Forgery, try_forgery
from pbem.store.errors import StoreError

TROUBLE = (
    *(ConfigError, CannotPublish, DrawingError, MailError, OSError, RulesetError, StoreError),
)
LIMIT = 8.0
"""Seconds for one examination."""
LIMIT_FOR_ALL = 20.0
"""Seconds for all of them together."""
SERVER_SECONDS = 5.0
"""How long a mail server may take over one answer."""
PROBE_SECONDS = 3.0
"""How long a mail to ourselves may be under way."""
FEWEST_ZONES = 300
"""The database of time zones has about 600 names; far fewer means that it is not there."""


class Ailment(Exception):
    """Something does not work; the message is how to mend it."""


@dataclass(frozen=True)
class Diagnosis:
    """What one examination found: in order, with ``said``; or not, and then how to mend it.

    ``unfinished``: it found nothing in time, and a thread of it goes on.
    """

    name: str
    good: bool
    said: str
    unfinished: bool = False


class _Examiner:
    """Tries one thing after the other, none for longer than there is time."""

    def __init__(self, limit: float, limit_for_all: float) -> None:
        self._limit = limit
        self._end = monotonic() + limit_for_all

    def try_(self, name: str, examination: Callable[[], str]) -> Diagnosis:
        seconds = min(self._limit, self._end - monotonic())
        if seconds <= 0:
            return Diagnosis(
                name, False, "was not tried: what stands above took too long; mend that"
            )
        try:
            return within(seconds, lambda: _tried(name, examination), name=f"doctor-{name}")
        except NoAnswer:
            remedy = REMEDIES.get(name.partition(" of ")[0], "try again")
            said = f"gave no answer within {seconds:.0f} s; {remedy}"
            return Diagnosis(name, False, said, unfinished=True)


REMEDIES = {
    "configuration": "it must be an ordinary file",
    "key": "it must be an ordinary file",
    "database": "is its server there, or does another program hold it locked?",
    "mail server": "are its ports free, and may you write in its folder?",
    "IMAP": "check [imap] host and port, and what its token_command waits for",
    "SMTP": "check [smtp] host and port, and what its token_command waits for",
    "forged headers": "check [smtp] and [imap]",
}
"""What may be wrong with what gives no answer."""


def examine(
    config_path: Path,
    *,
    embedded: bool,
    limit: float = LIMIT,
    limit_for_all: float = LIMIT_FOR_ALL,
) -> Iterator[Diagnosis]:
    """Try everything, one diagnosis each as they come, within these limits in seconds. With
    `embedded` mail goes through the built-in server, started for as long as it takes."""
    tried = _Examiner(limit, limit_for_all).try_
    configs: list[Config] = []
    base = config_path.parent

    def read_config() -> str:
        configs.append(load_config(config_path))
        return f"{config_path} is right in every key"

    yield tried("configuration", read_config)
    if not configs:
        return
    config = configs[0]
    for mailbox in config.mailboxes:
        yield tried(_named("key", mailbox), partial(_key, config, base, mailbox))
    yield tried("database", lambda: _database(config, base))
    yield tried("privacy", lambda: _privacy(config_path, config))
    yield tried("time zones", lambda: _zones(config))
    yield tried("templates", lambda: _templates(config, base))
    if config.service.publish:
        yield tried("public pages", lambda: _public_pages(config, base))
    yield tried("fonts", _fonts)
    yield tried("rulesets", _rulesets)
    with ExitStack() as stack:
        if embedded:

            def start() -> str:
                configs.append(stack.enter_context(built_in_mail(config, base)))
                return "the built-in mail server starts"

            yield tried("mail server", start)
            if len(configs) == 1:
                return
        for mailbox in config.mailboxes:
            own = _impatient(configs[-1].of(mailbox))
            yield tried(_named("IMAP", mailbox), partial(_imap, own))
            yield tried(_named("SMTP", mailbox), partial(_smtp, own))
            if own.mail.trusted_authserv:
                yield tried(_named("forged headers", mailbox), partial(_forged_headers, own))


def _named(what: str, mailbox: str) -> str:
    return what if mailbox == MAIN else f"{what} of {mailbox}"


def _impatient(config: Config) -> Config:
    """The same servers, which must answer at once."""
    replace = msgspec.structs.replace
    return replace(
        config,
        imap=replace(config.imap, timeout=min(config.imap.timeout, SERVER_SECONDS)),
        smtp=replace(config.smtp, timeout=min(config.smtp.timeout, SERVER_SECONDS)),
    )


def _tried(name: str, examination: Callable[[], str]) -> Diagnosis:
    try:
        return Diagnosis(name, True, examination())
    except (Ailment, *TROUBLE) as trouble:
        return Diagnosis(name, False, " ".join(str(trouble).split()))


def _key(config: Config, base: Path, mailbox: str) -> str:
    keys = load_keys(config, base, mailbox)
    said = f"a key of {8 * len(keys.signing)} bits signs the reply addresses"
    older = sorted(one.until for one in keys.older)
    return f"{said}; {len(older)} before it count until {older[-1]:%F}" if older else said


def _database(config: Config, base: Path) -> str:
    with database_of(config, base) as database:
        try:
            database.check()
            with database.write():
                return f"{database.shown_url} is up to date and can be written"
        except DBAPIError as error:
            raise Ailment(
                f"{database.shown_url} cannot be written: {error.orig}; may you write there, and "
                "is there room on the disk?"
            ) from error


def _privacy(config_path: Path, config: Config) -> str:
    if found := exposed(config, config_path):
        raise Ailment("; ".join(found))
    return "key, passwords and database are readable by their owner only"


def _zones(config: Config) -> str:
    found = len(available_timezones())
    if found < FEWEST_ZONES:
        raise Ailment(f"only {found} time zones are known; install your system's package tzdata")
    return f"{found} are known; yours is {ZoneInfo(config.service.zone).key}"


def _templates(config: Config, base: Path) -> str:
    folder = base / config.service.templates if config.service.templates else None
    Templates(folder)
    pages_of(config, base, config.service.language).check()
    return f"all compile, from {folder or 'those that come with pbem'}"


def _public_pages(config: Config, base: Path) -> str:
    folder = base / config.service.publish
    return f"{folder} can be written, and holds {files_in(folder)} files"


def _fonts() -> str:
    ground = Rect(corner=(0, 0), size=(60, 30), style=Style(fill="#ffffff"))
    empty = Scene(width=60, height=30, items=(ground,))
    word = Text(at=(5, 20), text="Ag", size=16)
    if to_png(empty) == to_png(Scene(width=60, height=30, items=(ground, word))):
        raise Ailment("text leaves no trace in a picture; install pbem anew, its font is missing")
    return "text can be drawn"


def _rulesets() -> str:
    found = ", ".join(f"{ruleset.name} {ruleset.version}" for ruleset in playable())
    if troubles := broken():
        raise Ailment(
            f"{'; '.join(map(str, troubles))}. Mend or uninstall that package; its games stand "
            f"still meanwhile. In order: {found or 'none'}"
        )
    if not found:
        raise Ailment("none is installed; install pbem anew")
    if wrong := [said for ruleset in playable() for said in complaints(ruleset.name)]:
        raise Ailment(f"{'; '.join(wrong)}. Mend that file in its package")
    return found


def _imap(config: Config) -> str:
    settings = config.imap
    if not settings.login.user:
        raise Ailment(
            "its login.user is empty: name the mailbox in config.toml, or try it all on "
            "this machine with 'pbem doctor --embedded'"
        )
    with Mailbox(settings) as mailbox:
        waiting = len(mailbox.waiting())
    return (
        f"{settings.login.user} can log in at {settings.host}:{settings.port}; {waiting} mails wait"
    )


def _forged_headers(config: Config) -> str:
    names = ", ".join(config.mail.trusted_authserv)
    found = try_forgery(config, PROBE_SECONDS)
    if found is Forgery.BELIEVED:
        raise Ailment(
            f"a mail came through with Authentication-Results in the name of {names} that the host "
            "did not write; let it remove such headers (RFC 8601, 5), or empty "
            "mail.trusted_authserv"
        )
    if found is Forgery.UNKNOWN:
        return "cannot be told: no mail to ourselves came in time"
    return f"Authentication-Results in the name of {names} are {found} on a mail to ourselves"


def _smtp(config: Config) -> str:
    settings = config.smtp
    asyncio.run(knock(settings, config.mail.address))
    return f"{settings.host}:{settings.port} takes our mail"
