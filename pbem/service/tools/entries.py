"""Entries of an export's service.json about people: who run a game, play or watch it."""

from __future__ import annotations

from datetime import datetime

import msgspec

from pbem.store.mastering import Deed, Role
from pbem.store.records import Act, NewsWish, NoticeWish, Omission
from pbem.store.voting import Motion


class ObserverEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who watches; columns of :class:`pbem.store.observing.ObserverRow`. They need a new
    mail to reply to."""

    number: int
    address: str
    each_turn: bool
    letters: bool
    told: int
    told_at: datetime | None
    heard: datetime | None
    story: datetime | None
    knows_end: bool


class MasterEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who runs the game; columns of :class:`pbem.store.mastering.MasterRow`. They need
    a new mail to reply to."""

    number: int
    name: str
    address: str
    language: str
    zone: str
    role: Role


class ActEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game master did since the newest link; those before are parts of the turns. Columns
    of :class:`pbem.store.mastering.AuditRow`."""

    number: int
    at: datetime
    role: Role
    master: int
    deed: Deed
    seat: int | None
    detail: str


class SaidEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A letter to all that has gone out; ``seat`` and ``name`` are its writer's, null and empty
    where it has none. Other letters are in no export."""

    turn: int
    seat: int | None
    name: str
    anonymous: bool
    text: str
    at: datetime


class WishEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a player wants to read letters; columns of :class:`pbem.store.talk.PressWishRow`."""

    seat: int
    with_report: bool
    blocked: tuple[int, ...]


class MotionEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that players vote or voted on, with who said yes; the other columns are those of
    :class:`pbem.store.voting.MotionRow`."""

    number: int
    motion: Motion
    target: int | None
    hours: int | None
    proposer: int
    turn: int
    opened: datetime
    until: datetime
    ended: datetime | None
    passed: bool
    ballots: dict[int, bool]


class VacationEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a player is away; columns of :class:`pbem.store.vacations.VacationRow`."""

    seat: int
    begins: datetime | None
    ends: datetime | None
    waited: int
    bot: bool


class SubstitutionEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody plays a seat for another; columns of
    :class:`pbem.store.substitutions.SubstitutionRow`. Whoever gets the seat back needs a new mail
    to reply to."""

    seat: int
    level: int
    began: datetime
    until: datetime
    lent: datetime | None
    address: str
    zone: str
    language: str
    quiet: str
    news: NewsWish
    notices: NoticeWish
    omits: tuple[Omission, ...]
    told_from: int
    told: int
    told_at: datetime | None
    with_report: bool
    blocked: tuple[int, ...]
    person: int


class TenureEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose the turns of a seat are; columns of :class:`pbem.store.tenures.TenureRow`."""

    seat: int
    turn: int
    person: int


class PendingEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was asked for a seat and is to be confirmed, or can be taken back, until then:
    ``act`` is "resign", "return", "substitute" or "offer". Whoever has the address needs a new
    mail to reply to. ``ends``: until when they would play for another."""

    seat: int
    act: Act
    address: str
    until: datetime
    ends: datetime | None


class ReaddressEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change of address that is to be confirmed, or can be undone; columns of
    :class:`pbem.store.readdressing.ReaddressRow`. Both addresses need new mails to reply to."""

    seat: int
    old: str
    new: str
    until: datetime
    done: datetime | None
    adds: bool
