"""What players are told of a turn, a module each part of a report. Here is what several share: what
bonuses, technologies and factions are good for."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from pbem.engine.blocks import NONE
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import quoted
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import BonusFound
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    FACTIONS,
    FIGURES,
    Facilities,
    FactionFigures,
    Grant,
    SourceSection,
    Technology,
    heaviest_unlocked,
)
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.orders import Build


def bonus_lasting(name: str) -> str:
    """What a sector bonus gives as long as the sector is held; empty where nothing."""
    bonus = BONUSES[name]
    if bonus.points:
        return _("+{points}").format(points=naming.count_points(bonus.points))
    return naming.granted(Grant(facilities=bonus.facilities))


def bonus_once(name: str) -> str:
    """What a sector bonus gives at its first capture (AM-3); empty where nothing."""
    return naming.granted(BONUSES[name].grant)


def bonus_given(found: BonusFound) -> str:
    """AM-3: what the bonus lastingly gives, and what was given just now."""
    once = bonus_once(found.bonus)
    gained = [bonus_lasting(found.bonus), once if found.granted else ""]
    effect = ", ".join(part for part in gained if part)
    if once and not found.granted:
        effect = _("granted to an earlier owner")
    bonus = naming.bonus(found.bonus)
    return f"{bonus} ({effect})" if effect else bonus


def technology_gives(key: Technology, level: int) -> str:
    """What a technology at that level gives its faction (3.4)."""
    percent = level * FIGURES.fleets.strength_per_level
    match key:
        case "administration":
            if not level:
                return _("capital only")
            return _("{sectors} more").format(sectors=naming.count_sectors(level))
        case "engineering":
            if not level:
                return _("no wonders")
            return _("level {level} wonders").format(level=level)
        case "conquest":
            return _("conquests") if level else _("no conquests")
        case "defence" | "attack":
            return _("+{percent} %").format(percent=percent) if level else NONE
        case "frame":
            return _("up to {ship}").format(ship=naming.ship(heaviest_unlocked(level)))


def speciality(faction: str, reading: SourceSection) -> str:
    """What a faction is good at, in a sentence (3.5; AM-22 by `reading`)."""
    return " ".join(_specialities(FACTIONS[faction], reading))


def _specialities(own: FactionFigures, reading: SourceSection) -> Iterator[str]:
    yield from _at_peace(own)
    yield from _at_war(own, reading)


def _at_peace(own: FactionFigures) -> Iterator[str]:
    if own.points_per_capital:
        yield ngettext(
            "Every sector of yours in which a faction began gives {points} more victory point: "
            "your capital, and each one that you capture.",
            "Every sector of yours in which a faction began gives {points} more victory points: "
            "your capital, and each one that you capture.",
            own.points_per_capital,
        ).format(points=own.points_per_capital)
    if own.exchange_rate is not None:
        yield _("You exchange resources at {rate} for 1, where others give {common}.").format(
            rate=own.exchange_rate, common=FIGURES.exchange.rate
        )
    if own.technology_discount:
        yield _("Technologies cost you {percent} % less.").format(percent=own.technology_discount)
    if own.swift:
        yield _("Your fleets make two sectors a turn everywhere, not among your own alone.")
    if own.start.technologies:
        levels = naming.technologies(own.start.technologies)
        facilities = naming.facilities(own.start.facilities)
        yield _("You begin with {facilities} in your capital and with {levels}.").format(
            facilities=facilities, levels=levels
        )
    if own.megastructure_discount:
        yield _("Megastructures cost you {percent} % less.").format(
            percent=own.megastructure_discount
        )
    if own.builds_with_credits:
        order = written(Build(ship="light", count=3, with_credits=True))
        told = _("You can pay fleets with C as well as with R: {order}.")
        yield told.format(order=quoted(order))


def _at_war(own: FactionFigures, reading: SourceSection) -> Iterator[str]:
    if own.colonisation_discount:
        yield _("Colonisations cost you {discount} % less.").format(
            discount=own.colonisation_discount
        )
    if own.colonisation_strength:
        yield _("Your fleets fight {percent} % stronger when colonising.").format(
            percent=own.colonisation_strength
        )
    if own.defence_strength:
        yield _("Your fleets defend {percent} % stronger.").format(percent=own.defence_strength)
    if own.experience_per_fleet is not None:
        yield _("A won fight brings you {experience} X for each fleet destroyed.").format(
            experience=own.experience_per_fleet
        )
    if reading in own.captures_every:
        yield _("You capture one of {count} fleets that the loser lost.").format(
            count=own.captures_every[reading]
        )
    if reading in own.when_defended:
        yield _("Every attack that you beat off brings you {gain}.").format(
            gain=_at_home(own.when_defended[reading])
        )
    if reading in own.when_conquered:
        yield _("Every fight won for a sector of another faction brings you {gain}.").format(
            gain=_at_home(own.when_conquered[reading])
        )


def powers(faction: str, reading: SourceSection) -> str:
    """What a rival is good at, in few words: "technologies 25 % cheaper"."""
    own = FACTIONS[faction]
    told: list[tuple[object, str]] = [
        (own.points_per_capital, _("+{points} for each sector in which a faction began")),
        (own.exchange_rate, _("exchanges at {rate} for 1")),
        (own.technology_discount, _("technologies {technologies} % cheaper")),
        (own.swift, _("two sectors a turn everywhere")),
        (own.start.technologies, _("begins with {start}")),
        (own.megastructure_discount, _("megastructures {megastructures} % cheaper")),
        (own.builds_with_credits, _("fleets for C as well as for R")),
        (own.colonisation_discount, _("colonisations {colonisations} % cheaper")),
        (own.colonisation_strength, _("{colonising} % stronger when colonising")),
        (own.defence_strength, _("{defence} % stronger in defence")),
        (own.experience_per_fleet, _("{experience} X for each fleet destroyed in a fight won")),
        (reading in own.captures_every, _("captures one of {captures} fleets that the loser lost")),
        (reading in own.when_defended, _("for each attack beaten off: {defended}")),
        (
            reading in own.when_conquered,
            _("for each sector won from a faction: {conquered}"),
        ),
    ]
    beaten, won = own.when_defended.get(reading), own.when_conquered.get(reading)
    figures = {
        "points": naming.count_points(own.points_per_capital),
        "rate": own.exchange_rate,
        "technologies": own.technology_discount,
        "start": ", ".join((*_levels(own),)),
        "megastructures": own.megastructure_discount,
        "colonisations": own.colonisation_discount,
        "colonising": own.colonisation_strength,
        "defence": own.defence_strength,
        "experience": own.experience_per_fleet,
        "captures": own.captures_every.get(reading),
        "defended": "" if beaten is None else naming.granted(beaten),
        "conquered": "" if won is None else naming.granted(won),
    }
    return side_by_side(text.format(**figures) for has, text in told if has)


def _levels(own: FactionFigures) -> Iterator[str]:
    if own.start.technologies:
        yield naming.facilities(own.start.facilities)
        yield naming.technologies(own.start.technologies)


def _at_home(grant: Grant) -> str:
    """What is given, saying that facilities are raised in the capital."""
    if not grant.facilities:
        return naming.granted(grant)
    levels = naming.granted(Grant(facilities=grant.facilities))
    rest = naming.granted(replace(grant, facilities=Facilities()))
    parts = [_("{levels} in your capital").format(levels=levels), *([rest] if rest else [])]
    return in_a_row(parts)
