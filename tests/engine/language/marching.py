"""A game of three orders, in which the order language is tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from pbem.engine.i18n import N_
from pbem.engine.language import (
    Form,
    Language,
    Number,
    Place,
    Refused,
    Several,
    Tables,
    Taker,
    Thing,
    Words,
)
from pbem.engine.orders import OrderError


@dataclass(frozen=True)
class March:
    units: tuple[int, ...]
    to: str


@dataclass(frozen=True)
class Raise:
    kind: str
    number: int


@dataclass(frozen=True)
class Rest:
    pass


WORDS = Words.made(
    {
        "en": Tables(
            words={
                "verb": {
                    "march": ("march", "walk"),
                    "raise": ("raise", "recruit"),
                    "rest": ("rest",),
                },
                "kind": {"archer": ("archer", "archers"), "rider": ("rider", "riders")},
            }
        ),
        "de": Tables(
            words={
                "verb": {"march": ("marschiere", "marschieren"), "raise": ("wirb",)},
                "kind": {"archer": ("schützen",), "rider": ("reiter",)},
            }
        ),
    }
)
SQUARE = Place(lambda name: name, str, question=N_("where?"), leads=("to",))
LANGUAGE = Language(
    WORDS,
    (
        Form(
            "MARCH {units} TO {to}",
            of=March,
            units=Several(Number(question=N_("which unit?"))),
            to=SQUARE,
            bare=True,
            example="MARCH 3 TO c7",
        ),
        Form(
            "RAISE {number} {kind}",
            of=Raise,
            kind=Thing(("kind",), question=N_("what?")),
            number=Number(question=N_("how many?")),
            example="RAISE 2 rider",
        ),
        Form("REST", of=Rest),
    ),
)


def carry_out(gold: int, order: Any) -> tuple[int, None]:
    if not isinstance(order, Raise):
        return gold, None
    if order.number > gold:
        instead = Raise(order.kind, gold)
        raise Refused(N_("you can pay {gold}"), "number", instead, gold=gold)
    return gold - order.number, None


TAKER: Taker[int] = Taker(LANGUAGE, carry_out)


def taken(text: str, gold: int = 5) -> tuple[Any, ...]:
    return tuple(step.order for step in TAKER.take(text, gold))


def refused(text: str, gold: int = 5) -> OrderError:
    with pytest.raises(OrderError) as found:
        TAKER.take(text, gold)
    return found.value
