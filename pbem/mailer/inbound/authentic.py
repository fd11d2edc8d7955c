"""Whether a mail's sender was proven to its host: DMARC by Authentication-Results (RFC 8601)."""

from __future__ import annotations

from collections.abc import Collection

import authres

from pbem.mailer.inbound.head import Fields, addresses

_LONGEST = 8 * 1024


def dmarc_passes(fields: Fields, sender: str, trusted: Collection[str]) -> bool:
    """Whether the host that took the mail in says dmarc=pass for the domain of `sender`.

    Anybody can write such a header. Only the topmost one of a trusted
    authserv-id counts, for the host adds its own above all that came with the
    mail; and the domain that it passed must be that of the one From address.
    """
    froms = [pair for value in fields.all("from") for pair in addresses(value)]
    if [address for _name, address in froms] != [sender.lower()]:
        return False
    if len(fields.all("from")) != 1:
        return False
    names = {name.lower() for name in trusted}
    for value in fields.all("authentication-results"):
        words = value.partition(";")[0].split()
        if words and words[0].lower() in names:
            return _passes(value, sender.lower().rpartition("@")[2])
    return False


def _passes(value: str, domain: str) -> bool:
    """Whether one header says dmarc=pass for `domain` and nothing else of DMARC."""
    if len(value) > _LONGEST:
        return False
    try:
        header = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
    except (authres.AuthResError, ValueError, RecursionError):
        return False
    results = [result for result in header.results if result.method == "dmarc"]
    return bool(results) and all(
        str(result.result).lower() == "pass" and _header_from(result) == domain
        for result in results
    )


def _header_from(result: authres.AuthenticationResult) -> str:
    for prop in result.properties:
        if prop.type == "header" and prop.name == "from":
            return str(prop.value).lower().rpartition("@")[2].rstrip(".")
    return ""
