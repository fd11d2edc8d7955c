"""Orders that a desk makes are orders that it reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.engine.api import Ask, Fit, Level
from pbem.engine.codec import canonical
from pbem.engine.orders import read_sheet
from pbem.engine.testing.compare import first_difference
from pbem.engine.testing.lab import Lab
from pbem.engine.testing.raised import during
from pbem.engine.testing.result import Check, Fault, Remark


def _examine(lab: Lab) -> Iterator[Remark]:
    desk = lab.ruleset.desk
    for game, moment, ask, view in lab.asked():
        where = game.at(moment, ask.seat)
        for attempt in range(2):
            chance = lab.chance(game, moment, f"orders/{ask.seat}/{attempt}")
            sampled = desk.sample(view, ask, chance)
            yield from reads_back(lab, f"{where}, sample()", moment.turn, view, ask, sampled)
        if ask.required:
            default = desk.default(view, ask)
            yield from reads_back(lab, f"{where}, default()", moment.turn, view, ask, default)
        idle = desk.idle(view, ask)
        yield from reads_back(lab, f"{where}, idle()", moment.turn, view, ask, idle)


def reads_back(
    lab: Lab, made: str, turn: int, view: Any, ask: Ask, orders: Any
) -> Iterator[Remark]:
    """Orders, written as lines and read as a mail's would be, are the same orders.

    `made` says where and by what they were made.
    """
    desk = lab.ruleset.desk
    with during(f"{made} made {orders!r}"):
        lines = desk.write(view, ask, orders)
        sheet = read_sheet(lines, turn)
        parsed = desk.parse(view, ask, sheet.now)
    if len(sheet.now) != len(lines) or any("\n" in line for line in lines):
        yield Fault(
            f"{made}: write() gives {lines!r}, of which {len(sheet.now)} reach the desk: each must "
            "be one line, not blank, without a comment sign (# ;) or a prefix (@, TURN n:)"
        )
        return
    for line in lines:
        if desk.fit(line, view) in (Fit.NO, Fit.NEARLY):
            yield Fault(f"{made}: fit() does not take the written order {line!r} for one")
    for verdict in parsed.verdicts:
        if verdict.level is Level.REFUSED:
            yield Fault(
                f"{made}: made {orders!r}, but its line {verdict.text!r} is refused: "
                f"{verdict.message}"
            )
    if parsed.orders is None:
        yield Fault(f"{made}: parse() takes nothing from {lines!r}, written for {orders!r}")
        return
    before, after = canonical(orders), canonical(parsed.orders)
    if before != after or parsed.orders != orders:
        yield Fault(
            f"{made}: {lines!r} does not parse back to what it was written for: "
            f"{first_difference(before, after)}"
        )
        return
    with during(f"{made} made {orders!r}, which is sent twice"):
        again = desk.parse(view, ask, sheet.now, orders)
    if again.orders != orders:
        yield Fault(
            f"{made}: {lines!r}, sent again while they are held, make other orders: "
            f"{first_difference(after, canonical(again.orders))}"
        )


CHECK = Check("orders", "Sampled, default and idle orders read back from their text", _examine)
