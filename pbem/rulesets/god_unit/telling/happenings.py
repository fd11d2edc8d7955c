"""What everyone saw happen besides attacks: one entry a player and kind (GU-14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from pbem.engine.api import Seat
from pbem.engine.blocks import bullets, few, section
from pbem.engine.i18n import _
from pbem.engine.report import Section
from pbem.maps.board import square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.log import (
    Appeared,
    Completed,
    Deploying,
    Entry,
    Fallen,
    Initiative,
    Moved,
    Placed,
    Taken,
    Wasted,
)
from pbem.rulesets.god_unit.pieces import Name, banner
from pbem.rulesets.god_unit.view import View

E = TypeVar("E", bound=Entry)

_MOST = 25
"""So many things are told in one entry; the map shows all."""


def happenings_section(view: View) -> Iterator[Section]:
    """The turn's course, in its order."""
    yield from section(_("The turn"), bullets(_told(view)))


def _told(view: View) -> Iterator[str]:
    yield from _fallen(view)
    yield from _by_player(_entries(view, Placed), _("{who} set up {what}."), _placed)
    yield from _by_player(_entries(view, Completed), _("{who} deployed {what}."), _completed)
    yield from _by_player(
        _entries(view, Wasted), _("{who}, without a factory, lost {what}."), _standing
    )
    yield from _by_player(_entries(view, Appeared), _("{who} finished {what}."), _appeared)
    yield from _initiative(view)
    yield from _by_player(_entries(view, Moved), _("{who} moved {what}."), _moved)
    yield from _by_player(_entries(view, Deploying), _("{who} deploys {what}."), _standing)
    yield from _taken(view)


def _entries(view: View, kind: type[E]) -> tuple[E, ...]:
    return tuple(entry for entry in view.log if isinstance(entry, kind))


def _by_player(
    entries: Sequence[E], sentence: str, told: Callable[[E], tuple[Name, str]]
) -> Iterator[str]:
    """A sentence a player; pieces of which the same is told stand together, as "3+4 (a1-c2)"."""
    found: dict[Seat, dict[str, list[str]]] = {}
    for entry in entries:
        piece, what = told(entry)
        found.setdefault(piece.seat, {}).setdefault(what, []).append(piece.name)
    for seat in sorted(found):
        parts = [f"{'+'.join(names)} {what}" for what, names in found[seat].items()]
        yield sentence.format(who=banner(seat), what=few(parts, _MOST))


def _placed(entry: Placed) -> tuple[Name, str]:
    return entry.factory, _("at {square}").format(square=square_name(entry.square))


def _completed(entry: Completed) -> tuple[Name, str]:
    name, what = _standing(entry)
    return entry.factory or name, what


def _standing(entry: Completed | Wasted | Deploying) -> tuple[Name, str]:
    return entry.unit, _("({design}) at {square}").format(
        design=naming.design(entry.design), square=square_name(entry.square)
    )


def _appeared(entry: Appeared) -> tuple[Name, str]:
    return entry.unit, _("({design}) in {factory} at {square}").format(
        design=naming.design(entry.design),
        factory=entry.factory.name,
        square=square_name(entry.square),
    )


def _moved(entry: Moved) -> tuple[Name, str]:
    """Where from and where to; the map has the way."""
    return entry.unit, f"({square_name(entry.path[0])}-{square_name(entry.path[-1])})"


def _initiative(view: View) -> Iterator[str]:
    for entry in _entries(view, Initiative):
        told = [f"{banner(seat)} {_dice(dice)}" for seat, dice in entry.order]
        yield _("Initiative: {order}.").format(order=", ".join(told))


def _dice(dice: Sequence[int]) -> str:
    """A die, and those that were rolled again after a tie: "4-6"."""
    return "-".join(map(str, dice))


def _taken(view: View) -> Iterator[str]:
    kinds = {thing.square: thing.kind for thing in view.things}
    for entry in _entries(view, Taken):
        relic = kinds.get(entry.square) == "relic"
        if entry.before is None:
            sentence = (
                _("{who} holds the relic at {square} now.")
                if relic
                else _("{who} holds the outpost at {square} now.")
            )
        else:
            sentence = (
                _("{who} took the relic at {square} from {before}.")
                if relic
                else _("{who} took the outpost at {square} from {before}.")
            )
        yield sentence.format(
            who=banner(entry.seat),
            square=square_name(entry.square),
            before=banner(entry.before) if entry.before else "",
        )


def _fallen(view: View) -> Iterator[str]:
    for entry in _entries(view, Fallen):
        yield _("{name} has neither units nor factories left and is out.").format(
            name=view.name(entry.seat)
        )
