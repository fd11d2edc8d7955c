"""All that can be ordered in Parsec, and how it is written (PA-5, PA-12)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pbem.engine.api import Ask
from pbem.engine.i18n import N_, _
from pbem.engine.language import (
    ALL,
    Amount,
    Counted,
    Flag,
    Form,
    Language,
    Place,
    Refused,
    Several,
    Taker,
    Thing,
    Words,
)
from pbem.engine.phrases import in_a_row
from pbem.maps.board import read_square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, SHIPS
from pbem.rulesets.parsec.language import meaning
from pbem.rulesets.parsec.language.meaning import Situation
from pbem.rulesets.parsec.mechanics import errors
from pbem.rulesets.parsec.mechanics.course import TurnLine, mended
from pbem.rulesets.parsec.orders import (
    Action,
    AnyOrder,
    Attack,
    Defend,
    Destroy,
    Harvest,
    Pass,
    PlaceLeader,
    Recall,
    Settle,
    Standing,
    Swap,
)
from pbem.rulesets.parsec.view import View

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


# Lines taken --------------------------------------------------------------------------


def _carry_out(at: Situation, order: AnyOrder) -> tuple[Situation, TurnLine | None]:
    """Raises :class:`Refused` where this is not asked, or breaks a rule whatever comes before."""
    assert at.ask is not None and at.course is not None
    if at.ask.kind != "orders" and not isinstance(order, Attack | Defend | Pass):
        raise Refused(_why_not_asked(at.view, at.ask))
    if at.ask.kind == "reaction" and isinstance(order, Attack | Defend):
        _check_answer(at.view, order)
    position = at.course.position
    errors.check_board(position.space, order)
    if isinstance(order, Harvest) and order.square not in position.space.artifacts:
        nearest = mended(order, "square", position)
        raise Refused(errors.NO_ARTIFACT, "square", nearest, square=square_name(order.square))
    if not isinstance(order, Action) or at.ask.kind != "orders":
        return at, None
    course, step = at.course.take(order)
    return replace(at, course=course), step


def _why_not_asked(view: View, ask: Ask) -> str:
    """Why no orders of a turn are taken now."""
    if ask.kind == "reaction":
        return _("you are asked only for ships in this conflict: ATTACK or DEFEND")
    told = _("it is {name}'s turn; only standing orders, ATTACK and DEFEND, are taken at any time")
    names = [view.name(view.mover)]
    if view.dispute is not None:
        told = _(
            "a conflict waits for {names}; only standing orders, ATTACK and DEFEND, are taken now"
        )
        names = [view.name(seat) for seat in view.dispute.waits_for]
    return told.format(name=names[0], names=in_a_row(names))


def _check_answer(view: View, order: Standing) -> None:
    """Raises :class:`Refused` where one who is asked for ships in a conflict names some that
    nobody has asked for."""
    assert view.dispute is not None and view.seat is not None
    asked = Attack if view.dispute.asked == "attackers" else Defend
    if not isinstance(order, asked):
        meant = asked(kind=order.kind, ships=order.ships)
        message = N_("here it is {other} that you are asked for")
        raise Refused(message, instead=meant, other=asked.__name__.upper())
    kinds = [clash.kind for clash in view.dispute.asked_of(view.seat)]
    if order.kind is not None and order.kind not in kinds:
        told = in_a_row([naming.kind(kind) for kind in kinds])
        message = N_("you are asked of no {kind} conflict; there is: {kinds}")
        raise Refused(message, "kind", kind=naming.kind(order.kind), kinds=told)


TAKER: Taker[Situation] = Taker(LANGUAGE, _carry_out, Situation.decides)
