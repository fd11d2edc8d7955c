"""Asylamba Mini's reports, of every kind, as strings without names and order lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import Event
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini import RULESET
from pbem.rulesets.asylamba_mini.bots import Advised, advice
from pbem.rulesets.asylamba_mini.events import (
    BattleTypes,
    BonusFound,
    Eliminated,
    FleetsJoined,
    FleetsLost,
    MegastructureBuilt,
    MegastructureLost,
    MissionTurnedBack,
    OrderDone,
    OrderRefused,
    Spoils,
)
from pbem.rulesets.asylamba_mini.figures import (
    BONUSES,
    MEGASTRUCTURES,
    Cost,
    Facilities,
    Fleets,
    Grant,
    Inside,
    Purse,
    Resource,
    Technologies,
)
from pbem.rulesets.asylamba_mini.galaxy import neighbours
from pbem.rulesets.asylamba_mini.mechanics import errors, realm_of
from pbem.rulesets.asylamba_mini.mechanics.execution import Done
from pbem.rulesets.asylamba_mini.orders import (
    Autobuild,
    Build,
    Exchange,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.report.suggestions import order_template
from pbem.rulesets.asylamba_mini.view import Battle, Ending, Payment, Side, Standing, View
from tests.i18n.asylamba_receipts import cut
from tests.i18n.told import told
from tests.rulesets.asylamba_mini import situation
from tests.rulesets.asylamba_mini.mails import desk, rich
from tests.rulesets.asylamba_mini.situation import rules
from tests.rulesets.asylamba_mini.table import colony, mission, view

_CAUSES: tuple[Any, ...] = ("points", "last", "fallen", "turns")


def reports() -> Iterator[str]:
    """Reports of every moment of a game, for players and spectators."""
    for seen, news in moments():
        yield from map(cut, told(desk.report(seen, news)))
    yield from map(cut, _templates())
    for cause in _CAUSES:
        state = msgspec.structs.replace(situation.drawn(), ending=Ending((1,), cause, "points"))
        yield rules.outcome(state).reason


def _templates() -> Iterator[str]:
    """Reasons of the house bot that its games seldom print, and a turn in which it waits."""
    seen, _events = _plenty()
    realm, advised = realm_of(seen), advice(seen)
    line = Advised(Upgrade(facility="hub"), advised.lines[0].project)
    for reason in ("spoils", "harm"):
        project = line.project._replace(gains={reason: 1.0}, about=None)
        turn = advised._replace(lines=(line._replace(project=project),))
        yield from order_template(seen, realm, turn)
    yield from order_template(seen, realm, advised._replace(lines=()))


def moments() -> Iterator[tuple[View, tuple[Event, ...]]]:
    """Views and the news to each: two games of the bots, and what these do not bring about."""
    yield from _a_game(
        ("Empire", "Nerve", "Negore", "Aphera", "Cardan", "Kovahk", "Magoth"), max_turns=18
    )
    yield from _a_game(
        ("Imperialistes", "Nouvelle-Nerve", "Neo-Humaniste", "Ligue", "Synelle"),
        faction_bonuses="3.6",
        open_book=True,
        balance="even",
        max_turns=12,
    )
    yield from _fights()
    yield from _falls()
    yield from _threats()
    yield _news()
    yield view(), _news()[1][5:6]
    yield view(foreign=dict.fromkeys((10, 20, 22), 2)), ()
    yield _plenty()
    yield view(missions=[mission(1), mission(2)], built={"Ringworld": 18, "Dyson Sphere": 18}), ()
    yield _everything_owned()
    yield from _poor_turns()
    yield from _endings()


def _a_game(factions: tuple[str, ...], **options: Any) -> Iterator[tuple[View, tuple[Event, ...]]]:
    """Played by the house's bots, as every seat and a spectator see it."""
    state = situation.drawn(len(factions), factions=factions, **options)
    events: tuple[Event, ...] = ()
    bot = RULESET.bots[RULESET.house_bot]
    while True:
        for seat in (*range(1, len(factions) + 1), None):
            yield rules.view(state, seat), news_for(seat, events)
        outcome = rules.outcome(state)
        if outcome is not None:
            return
        turn, answers = state.turn + 1, {}
        for ask in rules.asks(state):
            chance = Chance(situation.SECRET, turn, scope=f"bot/{ask.seat}")
            answers[ask.seat] = bot.decide(rules.view(state, ask.seat), ask, chance)
        state, events = rules.resolve(state, answers, Chance(situation.SECRET, turn))


def _fights() -> Iterator[tuple[View, tuple[Event, ...]]]:
    """Won and lost, with and without a garrison, own ones and those of others."""
    sides = (Side(1, 8, 5), Side(2, 6, 5)), (Side(2, 8, 5), Side(1, 1, 5)), (Side(2, 8, 5),) * 2
    ghosts = [(a, msgspec.structs.replace(d, before=0)) for a, d in sides]
    battles = tuple(
        Battle(sector=9, kind="conquer", attacker=a, defender=d, taken=taken, captured=1)
        for (a, d), taken in product((*sides, *ghosts), (True, False))
    )
    types = Fleets(light=1), Fleets(light=3)
    for number, battle in enumerate(battles):
        events = (
            BattleTypes(
                order=0,
                sector=9,
                attackers=types[1],
                defenders=types[1],
                attackers_left=types[0],
                defenders_left=types[0],
                captured=types[number % 2],
                skirmishes=9,
            ),
            Spoils(order=0, sector=9, experience=10, reward=Grant(facilities=Facilities(1))),
        )
        for owner in (1, 2):
            seen = view(turn=7, foreign={9: owner})
            yield msgspec.structs.replace(seen, battles=(battle,)), events
    for few, others, taken in ((1, 3, True), (3, 1, False)):
        rare = Battle(
            sector=9,
            kind="colonise",
            attacker=Side(1, few, 1),
            defender=Side(None, others, 1),
            taken=taken,
            captured=0,
        )
        types_of = BattleTypes(
            order=0,
            sector=9,
            attackers=Fleets(light=few),
            defenders=Fleets(light=others - 1, medium=1),
            attackers_left=Fleets(light=int(taken)),
            defenders_left=Fleets(light=int(not taken)),
            captured=Fleets(),
            skirmishes=9,
        )
        yield msgspec.structs.replace(view(turn=7), battles=(rare,)), (types_of,)
    many = view(seat=3, turn=7)
    yield msgspec.structs.replace(many, battles=battles * 3), ()


def _falls() -> Iterator[tuple[View, tuple[Event, ...]]]:
    """Capitals taken by and from this seat and others."""
    lost = FleetsLost(sector=18, fleets=Fleets(light=5))
    yield view(fallen=[1], foreign={18: 2}), (lost, Eliminated(seat=1, by=2))
    yield view(fallen=[2], foreign={21: 1}), (Eliminated(seat=2, by=1),)
    yield view(fallen=[2], foreign={21: 3}), (Eliminated(seat=2, by=3),)
    yield view(seat=None, fallen=[2], foreign={21: 3}), (Eliminated(seat=2, by=3),)


_ATTACKS = (
    (18, 4, Fleets(light=1)),
    (18, 3, Fleets(light=2)),
    (17, 4, Fleets(light=3)),
    (19, 4, Fleets(light=3)),
    (2, 9, Fleets(light=3)),
)
"""Target, turn of arrival and fleets."""


def _threats() -> Iterator[tuple[View, tuple[Event, ...]]]:
    """Attacks of one fleet and of more, on the capital and on guarded and bare sectors."""
    attacks = [
        mission(n, owner=2, kind="conquer", path=(neighbours(to)[0], to), arrives=at, fleets=fleets)
        for n, (to, at, fleets) in enumerate(_ATTACKS, start=1)
    ]
    own = {17: colony(), 19: colony(1, light=1), 2: colony()}
    for first in (attacks, attacks[1:], attacks[2:3], attacks[:1]):
        yield view(own=own, missions=first), ()
    row = tuple(Standing(points, 2, 9) for points in (3, 10, 2, 1))
    yield view(history=(row, row, row)), ()
    eleven = dict.fromkeys((1, 2, 3, 4, 20), 2)
    coming = [mission(1, owner=2, path=(20, 19), arrives=5, known=False)]
    yield view(foreign=eleven, missions=coming), ()
    yield view(foreign={19: 2, 20: 2}, garrisons={19: 30}), ()
    strays = [
        mission(1, kind="reinforce", path=(18, 17)),
        mission(2, kind="conquer", path=(18, 19), arrives=9),
        mission(3, path=(18, 19)),
        *(mission(n, owner=2, path=(21, 20), known=False) for n in range(4, 24)),
    ]
    yield view(foreign={19: 2}, missions=strays), ()


def _news() -> tuple[View, tuple[Event, ...]]:
    """What the bots' games do not bring about."""
    refused = situation.refusal(errors.SHORT, need=400, have=300, resource=Resource.R)
    doings = (
        Done(Autobuild(sector=17, ship="heavy")),
        Done(Exchange(give=Resource.R, get=Resource.C, amount=4), Cost(R=4), Cost(C=1)),
        Done(Research(technology="frame", levels=2), Cost(S=1), before=0, after=1, stopped=refused),
        Done(Research(technology="attack", free=True), before=0, after=1, token="technology"),
        Done(
            Send(kind="reinforce", fleets=Fleets(light=1), source=18, target=17),
            path=(18, 17),
            turns=1,
        ),
    )
    back = MissionTurnedBack(
        mission=1,
        kind="reinforce",
        sector=10,
        fleets=Fleets(heavy=1),
        home=None,
        arrives=0,
        refunded=Payment(),
    )
    return view(own={17: colony(light=1)}), (
        *(OrderDone(done=done) for done in doings),
        OrderRefused(order=Build(ship="light", count=40), refusal=refused),
        OrderRefused(order=Build(ship="heavy", count=40), refusal=refused),
        MegastructureLost(name="Ringworld", winner=2, returned=300),
        MegastructureBuilt(name="Ringworld", seat=2, sector=21),
        FleetsJoined(mission=1, kind="return", sector=17, fleets=Fleets(light=2)),
        back,
        msgspec.structs.replace(
            back, kind="colonise", home=18, refunded=Payment(token="colonisation")
        ),
        *(
            BonusFound(seat=1 + number % 2, sector=17, bonus=bonus, granted=granted)
            for number, (bonus, granted) in enumerate(product(BONUSES, (True, False, True)))
        ),
    )


def _plenty() -> tuple[View, tuple[Event, ...]]:
    """Means of every kind, wonders that stand, can be had and come into reach, and missions."""
    missions = [
        mission(1, kind="return", path=(18, 17)),
        mission(2, path=(9, 8), arrives=4, payment=Payment(credits=50)),
    ]
    seen = rich(
        factions=("Ligue", "Cardan", "Kovahk", "Synelle"),
        home=Inside(Facilities(25, 4), Fleets(light=4), resources=190),
        bonuses={17: "spy", 10: "trade route"},
        built={"Ringworld": 18},
        missions=missions,
    )
    own = MegastructureBuilt(name="Ringworld", seat=1, sector=18)
    done = Done(Wonder(megastructure="Ringworld"), Cost(R=300))
    return seen, (own, OrderDone(done=done))


def _everything_owned() -> tuple[View, tuple[Event, ...]]:
    """As many sectors as the highest administration allows."""
    own = dict.fromkeys((17, 19, 16, 20, 9, 36, 15, 35, 14, 34, 8), colony(light=1))
    return view(own=own, technologies=Technologies(administration=11)), ()


def _poor_turns() -> Iterator[tuple[View, tuple[Event, ...]]]:
    """Everything is built, and what is left to pay with is little or nothing."""
    poor: dict[str, Any] = {
        "home": Inside(Facilities(), Fleets()),
        "built": dict.fromkeys(MEGASTRUCTURES, 21),
        "technologies": Technologies(administration=1),
    }
    yield view(purse=Purse(credits=20), **poor), ()
    yield view(purse=Purse(), **poor), ()


def _endings() -> Iterator[tuple[View, tuple[Event, ...]]]:
    row = tuple(Standing(points, 2, 9) for points in (12, 12, 2, 0))
    decisions = ("points", "sectors", "fleets", "shared")
    for cause, decided in product(_CAUSES, decisions):
        for winners in ((1,), (1, 2), (2, 3)):
            ending = Ending(winners, cause, decided)
            for seat in (1, 4, None):
                seen = view(seat=seat, fallen=[4], history=(row,) * 3, ending=ending)
                yield seen, (Eliminated(seat=4, by=1),)
        yield view(seat=3, history=(row,) * 3, ending=ending), ()
    ones = (Standing(1, 1, 4),) * 4
    yield view(history=(ones,) * 3, ending=Ending((2,), "turns", "shared")), ()
