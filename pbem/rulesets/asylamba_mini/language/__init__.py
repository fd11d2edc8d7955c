"""All that can be ordered in Asylamba Mini, and how it is written (AM-7 to AM-17)."""

from __future__ import annotations

from functools import partial

from pbem.engine.i18n import N_
from pbem.engine.language import Flag, Form, Language, Several, Taker, Thing, Words
from pbem.rulesets.asylamba_mini.language import meaning
from pbem.rulesets.asylamba_mini.language.meaning import Situation
from pbem.rulesets.asylamba_mini.language.slots import (
    PURPOSES,
    ExtentSlot,
    FleetsSlot,
    PurposeSlot,
    SectorSlot,
    SumSlot,
)
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
FLEETS = FleetsSlot(question=N_("how many fleets, and of which type?"))
SOURCE = SectorSlot(question=N_("where from?"), leads=("at",))
NAMED_SOURCE = SectorSlot(question=SOURCE.question, leads=SOURCE.leads, led=True)
TARGET = SectorSlot(question=N_("which sector is the target?"), leads=("to", "for", "at"))
SECTOR = SectorSlot(question=N_("which sector?"), leads=("at", "to", "from"), always=True)
CAPITAL = SectorSlot(leads=("at", "to"), always=True, name="")
GIVEN = SumSlot(question=N_("what is given, and what for? R, C, S or X."))
GOT = SumSlot(question=GIVEN.question, leads=("to", "with"))
PURPOSE = PurposeSlot()

# The forms ----------------------------------------------------------------------------

_RAISING = ("upgrade", "research", "build", "buy")
_BESIDE = ("tech", "level", "capital")
_AROUND = ("fleet", "aside", "with", "at", "by", "for")
_form = partial(
    Form,
    known={
        "facility": FACILITY,
        "technology": TECHNOLOGY,
        "extent": EXTENT,
        "place": CAPITAL,
        "free": FREE,
        "megastructure": WONDER,
        "payment": PAYMENT,
        "fleets": FLEETS,
        "source": SOURCE,
        "target": TARGET,
        "kind": PURPOSE,
        "sector": SECTOR,
        "ship": SHIP,
    },
)

_sets = partial(_form, silent=("fleet", "to", "aside"))

FORMS = (
    _form(
        "UPGRADE {facility} [{extent}] [AT {place}]",
        meaning.upgrade,
        of=Upgrade,
        verbs=_RAISING,
        silent=_BESIDE,
        example="UPGRADE refinery TO 6",
    ),
    _form(
        "RESEARCH {technology} [{extent}] [AT {place}] [{free}]",
        meaning.research,
        of=Research,
        verbs=_RAISING,
        silent=_BESIDE,
        example="RESEARCH attack BY 2",
    ),
    _form(
        "UPGRADE {facility} [{extent}] [AT {place}] [{free}]",
        meaning.upgrade,
        verbs=_RAISING,
        silent=_BESIDE,
        odd=1,
    ),
    _form(
        "UPGRADE {facility} {extent}", meaning.upgrade, extent=CLEAR_EXTENT, verbs=("",), bare=True
    ),
    _form(
        "RESEARCH {technology} {extent}",
        meaning.research,
        extent=CLEAR_EXTENT,
        verbs=("",),
        bare=True,
        silent=("tech",),
    ),
    _form(
        "RESEARCH {technology} {free}",
        meaning.research,
        verbs=("",),
        bare=True,
        silent=("tech", "to"),
    ),
    _form(
        "BUILD {fleets} [AT {place}] [WITH {payment}]",
        meaning.build,
        of=Build,
        fleets=FleetsSlot(question=FLEETS.question, alone=True),
        verbs=("build", "buy"),
        silent=("fleet", "capital", "with", "for"),
        example="BUILD 6 medium",
    ),
    _form(
        "WONDER {megastructure} [AT {place}]",
        meaning.wonder,
        of=Wonder,
        verbs=("wonder", *_RAISING),
        named=("megastructure",),
        silent=("wonder", "capital", "to"),
        example="WONDER Dyson Sphere",
    ),
    _form(
        "SEND {fleets} FROM {source} TO {target} [{kind}] [{free}]",
        meaning.send,
        of=Send,
        verbs=("send", *PURPOSES),
        silent=_AROUND,
        bare=True,
        tells=("fleets",),
        example="SEND 5 light FROM 18 TO 17 COLONISE",
    ),
    _form(
        "ATTACK {target} FROM {source} WITH {fleets} [{kind}] [{free}]",
        meaning.send,
        source=NAMED_SOURCE,
        verbs=PURPOSES,
        silent=_AROUND,
        tells=("fleets",),
        example="ATTACK 9 FROM 17 WITH ALL",
    ),
    _form(
        "SEND {fleets} TO {target} [{kind}] [{free}]",
        meaning.send,
        verbs=("send", *PURPOSES),
        silent=_AROUND,
        tells=(),
        odd=1,
    ),
    _form(
        "SEND FROM {source} TO {target} [{kind}] [{free}]",
        meaning.send_uncounted,
        silent=_AROUND,
        odd=1,
    ),
    _form(
        "ATTACK {target} [FROM {source}] [{kind}] [{free}]",
        meaning.send_uncounted,
        verbs=("colonise", "reinforce"),
        silent=_AROUND,
        tells=(),
        odd=2,
    ),
    _form(
        "ATTACK {target} FROM {source} [{kind}] [{free}]",
        meaning.send_uncounted,
        source=NAMED_SOURCE,
        verbs=PURPOSES,
        silent=_AROUND,
        tells=(),
        odd=2,
    ),
    _form(
        "EXCHANGE {given} FOR {got}",
        meaning.exchange,
        of=Exchange,
        given=GIVEN,
        got=GOT,
        silent=("buy",),
        example="EXCHANGE 40 R FOR C",
    ),
    _form("BUY {got} FOR {given}", meaning.exchange, got=GIVEN, given=GOT),
    _sets(
        "AUTOBUILD {sector} {ship}",
        meaning.autobuild,
        of=Autobuild,
        example="AUTOBUILD 24 medium",
    ),
    _sets(
        "AUTOBUILD {sectors} {ship}",
        meaning.autobuild,
        sectors=Several(SECTOR, leads=SECTOR.leads),
        odd=1,
    ),
    _sets("AUTOBUILD {sector} {ship}", meaning.build_elsewhere, verbs=("build",), odd=1),
    _form("AUTOBUILD {ship} ALL", meaning.autobuild, silent=("fleet", "sector", "aside")),
    _form("RECALL [{fleets}] [FROM {source}] [TO {target}]", meaning.recall, silent=_AROUND, odd=2),
    _form("PASS", meaning.nothing, of=Pass),
)
"""Every way to order something; the first of each order is the one that it is written in."""


WORDS = Words.of("pbem.rulesets.asylamba_mini")


LANGUAGE = Language(WORDS, FORMS, words_at=lambda at: WORDS.naming(at.view.players))


TAKER: Taker[Situation] = Taker(LANGUAGE, meaning.carry_out, decides=lambda _at: False)
"""What words leave open is not settled by what can be paid."""


def written(order: AnyOrder | Pass) -> str:
    """An order as a line."""
    return LANGUAGE.write(order)
