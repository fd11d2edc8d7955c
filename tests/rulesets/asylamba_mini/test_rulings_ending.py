"""AM-24 to AM-26: eliminations, victory points and how a game ends."""

from __future__ import annotations

import msgspec
import pytest

from pbem.engine.api import OptionsError, Outcome
from pbem.rulesets.asylamba_mini.events import Eliminated, Flow, GameEnded
from pbem.rulesets.asylamba_mini.figures import Facilities, Fleets, Inside, Technologies
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.orders import Build, Upgrade
from pbem.rulesets.asylamba_mini.view import Ending, Standing
from tests.rulesets.asylamba_mini.situation import (
    EMPTY,
    ONE,
    Game,
    Loaded,
    Played,
    new_game,
    rules,
)


def walked_in(game: Game, *captures: tuple[int, int, int]) -> Game:
    """Garrisons that are gone as (by, from, target) arrives; in this order."""
    for age, (by, source, target) in enumerate(captures):
        game = game.with_sector(target, fleets=EMPTY)
        game = game.under_way(by, "conquer", source, target, launched=age - 9)
    return game


# AM-24


def test_am24_whose_capital_falls_is_out_and_its_sectors_turn_rebel():
    inside = Inside(Facilities(0, 3, 2, 1), Fleets(1, 2, 3), resources=7, autobuild="light")
    game = new_game().owning(2, 22, 23).with_sector(22, inside=inside)
    game = walked_in(game, (1, 20, 21)).under_way(2, "colonise", 22, 10, arrives=4)
    played = game.play()
    assert not played.state.factions[1].alive
    assert played.sector(21).owner == 1
    assert played.sector(22).owner is None
    assert played.sector(23).owner is None
    # With facilities, fleets and unspent R; AM-9: what was named to build has lapsed.
    assert played.inside(22) == Inside(Facilities(0, 3, 2, 1), Fleets(1, 2, 3), resources=7)
    assert played.state.missions == ()
    for seat in (1, 2, 3, None):
        [told] = played.heard(seat, Eliminated)
        assert (told.seat, told.by) == (2, 1)
    assert [ask.seat for ask in rules.asks(played.state)] == [1, 3]
    assert played.view(None).standing(2) == Standing(0, 0, 0)


def test_am24_until_then_it_fights_and_produces():
    game = new_game().owning(2, 22, facilities=Facilities(refinery=2, hub=1))
    game = walked_in(game, (1, 20, 21)).with_sector(17, fleets=EMPTY)
    game = game.under_way(2, "colonise", 16, 17, launched=0)
    played = game.play({2: [Upgrade("hub")]})
    # Sector 17 was taken after the capital had fallen, and is rebel at the end with the fleet.
    assert [battle.sector for battle in played.battles] == [21, 17]
    assert (played.sector(17).owner, played.fleets(17)) == (None, ONE)
    # Two fleets were built in 22 that turn; the hubs' C: 22's 10, the capital's go to seat 1.
    assert played.fleets(22) == Fleets(light=2)
    assert played.means(2).purse.credits == 50 - 50 + 10
    assert played.means(1).purse.credits == 50 + 40 + 50
    assert not played.heard(2, Flow)


def test_am24_the_captured_capital_is_an_ordinary_sector_of_the_victor():
    played = walked_in(new_game(), (1, 20, 21)).with_sector(21, resources=25).play()
    # 25 + 40 R build six fleets, 5 R stay.
    assert (played.fleets(21), played.inside(21).resources) == (Fleets(light=7), 5)
    on = played.play({1: [Build("light", 9)]})
    assert on.fleets(21) == Fleets(light=7 + 4)
    assert on.fleets(18) == Fleets(light=4 + 9)


def test_am24_a_fallen_faction_gives_no_more_orders():
    played = walked_in(new_game(), (1, 20, 21)).play()
    on = played.play({2: [Build("light", 1)]})
    assert not on.heard(2)[:-1]  # but that the turn ended
    assert on.view(2).me.alive is False


def test_am24_two_at_once():
    game = new_game().owning(1, 17, fleets=ONE).owning(2, 22, fleets=ONE)
    played = walked_in(game, (3, 19, 18), (3, 20, 21)).play()
    assert [event.seat for event in played.heard(None, Eliminated)] == [1, 2]
    assert [f.alive for f in played.state.factions] == [False, False, True]
    assert (played.sector(17).owner, played.sector(22).owner) == (None, None)
    assert (played.sector(18).owner, played.sector(21).owner) == (3, 3)


def test_am24_all_at_once_so_that_a_victor_who_falls_keeps_nothing():
    game = walked_in(new_game(), (2, 19, 18), (3, 22, 21))
    played = game.play()
    assert [(e.seat, e.by) for e in played.heard(None, Eliminated)] == [(1, 2), (2, 3)]
    # Seat 1's capital was seat 2's for a while and is rebel now, with its walker-in.
    assert played.sector(18).owner is None
    assert played.sector(21).owner == 3
    assert played.fleets(18).total == 1 + (50 + 40) // 10


def test_am24_a_capital_captured_twice_in_a_turn_fell_to_the_first():
    game = walked_in(new_game(), (2, 19, 18), (3, 9, 18))
    played = game.play(chance=Loaded("AA"))
    assert played.sector(18).owner == 3
    [told] = played.heard(None, Eliminated)
    assert (told.seat, told.by) == (1, 2)


def test_am24_empire_has_a_point_more_where_a_faction_began():
    game = new_game("Empire", "Ligue", "Negore")
    assert game.play().view(None).standing(1).points == 1 + 1
    after = walked_in(game, (1, 20, 21)).play()
    assert after.view(None).standing(1).points == 2 * (1 + 1)
    other = walked_in(new_game("Ligue", "Empire", "Negore"), (1, 20, 21)).play()
    assert other.view(None).standing(1).points == 1 + 1


def test_am24_a_capital_that_turned_rebel_still_counts_for_empire():
    game = new_game("Empire", "Ligue", "Negore", "Aphera")
    game = game.with_sector(21, owner=None, fleets=EMPTY).under_way(1, "colonise", 20, 21)
    states = game.state.factions
    fallen = tuple(msgspec.structs.replace(f, alive=f.seat != 2) for f in states)
    played = Game(msgspec.structs.replace(game.state, factions=fallen)).play()
    assert played.view(None).standing(1).points == 2 * (1 + 1)


# AM-25: counting

LEADER = (1, 2, 3, 4, 9, 10)
"""3 + 3 x 2 + 2 x 1 points beside a capital's 1."""


def test_am25_points_by_zone():
    game = new_game().owning(1, *LEADER)
    assert game.play().view(None).standing(1) == Standing(12, 7, 4)
    assert game.owning(1, 17, 11).play().view(None).standing(1).points == 14


def test_am25_governor_and_megastructures_count_where_they_are_owned():
    game = new_game().owning(1, 17).with_sector(17, bonus="governor")
    assert game.play().view(None).standing(1).points == 2 + 1
    game = game.with_sector(17, megastructures=("Ringworld", "Dyson Sphere"))
    assert game.play().view(None).standing(1).points == 2 + 1 + 2
    rebel = game.with_sector(17, owner=None)
    assert rebel.play().view(None).standing(1).points == 1


def test_am25_fleets_under_way_count():
    game = new_game().under_way(1, "reinforce", 17, 18, fleets=Fleets(1, 2, 3), arrives=5)
    assert game.play().view(None).standing(1).fleets == 4 + 6


def test_am25_standings_are_kept_turn_by_turn():
    played = new_game().play().owning(1, 17).play().play()
    assert [row[0].points for row in played.state.history] == [1, 1, 2, 2]


# AM-25: winning


def test_am25_twelve_points_win_and_eleven_do_not():
    eleven = new_game().owning(1, *LEADER[:-1]).play()
    assert rules.outcome(eleven.state) is None
    won = new_game().owning(1, *LEADER).play()
    outcome = rules.outcome(won.state)
    assert isinstance(outcome, Outcome)
    assert (outcome.winners, outcome.scores) == ((1,), {1: 12.0, 2: 1.0, 3: 1.0})
    assert won.heard(None, GameEnded)[0].ending == Ending((1,), "points", "points")
    assert rules.asks(won.state) == ()


def test_am25_points_are_counted_at_the_end_of_the_turn():
    # The twelfth point is lost in the turn that it would have won.
    game = new_game().owning(1, *LEADER).under_way(2, "conquer", 22, 10)
    assert game.play().state.ending is None
    game = new_game().owning(1, *LEADER[:-1]).with_sector(10, fleets=EMPTY)
    assert game.under_way(1, "colonise", 2, 10).play().state.ending is not None


def test_am25_who_falls_does_not_win_by_points_of_that_turn():
    game = walked_in(new_game().owning(2, *LEADER), (1, 20, 21))
    assert game.play().state.ending is None


def ended(game: Game) -> Ending | None:
    return game.play().state.ending


def test_am25_several_at_once_most_points():
    game = new_game().owning(1, *LEADER).owning(2, 5, 6, 7, 8, 11, 12, 13, 14)
    assert ended(game) == Ending((2,), "points", "points")


def test_am25_several_at_once_then_most_sectors():
    # 1 + 4 x 2 + 3 x 1 points with eight sectors against twelve with seven.
    game = new_game().owning(1, *LEADER).owning(2, 5, 6, 7, 8, 11, 12, 13)
    assert ended(game) == Ending((2,), "points", "sectors")


def evenly() -> Game:
    """Seats 1 and 2 have 12 points and six sectors each, and four fleets."""
    game = new_game().owning(1, 1, 2, 3, 4, 9)
    game = game.with_sector(9, megastructures=("Ringworld",))
    game = game.owning(2, 5, 6, 7, 8, 11)
    return game.with_sector(11, megastructures=("Dyson Sphere", "Bernal Sphere"))


def test_am25_several_at_once_then_most_fleets_those_under_way_included():
    game = evenly().under_way(2, "reinforce", 11, 21, fleets=Fleets(heavy=2), arrives=5)
    game = game.with_sector(2, fleets=ONE)
    assert ended(game) == Ending((2,), "points", "fleets")


def test_am25_several_at_once_then_shared():
    assert ended(evenly()) == Ending((1, 2), "points", "shared")


def test_am25_a_third_with_fewer_points_has_no_part_in_the_ties():
    game = evenly().owning(3, 12, 13, 14, 15, 16, 25, 26, 28, 29, fleets=Fleets(light=50))
    assert ended(game) == Ending((1, 2), "points", "shared")


def test_am25_the_last_faction_standing_wins():
    played = walked_in(new_game("Ligue", "Negore"), (1, 20, 21)).play()
    assert played.state.ending == Ending((1,), "last", "points")
    assert rules.outcome(played.state).winners == (1,)


def both_fall(game: Game) -> Played:
    return walked_in(game, (1, 20, 21), (2, 19, 18)).play()


def test_am25_when_all_fall_together_holdings_before_elimination_decide():
    game = new_game("Ligue", "Negore")
    played = both_fall(game.owning(2, 9))
    assert not any(faction.alive for faction in played.state.factions)
    assert played.state.ending == Ending((2,), "fallen", "points")
    assert rules.outcome(played.state).scores == {1: 1.0, 2: 2.0}
    assert rules.asks(played.state) == ()


def test_am25_all_fallen_may_share():
    assert both_fall(new_game("Ligue", "Negore")).state.ending == Ending((1, 2), "fallen", "shared")


def test_am25_who_fell_before_has_no_part_when_the_rest_fall_together():
    game = walked_in(new_game("Ligue", "Negore", "Empire"), (1, 26, 27)).play()
    game = game.under_way(1, "conquer", 20, 21, arrives=2).with_sector(21, fleets=EMPTY)
    game = game.under_way(2, "conquer", 19, 18, arrives=2).with_sector(18, fleets=EMPTY)
    played = game.play()
    # Seat 1 holds 27 and 21, seat 2 holds 18 only.
    assert played.state.ending == Ending((1,), "fallen", "points")


def test_am25_nothing_happens_any_more_once_a_game_is_over():
    played = new_game().owning(1, *LEADER).play()
    assert rules.resolve(played.state, {}, Loaded()) == (played.state, ())


# AM-26


def test_am26_by_default_a_game_goes_on_until_someone_wins():
    assert Options().max_turns is None
    game: Game = new_game()
    for _turn in range(30):
        game = game.play()
    assert game.state.ending is None


def test_am26_with_max_turns_most_points_win_then():
    game: Game = new_game(max_turns=2).owning(3, 26)
    first = game.play()
    assert first.state.ending is None
    assert first.play().state.ending == Ending((3,), "turns", "points")


def test_am26_the_same_tie_breaks():
    game = new_game(max_turns=1)
    assert ended(game) == Ending((1, 2, 3), "turns", "shared")
    assert ended(game.with_sector(21, fleets=Fleets(light=5))) == Ending((2,), "turns", "fleets")
    more = game.owning(1, 1).owning(2, 16, 17, 19)
    # 1 + 3 in two sectors against 1 + 3 x 1 in four.
    assert ended(more) == Ending((2,), "turns", "sectors")


def test_am26_twelve_points_in_the_last_turn_win_by_points():
    game = new_game(max_turns=1).owning(1, *LEADER)
    assert ended(game) == Ending((1,), "points", "points")


@pytest.mark.parametrize("turns", [0, -1, 1001])
def test_am26_a_limit_that_makes_no_sense_is_refused(turns):
    with pytest.raises(OptionsError, match="max_turns"):
        Options(max_turns=turns)


def test_am24_technologies_of_the_fallen_are_not_inherited():
    game = new_game().with_faction(2, technologies=Technologies(frame=2))
    played = walked_in(game, (1, 20, 21)).play()
    assert played.means(1).technologies == Technologies()
