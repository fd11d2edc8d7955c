"""Reply addresses, subject tags and bounce addresses, each with a token that nobody can guess.

A mail says by the address it was sent to which game, turn and seat it is for; in that of a game
master stands a number behind an m in place of the seat, in that of an observer one behind an o, and
a c in that of somebody who makes games.
Where the mail host has no plus-addresses, or a player's program drops the
reply address, the same words stand in the subject.
"""

from __future__ import annotations

import base64
import hmac
import re
from collections.abc import Iterable

import msgspec

from pbem.mailer.settings import MailSettings

LOCAL_PART_OCTETS = 64
"""RFC 5321, 4.5.3.1.1."""

_GAME = r"[a-z0-9][a-z0-9-]{0,30}"
_ROUTE = (
    rf"(?P<game>{_GAME})\.(?P<turn>\d{{1,6}})\.(?P<role>[moc]?)(?P<number>\d{{1,4}})"
    r"\.(?P<token>[a-z2-7]{16})"
)
_GAME_ID = re.compile(_GAME)
_LATIN = re.IGNORECASE | re.ASCII
"""Without ASCII "ı" were an "i" in other capitals, and no token may hold it."""
_IN_ADDRESS = re.compile(rf'(?:\+|%2b){_ROUTE}"?@', _LATIN)
TAG = re.compile(rf"\[?{_ROUTE}\]?", _LATIN)
"""A token with its route, as it stands in addresses and subjects, wherever somebody has put it."""
_IN_SUBJECT = re.compile(rf"\[{_ROUTE}\]", _LATIN)
_BOUNCE = re.compile(r'(?:\+|%2b)b\.(?P<id>\d{1,18})\.(?P<token>[a-z2-7]{16})"?@', _LATIN)
_BLANKS = re.compile(r"\s+")
_LONGEST = 2000
"""Characters of a header that are looked at; a longer one is no address or subject of ours."""
_MOST = 5
"""Routes of one mail that are looked at."""


class Route(msgspec.Struct, frozen=True):
    """Whose orders for what. Raises ValueError for what no address could carry."""

    game: str
    turn: int
    seat: int

    def __post_init__(self) -> None:
        if not _GAME_ID.fullmatch(self.game):
            raise ValueError(
                f"{self.game!r} is no game id: 1 to 31 of a-z, 0-9 and '-', not beginning with '-'"
            )
        if not (0 <= self.turn <= 999_999 and 0 <= self.seat <= 9_999):
            raise ValueError(f"turn {self.turn}, seat {self.seat}: too large for an address")

    def __str__(self) -> str:
        return f"{self.game}.{self.turn}.{self.seat}"


class MasterRoute(msgspec.Struct, frozen=True):
    """Which game master of which game writes: ``number`` 0 is the operator of the service."""

    game: str
    turn: int
    number: int

    def __str__(self) -> str:
        return f"{self.game}.{self.turn}.m{self.number}"


class ObserverRoute(msgspec.Struct, frozen=True):
    """Which observer of which game writes, after which turn's report."""

    game: str
    turn: int
    number: int

    def __str__(self) -> str:
        return f"{self.game}.{self.turn}.o{self.number}"


class CreatorRoute(msgspec.Struct, frozen=True):
    """Somebody who may make games writes, or is written to; their address is in the token alone."""

    game: str = "create"
    turn: int = 0
    number: int = 0

    def __str__(self) -> str:
        return f"{self.game}.{self.turn}.c{self.number}"


AnyRoute = Route | MasterRoute | ObserverRoute | CreatorRoute
_ROUTES: dict[str, type[Route] | type[MasterRoute] | type[ObserverRoute] | type[CreatorRoute]] = {
    "": Route,
    "m": MasterRoute,
    "o": ObserverRoute,
    "c": CreatorRoute,
}
"""By the letter before the number."""


class Claim(msgspec.Struct, frozen=True):
    """A route that a mail names, and the token it shows for it; see :func:`authentic`."""

    route: AnyRoute
    token: str


def token(key: bytes, route: AnyRoute, nonce: str, line: int = 0) -> str:
    """The 80 bits that prove a route: HMAC-SHA-256 under `key`, 16 characters of base32.

    `nonce` stands for whoever it is given to: under another one the same route has another token.
    `line` is how often its game was taken back: so a turn that is played again has another, too.
    """
    again = f"\x1f{line}" if line else ""
    return _sign(key, f"route\x1f{route}\x1f{nonce}{again}")


def authentic(keys: Iterable[bytes], claim: Claim, nonce: str, line: int = 0) -> bool:
    """Whether the claim's token is one that we gave out with this nonce, on this line, by one of
    these keys. Takes the same time for any token."""
    return _is_one_of((token(key, claim.route, nonce, line) for key in keys), claim.token)


def _is_one_of(tokens: Iterable[str], shown: str) -> bool:
    """Compares with all of them, so that the time tells nothing."""
    return sum([hmac.compare_digest(one, shown) for one in tokens]) > 0


def reply_address(settings: MailSettings, route: AnyRoute, token: str) -> str:
    """``orders+<game>.<turn>.<seat>.<token>@host``, or the plain address.

    The plain one where the host has no plus-addresses, and where the local part
    would grow beyond RFC 5321's 64 octets; then the subject's tag alone speaks.
    """
    return _extended(settings, f"{route}.{token}")


def subject_tag(route: AnyRoute, token: str) -> str:
    """What stands in a subject: ``[<game>.<turn>.<seat>.<token>]``."""
    return f"[{route}.{token}]"


def find_routes(recipients: Iterable[str], subject: str) -> tuple[Claim, ...]:
    """The routes that a mail names: in the addresses it was sent to, then in its subject. Of more
    than an honest mail could name (:data:`_MOST`), the first.

    `recipients` are addresses or whole header values. Capitals, quotes, ``Re:``
    before and line breaks inside do no harm. The tokens are not checked here.
    """
    in_addresses = (_IN_ADDRESS.search(recipient[:_LONGEST]) for recipient in recipients)
    in_subject = _IN_SUBJECT.search(_BLANKS.sub("", subject[:_LONGEST]))
    claims = dict.fromkeys(_claim(found) for found in (*in_addresses, in_subject) if found)
    return tuple(claims)[:_MOST]


def is_own(settings: MailSettings, address: str) -> bool:
    """Whether mail to an address comes back to the service."""
    name, _at, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}" == settings.address.lower()


def bounce_address(settings: MailSettings, key: bytes, outbox_id: int) -> str:
    """The envelope sender of one mail (VERP): ``orders+b.<id>.<token>@host``.

    The plain address where :func:`reply_address` would be plain too.
    """
    return _extended(settings, f"b.{outbox_id}.{_bounce_token(key, outbox_id)}")


def find_bounce(recipients: Iterable[str]) -> tuple[int, str] | None:
    """The id in the outbox and the token of a bounce address, if a mail was sent to one."""
    for recipient in recipients:
        found = _BOUNCE.search(recipient[:_LONGEST])
        if found:
            return int(found["id"]), found["token"].lower()
    return None


def authentic_bounce(keys: Iterable[bytes], outbox_id: int, token: str) -> bool:
    """Whether a bounce address is one that we made with one of these keys. Takes the same time for
    any token."""
    return _is_one_of((_bounce_token(key, outbox_id) for key in keys), token)


def _bounce_token(key: bytes, outbox_id: int) -> str:
    return _sign(key, f"bounce\x1f{outbox_id}")


def _sign(key: bytes, message: str) -> str:
    digest = hmac.digest(key, message.encode(), "sha256")
    return base64.b32encode(digest[:10]).decode("ascii").lower()


def _extended(settings: MailSettings, detail: str) -> str:
    local, _at, host = settings.address.rpartition("@")
    extended = f"{local}+{detail}"
    if not settings.plus_addressing or len(extended.encode()) > LOCAL_PART_OCTETS:
        return settings.address
    return f"{extended}@{host}"


def _claim(found: re.Match[str]) -> Claim:
    kind = _ROUTES[found["role"].lower()]
    route = kind(found["game"].lower(), int(found["turn"]), int(found["number"]))
    return Claim(route, found["token"].lower())
