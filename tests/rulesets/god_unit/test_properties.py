"""What holds for any orders in any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hypothesis import assume, given
from hypothesis import strategies as st

from pbem.engine.language import Refused
from pbem.engine.rng import Chance
from pbem.maps.board import LAND, Square, square_name
from pbem.maps.paths import length, path, reach
from pbem.rulesets.god_unit import RULESET
from pbem.rulesets.god_unit.figures import Name, is_valid
from pbem.rulesets.god_unit.mechanics.errors import NotYet
from pbem.rulesets.god_unit.mechanics.position import due
from pbem.rulesets.god_unit.orders import Orders
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.view import (
    Appeared,
    Attacked,
    Completed,
    Initiative,
    LogEntry,
    Moved,
    Placed,
    Wasted,
)
from tests.rulesets.god_unit.dice import SECRET
from tests.rulesets.god_unit.lively import SEATS, legal_orders, lively, some_orders
from tests.rulesets.god_unit.notation import square, towards
from tests.rulesets.god_unit.situation import Game, Played, drawn, new_game, rules
from tests.soaking import examples

SECRETS = st.binary(min_size=32, max_size=32)


def resolved(state: State, answers: Mapping[int, Orders], secret: bytes) -> Played:
    return Played(*rules.resolve(state, answers, Chance(secret, state.turn + 1)))


def some_turns(data: st.DataObject, secret: bytes, most: int = 2) -> Game:
    """A lively game after a few turns of any orders."""
    game = lively()
    for _turn in range(data.draw(st.integers(0, most))):
        game = resolved(game.state, some_orders(data, game.state, secret), secret)
    return game


def check(state: State) -> None:
    """What no turn may break."""
    owners: dict[tuple[int, int], set[int]] = {}
    for piece in (*state.units, *(factory.site for factory in state.factories)):
        owners.setdefault(piece.square, set()).add(piece.seat)
        assert state.board.is_land(piece.square)
        assert state.sides[piece.seat - 1].out is None
    assert all(len(seats) == 1 for seats in owners.values())
    squares = [factory.site.square for factory in state.factories]
    assert len(squares) == len(set(squares))
    for unit in state.units:
        assert 1 <= unit.number <= state.sides[unit.seat - 1].units
        assert unit.phase == "ready" or unit.design.unfolds
    names = [unit.name for unit in state.units]
    assert names == sorted(set(names), key=lambda name: (name.seat, int(name.name)))
    for factory in state.factories:
        assert (factory.work is None) is (factory.site.since is None)
        if factory.work is not None:
            assert is_valid(factory.work.product, state.options.max_cost)
            assert due(factory.site, factory.work) > state.turn
    assert len(state.history) >= 1


@examples(16, soak=400)
@given(st.data(), SECRETS)
def test_no_turn_breaks_what_must_hold(data, secret):
    game = lively()
    for _turn in range(3):
        game = resolved(game.state, some_orders(data, game.state, secret), secret)
        check(game.state)


@examples(16, soak=400)
@given(st.data(), SECRETS)
def test_pieces_are_conserved_but_for_what_the_log_tells(data, secret):
    before = some_turns(data, secret)
    after = resolved(before.state, some_orders(data, before.state, secret), secret)
    fallen = Counter((roll.target.seat, roll.target.is_factory) for roll in after.rolls if roll.hit)
    settled = [entry for entry in after.entries(Completed) if entry.factory is not None]
    for seat in SEATS:
        grown = count(after.entries(Appeared), seat) - count(after.entries(Wasted), seat)
        founded = count(settled, seat)
        units = len(before.names(seat)) + grown - founded - fallen[seat, False]
        assert units == len(after.names(seat))
        factories = sites(before, seat) + founded - fallen[seat, True]
        assert factories == sites(after, seat)


def count(entries: list[LogEntry], seat: int) -> int:
    return sum(entry.unit.seat == seat for entry in entries)


def sites(game: Game, seat: int) -> int:
    return sum(factory.site.seat == seat for factory in game.state.factories)


@examples(16, soak=400)
@given(st.data(), SECRETS)
def test_gu4_numbers_and_letters_are_never_given_twice(data, secret):
    game = lively()
    given_names = {unit.name for unit in game.state.units}
    given_names |= {factory.site.name for factory in game.state.factories}
    for _turn in range(4):
        game = resolved(game.state, some_orders(data, game.state, secret), secret)
        new = [entry.unit for entry in game.entries(Appeared)]
        new += [entry.factory for entry in game.entries(Completed) if entry.factory]
        assert len(new) == len(set(new))
        assert given_names.isdisjoint(new)
        given_names.update(new)


@examples(16, soak=400)
@given(st.data(), SECRETS)
def test_gu11_attacks_strike_enemies_in_range_and_never_their_own_side(data, secret):
    before = some_turns(data, secret)
    after = resolved(before.state, some_orders(data, before.state, secret), secret)
    for attacked in after.entries(Attacked):
        struck: set[Name] = set()
        assert 1 <= len(attacked.rolls) <= attacked.design.attacks
        for roll in attacked.rolls:
            assert roll.target.seat != attacked.unit.seat
            assert roll.target not in struck
            if roll.hit:
                struck.add(roll.target)


@examples(16, soak=400)
@given(st.data(), SECRETS)
def test_gu10_a_unit_acts_at_most_once_in_a_turn(data, secret):
    before = some_turns(data, secret)
    after = resolved(before.state, some_orders(data, before.state, secret), secret)
    log = list(after.state.log)
    begun = next((n for n, entry in enumerate(log) if isinstance(entry, Initiative)), len(log))
    actors = [entry.unit for entry in log[begun:] if hasattr(entry, "unit")]
    assert len(actors) == len(set(actors))
    stood = {entry.unit: entry.path[0] for entry in after.entries(Moved)}
    for unit in before.state.units:
        assert stood.get(unit.name, unit.square) == unit.square


@examples(12, soak=300)
@given(st.data(), SECRETS)
def test_resolving_is_pure(data, secret):
    state = some_turns(data, secret).state
    answers = some_orders(data, state, secret)
    kept = RULESET.codec.dump_state(state)
    first = rules.resolve(state, answers, Chance(SECRET, state.turn + 1))
    turned = dict(reversed(answers.items()))
    assert rules.resolve(state, turned, Chance(SECRET, state.turn + 1)) == first
    assert RULESET.codec.dump_state(state) == kept


@examples(12, soak=300)
@given(st.data(), SECRETS, st.sampled_from(SEATS))
def test_gu14_a_scramble_leaves_the_seats_view_as_it_is(data, secret, seat):
    state = some_turns(data, secret).state
    other = rules.scramble(state, seat, Chance(secret, 99))
    assert rules.view(other, seat) == rules.view(state, seat)
    assert rules.view(other, None) == rules.view(state, None)
    check(other)


@examples(12, soak=300)
@given(st.data(), SECRETS)
def test_everything_comes_back_from_the_record(data, secret):
    state = some_turns(data, secret).state
    answers = some_orders(data, state, secret)
    after = resolved(state, answers, secret)
    assert RULESET.codec.load_state(RULESET.codec.dump_state(after.state)) == after.state
    assert RULESET.codec.load_events(RULESET.codec.dump_events(after.events)) == after.events
    for orders in answers.values():
        assert RULESET.codec.load_orders(RULESET.codec.dump_orders(orders)) == orders
    for seat in (*SEATS, None):
        view = after.view(seat)
        assert RULESET.codec.load_view(RULESET.codec.dump_view(view)) == view


@examples(6, soak=120)
@given(st.integers(2, 8), SECRETS)
def test_any_game_can_be_set_up_and_played(players, secret):
    game = Game(drawn(players, secret))
    placed = resolved(game.state, legal_orders(game.state, secret), secret)
    assert len(placed.entries(Placed)) == 2 * players
    game = placed
    for _turn in range(5):
        check(game.state)
        game = resolved(game.state, legal_orders(game.state, secret), secret)
    assert len(game.state.history) == game.state.turn + 1


@st.composite
def walks(draw: st.DrawFn) -> tuple[Game, str]:
    """A unit of any movement among land, sea and enemies, and a goal on land."""
    rows = draw(st.lists(st.text("...~", min_size=6, max_size=6), min_size=6, max_size=6))
    land = [(x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one == LAND]
    assume(len(land) > 2)
    start, goal, *foes = draw(st.lists(st.sampled_from(land), min_size=2, max_size=9, unique=True))
    game = new_game(*rows).with_unit(1, square_name(start), f"M{draw(st.integers(1, 6))}")
    for foe in (*foes, *draw(st.sampled_from(((), (goal,))))):
        game = game.with_unit(2, square_name(foe))
    return game, square_name(goal)


@examples(100, soak=1_500)
@given(walks())
def test_gu8_towards_ends_on_the_square_of_those_in_reach_from_which_the_way_on_is_shortest(
    walk: tuple[Game, str],
) -> None:
    game, goal = walk
    field, unit, aim = game.field, game.unit("Red 1"), square(goal)
    enemies, far = field.enemy_squares(1), unit.levels.walk

    def left(start: Square, blocked: frozenset[Square]) -> int | None:
        way = path(field.board, start, aim, blocked=blocked, longest=far)
        return None if way is None else length(way)

    round_them = enemies - {aim}
    blocked = round_them if left(unit.square, round_them) is not None else frozenset[Square]()
    reached = reach(field.board, unit.square, far, enemies)
    ways = [found for one in reached if (found := left(one, blocked)) is not None]
    try:
        came_to = game.plan("Red 1", towards(1, goal)).path[-1]
    except Refused as refused:
        came_to = unit.square
        assert isinstance(refused, NotYet) == bool(ways)
    if ways:
        assert left(came_to, blocked) == min(ways)
