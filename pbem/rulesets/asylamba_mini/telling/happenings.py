"""What else happened: arrivals, bonuses, fleets built, megastructures and falls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event
from pbem.engine.blocks import bullets, only, section
from pbem.engine.i18n import _
from pbem.engine.report import Block, Paragraph, Section
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.events import (
    BonusFound,
    Eliminated,
    FleetsJoined,
    MegastructureBuilt,
    MissionTurnedBack,
    Produced,
)
from pbem.rulesets.asylamba_mini.telling import effects
from pbem.rulesets.asylamba_mini.view import View


def news_section(view: View, news: Sequence[Event]) -> Iterator[Section]:
    """The weightiest first."""
    told = (*_falls(view, news), *_returns(news), *bullets(_rest(view, news)))
    yield from section(_("News"), told)


def _falls(view: View, news: Sequence[Event]) -> Iterator[Block]:
    for fall in only(Eliminated, news):
        if fall.seat == view.seat:
            continue  # the farewell tells it
        name = view.faction(fall.seat).name
        if fall.by == view.seat:
            sentence = _("You captured the capital of {name}, which is out of the game.")
            yield Paragraph(sentence.format(name=name), "good")
        else:
            sentence = _(
                "{by} captured the capital of {name}, which is out of the game: its other "
                "sectors are rebels now."
            )
            yield Paragraph(sentence.format(name=name, by=view.faction(fall.by).name))


def _returns(news: Sequence[Event]) -> Iterator[Block]:
    for back in only(MissionTurnedBack, news):
        sentence = _turned_back(back)
        returned = naming.amounts(back.refunded.cost)
        if back.refunded.token is not None:
            returned = naming.token(back.refunded.token)
        if back.refunded:
            refund = _("Its price is yours again: {returned}.").format(returned=returned)
            sentence = f"{sentence} {refund}"
        yield Paragraph(sentence, "bad" if back.home is None else "warning")


def _turned_back(back: MissionTurnedBack) -> str:
    """AM-19: a colonisation that found a faction, or fleets whose target was lost."""
    why = (
        _("Your {kind} of sector {sector} found a faction there and turned back.")
        if back.kind == "colonise"
        else _("Your {kind} to sector {sector} found it lost.")
    ).format(kind=naming.mission(back.kind), sector=back.sector)
    fleets = naming.fleets(back.fleets)
    if back.home is None:
        way = _("There was no way home: it disbanded ({fleets}).").format(fleets=fleets)
    else:
        way = _("On their way to sector {home}, there in turn {turn}: {fleets}.").format(
            home=back.home, turn=back.arrives, fleets=fleets
        )
    return f"{why} {way}"


def _rest(view: View, news: Sequence[Event]) -> Iterator[str]:
    for built in only(MegastructureBuilt, news):
        if built.seat != view.seat:
            yield _("{faction} built {name} in sector {sector}: {effect}.").format(
                faction=view.faction(built.seat).name,
                name=built.name,
                sector=built.sector,
                effect=effects.megastructure(built.name),
            )
    for found in only(BonusFound, news):
        yield _bonus(view, found)
    for joined in only(FleetsJoined, news):
        yield _("{fleets} arrived in sector {sector}.").format(
            fleets=naming.fleets(joined.fleets), sector=joined.sector
        )
    capital = None if view.me is None else view.me.capital  # what is built there was ordered
    for made in only(Produced, news):
        sites = [
            _("{fleets} in {sector}").format(fleets=naming.fleets(fleets), sector=number)
            for number, fleets in made.built
            if number != capital
        ]
        if sites:
            yield _("New fleets: {sites}.").format(sites="; ".join(sites))


def _bonus(view: View, found: BonusFound) -> str:
    """AM-3: what the bonus lastingly gives, and what was given just now."""
    sentence = (
        _("You found the bonus of sector {sector}: {bonus}{effect}.")
        if found.seat == view.seat
        else _("{faction} found the bonus of sector {sector}: {bonus}{effect}.")
    )
    once = effects.bonus_once(found.bonus)
    gained = [effects.bonus_lasting(found.bonus), once if found.granted else ""]
    effect = ", ".join(part for part in gained if part)
    if once and not found.granted:
        effect = _("granted to an earlier owner")
    return sentence.format(
        faction=view.faction(found.seat).name,
        sector=found.sector,
        bonus=naming.bonus(found.bonus),
        effect=f" ({effect})" if effect else "",
    )
