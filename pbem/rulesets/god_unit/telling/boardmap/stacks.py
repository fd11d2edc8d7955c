"""What stands in each square, as the board map shows it: public facts only (GU-14)."""

from __future__ import annotations

import msgspec

from pbem.engine.api import Seat
from pbem.maps.board import Square
from pbem.rulesets.god_unit.pieces import Site, Unit
from pbem.rulesets.god_unit.view import View


class Stack(msgspec.Struct, frozen=True):
    """A square's pieces, all of one seat (GU-6): a factory, units, or both; the strongest unit
    first."""

    square: Square
    seat: Seat
    site: Site | None
    units: tuple[Unit, ...]
    open_turn: int

    @property
    def top(self) -> Unit | None:
        """The strongest unit."""
        return self.units[0] if self.units else None

    @property
    def worked(self) -> int | None:
        """For how many turns the factory will have worked on its product when the open turn's
        production comes; None: it idles (or there is none)."""
        if self.site is None or self.site.since is None:
            return None
        return self.open_turn - self.site.since

    @property
    def holds_folded_factory(self) -> bool:
        """Whether a factory on its way is among the units."""
        return any(unit.design.is_factory for unit in self.units)


def stacks_of(view: View) -> tuple[Stack, ...]:
    """Every square that holds anything, row by row."""
    sites = {factory.site.square: factory.site for factory in view.factories}
    units: dict[Square, list[Unit]] = {}
    for unit in view.units:
        units.setdefault(unit.square, []).append(unit)
    found = []
    for square in sorted({*sites, *units}, key=lambda square: square[::-1]):
        here = sorted(units.get(square, ()), key=_strength)
        site = sites.get(square)
        seat = here[0].seat if site is None else site.seat
        found.append(Stack(square, seat, site, tuple(here), view.open_turn))
    return tuple(found)


def _strength(unit: Unit) -> tuple[bool, int, int]:
    """What can act comes first, then what cost most."""
    return unit.phase != "ready", -unit.design.cost, unit.number
