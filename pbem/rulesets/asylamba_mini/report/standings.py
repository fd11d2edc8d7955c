"""Who stands where: points, sectors and fleets of all, and what they must still win."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Seat
from pbem.engine.blocks import NONE, left, listed, right, section, with_change
from pbem.engine.i18n import _, ngettext
from pbem.engine.ranking import Rank, ranking
from pbem.engine.report import Block, Paragraph, Section, Table
from pbem.rulesets.asylamba_mini import naming
from pbem.rulesets.asylamba_mini.figures import FIGURES
from pbem.rulesets.asylamba_mini.view import SeenFaction, Standing, View


def ranks_of(view: View) -> tuple[Rank[Standing], ...]:
    """All factions, the best first by the tie-breaks of AM-25."""
    return ranking(view.history, lambda seat: _worth(view, seat))


def rank_of(view: View, seat: Seat) -> Rank[Standing]:
    return next(rank for rank in ranks_of(view) if rank.seat == seat)


def _worth(view: View, seat: Seat) -> tuple[bool, int, int, int]:
    now = view.standing(seat)
    return view.faction(seat).alive, now.points, now.sectors, now.fleets


def standings_section(view: View) -> Section:
    """Everybody's points, and how many are missing to win."""
    heading = _("Final standings") if view.ending is not None else _("Victory points")
    return Section(heading, tuple(_standings(view)))


def _standings(view: View) -> Iterator[Block]:
    ranks = ranks_of(view)
    own = tuple(index for index, rank in enumerate(ranks) if rank.seat == view.seat)
    columns = (
        left(_("Faction")),
        left(_("Player")),
        right(_("Points")),
        right(_("Sectors")),
        right(_("Fleets")),
    )
    yield Table(columns, tuple(_standing_row(view, rank) for rank in ranks), mark=own)
    if view.ending is None:
        yield Paragraph(_still_needed(view))


def _standing_row(view: View, rank: Rank[Standing]) -> tuple[str, ...]:
    faction = view.faction(rank.seat)
    return (
        faction.name if faction.alive else _("{faction}, fallen").format(faction=faction.name),
        view.name(rank.seat),
        with_change(rank.now.points, rank.before.points),
        str(rank.now.sectors),
        str(rank.now.fleets),
    )


def _still_needed(view: View) -> str:
    goal = FIGURES.points_to_win
    me = view.me
    if me is None or not me.alive:
        return _("{goal} points win.").format(goal=goal)
    missing = goal - view.standing(me.seat).points
    return ngettext(
        "{goal} points win: you need {missing} more.",
        "{goal} points win: you need {missing} more.",
        missing,
    ).format(goal=goal, missing=missing)


def open_book(view: View) -> Iterator[Section]:
    """Everybody's means, where the game is played with open books."""
    others = [f for f in view.factions if f.alive and f.means is not None and f.seat != view.seat]
    if others:
        yield from section(_("Open books"), (_means_table(view), *_insides(view)))


def _means_table(view: View) -> Table:
    shown = [faction for faction in view.factions if faction.alive and faction.means is not None]
    columns = (
        left(_("Faction")),
        *(right(resource) for resource in ("R", "C", "S", "X")),
        left(_("Technologies")),
        left(_("Tokens")),
    )
    own = tuple(index for index, faction in enumerate(shown) if faction.seat == view.seat)
    rows = tuple(_means_row(view, faction) for faction in shown)
    return Table(columns, rows, _("R is that of the capital."), own)


def _means_row(view: View, faction: SeenFaction) -> tuple[str, ...]:
    means = faction.means
    inside = view.sector(faction.capital).inside
    if means is None:
        return (faction.name, *(NONE for _column in range(6)))
    return (
        faction.name,
        str(inside.resources) if inside is not None else NONE,
        str(means.purse.credits),
        str(means.purse.science),
        str(means.purse.experience),
        naming.technologies(means.technologies),
        listed(naming.tokens(means.tokens)),
    )


def _insides(view: View) -> Iterator[Block]:
    """What stands in the sectors of others: facilities, and fleets by type."""
    columns = (left(_("Sector")), left(_("Faction")), left(_("Facilities")), left(_("Fleets")))
    rows = tuple(
        (
            str(sector.number),
            view.faction(sector.owner).name,
            naming.facilities(sector.inside.facilities) if sector.inside.facilities else NONE,
            naming.fleets(sector.inside.fleets) if sector.inside.fleets else NONE,
        )
        for sector in view.sectors
        if sector.owner not in (None, view.seat) and sector.inside is not None
    )
    if rows:
        yield Table(columns, rows)
