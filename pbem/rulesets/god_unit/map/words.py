"""What the board map tells in words: tips, the turn it shows, and its facts for who cannot
see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from pbem.drawing.grid import Frame
from pbem.engine.api import Seat
from pbem.engine.blocks import grouped, listed
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import count_turns, side_by_side
from pbem.engine.report import Signs
from pbem.maps.board import LAND, ROCK, SEA, square_name
from pbem.maps.board import in_signs as in_rows
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import Factory, Thing, banner
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
    owner = _("{square}: {owner}")
    parts = [owner.format(square=square_name(stack.square), owner=view.name(stack.seat))]
    parts += (_factory(f, stack) for f in view.factories if f.site == stack.site)
    parts += (
        _("{number}: {design}").format(number=unit.number, design=naming.state(unit))
        for unit in stack.units[:_NAMED]
    )
    hidden = len(stack.units) - _NAMED
    if hidden > 0:
        parts.append(_("and {number} more").format(number=hidden))
    return " · ".join(parts)


def _factory(seen: Factory, stack: Stack) -> str:
    told = _("idles")
    if stack.worked != IDLE:
        told = _("{turns} on its product").format(turns=count_turns(int(stack.worked)))
    told = _("factory {letter}, {work}").format(letter=seen.site.letter, work=told)
    if seen.work is None:
        return told
    return _("{factory}, makes {product}, in turn {turn}").format(
        factory=told,
        product=naming.product(seen.work.product, repeat=seen.work.repeat),
        turn=due(seen.site, seen.work),
    )


def thing_tip(view: View, thing: Thing) -> str:
    """A relic or outpost, and who holds it."""
    kind = _("relic") if thing.kind == "relic" else _("outpost")
    holder = _("nobody") if thing.holder is None else view.name(thing.holder)
    return _("{kind} in {square}, held by {holder}").format(
        kind=kind, square=square_name(thing.square), holder=holder
    )


def home_tip(view: View, seat: Seat) -> str:
    return _("home of {player}").format(player=view.name(seat))


def held(view: View, seat: Seat) -> str:
    """How many factories and units a seat has, or where it may place some."""
    out = view.side(seat).out
    if out is not None:
        return _("out in turn {turn}").format(turn=out)
    if view.is_placing:
        is_open = view.options.placement == "open"
        return _("may place anywhere") if is_open else _("home zone")
    return _("{factories}, {units}").format(
        factories=naming.count_factories(len(view.factories_of(seat))),
        units=naming.count_units(len(view.units_of(seat))),
    )


def alt_text(view: View, stacks: Iterable[Stack], title: str) -> str:
    """Each seat's factories and units in these stacks, by square; the same for every seat. Who
    is in the game but has nothing there is left out."""
    held = grouped(stacks, lambda stack: stack.seat)
    seats = filter(None, (_alt_of(view, seat, held.get(seat, [])) for seat in view.seats))
    return ". ".join((title, *seats)) + "."


def in_signs(view: View, stacks: Iterable[Stack], frame: Frame) -> Signs | None:
    """The board, or a part of it, for who reads text alone; the same for every seat. None where it
    has more columns than a mail's line holds."""
    (left, top), (right, bottom) = frame.first, frame.last
    signs = {
        (x, y): view.board.rows[y][x]
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
    }
    if view.is_placing:
        signs |= {s: str(n) for n, home in enumerate(view.homes, 1) for s in home.zone}
    for stack in stacks:
        many = stack.units if stack.letter else stack.units[1:]
        signs[stack.square] = f"{stack.seat}{stack.letter}{'+' if many else ''}"
    rows = in_rows(frame.first, frame.last, signs.__getitem__)
    if not rows:
        return None
    seats = listed([f"{seat} {banner(seat)}" for seat in view.seats])
    if view.is_placing:
        meaning = _("{ground}; home zones by their players: {players}")
    else:
        meaning = _(
            "{ground}; units by their players: {players}; with a letter behind it a factory, "
            "with + several units, or units beside the factory"
        )
    grounds = {LAND: _(". land"), SEA: _("~ sea"), ROCK: _("^ forest")}
    seen = set(signs.values())
    ground = ", ".join(told for sign, told in grounds.items() if sign in seen)
    return Signs(rows, meaning.format(ground=ground, players=seats))


def _alt_of(view: View, seat: Seat, stacks: Sequence[Stack]) -> str:
    if not view.is_alive(seat):
        return _("{name}: out").format(name=view.name(seat))
    if view.is_placing:
        zone = view.homes[seat - 1].zone
        told = _("{name}: home of {number} squares around {square}")
        return told.format(name=banner(seat), number=len(zone), square=square_name(zone[0]))
    what = side_by_side((*_alt_factories(stacks), *_alt_units(stacks)))
    return _("{name}: {what}").format(name=banner(seat), what=what) if what else ""


def _alt_factories(stacks: Sequence[Stack]) -> Iterator[str]:
    """ "factories A b2 (4), B c3 (–)"."""
    told = [f"{one.letter} {square_name(one.square)} ({one.worked})" for one in stacks if one.site]
    if told:
        sentence = ngettext("factory {factories}", "factories {factories}", len(told))
        yield sentence.format(factories=", ".join(told))


def _alt_units(stacks: Sequence[Stack]) -> Iterator[str]:
    """ "units d2, e4 ×3", as many squares as there is room for, and how many more there are."""
    counts = {square_name(stack.square): len(stack.units) for stack in stacks if stack.units}
    told = [f"{square} ×{n}" if n > 1 else square for square, n in counts.items()]
    ends = accumulate(len(one) + 2 for one in told)
    shown = sum(end <= _PER_SEAT for end in ends)
    if shown < len(told):
        more = len(told) - shown
        told[shown:] = [
            ngettext("{number} square more", "{number} squares more", more).format(number=more)
        ]
    if told:
        sentence = ngettext("unit {units}", "units {units}", sum(counts.values()))
        yield sentence.format(units=", ".join(told))
