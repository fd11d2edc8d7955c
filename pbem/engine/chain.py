"""The chain of a game: a link a turn, each holding the hash of the one before.

A link says of everything that a turn was made of what it was, without telling it: each
part stands in it sealed, as the SHA-256 of a random salt and the part's bytes. Whoever is
given salt and part can check them against the link; whoever is not learns nothing. The
*head* is the SHA-256 of the newest link's canonical JSON. It is printed in every report
and receipt, so that the players' mailboxes are witnesses of everything before them.

Salts come from one random salt a turn, which has nothing to do with the game's secret:
that one is published at the end, when moves may have to stay secret for good.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec

from pbem.engine.api import AnyRuleset, Outcome, Player, Seat
from pbem.engine.codec import canonical, from_json

SALT_BYTES = 32

STATE, EVENTS, LABELS, PUBLIC, MAILS = "state", "events", "labels", "public", "mails"
ANSWER, ORDERS, ACT = "answer", "orders", "act"
PARTS = (STATE, EVENTS, LABELS, PUBLIC, MAILS, ANSWER, ORDERS, ACT)
"""Kinds of sealed parts. ``public`` is a spectator's view, ``labels`` are those that chance was
drawn under, ``mails`` the SHA-256 of every mail written in this game since the last link;
``answer/3`` is seat 3's :class:`Answer`, ``orders/3`` the orders in it; ``act/7`` is the seventh
thing that game masters did."""

DEFAULT = "default"
"""The source of orders that the rules play for a seat that sent none."""


class Founding(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game began with; stands in its first link.

    ``commitment`` is the SHA-256 of the secret. ``confirmations`` has for each seat the SHA-256
    of the mail by which a person confirmed it, None where nobody did; see
    :func:`pbem.engine.rng.chance_key`.
    """

    ruleset: str
    title: str
    options: dict[str, Any]
    players: tuple[Player, ...]
    commitment: str
    confirmations: tuple[str | None, ...]


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was played for a seat: its orders (sealed), where they came from (the service's word
    for it), the SHA-256 of the mail that brought them, if one did, that of the lines which were
    ``stored`` for the turn when it opened (repeated ones, or sent ahead), if there were any, and
    that of the set which was ``held`` (:func:`digest_of_set`), if one was."""

    orders: str
    source: str
    mail: str | None
    stored: str | None = None
    held: str | None = None


class Link(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the chain holds of a turn (0: the set-up). ``answers`` are sealed, one a seat in order,
    so that it does not show who answered; ``version`` is the ruleset's that resolved it,
    ``closed`` when that was. ``acts`` are the seals of what game masters did since the link
    before, by number. ``undone`` are the heads of whatever was played from this turn on and was
    taken back, the oldest first."""

    turn: int
    version: int
    previous: str
    closed: datetime
    founding: Founding | None = None
    answers: tuple[str, ...] = ()
    state: str
    events: str
    labels: str
    public: str
    mails: str
    acts: dict[str, str] = {}
    undone: tuple[str, ...] = ()
    outcome: Outcome | None = None


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sealed part laid open: its salt in hex, and the JSON text that was sealed."""

    salt: str
    data: msgspec.Raw


class Page(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is told of a turn: its link, the head after it, and the parts laid open, by name.
    ``salt``, in hex, opens all of them; only who runs the game has it."""

    link: Link
    head: str
    opened: dict[str, Opened]
    salt: str | None = None


@dataclass(frozen=True)
class Played:
    """What a seat's answer was, before it is sealed."""

    orders: bytes
    source: str
    mail: str | None = None
    stored: str | None = None
    held: str | None = None


@dataclass(frozen=True)
class Closed:
    """Everything that a turn's link covers, as bytes of the record."""

    turn: int
    version: int
    closed: datetime
    state: bytes
    events: bytes
    labels: Sequence[str]
    public: bytes
    mails: Sequence[str]
    outcome: Outcome | None
    seats: int
    answers: Mapping[Seat, Played]
    acts: Mapping[int, bytes] = field(default_factory=dict)
    undone: Sequence[str] = ()


def seal(salt: bytes, data: bytes) -> str:
    """The SHA-256 of salt and data, in hex."""
    return hashlib.sha256(salt + data).hexdigest()


def salt_for(salt: bytes, part: str) -> bytes:
    """The salt of one part: HMAC-SHA-256 of its name under the turn's salt."""
    return hmac.digest(salt, part.encode(), "sha256")


def digest_of_set(lines: Sequence[str], said: Sequence[str], received: datetime) -> str:
    """The SHA-256 of a set that is held: its lines, those of the mail itself, and when it came."""
    return hashlib.sha256(canonical((tuple(lines), tuple(said), received))).hexdigest()


def head_of(link: Link) -> str:
    """The SHA-256 of a link's canonical JSON, in hex."""
    return hashlib.sha256(canonical(link)).hexdigest()


def public_view(ruleset: AnyRuleset, state: Any) -> bytes:
    """What a spectator sees of a state, as it is sealed."""
    return ruleset.codec.dump_view(ruleset.rules.view(state, None))


def forge(
    closed: Closed, *, previous: str, salt: bytes, founding: Founding | None = None
) -> tuple[Link, str]:
    """The link of a turn and the head after it; `salt` has to be random, and new each turn."""
    sealed = {name: seal(salt_for(salt, name), data) for name, data in parts_of(closed, salt)}
    link = Link(
        turn=closed.turn,
        version=closed.version,
        previous=previous,
        closed=closed.closed,
        founding=founding,
        answers=tuple(sealed[f"{ANSWER}/{seat}"] for seat in range(1, closed.seats + 1)),
        state=sealed[STATE],
        events=sealed[EVENTS],
        labels=sealed[LABELS],
        public=sealed[PUBLIC],
        mails=sealed[MAILS],
        acts={str(number): sealed[f"{ACT}/{number}"] for number in closed.acts},
        undone=tuple(closed.undone),
        outcome=closed.outcome,
    )
    stored = from_json(canonical(link), Link)  # a score given as 3 is read back as 3.0
    return stored, head_of(stored)


def parts_of(closed: Closed, salt: bytes) -> Iterator[tuple[str, bytes]]:
    """The parts of a turn by name, as they are sealed. A seat without an answer has null."""
    yield STATE, closed.state
    yield EVENTS, closed.events
    yield LABELS, canonical(tuple(closed.labels))
    yield PUBLIC, closed.public
    yield MAILS, canonical(tuple(closed.mails))
    for seat in range(1, closed.seats + 1):
        yield from answer_parts(seat, closed.answers.get(seat), salt)
    for number, act in closed.acts.items():
        yield f"{ACT}/{number}", act


def answer_parts(seat: Seat, played: Played | None, salt: bytes) -> Iterator[tuple[str, bytes]]:
    """The parts of a turn that are one seat's own."""
    if played is None:
        yield f"{ANSWER}/{seat}", canonical(None)
        return
    orders = f"{ORDERS}/{seat}"
    sealed = seal(salt_for(salt, orders), played.orders)
    answer = Answer(sealed, played.source, played.mail, played.stored, played.held)
    yield f"{ANSWER}/{seat}", canonical(answer)
    yield orders, played.orders


def open_parts(closed: Closed, salt: bytes) -> dict[str, Opened]:
    """All parts of a turn laid open."""
    return {
        name: Opened(salt_for(salt, name).hex(), msgspec.Raw(data))
        for name, data in parts_of(closed, salt)
    }
