"""Which units of others could attack one's own in the open turn, where they stand now (GU-10:
a unit moves or attacks, never both)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import distance
from pbem.rulesets.god_unit.pieces import Piece, Site, Unit
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.odds import chance_to_hit


class Threat(msgspec.Struct, frozen=True):
    """An own piece and the units that have it in range, the strongest first."""

    piece: Site | Unit
    foes: tuple[Unit, ...]


def threats(field: Field, seat: Seat) -> tuple[Threat, ...]:
    """Own pieces in range of others: factories, undeployed ones too, then units by cost."""
    if field.truce:
        return ()
    foes = [unit for unit in field.units() if unit.seat != seat and unit.levels.is_armed]
    own: list[Piece] = [*field.sites(seat), *field.units(seat)]
    return tuple(sorted(_threats(own, foes), key=_weight))


def _threats(own: list[Piece], foes: list[Unit]) -> Iterator[Threat]:
    for piece in own:
        near = [foe for foe in foes if _threatens(foe, piece)]
        if near:
            near.sort(key=lambda foe: (-foe.levels.attack * foe.levels.attacks, foe.name))
            yield Threat(piece, tuple(near))


def _threatens(foe: Unit, piece: Piece) -> bool:
    """Whether it is in range, and an attack could destroy it at all."""
    if distance(foe.square, piece.square) > foe.levels.range:
        return False
    return chance_to_hit(foe.levels.attack, piece.levels.defence) > 0


def _weight(threat: Threat) -> tuple[int, int]:
    piece = threat.piece
    if isinstance(piece, Site):
        return 0, 0
    return (1 if piece.design.is_factory else 2), -piece.design.cost
