"""Games in full swing, and orders of every kind in them, for properties."""

from __future__ import annotations

from hypothesis import strategies as st

from pbem.engine.rng import Chance
from pbem.maps.board import Square
from pbem.rulesets.god_unit.figures import FACTORY, Design, Name
from pbem.rulesets.god_unit.language.menu import random_orders
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyChoice,
    AnyOrder,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Deploy,
    Else,
    Move,
    MoveTowards,
    Orders,
    Pass,
    PassUntil,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.state import State
from tests.rulesets.god_unit.situation import TURN, Game, new_game, rules

SEATS = (1, 2, 3)
LAND = ("......", ".~....", "...^..", ".....~", "......")

_SQUARES: st.SearchStrategy[Square] = st.tuples(st.integers(0, 5), st.integers(0, 4)) | st.tuples(
    st.integers(-1, 12), st.integers(-1, 13)
)
_LETTERS = st.sampled_from(["A", "B", "C", "D", "Z", "1"])
_LEVELS = st.integers(0, 6) | st.integers(-1, 7)
_DESIGNS = (
    st.builds(Design, _LEVELS, _LEVELS, _LEVELS, _LEVELS, _LEVELS)
    | st.builds(Design, d=st.integers(1, 3), m=st.integers(0, 2))
    | st.just(FACTORY)
)
_CHOICES: st.SearchStrategy[AnyChoice] = st.one_of(
    st.builds(Move, to=_SQUARES),
    st.builds(MoveTowards, goal=_SQUARES),
    st.builds(AttackAt, squares=st.lists(_SQUARES, min_size=1, max_size=3).map(tuple)),
    st.just(AttackNearest()),
    st.builds(
        AttackPiece,
        target=st.builds(Name, st.integers(1, 4), st.integers(1, 9).map(str) | _LETTERS),
    ),
    st.just(Deploy()),
)
_ORDERS: st.SearchStrategy[AnyOrder] = st.one_of(
    st.builds(Produce, factory=_LETTERS, product=st.none() | _DESIGNS, repeat=st.booleans()),
    st.builds(Place, squares=st.lists(_SQUARES, min_size=1, max_size=3).map(tuple)),
    st.just(Pass()),
    st.builds(PassUntil, turn=st.integers(0, 30)),
    *[
        st.builds(
            Act,
            unit=st.integers(0, 9),
            choice=_CHOICES,
            others=st.lists(st.builds(Else, _CHOICES, st.booleans()), max_size=2).map(tuple),
        )
    ]
    * 4,
)


def lively() -> Game:
    """Three seats close together, each with all kinds of units and factories at work."""
    game = new_game(*LAND, seats=3)
    for seat, (one, other, third) in enumerate(
        (("a1", "b1", "c1"), ("f1", "f2", "e2"), ("c5", "d5", "d4")), start=1
    ):
        game = game.with_factory(seat, one, "D2", TURN - 1, repeat=True)
        game = game.with_factory(seat, other, "M0 R3", TURN - 1).with_unit(seat, other, "A3 N2 M2")
        game = game.with_unit(seat, third, "R4 N3").with_unit(seat, one, "factory", "undeployed")
        game = game.with_unit(seat, third, "factory", "deploying").with_unit(seat, one, "M6 A2")
    return game


@st.composite
def wild_orders(draw: st.DrawFn, state: State) -> dict[int, Orders]:
    """Anything at all for everyone who owes orders."""
    return {
        ask.seat: Orders(tuple(draw(st.lists(_ORDERS, max_size=8)))) for ask in rules.asks(state)
    }


def legal_orders(state: State, secret: bytes) -> dict[int, Orders]:
    """What random play would send."""
    chance = Chance(secret, state.turn + 1, "test")
    return {
        ask.seat: random_orders(rules.view(state, ask.seat), chance.stream(str(ask.seat)))
        for ask in rules.asks(state)
    }


def some_orders(data: st.DataObject, state: State, secret: bytes) -> dict[int, Orders]:
    """Legal orders, with anything at all behind them."""
    wild = data.draw(wild_orders(state))
    legal = legal_orders(state, secret)
    return {seat: Orders((*legal[seat].orders, *wild[seat].orders)) for seat in legal}
