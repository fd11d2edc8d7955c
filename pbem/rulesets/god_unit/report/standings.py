"""Who stands where, how it came about, and how it ends (GU-13, SZ-10)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Seat
from pbem.engine.blocks import left, right, with_change
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns
from pbem.engine.ranking import Rank, ranking
from pbem.engine.report import Block, Paragraph, Section, Table
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import FIGURES
from pbem.rulesets.god_unit.report import lost_by, who
from pbem.rulesets.god_unit.view import Ending, Standing, View


def ranks_of(view: View) -> tuple[Rank[Standing], ...]:
    """All seats, the best first as GU-13 has it, those who are out by how long they held out."""
    return ranking(view.history, lambda seat: _worth(view, seat))


def rank_of(view: View, seat: Seat) -> Rank[Standing]:
    return next(rank for rank in ranks_of(view) if rank.seat == seat)


def _worth(view: View, seat: Seat) -> tuple[bool, bool, int, int, int]:
    """By how a game is decided: a winner goes before all others."""
    won = view.ending is not None and seat in view.ending.winners
    now, out = view.standing(seat), view.side(seat).out
    return won, out is None, now.factories, now.cost, out or view.holds(seat, "outpost")


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
        cells += [str(view.holds(rank.seat, kind)) for kind in ("relic", "outpost")]
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


def ending_sections(view: View) -> Iterator[Section]:
    """The end before all else, or a farewell in the turn of a fall."""
    if view.ending is not None:
        yield Section(_("The end"), tuple(_end(view, view.ending)))
    elif view.seat is not None and view.side(view.seat).out == view.turn:
        yield Section(_("You are out of the game"), tuple(_farewell(view, view.seat)))


def who_won(view: View, ending: Ending) -> str:
    """The end in a sentence, said to the winner as such."""
    if not ending.winners:
        return _("Nobody is left: the game is a draw.")
    if view.seat in ending.winners:
        others = [seat for seat in ending.winners if seat != view.seat]
        if not others:
            return _("You have won: the board is yours.")
        return _("You have won, together with {names}.").format(names=who(view, others))
    return ngettext("{names} has won.", "{names} have won together.", len(ending.winners)).format(
        names=who(view, ending.winners)
    )


def _end(view: View, ending: Ending) -> Iterator[Block]:
    won = view.seat in ending.winners
    told = " ".join(filter(None, (who_won(view, ending), _cause(view, ending))))
    yield Paragraph(told, "good" if won else "plain")
    if view.seat is not None and not won:
        yield Paragraph(_own_end(view, view.seat))


def _cause(view: View, ending: Ending) -> str:
    """GU-13, SZ-10."""
    match ending.cause:
        case "last":
            return _("No one else has a unit or a factory left.")
        case "nobody":
            return _("The last units and factories of all fell in the same turn.")
        case "relics":
            return _("More than half of the relics were theirs for {turns} in a row.").format(
                turns=count_turns(FIGURES.relic_turns)
            )
        case "turns":
            return " ".join((_("The last turn is played."), _what_counted(view, ending)))


def _what_counted(view: View, ending: Ending) -> str:
    best = view.standing(ending.winners[0])
    factories = naming.count_factories(best.factories)
    match ending.decided_by:
        case "cost":
            return _(
                "Level with others on {factories}, the worth of the units decided: {turns} of "
                "production."
            ).format(factories=factories, turns=count_turns(best.cost))
        case "outposts":
            return _("Level with others on factories and worth, the outposts decided.")
        case "shared":
            return _("All that counts is level: {factories}, units worth {turns}.").format(
                factories=factories, turns=count_turns(best.cost)
            )
        case _:
            return _("Most deployed factories decided: {number}.").format(number=best.factories)


def _own_end(view: View, seat: Seat) -> str:
    out = view.side(seat).out
    if out is not None:
        told = _("You held out until turn {turn}. Thank you for playing.").format(turn=out)
        return " ".join((_last_blow(view, seat), told)) if out == view.turn else told
    own = rank_of(view, seat)
    return _("You end in place {place} of {players}. Thank you for playing.").format(
        place=own.place, players=len(view.players)
    )


def _last_blow(view: View, seat: Seat) -> str:
    by = {loss.by for loss in lost_by(view, seat) if loss.by is not None}
    if by:
        return _("{names} took the last that you had.").format(names=who(view, by))
    return _("Your last unit was lost for want of a factory.")


def _farewell(view: View, seat: Seat) -> Iterator[Block]:
    yield Paragraph(_last_blow(view, seat), "bad")
    side = view.side(seat)
    yield Paragraph(
        _("You made {units} and set up {factories}. Thank you for playing.").format(
            units=naming.count_units(side.units), factories=naming.count_factories(side.factories)
        )
    )
    yield Paragraph(_("You will go on receiving what everyone may see, until the end."))
