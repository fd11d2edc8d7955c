"""What a seat may know of the truth (PA-15)."""

from __future__ import annotations

from pbem.engine.api import Seat
from pbem.rulesets.parsec.state import Person, State
from pbem.rulesets.parsec.view import SeenPlayer, View


def see(state: State, seat: Seat | None) -> View:
    """The view of `seat`; None: a spectator's. At the end everything is open."""
    return View(
        seat=seat,
        options=state.options,
        players=state.players,
        turn=state.turn,
        played=state.played,
        mover=state.mover,
        galaxy=state.galaxy,
        people=tuple(_person(state, seat, person) for person in state.people),
        pool=state.pool.total,
        gone=state.gone,
        idle=state.idle,
        dispute=state.dispute,
        log=state.log,
        ending=state.ending,
    )


def _person(state: State, seat: Seat | None, person: Person) -> SeenPlayer:
    is_open = state.ending is not None or person.seat == seat
    return SeenPlayer(
        seat=person.seat,
        weapons=person.weapons,
        ships=person.holdings.hand.total,
        swapped=person.holdings.swapped.total,
        holdings=person.holdings if is_open else None,
    )
