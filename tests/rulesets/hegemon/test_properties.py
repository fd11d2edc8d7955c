"""What holds for any move and any game."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.api import Fit
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.rulesets.hegemon import RULESET
from pbem.rulesets.hegemon.language import written
from pbem.rulesets.hegemon.orders import Move, Policy, Range, faults
from tests.rulesets.hegemon.table import ASK, desk, new_game, rules, sheet
from tests.soaking import examples

ITEMS = ("Economy", "Environment", "Defense")
DECIMALS = st.decimals(0, 100, places=3).map(Fraction)
ENDS = st.decimals(0, 10_000, places=2).map(Fraction)


@st.composite
def ranges(draw):
    low = draw(ENDS)
    return Range(low, draw(st.none() | ENDS.map(lambda width: low + width)))


@st.composite
def policies(draw, item):
    coop = draw(DECIMALS)
    return Policy(
        item=item,
        allocation=draw(DECIMALS) / 4,
        coop=coop,
        comp=min(draw(DECIMALS), 100 - coop),
        partners=draw(st.none() | ranges()),
        targets=draw(st.none() | ranges()),
    )


@st.composite
def moves(draw):
    items = draw(st.lists(st.sampled_from(ITEMS), unique=True))
    return Move(tuple(draw(policies(item)) for item in items))


HOSTILE_FIGURES = st.fractions(-200, 200) | st.integers(-(10**30), 10**30).map(Fraction)
HOSTILE_RANGES = st.none() | st.builds(Range, HOSTILE_FIGURES, st.none() | HOSTILE_FIGURES)
HOSTILE_MOVES = st.lists(
    st.builds(
        Policy,
        st.sampled_from((*ITEMS, "economy", "")),
        HOSTILE_FIGURES,
        HOSTILE_FIGURES,
        HOSTILE_FIGURES,
        HOSTILE_RANGES,
        HOSTILE_RANGES,
    ),
    max_size=4,
).map(lambda found: Move(tuple(found)))

VOCABULARY = """
    Economy econ coop with comp attack PASS 60% 0-200 100-* - * , = 1,000 ² ٣ -5 all to and
    Env % .. + 99999999999999999999999999999999999999999999 é 💥 \x00 # ; @ TURN
"""
WORDS = st.sampled_from(VOCABULARY.split())
LINES = st.text(max_size=60) | st.lists(WORDS, max_size=12).map(" ".join)


@examples(40, soak=2000)
@given(moves())
def test_what_is_written_reads_back_to_the_same_move(move):
    assert faults(move, ITEMS) == ()
    parsed = desk.parse(rules.view(new_game(), 1), ASK, sheet(*written(move)))
    assert parsed.orders == move
    assert all(desk.fit(line) is Fit.ORDER for line in written(move))


@examples(40, soak=2000)
@given(moves())
def test_moves_come_back_from_the_record(move):
    assert RULESET.codec.load_orders(RULESET.codec.dump_orders(move)) == move


@given(st.lists(LINES, max_size=4))
def test_nothing_that_a_player_writes_fails_and_every_line_has_its_verdict(texts):
    view = rules.view(new_game(), 1)
    lines = read_sheet(texts, turn=1).now
    parsed = desk.parse(view, ASK, lines)
    assert [verdict.line for verdict in parsed.verdicts] == [line.number for line in lines]
    for verdict in parsed.verdicts:
        assert 1 <= verdict.column <= len(verdict.text) + 1
        assert verdict.column + verdict.length <= len(verdict.text) + 1
    for text in texts:
        desk.fit(text, view)
    if parsed.orders is not None:
        assert faults(parsed.orders, ITEMS) == ()


@examples(40, soak=2000)
@given(st.lists(moves() | HOSTILE_MOVES, min_size=3, max_size=3), st.booleans(), st.booleans())
def test_HG_9_any_answers_resolve_and_points_are_never_negative(answers, counts, signed):
    state = new_game(competition_counts=counts, attacks_signed=signed)
    for turn in (1, 2):
        given_moves = dict(enumerate(answers, start=1))
        state, events = rules.resolve(state, given_moves, Chance(bytes(32), turn))
        assert all(value >= 0 for row in state.points for value in row)
        assert RULESET.codec.load_state(RULESET.codec.dump_state(state)) == state
        assert RULESET.codec.load_events(RULESET.codec.dump_events(events)) == events


@examples(40, soak=2000)
@given(st.lists(moves(), min_size=3, max_size=3), st.permutations((1, 2, 3)))
def test_HG_9_all_players_are_settled_at_once_so_that_seats_do_not_matter(answers, order):
    chance = Chance(bytes(32), 1)
    straight, _events = rules.resolve(
        new_game(), dict(zip((1, 2, 3), answers, strict=True)), chance
    )
    moved, _events = rules.resolve(new_game(), dict(zip(order, answers, strict=True)), chance)
    for place, seat in enumerate(order):
        assert moved.points[seat - 1] == straight.points[place]
