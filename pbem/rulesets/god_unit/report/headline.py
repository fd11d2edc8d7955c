"""The turn in one sentence: the weightiest of what happened, then what one has left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Event, Seat
from pbem.engine.blocks import few, only
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns, in_a_row, sentence
from pbem.engine.ranking import with_own_end
from pbem.maps.board import square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.events import Finished
from pbem.rulesets.god_unit.figures import Name, banner
from pbem.rulesets.god_unit.mechanics.forecast import threats
from pbem.rulesets.god_unit.mechanics.position import field_of
from pbem.rulesets.god_unit.report import gone, gone_of, lost_by, who
from pbem.rulesets.god_unit.report.news import failures
from pbem.rulesets.god_unit.report.standings import ranks_of, standing, who_won
from pbem.rulesets.god_unit.view import (
    Appeared,
    Attacked,
    Fallen,
    Moved,
    Placed,
    View,
    losses,
)

GODLIKE = 10
"""From this cost on a unit that appears is news to everyone."""

_MOST_NAMED = 3
_MOST_NEWS = 3
"""So many clauses about what happened stand before what is left."""


def headline(view: View, news: Sequence[Event]) -> str:
    """What the mail's preview says."""
    if view.ending is not None:
        won = view.seat in view.ending.winners
        return with_own_end(who_won(view, view.ending), standing(view), won=won)
    if view.turn == 0:
        return _beginning(view)
    if view.seat is None or not view.is_alive(view.seat):
        return sentence([*_leader(view), *list(_public(view))[:_MOST_NEWS]])
    told = list(_own(view, view.seat, news))[:_MOST_NEWS]
    if not told:
        is_spared = any(losses(view.log))
        told = [_("nothing of yours was attacked") if is_spared else _("a quiet turn")]
    return sentence([*told, _left(view, view.seat)])


def _beginning(view: View) -> str:
    if view.seat is None:
        return _("The game begins: turn 1 awaits its orders.")
    if view.is_placing:
        return ngettext(
            "You are {colour}: choose a square for your factory, and what it is to make.",
            "You are {colour}: choose squares for your {n} factories, and what they are to make.",
            view.options.factories,
        ).format(colour=banner(view.seat), n=view.options.factories)
    return _("You are {colour}, with {units} to begin with: turn 1 awaits your orders.").format(
        colour=banner(view.seat), units=naming.count_units(view.standing(view.seat).units)
    )


def _own(view: View, seat: Seat, news: Sequence[Event]) -> Iterator[str]:
    """The weightiest first: what was lost and won, who fell, gods, and lines that did nothing."""
    placed = [one for one in only(Placed, view.log) if one.factory.seat == seat]
    if placed:
        yield ngettext(
            "your factory stands at {squares}", "your factories stand at {squares}", len(placed)
        ).format(squares=in_a_row([square_name(entry.square) for entry in placed]))
    lost = lost_by(view, seat)
    wasted = [loss for loss in lost if loss.by is None]
    taken = [loss for loss in lost if loss.by is not None]
    if taken:
        colours = in_a_row(sorted({banner(loss.by) for loss in taken if loss.by}))
        yield _("you lost {pieces} to {colours}").format(pieces=gone(taken), colours=colours)
    if wasted:
        yield _("you lost {pieces} for want of a factory").format(pieces=gone(wasted))
    won = [loss for loss in losses(view.log) if loss.by == seat]
    if won:
        yield _("you destroyed {pieces}").format(pieces=gone_of(won))
    tried = [one for one in only(Attacked, view.log) if one.unit.seat == seat and one.rolls]
    if tried and not won:
        yield ngettext(
            "the attack of {n} unit of yours destroyed nothing",
            "the attacks of {n} units of yours destroyed nothing",
            len(tried),
        ).format(n=len(tried))
    yield from _fallen(view)
    yield from _gods(view)
    attacks = sum(seat in entry.attacked for entry in only(Attacked, view.log))
    if attacks and not taken:
        told = ngettext("the attack of {n} unit", "the attacks of {n} units", attacks)
        withstood = _("you withstood {attackers} without a loss")
        yield withstood.format(attackers=told.format(n=attacks))
    stuck = len(failures(view, news))
    if stuck:
        yield ngettext(
            "{n} line of yours could not be carried out",
            "{n} lines of yours could not be carried out",
            stuck,
        ).format(n=stuck)
    come = _come(view, seat)
    if come and not attacks:
        yield ngettext(
            "{units} has come into range of you", "{units} have come into range of you", len(come)
        ).format(units=few([str(name) for name in come], _MOST_NAMED))
    made = len(only(Finished, news))
    if made:
        yield _("your factories made {units}").format(units=naming.count_units(made))


def _come(view: View, seat: Seat) -> list[Name]:
    """The others' units that appeared or moved, and could attack what the reader has."""
    fresh = {one.unit for one in view.log if isinstance(one, Appeared | Moved)}
    foes = {foe.name for threat in threats(field_of(view), seat) for foe in threat.foes}
    return sorted(foes & fresh, key=str)


def _fallen(view: View) -> Iterator[str]:
    others = [entry.seat for entry in only(Fallen, view.log) if entry.seat != view.seat]
    if others:
        told = ngettext("{names} is out", "{names} are out", len(others))
        yield told.format(names=who(view, others))


def _gods(view: View) -> Iterator[str]:
    """Units of others that took long to make; who makes one knows."""
    for entry in only(Appeared, view.log):
        is_god = not entry.design.is_factory and entry.design.cost >= GODLIKE
        if is_god and entry.unit.seat != view.seat:
            yield _("{unit} has appeared, {turns} in the making: {design}").format(
                unit=entry.unit,
                turns=count_turns(entry.design.cost),
                design=naming.design(entry.design),
            )


def _left(view: View, seat: Seat) -> str:
    now = view.standing(seat)
    if view.is_wasting(seat):
        if view.is_doomed(seat):
            return _(
                "without a factory you lose your last unit when the next turn begins, so nothing "
                "is asked of you"
            )
        return ngettext(
            "without a factory you lose one of your {n} units each turn",
            "without a factory you lose one of your {n} units each turn",
            now.units,
        ).format(n=now.units)
    return standing(view)


def _leader(view: View) -> Iterator[str]:
    """Who is out is told so before."""
    if view.seat is not None and view.side(view.seat).out == view.turn:
        yield _("your last piece is gone and you are out of the game")
    best = [rank for rank in ranks_of(view) if rank.place == 1]
    if len(best) == len(view.players):
        yield _("after turn {turn} all are level").format(turn=view.turn)
        return
    yield ngettext(
        "after turn {turn} {names} leads with {factories} and {units}",
        "after turn {turn} {names} lead with {factories} and {units} each",
        len(best),
    ).format(
        turn=view.turn,
        names=who(view, [rank.seat for rank in best]),
        factories=naming.count_factories(best[0].now.factories),
        units=naming.count_units(best[0].now.units),
    )


def _public(view: View) -> Iterator[str]:
    yield from _fallen(view)
    factories = [loss for loss in losses(view.log) if loss.piece.is_factory]
    units = sum(not loss.piece.is_factory for loss in losses(view.log))
    if factories:
        told = ngettext("{pieces} was lost", "{pieces} were lost", len(factories))
        yield told.format(pieces=gone_of(factories))
    if units:
        told = ngettext("{units} fell", "{units} fell", units)
        yield told.format(units=naming.count_units(units))
    yield from _gods(view)
