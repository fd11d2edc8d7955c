"""Step 5: eliminations, all at once, and victory (AM-24 to AM-26)."""

from __future__ import annotations

from typing import Literal

import msgspec

from pbem.engine.api import Seat
from pbem.rulesets.asylamba_mini.events import Eliminated
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import Fleets
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.reckoning.points import sector_points
from pbem.rulesets.asylamba_mini.turn.play import Play
from pbem.rulesets.asylamba_mini.view import Ending, Standing

Standings = tuple[Standing, ...]
"""By seat."""


def count(play: Play) -> Standings:
    """What everyone owns now (AM-25)."""
    return tuple(_standing(play, seat) for seat in sorted(play.factions))


def _standing(play: Play, seat: Seat) -> Standing:
    faction, owned, capitals = play.factions[seat], play.owned(seat), play.capitals()
    stationed = sum((sector.inside.fleets for sector in owned), Fleets())
    under_way = sum(m.course.count for m in play.missions if m.course.owner == seat)
    points = sum(
        sector_points(s.number, s.bonus, s.megastructures, faction.name, capitals) for s in owned
    )
    return Standing(points=points, sectors=len(owned), fleets=stationed.total + under_way)


def eliminate(play: Play) -> None:
    """AM-24: whose capital fell is out; its missions disband, its sectors turn rebel."""
    for seat, by in sorted(play.fallen.items()):
        play.factions[seat] = msgspec.structs.replace(play.factions[seat], alive=False)
        for sector in play.owned(seat):
            inside = msgspec.structs.replace(sector.inside, autobuild=None)
            play.sectors[sector.number] = msgspec.structs.replace(sector, owner=None, inside=inside)
        play.events.append(Eliminated(seat=seat, by=by))
    play.missions = [m for m in play.missions if m.course.owner not in play.fallen]


def judge(
    options: Options, turn: int, living: tuple[Seat, ...], before: Standings, after: Standings
) -> Ending | None:
    """Who has won, if anyone has; `before` are the holdings before eliminations."""
    if not living:
        # Those who fell earlier held nothing any more, so that all seats may be compared.
        return _best(tuple(range(1, len(before) + 1)), before, "fallen")
    if len(living) == 1:
        return Ending(winners=living, cause="last", decided_by="points")
    reached = tuple(s for s in living if after[s - 1].points >= FIGURES.points_to_win)
    if reached:
        return _best(reached, after, "points")
    if options.max_turns is not None and turn >= options.max_turns:
        return _best(living, after, "turns")
    return None


def _best(
    seats: tuple[Seat, ...], standings: Standings, cause: Literal["points", "fallen", "turns"]
) -> Ending:
    """AM-25: most points, then most sectors, then most fleets, then shared."""
    decided_by: Literal["points", "sectors", "fleets", "shared"] = "points"
    best = seats
    for measure in ("points", "sectors", "fleets"):
        decided_by = measure
        most = max(getattr(standings[seat - 1], measure) for seat in best)
        best = tuple(seat for seat in best if getattr(standings[seat - 1], measure) == most)
        if len(best) == 1:
            return Ending(winners=best, cause=cause, decided_by=decided_by)
    return Ending(winners=best, cause=cause, decided_by="shared")
