"""A game before its first turn (PA-1, PA-2)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.api import Player
from pbem.engine.rng import Chance
from pbem.rulesets.parsec.figures import FIGURES
from pbem.rulesets.parsec.holdings import Holdings
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.state import Person, State
from pbem.rulesets.parsec.turn.boards import default_galaxy, random_galaxy
from pbem.rulesets.parsec.turn.drawing import draw


def set_up(options: Options, players: Sequence[Player], chance: Chance) -> State:
    """The board, and a hand of ships for everyone."""
    galaxy = (
        default_galaxy()
        if options.board == "default"
        else random_galaxy(options.size, chance.stream("board"))
    )
    stream, pool, people = chance.stream("hands"), FIGURES.pool, []
    for player in players:
        hand = draw(pool, FIGURES.hand, stream)
        pool = pool - hand
        people.append(Person(player.seat, FIGURES.weapons, Holdings(hand, course=((0,) * 5,))))
    return State(
        options=options,
        players=tuple(players),
        turn=0,
        played=0,
        mover=players[0].seat,
        galaxy=galaxy,
        people=tuple(people),
        pool=pool,
    )
