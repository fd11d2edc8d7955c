"""What a bot could do with its means: so much gained, for so much."""

from __future__ import annotations

import msgspec

from pbem.rulesets.asylamba_mini.bots.outlook import Outlook
from pbem.rulesets.asylamba_mini.holdings import Cost, Technology
from pbem.rulesets.asylamba_mini.orders import AnyOrder, Research
from pbem.rulesets.asylamba_mini.reckoning import prices
from pbem.rulesets.asylamba_mini.reckoning.realm import Realm


class Project(msgspec.Struct, frozen=True):
    """Something worth doing. ``value`` and ``effort`` are in C as the bot reckons; ``cost`` is
    what it takes to carry out ``orders`` at once, ``effort`` what that is worth."""

    value: float
    effort: float
    cost: Cost
    orders: tuple[AnyOrder, ...]

    @property
    def rate(self) -> float:
        """What comes back for one unit of C."""
        return self.value / max(1.0, self.effort)


def project(
    outlook: Outlook, value: float, cost: Cost, *orders: AnyOrder, risk: float = 0.0
) -> Project:
    """A project whose effort is its cost and what else it puts at `risk`."""
    return Project(value, outlook.worth(cost) + risk, cost, orders)


class Lessons(msgspec.Struct, frozen=True):
    """Research up to a level: what it costs and the orders for it."""

    cost: Cost = Cost()
    orders: tuple[Research, ...] = ()


def lessons(realm: Realm, technology: Technology, level: int) -> Lessons:
    """Up to `level`; tokens go to the dearest levels, which are the last (AM-13)."""
    have = realm.technologies.of(technology)
    paid_to = max(have, level - realm.means.tokens.technology)
    cost = sum(
        (prices.research(realm.faction, technology, n) for n in range(have + 1, paid_to + 1)),
        Cost(),
    )
    paid = (Research(technology=technology, to=paid_to),) if paid_to > have else ()
    free = tuple(Research(technology=technology, free=True) for _n in range(paid_to, level))
    return Lessons(cost, (*paid, *free))
