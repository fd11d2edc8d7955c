"""What everyone knows of the others: factories and how long each has worked, units, designs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Seat
from pbem.engine.blocks import few, left, right
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns, side_by_side
from pbem.engine.report import Block, Bullets, Paragraph, Section, Table
from pbem.maps.board import square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.pieces import Site, banner
from pbem.rulesets.god_unit.reckoning.field import Field
from pbem.rulesets.god_unit.telling.army import Group, groups
from pbem.rulesets.god_unit.view import Built, View

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
    factories = [_factory(view, one.site) for one in view.factories_of(seat)]
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


def _factory(view: View, site: Site) -> str:
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
    ranked = sorted(known, key=lambda one: (not _standing(view, one), -one.design.cost, one.seat))
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
        str(_standing(view, one)),
    )


def _standing(view: View, one: Built) -> int:
    """How many of a design are on the board; factories, once deployed, are counted there."""
    return sum(unit.seat == one.seat and unit.design == one.design for unit in view.units)
