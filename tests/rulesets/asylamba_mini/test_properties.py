"""What holds for any orders in any game."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini import RULESET, galaxy
from pbem.rulesets.asylamba_mini.events import (
    Flow,
    MissionTurnedBack,
    OrderDone,
    Produced,
)
from pbem.rulesets.asylamba_mini.figures import (
    FACILITIES,
    FACTIONS,
    MEGASTRUCTURES,
    SHIPS,
    TECHNOLOGIES,
    Fleets,
    Purse,
    Resource,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.orders import (
    AnyOrder,
    Autobuild,
    Build,
    Exchange,
    Orders,
    Research,
    Send,
    Upgrade,
    Wonder,
)
from pbem.rulesets.asylamba_mini.state import State
from tests.rulesets.asylamba_mini.situation import (
    SECRET,
    Game,
    Played,
    drawn,
    new_game,
    rules,
    totals,
)

SEATS = (1, 2, 3)
AMOUNTS = st.integers(-5, 60)
HOSTILE_AMOUNTS = AMOUNTS | st.integers(-(2**60), 2**60)
SECTORS = st.integers(-1, 40)
FLEETS = st.builds(Fleets, *[st.integers(-3, 6)] * 3)
LEVELS = st.integers(-2, 30)

DOMESTIC = st.one_of(
    st.builds(
        Exchange,
        st.sampled_from(Resource),
        st.sampled_from(Resource),
        HOSTILE_AMOUNTS,
        st.sampled_from(["give", "get"]),
    ),
    st.builds(Research, st.sampled_from(TECHNOLOGIES), LEVELS, st.none() | LEVELS, st.booleans()),
    st.builds(Upgrade, st.sampled_from(FACILITIES), LEVELS, st.none() | LEVELS),
    st.builds(Build, st.sampled_from(SHIPS), HOSTILE_AMOUNTS, st.booleans()),
    st.builds(Wonder, st.sampled_from(sorted(MEGASTRUCTURES))),
    st.builds(Autobuild, SECTORS, st.sampled_from(SHIPS)),
)
WILD = st.builds(
    Send,
    st.sampled_from(["colonise", "conquer", "reinforce"]),
    FLEETS,
    SECTORS,
    SECTORS,
    st.booleans(),
)


@st.composite
def fitting(draw, state: State, seat: int) -> Send:
    """A mission from an own sector, whose kind fits its target."""
    own = [sector for sector in state.sectors if sector.owner == seat]
    source = draw(st.sampled_from(own))
    near = galaxy.neighbours(source.number)
    target = draw(st.sampled_from(near) | st.sampled_from(galaxy.SECTORS))
    owner = state.sectors[target - 1].owner
    kind = "reinforce" if owner == seat else "colonise" if owner is None else "conquer"
    there = source.inside.fleets
    shares = [st.sampled_from(sorted({0, there.of(s) // 2, there.of(s)})) for s in SHIPS]
    fleets = Fleets(*map(draw, shares))
    return Send(kind, fleets, source.number, target)


def lively(*factions: str, **options: str) -> Game:
    """Everyone may do nearly everything from the first turn on."""
    game = new_game(*(factions or ("Nerve", "Kovahk", "Imperialistes")), **options)
    for seat in SEATS:
        capital = game.state.factions[seat - 1].capital
        game = game.with_sector(capital, fleets=Fleets(12, 6, 6), resources=600)
        game = game.with_faction(
            seat,
            technologies=Technologies(
                administration=4, engineering=5, conquest=1, attack=seat, frame=2
            ),
            purse=Purse(600, 600, 600),
            tokens=Tokens(1, 1, 1, 1),
        )
    for number in galaxy.SECTORS:
        if game.sector(number).owner is None:
            game = game.with_sector(number, fleets=Fleets(light=number % 4))
    return game


def some_orders(data: st.DataObject, state: State) -> dict[int, list[AnyOrder]]:
    return {
        ask.seat: data.draw(st.lists(DOMESTIC | WILD | fitting(state, ask.seat), max_size=6))
        for ask in rules.asks(state)
    }


def some_turns(data: st.DataObject, most: int = 4) -> Game:
    """A game after a few turns of any orders."""
    names = data.draw(st.permutations(list(FACTIONS)))[:3]
    reading = data.draw(st.sampled_from(["3.5", "3.6"]))
    game: Game = lively(*names, faction_bonuses=reading)
    for _turn in range(data.draw(st.integers(0, most))):
        game = game.play(some_orders(data, game.state))
    return game


def recount(state: State, seat: int) -> tuple[int, int, int]:
    """Points, sectors and fleets by hand (AM-25)."""
    faction = state.factions[seat - 1]
    owned = [sector for sector in state.sectors if sector.owner == seat]
    points = sum(
        (3 if s.number == 1 else 2 if s.number <= 8 else 1)
        + (s.bonus == "governor")
        + len(s.megastructures)
        + (faction.name == "Empire" and s.number in {f.capital for f in state.factions})
        for s in owned
    )
    return points, len(owned), totals(state)[seat]


def check(state: State) -> None:
    """What no turn may break."""
    for sector in state.sectors:
        inside = sector.inside
        assert inside.resources >= 0
        assert all(inside.fleets.of(ship) >= 0 for ship in SHIPS)
        assert all(0 <= inside.facilities.of(name) <= 25 for name in FACILITIES)
        assert sector.owner is None or state.factions[sector.owner - 1].alive
    maxima = Technologies(11, 5, 1, 10, 10, 2)
    for faction in state.factions:
        means = faction.means
        assert all(0 <= means.technologies.of(t) <= maxima.of(t) for t in TECHNOLOGIES)
        assert min(means.purse.credits, means.purse.science, means.purse.experience) >= 0
        tokens = means.tokens
        assert min(tokens.technology, tokens.colonisation, tokens.conquest, tokens.either) >= 0
        if faction.alive:
            assert state.sectors[faction.capital - 1].owner == faction.seat
            # The source (3.4): extended administration is the most sectors beyond the capital.
            owned = sum(sector.owner == faction.seat for sector in state.sectors)
            assert owned - 1 <= means.technologies.administration
    built = [name for sector in state.sectors for name in sector.megastructures]
    assert len(built) == len(set(built))
    for mission in state.missions:
        course = mission.course
        assert course.launched <= state.turn < course.arrives
        assert course.count == mission.fleets.total > 0
        steps = zip(course.path, course.path[1:], strict=False)
        assert all(there in galaxy.neighbours(here) for here, there in steps)
        # AM-18: no step takes less than half a turn nor more than a whole one.
        length = len(course.path) - 1
        assert (length + 1) // 2 <= course.arrives - course.launched <= length


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_no_turn_breaks_what_must_hold(data):
    game: Game = lively()
    for _turn in range(4):
        game = played = game.play(some_orders(data, game.state))
        check(played.state)
        for seat in SEATS:
            for flow in played.heard(seat, Flow):
                assert flow.before - flow.spent + flow.gained + flow.produced == flow.after


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_am25_points_sectors_and_fleets_equal_a_recount(data):
    state = some_turns(data, 3).play().state
    if any(faction.alive for faction in state.factions):
        for seat in SEATS:
            standing = state.history[-1][seat - 1]
            assert (standing.points, standing.sectors, standing.fleets) == recount(state, seat)


def in_order(given_orders: Mapping[int, list[AnyOrder]]) -> dict[int, Orders]:
    return {seat: Orders(tuple(orders)) for seat, orders in given_orders.items()}


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_resolving_is_pure(data):
    state = some_turns(data, 2).state
    answers = in_order(some_orders(data, state))
    kept = RULESET.codec.dump_state(state)
    first = rules.resolve(state, answers, Chance(SECRET, state.turn + 1))
    turned = dict(reversed(answers.items()))
    assert rules.resolve(state, turned, Chance(SECRET, state.turn + 1)) == first
    assert RULESET.codec.dump_state(state) == kept


@settings(max_examples=30, deadline=None)
@given(st.data(), st.sampled_from(SEATS), st.binary(min_size=32, max_size=32))
def test_am27_a_scramble_leaves_the_seats_view_as_it_is(data, seat, secret):
    state = some_turns(data, 3).state
    other = rules.scramble(state, seat, Chance(secret, 9))
    assert rules.view(other, seat) == rules.view(state, seat)
    assert rules.view(other, None) == rules.view(state, None)
    assert totals(other) == totals(state)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_everything_comes_back_from_the_record(data):
    state = some_turns(data, 2).state
    answers = in_order(some_orders(data, state))
    after, events = rules.resolve(state, answers, Chance(SECRET, state.turn + 1))
    assert RULESET.codec.load_state(RULESET.codec.dump_state(after)) == after
    assert RULESET.codec.load_events(RULESET.codec.dump_events(events)) == events
    for orders in answers.values():
        assert RULESET.codec.load_orders(RULESET.codec.dump_orders(orders)) == orders
    for seat in (*SEATS, None):
        view = rules.view(after, seat)
        assert RULESET.codec.load_view(RULESET.codec.dump_view(view)) == view


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_without_fights_fleets_are_conserved_save_for_building(data):
    game = some_turns(data, 2)
    calm = Game(_without_attacks(game.state))
    orders = {
        ask.seat: [
            order
            for order in data.draw(st.lists(DOMESTIC | fitting(calm.state, ask.seat), max_size=6))
            if order != Wonder("Bernal Sphere")
        ]
        for ask in rules.asks(calm.state)
    }
    played = calm.play(orders)
    assert not played.battles
    if rules.asks(calm.state):
        for seat in SEATS:
            made = _built(played, seat) - _disbanded(played, seat)
            assert totals(played.state)[seat] == totals(calm.state)[seat] + made


def _without_attacks(state: State) -> State:
    calm = tuple(m for m in state.missions if not m.course.is_attack)
    return msgspec.structs.replace(state, missions=calm)


def _built(played: Played, seat: int) -> int:
    return sum(
        fleets.total for event in played.heard(seat, Produced) for _sector, fleets in event.built
    )


def _disbanded(played: Played, seat: int) -> int:
    """AM-19: those that found no way home."""
    turned = played.heard(seat, MissionTurnedBack)
    return sum(event.fleets.total for event in turned if event.home is None)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_am18_a_mission_arrives_when_it_was_told_to(data):
    game = some_turns(data, 1)
    played = game.play(some_orders(data, game.state))
    for seat in SEATS:
        told = [e.done for e in played.heard(seat, OrderDone) if e.done.path]
        flying = {m.course.number: m.course for m in played.state.missions}
        for done in told:
            assert done.turns >= 1
            if played.state.factions[seat - 1].alive:
                assert any(
                    (c.owner, c.path, c.arrives)
                    == (seat, done.path, played.state.turn + done.turns)
                    for c in flying.values()
                )


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 7), st.binary(min_size=32, max_size=32))
def test_any_game_can_be_set_up_and_left_alone(count, secret):
    game = Game(drawn(count, secret=secret))
    check(game.state)
    played = game.play()
    for seat in range(1, count + 1):
        assert played.state.history[-1][seat - 1].fleets == 4
    check(played.state)
