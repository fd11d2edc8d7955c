"""What bots reckon with: unseen ships, the score, and the board."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.rulesets.parsec import RULESET
from pbem.rulesets.parsec.bots.features import Odds, harvests, hidden_ships, look
from pbem.rulesets.parsec.figures import (
    FIGURES,
    KINDS,
    Artifact,
    Counts,
    Galaxy,
    Leader,
    Settlement,
)
from pbem.rulesets.parsec.mechanics import Space, Survey
from pbem.rulesets.parsec.mechanics.execution import harvestable
from pbem.rulesets.parsec.view import laid
from tests.rulesets.parsec.playing import MAGNATE, midgame
from tests.rulesets.parsec.table import view


# What they reckon with
def test_unseen_ships_are_all_that_are_nowhere_to_be_seen():
    """PA-2, PA-15: 143 ships less the own hand and those that are on the board or gone."""
    state = midgame(3, 5, 20)
    for seat in (1, 2, 3):
        hidden = hidden_ships(RULESET.rules.view(state, seat))
        others = [p.holdings for p in state.people if p.seat != seat]
        for kind in KINDS:
            really = state.pool.of(kind) + sum(
                one.hand.of(kind) + one.swapped.of(kind) for one in others
            )
            assert hidden[kind] == really


def test_chances_are_those_of_drawing_without_replacement():
    odds = Odds({"government": 0, "science": 2, "merchant": 1, "mining": 1}, 2)
    assert odds.at_least("science", 0) == 1
    assert odds.at_least("science", 1) == pytest.approx(5 / 6)
    assert odds.at_least("science", 2) == pytest.approx(1 / 6)
    assert odds.at_least("science", 3) == 0
    assert odds.at_least("government", 1) == 0
    assert odds.share["science"] == 0.5


def test_of_no_ships_at_all_none_is_expected():
    odds = Odds(dict.fromkeys(KINDS, 0), FIGURES.hand)
    assert odds.at_least("mining", 1) == 0
    assert odds.at_least("mining", 0) == 1


@given(st.tuples(*[st.integers(0, 12)] * 4), st.integers(0, 3))
def test_the_least_resource_is_needed_most(amounts, artifacts):
    outlook = look(view(), MAGNATE.params)
    needs = outlook.needs(Counts(*amounts), artifacts)
    assert sum(needs.values()) == pytest.approx(1)
    held = laid(Counts(*amounts), artifacts)
    assert held[KINDS.index(max(needs, key=lambda kind: needs[kind]))] == min(held)


@st.composite
def galaxies(draw: st.DrawFn) -> Galaxy:
    """Any board of 6 by 5 with anything on it."""
    everywhere = [(x, y) for x in range(6) for y in range(5)]
    cells = draw(st.lists(st.sampled_from(".......sgmMGSRx"), min_size=30, max_size=30))
    kinds = {"s": "science", "g": "government", "m": "merchant"}
    leaders = {"M": "merchant", "G": "government", "S": "science", "R": "mining"}
    marked = draw(st.sets(st.sampled_from(everywhere), max_size=8))
    placed = list(zip(everywhere, cells, strict=True))
    return Galaxy(
        rows=("......",) * 5,
        settlements=tuple(Settlement(s, kinds[c]) for s, c in placed if c in kinds),
        leaders=tuple(Leader(1, leaders[c], s) for s, c in placed if c in leaders),
        artifacts=tuple(Artifact(s) for s in sorted(marked)),
        destroyed=tuple(s for s, c in placed if c == "x"),
    )


@settings(max_examples=60)
@given(galaxies())
def test_a_survey_shows_what_the_rules_see(made):
    """PA-3, PA-6, PA-13."""
    space, survey = Space(made), Survey(Space(made))
    each = survey.grid.each
    assert [frozenset(each(area.squares)) for area in survey.areas] == list(space.regions())
    for free in each(survey.free):
        assert space.is_free(free)
        assert survey.scientists_beside(free) == space.scientists_beside(free)
        beside = {space.regions().index(region) for region in space.regions_beside(free)}
        bit = survey.grid.bit[free]
        assert beside == {n for n, area in enumerate(survey.areas) if area.shore & bit}
        assert bool(survey.joints & bit) == (len(beside) == 2)
    for area in survey.areas:
        assert all(area.counts[kind] == space.count(each(area.squares), kind) for kind in KINDS)
    assert harvests(survey, 1) == bool(harvestable(space, 1))
