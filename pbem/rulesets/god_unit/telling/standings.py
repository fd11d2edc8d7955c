"""Who stands where: factories, units and their worth, relics and outposts (GU-13, SZ-10)."""

from __future__ import annotations

from pbem.engine.api import Seat
from pbem.engine.blocks import left, right, with_change
from pbem.engine.i18n import _
from pbem.engine.phrases import count_turns
from pbem.engine.ranking import Rank, ranking
from pbem.engine.report import Block, Paragraph, Section, Table
from pbem.rulesets.god_unit.figures import FIGURES
from pbem.rulesets.god_unit.view import Standing, View


def ranks_of(view: View) -> tuple[Rank[Standing], ...]:
    """All seats, the best first as GU-13 has it, those who are out by how long they held out."""
    return ranking(view.history, lambda seat: _worth(view, seat))


def rank_of(view: View, seat: Seat) -> Rank[Standing]:
    return next(rank for rank in ranks_of(view) if rank.seat == seat)


def _worth(view: View, seat: Seat) -> tuple[bool, bool, int, int, int]:
    """By how a game is decided: a winner goes before all others."""
    won = view.ending is not None and seat in view.ending.winners
    now, out = view.standing(seat), view.side(seat).out
    return won, out is None, now.factories, now.cost, out or held(view, seat, "outpost")


def held(view: View, seat: Seat, kind: str) -> int:
    """How many relics or outposts a seat holds (SZ-10)."""
    return sum(thing.kind == kind and thing.holder == seat for thing in view.things)


def standings_section(view: View) -> Section:
    """What everybody has, one's own row marked."""
    heading = _("Final standings") if view.ending is not None else _("How all stand")
    ranks = ranks_of(view)
    columns = [left(_("Player")), right(_("Factories")), right(_("Units")), right(_("Worth"))]
    if view.things:
        columns += [right(_("Relics")), right(_("Outposts"))]
    columns.append(left(_("Status")))
    blocks: list[Block] = [
        Table(
            tuple(columns),
            tuple(_row(view, rank) for rank in ranks),
            _("Worth is the turns of production in all units together."),
            tuple(place for place, rank in enumerate(ranks) if rank.seat == view.seat),
        )
    ]
    if view.ending is None and view.turn:
        blocks.append(Paragraph(_how_it_ends(view)))
    return Section(heading, tuple(blocks))


def _row(view: View, rank: Rank[Standing]) -> tuple[str, ...]:
    cells = [
        view.name(rank.seat),
        with_change(rank.now.factories, rank.before.factories),
        with_change(rank.now.units, rank.before.units),
        with_change(rank.now.cost, rank.before.cost),
    ]
    if view.things:
        cells += [str(held(view, rank.seat, kind)) for kind in ("relic", "outpost")]
    return (*cells, _status(view, rank))


def _status(view: View, rank: Rank[Standing]) -> str:
    side = view.side(rank.seat)
    if view.ending is not None and rank.seat in view.ending.winners:
        return _("has won")
    if side.out is not None:
        return _("out since turn {turn}").format(turn=side.out)
    if side.reign and view.options.victory == "relics":
        return _("most relics for {turns}").format(turns=count_turns(side.reign))
    if is_wasting(view, rank.seat):
        return _("no factory: wastes away")
    if rank.now.factories == 0 and view.turn:
        return _("no factory deployed")
    return _("still standing") if view.ending is not None else _("in play")


def is_wasting(view: View, seat: Seat) -> bool:
    """Whether a seat has units but no factory, not even an undeployed one (GU-13)."""
    units = view.units_of(seat)
    return (
        bool(units)
        and not view.factories_of(seat)
        and not any(unit.design.is_factory for unit in units)
    )


def _how_it_ends(view: View) -> str:
    told = _(
        "The last one left wins; otherwise, after turn {turns}, most deployed factories, then "
        "most worth."
    ).format(turns=view.options.max_turns)
    if view.options.victory != "relics":
        return told
    relics = _("More than half of the relics for {turns} in a row win too.").format(
        turns=count_turns(FIGURES.relic_turns)
    )
    return f"{told} {relics}"
