"""The order template: what it suggests can really be ordered in this very position."""

from __future__ import annotations

from functools import cache

import pytest

from pbem.engine.api import Ask, Level, Seat
from pbem.engine.orders import read_sheet
from pbem.engine.planner import Proposal, Step
from pbem.engine.rng import Chance
from pbem.rulesets.god_unit import RULESET
from pbem.rulesets.god_unit.bots import Turn, advice
from pbem.rulesets.god_unit.desk import GodUnitDesk, make_report
from pbem.rulesets.god_unit.events import LineLeft, ProductRefused, WishSkipped
from pbem.rulesets.god_unit.figures import is_valid, unit_name
from pbem.rulesets.god_unit.language.menu import random_orders
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.mechanics.errors import NotYet
from pbem.rulesets.god_unit.mechanics.plans import refusal
from pbem.rulesets.god_unit.mechanics.position import Position, workshops
from pbem.rulesets.god_unit.orders import Act, AttackNearest, Orders, Produce
from pbem.rulesets.god_unit.report.suggestions import order_template
from pbem.rulesets.god_unit.rules import GodUnitRules
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.view import View
from tests.rulesets.god_unit.reports import bound
from tests.rulesets.god_unit.situation import drawn
from tests.rulesets.god_unit.table import design, factory, unit, view
from tests.soaking import soak

rules, desk = GodUnitRules(), GodUnitDesk()
WIDEST = 76
"""Columns of a line of the template with its sign of a remark."""


def template(seen: View) -> tuple[str, ...]:
    assert seen.seat is not None
    return order_template(Position(seen, seen.seat), advice(seen))


def uncommented(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The suggestions as a player would send them: the # taken away."""
    return tuple(line[2:] for line in lines if line[2:].strip() and not line.endswith((":", ".")))


def orders(seen: View) -> tuple[str, ...]:
    """The suggestions without what is remarked on them."""
    lines = (line.partition("  ;")[0] for line in uncommented(template(seen)))
    return tuple(line for line in lines if line)


def parsed(seen: View) -> Orders:
    """The whole template sent back, uncommented: not a line of it is refused."""
    sheet = read_sheet(uncommented(template(seen)), seen.open_turn)
    kind = "placement" if seen.is_placing else "orders"
    assert seen.seat is not None
    found = desk.parse(seen, Ask(seen.seat, kind), sheet.now)
    assert [v for v in found.verdicts if v.level is Level.REFUSED] == []
    return found.orders or Orders()


@cache
def played(seats: int, seed: int, board: str) -> tuple[State, ...]:
    """A random game's first 30 turns."""
    secret = bytes([seed]) * 32
    states = [drawn(seats, secret, board=board)]
    while rules.asks(states[-1]) and states[-1].turn < 30:
        state = states[-1]
        answers = {
            ask.seat: random_orders(
                rules.view(state, ask.seat), Chance(secret, state.turn).stream(f"p/{ask.seat}")
            )
            for ask in rules.asks(state)
        }
        states.append(rules.resolve(state, answers, Chance(secret, state.turn + 1))[0])
    return tuple(states)


def asked(seats: int, seed: int, board: str) -> list[tuple[State, Seat]]:
    """Every third turn, everybody who has to order."""
    return [
        (state, ask.seat) for state in played(seats, seed, board)[::3] for ask in rules.asks(state)
    ]


FOR_NOW = {
    errors.NO_UNIT,
    errors.BLOCKED,
    errors.BLOCKED_BY_MORE,
    errors.NOBODY_THERE,
    errors.NOBODY_NEAR,
    errors.NOBODY_BESIDE,
    errors.UNSEEN,
    errors.TARGET_AWAY,
    errors.FACTORY_THERE,
}
"""What may pass before the turn is over."""
GAMES = [(2, 1, "islands"), (4, 2, "islands"), (2, 3, "syzygy"), soak(3, 3, "syzygy")]


@pytest.mark.parametrize(("seats", "seed", "board"), GAMES)
def test_every_suggestion_can_be_carried_out_as_the_board_stands(
    seats: int, seed: int, board: str
) -> None:
    for state, seat in asked(seats, seed, board):
        seen = rules.view(state, seat)
        field = Position(seen, seat).field
        for order in parsed(seen).orders:
            if isinstance(order, Act):
                found = field.unit(unit_name(seat, order.unit))
                assert found is not None
                refused = refusal(field, found, order.choice)
                if refused is not None:
                    assert order.choice == AttackNearest() and isinstance(refused, NotYet), order


@pytest.mark.parametrize(("seats", "seed", "board"), GAMES)
def test_who_alone_orders_all_that_is_suggested_is_refused_nothing(
    seats: int, seed: int, board: str
) -> None:
    for state, seat in asked(seats, seed, board):
        given = parsed(rules.view(state, seat))
        _state, events = rules.resolve(state, {seat: given}, Chance(bytes(32), state.turn + 1))
        assert not [e for e in events if isinstance(e, ProductRefused | WishSkipped)]
        mine = [e for e in events if isinstance(e, LineLeft)]
        assert {event.refusal.message for event in mine} <= FOR_NOW


@pytest.mark.parametrize(("seats", "seed", "board"), GAMES)
def test_every_line_is_a_remark_that_no_mail_program_breaks(
    seats: int, seed: int, board: str
) -> None:
    for state, seat in asked(seats, seed, board):
        for line in template(rules.view(state, seat)):
            assert line.startswith("#")
            assert len(line) <= WIDEST


def test_gu_7_at_the_placement_squares_far_from_the_rivals_come_first_with_some_to_spare() -> None:
    assert orders(view(turn=0))[0] == "PLACE a1 a2 b1 a3 c1 b2"


def test_gu_2_where_designs_must_be_cheap_cheap_ones_are_suggested() -> None:
    seen = view(turn=0, max_cost=2)
    made = [order.product for order in parsed(seen).products]
    assert len(made) == 2 and all(one is not None and is_valid(one, 2) for one in made)


@pytest.mark.parametrize(("seats", "seed", "board"), GAMES)
def test_what_is_advised_is_what_the_house_bot_plays(seats: int, seed: int, board: str) -> None:
    for state, seat in asked(seats, seed, board):
        seen = rules.view(state, seat)
        ask = Ask(seat, "placement" if seen.is_placing else "orders")
        house = RULESET.bots[RULESET.house_bot].decide(seen, ask, Chance(bytes(32), 1))
        at_work = {shop.site.letter: shop.work.product for shop in workshops(seen) if shop.work}
        given = [
            order
            for order in parsed(seen).orders
            if not (isinstance(order, Produce) and at_work.get(order.factory) == order.product)
        ]
        assert tuple(given) == house.orders[: len(given)]
        assert len(given) == len(house.orders) or "Lines for others" in template(seen)[-1]


def test_gu_8_a_factory_at_work_is_suggested_to_go_on() -> None:
    seen = view(factories=[factory(1, "A", "a1", "D2 R3", since=3, repeat=True)])
    assert template(seen)[1] == "# PRODUCE A D2 R3 REPEAT  ; as now, appears in turn 7"


def test_gu_9_an_idle_factory_is_suggested_something_to_make() -> None:
    seen = view(factories=[factory(1, "A", "a1")])
    (line,) = uncommented(template(seen))
    assert line.startswith("PRODUCE A ") and "  ; takes " in line, "Look out says that it idles"


def test_gu_8_what_a_change_of_product_gives_up_is_told_with_the_suggestion() -> None:
    """Turn 5 is open, and factory A has worked at an M3 since turn 3."""
    seen = view(factories=[factory(1, "A", "a1", "M3", since=3), factory(2, "A", "j10")])
    other = Produce(factory="A", product=design("D0 R2"))
    advised = Turn(None, (Step(Proposal(0.0, (other,)), {}),), ())
    (line,) = order_template(Position(seen, 1), advised)[1:]
    assert line == "# PRODUCE A D0 R2  ; worth giving up 2 turns of work on M3, takes 1 turn"


def test_gu_9_a_factory_that_has_just_been_deployed_can_be_ordered() -> None:
    seen = view(units=[unit(1, 7, "b2", "factory", "deploying")])
    (line,) = orders(seen)
    assert line.startswith("PRODUCE A ")


def test_gu_11_an_attack_that_may_well_hit_comes_before_all() -> None:
    seen = view(
        units=[unit(1, 1, "c3", "A3 R2"), unit(1, 2, "a1"), unit(2, 7, "c4", "D2")],
        factories=[factory(2, "A", "d4")],
    )
    assert uncommented(template(seen)) == (
        "ATTACK 1 AT d4, c4 ELSE ATTACK NEAREST ELSE LATE MOVE TO d3",
        bound("  ; d4: Blue A (50 %), c4: Blue 7 (79 %)"),
        "MOVE 2 TO a2 ELSE ATTACK NEAREST  ; nearer to the enemy",
    )
    said = "# ELSE: where that cannot be done. LATE: once nobody can do anything else."
    assert template(seen)[1] == said


def test_an_attack_that_can_never_hit_is_not_suggested() -> None:
    """GU-11."""
    seen = view(units=[unit(1, 1, "c3", "M0", "ready"), unit(2, 7, "c4", "D3")])
    assert orders(seen) == ("ATTACK 1 AT c4 ELSE ATTACK NEAREST",)
    hopeless = view(units=[unit(1, 1, "c3", "M0", "ready"), unit(2, 7, "c4", "D5")])
    assert "ATTACK 1 AT c4" not in orders(hopeless)
    disarmed = view(units=[unit(1, 1, "c3", "A0 N0 R0 M0", "ready"), unit(2, 7, "c4", "D5")])
    assert template(disarmed) == (
        "# There is nothing that your units could do this turn but wait.",
    )


def test_units_that_are_alike_share_a_line() -> None:
    seen = view(
        units=[*(unit(1, n, "a1") for n in range(1, 11)), unit(2, 1, "j10")],
    )
    assert orders(seen) == (
        "MOVE 1 2 3 4 5 6 7 8 TO a2 ELSE ATTACK NEAREST",
        "MOVE 9 10 TO a2 ELSE ATTACK NEAREST",
    )


def test_gu_12_a_factory_is_deployed_where_none_stands_else_moved_beside() -> None:
    alone = view(units=[unit(1, 1, "c3", "factory")])
    assert orders(alone) == ("DEPLOY 1",)
    two = view(units=[unit(1, 1, "c3", "factory"), unit(1, 2, "c3", "factory")])
    assert orders(two) == ("DEPLOY 1", "MOVE 2 TO b3 ELSE DEPLOY")
    beside = view(
        units=[unit(1, 1, "c3", "factory")], factories=[factory(1, "A", "c3", "D6", since=4)]
    )
    assert orders(beside) == ("PRODUCE A D6", "MOVE 1 TO b3 ELSE DEPLOY")


def test_gu_12_arms_are_deployed_where_they_have_something_in_range() -> None:
    far = view(units=[unit(1, 1, "c3", "M0 R3"), unit(2, 1, "j10")])
    assert orders(far) == ("MOVE 1 TO c4 ELSE DEPLOY",)
    near = view(units=[unit(1, 1, "c3", "M0 R3"), unit(2, 1, "d4")])
    assert orders(near) == ("DEPLOY 1",)


def test_sz_8_during_the_truce_no_attack_is_suggested() -> None:
    seen = view(turn=1, board="syzygy", units=[unit(1, 1, "c3", "A6"), unit(2, 7, "d3")])
    assert not [line for line in orders(seen) if line.startswith("ATTACK")]


def test_who_has_nothing_to_order_gets_no_template() -> None:
    assert make_report(view(seat=None), ()).template == ()
    assert make_report(view(out={1: 3}), ()).template == ()


def test_a_template_stays_short() -> None:
    squares = [f"{column}{row}" for column in "abcdefgh" for row in range(1, 11)]
    units = [unit(1, n, at) for n, at in enumerate(squares, start=1)]
    lines = template(view(units=[*units, unit(2, 1, "j10")]))
    assert len(orders(view(units=[*units, unit(2, 1, "j10")]))) == 8
    assert lines[-1].startswith("# Lines for others, ")
