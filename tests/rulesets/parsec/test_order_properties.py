"""What holds for any line and any position."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.api import Ask, Fit, Level, Player
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.rulesets.parsec.events import LineRefused
from pbem.rulesets.parsec.figures import KINDS
from pbem.rulesets.parsec.language import written
from pbem.rulesets.parsec.mechanics.course import course_of
from pbem.rulesets.parsec.options import Options
from pbem.rulesets.parsec.orders import (
    IDLE,
    Attack,
    Defend,
    Destroy,
    Harvest,
    Orders,
    PlaceLeader,
    Recall,
    Settle,
    Swap,
)
from pbem.rulesets.parsec.view import Ending, View
from tests.rulesets.parsec.table import ask, desk, parse, resolve, rules, state, view
from tests.soaking import examples

VOCABULARY = """
    LEADER RECALL SETTLE DESTROY SWAP PASS HARVEST ATTACK DEFEND REINFORCE MOVE PLACE COLONIZE
    REMOVE WEAPON EXCHANGE science scientist scientists government settler merchant mining miner
    robots red green money leader ship TO AT WITH FROM FIRST ALL NONE WIN TIE HOME and then
    a1 b1 c5 d1 e2 f 4 h6 q99 aa1 x2 x 0 1 2 3 6 99 1000 2 3 ² ٣ 99999999999999999999 -> => , . :
    ( ) ! - + # ; @ TURN 1. first the my please sceince mercant é 💥 \x00
"""
WORDS = st.sampled_from(VOCABULARY.split())
LINES = st.text(max_size=60) | st.lists(WORDS, max_size=10).map(" ".join)

UNION = """
    m   M1  s   .   s   M2  m
    m   .   S3  .   .   S1  s
    .   .   .   .   .   m   m
"""
_WAITING, _EVENTS = resolve(state(UNION, reactions="ask"), {1: "SETTLE settler AT d1"})
_NAMED, _EVENTS = resolve(_WAITING, {1: "ATTACK WITH 1"})
VIEWS = st.sampled_from(
    [
        view(),
        view(UNION),
        view(UNION, pace="round", mover=2),
        view(UNION, seat=2),
        view(UNION, hands={1: ""}),
        rules.view(_WAITING, 1),
        rules.view(_WAITING, 2),
        rules.view(_NAMED, 2),
        rules.view(_NAMED, 3),
        view(seat=None),
        view(ending=Ending((1,), "pool", ((0, 0, 0, 0),) * 3)),
    ]
)


@examples(50, soak=3_000)
@given(VIEWS, st.lists(LINES, max_size=5))
def test_nothing_that_a_player_writes_fails_and_every_line_has_its_verdict(seen, texts):
    lines = read_sheet(texts, seen.turn + 1).now
    parsed = desk.parse(seen, ask(seen), lines)
    assert [found.line for found in parsed.verdicts] == [line.number for line in lines]
    for found in parsed.verdicts:
        assert 1 <= found.column <= len(found.text) + 1
        assert found.column + found.length <= len(found.text) + 1
        assert found.message or found.level is not Level.REFUSED
    for text in texts:
        desk.fit(text, seen)
    if parsed.orders is not None:
        lines_back = desk.write(seen, ask(seen), parsed.orders)
        assert parse(seen, *lines_back).orders == parsed.orders


# Round trips --------------------------------------------------------------------------


@cache
def _game(players: int, pace: str, reactions: str) -> tuple[tuple[View, Ask], ...]:
    """Every view that is asked anything in a random game."""
    secret = bytes([players]) * 32
    seats = [Player(seat, f"Player {seat}") for seat in range(1, players + 1)]
    options = Options(pace=pace, reactions=reactions)  # type: ignore[arg-type]
    now = rules.setup(options, seats, Chance(secret, 0))
    met: list[tuple[View, Ask]] = []
    while asks := rules.asks(now):
        chance = Chance(secret, now.turn + 1)
        seen = {one.seat: rules.view(now, one.seat) for one in asks}
        met += [(seen[one.seat], one) for one in asks]
        answers = {one.seat: desk.sample(seen[one.seat], one, chance) for one in asks}
        now, _events = rules.resolve(now, answers, chance)
    return tuple(met)


GAMES = [
    (players, pace, reactions)
    for players in (2, 3, 4)
    for pace in ("sequential", "round")
    for reactions in ("standing", "ask")
]


@examples(50, soak=4_000)
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.integers(1, 1000))
def test_sampled_orders_are_read_back_to_the_same_whatever_is_asked(game, place, turn):
    met = _game(*game)
    seen, asked = met[place % len(met)]
    orders = desk.sample(seen, asked, Chance(bytes(32), turn))
    lines = desk.write(seen, asked, orders)
    parsed = desk.parse(seen, asked, read_sheet(lines, 1).now)
    assert parsed.orders == orders
    assert Level.REFUSED not in {found.level for found in parsed.verdicts}
    assert all(desk.fit(line, seen) is Fit.ORDER for line in lines)
    assert all(desk.fit(line) is Fit.ORDER for line in lines)


KIND = st.sampled_from(KINDS)
SQUARE = st.tuples(st.integers(0, 6), st.integers(0, 2))
ACTION = st.one_of(
    st.builds(PlaceLeader, kind=KIND, to=SQUARE),
    st.builds(Recall, kind=KIND),
    st.builds(
        Settle,
        kind=KIND,
        at=SQUARE,
        first=st.lists(KIND, unique=True, max_size=4).map(tuple),
    ),
    st.builds(Destroy, at=SQUARE),
    st.builds(Swap, ships=st.lists(KIND, min_size=1, max_size=6).map(tuple)),
)
ORDER = (
    ACTION
    | st.builds(Harvest, square=SQUARE)
    | st.builds(Attack, kind=st.none() | KIND, ships=st.none() | st.integers(0, 99))
    | st.builds(Defend, kind=st.none() | KIND, ships=st.none() | st.integers(0, 99))
)


@examples(50, soak=3_000)
@given(ORDER)
def test_PA_5_any_order_that_is_taken_from_its_text_is_that_order(order):
    parsed = parse(view(UNION), written(order))
    assert desk.fit(written(order)) is Fit.ORDER
    if parsed.orders is not None:
        assert parsed.orders.orders == (order,)


@examples(40, soak=2_000)
@given(st.lists(ORDER, max_size=8))
def test_PA_5_what_counts_of_a_mail_is_what_its_course_takes(orders):
    seen = view(UNION)
    parsed = parse(seen, *map(written, orders))
    taken = IDLE if parsed.orders is None else parsed.orders
    course = course_of(seen)
    for order in taken.actions:
        course, _step = course.take(order)
    assert course.lines == taken.actions
    assert len(course.lines) <= 6
    refused = [
        order
        for order, found in zip(orders, parsed.verdicts, strict=True)
        if found.level is Level.REFUSED
    ]
    assert len(refused) + len(taken.orders) == len(orders)


ACTIONS = st.lists(ACTION, max_size=6, unique=True)
FEW_WEAPONS = st.integers(0, 2)


@examples(50, soak=4_000)
@given(ACTIONS, ACTIONS, FEW_WEAPONS)
def test_PA_5_no_line_that_is_refused_at_receipt_could_have_been_carried_out(first, second, left):
    """Whatever comes before it in the round: the lines are given to the turn as they were written,
    and those refused at receipt are refused there too."""
    before = state(UNION, pace="round", weapons={2: left})
    verdicts = parse(rules.view(before, 2), *map(written, second)).verdicts
    refused = {
        order for order, found in zip(second, verdicts, strict=True) if found.level is Level.REFUSED
    }
    answers = {1: Orders(tuple(first)), 2: Orders(tuple(second))}
    _after, events = rules.resolve(before, answers, Chance(bytes(32), 1))
    told = {e.order for e in events if isinstance(e, LineRefused) and e.audience == (2,)}
    carried_out = [order for order in second if order not in told][:2]
    assert refused.isdisjoint(carried_out)


@examples(50, soak=1_000)
@given(st.lists(ORDER, min_size=1, max_size=6))
def test_every_suggestion_is_an_order_that_can_be_carried_out(orders):
    seen = view(UNION)
    for order in orders:
        (found,) = parse(seen, written(order)).verdicts
        if found.suggestion is not None:
            assert parse(seen, found.suggestion).orders is not None


def test_orders_of_nothing_are_written_as_PASS():
    seen = view(UNION)
    assert desk.write(seen, ask(seen), IDLE) == ("PASS",)
    assert desk.default(seen, ask(seen)) == desk.idle(seen, ask(seen)) == Orders()
