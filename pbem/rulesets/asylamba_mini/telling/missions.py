"""Missions under way: the own ones whole, those of others as everyone sees them (AM-27)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.blocks import and_more, bullets, left, right, section
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import capitalised
from pbem.engine.report import Block, Paragraph, Section, Table
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
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
    if not missions:
        return
    columns = (
        left(_("Your mission")),
        left(_("Fleets")),
        left(_("Way")),
        right(_("In turn")),
        left(_("Finds there now")),
    )
    rows = tuple(
        (
            _purpose(m.course),
            _force(m),
            naming.path(m.course.path),
            str(m.course.arrives),
            garrison(view, m.course.target),
        )
        for m in _soonest(missions)
    )
    yield Table(columns, rows)
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
    room = realm.most_missions - realm.missions
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
    """ "conquest of 9", "return to 18"."""
    sentence = _("{kind} to {target}") if course.kind == "return" else _("{kind} of {target}")
    return sentence.format(kind=naming.mission(course.kind), target=course.target)
