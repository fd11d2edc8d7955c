"""What a seat may know of the truth (GU-14)."""

from __future__ import annotations

from pbem.engine.api import Seat
from pbem.rulesets.god_unit.state import Factory, State
from pbem.rulesets.god_unit.view import SeenFactory, View


def see(state: State, seat: Seat | None) -> View:
    """The view of `seat`; None: a spectator's."""
    return View(
        seat=seat,
        options=state.options,
        players=state.players,
        turn=state.turn,
        board=state.board,
        homes=state.homes,
        evenness=state.evenness,
        sides=state.sides,
        units=state.units,
        factories=tuple(_factory(seat, factory) for factory in state.factories),
        things=state.things,
        built=state.built,
        log=state.log,
        history=state.history,
        ending=state.ending,
    )


def _factory(seat: Seat | None, factory: Factory) -> SeenFactory:
    own = seat is not None and factory.site.seat == seat
    return SeenFactory(factory.site, factory.work if own else None)
