"""What a menu offers is taken: every path of it that can be paid is a line that the desk reads and
accepts, and so is every line that HELP shows, but for those in brackets. What cannot be paid is
refused, or done in part, with the price and what there is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pbem.engine.api import Ask, Fit, Level
from pbem.engine.codec import canonical
from pbem.engine.menu import Choice, Menu, Take, lines, payable, tabled, walk
from pbem.engine.orders import read_sheet
from pbem.engine.report import Forms
from pbem.engine.rng import Stream
from pbem.engine.testing.lab import Lab
from pbem.engine.testing.raised import during
from pbem.engine.testing.result import Check, Fault, Note, Remark

_WALKS = 6
"""Paths that are tried at every ask; at some all of them are."""
_ALL_EVERY = 40
_BEHIND = 2
"""Lines that are put together, one behind the other."""


def _examine(lab: Lab) -> Iterator[Remark]:
    desk, tried = lab.ruleset.desk, 0
    for count, (game, moment, ask, view) in enumerate(lab.asked()):
        where = game.at(moment, ask.seat)
        stream = lab.chance(game, moment, f"menu/{ask.seat}").stream("kit/menu")
        with during(f"{where}: menu()"):
            menu = desk.menu(view, ask)
            again = canonical(tabled(desk.menu(view, ask)))
        if canonical(tabled(menu)) != again:
            yield Fault(f"{where}: menu() offers other things when it is asked again")
        whole = count % _ALL_EVERY == 0
        paid = payable(menu)
        for line in lines(paid) if whole else _some(paid, stream):
            tried += 1
            yield from _refused(lab, f"{where}, menu()", moment.turn, view, ask, (line,))
        for line, take, need in _unpaid(menu):
            tried += 1
            yield from _untold(lab, where, moment.turn, view, ask, line, take, need)
        for line in _shown(lab, where, view, ask) if whole else ():
            yield from _refused(lab, f"{where}, manual()", moment.turn, view, ask, (line,))
        yield from _one_by_one(lab, where, moment.turn, view, ask, stream)
    yield Note(f"{tried} lines of menus were sent")


def _some(menu: Menu, stream: Stream) -> Iterator[str]:
    return (walk(menu, stream) for _walk in range(_WALKS if menu else 0))


def _unpaid(menu: Menu) -> Iterator[tuple[str, Take, int]]:
    """A line for everything that cannot be paid: of numbers the first for which there is too
    little. With it what is short, and how much of that it takes."""
    met: set[int] = set()

    def found(items: Menu, before: str) -> Iterator[tuple[str, Take, int]]:
        for item in items:
            said = f"{before} {item.words}".strip()
            if isinstance(item.then, Choice):
                place = item.payable_numbers
                number = item.then.low + place
                take = item.lacking(place) if number <= item.then.high else None
                if take is not None:
                    yield f"{said} {number}", take, take.amount(place)
            elif take := item.lacking():
                yield f"{before} {next(lines((item,)))}".strip(), take, take.amount()
            elif id(item.branches) not in met:
                met.add(id(item.branches))
                yield from found(item.branches, said)

    return found(menu, "")


def _shown(lab: Lab, where: str, view: Any, ask: Ask) -> Iterator[str]:
    """What HELP shows for a line that can be sent as things stand."""
    with during(f"{where}: manual()"):
        blocks = lab.ruleset.desk.manual(view, ask)
    forms = (form for block in blocks if isinstance(block, Forms) for form in block.forms)
    return (form.line for form in forms if form.line and not form.line.startswith("("))


def _one_by_one(
    lab: Lab, where: str, turn: int, view: Any, ask: Ask, stream: Stream
) -> Iterator[Remark]:
    """Lines of the menu, each of what is offered behind those before."""
    desk = lab.ruleset.desk
    sent: list[str] = []
    held = None
    for _line in range(_BEHIND):
        with during(f"{where}: menu() behind {sent!r}"):
            menu = payable(desk.menu(view, ask, held))
        if not menu:
            return
        sent.append(walk(menu, stream))
        yield from _refused(lab, f"{where}, menu() behind orders", turn, view, ask, sent)
        held = desk.parse(view, ask, read_sheet(sent, turn).now).orders


def _untold(
    lab: Lab, where: str, turn: int, view: Any, ask: Ask, line: str, take: Take, need: int
) -> Iterator[Remark]:
    """What is wrong with the answer to a line that cannot be paid."""
    with during(f"{where} offers {line!r}"):
        fit = lab.ruleset.desk.fit(line, view)
        verdicts = lab.ruleset.desk.parse(view, ask, read_sheet([line], turn).now).verdicts
    if fit is not Fit.ORDER:
        yield Fault(f"{where} offers {line!r}, which fit() does not take for an order")
    level = verdicts[-1].level if verdicts else None
    message = verdicts[-1].message if verdicts else ""
    if level not in (Level.REFUSED, Level.WARNED):
        yield Fault(f"{where}: {line!r} takes {need} of {take.has} {take.of}, and is accepted")
    figures = set(re.findall(r"\d+", message))
    if level is Level.REFUSED and not {str(need), str(take.has)} <= figures:
        yield Fault(
            f"{where}: {line!r} takes {need} of {take.has} {take.of}, and is refused without "
            f"these figures: {message}"
        )


def _refused(
    lab: Lab, where: str, turn: int, view: Any, ask: Ask, sent: Sequence[str]
) -> Iterator[Remark]:
    desk, line = lab.ruleset.desk, sent[-1]
    with during(f"{where} offers {line!r}"):
        fit = desk.fit(line, view)
        parsed = desk.parse(view, ask, read_sheet(sent, turn).now)
    if fit is not Fit.ORDER:
        yield Fault(f"{where} offers {line!r}, which fit() does not take for an order")
    verdict = parsed.verdicts[-1] if parsed.verdicts else None
    if verdict is None or verdict.level is Level.REFUSED:
        why = "it never reaches the desk" if verdict is None else verdict.message
        yield Fault(f"{where} offers {line!r}, which is refused: {why}")


CHECK = Check(
    "menu",
    "Every path of a menu that can be paid, and what HELP shows, is a line that the desk takes",
    _examine,
)
