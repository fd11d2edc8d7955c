"""The whole truth of a game, and another that a seat cannot tell from it (GU-14).

Secret is what factories make and whether they repeat it. Public is since when, so that any
product would do that could not have been finished yet. Public is also who passes, for nobody waits
for them; secret is until when.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

import msgspec

from pbem.engine.api import Seat
from pbem.engine.rng import Stream
from pbem.rulesets.god_unit.figures import FACTORY, FIGURES, Design, Factory, Work, is_valid
from pbem.rulesets.god_unit.view import Known


class State(Known, frozen=True, kw_only=True):
    """A game between two turns, with the work of every factory. No desk or bot is ever given it."""


_LONGEST_PASS = 9
_FACTORIES = (1, 6)
"""How often another product is a factory, where it can be one."""


def scramble(state: State, seat: Seat, stream: Stream) -> State:
    """Other products in the factories of others; and whoever of them passes does so for another
    number of turns."""
    factories = tuple(_factory(state, seat, one, stream) for one in state.factories)
    passing = tuple(
        state.open_turn + 1 + stream.below(_LONGEST_PASS) if turn and other != seat else turn
        for other, turn in enumerate(state.passing, start=1)
    )
    return msgspec.structs.replace(state, factories=factories, passing=passing)


def _factory(state: State, seat: Seat, factory: Factory, stream: Stream) -> Factory:
    if factory.site.seat == seat or factory.work is None or factory.site.since is None:
        return factory
    worked = state.turn - factory.site.since
    work = Work(_product(state, worked, stream), stream.strikes(1, 2))
    return msgspec.structs.replace(factory, work=work)


def _product(state: State, worked: int, stream: Stream) -> Design:
    """Anything that takes longer than `worked` turns."""
    designs = slower_than(worked, state.options.max_cost)
    if FACTORY.cost > worked and (not designs or stream.strikes(*_FACTORIES)):
        return FACTORY
    return stream.choice(designs)


@cache
def all_designs(max_cost: int) -> tuple[Design, ...]:
    """Every valid design up to that cost (GU-2)."""
    low, high = FIGURES.levels
    levels = range(low, high + 1)
    found = (Design(a, d, m, n, r) for a, d, m, n, r in product(levels, repeat=5))
    return tuple(design for design in found if is_valid(design, max_cost))


@cache
def slower_than(worked: int, max_cost: int) -> Sequence[Design]:
    """The valid designs that cost more turns than that."""
    return tuple(design for design in all_designs(max_cost) if design.cost > worked)
