"""What players hear of a turn. Amounts are points as printed (HG-5)."""

from __future__ import annotations

from decimal import Decimal

import msgspec

from pbem.engine.api import Event, Seat
from pbem.rulesets.hegemon.orders import Fault
from pbem.rulesets.hegemon.view import Ending


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn was played; the points are in everyone's view."""

    turn: int


class GameEnded(Event, frozen=True, kw_only=True):
    """That was the last turn (HG-10)."""

    ending: Ending


class MoveRejected(Event, frozen=True, kw_only=True):
    """The owner's move broke a rule; its last valid one was played instead (HG-3)."""

    faults: tuple[Fault, ...]


class ItemResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one player's turn in one item (HG-4 to HG-9).

    ``before`` and ``after`` are the item's points; ``coop`` was put into
    cooperation, ``gain`` came of it, ``comp`` is the competition.
    """

    item: str
    before: Decimal
    allocated: Decimal
    coop: Decimal
    gain: Decimal
    comp: Decimal
    malus: Decimal
    damage: Decimal
    after: Decimal


class OwnResult(Event, frozen=True, kw_only=True):
    """What came of the owner's move, item by item."""

    items: tuple[ItemResult, ...]


class Contribution(msgspec.Struct, frozen=True):
    """What a partner put into the pool."""

    seat: Seat
    points: Decimal


class Cooperated(Event, frozen=True, kw_only=True):
    """The owner was in a cooperation group (HG-6).

    ``partners`` are the owner's own partners; a group may have more ``members``,
    partners of partners, of whom only the number and the pool are told (HG-11).
    """

    item: str
    members: int
    pool: Decimal
    partners: tuple[Contribution, ...]


class AttackMade(Event, frozen=True, kw_only=True):
    """The owner attacked `target` with `share` points (HG-8). No damage: it failed."""

    item: str
    target: Seat
    share: Decimal
    damage: Decimal


class AttackSuffered(Event, frozen=True, kw_only=True):
    """The owner was attacked; no `attacker` where attacks are not signed (HG-11)."""

    item: str
    attacker: Seat | None
    damage: Decimal


AnyEvent = (
    TurnEnded | GameEnded | MoveRejected | OwnResult | Cooperated | AttackMade | AttackSuffered
)
