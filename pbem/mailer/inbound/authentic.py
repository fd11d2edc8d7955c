"""Whether a mail's sender was proven to its host: DMARC by Authentication-Results (RFC 8601)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from enum import StrEnum

import authres

from pbem.mailer.inbound.head import Fields, addresses

_LONGEST = 8 * 1024
_TOKEN = re.compile(r"[^\s()<>@,;:\\\"/\[\]?=]+")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_BY = re.compile(r"\bby\s+([\w.-]+)", re.IGNORECASE)
_COMMENT = re.compile(r"\([^()]*\)")
_INSIDE = ("localhost", "local", "localdomain", "internal", "lan", "home.arpa")
"""Domains that a host uses among its own machines."""


class Dmarc(StrEnum):
    """What the host that took a mail in says of its sender."""

    PASS = "pass"
    FAIL = "fail"
    """The sender's domain disowns it, or the mail shows another sender than was tested."""
    NONE = "none"
    """Nothing that could be relied on."""


def dmarc_verdict(fields: Fields, sender: str, trusted: Collection[str]) -> Dmarc:
    """What the topmost trusted header says of the domain of `sender`, the one From address.

    Anybody can write such a header. So only one of a trusted authserv-id counts, of those only the
    topmost, for the host adds its own above all that came with the mail (RFC 8601, 5), and none
    below a Received field of another host: that came from there.
    """
    value = _topmost(fields, trusted) if trusted else None
    if value is None:
        return Dmarc.NONE
    results = _dmarc_results(value)
    if any(result in ("fail", "permerror") for result, _domain in results):
        return Dmarc.FAIL
    if not results or any(result != "pass" or not domain for result, domain in results):
        return Dmarc.NONE
    froms = [pair[1] for line in fields.all("from") for pair in addresses(line)]
    domain = sender.lower().rpartition("@")[2]
    is_shown = froms == [sender.lower()] and len(fields.all("from")) == 1
    passed = {passed for _result, passed in results}
    return Dmarc.PASS if is_shown and passed == {domain} else Dmarc.FAIL


def trusted_results(fields: Fields, trusted: Collection[str]) -> Iterator[tuple[bool, str]]:
    """All Authentication-Results of trusted hosts, the topmost first: whether each stands above
    every Received field of another host, and its value."""
    names = {name.lower() for name in trusted}
    ours = True
    for name, value in fields.items:
        if name == "received":
            ours = ours and not _is_foreign(value, names)
        elif name == "authentication-results" and authserv_id(value) in names:
            yield ours, value


def _topmost(fields: Fields, trusted: Collection[str]) -> str | None:
    is_ours, value = next(trusted_results(fields, trusted), (False, ""))
    return value if is_ours else None


def authserv_id(value: str) -> str:
    """Who says it, in lower case: a token or a quoted string, comments around it or not
    (RFC 8601, 2.2). Empty where there is none."""
    return _split(value)[0]


def _split(value: str) -> tuple[str, str]:
    """The authserv-id of a header, and what follows it."""
    rest = _without_comments(value[:_LONGEST])
    if quoted := _QUOTED.match(rest):
        name = re.sub(r"\\(.)", r"\1", quoted[1])
        return name.strip().lower(), rest[quoted.end() :]
    token = _TOKEN.match(rest)
    # Without an authserv-id the first word is a method: "spf=pass ...".
    if token is None or rest[token.end() :].lstrip().startswith("="):
        return "", ""
    return token[0].lower(), rest[token.end() :]


def _without_comments(value: str) -> str:
    """A value from its first word on: comments, which may nest, and blanks before it are gone."""
    depth = 0
    escaped = False
    for place, sign in enumerate(value):
        if escaped:
            escaped = False
        elif sign == "\\" and depth:
            escaped = True
        elif sign in "()":
            depth += 1 if sign == "(" else -1
        elif depth <= 0 and not sign.isspace():
            return value[place:]
    return ""


def _is_foreign(received: str, names: Collection[str]) -> bool:
    """Whether a Received field names a host that has nothing to do with the trusted ones. One
    that names none, or a machine of an inner network, tells nothing."""
    found = _BY.search(_COMMENT.sub("", received))
    host = found[1].lower().strip(".") if found else ""
    if "." not in host or host.endswith(_INSIDE) or host.replace(".", "").isdigit():
        return False
    return not any(_are_related(host, name) for name in names)


def _are_related(host: str, name: str) -> bool:
    """Whether two hosts are of one domain: ``mx3.example.org`` and ``mx.example.org``."""
    domain = name.partition(".")[2] if name.count(".") > 1 else name
    return host in (name, domain) or host.endswith(f".{domain}")


def _dmarc_results(value: str) -> list[tuple[str, str]]:
    """The results of DMARC in one header, each with the domain of the From field that it is of."""
    if len(value) > _LONGEST:
        return []
    said = f"Authentication-Results: host{_split(value)[1]}"  # authres knows tokens alone
    try:
        header = authres.AuthenticationResultsHeader.parse(said)
    except (authres.AuthResError, ValueError, RecursionError):
        return []
    return [
        (str(result.result).lower(), _header_from(result))
        for result in header.results
        if result.method == "dmarc"
    ]


def _header_from(result: authres.AuthenticationResult) -> str:
    for prop in result.properties:
        if prop.type == "header" and prop.name == "from":
            return str(prop.value).lower().rpartition("@")[2].rstrip(".")
    return ""
