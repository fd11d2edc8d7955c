"""All that can be ordered in God Unit, and how it is written (GU-4, GU-7, GU-8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from types import SimpleNamespace
from typing import Any

from pbem.engine.api import Player
from pbem.engine.i18n import N_, _
from pbem.engine.language import (
    Flag,
    Form,
    Language,
    Number,
    Otherwise,
    Place,
    Said,
    Several,
    Slot,
    Step,
    Taker,
    Words,
)
from pbem.engine.orders import OrderError
from pbem.maps.board import read_square, square_name
from pbem.rulesets.god_unit import orders
from pbem.rulesets.god_unit.language import meaning
from pbem.rulesets.god_unit.language.slots import (
    NOTHING,
    FactoriesSlot,
    LevelsSlot,
    PieceSlot,
    ProductSlot,
    SitesSlot,
    UnitsSlot,
    WaySlot,
)
from pbem.rulesets.god_unit.mechanics.execution import carry_out
from pbem.rulesets.god_unit.mechanics.position import Situation

# What orders leave open ---------------------------------------------------------------

UNITS = UnitsSlot(question=N_("which unit?"), leads=("with",), grows=True, name=N_("unit"))
NUMBERS = replace(UNITS, named=False)
"""Where a colour is the enemy's."""
SQUARE = Place(read_square, square_name, question=N_("where to?"), leads=("to",))
HERE = Place(read_square, square_name)
SQUARES = Several(
    Place(read_square, square_name, question=N_("which square?")), between=", ", name=SQUARE.name
)
PIECE = PieceSlot(question=N_("attack what?"), name=N_("enemy"))
SITES = SitesSlot(
    question=SQUARE.question, leads=("to", "at"), grows=True, name=SQUARE.name, square=SQUARE
)
WAY = WaySlot(question=SQUARE.question, leads=("from", "at"), square=SQUARE)
TURN = Number(leads=("until", "turn"), name=N_("turn"))
FACTORY = FactoriesSlot(
    question=N_("which factory?"),
    leads=("to", "with", "for", "from"),
    grows=True,
    name=N_("factory"),
)
ALONE = replace(FACTORY, leads=())
"""Without a verb "at" leads no design."""
PRODUCT = ProductSlot(
    question=N_("what is it to make? A design such as D2 R3, GRUNT, FACTORY or NOTHING."),
    leads=("makes",),
    name=N_("design"),
)
LEVELS = LevelsSlot(question=PRODUCT.question, leads=PRODUCT.leads, grows=True, name=N_("level"))

# The forms ----------------------------------------------------------------------------

_SLOTS: dict[str, Slot] = {
    "units": UNITS,
    "to": SQUARE,
    "goal": SQUARE,
    "at": HERE,
    "squares": SQUARES,
    "target": PIECE,
    "turn": TURN,
    "way": WAY,
    "factory": FACTORY,
    "repeat": Flag("repeat", name="REPEAT"),
    "once": Flag("once"),
    "late": Flag("late"),
    "others": Otherwise(),
}
_form = partial(Form, known=_SLOTS)
_UNIT = ("unit", "factory", "enemy")
_MOVE = (*_UNIT, "move", "for")
_ATTACK = (*_UNIT, "attack")
_make = partial(_form, silent=("produce", "keep", "unit", "with", "level"))
_keep = partial(_make, verbs=("produce", "keep"))
_alone = partial(_make, verbs=("",), bare=True, factory=ALONE)


def _unit_forms(
    text: str, make: Callable[[Said, Any], orders.Team], of: type[Any] | None = None, **how: Any
) -> tuple[Form, Form]:
    """With its verb, and without: there a colour is always somebody else's."""
    text = text.replace("{units}", "[{late}] {units}") + " [ELSE {others}]"
    slots: dict[str, Any] = {name: slot for name, slot in _SLOTS.items() if f"{{{name}}}" in text}
    alone = {**slots, "units": NUMBERS}
    return (
        Form(text, make, of=of, **(alone if "target" in slots else slots), **how),
        Form(text, make, verbs=("",), bare=True, **alone, **{**how, "example": ""}),
    )


_move = partial(_unit_forms, silent=_MOVE)
_PRODUCE = "PRODUCE {factory} {design} [{repeat}] [{once}]"

FORMS = (
    *_move("MOVE {units} TO {to}", meaning.move, orders.Move, odd=2, example="MOVE 12 TO c7"),
    *_move(
        "MOVE {units} TOWARDS {goal}",
        meaning.towards,
        orders.MoveTowards,
        odd=3,
        example="MOVE 12 TOWARDS h9",
    ),
    *_move("MOVE {units} {target} TOWARDS", meaning.towards_piece, odd=3),
    *_move("MOVE {units} {way}", meaning.move_from, odd=4),
    _unit_forms(
        "ATTACK {units} AT {squares}",
        meaning.attack,
        orders.AttackAt,
        odd=1,
        silent=(*_ATTACK, "or"),
        example="ATTACK 12 AT d8, d9",
    )[0],
    _unit_forms("ATTACK {units} {squares} AGAINST", meaning.attack, silent=(*_UNIT, "or"))[1],
    *_unit_forms(
        "ATTACK {units} NEAREST",
        meaning.attack_nearest,
        orders.AttackNearest,
        silent=(*_ATTACK, "at"),
        example="ATTACK 12 NEAREST",
    ),
    *_unit_forms(
        "ATTACK {units} {target}",
        meaning.attack_piece,
        orders.AttackPiece,
        silent=("unit", "enemy", "attack", "at"),
        example="ATTACK 12 UNIT Red 7",
    ),
    _form("ATTACK {units}", meaning.refuse_attack, units=NUMBERS, odd=5, silent=_UNIT),
    _unit_forms(
        "DEPLOY {units}",
        meaning.deploy,
        orders.Deploy,
        silent=(*_UNIT, "deploy", "to", "at"),
        tells=("units",),
        example="DEPLOY 14",
    )[0],
    _form("DEPLOY {units} AT {at}", meaning.deploy, odd=1, silent=_UNIT, tells=("units",)),
    _form(
        "HOLD {units}",
        meaning.hold,
        verbs=("hold", "stop"),
        odd=1,
        silent=_UNIT,
        tells=("units",),
    ),
    *(
        form
        for design, example in ((LEVELS, "PRODUCE A D2 R3"), (PRODUCT, "PRODUCE A GRUNT"))
        for form in (
            _keep(
                _PRODUCE,
                meaning.produce,
                of=orders.Produce,
                design=design,
                odd=1,
                example=example,
            ),
            _alone(_PRODUCE, meaning.produce, design=design, odd=1),
        )
    ),
    *(
        _make("PRODUCE {design} [{repeat}]", meaning.produce, design=design, odd=2)
        for design in (LEVELS, PRODUCT)
    ),
    _make("PRODUCE {factory} REPEAT", meaning.go_on, bare=True),
    _make("KEEP {factory} [{repeat}]", meaning.keep, odd=1),
    _keep("PRODUCE {factory} ONCE", meaning.only_once, bare=True),
    _make("STOP {factory}", meaning.stop),
    _form(
        "PLACE {squares}",
        meaning.place,
        of=orders.Place,
        squares=SITES,
        bare=meaning.is_placing,
        silent=("factory",),
        example="PLACE c4 f9 h2",
    ),
    Form("PASS", meaning.pass_by, of=orders.Pass),
    _form("PASS {turn}", meaning.pass_until, of=orders.PassUntil, example="PASS 9"),
    _form("HOLD {turn}", meaning.pass_until, odd=2),
)
"""Every way to order something; the first of each order is the one that it is written in."""


WORDS = Words.of("pbem.rulesets.god_unit")


@lru_cache(maxsize=16)
def _with_names(players: tuple[Player, ...]) -> Words:
    """With players' own names, but for those that begin with a word of orders, or a figure."""
    return WORDS.naming(tuple(p for p in players if not WORDS.terms(p.name)[0].is_known))


def _parts(order: orders.AnyOrder | orders.Team | orders.AnyChoice) -> tuple[type[Any], Any]:
    """The form that an order is written in, and what it has for slots."""
    if isinstance(order, orders.Produce):
        design = NOTHING if order.product is None else order.product
        return orders.Produce, SimpleNamespace(
            factory=order.factory, design=design, repeat=order.repeat
        )
    if not isinstance(order, orders.Act | orders.Team):
        return type(order), order
    choice = order.choice
    slots = {slot: getattr(choice, slot) for slot in choice.__struct_fields__}
    units = (order.unit,) if isinstance(order, orders.Act) else order.units
    others = tuple(
        f"LATE {written(other.choice)}" if other.late else written(other.choice)
        for other in order.others
    )
    return type(choice), SimpleNamespace(units=units, others=others, **slots)


LANGUAGE = Language(WORDS, FORMS, words_at=lambda at: _with_names(at.view.players), parts=_parts)
TAKER: Taker[Situation] = Taker(LANGUAGE, carry_out, decides=lambda _at: False)
"""What words leave open is not settled by what can be carried out."""


def take(text: str, at: Situation) -> tuple[Step[Situation], ...]:
    """The orders of one line; raises :class:`OrderError`."""
    at = replace(at, named=frozenset())
    try:
        return TAKER.take(text, at)
    except OrderError as error:
        _keep_for_later(error, text, at)
        raise


def _keep_for_later(error: OrderError, text: str, at: Situation) -> None:
    """Whoever wants a factory to make something after what it makes now can say in which turn:
    "after R2, B makes D2"."""
    first = LANGUAGE.analyse(text, at).terms[:1]
    if error.suggestion is None or not any(term.means("doubt", "when") for term in first):
        return
    steps = TAKER.take(error.suggestion, at)
    made = [order for step in steps for order in step.done.orders]
    shops = [at.here.shops.get(one.factory) for one in made if isinstance(one, orders.Produce)]
    due = {shop.due for shop in shops if shop is not None}
    turn = due.pop() if len(due) == 1 and len(shops) == len(made) else None
    if turn is not None and turn > at.view.open_turn:
        error.message = _("an order has no conditions, but TURN keeps it for a turn")
        error.suggestion = f"TURN {turn}: {error.suggestion}"


def written(order: orders.AnyOrder | orders.Team | orders.AnyChoice) -> str:
    """An order as a line; a choice without its unit."""
    return LANGUAGE.write(order)
