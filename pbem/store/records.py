"""Rows as frozen values: what the service reads from the store and hands to it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, SupportsBytes

import msgspec

from pbem.engine.api import Outcome
from pbem.store.joining import Joining
from pbem.store.observing import Watching
from pbem.store.talk import SIGNED_PRESS, PressKind
from pbem.store.voting import BY_DEFAULT, Voting
from pbem.store.wishes import USUAL
from pbem.store.wishes import NoticeWish as NoticeWish
from pbem.store.wishes import Omission as Omission

Place = tuple[str, int]
"""A game and a seat."""


class GameStatus(StrEnum):
    FORMING = "forming"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"


OVER = (GameStatus.FINISHED, GameStatus.CANCELLED)
"""Of a game in which nothing happens any more."""


class SeatKind(StrEnum):
    """Who answers for a seat. KEPT is kept for somebody who has yet to confirm it (then there is
    a :class:`PendingRow`). The seat of a person who gave it up or lost it (RESIGNED), or whom a
    game master has put out of the game (EJECTED), keeps its name."""

    OPEN = "open"
    KEPT = "kept"
    HUMAN = "human"
    BOT = "bot"
    RESIGNED = "resigned"
    EJECTED = "ejected"


LEFT = (SeatKind.RESIGNED, SeatKind.EJECTED)
"""Seats that the house bot plays since nobody has them any more."""
NOT_TAKEN = (SeatKind.OPEN, SeatKind.KEPT)
"""Seats that nobody has who counts as a player."""


class Act(StrEnum):
    """What is pending for a seat until the reply to one mail of ours."""

    JOIN = "join"
    """Its candidate is to confirm that they want it."""
    RESIGN = "resign"
    """Its owner is to confirm that they give it up."""
    RETURN = "return"
    """Whoever gave it up may take it back."""
    SUBSTITUTE = "substitute"
    """Somebody is asked to play it for a while in its owner's place."""
    INVITE = "invite"
    """Somebody who was invited is to say that they want it."""
    APPROVE = "approve"
    """Its candidate has confirmed; the game master is to approve of them."""
    OFFER = "offer"
    """It fell free, and is offered to somebody who stands by."""


class NewsWish(StrEnum):
    """How often a person wants reports of turns in which nothing is asked of them."""

    DIGEST = "digest"
    """Once a day at the most, all that has happened since the last."""
    EACH_TURN = "each turn"


class Source(StrEnum):
    """Where a set of orders came from."""

    MAIL = "mail"
    STANDING = "standing"
    DEFAULT = "default"
    BOT = "bot"
    PASS = "pass"
    RESIGNED = "resigned"


class InboxStatus(StrEnum):
    """How far a mail has come. NEW mails are (re)processed; all others are done with."""

    NEW = "new"
    DONE = "done"
    IGNORED = "ignored"
    DUPLICATE = "duplicate"
    HELD = "held"
    QUARANTINED = "quarantined"


class OutboxStatus(StrEnum):
    """QUEUED is waiting for its time; SENDING was handed to a connection and not yet
    acknowledged; GATHERED waits for a digest, DIGESTED was told in one; DROPPED is not
    sent, but counted in one; HELD waits for a bouncing address to recover; OVERTAKEN is not sent,
    as what it reminds of was done while it waited."""

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    GATHERED = "gathered"
    DIGESTED = "digested"
    DROPPED = "dropped"
    HELD = "held"
    OVERTAKEN = "overtaken"


NOT_BY_ITSELF = (OutboxStatus.GATHERED, OutboxStatus.DIGESTED, OutboxStatus.DROPPED)
"""Of answers that nobody is sent, or not yet: they use up no limit."""


def new_nonce() -> str:
    """64 random bits, in hex, for the tokens of whoever holds a seat from now on."""
    return secrets.token_hex(8)


class GameRow(msgspec.Struct, frozen=True):
    """``closes`` is when the open turn closes early; None while it waits for somebody, or for
    its deadline. ``stalled``: since when it waits for the game master, as too many have missed its
    deadline. ``head`` is that of the game's chain. ``confirmations`` are its players' as it
    began, in order of seats; ``formerly`` the ids that it had on other services. ``closing``: since
    when the open turn is to close on the game master's word, whoever has not written;
    ``archived``: since when a game that is over is on no list. ``press`` is what its players may
    write to each other, ``votes`` how they decide together; ``rollbacks`` is how often it was
    taken back to an earlier turn, ``observers`` who may watch it. ``release_after``: for how many
    seconds at the most the results of a turn that is closed wait for the game master (0: not at
    all); ``releases``: when those that wait go out by themselves, None where none do.
    ``reliability``: who joins has to have sent orders for so many turns of a hundred, where that
    is known. ``public``: a game master lets it stand on the public pages of this service.
    ``mailbox``: by which of the service's it is played."""

    id: str
    title: str
    ruleset: str
    ruleset_version: int
    options: Mapping[str, Any]
    schedule: Mapping[str, Any]
    start_when_full: bool
    secret: bytes
    status: GameStatus
    turn: int
    revision: int
    head: str
    opened: datetime | None
    deadline: datetime | None
    closes: datetime | None
    reminded: int
    stalled: datetime | None
    paused: datetime | None
    created: datetime
    finished: datetime | None
    outcome: Outcome | None
    confirmations: tuple[str | None, ...] = ()
    formerly: tuple[str, ...] = ()
    closing: datetime | None = None
    archived: datetime | None = None
    press: tuple[PressKind, ...] = SIGNED_PRESS
    votes: Voting = BY_DEFAULT
    rollbacks: int = 0
    observers: Watching = Watching.ALL
    release_after: int = 0
    releases: datetime | None = None
    reliability: int = 0
    joining: Joining = Joining.OPEN
    public: bool = False
    mailbox: str = "main"

    @property
    def results_wait(self) -> bool:
        """Whether its turn is closed, and what came of it is still to be told."""
        return self.is_untold and self.status is not GameStatus.CANCELLED

    @property
    def turns_played(self) -> int:
        """How many turns were played. In the one that ends a game by agreement nothing is."""
        is_agreed = self.outcome is not None and bool(self.outcome.agreed)
        return max(0, self.turn - 1 - is_agreed)

    @property
    def is_untold(self) -> bool:
        """Whether its turn is closed and nobody was told of it, be it that nobody ever is."""
        return self.releases is not None


class SeatRow(msgspec.Struct, frozen=True):
    """``standing_at`` is when the newest mail arrived that spoke of ``standing``, the lines
    repeated every turn. ``quiet`` are the owner's quiet hours (``22:00-07:00``). ``news`` is a
    :class:`NewsWish`. The last report told of the turns ``told_from`` to ``told`` (0: the set-up;
    -1: there was no report yet) and was written at ``told_at``. ``confirmation`` is the SHA-256 of
    the mail by which a person confirmed the seat. ``missed``: turns in a row for which orders were
    owed and none came; ``waited``: how often in a row the game waited for them past a deadline.
    ``nonce`` is new whenever the seat changes hands, and is in the token of every reply address to
    it. ``omits`` is what its owner's mails do without. ``story`` is when they are to be told that
    of the game, which is over. ``lent``: until when whoever has it plays it for another; None where
    they have it for good. ``since``: what was ordered for it in earlier turns than this is not
    theirs to read; 0 where all is."""

    game: str
    seat: int
    name: str
    kind: SeatKind
    bot: str
    address: str | None
    zone: str
    language: str
    standing: tuple[str, ...]
    standing_at: datetime | None = None
    quiet: str = ""
    news: NewsWish = NewsWish.DIGEST
    told_from: int = -1
    told: int = -1
    told_at: datetime | None = None
    confirmation: str | None = None
    missed: int = 0
    waited: int = 0
    nonce: str = msgspec.field(default_factory=new_nonce)
    omits: tuple[Omission, ...] = USUAL
    story: datetime | None = None
    lent: datetime | None = None
    notices: NoticeWish = NoticeWish.EACH
    since: int = 0

    @property
    def has_person(self) -> bool:
        """Whether a person has it, to whom mail can be sent."""
        return self.kind is SeatKind.HUMAN and self.address is not None


class PendingRow(msgspec.Struct, frozen=True):
    """What is pending for a seat ``until`` then, for whoever has ``address``; ``nonce`` is in the
    token of the one mail that a reply must answer. ``mail`` is the number of the mail that asked
    for it. ``ends``: until when they would play it for another."""

    game: str
    seat: int
    act: Act
    nonce: str
    address: str
    until: datetime
    mail: int | None
    ends: datetime | None = None


class TurnRow(msgspec.Struct, frozen=True):
    """``mails`` are the SHA-256 of those that ``link`` covers, a JSON list; ``link`` is canonical
    JSON (:class:`pbem.engine.chain.Link`), ``hash`` the head after it, ``salt`` what seals it."""

    game: str
    turn: int
    closed: datetime
    state: bytes
    events: bytes
    labels: str
    mails: str
    salt: bytes
    link: bytes
    hash: str


class AskRow(msgspec.Struct, frozen=True):
    """``sure``: what the seat holds is meant as it stands, and need not wait for second
    thoughts. ``stored`` is the SHA-256 of the lines that were in store for the turn when it
    opened."""

    game: str
    seat: int
    turn: int
    required: bool
    answered: bool
    sure: bool = False
    stored: str | None = None


class OrdersRow(msgspec.Struct, frozen=True):
    """The newest such row of a seat and turn is the set held; ``orders`` None: withdrawn.

    Rows stand in the order in which their mails arrived. ``said`` are the lines of the mail
    itself, ``settles`` what it did to the waiting for its author: ended it, began it anew, or
    neither (None)."""

    id: int
    game: str
    turn: int
    seat: int
    orders: bytes | None
    lines: tuple[str, ...]
    source: Source
    mail: int | None
    received: datetime
    said: tuple[str, ...] = ()
    settles: bool | None = None


class AnswerRow(msgspec.Struct, frozen=True):
    """``mail`` is the SHA-256 of the mail that brought the orders, ``stored`` that of the lines
    which were in store for the turn when it opened, ``held`` that of the set that was held."""

    game: str
    turn: int
    seat: int
    orders: bytes
    source: Source
    mail: str | None = None
    stored: str | None = None
    held: str | None = None


class InboxRow(msgspec.Struct, frozen=True):
    """``mailbox`` is the one of the service's that it came to; ``raw`` is empty where the mail's
    bytes are not kept any more."""

    id: int
    mailbox: str
    uidvalidity: int
    uid: int
    digest: str
    received: datetime
    size: int
    raw: bytes
    message_id: str
    sender: str
    subject: str
    status: InboxStatus
    attempts: int
    note: str
    game: str | None
    seat: int | None


@dataclass(frozen=True)
class OutboxDraft:
    """A mail for the outbox, of the ``kind`` that limits and records know it by; it goes out when
    the transaction that queues it is committed, and not before ``due``. ``data`` is the mail, or
    what ``bytes()`` makes it of as it is queued. ``relay`` is the service's mailbox that it is
    from, whose relay takes it; ``unproven``: it answers mail that proves nothing."""

    message_id: str
    kind: str
    recipient: str
    subject: str
    data: SupportsBytes = field(repr=False)
    created: datetime
    due: datetime
    game: str | None = None
    turn: int | None = None
    seat: int | None = None
    status: OutboxStatus = OutboxStatus.QUEUED
    unproven: bool = False
    relay: str = "main"


class OutboxRow(msgspec.Struct, frozen=True):
    """``digest`` is the SHA-256 of ``data``, which is empty where it is not kept any more; ``link``
    the turn in whose link of the chain the mail is recorded, None until there is one.
    ``unproven``: it answers mail that proves nothing; ``relay`` is the service's mailbox that it is
    from."""

    id: int
    message_id: str
    game: str | None
    turn: int | None
    seat: int | None
    kind: str
    recipient: str
    subject: str
    data: bytes
    status: OutboxStatus
    attempts: int
    due: datetime
    created: datetime
    sent: datetime | None
    error: str
    digest: str
    link: int | None
    unproven: bool = False
    relay: str = "main"
