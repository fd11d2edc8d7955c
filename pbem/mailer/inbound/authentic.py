"""Whether a mail's sender was proven to its host: DMARC by Authentication-Results (RFC 8601)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum

import authres

from pbem.mailer.inbound.head import Fields, addresses

_LONGEST = 8 * 1024
"""Characters of a header that are read. An honest one is far shorter; who stretches it beyond, by
signatures without number, wants something behind it not to be seen."""
_MOST = 10
"""Headers that hosts of ours add to one mail; the same holds for more."""
_TOKEN = re.compile(r"[^\s()<>@,;:\\\"/\[\]?=]+")
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)
_BY = re.compile(r"\bby\s+([\w.-]+)", re.IGNORECASE)
_NOTHING = re.compile(r";[\s;]*(?=;)|;\s*$")
"""Semicolons with no result behind them, as some hosts write."""
_MENTIONED = re.compile(r"(?<![\w.-])dmarc\s*(?:/\s*\d+\s*)?=[\s\"]*(\w*)", re.IGNORECASE)
_BLAMELESS = ("pass", "none", "temperror", "bestguesspass")
"""Results that do not speak against a mail; the last is Microsoft's, for a domain without DMARC."""
_INSIDE = ("localhost", "local", "localdomain", "internal", "lan", "home.arpa")
"""Domains that a host uses among its own machines."""


class Dmarc(StrEnum):
    """What the host that took a mail in says of its sender."""

    PASS = "pass"
    FAIL = "fail"
    """The sender's domain disowns it, or the mail shows another sender than was tested."""
    NONE = "none"
    """Nothing that could be relied on."""


@dataclass(frozen=True)
class Said:
    """One Authentication-Results of a trusted host: ``value`` is what it says.

    ``ours``: no Received field above it is another host's. ``surely_ours``: none as much as names
    one. Who hands a mail in writes part of such a field himself (HELO), and must gain nothing.
    """

    value: str
    ours: bool
    surely_ours: bool


def dmarc_verdict(fields: Fields, sender: str, trusted: Collection[str]) -> Dmarc:
    """What the trusted headers say of the domain of `sender`, the one From address.

    Anybody can write such a header. So only those of a trusted authserv-id count, and none below
    a Received field of another host: that came from there. Of the others a host may have added
    several (RFC 8601, 5): any of them disowns a mail, but only the topmost proves its sender,
    for the host adds its own above all that came with the mail.
    """
    found = [said for said in trusted_results(fields, trusted) if said.ours]
    verdicts = [_verdict(said.value, fields, sender.lower()) for said in found[:_MOST]]
    if Dmarc.FAIL in verdicts or len(found) > _MOST:
        return Dmarc.FAIL
    return verdicts[0] if verdicts and found[0].surely_ours else Dmarc.NONE


def trusted_results(fields: Fields, trusted: Collection[str]) -> Iterator[Said]:
    """All Authentication-Results of trusted hosts, the topmost first."""
    names = {name.lower().rstrip(".") for name in trusted}
    ours = surely = True
    for name, value in fields.items:
        if name == "received":
            hosts = [host for host in map(_host, _BY.findall(value)) if host]
            related = [host for host in hosts if any(_are_related(host, name) for name in names)]
            ours = ours and (not hosts or bool(related))
            surely = surely and related == hosts
        elif name == "authentication-results" and authserv_id(value) in names:
            yield Said(value, ours, ours and surely)


def _host(named: str) -> str:
    """A host that a Received field names, or nothing: a machine of an inner network, or an
    address, tells nothing."""
    host = named.lower().strip(".")
    is_inside = "." not in host or host.endswith(_INSIDE) or host.replace(".", "").isdigit()
    return "" if is_inside else host


def _are_related(host: str, name: str) -> bool:
    """Whether two hosts are of one domain: ``mx3.example.org`` and ``mx.example.org``."""
    domain = name.partition(".")[2] if name.count(".") > 1 else name
    return host in (name, domain) or host.endswith(f".{domain}")


def authserv_id(value: str) -> str:
    """Who says it, in lower case: a token or a quoted string, comments around it or not
    (RFC 8601, 2.2). Empty where there is none."""
    return _split(value)[0]


def _split(value: str) -> tuple[str, str]:
    """The authserv-id of a header, and what follows it."""
    rest = _without_comments(value).lstrip()
    if quoted := _QUOTED.match(rest):
        name = re.sub(r"\\(.)", r"\1", quoted[1])
        return name.strip().lower().rstrip("."), rest[quoted.end() :]
    token = _TOKEN.match(rest)
    # Without an authserv-id the first word is a method: "spf=pass ...".
    if token is None or rest[token.end() :].lstrip().startswith("="):
        return "", ""
    return token[0].lower().rstrip("."), rest[token.end() :]


def _without_comments(value: str) -> str:
    """A value with a blank for each comment outside quotes; comments may nest (RFC 5322, 3.2.2).
    One that is never closed is none: nobody hides behind it."""
    kept: list[str] = []
    opened: list[int] = []
    place = 0
    while place < len(value):
        end = place + (2 if value[place] == "\\" else 1)
        if value[place] == "(":
            opened.append(len(kept))
        elif value[place] == '"' and not opened and (quoted := _QUOTED.match(value, place)):
            end = quoted.end()
        kept.append(value[place:end])
        if value[place] == ")" and opened:
            kept[opened.pop() :] = [" "]
        place = end
    return "".join(kept)


def _verdict(value: str, fields: Fields, sender: str) -> Dmarc:
    """What one trusted header says of the sender."""
    if len(value) > _LONGEST:
        return Dmarc.FAIL
    results = _dmarc_results(value)
    if any(result not in _BLAMELESS for result, _domain in results):
        return Dmarc.FAIL
    if not results or any(result != "pass" or not domain for result, domain in results):
        return Dmarc.NONE
    froms = [pair[1] for line in fields.all("from") for pair in addresses(line)]
    is_shown = froms == [sender] and len(fields.all("from")) == 1
    passed = {domain for _result, domain in results}
    return Dmarc.PASS if is_shown and passed == {sender.rpartition("@")[2]} else Dmarc.FAIL


def _dmarc_results(value: str) -> list[tuple[str, str]]:
    """The results of DMARC in one header, each with the domain of the From field that it is of.

    What a sender chose (HELO, MAIL FROM, his signatures) may make a header unreadable, or hide a
    result in a comment. So where none is read each word that looks like one counts, without a
    domain: it can disown, not prove.
    """
    mentioned = [(result.lower(), "") for result in _MENTIONED.findall(value)]
    return _read_results(value) or mentioned


def _read_results(value: str) -> list[tuple[str, str]]:
    rest = _NOTHING.sub("", _split(value)[1])
    try:  # authres knows an authserv-id only as a token
        header = authres.AuthenticationResultsHeader.parse(f"Authentication-Results: host{rest}")
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
