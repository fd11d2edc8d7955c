"""All that Asylamba Mini says of orders at receipt, as strings without names and order lines.

Its order lines are English in every language, and factions, megastructures and players are
called the same everywhere: all of these are cut out, whatever else is told must be translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import msgspec

from pbem.engine.menu import branch
from pbem.mailer.outbound.layout_text import lay_out
from pbem.rulesets.asylamba_mini.figures import (
    FACTIONS,
    MEGASTRUCTURES,
    Facilities,
    Fleets,
    Inside,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.mechanics import errors
from pbem.rulesets.asylamba_mini.view import View
from tests.i18n.told import of_lines
from tests.rulesets.asylamba_mini import situation
from tests.rulesets.asylamba_mini.mails import ASK, desk, parse, rich
from tests.rulesets.asylamba_mini.table import NAMES, colony, mission, view

_NAMES = re.compile(
    "|".join(
        name.replace(" ", r"\s+")
        for name in sorted((*NAMES, *FACTIONS, *MEGASTRUCTURES), key=len, reverse=True)
    )
)
_ORDER = re.compile(
    r"\b(?:UPGRADE|RESEARCH|BUILD|WONDER|SEND|ATTACK|COLONISE|EXCHANGE|AUTOBUILD|FROM|WITH)"
    r"(?:\s(?:[A-Z]+|\d+|credits|light|medium|heavy|refinery|commercial hub|military school"
    r"|attack|defence|frame|conquest|extended\sadministration|spatial\sengineering))*"
)


MAILS = (
    "PASS",
    "PASS / UPGRADE refinery TO 6",
    "UPGRADE hub TO 5 / UPGRADE hub TO 99 / UPGRADE hub 3 / UPGRADE hub FREE / UPGRADE zz",
    "UPGRADE / UPGRADE hub BY / UPGRADE hub BY 0 / UPGRADE hub TO 8 TO 9 / UPGRADE 2 hub TO zz",
    "UPGRADE hub TO 4 / UPGRADE hub TO 3 / UPGRADE hub FROM zz / UPGRADE hub TO 9999999",
    "UPGRADE technosphere / UPGRADE hub BY 1.5 / hll thr / " + "x" * 500,
    "RESEARCH frame FREE / RESEARCH attack BY 2 / RESEARCH attack TO 3 FREE / RESEARCH zz",
    "RESEARCH attack BY 9 / RESEARCH conquest / RESEARCH defence TO 9",
    "BUILD 6 medium / BUILD 400 medium / BUILD 6 / BUILD m / BUILD / BUILD 0 medium / BUILD zz",
    "BUILD 6 m WITH X / BUILD 6 m WITH C / BUILD 6 m IN 17 / BUILD 1.000 m",
    "WONDER Ringworld / WONDER Ringworld / WONDER / WONDER xyz",
    "WONDER Space Elevator / RESEARCH spatial engineering",
    "SEND 3 heavy FROM 17 TO 8 COLONISE / SEND 3 heavy FROM 17 TO 8 CONQUER / SEND",
    "SEND 5 heavy FROM 17 TO 8 / SEND 3 heavy FROM 17 TO 9 COLONISE / SEND m FROM 17 TO 8",
    "SEND 1 heavy FROM 17 TO 8 REINFORCE / SEND 1 heavy FROM 17 TO 17 / SEND 1 heavy FROM 17",
    "SEND 1 heavy FROM 17 TO 99 / SEND 1 heavy FROM 8 TO 17 / SEND 1 heavy TO 8 / SEND TO 8",
    "SEND 1 heavy 2 heavy FROM 17 TO 8 / SEND 5 FROM 17 TO 9 / SEND FROM 17 TO 8",
    "SEND 3 heavy FROM 17 TO 8 TO 9 / SEND 3 heavy FROM 17 FROM 9 TO 8 / SEND 3 heavy FROM zz",
    "SEND 3 heavy FROM 17 TO 8 CONQUER COLONISE / SEND 1 5 FROM 17 TO 8 / SEND 5 l 4 fleets",
    "SEND 3 heavy FROM 17 TO 2 COLONISE / SEND ALL FROM 18 TO 17 / SEND ALL FROM 9 TO 17",
    "COLONISE 8 FROM 9 WITH 4 / COLONISE 8 FROM 17 WITH 1 heavy FREE / SEND zz FROM 17 TO 8",
    "SEND 1 heavy FROM 17 TO 1 CONQUER FREE / COLONISE 8 FROM 17 WITH ALL FREE",
    "SEND 1 heavy FROM 17 TO 2 CONQUER",
    "EXCHANGE 42 R FOR C / EXCHANGE 3 R FOR C / EXCHANGE R FOR C / EXCHANGE 40 R FOR R",
    "EXCHANGE R FOR 10 C / EXCHANGE 40 R FOR 20 C / EXCHANGE 40 zz / EXCHANGE 1.5 R FOR C",
    "EXCHANGE 4 R FOR C zz / EXCHANGE 4000 R FOR C",
    "AUTOBUILD 17 m / AUTOBUILD 18 m / AUTOBUILD 24 m / AUTOBUILD m / AUTOBUILD 17 / AUTOBUILD zz",
    "AUTOBUILD 17 m l / AUTOBUILD 17 heavy / AUTOBUILD 17 light / UPGRADE hub #3",
    "UPGRADE hub IN 17 / EXCHANGE / 5 light / AUTOBUILD ALL light / BUILD 5 light IN 17",
    "COLONISE 8 FROM 17 WITH ALL CONQUER / SEND 5 light 4 fleets FROM 17 TO 8 / RECALL",
)


def verdicts() -> Iterator[str]:
    """What players are told of lines, in positions that allow much and little."""
    yield from map(cut, _verdicts())


@cache
def cut(text: str) -> str:
    """The text without names and order lines."""
    return _ORDER.sub("", _NAMES.sub("", text))


def _verdicts() -> Iterator[str]:
    yield from of_lines(parse, _positions(), MAILS)
    yield parse(rich()).remark
    yield from map(lay_out, desk.manual())
    (send,) = branch(desk.menu(rich(), ASK), "SEND")
    yield from (target.note.replace("ALL", "") for source in send.then for target in source.then)
    for message in (
        errors.NO_MEGASTRUCTURE,
        errors.ADMINISTRATION,
        errors.ADMINISTRATION_FULL,
        errors.NO_ROUTE,
        errors.MISSION_PRICE,
        errors.CONQUEST_UNKNOWN,
    ):
        fields = {"need": 3, "have": 2, "sector": 9, "names": "", "each": 50, "cost": 200}
        yield cut(situation.refusal(message, **fields, resource="X").text)


def _positions() -> Iterator[View]:
    yield rich()
    yield rich(max_turns=3, technologies=Technologies(administration=3, frame=2))
    yield rich(foreign={2: 2, 3: 3, 10: 3}, tokens=Tokens(technology=1))
    yield view(missions=[mission(1), mission(2)])
    for fleets in (Fleets(light=1), Fleets(light=8)):
        attack = mission(9, owner=2, kind="conquer", path=(2, 9), fleets=fleets, known=False)
        yield rich(missions=[attack])
    yield rich(own={17: colony(light=5), 9: colony(light=7)})
    works = Inside(Facilities(refinery=4), Fleets(light=2))
    yield rich(own={17: colony(light=5), 9: works})  # one builds, the other does not
    yield _opened(rich(), 8)
    yield view(home=Inside(Facilities(4, 25), Fleets()), built={"Ringworld": 27})
    yield view(fallen=[1])


def _opened(seen: View, number: int) -> View:
    """With what stands in a sector of others, as open books show it."""
    inside = Inside(fleets=Fleets(light=5))
    sectors = [
        msgspec.structs.replace(one, inside=inside) if one.number == number else one
        for one in seen.sectors
    ]
    return msgspec.structs.replace(seen, sectors=tuple(sectors))
