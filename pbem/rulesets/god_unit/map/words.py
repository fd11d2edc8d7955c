"""What the board map tells in words: tips, the turn it shows, and its facts for who cannot
see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.drawing.grid import Frame
from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns, side_by_side
from pbem.maps.board import square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import Factory, Site, Thing, Unit, banner
from pbem.rulesets.god_unit.map.cards import IDLE, Stack
from pbem.rulesets.god_unit.mechanics.position import due
from pbem.rulesets.god_unit.view import View

_NAMED = 12
"""Pieces that a tip names, at most."""
_PER_SEAT = 160
"""Characters for the squares of one seat's units, at most."""


def board_title(view: View) -> str:
    """Which moment the whole board is shown at."""
    if view.is_placing:
        return _("The board before factories are placed")
    if view.turn == 0:
        return _("The board at the start")
    return _("The board after turn {turn}").format(turn=view.turn)


def sheet_title(view: View, frame: Frame) -> str:
    """Which part of the board is shown, and when."""
    first, last = corners(frame)
    if view.turn == 0:
        return _("Squares {first} to {last} at the start").format(first=first, last=last)
    return _("Squares {first} to {last} after turn {turn}").format(
        first=first, last=last, turn=view.turn
    )


def corners(frame: Frame) -> tuple[str, str]:
    """The names of a frame's first and last square."""
    return square_name(frame.first), square_name(frame.last)


def stack_tip(view: View, stack: Stack) -> str:
    """A square's pieces; of one's own factory also what it makes."""
    parts = [
        _("{square}: {owner}").format(square=square_name(stack.square), owner=view.name(stack.seat))
    ]
    if stack.site is not None:
        seen = next(f for f in view.factories if f.site.name == stack.site.name)
        parts.append(_factory(seen, stack))
    parts += [_unit(unit) for unit in stack.units[:_NAMED]]
    hidden = len(stack.units) - _NAMED
    if hidden > 0:
        parts.append(_("and {number} more").format(number=hidden))
    return " · ".join(parts)


def _factory(seen: Factory, stack: Stack) -> str:
    work = _("idles") if stack.worked == IDLE else _turns(int(stack.worked))
    told = _("factory {letter}, {work}").format(letter=seen.site.letter, work=work)
    if seen.work is None:
        return told
    return _("{factory}, makes {product}, in turn {turn}").format(
        factory=told,
        product=naming.product(seen.work.product, repeat=seen.work.repeat),
        turn=due(seen.site, seen.work),
    )


def _turns(turns: int) -> str:
    return _("{turns} on its product").format(turns=count_turns(turns))


def _unit(unit: Unit) -> str:
    return _("{number}: {design}").format(number=unit.number, design=naming.state(unit))


def thing_tip(view: View, thing: Thing) -> str:
    """A relic or outpost, and who holds it."""
    kind = _("relic") if thing.kind == "relic" else _("outpost")
    holder = _("nobody") if thing.holder is None else view.name(thing.holder)
    return _("{kind} in {square}, held by {holder}").format(
        kind=kind, square=square_name(thing.square), holder=holder
    )


def home_tip(view: View, seat: Seat) -> str:
    return _("home of {player}").format(player=view.name(seat))


def counted(view: View, seat: Seat) -> str:
    """How many factories and units a seat has."""
    return _("{factories}, {units}").format(
        factories=naming.count_factories(len(view.factories_of(seat))),
        units=naming.count_units(len(view.units_of(seat))),
    )


def alt_text(view: View, stacks: Iterable[Stack], title: str) -> str:
    """Each seat's factories and units in these stacks, by square; the same for every seat. Who
    is in the game but has nothing there is left out."""
    held: dict[Seat, list[Stack]] = {seat: [] for seat in view.seats}
    for stack in stacks:
        held[stack.seat].append(stack)
    seats = filter(None, (_alt_of(view, seat, held[seat]) for seat in view.seats))
    return ". ".join((title, *seats)) + "."


def _alt_of(view: View, seat: Seat, stacks: list[Stack]) -> str:
    if not view.is_alive(seat):
        return _("{name}: out").format(name=view.name(seat))
    if view.is_placing:
        first, last = view.homes[seat - 1].zone[0], len(view.homes[seat - 1].zone)
        return _("{name}: home of {number} squares around {square}").format(
            name=banner(seat), number=last, square=square_name(first)
        )
    what = side_by_side((*_alt_factories(stacks), *_alt_army(stacks)))
    return _("{name}: {what}").format(name=banner(seat), what=what) if what else ""


def _alt_factories(stacks: list[Stack]) -> Iterator[str]:
    """ "factories A b2 (4), B c3 (–)"."""
    told = [_alt_site(stack, stack.site) for stack in stacks if stack.site is not None]
    if told:
        yield ngettext("factory {factories}", "factories {factories}", len(told)).format(
            factories=", ".join(told)
        )


def _alt_site(stack: Stack, site: Site) -> str:
    return f"{site.letter} {square_name(site.square)} ({stack.worked})"


def _alt_army(stacks: list[Stack]) -> Iterator[str]:
    """ "units d2, e4 ×3"."""
    told = list(_alt_units(stack for stack in stacks if stack.units))
    if told:
        count = sum(len(stack.units) for stack in stacks)
        yield ngettext("unit {units}", "units {units}", count).format(
            units=_within(told, _PER_SEAT)
        )


def _alt_units(stacks: Iterable[Stack]) -> Iterator[str]:
    for stack in stacks:
        count = f" ×{len(stack.units)}" if len(stack.units) > 1 else ""
        yield f"{square_name(stack.square)}{count}"


def _within(parts: list[str], room: int) -> str:
    """As many parts as fit, and how many more there are."""
    told: list[str] = []
    used = 0
    for part in parts:
        used += len(part) + 2
        if used > room:
            told.append(_("{number} squares more").format(number=len(parts) - len(told)))
            break
        told.append(part)
    return ", ".join(told)
