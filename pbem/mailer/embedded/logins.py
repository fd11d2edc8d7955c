"""Who may log in to the IMAP server, and what its sessions then see."""

from __future__ import annotations

import ssl
import unicodedata
from argparse import Namespace
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from pymap.backend.session import BaseSession
from pymap.config import BackendCapability, IMAPConfig
from pymap.exceptions import AuthorizationFailure, InvalidAuth, NotAllowedError
from pymap.interfaces.login import IdentityInterface, LoginInterface
from pymap.interfaces.token import TokensInterface
from pymap.user import UserMetadata
from pysasl import SASLAuth
from pysasl.creds.server import ServerCredentials
from pysasl.hashing import Cleartext
from pysasl.identity import ClearIdentity

from pbem.mailer.embedded.backend import MailboxSet, Message
from pbem.mailer.embedded.maildir import Store, directory_of

LONGEST = 254
"""Characters in an address that can be mailed to (RFC 5321, 4.5.3.1.3, less the brackets)."""


def account_of(address: str, domain: str) -> str:
    """The account in which mail to ``address`` lands: ``Orders+x@Host`` in ``orders@host``.

    An address without a domain is in ``domain``. Raises ValueError for what is no address.
    """
    local, at, host = address.rpartition("@")
    if not at:
        local, host = address, domain
    local = local.strip('"')
    name, _, _ = local.partition("+")
    account = unicodedata.normalize("NFC", f"{name or local}@{host}").casefold()
    if not local or not host or len(address) > LONGEST or not account.isprintable():
        raise ValueError(f"no address: {address[:LONGEST]!r}")
    account.encode("utf-8")  # Octets that were no UTF-8 come as lone surrogates: a ValueError too.
    return account


class PostOffice:
    """Every address's folders, shared by the IMAP and the SMTP side."""

    def __init__(self, store: Store, domain: str) -> None:
        self._store = store
        self._domain = domain
        self._boxes: dict[str, MailboxSet] = {}

    def check(self, address: str) -> None:
        """Raises ValueError for what is no address; makes nothing."""
        directory_of(account_of(address, self._domain))

    def of(self, address: str) -> MailboxSet:
        """The folders of an address, made at need. Raises ValueError for what is no address."""
        account = account_of(address, self._domain)
        if account not in self._boxes:
            self._boxes[account] = MailboxSet(self._store.account(account))
        return self._boxes[account]


class Config(IMAPConfig):
    """pymap's settings for a server that only this machine can reach: no TLS, plain passwords."""

    def __init__(self) -> None:
        super().__init__(
            Namespace(passlib_cfg=None, proxy_protocol=None),
            host=None,
            port=0,
            ssl_context=ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER),
            tls_enabled=False,
            reject_dnsbl=False,
            hash_context=Cleartext(),
            admin_key=b"unused",
            max_append_len=60_000_000,
        )

    @property
    def backend_capability(self) -> BackendCapability:
        return BackendCapability(idle=True, object_id=False, multi_append=True)

    @property
    def greeting(self) -> bytes:
        return b"pbem's own mail server is ready."

    @property
    def tls_auth(self) -> SASLAuth:
        return SASLAuth.named([b"PLAIN", b"LOGIN"])


class Session(BaseSession[Message]):
    """One logged-in connection."""

    def __init__(self, owner: str, config: Config, mailbox_set: MailboxSet) -> None:
        super().__init__(owner)
        self._config = config
        self._mailbox_set = mailbox_set

    @property
    def config(self) -> Config:
        return self._config

    @property
    def mailbox_set(self) -> MailboxSet:
        return self._mailbox_set


class Login(LoginInterface):
    """Lets every address in with the one password."""

    def __init__(self, office: PostOffice, password: str) -> None:
        self._office = office
        self._password = password
        self._config = Config()

    @property
    def config(self) -> Config:
        return self._config

    @property
    def tokens(self) -> TokensInterface:
        raise NotAllowedError("There are no tokens here.")

    async def authenticate(self, credentials: ServerCredentials) -> Identity:
        try:
            right = credentials.verify(ClearIdentity(credentials.authcid, self._password))
            if right:
                boxes = self._office.of(credentials.authcid)
                return Identity(credentials.authcid, self._config, boxes)
        except ValueError:  # Not an address, or octets that SASLprep forbids.
            raise InvalidAuth from None
        raise InvalidAuth

    async def authorize(self, authenticated: IdentityInterface, authzid: str) -> Identity:
        if not isinstance(authenticated, Identity) or authenticated.name != authzid:
            raise AuthorizationFailure
        return authenticated


class Identity(IdentityInterface):
    """An address that has shown the password."""

    def __init__(self, name: str, config: Config, boxes: MailboxSet) -> None:
        self._name = name
        self._config = config
        self._boxes = boxes

    @property
    def name(self) -> str:
        return self._name

    @property
    def roles(self) -> frozenset[str]:
        return frozenset()

    @asynccontextmanager
    async def new_session(self) -> AsyncIterator[Session]:
        self._boxes.add_customary()
        yield Session(self._name, self._config, self._boxes)

    async def new_token(self, *, expiration: datetime | None = None) -> str | None:
        return None

    async def get(self) -> UserMetadata:
        return UserMetadata(self._config, self._name)

    async def set(self, metadata: UserMetadata) -> int | None:
        raise NotAllowedError("Accounts cannot be changed here.")

    async def delete(self) -> None:
        raise NotAllowedError("Accounts cannot be changed here.")
