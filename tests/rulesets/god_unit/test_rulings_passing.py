"""GU-10: who passes until a turn to come is not waited for, unless an enemy is in range."""

from __future__ import annotations

import pytest

from pbem.engine.api import Event, Level
from pbem.engine.report import Bullets
from pbem.engine.rng import Chance
from pbem.rulesets.god_unit.orders import IDLE, Orders, PassUntil
from pbem.rulesets.god_unit.view import View
from tests.rulesets.god_unit.dice import SECRET, Loaded
from tests.rulesets.god_unit.mails import desk, parse
from tests.rulesets.god_unit.notation import attack, move
from tests.rulesets.god_unit.situation import TURN, Game, new_game, open_land, rules

OPEN = TURN + 1
"""The turn that orders are wanted for: 21."""


def far_apart(seats: int = 2, **options: object) -> Game:
    """Red at a1 and Blue at j1, nine squares away; their guns reach 1.5 squares (R2)."""
    game = new_game(*open_land(12, 3), seats=seats, **options)
    return game.with_unit(1, "a1", "R2").with_unit(2, "j1", "M4 R2")


def until(turn: int) -> list[PassUntil]:
    return [PassUntil(turn=turn)]


def waited_for(game: Game) -> list[int]:
    return [ask.seat for ask in rules.asks(game.state) if ask.required]


def test_who_passes_is_asked_and_not_waited_for_until_that_turn():
    played = far_apart().play({1: until(OPEN + 3)})
    assert [ask.seat for ask in rules.asks(played.state)] == [1, 2]
    assert waited_for(played) == [2]  # turn 22
    played = played.play()
    assert waited_for(played) == [2]  # turn 23
    played = played.play()
    assert (played.state.turn + 1, waited_for(played)) == (OPEN + 3, [1, 2])


def test_an_enemy_in_range_ends_the_pass():
    """Blue walks 3.5 squares a turn: j1, g1 (6 from a1), d1 (3), b1 (1)."""
    played = far_apart().play({1: until(OPEN + 30), 2: [move(1, "g1")]})
    assert waited_for(played) == [2]
    played = played.play({2: [move(1, "d1")]})
    assert waited_for(played) == [2]
    played = played.play({2: [move(1, "b1")]})
    assert waited_for(played) == [1, 2]
    assert played.state.passing == ()


def test_an_enemy_without_arms_in_ones_own_range_ends_it_too():
    game = new_game(*open_land(12, 3)).with_unit(1, "a1", "R4").with_unit(2, "e1", "A0 M4")
    played = game.play({1: until(OPEN + 5)})
    assert waited_for(played) == [2]  # e1 is 4 away, R4 reaches 2.5
    assert waited_for(played.play({2: [move(1, "c1")]})) == [1, 2]


def test_an_enemy_that_has_ones_pieces_in_range_ends_it_though_nothing_can_strike_back():
    game = new_game(*open_land(12, 3)).with_unit(1, "a1", "A0").with_unit(2, "f1", "R5 M4")
    played = game.play({1: until(OPEN + 5)})
    assert waited_for(played) == [2]  # f1 is 5 away, R5 reaches 4.5
    assert waited_for(played.play({2: [move(1, "e1")]})) == [1, 2]


def test_guns_whose_deployment_is_about_to_be_complete_count():
    """They may fire in the turn that the pass would have gone on through (GU-12)."""
    game = far_apart().with_unit(2, "c2", "M0 R4", "deploying")
    assert waited_for(game.play({1: until(OPEN + 5)})) == [1, 2]


def test_an_attack_ends_it_though_its_author_has_fallen_since():
    """Green's gun strikes at Red in vain, and falls to Blue's, which has nobody else in range."""
    game = far_apart(seats=3).with_unit(3, "c1", "R3 D0").with_unit(2, "e1", "R3")
    orders = {1: until(OPEN + 5), 3: [attack(1, "a1")], 2: [attack(2, "c1")]}
    played = game.play(orders, Loaded({"Green 1": [1, 6]}, order=(3, 2, 1)))
    assert played.find("Green 1") is None
    assert waited_for(played) == [1, 2, 3]


def test_in_range_of_what_could_never_hit_the_pass_goes_on():
    """A1 never beats D4: three levels below."""
    game = new_game(*open_land(12, 3)).with_unit(1, "a1", "A0 D4").with_unit(2, "b1")
    assert waited_for(game.play({1: until(OPEN + 5)})) == [2]


def test_other_orders_are_carried_out_and_leave_the_pass_as_it_is():
    played = far_apart().play({1: [*until(OPEN + 5), move(1, "b1")]})
    assert (played.where("Red 1"), waited_for(played)) == ("b1", [2])
    played = played.play({1: [move(1, "c1")]})
    assert (played.where("Red 1"), waited_for(played)) == ("c1", [2])


def test_a_pass_until_the_next_turn_ends_one():
    played = far_apart().play({1: until(OPEN + 9)}).play({1: until(OPEN + 2)})
    assert waited_for(played) == [1, 2]


def test_where_all_pass_all_are_asked_again():
    """A game of weeks would be over in a minute otherwise."""
    played = far_apart().play({1: until(OPEN + 9)}).play({2: until(OPEN + 9)})
    assert waited_for(played) == [1, 2]


def test_where_all_others_are_out_or_doomed_nobody_passes():
    """Green has nothing; Blue has no factory, loses one of two units now and would the other."""
    game = far_apart(seats=3).without("Blue A").without("Green A").with_unit(2, "l1")
    assert waited_for(game.play({1: until(OPEN + 9)})) == [1]


def test_others_know_who_passes_and_not_until_when():
    played = far_apart(seats=3).play({1: until(OPEN + 9)})
    assert played.view(1).passing == (OPEN + 9, 0, 0)
    for seat in (2, 3, None):
        assert played.view(seat).passing == (OPEN + 2, 0, 0)
    scrambled = [rules.scramble(played.state, 2, Chance(SECRET, n)) for n in range(20)]
    assert len({other.passing for other in scrambled}) > 3
    assert all(rules.view(other, 2) == played.view(2) for other in scrambled)


# What is told


@pytest.mark.parametrize(
    "text", ["PASS 24", "pass until turn 24", "passe bis Runde 24", "passer jusqu'au tour 24"]
)
def test_the_answer_tells_when_one_is_asked_again(text):
    parsed = parse(far_apart().view(1), text)
    assert parsed.orders == Orders((PassUntil(turn=24),))
    assert parsed.verdicts[0].note == (
        "from turn 22 on the game goes on without waiting for you: you are asked again in turn 24, "
        "or as soon as an enemy is in range"
    )


def test_the_answer_warns_where_an_enemy_is_in_range_already():
    seen = far_apart().with_unit(2, "b1", "R2").view(1)
    (told,) = parse(seen, "PASS 24").verdicts
    assert (told.level, told.message) == (
        Level.WARNED,
        "an enemy is in range now: if one still is when this turn is over, you are asked in turn "
        f"{OPEN + 1}, as usual; else in turn 24, or as soon as one is in range",
    )


def test_a_turn_that_has_come_is_refused_with_the_next():
    (told,) = parse(far_apart().view(1), "PASS 21").verdicts
    assert (told.level, told.suggestion) == (Level.REFUSED, "PASS 22")
    assert told.message == "turn 21 is not to come: name a later one, as in PASS 22"


def test_who_passes_is_told_so_in_reports_and_in_answers():
    played = far_apart().play({1: until(OPEN + 9)})
    told = (
        "You pass until turn 30 or until an enemy is in range: nobody waits for you. Orders count "
        "all the same. With “\u202fPASS\xa023\u202f” you are asked again in turn 23, and the pass "
        "is over."
    )
    assert told in desk_text(played.view(1))
    assert "You pass" not in desk_text(played.view(2))
    assert told in parse(played.view(1), "MOVE 1 TO b1").remark
    assert parse(played.view(1), "PASS 23").verdicts[0].note == (
        "you are asked again in turn 23, as usual"
    )


def test_in_the_last_turn_of_a_pass_it_is_told_that_it_is_over_and_no_line_that_ends_it():
    """PASS 23 would be the very line that began it."""
    played = far_apart().play({1: until(OPEN + 2)})
    assert (
        "You pass this turn, unless an enemy is in range: nobody waits for you, and in turn 23 you "
        "are asked again. Orders count all the same."
    ) in desk_text(played.view(1))


def test_news_of_several_turns_tell_what_was_carried_out_in_the_last():
    """Nobody waits for who passes, so that a report may come of several turns."""
    first = far_apart().play({1: [*until(OPEN + 9), move(1, "b1")], 2: [move(1, "i1")]})
    second = first.play({1: [move(1, "c1")]}).play()
    news = [one for one in (*first.events, *second.events) if one.is_for(1)]
    assert "Carried out" not in desk_text(second.view(1), *news)
    third = first.play({1: [move(1, "c1")]})
    news = [one for one in (*first.events, *third.events) if one.is_for(1)]
    assert "Carried out: 1 move." in desk_text(third.view(1), *news)


def desk_text(seen: View, *news: Event) -> str:
    blocks = [block for section in desk.report(seen, news).sections for block in section.blocks]
    told = (item for block in blocks if isinstance(block, Bullets) for item in block.items)
    return "\n".join(map(str, told))


def test_nobody_who_orders_nothing_begins_to_pass():
    assert IDLE.asked_again is None
    assert far_apart().play({1: []}).state.passing == ()
