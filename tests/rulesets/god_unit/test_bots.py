"""Bots of three levels: what they order is legal, they see what a player sees, and the
stronger ones win."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec
import pytest

from pbem.engine.api import Ask, Level, Line
from pbem.engine.rng import Chance
from pbem.maps.paths import ways
from pbem.rulesets.god_unit import RULESET, bots
from pbem.rulesets.god_unit.bots import Bot
from pbem.rulesets.god_unit.bots.evaluation import Judge, Market, Prospect
from pbem.rulesets.god_unit.bots.features import Danger, Targets
from pbem.rulesets.god_unit.figures import FACTORY, Design, Name, is_valid
from pbem.rulesets.god_unit.mechanics.position import field_of
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import (
    Act,
    AttackAt,
    AttackNearest,
    Deploy,
    Else,
    Move,
    Orders,
    Place,
)
from pbem.rulesets.god_unit.view import AnyLogEntry, Appeared, View
from tests.rulesets.god_unit.rivals import (
    FIXED,
    MAPS,
    AtRandom,
    Decider,
    Unread,
    begin,
    play,
    victories,
)
from tests.rulesets.god_unit.table import design, factory, square, unit, view
from tests.soaking import soak

LEVELS = SWARM, BALANCED, TITAN = tuple(RULESET.bots.values())
OFF_THE_TRUTH = {"state", "rules", "turn"}
"""Modules of the ruleset that a bot must not know."""


def decide(bot: Decider, seen: View, kind: str = "orders") -> Orders:
    assert seen.seat is not None
    return bot.decide(seen, Ask(seen.seat, kind), Chance(bytes(32), seen.open_turn))


def acts(orders: Orders) -> list[Act]:
    return [order for order in orders.orders if isinstance(order, Act)]


def products(orders: Orders) -> dict[str, Design | None]:
    return {order.factory: order.product for order in orders.products}


# Strength


@pytest.mark.parametrize(
    ("one", "other", "least"),
    [(TITAN, SWARM, 0.7), (TITAN, BALANCED, 0.7), (BALANCED, SWARM, 0.6)],
    ids=["titan-swarm", "titan-balanced", "balanced-swarm"],
)
@pytest.mark.parametrize("games", [5, soak(30)])
def test_the_stronger_level_wins_duels(
    one: Decider, other: Decider, least: float, games: int
) -> None:
    assert victories(one, other, 2, range(1, games + 1)) >= least


@pytest.mark.parametrize("rival", FIXED)
@pytest.mark.parametrize(
    ("bot", "board", "games"),
    [
        (BALANCED, "8x8", 2),
        *(soak(bot, board, 30) for bot in (BALANCED, TITAN) for board in MAPS),
    ],
    ids=str,
)
def test_no_single_design_holds_out_against_the_upper_levels(
    bot: Bot, board: str, games: int, rival: str
) -> None:
    assert victories(bot, FIXED[rival], 2, range(1, games + 1), MAPS[board]) >= 0.6


@pytest.mark.parametrize(
    ("weaker", "share", "games"),
    [(SWARM, 1 / 2, 2), soak(BALANCED, 1 / 3, 30), soak(SWARM, 1 / 2, 30)],
)
def test_who_sends_the_template_unread_holds_their_own(
    weaker: Bot, share: float, games: int
) -> None:
    assert victories(Unread(), weaker, 2, range(1, games + 1)) >= share


@pytest.mark.parametrize("games", [1, soak(20)])
def test_titans_beat_swarms_at_mixed_tables_of_four(games: int) -> None:
    assert victories(TITAN, SWARM, 4, range(1, games + 1)) >= 0.7


def test_titans_beat_random_play() -> None:
    assert victories(TITAN, AtRandom(), 2, range(1, 6)) >= 0.9


def test_games_are_won_before_the_last_turn() -> None:
    """GU-13: by elimination, most of them well before it."""
    endings = [play([TITAN, SWARM, BALANCED, TITAN], number) for number in range(1, 6)]
    causes = [state.ending.cause for state in endings if state.ending]
    assert causes.count("last") >= 4
    assert sorted(state.turn for state in endings)[2] < 50


def test_the_levels_are_offered_weakest_first() -> None:
    assert list(RULESET.bots) == ["swarm", "balanced", "titan"]
    assert RULESET.bots[RULESET.house_bot] == BALANCED


# What a bot may order


@pytest.mark.parametrize(
    ("players", "options"),
    [(3, Options()), (2, Options(board="syzygy")), (2, Options(max_cost=2, factories=3))],
    ids=["islands", "syzygy", "cheap"],
)
def test_the_desk_accepts_every_line(players: int, options: Options) -> None:
    """Bots write nothing that a player could not have written."""
    state, secret = begin(players, 5, options), bytes(32)
    while state.ending is None and state.turn < 26:
        answers = {}
        for ask in RULESET.rules.asks(state):
            seen = RULESET.rules.view(state, ask.seat)
            orders = decide(LEVELS[ask.seat % 3], seen, ask.kind)
            texts = RULESET.desk.write(seen, ask, orders)
            lines = [Line(n, text, text) for n, text in enumerate(texts, start=1)]
            parsed = RULESET.desk.parse(seen, ask, lines)
            assert [v for v in parsed.verdicts if v.level is Level.REFUSED] == []
            assert not orders.orders or parsed.orders == orders
            answers[ask.seat] = orders
        state, _events = RULESET.rules.resolve(state, answers, Chance(secret, state.turn + 1))
    assert state.turn > 8


@pytest.mark.parametrize("bot", LEVELS)
@pytest.mark.parametrize("placement", ["home", "open"])
def test_factories_are_placed_in_the_home_zone_and_set_to_work(bot: Bot, placement) -> None:
    """GU-7."""
    options = Options(placement=placement, factories=3)
    seen = RULESET.rules.view(begin(4, 2, options), 3)
    orders = decide(bot, seen, "placement")
    assert isinstance(orders.orders[0], Place)
    assert 3 <= len(orders.wishes) == len(set(orders.wishes))
    assert set(orders.wishes) <= set(seen.homes[2].zone)
    assert sorted(products(orders)) == ["A", "B", "C"]


@pytest.mark.parametrize("bot", LEVELS)
def test_designs_are_within_the_bounds_of_the_level_and_of_the_game(bot: Bot) -> None:
    """GU-2, with the option `max_cost`."""
    for most in (1, 6, 16):
        seen = RULESET.rules.view(begin(2, 1, Options(max_cost=most)), 1)
        for made in products(decide(bot, seen, "placement")).values():
            assert made is not None and is_valid(made, most)
            assert made.cost <= bot.params.dearest
            assert max(made.levels.values()) <= bot.params.highest


# What a bot may know


@pytest.mark.parametrize("bot", LEVELS)
def test_the_same_view_and_chance_give_the_same_orders(bot: Bot) -> None:
    """Nothing is remembered from one turn or game to the next."""
    seen = RULESET.rules.view(begin(4, 3, Options()), 1)
    orders = decide(bot, seen, "placement")
    decide(bot, RULESET.rules.view(begin(2, 4, Options()), 2), "placement")
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(seen), type=View)
    assert orders == decide(bot, again, "placement")


@pytest.mark.parametrize("bot", LEVELS)
def test_what_a_player_cannot_know_changes_nothing_in_its_orders(bot: Bot) -> None:
    """GU-14: what others make is drawn anew, in a game well under way."""
    state, secret = begin(3, 7, Options()), bytes(32)
    for turn in range(1, 13):
        answers = {
            ask.seat: decide(bot, RULESET.rules.view(state, ask.seat), ask.kind)
            for ask in RULESET.rules.asks(state)
        }
        state, _events = RULESET.rules.resolve(state, answers, Chance(secret, turn))
    for ask in RULESET.rules.asks(state):
        other = RULESET.rules.scramble(state, ask.seat, Chance(secret, 99))
        orders = decide(bot, RULESET.rules.view(state, ask.seat))
        assert orders == decide(bot, RULESET.rules.view(other, ask.seat))


@pytest.mark.parametrize("path", sorted(Path(bots.__file__).parent.glob("*.py")), ids=str)
def test_bots_never_import_the_truth(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            _, _, inside = node.module.partition("pbem.rulesets.god_unit.")
            assert inside.split(".")[0] not in OFF_THE_TRUTH


@pytest.mark.parametrize("bot", LEVELS)
def test_who_has_no_part_in_the_game_orders_nothing(bot: Bot) -> None:
    spectator = bot.decide(view(seat=None), Ask(1), Chance(bytes(32), 5))
    assert spectator == Orders() == decide(bot, view(out={1: 3}))


# How they play


def test_a_factory_is_attacked_by_who_has_it_in_range() -> None:
    seen = view(
        units=[unit(1, 1, "c3", "A3 N2 R3")],
        factories=[factory(1, "A", "a1"), factory(2, "A", "d4")],
    )
    (act,) = acts(decide(TITAN, seen))
    assert act.choice == AttackAt(squares=(square("d4"),))
    assert act.others[0] == Else(AttackNearest())


def test_what_nobody_can_hit_is_not_attacked() -> None:
    """GU-11: attack three levels below defence never wins."""
    seen = view(units=[unit(1, 1, "c3", "R3"), unit(2, 1, "d4", "D4"), unit(2, 2, "c5", "D0 M2")])
    (act,) = acts(decide(TITAN, seen))
    assert act.choice == AttackAt(squares=(square("c5"),))


def test_one_attack_after_the_other_is_spread_over_what_is_left() -> None:
    """What the first will surely destroy is nothing for the second."""
    seen = view(
        units=[
            unit(1, 1, "c3", "A2 R4"),
            unit(1, 2, "c3", "A2 R4"),
            unit(2, 1, "d4", "A3 D0"),
            unit(2, 2, "c5", "A3 D0"),
        ]
    )
    choices = [act.choice for act in acts(decide(BALANCED, seen))]
    targets = [choice.squares[0] for choice in choices if isinstance(choice, AttackAt)]
    assert sorted(targets) == sorted([square("d4"), square("c5")])


def test_who_waits_goes_only_when_nobody_has_come() -> None:
    """GU-8: a line that waits is overwatch; its way is for late."""
    seen = view(units=[unit(1, 1, "b2", "A3 R3 M3"), unit(2, 1, "i9", "grunt")])
    (act,) = acts(decide(TITAN, seen))
    assert act.choice == AttackNearest()
    assert act.late and all(isinstance(choice, Move) for choice in act.late)


def test_a_swarm_goes_at_once() -> None:
    seen = view(units=[unit(1, 1, "b2", "M2"), unit(2, 1, "i9", "grunt")])
    (act,) = acts(decide(SWARM, seen))
    assert isinstance(act.choice, Move)


def test_a_titan_steps_out_of_a_range_that_it_cannot_answer() -> None:
    seen = view(units=[unit(1, 1, "e5", "A3 R2 M3 D0"), unit(2, 1, "e9", "A3 R5 M0", "ready")])
    (act,) = acts(decide(TITAN, seen))
    assert isinstance(act.choice, Move)
    danger = Danger(field_of(seen), 1)
    assert danger.at(square("e5"), 0) == 1
    assert danger.at(act.choice.to, 0) == 0


def test_nomads_deploy_where_they_stand_each_in_a_square_of_its_own() -> None:
    """GU-12: one factory a square."""
    seen = view(
        units=[
            unit(1, 1, "c3", "factory", "undeployed"),
            unit(1, 2, "c3", "factory", "undeployed"),
            unit(1, 3, "a1", "factory", "undeployed"),
            unit(2, 1, "j9"),
        ],
        factories=[factory(1, "A", "a1")],
    )
    first, second, third = acts(decide(TITAN, seen))
    assert first.choice == Deploy()
    assert isinstance(second.choice, Move) and second.others == (Else(Deploy()),)
    assert isinstance(third.choice, Move)


def test_an_undeployed_factory_leaves_the_range_of_enemies() -> None:
    seen = view(units=[unit(1, 1, "c3", "factory", "undeployed"), unit(2, 1, "c5", "A2 R3")])
    (act,) = acts(decide(BALANCED, seen))
    assert act.choice != Deploy()


def test_production_answers_what_others_have_shown() -> None:
    """GU-11: what is three levels above an attack is not to be fought with it."""
    prospect = Prospect(gap=16, horizon=20)
    weak = Judge(Market({design("D0"): 9.0}, 1, 1))
    strong = Judge(Market({design("D6 A4 M2 R2"): 9.0}, 1, 1))
    wide, sharp = design("A2 D4 N4"), design("A4 D4 N2")
    assert weak.score(prospect, wide, wide.cost) > weak.score(prospect, sharp, sharp.cost)
    assert strong.score(prospect, sharp, sharp.cost) > strong.score(prospect, wide, wide.cost)
    ((_score, chosen),) = strong.best(prospect, TITAN.params, 16, 1)
    assert chosen.a >= 4


def test_nothing_is_chosen_that_comes_too_late() -> None:
    judge = Judge(Market({}, 2, 0))
    assert judge.best(Prospect(gap=60, horizon=5), TITAN.params, 16, 4) == []


def test_work_is_given_up_for_what_helps_in_time() -> None:
    """A siege gun that comes in twelve turns does not stop what is here in three."""
    rush = [unit(2, n, "e6", "A3 D0 M2") for n in range(1, 7)]
    shown: list[AnyLogEntry] = [
        Appeared(unit=one.name, design=one.design, square=one.square, factory=Name(2, "A"))
        for one in rush
    ]
    seen = view(
        turn=6,
        units=rush,
        factories=[factory(1, "A", "a1", "A5 N4 D3 R6", since=5), factory(2, "A", "j10")],
        log=shown,
    )
    made = products(decide(TITAN, seen))["A"]
    assert made is not None and made.cost < 7
    assert products(decide(SWARM, seen)) == {}


def test_the_number_of_factories_decides_at_last() -> None:
    """GU-13: one that is begun twelve turns before the last still counts."""
    homes = [factory(1, "A", "a1"), factory(2, "A", "j10", since=3)]
    late = view(turn=46, factories=homes)
    assert products(decide(TITAN, late)) == {"A": FACTORY}
    assert products(decide(TITAN, view(turn=49, factories=homes))) != {"A": FACTORY}


def test_ways_go_round_the_sea() -> None:
    seen = view(rows=("..~..", "..~..", ".....")).board
    found = ways(seen, [square("e1")], [square("a1")])
    assert found[square("a1")] == 3 + 2 + 2 + 2 + 2 + 3
    assert square("c1") not in found


def test_a_volley_expects_what_the_dice_give() -> None:
    """GU-11: four even attacks on one factory leave it standing once in sixteen times."""
    seen = view(factories=[factory(1, "A", "a1"), factory(2, "A", "j10")])
    targets = Targets(field_of(seen), 1)
    whole, _left = targets.volley(targets.all_stand, [square("j10")], design("A3 N6"))
    four, left = targets.volley(targets.all_stand, [square("j10")], design("A3 N3"))
    assert four == pytest.approx(whole * 15 / 16, rel=0.1)
    assert left[square("j10")] == pytest.approx((1 / 16,), rel=0.1)
