"""All that God Unit says of orders at receipt, as strings without names and order lines.

Players and orders are written the same in every language: all of these are cut out, with the
colours in orders; whatever else is told must be translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import msgspec

from pbem.engine.language import Refusal
from pbem.engine.menu import Item, Menu
from pbem.mailer.outbound.layout_text import lay_out
from pbem.rulesets.god_unit.figures import BANNERS
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.view import (
    Side,
    View,
)
from tests.i18n.told import of_lines
from tests.rulesets.god_unit import situation
from tests.rulesets.god_unit.mails import ASK, armies, desk, parse
from tests.rulesets.god_unit.table import NAMES, factory, unit, view

_NAMES = re.compile(
    "|".join(name.replace(" ", r"\s+") for name in (*NAMES, *situation.NAMES, *BANNERS))
)
_ORDER = re.compile(
    r"\b(?:PLACE|PRODUCE|MOVE|ATTACK|DEPLOY|TOWARDS|NEAREST|UNIT|ELSE|LATE"
    r"|GRUNT|FACTORY|NOTHING|REPEAT)\b"
    r"|\bboard(?:-\w+)*\.(?:png|svg)\b"
)

MAILS = (
    "PASS",
    "PASS 3 / PASS UNTIL 5 / PASS 6 / PASS 9 / PASS 99",
    "hll thr / " + "x" * 301,
    "PLACE a1 a3 c1 a5 / PLACE b1 a1 / PLACE a1 a1 / PLACE j9 a1 / PLACE / PLACE twr / PLACE z99",
    "PLACE 3 / PLACE a1 / PRODUCE A D2 / PRODUCE B GRUNT REPEAT",
    "PRODUCE B D2 R3 / PRODUCE B D2 R3 REPEAT / PRODUCE B FACTORY / PRODUCE B M0 / PRODUCE A D2 R3",
    "PRODUCE A A3 / PRODUCE A D2 R3 / PRODUCE A NOTHING / PRODUCE ALL GRUNT / @ PRODUCE B D2",
    "PRODUCE B A6 D6 M6 N6 R6 / PRODUCE B A0 N5 / PRODUCE B A9 D8 / PRODUCE B D0 M0",
    "PRODUCE B / PRODUCE D2 / PRODUCE Q D2 / PRODUCE B D2 D3 / PRODUCE B X3 / PRODUCE B grnt",
    "PRODUCE B GRUNT D2 / PRODUCE B D2 ELSE D3 / PRODUCE B REPEAT / PRODUCE B GRUNT FACTORY",
    "PRODUCE B D99999 / PRODUCE B 2 / PRODUCE B GRUNT, B D2",
    "MOVE 12 TO c5 / MOVE 13 TO c5 / MOVE 12 TO b4 / PASS",
    "MOVE 12 13 TO c5 / MOVE 12 TO c6 ELSE c5 / MOVE 12 TO c6 / MOVE 12 TO e5 / MOVE 12 TO d6",
    "MOVE 12 TOWARDS h9 / MOVE 12 TOWARDS b3 / MOVE 14 TO e3 / MOVE ALL TOWARDS a9",
    "MOVE 12 TO c7 / MOVE 12 TO c5 ELSE c7 / MOVE 12 13 TO c6 / MOVE 12 TO c4 / MOVE 99 TO c5",
    "MOVE 5 TO c5 / MOVE 12 TO c5, 12 TO c6 / MOVE #12 TO c5 / MOVE 12 TO b4; ATTACK 13 NEAREST",
    "MOVE 12 / MOVE TO c5 / MOVE 12 12 TO c5 / MOVE 12 TO c5 c6 / MOVE 12 TO z99 / 20-30 TO c5",
    "MOVE 12 TO twr / MOVE 123456 TO c5 / MOVE 12 TOWARDS Blue 9 / MOVE 12 TO c5 ELSE e / ALL 12",
    "12 13 / MOVE 12 TO c5 REPEAT / MOVE 12 TO c5 ELSE / MOVE 12 TO c5 ELSE MOVE 13 TO c6",
    "MOVE 12" + ", 12" * 20 + " / 13 TO c5",
    "MOVE 12 13 TO c5 ELSE MOVE 12 TO c6 / MOVE 12 TO c5 THEN ATTACK d6 / MOVE 12 TO c5 ELSE PASS",
    "MOVE ALL TO a10 / MOVE ALL TO c5 ELSE MOVE 12 TO c6 / MOVE 2 TO b2 / MOVE 3 TO c5",
    "ATTACK 12 AT d6 / ATTACK 13 AT d4 / ATTACK 13 NEAREST / ATTACK 13 NEAREST ELSE TO b4",
    "ATTACK 13 NEAREST ELSE LATE TO b4",
    "ATTACK 12 AT d6, d7 / ATTACK 12 UNIT Blue 6 / ATTACK 12 UNIT Blue 7 / ATTACK 12 AT h9",
    "ATTACK 16 NEAREST / ATTACK 15 NEAREST / ATTACK 12 UNIT Red 13 / ATTACK 12 UNIT Blue 1",
    "ATTACK 12 UNIT Blue 99 / ATTACK 12 FACTORY Blue B / ATTACK 12 FACTORY Blue A / ATTACK 12",
    "ATTACK 12 Blue / ATTACK 12 UNIT Yellow 3 / ATTACK 12 FACTORY Blue 3 / ATTACK 12 FACTORY Blue",
    "ATTACK 12 FACTORY / ATTACK 12 FACTORY Blue c4 / ATTACK 12 UNIT Blue c4 / ATTACK 12 UNIT 4",
    "ATTACK 12 UNIT Blue 123456 / ATTACK 12 UNIT Blue 4, UNIT Blue 5 / ATTACK 12 AT d6, NEAREST",
    "ATTACK 1 AT c4 / ATTACK 2 AT d3 / ATTACK 1 AT d3, c4 / ATTACK 1 NEAREST / ATTACK 2 AT c4",
    "MOVE 1 TO e1 / MOVE 1 TO f1 / ATTACK 1 AT e1, c1 / ATTACK 1 FACTORY Blue A",
    "ATTACK 1 UNIT Blue 3 / MOVE 1 TO c1 / MOVE 1 TOWARDS e1 / MOVE 3 TO c3",
    "DEPLOY 14 / DEPLOY 15 / DEPLOY 12 / DEPLOY 14 AT e5 / DEPLOY 14 NEAREST / DEPLOY 5",
    "MOVE 12 LATE TO c5 / MOVE 12 d4-c5 / MOVE Blue 12 TO c5 / MOVE 20-30 TO c5 / STOP",
    "HOLD 12 / STOP 12 / ATTACK 12 Blue UNIT U",
    f"MOVE{' 12 13' * 9} / 15 TO c5",
    "MOVE 5 12 TO c5 / MOVE 1 2 TO a2 / MOVE 12 TO c5 OR c6 / ATTACK 12 AT b2",
    "WHEN D2 IS DONE, A MAKES D3 / ATTACK 1 13 NEAREST",
)


def verdicts() -> Iterator[str]:
    """What players are told of lines, in positions of every kind."""
    yield from map(cut, _verdicts())


@cache
def cut(text: str) -> str:
    """The text without names and the words of order lines."""
    return _ORDER.sub("", _NAMES.sub("", text))


def _verdicts() -> Iterator[str]:
    yield from of_lines(parse, _positions(), MAILS)
    yield parse(armies()).remark
    for verb in (*desk.menu(armies(), ASK), *desk.menu(view(turn=0), ASK)):
        yield from (one.beyond for one in verb.limits)
        for item in _items(verb.branches):
            yield from (item.label, item.note, *(one.beyond for one in item.limits))
    yield from map(lay_out, desk.manual())
    fields = ("square", "need", "have", "level", "colour", "piece", "turn")
    for name, message in vars(errors).items():
        if name.isupper() and isinstance(message, str):
            yield Refusal(message, fields=tuple((one, 7) for one in fields)).text


def _items(menu: Menu) -> Iterator[Item]:
    for item in menu:
        yield item
        yield from _items(item.branches[:2])


def _positions() -> Iterator[View]:
    yield armies()
    yield armies(players=3)
    yield armies(seat=None)
    yield view(turn=0)
    yield view(turn=0, rows=("~" * 10, *("." * 10,) * 9), placement="open")
    yield view(turn=3)
    yield msgspec.structs.replace(view(turn=3), sides=(Side(units=3), Side()))
    yield view(turn=58, factories=(factory(1, "A", "a1"),))
    nomads = (unit(1, 1, "a1", "A3 R3"), unit(1, 2, "b1", "factory"), unit(2, 1, "c1"))
    yield view(turn=1, board="syzygy", units=nomads)
    lost = (factory(1, "A", "c3"), factory(2, "B", "j1"))
    yield view(units=(unit(1, 1, "a1"), unit(1, 2, "b1", "factory", "deploying")), factories=lost)
    yield view(units=(unit(1, 5, "b1", "factory"),), factories=(factory(1, "B", "b1"),))
    shooters = (unit(1, 1, "c3", "A3 N4 R3"), unit(1, 2, "c3"))
    yield view(units=(*shooters, unit(2, 1, "c4", "D2"), unit(2, 2, "d3", "D4")))
    shores = ("....~.....",) * 9 + ("." * 10,)
    yield view(rows=shores, units=(unit(1, 1, "d1", "M4 R3"), unit(2, 5, "h1")))
    causeway = ("...~......",) + ("~" * 10,) * 9
    yield view(rows=causeway, units=(unit(1, 1, "a1", "M3"), unit(2, 5, "b1")))
    yield view(units=(unit(1, 3, "c3", "M0", "ready"), unit(2, 1, "j10")))
