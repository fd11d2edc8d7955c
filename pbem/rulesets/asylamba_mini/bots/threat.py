"""Who could strike an own sector, and how many fleets hold it."""

from __future__ import annotations

from collections import defaultdict

from pbem.engine.api import Seat
from pbem.rulesets.asylamba_mini.bots.might import defence_ratio
from pbem.rulesets.asylamba_mini.bots.odds import fleets_to_beat
from pbem.rulesets.asylamba_mini.bots.outlook import Outlook, income
from pbem.rulesets.asylamba_mini.figures import FACTIONS, FIGURES, Sector
from pbem.rulesets.asylamba_mini.galaxy import routes
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
from pbem.rulesets.asylamba_mini.view import SeenFaction

_FIRST_CONQUEST = 3
"""Who has taken two sectors has won about the X of conquest technology and a first conquest."""
_IN_REACH = 3
"""Turns; from farther off an attack is seen early enough."""


def guards(outlook: Outlook, realm: Realm) -> dict[Sector, int]:
    """How many fleets each own sector should keep."""
    coming = _under_way(outlook)
    kept = dict.fromkeys(realm.sectors, 0)
    for number in kept.keys() & coming.keys():
        fleets = realm.sectors[number].fleets
        ratio = defence_ratio(realm, outlook.view, outlook.rivals, fleets)
        kept[number] = fleets_to_beat(coming[number], ratio, outlook.temper.caution)
    if outlook.temper.wariness:
        wanted = round(outlook.temper.wariness * _lurking(outlook, realm))
        kept[realm.capital] = max(kept[realm.capital], wanted)
    return kept


def _under_way(outlook: Outlook) -> dict[Sector, int]:
    """The largest attack on each own sector that has been launched."""
    groups: dict[tuple[Sector, Seat, int], int] = defaultdict(int)
    for mission in outlook.view.missions:
        course = mission.course
        if course.kind == "conquer" and course.owner != outlook.seat:
            groups[course.target, course.owner, course.arrives] += course.count
    largest: dict[Sector, int] = {}
    for (target, _owner, _arrives), count in groups.items():
        largest[target] = max(count, largest.get(target, 0))
    return largest


def _lurking(outlook: Outlook, realm: Realm) -> float:
    """The largest force that could reach the capital before it is answered.

    What the capital can build once such an attack is seen under way counts as answered.
    """
    built = income(realm).R / FIGURES.fleets.cost
    forces = (_force(outlook, rival, realm.capital, built) for rival in outlook.rivals)
    return max(forces, default=0.0)


def _force(outlook: Outlook, rival: SeenFaction, target: Sector, built: float) -> float:
    if not _may_conquer(outlook, rival):
        return 0.0
    swift = FACTIONS[rival.name].swift
    by_turns: dict[int, int] = defaultdict(int)
    for seen in outlook.view.owned_by(rival.seat):
        if seen.garrison > 1:
            ways = routes(outlook.view.owners, rival.seat, seen.number, swift=swift)
            way = ways.get(target)
            if way is not None and way.turns <= _IN_REACH:
                by_turns[way.turns] += seen.garrison
    return max((force - built * (turns - 1) for turns, force in by_turns.items()), default=0.0)


def _may_conquer(outlook: Outlook, rival: SeenFaction) -> bool:
    if FACTIONS[rival.name].start.technologies.conquest:
        return True
    return outlook.view.standing(rival.seat).sectors >= _FIRST_CONQUEST
