"""The end of a turn: who is out, who holds what, and whether the game is over (GU-13, SZ-10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from pbem.engine.api import Seat
from pbem.rulesets.god_unit.figures import FIGURES
from pbem.rulesets.god_unit.log import Fallen
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.turn.play import Play
from pbem.rulesets.god_unit.view import Ending, Standing

_Measure = Literal["factories", "cost", "outposts"]


def eliminate(play: Play) -> None:
    """GU-13: who has neither units nor factories is out."""
    left = {seat for _square, seat in play.field.held()}
    for seat in tuple(play.living()):
        if seat not in left:
            play.sides[seat] = msgspec.structs.replace(play.sides[seat], out=play.turn)
            play.log.append(Fallen(seat=seat))


def hold(play: Play) -> None:
    """SZ-10: who stands on a relic or outpost holds it; turns with most relics are counted."""
    for square, seat in tuple(play.field.held()):
        play.occupy(seat, square)
    relics = [play.holders[t.square] for t in play.before.things if t.kind == "relic"]
    for seat, side in play.sides.items():
        reigns = 2 * relics.count(seat) > len(relics)
        play.sides[seat] = msgspec.structs.replace(side, reign=side.reign + 1 if reigns else 0)


def count(state: State) -> tuple[Standing, ...]:
    """What every seat has, by seat."""
    return tuple(
        Standing(
            factories=sum(factory.site.seat == player.seat for factory in state.factories),
            units=sum(unit.seat == player.seat for unit in state.units),
            cost=sum(unit.design.cost for unit in state.units if unit.seat == player.seat),
        )
        for player in state.players
    )


def judge(state: State) -> Ending | None:
    """How the game has ended with this state, or None."""
    sides = zip(state.players, state.sides, strict=True)
    left = tuple(player.seat for player, side in sides if side.out is None)
    if not left:
        return Ending((), "nobody")
    if len(left) == 1:
        return Ending(left, "last")
    if state.options.victory == "relics":
        reigning = [seat for seat in left if state.sides[seat - 1].reign >= FIGURES.relic_turns]
        if reigning:
            return Ending(tuple(reigning), "relics")
    return _on_points(state, left) if state.turn >= state.options.max_turns else None


def _on_points(state: State, left: Sequence[Seat]) -> Ending:
    """GU-13: most deployed factories, then what the units cost; on Syzygy outposts (SZ-10)."""
    standings = dict(zip((p.seat for p in state.players), count(state), strict=True))
    outposts = {seat: _outposts(state, seat) for seat in left}
    measures: Mapping[_Measure, Callable[[Seat], int]] = {
        "factories": lambda seat: standings[seat].factories,
        "cost": lambda seat: standings[seat].cost,
        "outposts": lambda seat: outposts[seat],
    }
    best = list(left)
    for name, measure in measures.items():
        most = max(map(measure, best))
        best = [seat for seat in best if measure(seat) == most]
        if len(best) == 1:
            return Ending(tuple(best), "turns", name)
    return Ending(tuple(best), "turns", "shared")


def _outposts(state: State, seat: Seat) -> int:
    return sum(thing.kind == "outpost" and thing.holder == seat for thing in state.things)
