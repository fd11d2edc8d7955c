"""What HELP tells of one thing alone: fights, prices, factions, the map, missions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.blocks import left, right, table
from pbem.engine.i18n import N_, _
from pbem.engine.language import quoted
from pbem.engine.phrases import in_a_row, side_by_side
from pbem.engine.report import Bullets, Paragraph, Table, TextBlock
from pbem.engine.topics import Topic
from pbem.rulesets.asylamba_mini import galaxy, naming
from pbem.rulesets.asylamba_mini.figures import (
    FACILITIES,
    FACTIONS,
    FIGURES,
    MEGASTRUCTURES,
    TECHNOLOGIES,
    FactionFigures,
    Fleets,
    Ship,
    discounted,
)
from pbem.rulesets.asylamba_mini.language import written
from pbem.rulesets.asylamba_mini.mechanics import own_realm, prices
from pbem.rulesets.asylamba_mini.mechanics.combat import percent_to_win, strength
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.orders import Wonder
from pbem.rulesets.asylamba_mini.report import powers
from pbem.rulesets.asylamba_mini.report.opening import (
    how_fights_go,
    what_attacks_cost,
    what_conquests_need,
    what_exchange_gives,
)
from pbem.rulesets.asylamba_mini.report.position import offer
from pbem.rulesets.asylamba_mini.view import View

_AGAINST = 10
"""So many fleets defend in the table of odds."""
_ATTACKING = (6, 8, 10, 12, 15, 20)


def _own(view: View | None) -> FactionFigures | None:
    return None if view is None or view.me is None else FACTIONS[view.me.name]


# Fights -------------------------------------------------------------------------------


def _fights(_view: View | None) -> tuple[TextBlock, ...]:
    """AM-20, AM-21."""
    return (Paragraph(how_fights_go()), _odds(), Bullets(tuple(_strengths())))


def _odds() -> Table:
    def chance(number: int, ships: Ship, others: Ship) -> str:
        fleets, against = Fleets(**{ships: number}), Fleets(**{others: _AGAINST})
        won = percent_to_win(fleets, against, strength(0), strength(0))
        return _("{percent} %").format(percent=won)

    return table(
        _ATTACKING,
        (right(_("Fleets against {number}").format(number=_AGAINST)), str),
        (right(_("medium against light")), lambda number: chance(number, "medium", "light")),
        (right(_("all alike")), lambda number: chance(number, "light", "light")),
        (right(_("light against medium")), lambda number: chance(number, "light", "medium")),
        caption=_("How often the attack wins, without technologies"),
    )


def _strengths() -> Iterator[str]:
    yield _(
        "Each level of attack or defence makes {percent} % stronger. Rebels begin with light "
        "ships and have no technologies."
    ).format(percent=FIGURES.fleets.strength_per_level)
    yield _(
        "Each fleet is {squadrons} squadrons; a fleet of which one is left survives whole. An "
        "empty garrison falls without a fight."
    ).format(squadrons=FIGURES.fleets.squadrons)
    yield _("The winner gains {experience} X for each fleet of the other side destroyed.").format(
        experience=FIGURES.fleets.experience
    )


# Prices -------------------------------------------------------------------------------


def _prices(view: View | None) -> tuple[TextBlock, ...]:
    """AM-7, AM-8, AM-10 to AM-12, AM-17: of the reader's own faction."""
    own = _own(view)
    dearest = max(wonder.cost for wonder in MEGASTRUCTURES.values())
    cheapest = min(wonder.cost for wonder in MEGASTRUCTURES.values())
    off = 0 if own is None else own.megastructure_discount
    return (
        Table(
            (left(_("Level by level")), right(_("First level")), right(_("Highest level"))),
            tuple(_by_level(own)),
            caption=_("Level n costs n times the first level."),
        ),
        Bullets(
            (
                _("A fleet of any type costs {cost} R.").format(cost=FIGURES.fleets.cost),
                _("Megastructures cost {low} to {high} R.").format(
                    low=discounted(cheapest, off), high=discounted(dearest, off)
                ),
                what_attacks_cost(own),
                what_conquests_need(own),
                *_at_present(view),
                what_exchange_gives(own),
            )
        ),
    )


def _by_level(own: FactionFigures | None) -> Iterator[tuple[str, ...]]:
    for facility in FACILITIES:
        raised = FIGURES.facilities[facility]
        if raised.upgrade_cost is not None:
            price = f"{raised.upgrade_cost} {raised.resource}"
            yield naming.facility(facility), price, str(raised.maximum)
    for technology in TECHNOLOGIES:
        learnt = FIGURES.technologies[technology]
        cost = discounted(learnt.cost, 0 if own is None else own.technology_discount)
        yield naming.technology(technology), f"{cost} {learnt.pays}", str(learnt.maximum)


def _at_present(view: View | None) -> Iterator[str]:
    realm = None if view is None else own_realm(view)
    if realm is None:
        return
    owned = len(realm.sectors)
    yield _(
        "At present a colonisation costs you {colonisation} C, a conquest {conquest} X."
    ).format(
        colonisation=prices.colonisation(realm.faction, owned).C, conquest=prices.conquest(owned).X
    )


# Factions -----------------------------------------------------------------------------


def _factions(view: View | None) -> tuple[TextBlock, ...]:
    """3.5: those of the game, or before it begins all."""
    reading = (Options() if view is None else view.options).faction_bonuses
    names = FACTIONS if view is None else [faction.name for faction in view.factions]
    told = _("{faction}: {powers}.")
    return (
        Bullets(tuple(told.format(faction=name, powers=powers(name, reading)) for name in names)),
    )


# Missions -----------------------------------------------------------------------------


def _missions(view: View | None) -> tuple[TextBlock, ...]:
    names = FACTIONS if view is None else [faction.name for faction in view.factions]
    swift = [name for name in names if FACTIONS[name].swift]
    return (Bullets((*_how_missions_go(_own(view), swift), *_at_present(view))),)


def _how_missions_go(own: FactionFigures | None, swift: Sequence[str]) -> Iterator[str]:
    """AM-15 to AM-19; `swift` are the factions of the game that are."""
    yield _(
        "REINFORCE moves fleets between two sectors of yours and costs nothing; COLONISE attacks "
        "rebels, CONQUER another faction and needs the conquest technology. For every sector that "
        "you own {number} missions may be under way, those on their way home counted."
    ).format(number=FIGURES.missions.per_sector)
    yield f"{what_attacks_cost(own)} {what_conquests_need(own)}"
    yield _(
        "An attack needs a level of extended administration for each sector beyond your capital, "
        "for each target under attack, and for itself. More missions of the kind to a target that "
        "is paid for cost nothing and need no level."
    )
    yield _(
        "A step between two sectors of yours takes half a turn, any other a whole one, rounded up "
        "in all. No step leads from one enemy sector to another. A mission of 3 turns sent in turn "
        "5 arrives in turn 8, and cannot be recalled."
    )
    if swift:
        yield _("For {swift} every step takes half a turn.").format(swift=in_a_row(swift))
    yield _(
        "Who arrives where the target is one's own by then joins its garrison; a conquest that "
        "finds rebels fights them. A colonisation that finds a faction goes to your nearest "
        "sector, its price refunded; so does a reinforcement whose target is lost."
    )
    yield _(
        "Missions of one faction and kind that arrive in the same turn fight as one. "
        "Reinforcements arrive before attacks."
    )


# Map ----------------------------------------------------------------------------------


def _map(_view: View | None) -> tuple[TextBlock, ...]:
    """AM-1: which sectors share a border, and what they are worth (AM-25)."""
    rows = tuple(tuple(cell.strip() for cell in row) for row in galaxy.in_columns(lambda _n: ""))
    return Paragraph(_zones()), Table(tuple(left("") for _cell in rows[0]), rows)


def _zones() -> str:
    told = _("{zone}: {first} to {last}, {points} each")
    zones = [
        told.format(
            zone=naming.zone(zone), first=found[0], last=found[-1], points=naming.count_points(each)
        )
        for zone, each in FIGURES.points_by_zone.items()
        if len(found := galaxy.sectors_in(zone)) > 1
    ]
    centre = _("{zone}: {sector}, {points}").format(
        zone=naming.zone("central"),
        sector=galaxy.sectors_in("central")[0],
        points=naming.count_points(FIGURES.points_by_zone["central"]),
    )
    return _("Each sector and those that touch it. {zones}.").format(
        zones=side_by_side([centre, *zones])
    )


# Megastructures -----------------------------------------------------------------------


def _megastructures(view: View | None) -> tuple[TextBlock, ...]:
    """3.7: each gives a point more (AM-25)."""
    realm = None if view is None else own_realm(view)
    told = _(
        "Each can be built once only, by whoever is first, in the capital, and gives a point more. "
        "The order is {order}, with the name of the one you want."
    ).format(order=quoted(written(Wonder(megastructure=next(iter(MEGASTRUCTURES))))))
    return Paragraph(told), Bullets(tuple(offer(name, realm) for name in MEGASTRUCTURES))


TOPICS: tuple[Topic[View], ...] = (
    Topic({"en": "fights", "de": "Kämpfe", "fr": "combats"}, N_("Fights"), _fights),
    Topic({"en": "prices", "de": "Preise", "fr": "prix"}, N_("Prices"), _prices),
    Topic({"en": "factions", "de": "Fraktionen", "fr": "factions"}, N_("Factions"), _factions),
    Topic(
        {"en": "megastructures", "de": "Megastrukturen", "fr": "mégastructures"},
        N_("Megastructures"),
        _megastructures,
    ),
    Topic({"en": "map", "de": "Karte", "fr": "carte"}, N_("Map"), _map),
    Topic({"en": "missions", "de": "Missionen", "fr": "missions"}, N_("Missions"), _missions),
)
"""In the order in which HELP names them."""
