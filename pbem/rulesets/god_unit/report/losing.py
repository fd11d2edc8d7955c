"""Why a game was lost, so that its loser knows what to do otherwise the next time."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns
from pbem.maps.board import distance
from pbem.maps.paths import DIAGONAL
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import FACTORY
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_hit
from pbem.rulesets.god_unit.view import Attacked, Ending, Roll, View

_STRONG = 0.75
"""Attacks that win so often are told as what decided."""


def why_out(view: View, seat: Seat) -> Iterator[str]:
    """What took the last pieces in the turn that is told (range, strength or numbers), and when the
    last factory went before that."""
    yield from _blow(view, seat)
    stood = [turn for turn, row in enumerate(view.history) if row[seat - 1].factories]
    if stood and view.turn - stood[-1] > 1:
        told = _("Your last factory was lost in turn {turn}: without one units waste away.")
        yield told.format(turn=stood[-1] + 1)


def _blow(view: View, seat: Seat) -> Iterator[str]:
    attacks = [
        (entry, roll)
        for entry in view.log
        if isinstance(entry, Attacked)
        for roll in entry.rolls
        if roll.target.seat == seat
    ]
    hits = [(entry, roll) for entry, roll in attacks if roll.hit]
    if not hits:
        return
    own = max(roll.design.range for _entry, roll in hits)
    entry, roll = max(hits, key=lambda one: distance(one[0].square, one[1].square))
    far = distance(entry.square, roll.square)
    chance = sum(_chance(*one) for one in attacks) / len(attacks)
    if far > max(own, DIAGONAL):
        told = _("You lost to range: {unit} ({design}) struck over {far}; yours reached {own}.")
        if not own:
            told = _("You lost to range: {unit} ({design}) struck over {far}; you had none left.")
    elif chance >= _STRONG:
        told = _("You lost to strength: an attack on you won with {chance} on the average.")
    else:
        told = ngettext(
            "You lost to numbers: {n} attack came upon you, winning with {chance}.",
            "You lost to numbers: {n} attacks came upon you, each winning with {chance} on the "
            "average.",
            len(attacks),
        )
    yield told.format(
        unit=entry.unit,
        design=naming.design(entry.design),
        far=naming.count_squares(far),
        own=naming.count_squares(own),
        n=len(attacks),
        chance=naming.percent(chance),
    )


def _chance(entry: Attacked, roll: Roll) -> float:
    return float(chance_to_hit(entry.design.attack, roll.defence[1] if roll.defence else 0))


def why_behind(view: View, ending: Ending, seat: Seat) -> Iterator[str]:
    """What a seat that still stands lacked when the turns were over."""
    if ending.cause != "turns" or not ending.winners:
        return
    best, own = view.standing(ending.winners[0]), view.standing(seat)
    if own.factories < best.factories:
        yield _("You lost on factories: {own} against {best}.").format(
            own=naming.count_factories(own.factories), best=naming.count_factories(best.factories)
        )
        counts = [row[seat - 1].factories for row in view.history]
        fell = [turn for turn in range(1, len(counts)) if counts[turn] < counts[turn - 1]]
        if fell:
            told = _("You lost one in turn {turn}; to make another takes {turns}.")
            yield told.format(turn=fell[-1], turns=count_turns(FACTORY.cost))
    elif own.cost < best.cost:
        told = _("You lost on worth: units of {own} of production against {best}.")
        yield told.format(own=count_turns(own.cost), best=count_turns(best.cost))
