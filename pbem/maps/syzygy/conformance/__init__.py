"""Whether a finished map is what the specification asks for, clause by clause (SZ-6).

Everything is counted on the map itself; of the generator's notes only the planets' names and
ceilings and the angle are believed. The numbers are the source's; SZ numbers stand for what the
rulings add.
"""

from __future__ import annotations

from pbem.maps.syzygy.conformance.ground import check_ground
from pbem.maps.syzygy.conformance.land import check_land
from pbem.maps.syzygy.conformance.reading import Clause, read
from pbem.maps.syzygy.conformance.things import check_things
from pbem.maps.syzygy.model import SyzygyMap

__all__ = ["Clause", "check"]


def check(chart: SyzygyMap) -> tuple[Clause, ...]:
    """Every clause from 4 to 7.C.2, in the source's order."""
    reading = read(chart)
    return (*check_land(reading), *check_ground(reading), *check_things(reading))
