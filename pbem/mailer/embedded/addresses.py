"""Which mailbox an address belongs to."""

from __future__ import annotations

import unicodedata

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
