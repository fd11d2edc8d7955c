"""What holds for any line and any position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.api import Ask, Fit, Level, Player
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.rulesets.god_unit.figures import Design, Name
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import (
    Act,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Deploy,
    Else,
    Move,
    MoveTowards,
    Pass,
    PassUntil,
    Produce,
)
from pbem.rulesets.god_unit.rules import GodUnitRules
from tests.rulesets.god_unit.mails import ASK, armies, desk, parse
from tests.rulesets.god_unit.table import view
from tests.soaking import examples

VOCABULARY = """
    PLACE PRODUCE MOVE ATTACK DEPLOY PASS STOP KEEP HOLD A B C D a1 c4 c5 c6 d6 d8 h9 j10 z99 c 7
    12 13 14 15 16 17 99 12-15 12..15 1 4 0 ² ٣ 99999999999999999999999999999999999999999 D2 R3 A9
    a6n6r6 D=2 TO AT TOWARDS ELSE LATE NEAREST UNIT FACTORY GRUNT NOTHING REPEAT ONCE ALL WITH OF
    Red Blue Yellow Ada Bruno Carla von Ems B4 R7 range 3 attack and then , . : ( ) ! -> → - – # ;
    #12 @ TURN é 💥 \x00 u12 moev vers nach sonst spät
"""
WORDS = st.sampled_from(VOCABULARY.split())
LINES = st.text(max_size=60) | st.lists(WORDS, max_size=12).map(" ".join)
VIEWS = st.sampled_from(
    [
        armies(),
        armies(players=3),
        armies(turn=1, board="syzygy"),
        armies(units=(), factories=()),
        view(turn=0),
        view(turn=0, players=4, placement="open"),
        armies(seat=None),
        armies(out={1: 4}),
    ]
)


@examples(60, soak=4_000)
@given(VIEWS, st.lists(LINES, max_size=4))
def test_nothing_that_a_player_writes_fails_and_every_line_has_its_verdict(seen, texts):
    lines = read_sheet(texts, seen.open_turn).now
    parsed = desk.parse(seen, ASK, lines)
    assert [found.line for found in parsed.verdicts] == [line.number for line in lines]
    for found in parsed.verdicts:
        assert 1 <= found.column <= len(found.text) + 1
        assert found.column + found.length <= len(found.text) + 1
        assert found.message or found.level is not Level.REFUSED
    for text in texts:
        desk.fit(text)
        desk.fit(text, seen)
    if parsed.orders is not None:
        again = parse(seen, *desk.write(seen, ASK, parsed.orders))
        assert again.orders == parsed.orders


SQUARES = st.tuples(st.integers(0, 9), st.integers(0, 9))
CHOICES = st.one_of(
    st.builds(Move, to=SQUARES),
    st.builds(MoveTowards, goal=SQUARES),
    st.builds(AttackAt, squares=st.lists(SQUARES, min_size=1, max_size=4).map(tuple)),
    st.just(AttackNearest()),
    st.builds(
        AttackPiece,
        target=st.builds(Name, st.just(2), st.sampled_from(("A", "B", "3", "4", "6", "7", "99"))),
    ),
    st.just(Deploy()),
)
LEVELS = st.integers(0, 6)
ORDERS = st.one_of(
    st.just(Pass()),
    st.builds(PassUntil, turn=st.integers(0, 99)),
    st.builds(
        Produce,
        factory=st.sampled_from("ABCD"),
        product=st.none() | st.builds(Design, LEVELS, LEVELS, LEVELS, LEVELS, LEVELS),
    ),
    st.builds(
        Act,
        unit=st.sampled_from((1, 12, 13, 14, 15, 16, 17, 18)),
        choice=CHOICES,
        others=st.lists(st.builds(Else, CHOICES, st.booleans()), max_size=2).map(tuple),
    ),
)


@examples(60, soak=4_000)
@given(ORDERS)
def test_GU_8_any_order_that_is_taken_from_its_text_is_that_order(order):
    parsed = parse(armies(), written(order))
    assert desk.fit(written(order)) is Fit.ORDER
    if parsed.orders is not None and not isinstance(order, Pass):
        (found,), (told,) = parsed.orders.orders, parsed.verdicts
        if "is left out" not in told.message:
            assert written(found).split() == _once(written(order)).split()
        elif isinstance(found, Act) and isinstance(order, Act):
            said = {_once(written(choice)) for choice in (*order.prompt, *order.late)}
            assert {written(choice) for choice in (*found.prompt, *found.late)} <= said


def _once(text: str) -> str:
    """A square named again in the same choice is the same square."""
    parts = []
    for part in text.split(" ELSE "):
        head, at, squares = part.partition(" AT ")
        parts.append(head + at + ", ".join(dict.fromkeys(squares.split(", "))))
    return " ELSE ".join(parts)


rules = GodUnitRules()


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (3, {"placement": "open"}), (4, {"board": "syzygy"}), (8, {"factories": 3})],
)
def test_sampled_orders_of_whole_games_read_back_to_the_same_and_none_is_refused(players, options):
    secret = bytes([players]) * 32
    names = ("Ada", "Bruno 2", "Carla von Ems", "unit", "Red", "D2", "To", "Zoë")
    seats = [Player(seat, names[seat - 1]) for seat in range(1, players + 1)]
    state = rules.setup(Options(**options), seats, Chance(secret, 0))
    for turn in range(1, 17):
        chance = Chance(secret, turn)
        answers = {}
        for ask in rules.asks(state):
            seen = rules.view(state, ask.seat)
            orders = desk.sample(seen, Ask(ask.seat, ask.kind), chance)
            lines = desk.write(seen, ask, orders)
            parsed = desk.parse(seen, ask, read_sheet(lines, turn).now)
            refused = [one for one in parsed.verdicts if one.level is Level.REFUSED]
            assert refused == []
            assert parsed.orders == orders
            assert all(desk.fit(line, seen) is desk.fit(line) is Fit.ORDER for line in lines)
            answers[ask.seat] = orders
        if not answers:
            break
        state, _events = rules.resolve(state, answers, chance)
