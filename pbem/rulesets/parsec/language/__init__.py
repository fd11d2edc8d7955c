"""All that can be ordered in Parsec, and how it is written (PA-5, PA-12)."""

from __future__ import annotations

from functools import partial

from pbem.engine.i18n import N_
from pbem.engine.language import (
    ALL,
    Amount,
    Counted,
    Flag,
    Form,
    Language,
    Place,
    Several,
    Taker,
    Thing,
    Words,
)
from pbem.maps.board import read_square, square_name
from pbem.rulesets.parsec.figures import FIGURES, SHIPS
from pbem.rulesets.parsec.language import meaning
from pbem.rulesets.parsec.language.meaning import Situation
from pbem.rulesets.parsec.orders import (
    AnyOrder,
    Attack,
    Defend,
    Destroy,
    Harvest,
    Pass,
    PlaceLeader,
    Recall,
    Settle,
    Swap,
)

# What orders leave open ---------------------------------------------------------------

LEADER = Thing(
    ("leader", "kind", "resource"),
    odd=("ship",),
    name=N_("leader"),
    question=N_("which leader? government, science, merchant or mining."),
)
SHIP = Thing(
    ("ship", "kind", "resource"),
    odd=("leader",),
    name=N_("ship"),
    written=lambda kind: SHIPS[meaning.kind_of(kind)],
    question=N_("which ship?"),
    leads=("with",),
    one=True,
)
ANY_KIND = Thing(("leader", "ship", "kind", "resource"), name=LEADER.name)
LEADER_ONLY = Thing(("leader", "kind", "resource"), name=LEADER.name, question=LEADER.question)
SQUARE = Place(read_square, square_name, question=N_("where?"), leads=("to",))
ORIGIN = Place(read_square, square_name, question=LEADER.question, leads=("from",))
ARTIFACT = Place(read_square, square_name, question=N_("which artifact?"), leads=("to", "from"))
SHIPS_SWAPPED = Counted(SHIP, name=SHIP.name, question=N_("which ships?"))
TO_WIN = Amount(
    {"win": None, "none": 0, "all": FIGURES.hand, "tie": "tie"},
    ANY_SHIP := Thing(("ship", "kind", "resource")),
    question=meaning.HOW_MANY,
    name="WIN|NONE|WITH n",
)
_TIE = {"tie": None, "none": 0, "all": FIGURES.hand, "win": None}
TO_TIE = Amount(_TIE, ANY_SHIP, question=meaning.HOW_MANY, name="TIE|NONE|WITH n")
NAMED = Thing(("leader", "ship", "kind"))


# The forms ----------------------------------------------------------------------------

_BESIDE = ("passing", "system")
_MOVES = ("leader", "move", "place")
_form = partial(
    Form,
    known={
        "kind": LEADER,
        "origin": ORIGIN,
        "to": SQUARE,
        "at": SQUARE,
        "first": Several(ANY_KIND, name=N_("kind")),
        "passing": Flag("passing"),
    },
)
_leads = partial(_form, silent=(*_MOVES, *_BESIDE))
_recalls = partial(_form, silent=("leader", "home", *_BESIDE))
_settles = partial(_form, silent=("ship", *_BESIDE))
_SHIPS = ("leader", "ship", "conflict", "when", ALL)
_sends = partial(_form, kind=ANY_KIND)

FORMS = (
    _leads(
        "LEADER {kind} [FROM {origin}] TO {to}",
        meaning.place,
        of=PlaceLeader,
        verbs=_MOVES,
        bare=True,
        example="LEADER science TO f5",
    ),
    _form(
        "LEADER {kind} TO {to}",
        meaning.place,
        verbs=("reinforce",),
        silent=("leader", *_BESIDE),
        odd=1,
    ),
    _leads("LEADER {origin} TO {to}", meaning.place, verbs=("leader", "move")),
    _recalls(
        "RECALL {kind} [FROM {origin}]",
        meaning.recall,
        of=Recall,
        kind=LEADER_ONLY,
        example="RECALL science",
    ),
    _recalls("RECALL {origin}", meaning.recall),
    _leads(
        "LEADER {kind} [FROM {origin}] HOME",
        meaning.recall,
        kind=LEADER_ONLY,
        verbs=(*_MOVES, "take", "reinforce"),
        bare=True,
    ),
    _settles(
        "SETTLE {kind} AT {at} [FIRST {first}]",
        meaning.settle,
        of=Settle,
        kind=SHIP,
        verbs=("settle", "place"),
        example="SETTLE merchant AT g7",
    ),
    _settles(
        "SETTLE {kind} AT {at} [FIRST {first}]",
        meaning.settle,
        kind=Thing(("ship", "kind", "resource", "leader"), one=True),
        verbs=("",),
        bare=True,
    ),
    _settles(
        "SETTLE {kind} AT {at}",
        meaning.settle,
        kind=Thing(("ship", "kind", "resource"), one=True),
        verbs=("move", "reinforce"),
        odd=1,
    ),
    _form("SETTLE {kind} LEADER AT {at}", meaning.refuse_settler, kind=LEADER_ONLY),
    _form(
        "DESTROY {at}",
        of=Destroy,
        silent=("destroy", "weapon", "ship", "with", "place", *_BESIDE),
        example="DESTROY h3",
    ),
    _form(
        "SWAP {ships}",
        meaning.swap,
        of=Swap,
        ships=SHIPS_SWAPPED,
        silent=("ship", "others", *_BESIDE),
        example="SWAP 2 scientists 1 miner",
    ),
    _form(
        "SWAP {ships} FOR {wish}",
        meaning.refuse_wish,
        ships=SHIPS_SWAPPED,
        wish=Counted(ANY_KIND, leads=("to", "with")),
        odd=1,
    ),
    _form("HARVEST {square}", of=Harvest, square=ARTIFACT, silent=_BESIDE, example="HARVEST g4"),
    _sends(
        "ATTACK [{kind}] {ships} [{passing}]",
        meaning.pledge,
        of=Attack,
        ships=TO_WIN,
        silent=("attack", "reinforce", "either", *_SHIPS),
        example="ATTACK WITH 2",
    ),
    _sends(
        "DEFEND [{kind}] {ships} [{passing}]",
        meaning.pledge,
        of=Defend,
        ships=TO_TIE,
        silent=("defend", "reinforce", "either", *_SHIPS),
        example="DEFEND WITH 2",
    ),
    _sends(
        "REINFORCE [{kind}] {ships} [{passing}]",
        meaning.pledge,
        ships=TO_TIE,
        verbs=("reinforce", "either"),
        silent=_SHIPS,
    ),
    _form(
        "REINFORCE [{kind}] {ships}",
        meaning.pledge,
        kind=NAMED,
        ships=Amount(_TIE, NAMED, 2, question=meaning.HOW_MANY),
        verbs=("",),
        bare=meaning.answers_alone,
        silent=_SHIPS,
    ),
    _form(
        "REINFORCE {sent}",
        meaning.name_ships,
        sent=Counted(NAMED),
        silent=_SHIPS,
        odd=1,
    ),
    _form("FORGO", meaning.forgo),
    _form("PASS [{half}]", meaning.pass_turn, of=Pass, half=Flag("half"), silent=_BESIDE),
)
"""Every way to order something; the first of each order is the one that it is written in."""


WORDS = Words.of("pbem.rulesets.parsec")
LANGUAGE = Language(WORDS, FORMS, words_at=lambda at: WORDS.naming(at.view.players))


def written(order: AnyOrder) -> str:
    """An order as a line."""
    return LANGUAGE.write(order)


TAKER: Taker[Situation] = Taker(
    LANGUAGE, meaning.carry_out, Situation.decides, asks=meaning.why_both
)
