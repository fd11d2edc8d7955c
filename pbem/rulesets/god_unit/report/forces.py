"""One's own factories and units as the open turn's orders will find them, and what everyone knows
of the others (GU-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pbem.engine.api import Seat
from pbem.engine.blocks import NONE, few, left, right
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns, side_by_side
from pbem.engine.report import Block, Bullets, Paragraph, Section, Table
from pbem.maps.board import Square, square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import Factory, Piece, Site, Unit, banner
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_hit
from pbem.rulesets.god_unit.mechanics.plans import squares_in_range
from pbem.rulesets.god_unit.mechanics.position import Workshop, due, workshops
from pbem.rulesets.god_unit.view import Built, View

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


def factories_section(view: View, seat: Seat) -> Iterator[Section]:
    """As they stand now."""
    factories = view.factories_of(seat)
    if not factories:
        return
    shops = {shop.site.letter: shop for shop in workshops(view)}
    columns = (
        left(_("Factory")),
        left(_("Square")),
        left(_("Makes")),
        right(_("Turns worked")),
        left(_("Appears")),
        left(_("Repeats")),
    )
    rows = tuple(_factory_row(view, factory, shops[factory.site.letter]) for factory in factories)
    yield Section(_("Your factories"), (Table(columns, rows),))


def _factory_row(view: View, factory: Factory, shop: Workshop) -> tuple[str, ...]:
    site, work = factory.site, factory.work
    turn = due(site, work)
    if work is None or site.since is None or turn is None:
        return site.letter, square_name(site.square), _("nothing"), NONE, NONE, NONE
    progress = _("{done} of {cost}").format(
        done=view.open_turn - site.since, cost=work.product.cost
    )
    appears = _("turn {turn}").format(turn=turn)
    if shop.comes is not None:
        appears = _("turn {turn}, as unit {number}").format(turn=turn, number=shop.comes.number)
    return (
        site.letter,
        square_name(site.square),
        naming.design(work.product),
        progress,
        appears,
        _("yes") if work.repeat else _("no"),
    )


_MOST_GROUPS = 20
_MOST_DESIGNS = 15


def others_section(view: View) -> Iterator[Section]:
    """Factories and units of each living player but oneself."""
    seats = [seat for seat in view.seats if seat != view.seat and view.is_alive(seat)]
    shown = [seat for seat in seats if view.units_of(seat) or view.factories_of(seat)]
    if not shown:
        return
    heading = _("What the players have") if view.seat is None else _("What the others have")
    blocks: list[Block] = [Bullets(tuple(_player(view, seat) for seat in shown))]
    if any(factory.site.since is not None for factory in view.factories):
        blocks.append(
            Paragraph(
                _(
                    "In brackets: for how many turns a factory has worked on its present "
                    "product, which therefore takes so many at least."
                )
            )
        )
    yield Section(heading, tuple(blocks))


def _player(view: View, seat: Seat) -> str:
    field = Field(view.board, view.turn, view.units_of(seat))
    factories = [_their_factory(view, one.site) for one in view.factories_of(seat)]
    units = [_group(group) for group in groups(field, seat)]
    parts = []
    if factories:
        parts.append(
            ngettext("factory {factories}", "factories {factories}", len(factories)).format(
                factories=", ".join(factories)
            )
        )
    if units:
        parts.append(
            ngettext("unit {units}", "units {units}", view.standing(seat).units).format(
                units=_few_groups(units)
            )
        )
    return _("{name}: {what}.").format(name=view.name(seat), what=side_by_side(parts))


def _few_groups(units: Sequence[str]) -> str:
    if len(units) <= _MOST_GROUPS:
        return ", ".join(units)
    return _("{units} and more, see the map").format(units=", ".join(units[:_MOST_GROUPS]))


def _their_factory(view: View, site: Site) -> str:
    """ "A at c4 (3 turns)"."""
    worked = _("idle") if site.since is None else count_turns(view.open_turn - site.since)
    return _("{letter} at {square} ({worked})").format(
        letter=site.letter, square=square_name(site.square), worked=worked
    )


def _group(group: Group) -> str:
    """ "7 (D2 R3) at c4", "3+4 (grunt) at d5"."""
    return _("{numbers} ({design}) at {square}").format(
        numbers=naming.together(group.numbers),
        design=naming.state(group.one),
        square=square_name(group.one.square),
    )


# Designs ------------------------------------------------------------------------------


def designs_section(view: View) -> Iterator[Section]:
    """What others have built so far, what still stands and is dearest first."""
    known = [one for one in view.built if one.seat != view.seat]
    if not known or not view.turn or view.ending is not None:
        return
    ranked = sorted(known, key=lambda one: (not _count(view, one), -one.design.cost, one.seat))
    columns = (
        left(_("Design")),
        left(_("Player")),
        right(_("Takes turns")),
        right(_("First in turn")),
        right(_("Built")),
        right(_("Standing")),
    )
    blocks: list[Block] = [
        Table(columns, tuple(_design(view, one) for one in ranked[:_MOST_DESIGNS]))
    ]
    if len(ranked) > _MOST_DESIGNS:
        rest = ranked[_MOST_DESIGNS:]
        told = [
            _("{design} of {colour}").format(
                design=naming.design(one.design), colour=banner(one.seat)
            )
            for one in rest
        ]
        blocks.append(Paragraph(_("Besides: {designs}.").format(designs=few(told, 40))))
    heading = _("Designs seen") if view.seat is None else _("Designs of the others")
    yield Section(heading, tuple(blocks))


def _design(view: View, one: Built) -> tuple[str, ...]:
    return (
        naming.design(one.design),
        banner(one.seat),
        str(one.design.cost),
        str(one.first),
        str(one.count),
        str(_count(view, one)),
    )


def _count(view: View, one: Built) -> int:
    """How many of a design are on the board; factories, once deployed, are counted there."""
    return sum(unit.seat == one.seat and unit.design == one.design for unit in view.units)
