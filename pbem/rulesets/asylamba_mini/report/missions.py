"""Missions under way, the own ones whole, those of others as everyone sees them (AM-27); and the
sectors that could be attacked: how far they are, what guards them and what hinders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.blocks import and_more, bullets, left, right, section, table
from pbem.engine.i18n import N_, _, ngettext
from pbem.engine.phrases import capitalised
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.figures import FIGURES, Sector
from pbem.rulesets.asylamba_mini.mechanics import errors
from pbem.rulesets.asylamba_mini.mechanics.execution import hindrance
from pbem.rulesets.asylamba_mini.mechanics.forecast import (
    Target,
    has_token,
    points_of,
    targets,
)
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
from pbem.rulesets.asylamba_mini.naming import holder
from pbem.rulesets.asylamba_mini.view import Course, SeenMission, View

_MOST = 15
"""So many missions of others are told."""


def missions_section(view: View, realm: Realm | None) -> Iterator[Section]:
    """All that is under way; no section where nothing is."""
    own = [m for m in view.missions if view.seat is not None and m.course.owner == view.seat]
    others = [m for m in view.missions if m not in own]
    yield from section(
        _("Missions under way"), (*_own(view, own), *_limit(realm), *_others(view, others))
    )


def _soonest(missions: Sequence[SeenMission]) -> list[SeenMission]:
    return sorted(missions, key=lambda m: (m.course.arrives, m.course.number))


def _own(view: View, missions: Sequence[SeenMission]) -> Iterator[Block]:
    if missions:
        yield table(
            _soonest(missions),
            (left(_("Your mission")), lambda m: _purpose(m.course)),
            (left(_("Fleets")), _force),
            (left(_("Way")), lambda m: naming.path(m.course.path)),
            (right(_("In turn")), lambda m: m.course.arrives),
            (left(_("Finds there now")), lambda m: garrison(view, m.course.target)),
        )
    for m in _soonest(missions):
        yield from _misfits(view, m.course)


def _force(mission: SeenMission) -> str:
    """By type where the view knows them, as with open books; else their number (AM-27)."""
    if mission.fleets is None:
        return naming.count_fleets(mission.course.count)
    return naming.fleets(mission.fleets)


def _limit(realm: Realm | None) -> Iterator[Block]:
    """AM-16, told from the first mission on."""
    if realm is None or not realm.missions:
        return
    room = realm.most_missions - len(realm.missions)
    if room > 0:
        sentence = ngettext(
            "You can launch {room} mission more.", "You can launch {room} missions more.", room
        )
        yield Paragraph(sentence.format(room=room))
    else:
        sentence = _("You can launch no more: {most} missions are the most for your sectors.")
        yield Paragraph(sentence.format(most=realm.most_missions), "warning")


def garrison(view: View, number: int) -> str:
    """Who holds a sector, and with how many: "rebels, 7 fleets"."""
    sector = view.sector(number)
    fleets = naming.count_fleets(sector.garrison)
    if sector.owner is None:
        return _("rebels, {fleets}").format(fleets=fleets)
    owner = _("you") if sector.owner == view.seat else view.faction(sector.owner).name
    return _("{faction}, {fleets}").format(faction=owner, fleets=fleets)


def _misfits(view: View, course: Course) -> Iterator[Block]:
    """AM-19, seen coming: what a mission will do whose purpose does not fit any more."""
    owner = view.sector(course.target).owner
    place = naming.sector(course.target)
    if course.kind == "colonise" and owner not in (None, view.seat):
        sentence = _(
            "{faction} owns {place} by now: unless that changes, your colonisation will turn back."
        )
        name = view.faction(owner).name if owner is not None else ""
        yield Paragraph(sentence.format(faction=name, place=place), "warning")
    if course.kind in ("reinforce", "return") and owner != view.seat:
        sentence = _("{place} is not yours any more: unless that changes, your fleets turn away.")
        yield Paragraph(capitalised(sentence.format(place=place)), "warning")


def _others(view: View, missions: Sequence[SeenMission]) -> Iterator[Block]:
    shown = _soonest(missions)[:_MOST]
    yield from bullets(
        _("{faction}: {purpose} with {fleets}, {way}, arrives in turn {turn}.").format(
            faction=view.faction(m.course.owner).name,
            purpose=_purpose(m.course),
            fleets=_force(m),
            way=naming.path(m.course.path),
            turn=m.course.arrives,
        )
        for m in shown
    )
    yield from and_more(len(shown), len(missions))


def _purpose(course: Course) -> str:
    """ "conquest of 9", "journey back to 18": a line with "return to 18" would read as an order."""
    back = course.kind == "return"
    sentence = _("journey back to {target}") if back else _("{kind} of {target}")
    return sentence.format(kind=naming.mission(course.kind), target=course.target)


_MOST_TARGETS = 10
"""So many targets are told, the nearest ones."""
_MOST_BARRED = 4
"""Of those that all want the same first, such as administration."""


def targets_section(view: View, realm: Realm) -> Iterator[Section]:
    """The nearest targets, with what launching costs or why it is not allowed yet."""
    shown = targets(view, realm)[:_MOST_TARGETS]
    if all(hindrance(realm, target.kind, target.sector) for target in shown):
        shown = shown[:_MOST_BARRED]
    if shown:
        rows = table(
            shown,
            (right(_("Sector")), lambda target: target.sector),
            (left(_("Zone (points)")), lambda target: _zone(view, realm, target.sector)),
            (left(_("Held by")), lambda target: holder(view, view.sector(target.sector).owner)),
            (right(_("Fleets")), lambda target: target.garrison),
            (left(_("From")), _way),
            (left(_("Price")), lambda target: to_launch(realm, target)),
        )
        told = _(
            "The nearest first, each with your sector from which it is so many turns away. Rebels "
            "gain a light fleet a turn per refinery level, up to {most}."
        ).format(most=FIGURES.fleets.rebel_limit)
        blocks = (Paragraph(told, "hint"), *_room(realm), rows, *_known(view, shown))
        yield Section(_("Targets"), blocks, reference=True)


def _zone(view: View, realm: Realm, number: Sector) -> str:
    zone, points = naming.zone(galaxy.zone(number)), points_of(view, number, realm.faction)
    return _("{zone} ({points})").format(zone=zone, points=points)


def _way(target: Target) -> str:
    return _("{source} ({turns})").format(source=target.source, turns=target.route.turns)


def _room(realm: Realm) -> Iterator[Block]:
    """Whether another sector needs administration first (AM-12)."""
    owned, level = len(realm.sectors), realm.technologies.administration
    needed = owned + len(realm.attacked())
    if level >= needed:
        return
    if level >= FIGURES.technologies["administration"].maximum:
        told = _("Extended administration {level} is the most: you can own no more sectors.")
    else:
        told = _("One sector more needs extended administration {needed}; yours is {level}.")
    yield Paragraph(told.format(needed=needed, level=level))


def _known(view: View, shown: Sequence[Target]) -> Iterator[Block]:
    """Bonuses that the view knows."""
    bonuses = [(target.sector, view.sector(target.sector).bonus) for target in shown]
    known = [f"{sector} {naming.bonus(bonus)}" for sector, bonus in bonuses if bonus is not None]
    if known:
        yield Paragraph(_("Bonuses known to you: {known}.").format(known=", ".join(known)))


_HINDRANCES = {
    errors.CONQUEST_UNKNOWN: N_("{price}, needs conquest"),
    # What it needs stands above the table once, for all of them.
    errors.ADMINISTRATION: "{price}",
    errors.ADMINISTRATION_FULL: N_("no more sectors"),
}


def to_launch(realm: Realm, target: Target) -> str:
    """What launching an attack costs now, and what is missing for it (AM-16, AM-17)."""
    if len(realm.missions) >= realm.most_missions:
        return _("no mission left")
    price = realm.mission_price(target.kind, target.sector)
    hindered = hindrance(realm, target.kind, target.sector)
    if hindered is not None:
        told = _HINDRANCES[hindered.refusal.message]
        return (told if told == "{price}" else _(told)).format(price=naming.amounts(price))
    if not price:
        return _("paid: more at no cost")
    if has_token(realm, target.kind):
        return _("{price} or a token").format(price=naming.amounts(price))
    lack = realm.lacks(price)
    if lack is not None:
        return _("{price}, {amount} short").format(
            price=naming.amounts(price), amount=price.of(lack) - realm.balance.of(lack)
        )
    return naming.amounts(price)
