"""What is said of a line behind a conflict: the same for every end of it, or one thing for each."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.api import Seat
from pbem.engine.i18n import _
from pbem.engine.phrases import side_by_side
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.disputes import Clash
from pbem.rulesets.parsec.reckoning.ways import Way
from pbem.rulesets.parsec.view import View


def in_all(view: View, ways: Sequence[Way], told: Sequence[str]) -> str:
    """What is `told` of each way, in one sentence: once where it is the same however the
    conflicts end; else by the one that decides it, or for the two ends in which one side wins
    all of them."""
    first, last = told[0], told[-1]
    if first != last:
        won, lost = _cases(view, ways, told)
        return side_by_side(
            _("if {case}: {told}").format(case=case, told=one)
            for case, one in ((won, first), (lost, last))
            if one
        )
    if not first or set(told) == {first}:
        return next((one for one in told if one), "")
    return _("if the conflicts before all end alike: {told}; else it may be otherwise").format(
        told=first
    )


def _cases(view: View, ways: Sequence[Way], told: Sequence[str]) -> tuple[str, str]:
    """The ends for which the first and the last is told: "you win" and "you lose"."""
    clashes = _clashes(ways)
    clash = _decisive(ways, told)
    if clash is not None and len(clashes) == 1:
        return _wins(view, clash.attacker, clash), _wins(view, clash.defender, clash)
    if clash is not None:
        return _wins_one(view, clash.attacker, clash), _wins_one(view, clash.defender, clash)
    if all(one.attacker == view.seat for one in clashes):
        return _("you win all conflicts"), _("you lose all conflicts")
    return _("the attackers win all conflicts"), _("the defenders win all conflicts")


def _clashes(ways: Sequence[Way]) -> tuple[Clash, ...]:
    """All that were opened before, in any of the ways."""
    disputes = dict.fromkeys(dispute for way in ways for dispute in way.disputes)
    return tuple(clash for dispute in disputes for clash in dispute.clashes)


def _decisive(ways: Sequence[Way], told: Sequence[str]) -> Clash | None:
    """The clash on which alone it hangs what is told."""
    ends = [dict(way.fought) for way in ways]
    for clash in ends[0]:
        if all(
            clash in end and one == (told[0] if end[clash] else told[-1])
            for end, one in zip(ends, told, strict=True)
        ):
            return clash
    return None


def _wins(view: View, winner: Seat, clash: Clash) -> str:
    """Where no other conflict could be meant."""
    if clash.attacker != view.seat:
        return _("{name} wins").format(name=view.name(winner))
    return _("you win") if winner == view.seat else _("you lose")


def _wins_one(view: View, winner: Seat, clash: Clash) -> str:
    kind = naming.kind(clash.kind)
    if clash.attacker != view.seat:
        return _("{name} wins the {kind} conflict").format(name=view.name(winner), kind=kind)
    if winner == view.seat:
        return _("you win the {kind} conflict").format(kind=kind)
    return _("you lose the {kind} conflict").format(kind=kind)
