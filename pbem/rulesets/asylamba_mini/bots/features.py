"""How well bots play, and what they see in a position: how long the game will last, how fights will
go, what forces can be where, and who could strike."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import ceil, inf, sqrt
from typing import NamedTuple

import msgspec

from pbem.engine.api import Seat
from pbem.engine.planner import Search
from pbem.rulesets.asylamba_mini.figures import (
    FACTIONS,
    FIGURES,
    SHIPS,
    Cost,
    Fleets,
    Sector,
    Ship,
    Technology,
)
from pbem.rulesets.asylamba_mini.galaxy import neighbours
from pbem.rulesets.asylamba_mini.mechanics import Realm, prices
from pbem.rulesets.asylamba_mini.mechanics.combat import attack, defence, strength
from pbem.rulesets.asylamba_mini.mechanics.forecast import Attacks, attacks_on, in_reach
from pbem.rulesets.asylamba_mini.orders import AttackKind, Research
from pbem.rulesets.asylamba_mini.view import SeenFaction, View


class BotParams(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How well a bot plays.

    ``search`` is how far it thinks. ``length`` is how many turns it thinks that a game takes, and
    ``pace`` how many the leader takes for each point that is missing to the victory; the longer of
    the two is how long an investment pays. ``point`` is what it would give for a point, in C.
    ``savings`` is how many projects that it cannot pay yet it puts means aside for, and ``deepest``
    the highest spatial engineering that it strives for. ``caution`` is by how many standard
    deviations it wants to be stronger than whom it fights; ``wariness`` the share of what could
    strike its capital unforeseen that it keeps a garrison against. ``reach`` and ``conquest`` are
    how many turns away it attacks rebels and factions at most; ``gathers``: whether it brings its
    fleets together.
    """

    search: Search
    length: float
    pace: float
    point: float
    savings: int
    deepest: int
    caution: float
    wariness: float
    reach: int
    conquest: int
    gathers: bool


_THRIFTY = 4.0
"""Turns before the end from which on means are worth less and less: what is kept is lost."""
_LEFT_OVER = 0.01
"""What means are worth in the last turn, of what they were."""


class Outlook(msgspec.Struct, frozen=True):
    """A view, and what follows from it for its seat.

    ``points`` are the own ones, ``remaining`` the turns still to come, the open one counted, as far
    as anybody can guess; ``last`` is the last of them where that is known (AM-26). ``rivals`` are
    the other living factions, ``capitals`` where factions began (AM-24), ``coming`` the attacks
    under way on own sectors; ``thrift`` is what means are worth now, of what they are
    in the middle of the game.
    """

    view: View
    params: BotParams
    seat: Seat
    faction: str
    points: int
    remaining: float
    last: float
    rivals: tuple[SeenFaction, ...]
    capitals: frozenset[Sector]
    coming: Attacks
    thrift: float

    @property
    def is_last(self) -> bool:
        """Whether nothing comes after this turn."""
        return self.view.open_turn >= self.last


def look(view: View, params: BotParams) -> Outlook:
    """Raises ValueError for spectators and the fallen."""
    me = view.me
    if me is None or not me.alive:
        raise ValueError("only a living faction decides")
    leading = max(standing.points for standing in view.standings)
    last = inf if view.options.max_turns is None else float(view.options.max_turns)
    guess = max(params.length - view.turn, params.pace * max(1, FIGURES.points_to_win - leading))
    thrift = max(_LEFT_OVER, min(1.0, (last - view.open_turn) / _THRIFTY))
    return Outlook(
        view=view,
        params=params,
        seat=me.seat,
        faction=me.name,
        points=view.standing(me.seat).points,
        remaining=min(guess, last - view.turn),
        last=last,
        rivals=tuple(f for f in view.factions if f.alive and f.seat != me.seat),
        capitals=frozenset(faction.capital for faction in view.factions),
        coming=attacks_on(view),
        thrift=thrift,
    )


def best_ship(realm: Realm) -> Ship:
    """Medium ships beat the light ones that most have; heavy ones lose to these."""
    return "medium" if realm.unlocked("medium") else "light"


# How fights will probably go (AM-20) ----------------------------------------------------

_SQUADRONS = FIGURES.fleets.squadrons
_REBELS = 105.0
"""One in four rebel sectors has better ships than light ones (AM-4)."""
_LEARNED_A_TURN = 0.01
"""What others may have learned in secret."""


def fleets_to_beat(fleets: float, ratio: float, caution: float) -> int:
    """How many fleets beat so many others, being `ratio` times as strong in a skirmish.

    `caution` is in standard deviations: with 0 the fight is even, with 2 it is lost once in 44.
    """
    if fleets <= 0:
        return 1
    beaten = _SQUADRONS * fleets
    mean, spread = beaten / ratio, sqrt(beaten * (1 + ratio)) / ratio
    return max(1, ceil((mean + caution * spread) / _SQUADRONS))


def losses(fleets: int, others: float, ratio: float) -> float:
    """About how many of `fleets` a victory over so many `others` costs.

    A fleet with one squadron left survives (AM-21): where half of the squadrons are lost, an
    eighth of the fleets is.
    """
    share = min(1.0, others / ratio / max(1, fleets))
    return float(fleets * share**_SQUADRONS)


def attack_ratios(realm: Realm, view: View) -> dict[Seat | None, float]:
    """How strong light fleets are in attacks on the sectors of rebels and factions, compared with
    light ones there."""
    wonders, level = realm.megastructures, realm.technologies.attack
    colonising = attack(realm.faction, level, wonders, colonising=True)
    conquering = attack(realm.faction, level, wonders, colonising=False)
    learned = 1 + _LEARNED_A_TURN * view.turn
    found: dict[Seat | None, float] = {None: colonising / _REBELS}
    for one in view.factions:
        held = defence(one.name, 0, view.megastructures_of(one.seat))
        found[one.seat] = conquering / learned / held
    return found


def defence_ratio(realm: Realm, view: View, rivals: Iterable[SeenFaction], fleets: Fleets) -> float:
    """How strong `fleets` are in defence, compared with the strongest rival's attack."""
    mine = defence(realm.faction, realm.technologies.defence, realm.megastructures)
    attacks = (attack(r.name, 0, view.megastructures_of(r.seat), colonising=False) for r in rivals)
    return mine * advantage(fleets) / max(attacks, default=strength(0))


def advantage(fleets: Fleets) -> float:
    """Most fleets are light: who meets them gains by medium ships and loses by heavy ones (3.6)."""
    if not fleets:
        return 1.0
    more, common = FIGURES.fleets.advantage
    gain = more / common
    return (fleets.light + fleets.medium * gain + fleets.heavy / gain) / fleets.total


# Forces ---------------------------------------------------------------------------------


class Force(msgspec.Struct, frozen=True):
    """Fleets that can be at a target at the same time: how many from where."""

    turns: int
    parts: tuple[tuple[Sector, Fleets], ...]
    fleets: Fleets


Guards = Mapping[Sector, int]
"""How many fleets each own sector should keep."""


def lightest_stay(fleets: Fleets, staying: int) -> Fleets:
    """What may leave where so many must stay."""
    going = fleets
    for ship in SHIPS:
        kept = min(going.of(ship), staying)
        going, staying = going.having(ship, going.of(ship) - kept), staying - kept
    return going


def forces(realm: Realm, guards: Guards, farthest: int) -> dict[Sector, list[Force]]:
    """By target, what can arrive there together in so many turns at most, the soonest first."""
    by_turns: dict[Sector, dict[int, list[tuple[Sector, Fleets]]]] = {}
    for source in sorted(realm.sectors):
        fleets = lightest_stay(realm.sectors[source].fleets, guards[source])
        if not fleets and source != realm.capital:
            continue
        for target, way in realm.routes_from(source).items():
            if way.turns <= farthest and target not in realm.sectors:
                by_turns.setdefault(target, defaultdict(list))[way.turns].append((source, fleets))
    return {
        target: [_together(turns, parts) for turns, parts in sorted(found.items())]
        for target, found in sorted(by_turns.items())
    }


def _together(turns: int, parts: list[tuple[Sector, Fleets]]) -> Force:
    return Force(turns, tuple(parts), sum((fleets for _source, fleets in parts), Fleets()))


# Rights ---------------------------------------------------------------------------------


class Lessons(NamedTuple):
    """Research up to a level: what it costs, and the orders for it."""

    cost: Cost = Cost()
    orders: tuple[Research, ...] = ()


def lessons(realm: Realm, technology: Technology, level: int, tokens: int | None = None) -> Lessons:
    """Up to `level`; tokens (all there are, or so many) go to the dearest levels, the last."""
    free = realm.means.tokens.technology if tokens is None else tokens
    return _taught(realm.faction, technology, realm.technologies.of(technology), level, free)


@lru_cache(maxsize=4096)
def _taught(faction: str, technology: Technology, have: int, level: int, free: int) -> Lessons:
    paid_to = max(have, level - free)
    bought = range(have + 1, paid_to + 1)
    cost = sum((prices.research(faction, technology, n) for n in bought), Cost())
    paid = (Research(technology=technology, to=paid_to),) if bought else ()
    given = tuple(Research(technology=technology, free=True) for _n in range(paid_to, level))
    return Lessons(cost, (*paid, *given))


class Rights(NamedTuple):
    """What must be learned and paid before another attack of a ``kind`` (AM-17), and whether a
    token pays for it."""

    kind: AttackKind
    orders: tuple[Research, ...]
    cost: Cost
    free: bool


def rights_to(realm: Realm, kind: AttackKind) -> Rights:
    tokens, owned = realm.means.tokens, len(realm.sectors)
    conquest, left = Lessons(), tokens.technology
    if kind == "conquer" and not realm.technologies.conquest:
        conquest, left = lessons(realm, "conquest", 1), 0
    needed = owned + len(realm.attacked())
    administration = lessons(realm, "administration", needed, tokens=left)
    fitting = tokens.colonisation if kind == "colonise" else tokens.conquest
    free = fitting + tokens.either > 0
    cost = conquest.cost + administration.cost
    if not free:
        colonising = kind == "colonise"
        cost += prices.colonisation(realm.faction, owned) if colonising else prices.conquest(owned)
    return Rights(kind, (*conquest.orders, *administration.orders), cost, free)


# Threats --------------------------------------------------------------------------------

_FIRST_CONQUEST = 3
"""Who has taken two sectors has won about the X of conquest technology and a first conquest."""
_HOME_GUARD = 2


def guards(outlook: Outlook, realm: Realm) -> dict[Sector, int]:
    """How many fleets each own sector should keep."""
    kept = {sector: _least(outlook, realm, sector) for sector in realm.sectors}
    for (_arrives, _owner, target), count in outlook.coming.items():
        fleets = realm.sectors[target].fleets
        ratio = defence_ratio(realm, outlook.view, outlook.rivals, fleets)
        holds = fleets_to_beat(count, ratio, outlook.params.caution)
        kept[target] = max(kept[target], holds)
    if outlook.params.wariness:
        wanted = round(outlook.params.wariness * _lurking(outlook, realm))
        kept[realm.capital] = max(kept[realm.capital], wanted)
    return kept


def _least(outlook: Outlook, realm: Realm, sector: Sector) -> int:
    """Who is wary leaves neither the capital nor a border bare: any attack takes it (AM-20)."""
    if not outlook.params.wariness:
        return 0
    if sector == realm.capital:
        return _HOME_GUARD
    return int(any(realm.owners[n - 1] not in (None, realm.seat) for n in neighbours(sector)))


def _lurking(outlook: Outlook, realm: Realm) -> float:
    """The largest force that could reach the capital before it is answered.

    What the capital can build once such an attack is seen under way counts as answered.
    """
    built = realm.income.R / FIGURES.fleets.cost
    found = (_force(outlook, rival, realm.capital, built) for rival in outlook.rivals)
    return max(found, default=0.0)


def _force(outlook: Outlook, rival: SeenFaction, target: Sector, built: float) -> float:
    if not _may_conquer(outlook, rival):
        return 0.0
    by_turns: dict[int, int] = defaultdict(int)
    for one in in_reach(outlook.view, rival, target):
        if one.fleets > 1:
            by_turns[one.turns] += one.fleets
    return max((force - built * (turns - 1) for turns, force in by_turns.items()), default=0.0)


def _may_conquer(outlook: Outlook, rival: SeenFaction) -> bool:
    if FACTIONS[rival.name].start.technologies.conquest:
        return True
    return outlook.view.standing(rival.seat).sectors >= _FIRST_CONQUEST
