"""What a bot could do with its means: so much gained, for so much."""

from __future__ import annotations

import msgspec

from pbem.rulesets.asylamba_mini.bots.outlook import worth
from pbem.rulesets.asylamba_mini.figures import Cost, Ship, Technology
from pbem.rulesets.asylamba_mini.mechanics import prices
from pbem.rulesets.asylamba_mini.mechanics.realm import Realm
from pbem.rulesets.asylamba_mini.orders import AnyOrder, Research


class Project(msgspec.Struct, frozen=True):
    """Something worth doing. ``cost`` is what must be at hand for it; ``value`` what it brings
    and ``effort`` what it really takes, both in C as the bot reckons."""

    value: float
    effort: float
    cost: Cost
    orders: tuple[AnyOrder, ...]

    @property
    def rate(self) -> float:
        """What comes back for one C."""
        return self.value / max(1.0, self.effort)


def project(value: float, cost: Cost, *orders: AnyOrder, beside: float = 0.0) -> Project:
    """One that takes what it costs and something `beside`."""
    return Project(value, worth(cost) + beside, cost, orders)


class Lessons(msgspec.Struct, frozen=True):
    """Research up to a level: what it costs, and the orders for it."""

    cost: Cost = Cost()
    orders: tuple[Research, ...] = ()

    def __add__(self, other: Lessons) -> Lessons:
        return Lessons(self.cost + other.cost, (*self.orders, *other.orders))


def lessons(realm: Realm, technology: Technology, level: int, tokens: int | None = None) -> Lessons:
    """Up to `level`; tokens (all there are, or so many) go to the dearest levels, the last."""
    have = realm.technologies.of(technology)
    free = realm.means.tokens.technology if tokens is None else tokens
    paid_to = max(have, level - free)
    bought = range(have + 1, paid_to + 1)
    cost = sum((prices.research(realm.faction, technology, n) for n in bought), Cost())
    paid = (Research(technology=technology, to=paid_to),) if bought else ()
    given = tuple(Research(technology=technology, free=True) for _n in range(paid_to, level))
    return Lessons(cost, (*paid, *given))


def best_ship(realm: Realm) -> Ship:
    """Medium ships beat the light ones that most have; heavy ones lose to these."""
    return "medium" if realm.unlocked("medium") else "light"
