"""PA-15: who sees what; and that being asked tells nobody what is in a hand."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from pbem.engine.rng import Chance
from pbem.rulesets.parsec import RULESET
from pbem.rulesets.parsec.events import LineRefused, ShipsDrawn
from pbem.rulesets.parsec.figures import Counts, Stance, Stances, counted
from pbem.rulesets.parsec.state import Turn
from pbem.rulesets.parsec.view import ConflictFought, Force, ShipsSwapped, SystemSettled
from tests.rulesets.parsec.situation import (
    LETTERS,
    Game,
    at,
    attack,
    board,
    counts,
    defend,
    destroy,
    given,
    leader,
    rules,
    settle,
    swap,
)

Change = Callable[[Game], Game]
UNION = "M1 s m . m m s M2"


def scene(**how: object) -> Game:
    """Seat 1 has something of everything; a conflict of its waits for its number."""
    game = given(
        UNION,
        {1: "gmmmss", 2: "mmgggg", 3: "rrrggg"},
        seats=3,
        reactions="ask",
        stances={1: [attack(2)]},
        **how,
    )
    game = game.holding(1, resources=counts("mmg"), artifacts=1, swapped=counts("rr"))
    return game.play({1: [settle("g", "d1"), settle("m", "d2")]})


def under_way(**changes: object) -> Change:
    def change(game: Game) -> Game:
        [turn] = game.state.queue
        return game.changed(queue=(msgspec.structs.replace(turn, **changes),))

    return change


SECRETS: dict[str, Change] = {
    "kinds of ships in a hand": lambda g: g.holding(1, hand=counts("rrrrr")),
    "resources": lambda g: g.holding(1, resources=counts("gggggg")),
    "artifacts held": lambda g: g.holding(1, artifacts=7),
    "standing orders for attacks": lambda g: g.holding(1, stances=Stances(attack=Stance(5))),
    "standing orders for defences": lambda g: g.holding(
        1, stances=Stances(Stance(2), Stance(None, {"science": 1}))
    ),
    "which ships were swapped": lambda g: g.holding(1, swapped=counts("gs")),
    "what was held turn by turn": lambda g: g.holding(1, course=((1, 2, 3, 4, 5),)),
}
"""Seat 1's."""

HIDDEN: dict[str, Change] = {
    "kinds of ships in the pool": lambda g: g.changed(pool=Counts(mining=g.state.pool.total)),
    "lines to come": under_way(lines=(settle("m", "a1"),)),
    "number of lines to come": under_way(lines=()),
    "a wish": under_way(harvest=(4, 4)),
    "how the hand and the pool are mixed": lambda g: g,
}
"""What no view has, not even the owner's."""

PUBLIC: dict[str, Change] = {
    "settlements": lambda g: g.changed(galaxy=board("M1 s m g m m m M2")),
    "leaders": lambda g: g.changed(galaxy=board("G1 s m g m m s M2")),
    "destroyed systems": lambda g: g.changed(galaxy=board("M1 s x g m m s M2")),
    "artifacts on the board": lambda g: g.changed(galaxy=board("M1 s m g m m s* M2")),
    "number of weapons left": lambda g: g.with_weapons(1, 1),
    "size of a hand": lambda g: g.holding(1, hand=counts("m")),
    "size of the pool": lambda g: g.changed(pool=Counts(mining=3)),
    "number of ships swapped": lambda g: g.holding(1, swapped=counts("rrr")),
    "ships that are gone": lambda g: g.changed(gone=counts("mmmm")),
    "whose turn it is": lambda g: g.changed(mover=2),
    "turns played": lambda g: g.changed(played=9),
    "idle turns": lambda g: g.changed(idle=3),
    "that a conflict waits": lambda g: g.changed(dispute=None),
    "what happened": lambda g: g.changed(log=()),
}


@pytest.mark.parametrize("change", SECRETS.values(), ids=SECRETS.keys())
def test_pa15_secret_from_all_but_the_owner(change):
    game = scene()
    other = change(game)
    assert other.state != game.state
    assert other.view(1) != game.view(1)
    for seat in (2, 3, None):
        assert other.view(seat) == game.view(seat)
        assert RULESET.codec.dump_view(other.view(seat)) == RULESET.codec.dump_view(game.view(seat))


@pytest.mark.parametrize("change", HIDDEN.values(), ids=HIDDEN.keys())
def test_pa15_hidden_from_everyone(change):
    game = scene()
    other = change(game)
    for seat in (1, 2, 3, None):
        assert other.view(seat) == game.view(seat)


@pytest.mark.parametrize("change", PUBLIC.values(), ids=PUBLIC.keys())
def test_pa15_open_to_everyone(change):
    game = scene()
    other = change(game)
    for seat in (1, 2, 3, None):
        assert other.view(seat) != game.view(seat)


def test_pa15_until_the_end():
    ended = scene().changed(queue=(Turn(1),), dispute=None, galaxy=board(UNION, spare=0)).play()
    assert ended.state.ending is not None
    for change in SECRETS.values():
        for seat in (1, 2, 3, None):
            assert change(ended).view(seat) != ended.view(seat)
    for seat in (1, 2, 3, None):
        assert [person.holdings for person in ended.view(seat).people] == [
            person.holdings for person in ended.state.people
        ]
    # What is left in the pool stays there.
    assert ended.changed(pool=Counts(mining=ended.state.pool.total)).view(2) == ended.view(2)


def test_pa15_refusals_and_ships_drawn_are_for_their_owner():
    game = given(". s .", {1: "mmmmmm"}, seats=3)
    played = game.play({1: [settle("s", "a1"), swap("mm"), settle("m", "a1")]})
    assert len(played.heard(1, LineRefused)) == 1
    assert played.drawn(1) == [2, 1]
    for seat in (2, 3, None):
        assert played.heard(seat, LineRefused) == []
    assert played.heard(None, ShipsDrawn) == []
    assert [event.audience for event in played.heard(2, ShipsDrawn)] == [(2,)]


def test_pa15_of_a_swap_all_see_the_number_and_none_but_the_owner_the_ships():
    game = given(". s .", {1: "mmmmmm", 2: "gggggg"})
    some = game.play({1: [swap("mm")]})
    other = game.holding(1, hand=counts("ssssss")).play({1: [swap("ss")]})
    assert some.noted(ShipsSwapped) == other.noted(ShipsSwapped)
    assert some.view(2) == other.view(2)
    assert some.heard(2) == other.heard(2)
    assert some.view(1) != other.view(1)


def test_pa15_what_a_settlement_yielded_and_to_whom_is_announced():
    played = given(". s G2", {1: "m"}).play({1: [settle("m", "a1")]})
    assert played.view(None).log[-1].entries[0] == SystemSettled(
        seat=1, kind="merchant", square=(0, 0), gains=2
    )


def test_pa15_ships_sent_into_conflicts_are_announced_and_what_they_won():
    played = given(UNION, {1: "gmm", 2: "m"}).play({1: [settle("g", "d1")]})
    [fought] = [e for e in played.view(None).log[-1].entries if isinstance(e, ConflictFought)]
    assert (fought.attacker, fought.defender) == (
        Force(1, 1, 2, at("a1")),
        Force(2, 2, 1, at("h1")),
    )
    assert (fought.winner, fought.gain, fought.resource) == (2, 2, "merchant")


def test_pa15_what_does_not_happen_is_not_announced():
    """A refused line and a pass leave the same trace: one order that was not used."""
    game = given(". s .", {1: "mmmmmm", 2: "gggggg"})
    refused = game.play({1: [settle("s", "a1"), destroy("c1")]})
    passed = game.play({1: [destroy("c1")]})
    assert refused.view(2) == passed.view(2)
    assert refused.heard(2) == passed.heard(2)


# Asking tells nothing

HANDS = st.lists(st.sampled_from("gsmr"), max_size=6).map("".join)
NUMBERS = st.integers(0, 4)
BOARDS = {
    "internal": ("M2 s . .", [leader("M", "c1")]),
    "external": (UNION, [settle("g", "d1")]),
    "two kinds": ("M1 . . . M2\ns s . s s\nR2 . . . R1", [settle("g", "c2")]),
    "neither": ("M2 s . s M3", [settle("g", "c1")]),
}


@settings(max_examples=60, deadline=None)
@for_all(st.sampled_from(sorted(BOARDS)), st.lists(HANDS, min_size=4, max_size=4), NUMBERS)
def test_pa12_two_truths_that_differ_in_hands_alone_ask_alike(name, hands, number):
    """Whatever the hands of those involved, the same seats are asked, at the same time, up to
    the last answer; and until a number is named nobody sees a difference."""
    drawing, lines = BOARDS[name]
    one = given(drawing, {1: "g", 2: hands[0], 3: hands[1]}, seats=3, reactions="ask")
    two = given(drawing, {1: "g", 2: hands[2], 3: hands[3]}, seats=3, reactions="ask")
    one, two = one.play({1: lines}), two.play({1: lines})
    waited = []
    while one.state.dispute is not None and two.state.dispute is not None:
        assert one.asks == two.asks
        waited.append(sorted(one.awaited))
        answers = {seat: [attack(number), defend(number)] for seat in one.awaited}
        one, two = one.play(answers), two.play(answers)
    assert len(waited) == 2
    assert (one.state.dispute, one.asks) == (two.state.dispute, two.asks)


@settings(max_examples=60, deadline=None)
@for_all(st.sampled_from(sorted(BOARDS)), HANDS)
def test_pa15_what_is_seen_while_the_attackers_are_asked_is_the_same_for_any_hand(name, hand):
    drawing, lines = BOARDS[name]
    empty = given(drawing, {1: "g"}, seats=3, reactions="ask")
    swapped = Counts(*(9 - counts(hand).of(kind) for kind in LETTERS.values()))
    sizes = empty.holding(2, hand=counts("r" * len(hand)), swapped=counts("r" * (36 - len(hand))))
    full = empty.holding(2, hand=counts(hand), swapped=swapped)
    views = [game.play({1: lines}).view(None) for game in (sizes, full)]
    assert views[0] == views[1]


@settings(max_examples=40, deadline=None)
@for_all(st.sampled_from(sorted(BOARDS)), st.integers(1, 3), st.binary(min_size=32, max_size=32))
def test_pa15_a_scrambled_truth_asks_as_the_real_one(name, seat, secret):
    drawing, lines = BOARDS[name]
    game = given(drawing, {1: "gsm", 2: "smrg", 3: "ss"}, seats=3, reactions="ask")
    for step in ({1: lines}, {}, {}):
        other = rules.scramble(game.state, seat, Chance(secret, 7))
        assert rules.asks(other) == game.asks
        assert rules.view(other, seat) == game.view(seat)
        assert rules.view(other, None) == game.view(None)
        game = game.play(step)


def test_pa15_the_ships_that_a_seat_cannot_see_are_dealt_anew_and_none_is_lost():
    game = scene()
    other = Game(rules.scramble(game.state, 2, Chance(bytes(32), 7)))
    assert other.hand(2) == game.hand(2)
    for seat in (1, 3):
        assert other.hand(seat).total == game.hand(seat).total
        assert other.holdings(seat).swapped.total == game.holdings(seat).swapped.total

    def unseen(one: Game) -> Counts:
        held = [one.hand(1), one.hand(3), one.holdings(1).swapped, one.holdings(3).swapped]
        return counted(kind for ships in (*held, one.state.pool) for kind in ships.each())

    assert unseen(other) == unseen(game)
