"""What rules and players reckon with alike. Here is a faction's own position, from which its orders
are carried out one after the other.

It is made of the faction's view alone: what an order does, costs or lacks never hangs on
what its owner cannot know. Receipts, bots and the turn itself use the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from pbem.engine.api import Seat
from pbem.rulesets.asylamba_mini.figures import (
    FACILITY_NAMES,
    FIGURES,
    TECHNOLOGY_NAMES,
    Cost,
    Fleets,
    Inside,
    Means,
    Resource,
    Sector,
    Ship,
    Technologies,
    heaviest_unlocked,
)
from pbem.rulesets.asylamba_mini.galaxy import Owners, Route, routes
from pbem.rulesets.asylamba_mini.mechanics import prices
from pbem.rulesets.asylamba_mini.orders import AttackKind, Research, SendKind, Upgrade
from pbem.rulesets.asylamba_mini.view import SeenMission, Token, View


class Ladder(NamedTuple):
    """What an order raises: its name, to be translated, the level that it has and the highest, and
    what each level costs; None where none can be bought."""

    name: str
    level: int
    maximum: int
    price: Callable[[int], Cost | None]


class Realm(msgspec.Struct, frozen=True, kw_only=True):
    """A faction amid its turn. ``turn`` is the open one.

    ``sectors`` are its own, by number; ``owners`` those of the whole galaxy; ``built`` tells
    where each megastructure stands. ``launches``, ``ordered`` (fleets of the capital) and
    ``wonders`` are what this turn's orders have begun; its launches are not numbered yet.
    """

    seat: Seat
    faction: str
    capital: Sector
    turn: int
    means: Means
    sectors: dict[Sector, Inside]
    owners: Owners
    built: dict[str, Sector]
    under_way: tuple[SeenMission, ...]
    launches: tuple[SeenMission, ...] = ()
    ordered: Fleets = Fleets()
    wonders: tuple[str, ...] = ()

    @property
    def home(self) -> Inside:
        """The capital."""
        return self.sectors[self.capital]

    @property
    def technologies(self) -> Technologies:
        return self.means.technologies

    @property
    def missions(self) -> tuple[SeenMission, ...]:
        """All under way, this turn's and returning ones counted (AM-16)."""
        return self.under_way + self.launches

    @property
    def most_missions(self) -> int:
        """AM-16."""
        return FIGURES.missions.per_sector * len(self.sectors)

    @property
    def balance(self) -> Cost:
        """What can be spent: R of the capital, and the purse."""
        purse = self.means.purse
        return Cost(self.home.resources, purse.credits, purse.science, purse.experience)

    @property
    def income(self) -> Cost:
        """What its facilities give a turn as they stand, R of the capital alone (AM-6, AM-9)."""
        made = sum((prices.output(inside.facilities) for inside in self.sectors.values()), Cost())
        return Cost(prices.output(self.home.facilities).R, made.C, made.S, made.X)

    def attacked(self) -> frozenset[Sector]:
        """The targets of own attack missions under way (AM-17), but for those that have become
        own meanwhile: they count among the sectors."""
        targets = {m.course.target for m in self.missions if m.course.is_attack}
        return frozenset(targets - self.sectors.keys())

    def has_paid_for(self, kind: SendKind, target: Sector) -> bool:
        """Whether a mission of this kind on this target is under way and was paid (AM-17)."""
        return any(
            bool(m.payment)
            for m in self.missions
            if (m.course.kind, m.course.target) == (kind, target)
        )

    def administration_needed(self, target: Sector) -> int:
        """The level of extended administration that an attack on `target` needs (AM-17)."""
        return len(self.sectors) + len(self.attacked() - {target})

    @property
    def wants_administration(self) -> bool:
        """Whether a further sector needs another level of it, which is to be had (AM-17)."""
        level = self.technologies.administration
        most = FIGURES.technologies["administration"].maximum
        return level < min(most, len(self.sectors) + len(self.attacked()))

    def fitting_kind(self, target: Sector) -> SendKind:
        """What may be done to that sector as its owner stands."""
        owner = self.owners[target - 1]
        if owner == self.seat:
            return "reinforce"
        return "colonise" if owner is None else "conquer"

    def mission_price(self, kind: SendKind, target: Sector) -> Cost:
        """What launching costs, be it with a token or not (AM-17)."""
        if kind == "reinforce" or self.has_paid_for(kind, target):
            return Cost()
        if kind == "colonise":
            return prices.colonisation(self.faction, len(self.sectors))
        return prices.conquest(len(self.sectors))

    def token_for(self, kind: AttackKind) -> Token:
        """The kind of token that pays for an attack: its own, or one for either (AM-13)."""
        own: Token = "colonisation" if kind == "colonise" else "conquest"
        tokens = self.means.tokens
        return "either" if tokens.either and not tokens.of(own) else own

    @property
    def megastructures(self) -> tuple[str, ...]:
        """Those that stand in its sectors."""
        return tuple(name for name, sector in self.built.items() if sector in self.sectors)

    @property
    def heaviest(self) -> Ship:
        """The heaviest type that is unlocked."""
        return heaviest_unlocked(self.technologies.frame)

    def unlocked(self, ship: Ship) -> bool:
        """Whether the frame suffices for this type (3.6)."""
        return self.technologies.frame >= FIGURES.ships[ship].frame

    def routes_from(self, source: Sector) -> Mapping[Sector, Route]:
        """AM-18."""
        return routes(self.owners, self.seat, self.faction, source)

    def ladder(self, order: Upgrade | Research) -> Ladder:
        """AM-7, AM-8."""
        if isinstance(order, Upgrade):
            facility, level = order.facility, self.home.facilities.of(order.facility)
            most = FIGURES.facilities[facility].maximum
            return Ladder(FACILITY_NAMES[facility], level, most, partial(prices.upgrade, facility))
        technology, level = order.technology, self.technologies.of(order.technology)
        price = partial(prices.research, self.faction, technology)
        most = FIGURES.technologies[technology].maximum
        return Ladder(TECHNOLOGY_NAMES[technology], level, most, price)

    def raised(self, order: Upgrade | Research, level: int) -> Realm:
        """With what the order raises at that level."""
        if isinstance(order, Upgrade):
            facilities = self.home.facilities.having(order.facility, level)
            return self.with_sector(self.capital, replace(self.home, facilities=facilities))
        technologies = self.technologies.having(order.technology, level)
        return self.with_means(replace(self.means, technologies=technologies))

    def paying(self, cost: Cost) -> Realm:
        """After a cost that :attr:`balance` covers, R from the capital; a gain is negative."""
        home = replace(self.home, resources=self.home.resources - cost.R)
        means = replace(self.means, purse=self.means.purse - cost.purse)
        return self.with_sector(self.capital, home).with_means(means)

    def with_sector(self, number: Sector, inside: Inside) -> Realm:
        return replace(self, sectors={**self.sectors, number: inside})

    def with_means(self, means: Means) -> Realm:
        return replace(self, means=means)

    def lacks(self, cost: Cost) -> Resource | None:
        """The first resource of which there is too little to pay `cost`."""
        balance = self.balance
        return next((r for r in Resource if cost.of(r) > balance.of(r)), None)


def own_realm(view: View) -> Realm | None:
    """The position of the view's seat; None for spectators and fallen factions."""
    me = view.me
    if me is None or me.means is None or not me.alive:
        return None
    return Realm(
        seat=me.seat,
        faction=me.name,
        capital=me.capital,
        turn=view.open_turn,
        means=me.means,
        sectors={s.number: s.inside for s in view.owned_by(me.seat) if s.inside is not None},
        owners=view.owners,
        built={name: s.number for s in view.sectors for name in s.megastructures},
        under_way=view.missions_of(me.seat),
    )


def realm_of(view: View) -> Realm:
    """The same of who has one. Raises ValueError for spectators and fallen factions."""
    realm = own_realm(view)
    if realm is None:
        raise ValueError("only a living faction has a realm")
    return realm
