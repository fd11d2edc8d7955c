"""One's own factories and units as the open turn's orders will find them, and what everyone knows
of the others (GU-14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Seat
from pbem.engine.blocks import NONE, few, grouped, left, right, table
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns, side_by_side
from pbem.engine.report import Block, Bullets, Paragraph, Section, Table
from pbem.maps.board import Square, square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import Factory, Piece, Site, Unit, banner
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.forecast import chance_to_hit
from pbem.rulesets.god_unit.mechanics.plans import squares_in_range
from pbem.rulesets.god_unit.mechanics.position import Position, due
from pbem.rulesets.god_unit.view import Built, View

_MOST_ROWS, _FEW_ROWS = 6, 4
"""So many groups of units have rows of their own, and so many of a large army."""
_LARGE = 8
"""An army of more groups than these is large."""
_MOST_TARGETS = 2
"""So many squares in range are named in a cell; of a large army one."""
_MOST_NUMBERS = 8
_MOST_GROUPS = 20
_MOST_DESIGNS = 15
_MOST_BESIDES = 40


def groups(field: Field, seat: Seat) -> list[list[Unit]]:
    """The units of a seat, those together that are of the same design and state in the same square;
    in ascending order of each group's first number."""
    units = sorted(field.units(seat), key=lambda unit: unit.number)
    return [*grouped(units, lambda unit: (unit.square, unit.design, unit.phase)).values()]


def _numbers(units: Sequence[Unit]) -> list[str]:
    return [str(unit.number) for unit in units]


# One's own ----------------------------------------------------------------------------


def factories_section(position: Position) -> Iterator[Section]:
    """What each makes and when it comes, for the owner's eyes only."""
    columns = (
        left(_("Factory")),
        left(_("Square")),
        left(_("Makes")),
        right(_("Turns worked")),
        left(_("Appears")),
        left(_("Repeats")),
    )
    view, shops = position.view, position.shops
    rows = tuple(
        (
            factory.site.letter,
            square_name(factory.site.square),
            *_work(view, factory, shops[factory.site.letter].comes),
        )
        for factory in view.factories_of(position.seat)
    )
    # Deployed by the open turn, and to be told in it what to make.
    rows += tuple(
        (shop.site.letter, square_name(shop.site.square), _("nothing"), NONE, NONE, NONE)
        for shop in shops.values()
        if shop.fresh
    )
    if rows:
        yield Section(_("Your factories"), (Table(columns, rows),))


def _work(view: View, factory: Factory, comes: Unit | None) -> tuple[str, ...]:
    since, work, turn = factory.site.since, factory.work, due(factory.site, factory.work)
    if work is None or since is None:
        return _("nothing"), NONE, NONE, NONE
    done, cost = view.open_turn - since, work.product.cost
    appears = _("turn {turn}").format(turn=turn)
    if comes is not None:
        appears = _("turn {turn}, as unit {number}").format(turn=turn, number=comes.number)
    repeats = _("yes") if work.repeat else _("no")
    worked = _("{done} of {cost}").format(done=done, cost=cost)
    return naming.design(work.product), worked, appears, repeats


def army_section(position: Position) -> Iterator[Section]:
    """A table of them, those with something in range and the dear ones before all others."""
    found = groups(position.field, position.seat)
    if found:
        heading = _("Your units in turn {turn}").format(turn=position.view.open_turn)
        yield Section(heading, tuple(_army(position.field, found)))


def _army(field: Field, found: Sequence[Sequence[Unit]]) -> Iterator[Block]:
    weighty = sorted(
        found, key=lambda units: (not in_range(field, units[0]), -units[0].design.cost)
    )
    is_large = len(found) > _LARGE
    kept = weighty[: _FEW_ROWS if is_large else _MOST_ROWS]
    most = 1 if is_large else _MOST_TARGETS
    yield table(
        [units for units in found if units in kept],
        (left(_("Units")), lambda units: few(_numbers(units), _MOST_NUMBERS)),
        (left(_("Design")), lambda units: naming.state(units[0])),
        (left(_("Square")), lambda units: square_name(units[0].square)),
        (right(_("Moves")), lambda units: naming.far(units[0].levels.walk, NONE)),
        (right(_("Range")), lambda units: naming.far(units[0].levels.range, NONE)),
        (left(_("Could attack from there")), lambda units: _targets(field, units[0], most)),
    )
    rest = [units for units in found if units not in kept]
    if rest:
        told = side_by_side(_group(few(_numbers(units), _MOST_NUMBERS), units[0]) for units in rest)
        yield Paragraph(_("Besides: {units}.").format(units=told))


def in_range(field: Field, unit: Unit) -> tuple[Square, ...]:
    """Where enemies stand that a unit may attack in the open turn, the nearest first."""
    may_attack = unit.levels.is_armed and not field.truce
    return squares_in_range(field, unit) if may_attack else ()


def _targets(field: Field, unit: Unit, most: int) -> str:
    squares = in_range(field, unit)
    told, more = [odds_at(field, unit, square) for square in squares[:most]], ""
    if hidden := len(squares[most:]):
        more = ngettext("{n} more square", "{n} more squares", hidden).format(n=hidden)
    return side_by_side((*told, more)) or NONE


def odds_at(field: Field, unit: Unit, square: Square) -> str:
    """How likely one attack destroys what it is drawn for, as "d8: Blue 7 (83 %), B (42 %)"; where
    many stand, how many and the span of the chances."""
    told = _odds_against(unit, field.at(square))
    return _("{square}: {pieces}").format(square=square_name(square), pieces=told)


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
    span = _("{n} of {colour} ({low} to {high})")
    sentence = _("{n} of {colour} ({chance})") if low == high else span
    return sentence.format(n=len(pieces), colour=colour, chance=low, low=low, high=high)


def _group(numbers: str, unit: Unit) -> str:
    """ "7 (D2 R3) at c4", "3+4 (grunt) at d5"."""
    return _("{numbers} ({design}) at {square}").format(
        numbers=numbers, design=naming.state(unit), square=square_name(unit.square)
    )


# The others ---------------------------------------------------------------------------


def others_section(view: View) -> Iterator[Section]:
    """Factories and units of each living player but oneself."""
    seats = [seat for seat in view.seats if seat != view.seat and view.is_alive(seat)]
    shown = [seat for seat in seats if view.units_of(seat) or view.factories_of(seat)]
    if not shown:
        return
    heading = _("What the players have") if view.seat is None else _("What the others have")
    blocks: list[Block] = [Bullets(tuple(_player(view, seat) for seat in shown))]
    if any(factory.site.since is not None for factory in view.factories):
        told = _(
            "A factory with “(2 turns)” has worked on its present product for so long, and has "
            "not finished it."
        )
        blocks.append(Paragraph(told, "hint"))
    yield Section(heading, tuple(blocks), reference=True, kept=True)


def _player(view: View, seat: Seat) -> str:
    factories = [_site(view, one.site) for one in view.factories_of(seat)]
    units = [
        _group(naming.together(_numbers(alike)), alike[0])
        for alike in groups(Field(view.board, view.turn, view.units_of(seat)), seat)
    ]
    parts = []
    if factories:
        told = ngettext("factory {factories}", "factories {factories}", len(factories))
        parts.append(told.format(factories=", ".join(factories)))
    if units:
        listed = ", ".join(units[:_MOST_GROUPS])
        if len(units) > _MOST_GROUPS:
            listed = _("{units} and more, see the map").format(units=listed)
        told = ngettext("unit {units}", "units {units}", view.standing(seat).units)
        parts.append(told.format(units=listed))
    return _("{name}: {what}.").format(name=view.name(seat), what=side_by_side(parts))


def _site(view: View, site: Site) -> str:
    """ "A at c4 (3 turns)"."""
    worked = _("idle") if site.since is None else count_turns(view.open_turn - site.since)
    return _("{letter} at {square} ({worked})").format(
        letter=site.letter, square=square_name(site.square), worked=worked
    )


def designs_section(view: View) -> Iterator[Section]:
    """What others have built so far, what still stands and is dearest first."""

    def standing(one: Built) -> int:
        # Factories, once deployed, are counted as factories.
        return sum(unit.design == one.design for unit in view.units_of(one.seat))

    known = [one for one in view.built if one.seat != view.seat]
    if not known or not view.turn or view.ending is not None:
        return
    known.sort(key=lambda one: (not standing(one), -one.design.cost, one.seat))
    blocks: list[Block] = [
        table(
            known[:_MOST_DESIGNS],
            (left(_("Player")), lambda one: banner(one.seat)),
            (left(_("Design")), lambda one: naming.design(one.design)),
            (right(_("Takes turns")), lambda one: one.design.cost),
            (right(_("First in turn")), lambda one: one.first),
            (right(_("Built")), lambda one: one.count),
            (right(_("Alive")), standing),
        )
    ]
    rest = [
        _("{design} of {colour}").format(design=naming.design(one.design), colour=banner(one.seat))
        for one in known[_MOST_DESIGNS:]
    ]
    if rest:
        told = _("Besides: {designs}.").format(designs=few(rest, _MOST_BESIDES))
        blocks.append(Paragraph(told))
    heading = _("Designs seen") if view.seat is None else _("Designs of the others")
    yield Section(heading, (*blocks,), reference=True)
