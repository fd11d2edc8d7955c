"""A seat's personal report, made from its view and the events for it alone."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.api import Event
from pbem.engine.i18n import _, ngettext
from pbem.engine.report import Column, Report, Section, Table
from pbem.rulesets.hegemon.account import account_sections
from pbem.rulesets.hegemon.chart import points_by_turn
from pbem.rulesets.hegemon.opening import opening_sections
from pbem.rulesets.hegemon.ranking import Rank, ranking
from pbem.rulesets.hegemon.standing import Ending
from pbem.rulesets.hegemon.template import order_template
from pbem.rulesets.hegemon.view import View
from pbem.rulesets.hegemon.wording import in_a_row, signed


def make_report(view: View, news: Sequence[Event]) -> Report:
    """Headline, standings, what came of the own move, the chart, and lines to order with."""
    ranks = ranking(view)
    return Report(
        title=_title(view),
        headline=_headline(view, ranks),
        sections=(
            *opening_sections(view),
            _standings(view, ranks),
            *account_sections(view, news),
            Section(_("Points by turn"), (points_by_turn(view),)),
        ),
        template=order_template(view),
    )


def _title(view: View) -> str:
    if view.ending is not None:
        return _("Hegemon: the end, after turn {turn}").format(turn=view.turn)
    if view.turn == 0:
        return _("Hegemon: welcome")
    return _("Hegemon: {turn}").format(turn=_turn_of(view))


def _turn_of(view: View) -> str:
    last = view.options.last_turn
    if last is None:
        return _("turn {turn}").format(turn=view.turn)
    return _("turn {turn} of {last}").format(turn=view.turn, last=last)


def _headline(view: View, ranks: Sequence[Rank]) -> str:
    if view.ending is not None:
        return _who_won(view, view.ending)
    if view.turn == 0:
        return _("The game begins: turn 1 awaits your move.")
    if view.seat is None:
        best = [rank for rank in ranks if rank.place == 1]
        names = in_a_row([view.name(rank.seat) for rank in best])
        return _("After {turn} {names} leads with {score} points.").format(
            turn=_turn_of(view), names=names, score=best[0].score
        )
    own = next(rank for rank in ranks if rank.seat == view.seat)
    return _("After {turn} you hold {score} points ({change}), place {place} of {players}.").format(
        turn=_turn_of(view),
        score=own.score,
        change=signed(own.change),
        place=own.place,
        players=len(ranks),
    )


def _standings(view: View, ranks: Sequence[Rank]) -> Section:
    columns = (
        Column(_("Place"), "right"),
        Column(_("Player")),
        *(Column(item, "right") for item in view.options.items),
        Column(_("Total"), "right"),
        Column(_("Change"), "right"),
    )
    rows = tuple(
        (
            str(rank.place),
            view.name(rank.seat),
            *(str(value) for value in view.now.points[rank.seat - 1]),
            str(rank.score),
            signed(rank.change),
        )
        for rank in ranks
    )
    own = tuple(index for index, rank in enumerate(ranks) if rank.seat == view.seat)
    heading = _("Final standings") if view.ending is not None else _("Standings")
    return Section(heading, (Table(columns, rows, mark=own),))


def _who_won(view: View, ending: Ending) -> str:
    if view.seat in ending.winners:
        if len(ending.winners) == 1:
            return _("You have won: you are the hegemon.")
        return _("You have won, together with {names}.").format(
            names=in_a_row([view.name(seat) for seat in ending.winners if seat != view.seat])
        )
    names = in_a_row([view.name(seat) for seat in ending.winners])
    return ngettext(
        "{names} has won and is the hegemon.", "{names} have won together.", len(ending.winners)
    ).format(names=names)
