"""Why an order cannot be carried out, as a sentence for its author.

A sentence says what was wrong and what would be right. Its figures are the refusal's own,
which come from the author's view.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from pbem.engine.i18n import _, ngettext
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import FIGURES, MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.galaxy import SECTORS
from pbem.rulesets.asylamba_mini.holdings import FACILITIES, Ship, Technology
from pbem.rulesets.asylamba_mini.reckoning.refusals import Refusal, Why


def sentence(refusal: Refusal) -> str:
    """The reason, with its figures, and what would be right."""
    return _SENTENCES[refusal.why](refusal)


def raised_only(refusal: Refusal, level: int) -> str:
    """Why an order for several levels stopped at `level` (AM-7, AM-8)."""
    if refusal.why is Why.SHORT:
        return ngettext(
            "raised to {level} only: level {next} costs {need} {resource}, "
            "{have} {resource} is there",
            "raised to {level} only: level {next} costs {need} {resource}, "
            "{have} {resource} are there",
            refusal.have,
        ).format(
            level=level,
            next=level + 1,
            need=refusal.need,
            resource=refusal.resource,
            have=refusal.have,
        )
    return _("raised to {level} only: {reason}").format(level=level, reason=sentence(refusal))


def _subject(refusal: Refusal) -> str:
    """A facility or a technology by its name."""
    if refusal.subject in FACILITIES:
        return naming.facility(refusal.subject)
    return naming.technology(cast(Technology, refusal.subject))


def _ship(refusal: Refusal) -> str:
    return naming.ship(cast(Ship, refusal.subject))


def _short(refusal: Refusal) -> str:
    return ngettext(
        "{need} {resource} are needed, {have} {resource} is there",
        "{need} {resource} are needed, {have} {resource} are there",
        refusal.have,
    ).format(need=refusal.need, resource=refusal.resource, have=refusal.have)


def _at_maximum(refusal: Refusal) -> str:
    return _("{name} has its highest level, {level}").format(
        name=_subject(refusal), level=refusal.have
    )


def _level_reached(refusal: Refusal) -> str:
    if refusal.need == refusal.have:
        return _("{name} has level {have} already; level {next} would be the next").format(
            name=_subject(refusal), have=refusal.have, next=refusal.have + 1
        )
    return _(
        "{name} has level {have} already, more than {need}; level {next} would be the next"
    ).format(name=_subject(refusal), have=refusal.have, need=refusal.need, next=refusal.have + 1)


def _not_upgradable(refusal: Refusal) -> str:
    return _(
        "the {name} cannot be upgraded: only refinery and commercial hub can; bonuses, "
        "megastructures and fights raise the others"
    ).format(name=_subject(refusal))


def _same_resource(refusal: Refusal) -> str:
    return _("{resource} for {resource} changes nothing; name two different resources").format(
        resource=refusal.resource
    )


def _too_little(refusal: Refusal) -> str:
    return _("too little: {rate} {resource} are given for one unit").format(
        rate=refusal.need, resource=refusal.resource
    )


def _no_token(refusal: Refusal) -> str:
    return _("you hold no {token}; without FREE you pay the price").format(
        token=naming.token(refusal.subject)
    )


def _one_level(refusal: Refusal) -> str:
    return _("a free technology buys one level: {name} from {have} to {next}").format(
        name=_subject(refusal), have=refusal.have, next=refusal.have + 1
    )


def _locked(refusal: Refusal) -> str:
    return _("{ship} ships need frame {need}, yours is {have}: RESEARCH frame first").format(
        ship=_ship(refusal), need=refusal.need, have=refusal.have
    )


def _credits_refused(refusal: Refusal) -> str:
    return _("only the Ligue may pay fleets with C; yours cost {cost} R each").format(
        cost=FIGURES.fleets.cost
    )


def _nothing_to_build(refusal: Refusal) -> str:
    return _("at least 1 fleet is built")


def _no_megastructure(refusal: Refusal) -> str:
    return _("there is no megastructure of that name; there are: {names}").format(
        names=", ".join(MEGASTRUCTURES)
    )


def _engineering(refusal: Refusal) -> str:
    return _("{name} needs spatial engineering {need}, yours is {have}").format(
        name=refusal.subject, need=refusal.need, have=refusal.have
    )


def _built(refusal: Refusal) -> str:
    return _("{name} stands in sector {sector} already; there is one in the galaxy").format(
        name=refusal.subject, sector=refusal.sector
    )


def _claimed(refusal: Refusal) -> str:
    return _("{name} is ordered in a line above already").format(name=refusal.subject)


def _not_a_sector(refusal: Refusal) -> str:
    return _("there is no sector {number}; they are numbered {first} to {last}").format(
        number=refusal.sector, first=SECTORS[0], last=SECTORS[-1]
    )


def _not_yours(refusal: Refusal) -> str:
    return _("sector {sector} is not yours").format(sector=refusal.sector)


def _no_fleets(refusal: Refusal) -> str:
    return _("at least 1 fleet is sent from sector {sector}").format(sector=refusal.sector)


def _too_few_fleets(refusal: Refusal) -> str:
    ship = cast(Ship, refusal.subject)
    return ngettext(
        "{ordered} is ordered, {held} are in sector {sector}",
        "{ordered} are ordered, {held} are in sector {sector}",
        refusal.need,
    ).format(
        ordered=naming.ships(ship, refusal.need),
        held=naming.ships(ship, refusal.have),
        sector=refusal.sector,
    )


def _same_sector(refusal: Refusal) -> str:
    return _("the fleets are in sector {sector} already; name another target").format(
        sector=refusal.sector
    )


def _reinforce_foreign(refusal: Refusal) -> str:
    return _("sector {sector} is not yours: REINFORCE goes to own sectors only").format(
        sector=refusal.sector
    )


def _own(refusal: Refusal) -> str:
    return _("sector {sector} is yours already: REINFORCE sends fleets there").format(
        sector=refusal.sector
    )


def _colonise_faction(refusal: Refusal) -> str:
    return _("sector {sector} belongs to a faction: CONQUER takes it").format(sector=refusal.sector)


def _conquer_rebels(refusal: Refusal) -> str:
    return _("sector {sector} is held by rebels: COLONISE takes it").format(sector=refusal.sector)


def _conquest_unknown(refusal: Refusal) -> str:
    return _("conquest must be researched first: RESEARCH conquest")


def _administration(refusal: Refusal) -> str:
    if refusal.have >= FIGURES.technologies["administration"].maximum:
        return _(
            "you can own no more sectors: extended administration {need} would be needed, and "
            "{have} is the most; targets of attacks under way count"
        ).format(need=refusal.need, have=refusal.have)
    return _(
        "extended administration {need} is needed, yours is {have}: each level lets you own one "
        "sector more, and targets of attacks under way count"
    ).format(need=refusal.need, have=refusal.have)


def _missions(refusal: Refusal) -> str:
    return _(
        "this would be mission {need}; {have} are the most, {each} for each sector of yours"
    ).format(need=refusal.need, have=refusal.have, each=FIGURES.missions.per_sector)


def _no_route(refusal: Refusal) -> str:
    return _(
        "no way leads to sector {sector}: no step may go from one enemy sector to another"
    ).format(sector=refusal.sector)


def _capital_builds_nothing(refusal: Refusal) -> str:
    return _(
        "sector {sector} is your capital, where nothing is built unless ordered: BUILD"
    ).format(sector=refusal.sector)


_SENTENCES: Mapping[Why, Callable[[Refusal], str]] = {
    Why.SHORT: _short,
    Why.NOT_BELOW_MAXIMUM: _at_maximum,
    Why.LEVEL_REACHED: _level_reached,
    Why.NOT_UPGRADABLE: _not_upgradable,
    Why.SAME_RESOURCE: _same_resource,
    Why.TOO_LITTLE: _too_little,
    Why.NO_TOKEN: _no_token,
    Why.ONE_LEVEL_A_TOKEN: _one_level,
    Why.LOCKED: _locked,
    Why.CREDITS_REFUSED: _credits_refused,
    Why.NOTHING_TO_BUILD: _nothing_to_build,
    Why.NO_MEGASTRUCTURE: _no_megastructure,
    Why.ENGINEERING: _engineering,
    Why.BUILT: _built,
    Why.CLAIMED: _claimed,
    Why.NOT_A_SECTOR: _not_a_sector,
    Why.NOT_YOURS: _not_yours,
    Why.NO_FLEETS: _no_fleets,
    Why.TOO_FEW_FLEETS: _too_few_fleets,
    Why.SAME_SECTOR: _same_sector,
    Why.REINFORCE_FOREIGN: _reinforce_foreign,
    Why.COLONISE_OWN: _own,
    Why.COLONISE_FACTION: _colonise_faction,
    Why.CONQUER_OWN: _own,
    Why.CONQUER_REBELS: _conquer_rebels,
    Why.CONQUEST_UNKNOWN: _conquest_unknown,
    Why.ADMINISTRATION: _administration,
    Why.MISSIONS: _missions,
    Why.NO_ROUTE: _no_route,
    Why.CAPITAL_BUILDS_NOTHING: _capital_builds_nothing,
}
