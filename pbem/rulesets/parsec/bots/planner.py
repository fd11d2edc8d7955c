"""How a bot decides: it thinks each promising order through, and what goes with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from pbem.engine.api import Ask
from pbem.engine.rng import Chance
from pbem.rulesets.parsec.bots.fights import ships_to_send
from pbem.rulesets.parsec.bots.line import Line, begun
from pbem.rulesets.parsec.bots.outlook import Outlook, look
from pbem.rulesets.parsec.bots.temper import Temper
from pbem.rulesets.parsec.bots.thinking import plan
from pbem.rulesets.parsec.kinds import KINDS
from pbem.rulesets.parsec.orders import IDLE, Attack, Orders, Standing
from pbem.rulesets.parsec.reckoning.conflicts import strengths
from pbem.rulesets.parsec.reckoning.position import position_of
from pbem.rulesets.parsec.stance import Stance
from pbem.rulesets.parsec.view import View


class Planner:
    """Implements :class:`pbem.engine.api.Bot`; the temper makes the level."""

    temper: ClassVar[Temper]

    def decide(self, view: View, ask: Ask, chance: Chance) -> Orders:
        """Orders of a turn, ships for a conflict, or nothing where nothing is asked."""
        if view.own is None or view.ending is not None:
            return IDLE
        outlook = look(view, self.temper)
        if view.is_asked:
            return Orders(tuple(_reaction(outlook, view)))
        if not view.is_moving:
            return IDLE
        line = plan(outlook, begun(outlook, position_of(view)), chance.stream("whims"))
        return Orders((*line.orders, *_standing(view.own.stances.attack, line)))


def _standing(held: Stance, line: Line) -> Iterator[Standing]:
    """What to send into the conflicts of this turn, and otherwise what wins."""
    if held != Stance():
        yield Attack()
    for kind in KINDS:
        if kind in line.sends:
            yield Attack(kind=kind, ships=line.sends[kind])


def _reaction(outlook: Outlook, view: View) -> Iterator[Standing]:
    """Attackers name their ships; a defender's standing order, to tie where it can, is right
    in every conflict as it comes."""
    dispute = view.dispute
    assert dispute is not None
    if dispute.asked != "attackers":
        return
    line = begun(outlook, position_of(view))
    for clash in dispute.clashes:
        if clash.attacker == outlook.seat:
            seen = strengths(line.position.space, dispute, clash)
            sent, _chance = ships_to_send(outlook, line, dispute, clash.kind, seen)
            yield Attack(kind=clash.kind, ships=sent)
