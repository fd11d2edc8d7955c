"""All that can be ordered in Asylamba Mini, and how it is written (AM-7 to AM-17)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pbem.engine.api import Player
from pbem.engine.i18n import N_
from pbem.engine.language import Flag, Form, Language, Several, Tables, Thing, Words
from pbem.rulesets.asylamba_mini import meaning
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    Autobuild,
    Build,
    Exchange,
    Pass,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.slots import (
    PURPOSES,
    ExtentSlot,
    FleetsSlot,
    PurposeSlot,
    SectorSlot,
    SumSlot,
)

# What orders leave open ---------------------------------------------------------------

_NAMES = {
    "hub": "commercial hub",
    "school": "military school",
    "administration": "extended administration",
    "engineering": "spatial engineering",
}
"""Names of more than one word; the others are written as they are keyed."""


def _name(key: str) -> str:
    return _NAMES.get(key, key)


WHICH = N_("which facility or technology?")
FACILITY = Thing(("facility",), written=_name, question=WHICH, name="refinery|hub")
TECHNOLOGY = Thing(("technology",), written=_name, question=WHICH, name=N_("technology"))
WONDER = Thing(("megastructure",), question=N_("which megastructure?"), name=N_("megastructure"))
SHIP = Thing(("ship",), question=N_("which type of ship? light, medium or heavy."), name=N_("ship"))
PAYMENT = Thing(("resource",), written=lambda _key: "credits", leads=("for", "at", "to"))
EXTENT = ExtentSlot()
CLEAR_EXTENT = ExtentSlot(clear=True)
FREE = Flag("free", name="FREE")
FLEETS = FleetsSlot(N_("how many fleets, and of which type?"))
SOURCE = SectorSlot(N_("where from?"), leads=("at",))
NAMED_SOURCE = SectorSlot(SOURCE.question, SOURCE.leads, led=True)
TARGET = SectorSlot(N_("which sector is the target?"), leads=("to", "for", "at"))
SECTOR = SectorSlot(N_("which sector?"), leads=("at", "to", "from"), always=True)
CAPITAL = SectorSlot(leads=("at", "to"), always=True, name="")
GIVEN = SumSlot(N_("what is given, and what for? R, C, S or X."))
GOT = SumSlot(GIVEN.question, leads=("to", "with"))
PURPOSE = PurposeSlot()

# The forms ----------------------------------------------------------------------------

_RAISING = ("upgrade", "research", "build", "buy")
_BESIDE = ("tech", "level", "capital")
_AROUND = ("fleet", "aside", "with", "at", "by", "for")
_MISSION: dict[str, Any] = {"kind": PURPOSE, "free": FREE, "silent": _AROUND}
_BUILT: dict[str, Any] = {"sector": SECTOR, "ship": SHIP, "silent": ("fleet", "to")}
_RAISED: dict[str, Any] = {"extent": EXTENT, "place": CAPITAL, "free": FREE, "silent": _BESIDE}

FORMS = (
    Form(
        "UPGRADE {facility} [{extent}] [AT {place}] [{free}]",
        meaning.upgrade,
        of=Upgrade,
        facility=FACILITY,
        verbs=_RAISING,
        **_RAISED,
        example="UPGRADE refinery TO 6",
    ),
    Form(
        "RESEARCH {technology} [{extent}] [AT {place}] [{free}]",
        meaning.research,
        of=Research,
        technology=TECHNOLOGY,
        verbs=_RAISING,
        **_RAISED,
        example="RESEARCH attack BY 2",
    ),
    Form(
        "UPGRADE {facility} {extent}",
        meaning.upgrade,
        facility=FACILITY,
        extent=CLEAR_EXTENT,
        verbs=("",),
        bare=True,
    ),
    Form(
        "RESEARCH {technology} {extent}",
        meaning.research,
        technology=TECHNOLOGY,
        extent=CLEAR_EXTENT,
        verbs=("",),
        bare=True,
        silent=("tech",),
    ),
    Form(
        "BUILD {fleets} [AT {place}] [WITH {payment}]",
        meaning.build,
        of=Build,
        fleets=FleetsSlot(FLEETS.question, alone=True),
        place=CAPITAL,
        payment=PAYMENT,
        verbs=("build", "buy"),
        silent=("fleet", "capital", "with", "for"),
        example="BUILD 6 medium",
    ),
    Form(
        "WONDER {megastructure} [AT {place}]",
        meaning.wonder,
        of=Wonder,
        megastructure=WONDER,
        place=CAPITAL,
        verbs=("wonder", *_RAISING),
        silent=("wonder", "capital", "to"),
        example="WONDER Dyson Sphere",
    ),
    Form(
        "SEND {fleets} FROM {source} TO {target} [{kind}] [{free}]",
        meaning.send,
        of=Send,
        fleets=FLEETS,
        source=SOURCE,
        target=TARGET,
        verbs=("send", *PURPOSES),
        **_MISSION,
        bare=True,
        tells=("fleets",),
        example="SEND 5 light FROM 18 TO 17 COLONISE",
    ),
    Form(
        "ATTACK {target} FROM {source} WITH {fleets} [{kind}] [{free}]",
        meaning.send,
        target=TARGET,
        source=NAMED_SOURCE,
        fleets=FLEETS,
        verbs=PURPOSES,
        **_MISSION,
        tells=("fleets",),
        example="ATTACK 9 FROM 17 WITH ALL",
    ),
    Form(
        "SEND {fleets} TO {target} [{kind}] [{free}]",
        meaning.send,
        fleets=FLEETS,
        target=TARGET,
        verbs=("send", *PURPOSES),
        **_MISSION,
        tells=(),
        odd=1,
    ),
    Form(
        "SEND FROM {source} TO {target} [{kind}] [{free}]",
        meaning.send_uncounted,
        source=SOURCE,
        target=TARGET,
        **_MISSION,
        odd=1,
    ),
    Form(
        "ATTACK {target} [FROM {source}] [{kind}] [{free}]",
        meaning.send_uncounted,
        target=TARGET,
        source=SOURCE,
        verbs=("colonise", "reinforce"),
        **_MISSION,
        tells=(),
        odd=2,
    ),
    Form(
        "ATTACK {target} FROM {source} [{kind}] [{free}]",
        meaning.send_uncounted,
        target=TARGET,
        source=NAMED_SOURCE,
        verbs=PURPOSES,
        **_MISSION,
        tells=(),
        odd=2,
    ),
    Form(
        "EXCHANGE {given} FOR {got}",
        meaning.exchange,
        of=Exchange,
        given=GIVEN,
        got=GOT,
        silent=("buy",),
        example="EXCHANGE 40 R FOR C",
    ),
    Form(
        "BUY {got} FOR {given}",
        meaning.exchange,
        got=GIVEN,
        given=GOT,
    ),
    Form(
        "AUTOBUILD {sector} {ship}",
        meaning.autobuild,
        of=Autobuild,
        **_BUILT,
        example="AUTOBUILD 24 medium",
    ),
    Form(
        "AUTOBUILD {sectors} {ship}",
        meaning.autobuild,
        sectors=Several(SECTOR, SECTOR.leads),
        ship=SHIP,
        silent=("fleet", "to"),
        odd=1,
    ),
    Form(
        "AUTOBUILD {sector} {ship}",
        meaning.build_elsewhere,
        verbs=("build",),
        **_BUILT,
        odd=1,
    ),
    Form("AUTOBUILD {ship} ALL", meaning.autobuild, ship=SHIP, silent=("fleet", "sector")),
    Form("PASS", meaning.nothing, of=Pass),
)
"""Every way to order something; the first of each order is the one that it is written in."""


WORDS = Words.of("pbem.rulesets.asylamba_mini")


@lru_cache(maxsize=16)
def _with_names(players: tuple[Player, ...]) -> Words:
    return WORDS.along(Tables(words={"name": {str(one.seat): (one.name,) for one in players}}))


LANGUAGE = Language(WORDS, FORMS, words_at=lambda at: _with_names(at.view.players))


def written(order: AnyOrder | Pass) -> str:
    """An order as a line."""
    return LANGUAGE.write(order)
