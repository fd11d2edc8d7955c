"""How to reach the mail servers: ``[imap]``, ``[smtp]`` and ``[mail]`` of config.toml.

What makes no sense is refused with a ValueError that names the key and says what would be right.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec

Security = Literal["tls", "starttls", "none"]
Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Seconds = Annotated[float, msgspec.Meta(ge=1, le=3600)]

_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\\\"]+@[\w.-]+")


class Login(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who logs in, and with what.

    The password is never in the configuration itself: it comes from the
    environment variable ``password_env`` or from the first line of
    ``password_file``. Where the host wants OAuth2, ``token_command`` prints a
    fresh access token and stands in for both.
    """

    user: str = ""
    password_env: str = ""
    password_file: str = ""
    token_command: tuple[str, ...] = ()


class ImapSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where mail is read. Folders are made where they are missing."""

    host: str = "127.0.0.1"
    port: Port = 993
    security: Security = "tls"
    ca_file: str = ""
    """The certificates of the authority that alone is trusted (PEM); empty: the system's."""
    login: Login = Login()
    inbox: str = "INBOX"
    processed: str = "Processed"
    quarantine: str = "Quarantine"
    timeout: Seconds = 30.0
    """Seconds without an answer after which a connection counts as dead."""

    def __post_init__(self) -> None:
        _check_host("imap", self.host)
        names = {one.strip().casefold() for one in (self.inbox, self.processed, self.quarantine)}
        if len(names - {""}) < 3:
            raise ValueError("imap.processed: inbox, processed and quarantine are three folders")


class SmtpSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where mail is handed in. An empty ``login.user`` means no authentication."""

    host: str = "127.0.0.1"
    port: Port = 587
    security: Security = "starttls"
    ca_file: str = ""
    login: Login = Login()
    connections: Annotated[int, msgspec.Meta(ge=1, le=50)] = 4
    rate: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Mails a minute, by all processes of a service together; 0: as many as there are."""
    timeout: Seconds = 60.0

    def __post_init__(self) -> None:
        _check_host("smtp", self.host)


class MailSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the service shows itself in mail, and how it bears with the mail it gets."""

    address: str = "orders@pbem.localhost"
    """The address of the mailbox; replies go to ``orders+<game>.<turn>.<seat>.<token>@``."""
    name: str = "Play by mail"
    plus_addressing: bool = True
    """False where the mail host has no plus-addresses: the subject's tag carries the token."""
    without_token: Literal["refuse", "dmarc"] = "refuse"
    """Whether orders without a token are taken from a known sender whose mail passed DMARC."""
    trusted_authserv: tuple[str, ...] = ()
    """The mail host's names in Authentication-Results; only theirs are believed."""
    max_bytes: Annotated[int, msgspec.Meta(ge=1, le=100_000_000)] = 1_000_000
    """Mails over this size are not read, only answered."""
    answers_per_hour: Annotated[int, msgspec.Meta(ge=1)] = 120
    """Answers to a player an hour; more are gathered for minutes. Orders count anyway."""
    unproven_per_hour: Annotated[int, msgspec.Meta(ge=1)] = 20
    """Answers an hour to a player's address to mail that does not prove who wrote it; of more
    a few are gathered for an hour, the others only counted."""
    strangers_per_hour: Annotated[int, msgspec.Meta(ge=1)] = 60
    """Answers an hour, to all addresses together, to mail that does not prove who wrote it."""
    admin: str = ""
    """The game master's address, told of what needs a person."""
    lists: Literal["own", "all"] = "own"
    """Which games JOIN, LIST, WATCH, STANDBY, RULES and FAME know: those of the mailbox that they
    are sent to, or those of all mailboxes of the service."""
    creators: tuple[str, ...] = ()
    """Addresses, beside ``admin``, from which games may be made by mail."""

    def __post_init__(self) -> None:
        check_address("mail.address", self.address)
        if self.admin:
            check_address("mail.admin", self.admin)
        for creator in self.creators:
            check_address("mail.creators", creator)

    def may_create(self, address: str) -> bool:
        """Whether games may be made from an address, in small letters."""
        return address in {one.lower() for one in (*self.creators, self.admin) if one}


def check_address(key: str, text: str) -> None:
    """Raise ValueError, naming the key, where `text` is nothing that mail could be sent to."""
    if not _ADDRESS.fullmatch(text):
        raise ValueError(f"{key}: {text!r} is no mail address; write it like 'orders@example.org'")


def _check_host(table: str, host: str) -> None:
    if not host or any(sign.isspace() for sign in host):
        raise ValueError(f"{table}.host: {host!r} is no host; write it like 'mail.example.org'")
    if host.count(":") == 1:
        raise ValueError(f"{table}.host: {host!r} has a port in it; write that as {table}.port")


class Outgoing(msgspec.Struct, frozen=True, kw_only=True):
    """One mail ready to go: rendered bytes and the envelope. ``key`` names it to its sender."""

    key: int
    sender: str
    recipient: str
    data: bytes
