"""One's own units as the open turn's orders will find them, and what they could attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pbem.engine.api import Seat
from pbem.engine.blocks import NONE, few, left, right
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import side_by_side
from pbem.engine.report import Block, Paragraph, Section, Table
from pbem.maps.board import Square, square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.pieces import Piece, Unit, banner
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.reckoning.odds import chance_to_hit
from pbem.rulesets.god_unit.reckoning.plans import squares_in_range
from pbem.rulesets.god_unit.view import View

_MOST_ROWS = 25
_MOST_TARGETS = 3
"""So many squares in range are named in a cell."""
_MOST_NUMBERS = 8


class Group(msgspec.Struct, frozen=True):
    """Units that are alike: of the same design and state, in the same square."""

    units: tuple[Unit, ...]

    @property
    def one(self) -> Unit:
        """Any of them, as an example."""
        return self.units[0]

    @property
    def numbers(self) -> tuple[str, ...]:
        return tuple(str(unit.number) for unit in self.units)


def groups(field: Field, seat: Seat) -> tuple[Group, ...]:
    """All units of a seat, in ascending order of each group's first number."""
    found: dict[tuple[object, ...], list[Unit]] = {}
    for unit in sorted(field.units(seat), key=lambda unit: unit.number):
        found.setdefault((unit.square, unit.design, unit.phase), []).append(unit)
    return tuple(Group(tuple(units)) for units in found.values())


def in_range(field: Field, unit: Unit) -> tuple[Square, ...]:
    """Where enemies stand that a unit may attack in the open turn, the nearest first."""
    if field.truce or not unit.levels.is_armed:
        return ()
    return squares_in_range(field, unit)


def army_section(view: View, seat: Seat, field: Field) -> Iterator[Section]:
    """A table of them, those with something in range and the dear ones before all others."""
    found = groups(field, seat)
    if found:
        heading = _("Your units in turn {turn}").format(turn=view.open_turn)
        yield Section(heading, tuple(_army(view, field, found)))


def _army(view: View, field: Field, found: Sequence[Group]) -> Iterator[Block]:
    weighty = sorted(found, key=lambda group: _weight(field, group))[:_MOST_ROWS]
    columns = (
        left(_("Units")),
        left(_("Design")),
        left(_("Square")),
        right(_("Moves")),
        right(_("Range")),
        left(_("Could attack from there")),
    )
    shown = [group for group in found if group in weighty]
    yield Table(columns, tuple(_row(field, group) for group in shown))
    rest = [group for group in found if group not in weighty]
    if rest:
        told = [
            _("{numbers} ({design}) at {square}").format(
                numbers=few(group.numbers, _MOST_NUMBERS),
                design=naming.state(group.one),
                square=square_name(group.one.square),
            )
            for group in rest
        ]
        yield Paragraph(_("Besides: {units}.").format(units=side_by_side(told)))


def _weight(field: Field, group: Group) -> tuple[bool, int]:
    return not in_range(field, group.one), -group.one.design.cost


def _row(field: Field, group: Group) -> tuple[str, ...]:
    levels = group.one.levels
    targets = [odds_at(field, group.one, square) for square in in_range(field, group.one)]
    return (
        few(group.numbers, _MOST_NUMBERS),
        naming.state(group.one),
        square_name(group.one.square),
        naming.far(levels.walk) if levels.walk else NONE,
        naming.far(levels.range) if levels.is_armed else NONE,
        side_by_side(_few(targets)) or NONE,
    )


def _few(targets: Sequence[str]) -> Iterator[str]:
    yield from targets[:_MOST_TARGETS]
    if len(targets) > _MOST_TARGETS:
        more = len(targets) - _MOST_TARGETS
        yield ngettext("{n} more square", "{n} more squares", more).format(n=more)


def odds_at(field: Field, unit: Unit, square: Square) -> str:
    """How likely one attack destroys what it is drawn for, as "d8: Blue 7 (83 %), B (42 %)"; where
    many stand, how many and the span of the chances."""
    pieces = field.at(square)
    return _("{square}: {pieces}").format(
        square=square_name(square), pieces=_odds_against(unit, pieces)
    )


def _odds_against(unit: Unit, pieces: Sequence[Piece]) -> str:
    chances = [chance_to_hit(unit.levels.attack, piece.levels.defence) for piece in pieces]
    colour = banner(pieces[0].seat)
    if len(pieces) <= _MOST_TARGETS:
        told = [
            f"{piece.name.name} ({naming.percent(chance)})"
            for piece, chance in zip(pieces, chances, strict=True)
        ]
        return f"{colour} {', '.join(told)}"
    low, high = naming.percent(min(chances)), naming.percent(max(chances))
    if low == high:
        return _("{n} of {colour} ({chance})").format(n=len(pieces), colour=colour, chance=low)
    return _("{n} of {colour} ({low} to {high})").format(
        n=len(pieces), colour=colour, low=low, high=high
    )
