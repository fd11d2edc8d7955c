"""Sectors that could be attacked: how far they are, what guards them and what hinders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pbem.engine.blocks import left, right
from pbem.engine.i18n import _
from pbem.engine.report import Block, Paragraph, Section, Table
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.holdings import Sector
from pbem.rulesets.asylamba_mini.orders import AttackKind
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm
from pbem.rulesets.asylamba_mini.reckoning.routes import Route
from pbem.rulesets.asylamba_mini.telling.phrases import holder
from pbem.rulesets.asylamba_mini.telling.sectors import points_of
from pbem.rulesets.asylamba_mini.view import Course, View

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
        left(_("From")),
        left(_("To launch")),
    )
    shown = targets(view, realm)[:_MOST]
    if shown:
        table = Table(columns, tuple(_row(view, realm, target) for target in shown))
        yield Section(_("Targets"), (Paragraph(_how_to_read(realm)), table, *_known(view, shown)))


def _how_to_read(realm: Realm) -> str:
    told = _("The nearest first, each with your sector from which it is so many turns away.")
    owned, level = len(realm.sectors), realm.technologies.administration
    needed = owned + len(realm.attacked())
    if level >= needed:
        return told
    if level >= FIGURES.technologies["administration"].maximum:
        hint = _("Extended administration {level} is the most: you can own no more sectors.")
    else:
        hint = _("One sector more needs extended administration {needed}; yours is {level}.")
    return f"{told} {hint.format(needed=needed, level=level)}"


def _row(view: View, realm: Realm, target: Target) -> tuple[str, ...]:
    return (
        str(target.sector),
        _("{zone} ({points})").format(
            zone=naming.zone(galaxy.zone(target.sector)),
            points=points_of(view, target.sector, realm.faction),
        ),
        holder(view, view.sector(target.sector).owner),
        str(target.garrison),
        _("{source} ({turns})").format(source=target.source, turns=target.route.turns),
        to_launch(realm, target),
    )


def _known(view: View, shown: Sequence[Target]) -> Iterator[Block]:
    """Bonuses that the view knows, and rivals who are after the same."""
    bonuses = [(target.sector, view.sector(target.sector).bonus) for target in shown]
    known = [f"{sector} {naming.bonus(bonus)}" for sector, bonus in bonuses if bonus is not None]
    if known:
        yield Paragraph(_("Bonuses known to you: {known}.").format(known=", ".join(known)))
    rivals = [_rival(view, target) for target in shown]
    coming = [rival for rival in rivals if rival]
    if coming:
        yield Paragraph(_("Others on their way: {rivals}.").format(rivals="; ".join(coming)))


def _rival(view: View, target: Target) -> str:
    """Who else attacks a target first: "Cardan at 9 in turn 8"; empty for nobody."""
    first = first_rival(view, target.sector)
    if first is None:
        return ""
    return _("{faction} at {sector} in turn {turn}").format(
        faction=view.faction(first.owner).name, sector=target.sector, turn=first.arrives
    )


def first_rival(view: View, sector: Sector) -> Course | None:
    """The first attack of another faction on its way to a sector."""
    courses = [
        m.course
        for m in view.missions
        if m.course.target == sector and m.course.is_attack and m.course.owner != view.seat
    ]
    return min(courses, key=lambda course: (course.arrives, course.number), default=None)


def to_launch(realm: Realm, target: Target) -> str:
    """What launching an attack costs now, or what is missing for it (AM-16, AM-17)."""
    if realm.missions >= realm.most_missions:
        return _("no mission left")
    if target.kind == "conquer" and not realm.technologies.conquest:
        return _("needs conquest")
    price = realm.mission_price(target.kind, target.sector)
    if not price:
        return _("free: under way")
    if realm.technologies.administration < realm.administration_needed(target.sector):
        if realm.technologies.administration >= FIGURES.technologies["administration"].maximum:
            return _("no more sectors")
        return _("needs administration")
    if has_token(realm, target.kind):
        return _("{price} or a token").format(price=naming.amounts(price))
    lack = realm.lacks(price)
    if lack is not None:
        return _("{price}, {amount} short").format(
            price=naming.amounts(price), amount=price.of(lack) - realm.balance.of(lack)
        )
    return naming.amounts(price)


def can_launch(realm: Realm, target: Target) -> bool:
    """Whether an attack could be launched and paid now (AM-16, AM-17)."""
    if target.kind == "conquer" and not realm.technologies.conquest:
        return False
    if realm.missions >= realm.most_missions:
        return False
    if realm.technologies.administration < realm.administration_needed(target.sector):
        return False
    price = realm.mission_price(target.kind, target.sector)
    return has_token(realm, target.kind) or realm.lacks(price) is None


def has_token(realm: Realm, kind: AttackKind) -> bool:
    """Whether a token could pay for such an attack (AM-13)."""
    tokens = realm.means.tokens
    own = tokens.colonisation if kind == "colonise" else tokens.conquest
    return bool(own or tokens.either)
