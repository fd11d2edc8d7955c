"""How a mail's lines become a faction's orders, each tried on its author's own position (AM-14).

What cannot be read or carried out is left out, and the rest counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from pbem.engine.api import Ask, Line, Parsed, Verdict
from pbem.engine.i18n import _
from pbem.engine.language import Row, Step, Taker, nothing_ordered, nothing_taken, taken
from pbem.engine.orders import OrderError
from pbem.rulesets.asylamba_mini.language import LANGUAGE, written
from pbem.rulesets.asylamba_mini.meaning import Situation, is_filled_in
from pbem.rulesets.asylamba_mini.orders import AnyOrder, Orders, Pass
from pbem.rulesets.asylamba_mini.reckoning.dealings import Done, carry_out
from pbem.rulesets.asylamba_mini.reckoning.realm import realm_of
from pbem.rulesets.asylamba_mini.telling import noting
from pbem.rulesets.asylamba_mini.view import View


def read_orders(view: View, ask: Ask, lines: Sequence[Line]) -> Parsed[Orders]:
    """The orders that can be read and carried out, and a verdict for every line.

    None where there is none: what was sent before for this turn then stays.
    """
    if view.me is None or view.me.means is None or not view.me.alive:
        # Spectators and factions that have fallen order nothing (AM-24).
        message = _("you have no faction in this game that could be given orders")
        return nothing_ordered(lines, message)
    take = partial(_taken, alone=len(lines) == 1)
    rows = taken(take, lines, Situation(view, ask, realm_of(view)))
    orders = [step.order for row in rows for step in row.steps]
    verdicts = tuple(row.refused or _verdict(row) for row in rows)
    if not orders:
        rest = _(
            "What you sent before for this turn still holds; if there is nothing, "
            "nothing is ordered."
        )
        return Parsed(None, verdicts, remark=nothing_taken(bool(lines), rest))
    given = tuple(order for order in orders if not isinstance(order, Pass))
    return Parsed(Orders(given), verdicts)


def _taken(text: str, at: Situation, *, alone: bool) -> tuple[Step[Situation], ...]:
    steps = TAKER.take(text, at)
    passing = [isinstance(step.order, Pass) for step in steps]
    if any(passing) and not (alone and all(passing)):
        raise OrderError(_("PASS stands alone; the other lines count"), 1, len(text))
    return steps


def _carry_out(at: Situation, order: AnyOrder | Pass) -> tuple[Situation, Done | None]:
    if isinstance(order, Pass):
        return at, None
    realm, done = carry_out(at.position, order)
    return replace(at, realm=realm), done


def _nowhere_else(at: Situation) -> bool:
    """What words leave open is not settled by what can be paid."""
    return False


TAKER: Taker[Situation] = Taker(LANGUAGE, _carry_out, _nowhere_else)


# Verdicts -----------------------------------------------------------------------------


def _verdict(row: Row[Situation]) -> Verdict:
    """What is to be said of a line that is taken."""
    dones = [step.done for step in row.steps if step.done is not None]
    at = row.steps[-1].after
    if not dones:
        return row.accepted([_("you pass: nothing is ordered this turn")])
    warnings = noting.warnings(at.view, at.position, *dones)
    return row.accepted([*map(_note, row.steps), noting.left(at.position)], warnings)


def _note(step: Step[Situation]) -> str:
    note = noting.note(step.done, step.after.position.turn)
    return f"{written(step.order)}: {note}" if is_filled_in(step) else note
