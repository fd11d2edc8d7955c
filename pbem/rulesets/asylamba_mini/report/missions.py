"""Missions under way, the own ones whole, those of others as everyone sees them (AM-27); and the
sectors that could be attacked: how far they are, what guards them and what hinders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.blocks import and_more, bullets, left, right, section, table
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import capitalised, in_a_row
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.figures import FIGURES, Cost, Sector
from pbem.rulesets.asylamba_mini.mechanics import Realm, errors, prices
from pbem.rulesets.asylamba_mini.mechanics.execution import hindrances
from pbem.rulesets.asylamba_mini.mechanics.forecast import (
    Target,
    points_of,
    targets,
)
from pbem.rulesets.asylamba_mini.naming import holder
from pbem.rulesets.asylamba_mini.view import Course, SeenMission, View

_MOST = 15
"""So many missions of others are told."""
_SHORT = 4
"""Of targets, and of missions of others, so many stay in a report that is too long."""
_FEW = 2
"""So many missions left are told."""


def missions_section(view: View, realm: Realm | None) -> Iterator[Section]:
    """All that is under way; no section where nothing is."""
    own = [m for m in view.missions if view.seat is not None and m.course.owner == view.seat]
    others = [m for m in view.missions if m not in own]
    yield from section(_("Your missions"), (*_own(view, own), *_limit(realm)))
    heading = _("Missions under way") if view.seat is None else _("Missions of others")
    told = _others(view, others)
    yield from section(heading, told, others=view.seat is not None, short=_SHORT)


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
    """AM-16, told where it is near."""
    if realm is None or not realm.missions:
        return
    room = realm.most_missions - len(realm.missions)
    if room > _FEW:
        return
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


_MOST_TARGETS, _FIRST_TARGETS = 10, 5
"""So many targets are told, the nearest ones; before the first turn fewer."""


def targets_section(view: View, realm: Realm) -> Iterator[Section]:
    """The nearest targets, and the capitals of all rivals wherever they lie, with what launching
    costs or why it is not allowed yet."""
    known = targets(view, realm)
    near = known[: _MOST_TARGETS if view.turn else _FIRST_TARGETS]
    shown = [one for one in known if one in near or _is_capital(view, one.sector)]
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
        blocks = (
            Paragraph(told, "hint"),
            *_rights(realm),
            rows,
            *_known(view, shown),
            *_out_of_reach(view, known),
        )
        yield Section(_("Targets"), blocks, reference=True, short=_SHORT, together=True)


def _out_of_reach(view: View, known: Sequence[Target]) -> Iterator[Block]:
    """AM-18: capitals to which no way leads as the owners stand."""
    reached = {one.sector for one in known}
    rivals = (one for one in view.factions if one.alive and one.seat != view.seat)
    far = [str(one.capital) for one in rivals if one.capital not in reached]
    if far:
        told = ngettext(
            "No way leads to capital {capitals} at present.",
            "No way leads to capitals {capitals} at present.",
            len(far),
        )
        yield Paragraph(told.format(capitals=in_a_row(far)))


def _is_capital(view: View, number: Sector) -> bool:
    return any(one.alive and one.capital == number for one in view.factions)


def _zone(view: View, realm: Realm, number: Sector) -> str:
    """Of a living faction's capital, that it is one: who takes it puts that out of the game."""
    zone, points = naming.zone(galaxy.zone(number)), points_of(view, number, realm.faction)
    if _is_capital(view, number):
        zone = _("capital")
    return _("{zone} ({points})").format(zone=zone, points=points)


def _way(target: Target) -> str:
    return _("{source} ({turns})").format(source=target.source, turns=target.route.turns)


def _rights(realm: Realm) -> Iterator[Block]:
    """What attacks need besides their price (AM-17)."""
    full = len(realm.sectors) > FIGURES.technologies["administration"].maximum
    needs = " ".join((*_room(realm), *(() if full else _conquest(realm))))
    if needs:
        yield Paragraph(needs)


def _room(realm: Realm) -> Iterator[str]:
    owned, level = len(realm.sectors), realm.technologies.administration
    needed = owned + len(realm.attacked())
    if level >= needed:
        return
    if level >= FIGURES.technologies["administration"].maximum:
        told = _("Extended administration {level} is the most: you can own no more sectors.")
        yield told.format(level=level)
        return
    missing = range(level + 1, needed + 1)
    each = (prices.research(realm.faction, "administration", one) for one in missing)
    yield _(
        "One sector more, colonised or conquered, needs extended administration {needed}; yours is "
        "{level}. To research it costs {price}, and then each mission its price below."
    ).format(needed=needed, level=level, price=naming.amounts(sum(each, Cost())))


def _conquest(realm: Realm) -> Iterator[str]:
    if not realm.technologies.conquest:
        yield _(
            "Sectors of factions need the conquest technology, {price}, and then the price of each "
            "mission."
        ).format(price=naming.amounts(prices.research(realm.faction, "conquest", 1)))


def _known(view: View, shown: Sequence[Target]) -> Iterator[Block]:
    """Bonuses that the view knows."""
    bonuses = [(target.sector, view.sector(target.sector).bonus) for target in shown]
    known = [f"{sector} {naming.bonus(bonus)}" for sector, bonus in bonuses if bonus is not None]
    if known:
        yield Paragraph(_("Bonuses known to you: {known}.").format(known=", ".join(known)))


def to_launch(realm: Realm, target: Target) -> str:
    """What launching an attack costs now, and what is missing for it (AM-16, AM-17)."""
    if len(realm.missions) >= realm.most_missions:
        return _("no mission left")
    causes = [one.refusal.message for one in hindrances(realm, target.kind, target.sector)]
    if errors.ADMINISTRATION_FULL in causes:
        return _("no more sectors")
    price = realm.mission_price(target.kind, target.sector)
    if errors.CONQUEST_UNKNOWN in causes:
        return _("{price}, needs conquest").format(price=naming.amounts(price))
    if errors.ADMINISTRATION in causes and target.kind == "conquer":
        return _("{price}, needs administration {level}").format(
            price=naming.amounts(price), level=realm.administration_needed(target.sector)
        )
    if causes:  # what rebels need stands above the table once, for all of them
        return naming.amounts(price)
    if not price:
        return _("paid: more at no cost")
    if realm.means.tokens.of(realm.token_for(target.kind)):
        return _("{price} or a token").format(price=naming.amounts(price))
    lack = realm.lacks(price)
    if lack is not None:
        return _("{price}, {amount} short").format(
            price=naming.amounts(price), amount=price.of(lack) - realm.balance.of(lack)
        )
    return naming.amounts(price)
