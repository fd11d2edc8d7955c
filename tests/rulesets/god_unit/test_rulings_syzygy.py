"""SZ-7 to SZ-10: God Unit on a Syzygy map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from pbem.engine.api import Ask, OptionsError
from pbem.maps.board import LAND
from pbem.rulesets.god_unit.figures import FACTORY, Thing
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.turn import setup
from pbem.rulesets.god_unit.view import Ending, Taken, Wasted
from tests.maps.syzygy.makes import with_biome
from tests.rulesets.god_unit.dice import Loaded, first
from tests.rulesets.god_unit.notation import attack, attack_nearest, deploy, design, move, square
from tests.rulesets.god_unit.situation import Game, drawn, new_game, open_land, rules

CAMEL = HORSE = "A0 M3 N0 R0"
PHOTON_MAN = "A3 R3"


Started = Callable[..., State]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """Games of four on a map with a biome that the test names."""

    def start(biome: str, zone: int = 4, seed: int = 1) -> State:
        chart = with_biome(biome, zone, seed)
        monkeypatch.setattr(setup, "generate", lambda _options, _chance: chart)
        return drawn(4, bytes([seed] * 32), board="syzygy")

    return start


def pieces(state: State, seat: int = 1) -> Counter[str]:
    return Counter(str(unit.design) for unit in state.units if unit.seat == seat)


# SZ-7: the start


def test_sz7_everybody_starts_with_an_undeployed_factory_on_each_planet():
    state = drawn(4, board="syzygy", size=32)
    for seat in (1, 2, 3, 4):
        carriers = [u for u in state.units if u.seat == seat and u.design == FACTORY]
        assert len(carriers) >= 3
        assert {unit.phase for unit in carriers} == {"undeployed"}
    assert state.factories == ()


def test_sz7_there_is_no_placement():
    state = drawn(3, board="syzygy")
    assert not state.is_placing
    assert rules.asks(state) == tuple(Ask(seat, "orders") for seat in (1, 2, 3))
    assert all(home.zone == () for home in state.homes)


def test_sz7_the_photon_man_replaces_the_factory_on_a_radioactive_planet(started):
    state = started("Radioactive")
    assert (pieces(state)["factory"], pieces(state)[PHOTON_MAN]) == (3, 1)
    assert [unit.phase for unit in state.units if str(unit.design) == PHOTON_MAN] == ["ready"] * 4


def test_sz7_elsewhere_the_photon_man_comes_on_top(started):
    state = started("Barren")
    assert (pieces(state)["factory"], pieces(state)[PHOTON_MAN]) == (4, 1)


def test_sz7_a_camel_is_a_scout_beside_four_factories(started):
    found = [pieces(started("Desert", seed=seed)) for seed in range(6)]
    assert Counter({"factory": 4, CAMEL: 1}) in found
    assert all(set(one) <= {"factory", CAMEL} for one in found)
    assert design(CAMEL).walk == 5
    assert not design(CAMEL).is_armed


def test_sz7_extra_villagers_of_a_city_are_factories_too(started):
    found = [pieces(started("City", seed=seed)) for seed in range(8)]
    assert max(one["factory"] for one in found) > 4
    assert all(set(one) <= {"factory", CAMEL} for one in found)


@pytest.mark.parametrize("seed", range(5))
def test_sz7_everybody_has_the_same_and_stands_on_land(seed):
    state = drawn(6, bytes([seed] * 32), board="syzygy")
    assert len({tuple(sorted(pieces(state, seat).items())) for seat in range(1, 7)}) == 1
    assert all(state.board.is_land(unit.square) for unit in state.units)
    owners: dict[tuple[int, int], set[int]] = {}
    for unit in state.units:
        owners.setdefault(unit.square, set()).add(unit.seat)
    assert all(len(seats) == 1 for seats in owners.values())


def test_sz7_units_are_numbered_from_1_and_shown():
    state = drawn(2, board="syzygy")
    for seat in (1, 2):
        numbers = [unit.number for unit in state.units if unit.seat == seat]
        assert numbers == list(range(1, state.sides[seat - 1].units + 1))
        shown = {str(b.design): b.count for b in state.built if b.seat == seat}
        assert shown == dict(pieces(state, seat))
        assert {b.first for b in state.built} == {0}


def test_sz7_a_nomad_settles_and_produces():
    state = drawn(2, board="syzygy")
    game = Game(state).play({1: [deploy(1)]})
    assert game.unit("Red 1").phase == "deploying"
    assert game.play().where("Red A")


def test_sz7_more_than_six_players_get_a_larger_map():
    assert drawn(6, board="syzygy").board.width == 32
    assert drawn(8, board="syzygy").board.width == 40
    with pytest.raises(OptionsError, match="SZ-1"):
        drawn(8, board="syzygy", size=32)


# SZ-8: the truce


def meeting(turn: int, board: str = "syzygy") -> Game:
    game = new_game(*open_land(4, 4), turn=turn, board=board)
    return game.with_unit(1, "a1").with_unit(2, "b1", "D0")


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_sz8_nobody_attacks_before_turn_4(turn):
    game = meeting(turn - 1)
    refusal = game.declined("Red 1", attack(1, "b1"))
    assert (refusal.why, refusal.is_for_now) == (errors.TRUCE, False)
    played = game.play({1: [attack_nearest(1)]})
    assert played.left(1) == {1: errors.TRUCE}
    assert played.where("Blue 1") == "b1"


def test_sz8_from_turn_4_on_they_may():
    played = meeting(3).play({1: [attack_nearest(1)]}, first(1, 2))
    assert played.find("Blue 1") is None


def test_sz8_on_islands_there_is_no_truce():
    assert meeting(1, "islands").play({1: [attack_nearest(1)]}).struck == ["Blue 1"]


def test_sz8_an_undeployed_factory_prevents_attrition():
    game = Game(drawn(2, board="syzygy"))
    for _turn in range(3):
        game = game.play()
        assert game.entries(Wasted) == []


# SZ-9


@pytest.mark.parametrize("seed", range(3))
def test_sz9_how_even_the_seating_is_can_be_read(seed):
    state = drawn(4, bytes([seed] * 32), board="syzygy")
    assert 0 < state.evenness <= 100
    assert rules.view(state, 1).evenness == state.evenness
    land = len(list(state.board.squares(LAND)))
    assert all(0 < home.land <= land and home.rival > 0 for home in state.homes)


# SZ-10: relics and outposts

RELICS = "a1 c1 e1"


def relics(**options: object) -> Game:
    things = [Thing("relic", square(name)) for name in RELICS.split()]
    things.append(Thing("outpost", square("g1")))
    return new_game(*open_land(7, 3), things=things, board="syzygy", **options)


def holder(game: Game, at: str) -> int | None:
    return next(thing.holder for thing in game.state.things if thing.square == square(at))


def test_sz10_nobody_holds_anything_before_somebody_stands_there():
    assert [thing.holder for thing in relics().play().state.things] == [None] * 4


def test_sz10_who_comes_to_a_square_holds_it_and_everyone_hears_of_it():
    played = relics().with_unit(1, "a2").play({1: [move(1, "a1")]})
    assert holder(played, "a1") == 1
    assert played.entries(Taken) == [Taken(square=square("a1"), seat=1, before=None)]


def test_sz10_it_is_held_until_somebody_else_stands_there():
    game = relics().with_unit(1, "a1").with_unit(2, "b1").play()
    left = game.play({1: [move(1, "a2")]})
    assert holder(left, "a1") == 1
    taken = left.play({2: [move(1, "a1")]})
    assert holder(taken, "a1") == 2
    assert taken.entries(Taken) == [Taken(square=square("a1"), seat=2, before=1)]


def test_sz10_whoever_stood_there_last_in_a_turn_holds_it():
    game = relics().with_unit(1, "a1").with_unit(2, "b1").play()
    played = game.play({1: [move(1, "a2")], 2: [move(1, "a1")]}, first(1, 2))
    assert holder(played, "a1") == 2


def test_sz10_passing_through_takes_nothing():
    played = relics().with_unit(1, "b1", "M3").play({1: [move(1, "d1")]})
    assert played.way("Red 1") == ["b1", "c1", "d1"]
    assert holder(played, "c1") is None


def test_sz10_a_factory_holds_as_a_unit_does():
    assert holder(relics().with_factory(2, "c1").play(), "c1") == 2


def test_sz10_who_is_out_still_holds_what_nobody_took():
    game = relics().with_unit(2, "a1").with_unit(1, "c1").play().without("Blue 1")
    played = game.without("Blue A").play()
    assert holder(played, "a1") == 2


def reigning(turns: int, **options: object) -> Game:
    """Red has held two of three relics for so many turns."""
    game = relics(victory="relics", **options).with_unit(1, "a1").with_unit(1, "c1").play()
    return Game(game.state).with_side(1, reign=turns)


def test_sz10_a_reign_is_more_than_half_of_all_relics():
    one = relics().with_unit(1, "a1").play()
    two = relics().with_unit(1, "a1").with_unit(1, "c1").play()
    assert [side.reign for side in one.state.sides] == [0, 0]
    assert [side.reign for side in two.state.sides] == [1, 0]
    assert two.play().state.sides[0].reign == 2


def test_sz10_exactly_half_is_not_more_than_half():
    things = [Thing("relic", square(name)) for name in ("a1", "c1")]
    game = new_game(*open_land(4, 3), things=things, board="syzygy").with_unit(1, "a1")
    assert game.play().state.sides[0].reign == 0


def test_sz10_outposts_are_no_relics():
    game = relics().with_unit(1, "a1").with_unit(1, "g1").play()
    assert game.state.sides[0].reign == 0


def test_sz10_eight_turns_in_a_row_win():
    game = reigning(6).play()
    assert (game.state.sides[0].reign, game.state.ending) == (7, None)
    won = game.play()
    assert won.state.ending == Ending((1,), "relics")
    assert rules.outcome(won.state).winners == (1,)


def test_sz10_a_reign_that_breaks_off_begins_again():
    game = reigning(7).with_unit(2, "c2", "A6 N2")
    played = game.play({2: [attack(1, "c1")]}, Loaded({"Blue 1": [6, 1]}))
    assert holder(played, "c1") == 1
    assert played.state.ending is not None
    moved = Game(reigning(7).with_unit(2, "c2").without("Red 2").state)
    taken = moved.play({2: [move(1, "c1")]})
    assert (taken.state.sides[0].reign, taken.state.ending) == (0, None)


def test_sz10_without_the_option_relics_win_nothing():
    game = relics().with_unit(1, "a1").with_unit(1, "c1").with_side(1, reign=20).play()
    assert (game.state.sides[0].reign, game.state.ending) == (21, None)


def test_sz10_outposts_held_break_ties_at_max_turns():
    game = relics(max_turns=21).with_unit(1, "b2").with_unit(2, "g2")
    assert game.play().state.ending == Ending((1, 2), "turns", "shared")
    played = game.play({2: [move(1, "g1")]})
    assert played.state.ending == Ending((2,), "turns", "outposts")


def test_sz10_outposts_come_after_factories_and_units():
    game = relics(max_turns=21).with_unit(1, "b2", "D2").with_unit(2, "g1")
    assert game.play().state.ending == Ending((1,), "turns", "cost")
