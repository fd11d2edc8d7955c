"""Reads config.toml. Whatever is wrong is told in one line: file, key and remedy."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

import msgspec

from pbem.engine.complaints import in_words
from pbem.engine.errors import Trouble
from pbem.engine.i18n import _
from pbem.mailer.settings import ImapSettings, Login, MailSettings, SmtpSettings
from pbem.service.languages import check_language
from pbem.service.making.places import places
from pbem.service.schedule import ScheduleError, duration, zones

T = TypeVar("T")


class ConfigError(Trouble):
    """A file is not right: ``file: key: what is wrong and what would be right``."""


class ServiceSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ``[service]`` table. Paths are relative to the configuration file."""

    database: str = "sqlite:///games.db"
    key_file: str = "pbem.key"
    """Signs reply addresses. Whoever has it can write them; losing it voids those sent."""
    key_env: str = ""
    """An environment variable that holds the key in hex instead."""
    templates: str = ""
    """A folder with a copy of the mail templates; empty: those that come with pbem."""
    game_templates: str = ""
    """A folder with game files that CREATE may begin from, beside those that come with pbem."""
    publish: str = ""
    """A folder for the public pages, which ``pbem serve`` and workers then keep up to date; empty:
    none."""
    language: str = "en"
    zone: str = "UTC"
    poll: str = "60s"
    outage: str = "30m"
    """Silence of the mail server or the service after which deadlines are pushed by its length."""
    attempts: Annotated[int, msgspec.Meta(ge=1, le=100)] = 3
    """How often a mail is tried before it is put in quarantine."""
    keep_mail: str = "90d"
    """How long the bytes of mails are kept that no game needs; what a game needs, as long after
    its end."""
    keep_strangers: str = "7d"
    """The same for mails that belong to no seat."""
    workers: Annotated[int, msgspec.Meta(ge=0, le=64)] = 0
    """Processes that work turns out beside the service, with their reports and pictures; 0: it does
    it itself."""
    readers: Annotated[int, msgspec.Meta(ge=1, le=64)] = 2
    """Processes that read mail beside the service, started when they are first needed."""
    log_format: str = "text"
    """``text`` or ``json``."""
    least_free_mb: Annotated[int, msgspec.Meta(ge=0)] = 500
    """With less room than this (in 10**6 octets) on the database's disk the game master is told."""

    def __post_init__(self) -> None:
        poll = duration(self.poll, "service.poll")
        if not timedelta(seconds=1) <= poll <= timedelta(days=1):
            raise ScheduleError(f"service.poll: {self.poll!r}: write '1s' to '1d', such as '60s'")
        if duration(self.outage, "service.outage") <= poll:
            raise ScheduleError(
                f"service.outage: {self.outage!r} must be longer than service.poll "
                f"({self.poll!r}), or every pause between two looks would count as one"
            )
        for key in ("keep_mail", "keep_strangers"):
            if duration(getattr(self, key), f"service.{key}") < timedelta(days=1):
                raise ScheduleError(f"service.{key}: mails have to be kept for a day at least")
        check_language("service.language", self.language)
        if self.zone not in zones():
            raise ScheduleError(f"service.zone: {self.zone!r} is no time zone; write it like 'UTC'")
        if self.log_format not in ("text", "json"):
            raise ScheduleError("service.log_format: write 'text' or 'json'")


class EmbeddedSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ``[embedded]`` table: the built-in mail server of ``pbem serve --embedded``."""

    folder: str = "mail"
    domain: str = "pbem.localhost"
    imap_port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 1143
    smtp_port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 1025
    """0: any port that is free."""
    password: str = "pbem"
    """For every mailbox of it: it listens on this machine only."""

    def __post_init__(self) -> None:
        if self.imap_port and self.imap_port == self.smtp_port:
            raise ValueError("embedded.smtp_port: must not be that of imap_port; write another")
        if not self.password:
            raise ValueError("embedded.password: is empty; write any word")


class MetricsSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ``[metrics]`` table: where figures for Prometheus go; nowhere by default."""

    file: str = ""
    """Written anew every 15 seconds; node_exporter's textfile collector wants it to end in
    ``.prom``."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    """Of this machine's loopback; 0: none."""


MAIN = "main"
"""The mailbox of ``[mail]``, ``[imap]`` and ``[smtp]``."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,23}")


class MailboxSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One more mailbox, as a club has it, and the relay that takes its games' mail
    (``[[mailbox]]``). What its ``mail`` leaves out is as in ``[mail]``."""

    name: str
    """How the command line and the records call it."""
    mail: MailSettings
    imap: ImapSettings = ImapSettings()
    smtp: SmtpSettings = SmtpSettings()
    key_file: str = ""
    """Signs the reply addresses of its games; empty: ``<name>.key``."""
    key_env: str = ""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            said = "write 1 to 24 of a-z, 0-9 and '-', not beginning with '-'"
            raise ValueError(f"mailbox.name: {self.name!r}: {said}")
        if self.name == MAIN:
            raise ValueError(f"mailbox.name: {MAIN!r} is that of [mail]; write another word")


class Config(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole of config.toml."""

    service: ServiceSettings = ServiceSettings()
    mail: MailSettings = MailSettings()
    imap: ImapSettings = ImapSettings()
    smtp: SmtpSettings = SmtpSettings()
    embedded: EmbeddedSettings = EmbeddedSettings()
    metrics: MetricsSettings = MetricsSettings()
    mailbox: tuple[MailboxSettings, ...] = ()
    """All mailboxes but the main one."""

    def __post_init__(self) -> None:
        where: dict[str, str] = {}
        for place, name, address in self._each():
            for what, key in (("name", name), ("mail.address", address.lower())):
                if (other := where.setdefault(key, place)) != place:
                    said = f"{key!r} is that of {other} already; write another"
                    raise ValueError(f"{place}.{what}: {said}")

    def _each(self) -> Iterator[tuple[str, str, str]]:
        """Where each mailbox stands in the file, its name and its address."""
        yield "[mail]", MAIN, self.mail.address
        for number, one in enumerate(self.mailbox, start=1):
            yield f"mailbox[{number}]", one.name, one.mail.address

    @property
    def mailboxes(self) -> tuple[str, ...]:
        """The names of all mailboxes, the main one first."""
        return MAIN, *(one.name for one in self.mailbox)

    def of(self, mailbox: str) -> Config:
        """The same as it holds for one mailbox: ``mail``, ``imap`` and ``smtp`` are its own, and
        none but the main one knows of others. Raises :class:`ConfigError` where there is none of
        this name."""
        if mailbox == MAIN:
            return self
        one = next((one for one in self.mailbox if one.name == mailbox), None)
        if one is None:
            known = ", ".join(self.mailboxes)
            raise ConfigError(f"there is no mailbox {mailbox!r} in config.toml; there are: {known}")
        own = {"mail": one.mail, "imap": one.imap, "smtp": one.smtp}
        return msgspec.structs.replace(self, **own, mailbox=())

    def key_source(self, mailbox: str) -> tuple[str, str]:
        """The file of a mailbox's keys, and the environment variable that stands in for it (empty:
        none)."""
        one = next((one for one in self.mailbox if one.name == mailbox), None)
        if one is None:
            return self.service.key_file, self.service.key_env
        return one.key_file or f"{one.name}.key", one.key_env


def read_toml(path: Path, missing: str = "") -> dict[str, Any]:
    """The tables of a TOML file. Raises :class:`ConfigError`; `missing` says what to do where
    there is no such file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ConfigError(f"{path}: no such file{missing and '; '}{missing}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is not TOML: {error}") from error


def convert(path: Path, values: Mapping[str, Any], kind: type[T]) -> T:
    """Values of a file as a Struct. Raises :class:`ConfigError` naming file, key and remedy."""
    try:
        return msgspec.convert(dict(values), kind)
    except (msgspec.ValidationError, ScheduleError) as error:
        raise ConfigError(f"{path}: {explain(error, kind)}") from error


_FIELD = re.compile(r"unknown field `(\w+)`")
_MISSING = re.compile(r"missing required field `(\w+)`")
_ENTRY = re.compile(r"\[(\d+)\]")
"""An entry of a list, which is counted from 1 here and from 0 there."""
_WHERE = re.compile(r" - at `\$\.?([^`]*)`")


def explain(error: Exception, kind: Any) -> str:
    """msgspec's complaint as ``key: what is wrong``, in words for whoever wrote the file."""
    text = str(error)
    where = _WHERE.search(text)
    key = _ENTRY.sub(lambda entry: f"[{int(entry[1]) + 1}]", where[1]) if where else ""
    text = _WHERE.sub("", text)
    unknown = _FIELD.search(text)
    if unknown:
        try:
            fields = msgspec.structs.fields(_type_at(kind, key))
            known = ", ".join(sorted(field.encode_name for field in fields))
        except TypeError:
            known = ""
        name = f"{key}.{unknown[1]}" if key else unknown[1]
        said = _("there is no such key; there are: {known}") if known else _("there is no such key")
        return f"{name}: {said.format(known=known)}"
    if missing := _MISSING.search(text):
        key = f"{key}.{missing[1]}" if key else missing[1]
        return f"{key}: {in_words(text, kind)}"
    text = in_words(text, _type_at(kind, key))
    # Our own complaints name their key already, and more exactly than msgspec can, though not
    # always from the top.
    last = key.rpartition(".")[2].partition("[")[0]
    if key and text.startswith(f"{last}."):
        return f"{key}{text.removeprefix(last)}"
    return text if not key or text.startswith(f"{key}.") else f"{key}: {text}"


def _type_at(kind: Any, key: str) -> Any:
    """What stands at a key of a Struct, of lists their entries."""
    for part in (one for one in key.split(".") if one):
        try:
            fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
        except TypeError:
            return kind
        kind = fields.get(part.split("[")[0], kind)
        kind = get_args(kind)[0] if "[" in part and get_args(kind) else kind
    return kind


def load_config(path: Path) -> Config:
    """Read and check a configuration file; the paths in it are taken from its folder.

    Raises :class:`ConfigError`, which names the line, too.
    """
    values = read_toml(path, "'pbem init' writes a config.toml")
    try:
        config = msgspec.convert(_with_defaults(values), Config)
    except (msgspec.ValidationError, ScheduleError, ConfigError) as error:
        said = explain(error, Config)
        raise ConfigError(f"{path}: {_line(path, said)}{said}") from error
    replace, base = msgspec.structs.replace, path.parent
    more = tuple(
        replace(one, imap=_from_folder(one.imap, base), smtp=_from_folder(one.smtp, base))
        for one in config.mailbox
    )
    imap, smtp = _from_folder(config.imap, base), _from_folder(config.smtp, base)
    return replace(config, imap=imap, smtp=smtp, mailbox=more)


def _with_defaults(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """A file's values, what each further mailbox leaves out of its ``mail`` filled in. Raises
    :class:`ConfigError`, with the key alone."""
    boxes, common = values.get("mailbox", []), values.get("mail", {})
    if isinstance(boxes, dict):
        raise ConfigError("mailbox: write [[mailbox]], in two brackets, once for each mailbox")
    if not (isinstance(boxes, list) and isinstance(common, dict)):
        return values
    filled: list[Any] = []
    for number, box in enumerate(boxes, start=1):
        own = box.get("mail") if isinstance(box, dict) else None
        if not isinstance(own, dict):
            filled.append(box)
            continue
        if "address" not in own:
            said = "write the mailbox's address, such as 'games@example.org'"
            raise ConfigError(f"mailbox[{number}].mail.address: {said}")
        if "admin" in own:
            said = "there is one for all mailboxes, in [mail]; leave it out here"
            raise ConfigError(f"mailbox[{number}].mail.admin: {said}")
        filled.append({**box, "mail": {**common, **own}})
    return {**values, "mailbox": filled}


def _line(path: Path, complaint: str) -> str:
    """Where the key stands that a complaint names, or what is next above it: ``line 7: ``; nothing
    where that cannot be told."""
    lines = {place.path: place.line for place in reversed(list(places(path.read_text("utf-8"))))}
    key = complaint.partition(": ")[0].replace("[mail]", "mail")
    while key and key not in lines:
        key = key.rpartition(".")[0]
    return f"line {lines[key]}: " if key else ""


Server = TypeVar("Server", ImapSettings, SmtpSettings)


def _from_folder(server: Server, base: Path) -> Server:
    """A server's settings with the paths in them taken from the configuration's folder."""
    login: Login = server.login
    return msgspec.structs.replace(
        server,
        ca_file=server.ca_file and str(base / server.ca_file),
        login=msgspec.structs.replace(
            login, password_file=login.password_file and str(base / login.password_file)
        ),
    )


def database_url(config: Config, base: Path) -> str:
    """The database's URL, a relative SQLite path taken from the configuration's folder."""
    url = config.service.database
    prefix = "sqlite:///"
    if url.startswith(prefix) and not url.startswith(prefix + "/"):
        return f"{prefix}{base.resolve() / url.removeprefix(prefix)}"
    return url
