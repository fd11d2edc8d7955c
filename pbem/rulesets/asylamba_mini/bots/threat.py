"""Who could strike an own sector, and how many fleets hold it."""

from __future__ import annotations

from collections import defaultdict

from pbem.rulesets.asylamba_mini.bots.odds import fleets_to_beat
from pbem.rulesets.asylamba_mini.bots.outlook import Outlook, attack_of, income, own_defence
from pbem.rulesets.asylamba_mini.figures import FACTIONS, FIGURES
from pbem.rulesets.asylamba_mini.holdings import Sector
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.reckoning.routes import routes
from pbem.rulesets.asylamba_mini.view import SeenFaction

_FIRST_CONQUEST = 3
"""With so many sectors the fights won have paid for conquest technology and a first conquest."""


def guards(outlook: Outlook, realm: Realm) -> dict[Sector, int]:
    """How many fleets each own sector should keep."""
    coming = _under_way(outlook)
    kept = {
        number: _to_hold(outlook, realm, number, coming[number]) if number in coming else 0
        for number in realm.sectors
    }
    lurking = _lurking(outlook, realm, realm.capital)
    if lurking:
        wanted = round(outlook.temper.wariness * lurking)
        kept[realm.capital] = max(kept[realm.capital], wanted)
    if outlook.temper.hold:
        for number in realm.sectors:
            if number != realm.capital:
                wanted = min(6, round(outlook.temper.hold * _lurking(outlook, realm, number)))
                kept[number] = max(kept[number], wanted)
    return kept


def _to_hold(outlook: Outlook, realm: Realm, number: Sector, attackers: float) -> int:
    ratio = own_defence(realm, realm.sectors[number].fleets) / _strongest(outlook)
    return fleets_to_beat(attackers, ratio, outlook.temper.caution)


def _strongest(outlook: Outlook) -> float:
    return max((attack_of(outlook.view, rival) for rival in outlook.rivals), default=100.0)


def _under_way(outlook: Outlook) -> dict[Sector, float]:
    """The largest attack on each own sector that has been launched."""
    groups: dict[tuple[Sector, int, int], int] = defaultdict(int)
    for mission in outlook.view.missions:
        course = mission.course
        if course.kind == "conquer" and outlook.view.sector(course.target).owner == outlook.seat:
            groups[course.target, course.owner, course.arrives] += course.count
    largest: dict[Sector, float] = {}
    for (target, _owner, _arrives), count in groups.items():
        largest[target] = max(count, largest.get(target, 0))
    return largest


def _lurking(outlook: Outlook, realm: Realm, number: Sector) -> float:
    """The largest force that could reach the capital before it is answered, in own fleets.

    What the capital can still build once such an attack is under way counts as answered.
    """
    built_a_turn = income(realm).R / FIGURES.fleets.cost if number == realm.capital else 0.0
    return max(
        (_force(outlook, rival, number, built_a_turn) for rival in outlook.rivals),
        default=0.0,
    )


def _force(outlook: Outlook, rival: SeenFaction, target: Sector, built: float) -> float:
    if not _may_conquer(outlook, rival):
        return 0.0
    swift = FACTIONS[rival.name].swift
    by_turns: dict[int, float] = defaultdict(float)
    for seen in outlook.view.owned_by(rival.seat):
        if seen.garrison < 2:
            continue
        way = routes(outlook.view.owners, rival.seat, seen.number, swift=swift).get(target)
        if way is not None and way.turns <= 3:
            by_turns[way.turns] += seen.garrison
    return max((force - built * (turns - 1) for turns, force in by_turns.items()), default=0.0)


def _may_conquer(outlook: Outlook, rival: SeenFaction) -> bool:
    if FACTIONS[rival.name].start.technologies.conquest:
        return True
    return outlook.view.standing(rival.seat).sectors >= _FIRST_CONQUEST
