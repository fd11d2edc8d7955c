"""What production will do before the open turn's actions (GU-9, GU-12), as far as a view tells.

What comes is announced with its number or letter, so that orders can name it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import msgspec

from pbem.engine.api import Seat
from pbem.rulesets.god_unit.figures import (
    FIGURES,
    Design,
    Name,
    Phase,
    Piece,
    Site,
    Unit,
    Work,
    factory_letter,
    unit_name,
)
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import Produce
from pbem.rulesets.god_unit.view import View


class Workshop(msgspec.Struct, frozen=True):
    """An own factory as it will stand when the open turn's PRODUCE orders take effect, or after.

    ``work`` None: it idles then. ``comes`` is what it finishes in that turn, if it does;
    ``fresh`` tells that it has only just been deployed; ``lost`` turns of work were given up.
    """

    site: Site
    work: Work | None
    comes: Unit | None = None
    fresh: bool = False
    lost: int = 0

    @property
    def due(self) -> int | None:
        """The turn in which its product appears."""
        return due(self.site, self.work)


def due(site: Site, work: Work | None) -> int | None:
    """The turn in which a factory's product appears (GU-9)."""
    if work is None or site.since is None:
        return None
    return site.since + work.product.cost


def finished(site: Site, work: Work, turn: int) -> Workshop:
    """A factory whose product appears in that turn: it goes on, or idles (GU-9)."""
    if not work.repeat:
        return Workshop(msgspec.structs.replace(site, since=None), None)
    return Workshop(msgspec.structs.replace(site, since=turn), work)


def switched(site: Site, before: Work | None, order: Produce, turn: int) -> Workshop:
    """A factory that is told something (GU-8, GU-9): another product loses all progress; the
    present one named again, none."""
    same = before is not None and before.product == order.product
    lost = 0 if before is None or same or site.since is None else turn - site.since
    if order.product is None:
        return Workshop(msgspec.structs.replace(site, since=None), None, lost=lost)
    site = msgspec.structs.replace(site, since=site.since if same else turn)
    return Workshop(site, Work(order.product, order.repeat), lost=lost)


def is_truce(options: Options, turn: int) -> bool:
    """SZ-8."""
    return options.board == "syzygy" and turn <= FIGURES.truce


def emerging(seat: Seat, number: int, design: Design, site: Site) -> Unit:
    """A unit that a factory has finished (GU-12)."""
    phase: Phase = "undeployed" if design.unfolds else "ready"
    return Unit(seat, number, design, site.square, phase)


def workshops(view: View) -> tuple[Workshop, ...]:
    """The viewing seat's factories once the open turn's production is done, by letter."""
    if view.seat is None:
        return ()
    number = view.side(view.seat).units
    found: list[Workshop] = []
    for factory in view.factories_of(view.seat):
        if due(factory.site, factory.work) != view.open_turn or factory.work is None:
            found.append(Workshop(factory.site, factory.work))
            continue
        number += 1
        comes = emerging(view.seat, number, factory.work.product, factory.site)
        shop = finished(factory.site, factory.work, view.open_turn)
        found.append(msgspec.structs.replace(shop, comes=comes))
    fresh = (site for site in deployed(view) if site.seat == view.seat)
    return (*found, *(Workshop(site, None, fresh=True) for site in fresh))


def deployed(view: View) -> tuple[Site, ...]:
    """The factories, of all seats, whose deployment the open turn completes (GU-12)."""
    made = {seat: view.side(seat).factories for seat in view.seats}
    found = []
    for unit in view.units:
        if unit.design.is_factory and unit.phase == "deploying":
            letter = factory_letter(made[unit.seat])
            made[unit.seat] += 1
            found.append(Site(unit.seat, letter, unit.square))
    return tuple(found)


def field_of(view: View) -> Field:
    """The board as the open turn's actions will find it, as far as this view tells: what
    others' factories may finish is unseen, and attrition is not taken off."""
    pieces: list[Piece] = [factory.site for factory in view.factories]
    pieces += deployed(view)
    for unit in view.units:
        if unit.phase != "deploying":
            pieces.append(unit)
        elif not unit.design.is_factory:
            pieces.append(msgspec.structs.replace(unit, phase="ready"))
    pieces += [shop.comes for shop in workshops(view) if shop.comes is not None]
    turn = view.open_turn
    truce = is_truce(view.options, turn)
    return Field(view.board, turn, pieces, truce=truce, unseen=_unseen(view))


def _unseen(view: View) -> Iterator[Name]:
    """The next numbers of others, as many as their factories could finish at once."""
    for seat in view.seats:
        if seat != view.seat:
            seen = view.side(seat).units
            working = at_work(view, seat)
            yield from (unit_name(seat, number) for number in range(seen + 1, seen + working + 1))


def at_work(view: View, seat: Seat) -> int:
    """How many factories of a seat work on something (GU-14)."""
    return sum(factory.site.since is not None for factory in view.factories_of(seat))


@dataclass(frozen=True)
class Position:
    """A playing seat's view, and the board as the open turn's actions will find it (GU-9)."""

    view: View
    seat: Seat

    @cached_property
    def field(self) -> Field:
        return field_of(self.view)

    @cached_property
    def shops(self) -> Mapping[str, Workshop]:
        """Own factories by letter; of those still to be placed (GU-7) nobody knows where."""
        if self.view.is_placing:
            letters = map(factory_letter, range(self.view.options.factories))
            return {one: Workshop(Site(self.seat, one, (0, 0)), None) for one in letters}
        return {shop.site.letter: shop for shop in workshops(self.view)}

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters of own factories."""
        return tuple(self.shops)

    @cached_property
    def units(self) -> Mapping[int, Unit]:
        """Own units by number, with those that come this turn."""
        units = sorted(self.field.units(self.seat), key=lambda unit: unit.number)
        return {unit.number: unit for unit in units}

    @cached_property
    def numbers(self) -> str:
        """The numbers of own units: "1, 12-17"; empty where there is none."""
        runs: list[list[int]] = []
        for number in self.units:
            if runs and number == runs[-1][-1] + 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        return ", ".join(f"{run[0]}-{run[-1]}" if run[1:] else f"{run[0]}" for run in runs)


@dataclass(frozen=True)
class Situation:
    """Who reads or orders. `busy` are units with lines above, `named` those with orders before in
    the same line, and factories."""

    view: View
    position: Position | None = None
    busy: frozenset[int] = frozenset()
    named: frozenset[int | str] = frozenset()

    @property
    def here(self) -> Position:
        """For who may order something."""
        assert self.position is not None
        return self.position
