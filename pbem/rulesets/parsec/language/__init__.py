"""All that can be ordered in Parsec, and how it is written (PA-5, PA-12)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial

from pbem.engine.api import Ask, Player
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
    Tables,
    Taker,
    Thing,
    Words,
    quoted,
)
from pbem.engine.phrases import in_a_row
from pbem.maps.board import column_name, read_square, square_name
from pbem.rulesets.parsec import naming
from pbem.rulesets.parsec.figures import FIGURES, SHIPS
from pbem.rulesets.parsec.language import meaning
from pbem.rulesets.parsec.language.meaning import Situation
from pbem.rulesets.parsec.mechanics.course import Step, mended
from pbem.rulesets.parsec.mechanics.errors import NO_ARTIFACT
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
CONFLICTS = Several(ANY_KIND, name=N_("kind"))
LEADER_ONLY = Thing(("leader", "kind", "resource"), name=LEADER.name, question=LEADER.question)
SQUARE = Place(read_square, square_name, question=N_("where?"), leads=("to",))
ORIGIN = Place(read_square, square_name, question=LEADER.question, leads=("from",))
ARTIFACT = Place(read_square, square_name, question=N_("which artifact?"), leads=("to", "from"))
SHIPS_SWAPPED = Counted(SHIP, name=SHIP.name, question=N_("which ships?"))
TO_WIN = Amount(
    {"win": None, "none": 0, "all": FIGURES.hand, "tie": "tie"},
    ANY_SHIP := Thing(("ship", "kind", "resource")),
    meaning.HOW_MANY,
    name="WIN|NONE|WITH n",
)
_TIE = {"tie": None, "none": 0, "all": FIGURES.hand, "win": None}
TO_TIE = Amount(_TIE, ANY_SHIP, meaning.HOW_MANY, name="TIE|NONE|WITH n")
NAMED = Thing(("leader", "ship", "kind"))
THIS_ONCE = Flag("passing")


# The forms ----------------------------------------------------------------------------

_PLACED = ("leader", "move", "place")
_BESIDE = ("passing", "system")
_WITH_SHIPS = ("leader", "ship", "conflict", "when", ALL)
_form = partial(
    Form,
    known={"origin": ORIGIN, "to": SQUARE, "at": SQUARE, "first": CONFLICTS, "passing": THIS_ONCE},
)


FORMS = (
    _form(
        "LEADER {kind} [FROM {origin}] TO {to}",
        meaning.place,
        of=PlaceLeader,
        kind=LEADER,
        verbs=_PLACED,
        bare=True,
        silent=("leader", "move", "place", *_BESIDE),
        example="LEADER science TO f5",
    ),
    _form(
        "LEADER {kind} TO {to}",
        meaning.place,
        kind=LEADER,
        verbs=("reinforce",),
        silent=("leader", *_BESIDE),
        odd=1,
    ),
    _form(
        "LEADER {origin} TO {to}",
        meaning.place,
        verbs=("leader", "move"),
        silent=("leader", "move", "place", *_BESIDE),
    ),
    _form(
        "RECALL {kind} [FROM {origin}]",
        meaning.recall,
        of=Recall,
        kind=LEADER_ONLY,
        silent=("leader", "home", *_BESIDE),
        example="RECALL science",
    ),
    _form("RECALL {origin}", meaning.recall, silent=("leader", "home", *_BESIDE)),
    _form(
        "LEADER {kind} [FROM {origin}] HOME",
        meaning.recall,
        kind=LEADER_ONLY,
        verbs=(*_PLACED, "take", "reinforce"),
        bare=True,
        silent=("leader", "move", "place", *_BESIDE),
    ),
    _form(
        "SETTLE {kind} AT {at} [FIRST {first}]",
        meaning.settle,
        of=Settle,
        kind=SHIP,
        verbs=("settle", "place"),
        silent=("ship", *_BESIDE),
        example="SETTLE merchant AT g7",
    ),
    _form(
        "SETTLE {kind} AT {at} [FIRST {first}]",
        meaning.settle,
        kind=Thing(("ship", "kind", "resource", "leader"), one=True),
        verbs=("",),
        bare=True,
        silent=("ship", *_BESIDE),
    ),
    _form(
        "SETTLE {kind} AT {at}",
        meaning.settle,
        kind=Thing(("ship", "kind", "resource"), one=True),
        verbs=("move", "reinforce"),
        silent=("ship", *_BESIDE),
        odd=1,
    ),
    _form("SETTLE {kind} LEADER AT {at}", meaning.refuse_settler, kind=LEADER_ONLY),
    _form(
        "DESTROY {at}",
        of=Destroy,
        silent=("destroy", "weapon", "with", "place", *_BESIDE),
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
    _form(
        "ATTACK [{kind}] {ships} [{passing}]",
        meaning.pledge,
        of=Attack,
        kind=ANY_KIND,
        ships=TO_WIN,
        silent=("attack", "reinforce", "either", *_WITH_SHIPS),
        example="ATTACK WITH 2",
    ),
    _form(
        "DEFEND [{kind}] {ships} [{passing}]",
        meaning.pledge,
        of=Defend,
        kind=ANY_KIND,
        ships=TO_TIE,
        silent=("defend", "reinforce", "either", *_WITH_SHIPS),
        example="DEFEND WITH 2",
    ),
    _form(
        "REINFORCE [{kind}] {ships} [{passing}]",
        meaning.pledge,
        kind=ANY_KIND,
        ships=TO_TIE,
        verbs=("reinforce", "either"),
        silent=_WITH_SHIPS,
    ),
    _form(
        "REINFORCE [{kind}] {ships}",
        meaning.pledge,
        kind=NAMED,
        ships=Amount(_TIE, NAMED, meaning.HOW_MANY, digits=2),
        verbs=("",),
        bare=meaning.answers_alone,
        silent=_WITH_SHIPS,
    ),
    _form("REINFORCE {sent}", meaning.name_ships, sent=Counted(NAMED), silent=_WITH_SHIPS, odd=1),
    _form("FORGO", meaning.forgo),
    _form("PASS [{half}]", meaning.pass_turn, of=Pass, half=Flag("half"), silent=_BESIDE),
)
"""Every way to order something; the first of each order is the one that it is written in."""


WORDS = Words.of("pbem.rulesets.parsec")


@lru_cache(maxsize=16)
def _with_names(players: tuple[Player, ...]) -> Words:
    return WORDS.along(Tables(words={"name": {str(one.seat): (one.name,) for one in players}}))


LANGUAGE = Language(WORDS, FORMS, words_at=lambda at: _with_names(at.view.players))


def written(order: AnyOrder) -> str:
    """An order as a line."""
    return LANGUAGE.write(order)


def not_asked(view: View, ask: Ask) -> str:
    """Why no orders of a turn are taken now."""
    if ask.kind == "reaction":
        return _("you are asked only for ships in this conflict: ATTACK or DEFEND")
    if view.dispute is not None:
        names = in_a_row([view.name(seat) for seat in view.dispute.waits_for])
        return _(
            "a conflict waits for {names}; only standing orders, ATTACK and DEFEND, are taken now"
        ).format(names=names)
    return _(
        "it is {name}'s turn; only standing orders, ATTACK and DEFEND, are taken at any time"
    ).format(name=view.name(view.mover))


NO_SUCH_SYSTEM = N_(
    "there is no system {name}: the board's columns are a to {column}, its rows 1 to {rows}"
)


TOO_MANY = N_("{most} lines of a turn are looked at; this is one too many")


def check_answer(view: View, order: Standing) -> None:
    """Raises :class:`Refused` where one who is asked for ships in a conflict names some that
    nobody has asked for."""
    dispute, seat = view.dispute, view.seat
    assert dispute is not None and seat is not None
    if isinstance(order, Attack) != (dispute.asked == "attackers"):
        meant = (Defend if isinstance(order, Attack) else Attack)(
            kind=order.kind, ships=order.ships
        )
        message = N_("here it is {other} that you are asked for")
        raise Refused(message, instead=meant, other=quoted(written(meant)))
    kinds = [clash.kind for clash in dispute.asked_of(seat)]
    if order.kind is not None and order.kind not in kinds:
        told = in_a_row([naming.kind(kind) for kind in kinds])
        message = N_("you are asked of no {kind} conflict; there is: {kinds}")
        raise Refused(message, "kind", kind=naming.kind(order.kind), kinds=told)


def _carry_out(at: Situation, order: AnyOrder) -> tuple[Situation, Step | None]:
    """Raises :class:`Refused` where this is not asked, or breaks a rule whatever comes before."""
    assert at.ask is not None and at.course is not None
    if at.ask.kind != "orders" and not isinstance(order, Attack | Defend | Pass):
        raise Refused(not_asked(at.view, at.ask))
    if at.ask.kind == "reaction" and isinstance(order, Attack | Defend):
        check_answer(at.view, order)
    _check_board(at, order)
    space = at.course.position.space
    if isinstance(order, Harvest) and order.square not in space.artifacts:
        nearest = mended(order, "square", at.course.position)
        raise Refused(NO_ARTIFACT, "square", nearest, square=square_name(order.square))
    if not isinstance(order, Action) or at.ask.kind != "orders":
        return at, None
    if at.course.is_full:
        raise Refused(TOO_MANY, most=FIGURES.lines)
    try:
        course, step = at.course.take(order)
    except Refused as refused:
        refused.instead = mended(order, refused.refusal.slot, at.course.position)
        raise
    return replace(at, course=course), step


def _check_board(at: Situation, order: AnyOrder) -> None:
    """Raises :class:`Refused` with the board's bounds for a system beyond them."""
    assert at.course is not None
    space = at.course.position.space
    for slot in ("to", "at", "square"):
        square = getattr(order, slot, None)
        if square is not None and square not in space:
            column, rows = column_name(len(space.rows[0]) - 1), len(space.rows)
            name = square_name(square)
            raise Refused(NO_SUCH_SYSTEM, slot, name=name, column=column, rows=rows)


def _decides(at: Situation) -> bool:
    """Whether what words leave open shows by what can be carried out: in a turn that has come."""
    assert at.course is not None
    position = at.course.position
    return at.view.is_moving and position.is_sure and not position.means.swapped


TAKER: Taker[Situation] = Taker(LANGUAGE, _carry_out, _decides)
