"""Sectors that could be attacked: how far they are, what guards them and what hinders."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pbem.engine.i18n import _
from pbem.engine.report import Paragraph, Section, Table
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.holdings import Sector
from pbem.rulesets.asylamba_mini.orders import AttackKind
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.reckoning.routes import Route
from pbem.rulesets.asylamba_mini.telling.sectors import zone_and_points
from pbem.rulesets.asylamba_mini.telling.tables import left, right
from pbem.rulesets.asylamba_mini.view import View

_MOST = 12
"""So many targets are told, the nearest ones."""


class Target(msgspec.Struct, frozen=True):
    """A sector that fleets can reach, and the best way there from an own sector."""

    sector: Sector
    kind: AttackKind
    garrison: int
    route: Route

    @property
    def source(self) -> Sector:
        return self.route.path[0]


def targets(view: View, realm: Realm) -> tuple[Target, ...]:
    """All that can be reached, the nearest first, then the least guarded.

    The way is counted from where fleets stand, or from any own sector where none do.
    """
    armed = [number for number, inside in realm.sectors.items() if inside.fleets]
    best: dict[Sector, Route] = {}
    for source in armed or realm.sectors:
        for sector, route in realm.routes_from(source).items():
            known = best.get(sector)
            if sector not in realm.sectors and (known is None or route.halves < known.halves):
                best[sector] = route
    found = [
        Target(
            sector=sector,
            kind="colonise" if view.sector(sector).owner is None else "conquer",
            garrison=view.sector(sector).garrison,
            route=route,
        )
        for sector, route in best.items()
    ]
    return tuple(sorted(found, key=lambda t: (t.route.turns, t.garrison, t.sector)))


def targets_section(view: View, realm: Realm) -> Iterator[Section]:
    """The nearest targets, with what launching costs or why it is not allowed yet."""
    columns = (
        right(_("Sector")),
        left(_("Zone (points)")),
        left(_("Held by")),
        right(_("Fleets")),
        right(_("From (turns)")),
        left(_("To launch")),
    )
    rows = tuple(_row(view, realm, target) for target in targets(view, realm)[:_MOST])
    if rows:
        told = Paragraph(_("Within reach, the nearest first; the garrisons are those seen now."))
        yield Section(_("Targets"), (told, Table(columns, rows)))


def _row(view: View, realm: Realm, target: Target) -> tuple[str, ...]:
    return (
        str(target.sector),
        _place(view, realm, target.sector),
        _held_by(view, target),
        str(target.garrison),
        _("{source} ({turns})").format(source=target.source, turns=target.route.turns),
        to_launch(realm, target),
    )


def _place(view: View, realm: Realm, sector: Sector) -> str:
    """Zone and points, and the bonus of a sector that was the seat's own before."""
    place, bonus = zone_and_points(view, sector, realm.faction), view.sector(sector).bonus
    if bonus is None:
        return place
    return _("{place}, {bonus}").format(place=place, bonus=naming.bonus(bonus))


def _held_by(view: View, target: Target) -> str:
    """The owner, and who else is after it: "rebels (Cardan arrives in turn 8)"."""
    owner = view.sector(target.sector).owner
    held = _("rebels") if owner is None else view.faction(owner).name
    rivals = [
        m.course
        for m in view.missions
        if m.course.target == target.sector and m.course.is_attack and m.course.owner != view.seat
    ]
    if not rivals:
        return held
    first = min(rivals, key=lambda course: (course.arrives, course.number))
    return _("{owner} ({rival} arrives in turn {turn})").format(
        owner=held, rival=view.faction(first.owner).name, turn=first.arrives
    )


def to_launch(realm: Realm, target: Target) -> str:
    """What launching an attack costs now, or what is missing for it (AM-17)."""
    if target.kind == "conquer" and not realm.technologies.conquest:
        return _("needs conquest technology")
    price = realm.mission_price(target.kind, target.sector)
    if not price:
        return _("free: one is under way")
    needed = realm.administration_needed(target.sector)
    if realm.technologies.administration < needed:
        return _("needs administration {level}").format(level=needed)
    if _has_token(realm, target.kind):
        return _("{price} or a token").format(price=naming.amounts(price))
    lack = realm.lacks(price)
    if lack is not None:
        return _("{price}, {amount} short").format(
            price=naming.amounts(price), amount=price.of(lack) - realm.balance.of(lack)
        )
    return naming.amounts(price)


def _has_token(realm: Realm, kind: AttackKind) -> bool:
    tokens = realm.means.tokens
    own = tokens.colonisation if kind == "colonise" else tokens.conquest
    return bool(own or tokens.either)
