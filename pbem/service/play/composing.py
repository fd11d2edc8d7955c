"""What a report gives to whoever composes orders with a program: made of the reader's view alone.

The conformance kit is shown the same (``tools/surface.py``), so its proofs of secrecy cover it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy.engine import Connection

from pbem.engine.api import AnyRuleset, Ask, Desk, Fit, Verdict
from pbem.engine.orders import is_comment, read_sheet, without_comment
from pbem.engine.report import Report
from pbem.mailer.outbound.contents import Desktop, Frame, Proposal
from pbem.mailer.outbound.layout_text import WIDTH, wrap
from pbem.service.play.table import Table, closed_turn
from pbem.store.records import SeatRow

MOST_FRAMES = 6
"""Earlier turns whose pictures come along; a report of each has to be made for it."""


def desktop(
    ruleset: AnyRuleset,
    view: Any,
    ask: Ask | None,
    template: Sequence[str],
    holding: tuple[str, ...] = (),
    frames: tuple[Frame, ...] = (),
    refused: tuple[Verdict, ...] = (),
    played: tuple[str, ...] = (),
) -> Desktop:
    """What lies before the owner of a view who is asked for orders, or not (`ask` is None).

    The menu is that of whoever holds nothing, for a mail replaces all that is held. `refused` are
    lines that are not held, with what was wrong with each; `played` those that are played where
    no orders come.
    """
    if ask is None:
        return Desktop(frames=frames)
    proposed = tuple(proposals(ruleset.desk, view, template))
    return Desktop(
        menu=ruleset.desk.menu(view, ask),
        proposals=proposed,
        holding=holding,
        spelled=_spelled(ruleset.desk, view, ask, (holding, played, *_together(proposed))),
        verdicts=(*_verdicts(ruleset, view, ask, holding), *refused),
        frames=frames,
    )


def _verdicts(
    ruleset: AnyRuleset, view: Any, ask: Ask, holding: Sequence[str]
) -> tuple[Verdict, ...]:
    """What a receipt says of the lines that are held: its prices, and what is left."""
    if not holding:
        return ()
    return ruleset.desk.parse(view, ask, read_sheet(holding, 0).now).verdicts


def _together(proposed: Sequence[Proposal]) -> Iterator[tuple[str, ...]]:
    """Lines that are proposed to stand together; a sentence between them begins others."""
    for is_line, alike in groupby(proposed, lambda one: bool(one.line)):
        if is_line:
            yield tuple(one.line for one in alike)


def _spelled(
    desk: Desk[Any, Any], view: Any, ask: Ask, groups: Iterable[Sequence[str]]
) -> dict[str, tuple[str, ...]]:
    """The lines that the menu spells otherwise, as in the first of the groups that has them."""
    found: dict[str, tuple[str, ...]] = {}
    for lines in groups:
        own: dict[str, tuple[str, ...]] = {}
        for line, said in zip(lines, desk.menu_lines(view, ask, lines), strict=True):
            own[line] = (*own.get(line, ()), said)
        found = own | found
    return {line: said for line, said in found.items() if set(said) != {line}}


def proposals(desk: Desk[Any, Any], view: Any, template: Sequence[str]) -> Iterator[Proposal]:
    """The orders of a template, which has them as comments, each with the remark behind it or below
    it; and the sentences between them, but for the first, which tells of the comments."""
    waiting: Proposal | None = None
    for number, line in enumerate(template):
        said = _said(line)
        if is_comment(said):  # a remark that had no room in the line above
            if waiting is not None:
                why = f"{waiting.why} {said.lstrip('; ')}".strip()
                waiting = Proposal(waiting.line, why)
            continue
        if waiting is not None:
            yield waiting
        waiting = None
        if order := _order_in(desk, view, said):
            waiting = Proposal(order, said[len(order) :].strip().lstrip("; "))
        elif said and number:
            yield Proposal(why=said)
    if waiting is not None:
        yield waiting


def laid_out(report: Report, desk: Desk[Any, Any], view: Any) -> Report:
    """The report with its template as it is mailed: sentences as narrow as a mail, each line of
    them a comment. Orders stay whole: the rest of a broken one would be lost as the # is taken
    away."""

    def lines(line: str) -> Sequence[str]:
        said = _said(line)
        if len(line) <= WIDTH or is_comment(said) or _order_in(desk, view, said):
            return (line,)
        return wrap(said, "# ", "# ").splitlines()

    template = tuple(one for line in report.template for one in lines(line))
    return msgspec.structs.replace(report, template=template)


def _said(line: str) -> str:
    """A line of a template as it reads once its # is taken away."""
    return line.removeprefix("#").strip()


def _order_in(desk: Desk[Any, Any], view: Any, said: str) -> str:
    """The order in such a line, less what is remarked on it; empty in a sentence."""
    order = without_comment(said)
    return order if order and desk.fit(order, view) is Fit.ORDER else ""


def frames_before(connection: Connection, table: Table, seat: SeatRow) -> tuple[Frame, ...]:
    """The first pictures of a seat's earlier reports but the newest, the latest first, in the
    language that is being spoken. Whoever took the seat over sees none of those before."""
    ruleset, game = table.ruleset, table.row
    newest = game.turn - 2
    oldest = max(seat.since - 1, 0, newest - MOST_FRAMES + 1)
    found: list[Frame] = []
    for turn in range(newest, oldest - 1, -1):
        state = ruleset.codec.load_state(closed_turn(connection, game.id, turn).state)
        report = ruleset.desk.report(ruleset.rules.view(state, seat.seat), ())
        found += [Frame(turn, report.title, one.scene) for one in report.pictures()[:1]]
    return tuple(found)
