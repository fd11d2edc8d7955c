"""What a line means to its writer: points for percent, and players for ranges."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import counted_as, decimal, in_a_row
from pbem.rulesets.hegemon.figures import points
from pbem.rulesets.hegemon.mechanics import within
from pbem.rulesets.hegemon.orders import Policy, Range, amount
from pbem.rulesets.hegemon.view import View


def within_range(view: View, item: str, span: Range | None) -> Sequence[Seat]:
    """The others who are in a range as the points stand (HG-5), by their seats."""
    index = view.options.items.index(item)
    printed = {player.seat: view.now.of(player.seat, index) for player in view.players}
    return sorted(within(span, view.seat or 0, printed))


def read_back(policy: Policy, view: View) -> str:
    """As the points stand: "60 points: 42 to cooperation with Bruno (50.00), 18 ..."."""
    allocated = amount(policy.allocation, view.options.points_per_turn)
    uses = [
        use
        for use in (_cooperation(policy, view, allocated), _competition(policy, view, allocated))
        if use
    ]
    whole = ngettext("{points} point", "{points} points", counted_as(allocated)).format(
        points=points(allocated)
    )
    if not uses:
        return whole
    return _("{whole}: {uses}").format(whole=whole, uses=", ".join(uses))


def _cooperation(policy: Policy, view: View, allocated: Fraction) -> str:
    if not policy.coop:
        return ""
    into = points(amount(policy.coop, allocated))
    partners = within_range(view, policy.item, policy.partners)
    if not partners:
        return _("{points} to cooperation with nobody").format(points=into)
    if len(partners) == len(view.others) > 1:
        return _("{points} to cooperation with everyone").format(points=into)
    names = in_a_row(_with_points(view, policy.item, partners))
    return _("{points} to cooperation with {names}").format(points=into, names=names)


def _competition(policy: Policy, view: View, allocated: Fraction) -> str:
    """An attack is told with its price (HG-7)."""
    if not policy.comp:
        return ""
    into = amount(policy.comp, allocated)
    targets = within_range(view, policy.item, policy.targets)
    if not targets:
        return _("{points} to competition as defence").format(points=points(into))
    sentence = ngettext(
        "{points} to competition: hits {names}, costs {malus}",
        "{points} to competition: hits {names} with {share} each, costs {malus}",
        len(targets),
    )
    return sentence.format(
        points=points(into),
        names=in_a_row(_with_points(view, policy.item, targets)),
        share=points(into / len(targets)),
        malus=points(into * Fraction(view.options.malus_attack)),
    )


def _with_points(view: View, item: str, seats: Sequence[Seat]) -> list[str]:
    index = view.options.items.index(item)
    return [
        _("{name} ({points})").format(
            name=view.name(seat), points=decimal(view.now.of(seat, index))
        )
        for seat in seats
    ]
