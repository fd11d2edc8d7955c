"""How to reach the mail servers: ``[imap]``, ``[smtp]`` and ``[mail]`` of config.toml."""

from __future__ import annotations

from typing import Literal

import msgspec

Security = Literal["tls", "starttls", "none"]


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
    port: int = 993
    security: Security = "tls"
    login: Login = Login()
    inbox: str = "INBOX"
    processed: str = "Processed"
    quarantine: str = "Quarantine"
    timeout: float = 30.0
    """Seconds without an answer after which a connection counts as dead."""


class SmtpSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where mail is handed in. An empty ``login.user`` means no authentication."""

    host: str = "127.0.0.1"
    port: int = 587
    security: Security = "starttls"
    login: Login = Login()
    connections: int = 4
    timeout: float = 60.0


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
    max_bytes: int = 1_000_000
    """Mails over this size are not read, only answered."""
    answers_per_hour: int = 120
    """Answers to a player an hour; more are gathered for minutes. Orders count anyway."""
    unproven_per_hour: int = 20
    """Answers an hour to mail that does not prove who wrote it; more are gathered for an hour."""
    admin: str = ""
    """The game master's address, told of what needs a person."""


class Outgoing(msgspec.Struct, frozen=True, kw_only=True):
    """One mail ready to go: rendered bytes and the envelope. ``key`` names it to its sender."""

    key: int
    sender: str
    recipient: str
    data: bytes
