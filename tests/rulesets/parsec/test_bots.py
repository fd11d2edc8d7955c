"""Bots of three levels: what they order is legal, they see what a player sees, and the
stronger ones win."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.engine.api import Level, Seat
from pbem.engine.orders import read_sheet
from pbem.engine.rng import Chance
from pbem.rulesets.parsec import RULESET, bots
from pbem.rulesets.parsec.bots import Bot
from pbem.rulesets.parsec.bots.features import hidden_ships, look
from pbem.rulesets.parsec.figures import FIGURES, Clash, Counts, Dispute
from pbem.rulesets.parsec.orders import IDLE, Attack, Orders, PlaceLeader, Settle, Swap
from pbem.rulesets.parsec.state import State
from pbem.rulesets.parsec.view import Ending, View
from tests.rulesets.parsec.playing import (
    COLONIST,
    GOVERNOR,
    MAGNATE,
    AtRandom,
    Decider,
    Unread,
    begin,
    midgame,
    step,
)
from tests.rulesets.parsec.table import ask, square, squares, view
from tests.soaking import soak

LEVELS = (COLONIST, GOVERNOR, MAGNATE)


OFF_THE_TRUTH = {"state", "rules", "turn"}
"""Modules of the ruleset that a bot must not know."""


def play(deciders: Sequence[Decider], number: int, **options: Any) -> State:
    """One game to its end."""
    state = begin(len(deciders), number, **options)
    while state.ending is None:
        state = step(state, deciders, number)
        assert state.turn < 500
    return state


def victories(one: Decider, other: Decider, players: int, numbers: Sequence[int]) -> float:
    """The share that `one` wins of paired games: every game twice, with seats exchanged."""
    won = 0.0
    for number in numbers:
        for shift in (0, 1):
            table = [(one, other)[(seat + shift) % 2] for seat in range(players)]
            ending = play(table, number).ending
            assert ending is not None
            won += sum(table[seat - 1] is one for seat in ending.winners) / len(ending.winners)
    return won / (2 * len(numbers))


def decide(bot: Bot, seen: View) -> Orders:
    return bot.decide(seen, ask(seen), Chance(bytes(32), seen.turn + 1))


# Strength
@pytest.mark.parametrize("games", [1, soak(12)])
def test_magnates_beat_colonists_in_duels(games):
    assert victories(MAGNATE, COLONIST, 2, range(1, games + 1)) >= 0.7


@pytest.mark.soak
def test_magnates_beat_governors_in_duels():
    assert victories(MAGNATE, GOVERNOR, 2, range(1, 21)) >= 0.6


@pytest.mark.parametrize("games", [1, soak(12)])
def test_magnates_beat_colonists_at_mixed_tables_of_four(games):
    assert victories(MAGNATE, COLONIST, 4, range(1, games + 1)) >= 0.7


@pytest.mark.parametrize("seat", [1, 2])
def test_a_magnate_beats_random_play(seat):
    table: list[Decider] = [AtRandom(), AtRandom()]
    table[seat - 1] = MAGNATE
    ending = play(table, 20).ending
    assert ending is not None and ending.winners == (seat,)


def test_the_levels_are_offered_weakest_first():
    assert list(RULESET.bots.values()) == list(LEVELS)
    assert RULESET.bots[RULESET.house_bot] == GOVERNOR


@pytest.mark.parametrize(
    ("weaker", "share", "games"),
    [
        (COLONIST, 1 / 2, 1),
        soak(GOVERNOR, 1 / 3, 30),
        soak(COLONIST, 1 / 2, 30),
    ],
)
def test_who_sends_the_template_unread_holds_their_own(weaker, share, games):
    assert victories(Unread(), weaker, 2, range(1, games + 1)) >= share


# What a bot may know
@pytest.mark.parametrize("bot", LEVELS)
def test_the_same_view_and_chance_give_the_same_orders(bot):
    """Nothing is remembered from one turn or game to the next."""
    seen = RULESET.rules.view(midgame(2, 3, 10), 1)
    orders = decide(bot, seen)
    decide(bot, RULESET.rules.view(begin(3, 4), 1))
    assert orders == decide(bot, msgspec.msgpack.decode(msgspec.msgpack.encode(seen), type=View))
    assert orders.orders


@pytest.mark.parametrize("bot", LEVELS)
def test_what_a_seat_cannot_know_changes_nothing_in_its_orders(bot):
    """PA-15: the rules draw anew all that is secret, in a game well under way."""
    state = midgame(3, 7, 12)
    other = RULESET.rules.scramble(state, state.mover, Chance(bytes(32), 99))
    seen, scrambled = (RULESET.rules.view(one, state.mover) for one in (state, other))
    assert decide(bot, seen) == decide(bot, scrambled)


@pytest.mark.parametrize("path", sorted(Path(bots.__file__).parent.glob("*.py")), ids=str)
def test_bots_never_import_the_truth(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            _, _, inside = node.module.partition("pbem.rulesets.parsec.")
            assert inside.split(".")[0] not in OFF_THE_TRUTH


@pytest.mark.parametrize("bot", LEVELS)
def test_who_has_no_part_in_a_game_orders_nothing(bot):
    over = Ending((1,), "pool", ((1, 1, 1, 1), (0, 0, 0, 0), (0, 0, 0, 0)))
    for seen in (view(seat=None), view(ending=over), view(seat=2)):
        assert decide(bot, seen) == IDLE


def test_spectators_have_nothing_to_decide_with():
    with pytest.raises(ValueError, match="spectator"):
        look(view(seat=None), MAGNATE.params)
    with pytest.raises(ValueError, match="spectator"):
        hidden_ships(view(seat=None))


# Orders
@pytest.mark.parametrize(
    "options",
    [{}, {"pace": "round"}, {"reactions": "ask"}, {"board": "random", "width": 9, "height": 9}],
    ids=str,
)
def test_the_desk_reads_back_all_that_bots_decide(options):
    """Not a single line is refused (PA-5)."""
    state, table = begin(3, 11, **options), [MAGNATE, GOVERNOR, COLONIST]
    for _turn in range(12):
        for asked in RULESET.rules.asks(state):
            seen = RULESET.rules.view(state, asked.seat)
            orders = decide(table[asked.seat - 1], seen)
            lines = RULESET.desk.write(seen, asked, orders)
            parsed = RULESET.desk.parse(seen, asked, read_sheet(lines, seen.turn + 1).now)
            refused = [one for one in parsed.verdicts if one.level is Level.REFUSED]
            assert not refused
            assert parsed.orders == orders
        state = step(state, table, 11)


@pytest.mark.parametrize("bot", LEVELS)
def test_a_first_turn_brings_a_leader_to_the_board(bot):
    orders = decide(bot, view())
    assert isinstance(orders.actions[0], PlaceLeader | Settle)
    assert any(isinstance(order, PlaceLeader) for order in orders.actions)


@pytest.mark.parametrize("bot", LEVELS)
def test_lines_in_reserve_are_written_where_others_may_come_before(bot):
    """PA-4, PA-5: in a round everyone orders at once, and who is first comes before all others."""
    later = decide(bot, view(pace="round", mover=2))
    assert FIGURES.orders < len(later.actions) <= FIGURES.lines


def test_what_is_needed_most_is_settled_first():
    """All kinds can be earned, and only raw materials are lacking."""
    board = """
        s*  .   .   #   #   .   .   s+
        .   .   R1  #   #   .   .   .
        .   G1  s   M1  .   .   .   .
        .   .   S1  .   .   .   .   .
        .   .   .   .   .   .   .   s*
    """
    held = Counts(government=6, science=6, merchant=6, mining=1)
    seen = view(board, hands={1: "ssgmrr"}, resources={1: held})
    settled = [one.kind for one in decide(MAGNATE, seen).actions[:2] if isinstance(one, Settle)]
    assert settled == ["mining", "mining"]


def test_a_hand_of_no_use_is_swapped():
    """Nothing but miners, and no rock beside any region (PA-9)."""
    board = """
        s*  G1  .   .   .   .   .   s+
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   s*
    """
    orders = decide(GOVERNOR, view(board, hands={1: "rrrrrr"}))
    assert any(isinstance(order, Swap) for order in orders.actions)


# Conflicts
BETWEEN = """
    s*  M1  .   M2  s   .   .   s+
    m   m   .   m   .   .   .   .
    m   m   .   .   .   .   .   .
    m   .   .   .   .   .   .   .
    .   .   s*  .   .   .   .   s*
"""
"""Seat 1's merchants are five, seat 2's one; c1 and c2 join them."""


@pytest.mark.parametrize("bot", [GOVERNOR, MAGNATE])
def test_a_union_that_is_won_is_brought_about(bot):
    """PA-11: five merchants, and more in the hand, against one."""
    orders = decide(bot, view(BETWEEN, players=2, hands={1: "gsmmmm"}))
    assert {order.at for order in orders.actions[:2] if isinstance(order, Settle)} & set(
        squares("c1 c2")
    )


@pytest.mark.parametrize("bot", LEVELS)
def test_a_union_that_is_lost_is_not(bot):
    seen = view(BETWEEN, players=2, mover=2, seat=2, hands={2: "gggsss"})
    joined = set(squares("c1 c2"))
    settled = {order.at for order in decide(bot, seen).actions if isinstance(order, Settle)}
    assert not settled & joined


def waiting(board: str, seat: Seat, attacker: Seat, **situation: Any) -> View:
    """A question about an internal conflict of the merchants."""
    defender = 3 - attacker
    place = {1: "b1", 2: "d1"}[attacker]
    clash = Clash("merchant", attacker, defender, sent=situation.pop("sent", None))
    asked = "attackers" if clash.sent is None else "defenders"
    dispute = Dispute("leader", attacker, square(place), (clash,), asked=asked)
    return view(board, seat=seat, players=2, dispute=dispute, reactions="ask", **situation)


CLASH = """
    s*  M1  m   M2  s   .   .   s+
    .   .   .   s   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   s*  .   .   .   .   s*
"""


@pytest.mark.parametrize(
    ("ships", "least", "most"), [("ggggmm", 0, 0), ("sgggmm", 0, 0), ("ssssss", 2, 6)], ids=str
)
@pytest.mark.parametrize("bot", LEVELS)
def test_an_attacker_never_sends_ships_that_cannot_win(bot, ships, least, most):
    """PA-10: one scientist beside it against two; a tie is no victory."""
    (order,) = decide(bot, waiting(CLASH, 1, 1, hands={1: ships})).orders
    assert isinstance(order, Attack) and order.kind == "merchant"
    assert order.ships is not None and least <= order.ships <= most


@pytest.mark.parametrize("bot", LEVELS)
def test_a_defender_leaves_it_to_its_standing_order(bot):
    """PA-12: the fewest that tie, if they are there, else none."""
    assert decide(bot, waiting(CLASH, 2, 1, sent=3)) == IDLE


def test_ships_for_a_planned_conflict_come_with_the_orders_of_the_turn():
    """PA-12: under standing orders nobody asks in the midst of a turn; what was planned for an
    earlier turn is taken back."""
    seen = view(BETWEEN, players=2, hands={1: "gsmmmm"})
    planned = decide(MAGNATE, seen)
    assert [order.kind for order in planned.standing] == ["merchant"]
    state = RULESET.rules.resolve(begin(2, 1), {1: planned}, Chance(bytes(32), 1))[0]
    assert state.people[0].holdings.stances.attack.by_kind.keys() == {"merchant"}
    state = step(state, LEVELS, 1)
    assert decide(MAGNATE, RULESET.rules.view(state, 1)).standing[0] == Attack()
