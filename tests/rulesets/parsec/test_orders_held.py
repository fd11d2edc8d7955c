"""What a new mail leaves of the orders held before it (PA-12)."""

from __future__ import annotations

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from pbem.engine.orders import read_sheet
from pbem.rulesets.parsec.figures import KINDS, Stances
from pbem.rulesets.parsec.orders import (
    IDLE,
    Attack,
    Defend,
    Destroy,
    Harvest,
    Orders,
    Pass,
    Recall,
    following,
)
from tests.rulesets.parsec.table import ask, desk, resolve, rules, state, view

UNION = "M1 s m . m m s M2"

KIND = st.sampled_from((None, *KINDS))
SHIPS = st.one_of(st.none(), st.integers(0, 6))
STANDING = st.one_of(
    st.builds(Attack, kind=KIND, ships=SHIPS), st.builds(Defend, kind=KIND, ships=SHIPS)
)
SQUARE = st.tuples(st.integers(0, 3), st.integers(0, 3))
LINE = st.one_of(
    STANDING,
    st.builds(Destroy, at=SQUARE),
    st.builds(Harvest, square=SQUARE),
    st.builds(Recall, kind=st.sampled_from(KINDS)),
    st.just(Pass()),
)
SETS = (
    st.lists(LINE, max_size=6)
    .map(lambda lines: Orders(tuple(lines)))
    .map(lambda orders: IDLE if orders == Orders((Pass(),)) else orders)
)


def lines(*orders: object) -> Orders:
    return Orders(tuple(orders))  # type: ignore[arg-type]


DESTROY, RECALL = Destroy(at=(0, 0)), Recall(kind="science")
WISH, OTHER = Harvest(square=(1, 1)), Harvest(square=(2, 2))
TIE, TWO = Defend(), Defend(ships=2)
SCIENCE = Defend(kind="science", ships=1)
WIN = Attack()


@pytest.mark.parametrize(
    ("sent", "held", "left"),
    [
        pytest.param(lines(RECALL), lines(DESTROY), lines(RECALL), id="a turn for a turn"),
        pytest.param(lines(TWO), lines(DESTROY), lines(DESTROY, TWO), id="the turn stays"),
        pytest.param(lines(RECALL), lines(TWO), lines(RECALL, TWO), id="standing orders stay"),
        pytest.param(lines(RECALL), lines(WISH), lines(RECALL, WISH), id="a wish stays"),
        pytest.param(lines(OTHER), lines(DESTROY, WISH), lines(DESTROY, OTHER), id="another wish"),
        pytest.param(lines(TIE), lines(TWO), lines(TIE), id="one standing order for another"),
        pytest.param(lines(SCIENCE), lines(TWO), lines(TWO, SCIENCE), id="one leader besides"),
        pytest.param(lines(TWO), lines(SCIENCE), lines(TWO), id="all leaders, this one too"),
        pytest.param(lines(WIN), lines(TIE), lines(TIE, WIN), id="attack and defence apart"),
        pytest.param(IDLE, lines(DESTROY), IDLE, id="PASS for a turn"),
        pytest.param(IDLE, lines(TWO), lines(Pass(), TWO), id="PASS and standing orders"),
        pytest.param(lines(TWO), IDLE, lines(Pass(), TWO), id="standing orders after PASS"),
    ],
)
def test_pa12_what_is_left(sent, held, left):
    assert sent.over(held) == left


@for_all(SETS, SETS)
def test_pa12_standing_orders_come_to_the_same_in_one_mail_or_in_two(sent, held):
    both = following(Stances(), (*held.standing, *sent.standing))
    assert following(Stances(), sent.over(held).standing) == both


@for_all(SETS)
def test_a_mail_sent_twice_changes_nothing(sent):
    assert sent.over(sent) == sent


@for_all(SETS, SETS)
def test_a_turn_once_sent_stays_a_turn(sent, held):
    assert sent.over(held).is_turn == (sent.is_turn or held.is_turn)


def test_pa12_pass_alone_takes_an_answer_in_a_conflict_back():
    waiting, _events = resolve(state(UNION, reactions="ask"), {1: "SETTLE settler AT d1"})
    seen = rules.view(waiting, 1)
    sheet = read_sheet(["PASS"], seen.turn + 1)
    assert desk.parse(seen, ask(seen), sheet.now, lines(Attack(ships=2))).orders == IDLE


def test_pa12_the_answer_tells_what_stays_of_a_mail_before():
    seen = view(UNION)
    held = lines(DESTROY, SCIENCE, WIN)
    sheet = read_sheet(["PASS", "ATTACK WITH 1"], seen.turn + 1)
    remark = desk.parse(seen, ask(seen), sheet.now, held).remark
    assert remark.replace("\N{NO-BREAK SPACE}", " ").startswith(
        "This stays as you sent it before: “DEFEND science WITH 1”."
    )
    again = read_sheet(["DESTROY a1", "DEFEND science WITH 1", "ATTACK WIN"], seen.turn + 1)
    assert "stays" not in desk.parse(seen, ask(seen), again.now, held).remark


def test_pa12_pass_says_nothing_out_of_turn():
    seen = view(UNION, seat=2)
    sheet = read_sheet(["PASS"], seen.turn + 1)
    assert desk.parse(seen, ask(seen), sheet.now, lines(TWO)).orders == lines(TWO)
    assert desk.parse(seen, ask(seen), sheet.now).orders == IDLE


@pytest.mark.parametrize("sent", [lines(TWO), lines(WISH, TWO), lines(WISH)])
def test_pa12_what_ends_no_turn_is_held_and_leaves_the_game_waiting(sent):
    seen = view("M1 s m* . m m s* M2" if WISH in sent.orders else UNION)
    texts = [line.replace("b2", "c1") for line in desk.write(seen, ask(seen), sent)]
    parsed = desk.parse(seen, ask(seen), read_sheet(texts, seen.turn + 1).now)
    assert parsed.orders is not None
    assert not parsed.answers
    assert parsed.lasting == (sent == lines(TWO)), "a HARVEST is meant for this turn"
    assert parsed.remark.startswith("The orders of your turn are still to come")
