"""Entries of an export's service.json about people without a seat: who run a game, or watch it."""

from __future__ import annotations

from datetime import datetime

import msgspec

from pbem.store.mastering import Deed, Role


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
