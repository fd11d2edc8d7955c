"""Names and amounts as players read them, in their language. Keys are the tables' own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pbem.engine.api import Seat
from pbem.engine.i18n import N_, _, ngettext
from pbem.engine.phrases import counting
from pbem.rulesets.asylamba_mini.figures import (
    FACILITIES,
    FACILITY_NAMES,
    FIGURES,
    MEGASTRUCTURES,
    SHIP_NAMES,
    SHIPS,
    TECHNOLOGIES,
    TECHNOLOGY_NAMES,
    TOKEN_NAMES,
    Cost,
    Facilities,
    Facility,
    Fleets,
    Grant,
    Resource,
    Sector,
    Ship,
    Technologies,
    Technology,
    Tokens,
    Zone,
)
from pbem.rulesets.asylamba_mini.view import MissionKind, View

_BONUSES: dict[str, str] = {
    "recycling centre": N_("recycling centre"),
    "trade route": N_("trade route"),
    "university": N_("university"),
    "état-major": N_("état-major"),
    "royal guard": N_("royal guard"),
    "treasure": N_("treasure"),
    "library": N_("library"),
    "commandant": N_("commandant"),
    "laboratory": N_("laboratory"),
    "spy": N_("spy"),
    "general": N_("general"),
    "governor": N_("governor"),
}

_ZONES: dict[Zone, str] = {
    "peripheral": N_("peripheral"),
    "bridge": N_("bridge"),
    "ring": N_("ring"),
    "central": N_("centre"),
}

_MISSIONS: dict[MissionKind, str] = {
    "colonise": N_("colonisation"),
    "conquer": N_("conquest"),
    "reinforce": N_("reinforcement"),
    "return": N_("return"),
}


_RESOURCES: dict[Resource, str] = {
    Resource.R: N_("resources"),
    Resource.C: N_("credits"),
    Resource.S: N_("science"),
    Resource.X: N_("experience"),
}

_COUNTED: dict[Ship, Callable[[int], str]] = {
    "light": counting(lambda n: ngettext("{number} light", "{number} light", n)),
    "medium": counting(lambda n: ngettext("{number} medium", "{number} medium", n)),
    "heavy": counting(lambda n: ngettext("{number} heavy", "{number} heavy", n)),
}

count_fleets = counting(lambda n: ngettext("{number} fleet", "{number} fleets", n))
count_sectors = counting(lambda n: ngettext("{number} sector", "{number} sectors", n))
count_points = counting(lambda n: ngettext("{number} point", "{number} points", n))


def facility(key: Facility) -> str:
    return _(FACILITY_NAMES[key])


def technology(key: Technology) -> str:
    return _(TECHNOLOGY_NAMES[key])


def ship(key: Ship) -> str:
    """The type alone, as of many: "light"."""
    return _(SHIP_NAMES[key])


def ships(key: Ship, number: int) -> str:
    """So many of a type: "5 light"."""
    return _COUNTED[key](number)


def bonus(key: str) -> str:
    return _(_BONUSES[key])


def zone(key: Zone) -> str:
    return _(_ZONES[key])


def mission(key: MissionKind) -> str:
    """What a mission is under way for: "colonisation"."""
    return _(_MISSIONS[key])


def token(key: str) -> str:
    """A token's kind: "free technology"."""
    return _(TOKEN_NAMES[key])


def sector(number: Sector) -> str:
    return _("sector {number}").format(number=number)


def fleets(held: Fleets) -> str:
    """By type, heaviest first: "3 heavy, 5 light"; "none" where there are none."""
    parts = [ships(kind, held.of(kind)) for kind in reversed(SHIPS) if held.of(kind)]
    return ", ".join(parts) or _("none")


def facilities(held: Facilities) -> str:
    """Those above level 0: "refinery 2, technosphere 1"; "none" where there are none."""
    parts = [f"{facility(key)} {held.of(key)}" for key in FACILITY_NAMES if held.of(key)]
    return ", ".join(parts) or _("none")


def technologies(held: Technologies) -> str:
    """Those above level 0: "attack 2, frame 1"; "none" where there are none."""
    parts = [f"{technology(key)} {held.of(key)}" for key in TECHNOLOGY_NAMES if held.of(key)]
    return ", ".join(parts) or _("none")


def resource(key: Resource) -> str:
    """Its letter and its name: "C credits"."""
    return f"{key} {_(_RESOURCES[key])}"


def amounts(cost: Cost) -> str:
    """What is not nothing, with the resources' letters: "60 R, 20 C"; "nothing" for nothing."""
    parts = [f"{cost.of(resource)} {resource}" for resource in Resource if cost.of(resource)]
    return ", ".join(parts) or _("nothing")


def stocks(balance: Cost) -> str:
    """All four, noughts too: "60 R, 20 C, 0 S, 0 X"."""
    return ", ".join(f"{balance.of(resource)} {resource}" for resource in Resource)


def tokens(held: Tokens) -> tuple[str, ...]:
    """Those there are: "2 × free technology"."""
    return tuple(
        f"{held.of(key)} × {token(key)}" if held.of(key) > 1 else token(key)
        for key in TOKEN_NAMES
        if held.of(key)
    )


def used_for(held: Tokens) -> Iterator[str]:
    """How such tokens are used (AM-13)."""
    if held.technology:
        yield _("FREE behind RESEARCH takes the technology, one level, at no price.")
    if held.colonisation or held.conquest or held.either:
        yield _("FREE behind the SEND of an attack takes the mission at no price.")


def path(sectors: Sequence[Sector]) -> str:
    """ "17-16-15-9"."""
    return "-".join(map(str, sectors))


def who(view: View, seat: Seat | None) -> str:
    """A faction's name, or "the rebels"."""
    return _("the rebels") if seat is None else view.faction(seat).name


def holder(view: View, seat: Seat | None) -> str:
    """The same in a table: a faction's name, or "rebels"."""
    return _("rebels") if seat is None else view.faction(seat).name


def place(view: View, number: Sector) -> str:
    """ "sector 17", or "your capital (sector 18)"."""
    me = view.me
    if me is not None and me.alive and me.capital == number:
        return _("your capital (sector {number})").format(number=number)
    return sector(number)


def coming_turn(view: View, turn: int) -> str:
    """ "turn 9", or "turn 8, the next one"."""
    if turn == view.open_turn:
        return _("turn {turn}, the next one").format(turn=turn)
    return _("turn {turn}").format(turn=turn)


def granted(grant: Grant) -> str:
    """What is given at once: "refinery +2, 200 S"."""
    levels = [
        f"{facility(key)} +{grant.facilities.of(key)}"
        for key in FACILITIES
        if grant.facilities.of(key)
    ]
    levels += [
        f"{technology(key)} +{grant.technologies.of(key)}"
        for key in TECHNOLOGIES
        if grant.technologies.of(key)
    ]
    if grant.purse:
        levels.append(amounts(Cost(0, *grant.purse.values())))
    if grant.fleets:
        levels.append(_("{fleets} fleets").format(fleets=fleets(grant.fleets)))
    return ", ".join((*levels, *tokens(grant.tokens)))


def megastructure_does(name: str) -> str:
    """What a megastructure does beside its victory point (3.7)."""
    table = MEGASTRUCTURES[name]
    parts = [granted(table.grant)] if table.grant != Grant() else []
    if table.defence_strength:
        parts.append(_("+{percent} % defence").format(percent=table.defence_strength))
    if table.attack_strength:
        parts.append(_("+{percent} % attack").format(percent=table.attack_strength))
    if table.doubles_fleets:
        parts.append(_("doubles once the fleets that stay in the capital that turn"))
    if table.to_maximum is not None:
        maximum = FIGURES.facilities[table.to_maximum].maximum
        parts.append(
            _("{facility} to {level}").format(facility=facility(table.to_maximum), level=maximum)
        )
    return ", ".join(parts)
