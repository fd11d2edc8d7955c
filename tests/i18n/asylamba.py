"""Asylamba Mini's verdicts and reports, of every kind, as strings without names and order lines.

Its order lines are English in every language, and factions, megastructures and players are
called the same everywhere: all of these are cut out, whatever else is told must be translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec

from pbem.engine.advance import news_for
from pbem.engine.api import Event
from pbem.engine.rng import Chance
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
from pbem.rulesets.asylamba_mini import RULESET
from pbem.rulesets.asylamba_mini.figures import BONUSES, FACTIONS, MEGASTRUCTURES
from pbem.rulesets.asylamba_mini.holdings import (
    FACILITIES,
    SHIPS,
    TECHNOLOGIES,
    Cost,
    Facilities,
    Fleets,
    Grant,
    Inside,
    Means,
    Purse,
    Resource,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.orders import Autobuild, Build, Exchange, Research, Send, Wonder
from pbem.rulesets.asylamba_mini.reckoning.dealings import Done
from pbem.rulesets.asylamba_mini.reckoning.refusals import Refusal, Why
from pbem.rulesets.asylamba_mini.telling import effects, refusing
from pbem.rulesets.asylamba_mini.view import Battle, Ending, Payment, Side, Standing, View
from tests.i18n.told import told
from tests.rulesets.asylamba_mini import situation
from tests.rulesets.asylamba_mini.mails import desk, parse, rich
from tests.rulesets.asylamba_mini.situation import rules
from tests.rulesets.asylamba_mini.table import NAMES, colony, mission, view

_NAMES = re.compile("|".join(sorted((*NAMES, *FACTIONS, *MEGASTRUCTURES), key=len, reverse=True)))
_ORDER = re.compile(
    r"\b(?:UPGRADE|RESEARCH|BUILD|WONDER|SEND|EXCHANGE|AUTOBUILD)"
    r"(?: (?:[A-Z]+|\d+|credits|light|medium|heavy|refinery|commercial hub|military school"
    r"|attack|defence|frame|conquest|extended administration|spatial engineering))+"
)

MAILS = (
    "PASS",
    "PASS / UPGRADE refinery TO 6",
    "UPGRADE hub TO 5 / UPGRADE hub TO 99 / UPGRADE hub 3 / UPGRADE hub FREE / UPGRADE x",
    "UPGRADE / UPGRADE hub BY / UPGRADE hub BY 0 / UPGRADE hub TO 8 TO 9 / UPGRADE 2 hub TO x",
    "UPGRADE hub TO 4 / UPGRADE hub TO 3 / UPGRADE hub FROM x / UPGRADE hub TO 9999999",
    "UPGRADE technosphere / UPGRADE hub BY 1.5 / hll thr / " + "x" * 500,
    "RESEARCH frame FREE / RESEARCH attack BY 2 / RESEARCH attack TO 3 FREE / RESEARCH x",
    "RESEARCH attack BY 9 / RESEARCH conquest / RESEARCH defence TO 9",
    "BUILD 6 medium / BUILD 400 medium / BUILD 6 / BUILD m / BUILD / BUILD 0 medium / BUILD x",
    "BUILD 6 m WITH X / BUILD 6 m WITH C / BUILD 6 m WITH x / BUILD 6 m IN 17 / BUILD 1.000 m",
    "WONDER Ringworld / WONDER Ringworld / WONDER / WONDER xyz",
    "SEND 3 heavy FROM 17 TO 8 COLONISE / SEND 3 heavy FROM 17 TO 8 CONQUER / SEND",
    "SEND 5 heavy FROM 17 TO 8 / SEND 3 heavy FROM 17 TO 9 COLONISE / SEND m FROM 17 TO 8",
    "SEND 1 heavy FROM 17 TO 8 REINFORCE / SEND 1 heavy FROM 17 TO 17 / SEND 1 heavy FROM 17",
    "SEND 1 heavy FROM 17 TO 99 / SEND 1 heavy FROM 8 TO 17 / SEND 1 heavy TO 8 / SEND TO 8",
    "SEND 1 heavy 2 heavy FROM 17 TO 8 / SEND 5 FROM 17 TO 9 / SEND FROM 17 TO 8",
    "SEND 3 heavy FROM 17 TO 8 TO 9 / SEND 3 heavy FROM 17 FROM 9 TO 8 / SEND 3 heavy FROM x",
    "SEND 3 heavy FROM 17 TO 8 CONQUER COLONISE / SEND 1 5 FROM 17 TO 8 / SEND 5 l 4 fleets",
    "SEND 3 heavy FROM 17 TO 2 COLONISE / SEND ALL FROM 18 TO 17 / SEND ALL FROM 9 TO 17",
    "COLONISE 8 FROM 9 WITH 4 / COLONISE 8 FROM 17 WITH 1 heavy FREE / SEND x FROM 17 TO 8",
    "SEND 1 heavy FROM 17 TO 1 CONQUER FREE / COLONISE 8 FROM 17 WITH ALL FREE",
    "EXCHANGE 42 R FOR C / EXCHANGE 3 R FOR C / EXCHANGE R FOR C / EXCHANGE 40 R FOR R",
    "EXCHANGE R FOR 10 C / EXCHANGE 40 R FOR 20 C / EXCHANGE 40 x / EXCHANGE 1.5 R FOR C",
    "EXCHANGE 4 R FOR C x / EXCHANGE 4000 R FOR C",
    "AUTOBUILD 17 m / AUTOBUILD 18 m / AUTOBUILD 24 m / AUTOBUILD m / AUTOBUILD 17 / AUTOBUILD x",
    "AUTOBUILD 17 m l / AUTOBUILD 17 heavy / UPGRADE hub #3",
)


def verdicts() -> Iterator[str]:
    """What players are told of lines, in positions that allow much and little."""
    for text in map(_cut, _verdicts()):
        yield text


def _cut(text: str) -> str:
    """The text without names and order lines."""
    return _ORDER.sub("", _NAMES.sub("", text))


def _verdicts() -> Iterator[str]:
    for seen, text in product(_positions(), MAILS):
        lines = text.split(" / ")
        for mail in (lines, *([line] for line in lines)):
            parsed = parse(seen, *mail)
            yield parsed.remark
            for verdict in parsed.verdicts:
                yield from (verdict.message, verdict.note)
    yield parse(rich()).remark
    for why, resource in product(Why, Resource):
        subjects = {
            Why.LOCKED: SHIPS,
            Why.TOO_FEW_FLEETS: SHIPS,
            Why.NO_TOKEN: Tokens.__struct_fields__,
            Why.ENGINEERING: tuple(MEGASTRUCTURES),
            Why.BUILT: tuple(MEGASTRUCTURES),
            Why.CLAIMED: tuple(MEGASTRUCTURES),
        }
        for subject in subjects.get(why, (*FACILITIES, *TECHNOLOGIES)):
            refusal = Refusal(why, subject=subject, sector=9, need=3, have=2, resource=resource)
            yield refusing.sentence(refusal)
            yield refusing.raised_only(refusal, 4)


def _positions() -> Iterator[View]:
    yield rich()
    yield rich(max_turns=3, technologies=Technologies(administration=3, frame=2))
    yield rich(foreign={2: 2, 3: 3, 10: 3}, tokens=Tokens(technology=1))
    yield view(missions=[mission(1), mission(2)])
    yield view(home=Inside(Facilities(4, 25), Fleets()), built={"Ringworld": 27})
    yield view(fallen=[1])


def reports() -> Iterator[str]:
    """Reports of every moment of a game, for players and spectators."""
    for seen, news in _moments():
        for text in told(desk.report(seen, news)):
            yield _cut(text)


def _moments() -> Iterator[tuple[View, tuple[Event, ...]]]:
    yield from _a_game(("Empire", "Nerve", "Negore", "Aphera", "Cardan", "Kovahk", "Magoth"))
    yield from _a_game(
        ("Imperialistes", "Nouvelle-Nerve", "Neo-Humaniste", "Ligue", "Synelle"),
        faction_bonuses="3.6",
        open_book=True,
        balance="even",
        max_turns=12,
    )


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
        chance = Chance(situation.SECRET, state.turn + 1)
        answers = {
            ask.seat: bot.decide(rules.view(state, ask.seat), ask, chance)
            for ask in rules.asks(state)
        }
        state, events = rules.resolve(state, answers, chance)
