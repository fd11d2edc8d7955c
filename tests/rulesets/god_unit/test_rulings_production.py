"""GU-8 and GU-9: what factories make, and when it appears."""

from __future__ import annotations

import pytest

from pbem.rulesets.god_unit.events import Finished, ProductRefused, ProductSet
from pbem.rulesets.god_unit.figures import Work
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.mechanics.position import field_of, workshops
from pbem.rulesets.god_unit.view import Appeared, Completed, Wasted
from tests.rulesets.god_unit.dice import first
from tests.rulesets.god_unit.notation import attack, design, move, produce
from tests.rulesets.god_unit.situation import TURN, Game, Played, new_game, open_land

NEXT = TURN + 1


def shop(making: str | None = None, since: int = TURN, *, repeat: bool = False) -> Game:
    """Red's factory B in the middle of an open board."""
    game = new_game(*open_land(5, 5))
    return game.with_factory(1, "c3", making, since, repeat=repeat)


def works(game: Game) -> tuple[str, bool, int | None] | None:
    """What factory B makes, whether again and again, and since when."""
    factory = game.factory("Red B")
    if factory.work is None:
        assert factory.site.since is None
        return None
    return str(factory.work.product), factory.work.repeat, factory.site.since


def told(played: Played) -> tuple[int | None, int]:
    """When the product is due, and what was lost for it."""
    [event] = played.heard(1, ProductSet)
    return event.due, event.lost


# GU-9


@pytest.mark.parametrize(("levels", "cost"), [("grunt", 1), ("D2", 2), ("D2 R3", 4)])
def test_gu9_what_is_ordered_in_turn_t_at_cost_c_appears_in_turn_t_plus_c(levels, cost):
    played = shop().play({1: [produce("B", levels)]})
    assert told(played) == (NEXT + cost, 0)
    for _turn in range(cost):
        assert played.names(1) == []
        played = played.play()
    [entry] = played.entries(Appeared)
    assert (played.state.turn, str(entry.unit), str(entry.factory)) == (
        NEXT + cost,
        "Red 1",
        "Red B",
    )
    assert played.where("Red 1") == "c3"


def test_gu9_a_new_unit_may_act_in_the_turn_in_which_it_appears():
    played = shop("grunt").play({1: [move(1, "c2")]})
    assert played.where("Red 1") == "c2"


def test_gu9_the_report_before_announces_the_number_to_its_owner_alone():
    game = shop("grunt").with_unit(1, "a1", many=6)
    assert [str(s.comes.name) for s in workshops(game.view(1)) if s.comes] == ["Red 7"]
    assert "Red 7" in [str(unit.name) for unit in field_of(game.view(1)).units()]
    assert "Red 7" not in [str(unit.name) for unit in field_of(game.view(2)).units()]
    assert game.play().heard(1, Finished)[0].number == 7


def test_gu9_units_that_appear_together_are_numbered_by_the_letter():
    game = shop("grunt").with_factory(1, "a1", "D2", TURN - 1)
    announced = [(s.site.letter, s.comes.number) for s in workshops(game.view(1)) if s.comes]
    played = game.play()
    appeared = [(entry.factory.name, int(entry.unit.name)) for entry in played.entries(Appeared)]
    assert appeared == announced == [("B", 1), ("C", 2)]


def test_gu9_a_factory_idles_until_told():
    idle = shop("grunt").play()
    assert works(idle) is None
    assert idle.heard(1, Finished)[0].due is None
    assert idle.play_turns(3).names(1) == ["Red 1"]


def test_gu9_with_repeat_it_goes_on():
    played = shop("D2", TURN - 1, repeat=True).play()
    assert works(played) == ("D2", True, NEXT)
    assert played.heard(1, Finished)[0].due == NEXT + 2
    assert played.names(1) == ["Red 1"]
    assert played.play().names(1) == ["Red 1"]
    assert played.play_turns(2).names(1) == ["Red 1", "Red 2"]


def test_gu9_units_appear_before_produce_orders_take_effect():
    """The order comes in the turn in which the product is finished: nothing is lost."""
    played = shop("D3", TURN - 2).play({1: [produce("B", "R2")]})
    assert played.names(1) == ["Red 1"]
    assert works(played) == ("R2", False, NEXT)
    assert told(played) == (NEXT + 2, 0)


def test_gu9_production_comes_before_all_actions():
    """Blue destroys the factory in the turn in which it finishes: the unit is there already."""
    game = shop("D6").with_factory(1, "a1", "grunt").with_unit(2, "a2", "A6 N6")
    played = game.play({2: [attack(1, "a1")]}, first(2, 1))
    assert [str(entry.unit) for entry in played.entries(Appeared)] == ["Red 1"]
    assert "Red 1" in played.struck
    assert played.find("Red C") is None


def test_gu9_deployments_complete_then_attrition_strikes_then_units_appear():
    game = shop("grunt").with_unit(1, "a1", "M0", "deploying").with_unit(2, "e5", many=2)
    played = game.without("Blue A").play()
    kinds = [type(entry) for entry in played.state.log]
    assert kinds[:3] == [Completed, Wasted, Appeared]


def test_gu9_a_destroyed_factorys_product_is_lost():
    game = shop("D2", TURN - 1).with_unit(2, "c2", "A6 N6")
    played = game.without("Red B").play_turns(3)
    assert played.names(1) == []


# GU-8: PRODUCE


def test_gu8_another_product_loses_all_progress_and_restarts_the_public_turn():
    played = shop("D6 A4", TURN - 5).play({1: [produce("B", "grunt")]})
    assert works(played) == ("grunt", False, NEXT)
    assert told(played) == (NEXT + 1, 6)
    assert played.view(2).factories_of(1)[1].site.since == NEXT


def test_gu8_the_present_product_named_again_changes_nothing():
    played = shop("D6 A4", TURN - 5).play({1: [produce("B", "A4 D6")]})
    assert works(played) == ("A4 D6", False, TURN - 5)
    assert told(played) == (TURN - 5 + 9, 0)


@pytest.mark.parametrize("repeat", [True, False])
def test_gu8_the_present_product_named_again_changes_repeat(repeat):
    game = shop("D6", TURN - 2, repeat=not repeat)
    played = game.play({1: [produce("B", "D6", repeat=repeat)]})
    assert works(played) == ("D6", repeat, TURN - 2)


def test_gu8_the_product_just_finished_is_a_new_start():
    played = shop("D2", TURN - 1).play({1: [produce("B", "D2")]})
    assert works(played) == ("D2", False, NEXT)
    assert told(played) == (NEXT + 2, 0)


def test_gu8_produce_nothing_stops():
    played = shop("D6", TURN - 2, repeat=True).play({1: [produce("B", None)]})
    assert works(played) is None
    assert told(played) == (None, 3)
    assert played.play_turns(6).names(1) == []


def test_gu8_nothing_for_a_factory_that_idles_is_no_harm():
    played = shop().play({1: [produce("B", None)]})
    assert works(played) is None
    assert told(played) == (None, 0)


def test_gu8_a_factory_that_one_does_not_have_is_refused():
    game = shop().with_factory(2, "a1").with_factory(2, "b1")
    played = game.play({1: [produce("C", "grunt"), produce("Z", "grunt")]})
    whys = [(e.order.factory, e.refusal.message) for e in played.heard(1, ProductRefused)]
    assert whys == [("C", errors.NO_FACTORY), ("Z", errors.NO_FACTORY)]
    assert played.factory("Blue C").work is None


def test_gu8_a_unit_is_no_factory():
    game = shop().with_unit(1, "a1", "factory", "undeployed")
    played = game.play({1: [produce("1", "grunt")]})
    assert [e.refusal.message for e in played.heard(1, ProductRefused)] == [errors.NO_FACTORY]


def test_gu8_an_order_that_is_refused_leaves_the_factory_at_its_work():
    played = shop("D6", TURN - 2).play({1: [produce("B", "A0")]})
    assert works(played) == ("D6", False, TURN - 2)


def test_gu8_without_orders_a_factory_goes_on():
    assert works(shop("D6", TURN - 2).play()) == ("D6", False, TURN - 2)


def test_gu9_a_factory_just_deployed_takes_orders_at_once():
    game = shop().with_unit(1, "a1", "factory", "deploying")
    played = game.play({1: [produce("C", "grunt", repeat=True)]})
    assert played.factory("Red C").work == Work(design("grunt"), repeat=True)
    assert played.play().where("Red 2") == "a1"


def test_gu9_what_a_unit_is_shown_to_be_is_kept_in_the_book_of_designs():
    game = shop("D2 R2", TURN - 2, repeat=True)
    played = game.play_turns(4)
    [built] = played.state.built
    assert (built.seat, str(built.design), built.first, built.count) == (1, "D2 R2", NEXT, 2)


def test_gu8_of_several_lines_for_one_factory_the_last_counts():
    """A4, then a grunt, then A4 again: the work on A4 is not lost on the way."""
    game = shop("A4", TURN - 1)
    lines = [produce("B", "A4"), produce("B", "grunt"), produce("B", "A4", repeat=True)]
    assert works(game.play({1: lines})) == ("A4", True, TURN - 1)
