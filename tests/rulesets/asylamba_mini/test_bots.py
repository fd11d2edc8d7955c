"""Bots of three levels: what they order is legal, they see what a player sees, and the
stronger ones win."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from pbem.engine.api import Ask, Player
from pbem.engine.rng import Chance
from pbem.rulesets.asylamba_mini import RULESET, bots
from pbem.rulesets.asylamba_mini.bots import Admiral, Cadet, Captain
from pbem.rulesets.asylamba_mini.bots.commander import Commander
from pbem.rulesets.asylamba_mini.bots.draft import Draft
from pbem.rulesets.asylamba_mini.bots.odds import fleets_to_beat, losses
from pbem.rulesets.asylamba_mini.bots.outlook import look
from pbem.rulesets.asylamba_mini.bots.threat import guards
from pbem.rulesets.asylamba_mini.events import OrderRefused
from pbem.rulesets.asylamba_mini.figures import (
    EVEN_STOCKS,
    FACTIONS,
    Facilities,
    Fleets,
    Inside,
    Purse,
    Resource,
    Technologies,
    Tokens,
)
from pbem.rulesets.asylamba_mini.mechanics.combat import fight
from pbem.rulesets.asylamba_mini.mechanics.realm import realm_of
from pbem.rulesets.asylamba_mini.options import Options
from pbem.rulesets.asylamba_mini.orders import Build, Exchange, Orders, Send, Upgrade
from pbem.rulesets.asylamba_mini.state import State
from pbem.rulesets.asylamba_mini.view import View
from tests.rulesets.asylamba_mini.table import colony, mission, view
from tests.soaking import soak

ADMIRAL, CAPTAIN, CADET = Admiral(), Captain(), Cadet()
LEVELS = (CADET, CAPTAIN, ADMIRAL)
ASKS = (Ask(1), Ask(2), Ask(3))
OFF_THE_TRUTH = {"state", "rules", "turn"}
"""Modules of the ruleset that a bot must not know."""


class AtRandom:
    """The desk's random legal orders, as a bot."""

    def decide(self, seen: View, ask: Ask, chance: Chance) -> Orders:
        return RULESET.desk.sample(seen, ask, chance)


Decider = Commander | AtRandom


def begin(players: int, number: int, options: Options) -> State:
    seats = [Player(seat, f"Player {seat}") for seat in range(1, players + 1)]
    return RULESET.rules.setup(options, seats, Chance(number.to_bytes(32, "big"), 0))


def play(deciders: Sequence[Decider], number: int) -> State:
    """One game to its end. Nothing that a commander orders may be refused."""
    state, secret = begin(len(deciders), number, Options()), number.to_bytes(32, "big")
    while state.ending is None:
        turn = state.turn + 1
        assert turn < 200
        answers = {
            ask.seat: deciders[ask.seat - 1].decide(
                RULESET.rules.view(state, ask.seat), ask, Chance(secret, turn, f"seat {ask.seat}")
            )
            for ask in RULESET.rules.asks(state)
        }
        state, events = RULESET.rules.resolve(state, answers, Chance(secret, turn))
        refused = [event.audience for event in events if isinstance(event, OrderRefused)]
        assert all(isinstance(deciders[seat - 1], AtRandom) for (seat,) in refused)
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


def decide(bot: Commander, seen: View) -> Orders:
    return bot.decide(seen, Ask(1), Chance(bytes(32), seen.open_turn))


def sends(orders: Orders) -> list[Send]:
    return [order for order in orders.orders if isinstance(order, Send)]


# Strength


@pytest.mark.parametrize("games", [4, soak(45)])
def test_admirals_beat_cadets_at_mixed_tables_of_four(games):
    assert victories(ADMIRAL, CADET, 4, range(1, games + 1)) >= 0.7


@pytest.mark.parametrize("games", [5, soak(40)])
def test_admirals_beat_cadets_in_duels(games):
    assert victories(ADMIRAL, CADET, 2, range(1, games + 1)) >= 0.7


@pytest.mark.parametrize("games", [3, soak(36)])
@pytest.mark.parametrize(("one", "other"), [(ADMIRAL, CAPTAIN), (CAPTAIN, CADET)])
def test_captains_stand_between(one, other, games):
    assert victories(one, other, 4, range(1, games + 1)) > 0.5


def test_admirals_beat_random_play():
    won = 0
    for number in range(10, 20):
        seat = number % 4
        table: list[Decider] = [AtRandom() for _seat in range(4)]
        table[seat] = ADMIRAL
        ending = play(table, number).ending
        assert ending is not None
        won += ending.winners == (seat + 1,)
    assert won >= 9


@pytest.mark.parametrize(("one", "other", "number"), [(CAPTAIN, CADET, 8), (CADET, CADET, 1)])
def test_peaceful_levels_fight_at_last_so_that_every_game_ends(one, other, number):
    assert play([one, other, one, other, one, other, one], number).turn < 100


def test_the_levels_are_offered_weakest_first():
    assert [type(bot) for bot in RULESET.bots.values()] == [Cadet, Captain, Admiral]


# What a bot may know


@pytest.mark.parametrize("bot", LEVELS)
def test_the_same_view_and_chance_give_the_same_orders(bot):
    """Nothing is remembered from one turn or game to the next."""
    seen = RULESET.rules.view(begin(4, 3, Options()), 1)
    orders = decide(bot, seen)
    decide(bot, RULESET.rules.view(begin(2, 4, Options()), 2))
    assert orders == decide(bot, msgspec.msgpack.decode(msgspec.msgpack.encode(seen), type=View))
    assert orders.orders


@pytest.mark.parametrize("bot", LEVELS)
def test_what_a_faction_cannot_know_changes_nothing_in_its_orders(bot):
    """AM-27: the rules draw anew all that is secret, in a game well under way."""
    state, secret = begin(3, 7, Options()), bytes(32)
    for turn in range(1, 13):
        answers = {ask.seat: decide(bot, RULESET.rules.view(state, ask.seat)) for ask in ASKS}
        state, _events = RULESET.rules.resolve(state, answers, Chance(secret, turn))
    for ask in ASKS:
        other = RULESET.rules.scramble(state, ask.seat, Chance(secret, 99))
        orders = decide(bot, RULESET.rules.view(state, ask.seat))
        assert orders == decide(bot, RULESET.rules.view(other, ask.seat))


@pytest.mark.parametrize("path", sorted(Path(bots.__file__).parent.glob("*.py")), ids=str)
def test_bots_never_import_the_truth(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            _, _, inside = node.module.partition("pbem.rulesets.asylamba_mini.")
            assert inside.split(".")[0] not in OFF_THE_TRUTH


def test_only_a_living_faction_decides():
    for seen in (view(seat=None), view(fallen=[1])):
        with pytest.raises(ValueError, match="living"):
            look(seen, ADMIRAL.temper)


# How they play


def test_twice_the_fleets_are_held_to_be_enough_and_half_of_them_not():
    """AM-20: for equal strengths; the fights themselves agree."""
    assert 20 < fleets_to_beat(20, 1.0, 2.0) <= 30
    assert fleets_to_beat(20, 1.25, 2.0) < fleets_to_beat(20, 1.0, 2.0)
    assert fleets_to_beat(0, 1.0, 2.0) == 1
    fought = [
        fight(
            Fleets(light=40), Fleets(light=20), 100, 100, Chance(bytes([n]) * 32, 1).stream("fight")
        )
        for n in range(40)
    ]
    assert all(each.attacker_won for each in fought)
    lost = sum(40 - each.attackers.total for each in fought) / len(fought)
    assert lost == pytest.approx(losses(40, 20, 1.0), abs=2)


def test_fleets_of_one_type_are_written_as_one_order():
    orders = (
        Build(ship="light", count=2),
        Upgrade(facility="hub"),
        Build(ship="light", count=1),
        Exchange(give=Resource.C, get=Resource.R, amount=4),
    )
    draft = Draft(realm_of(view())).trying(orders)
    assert draft is None, "the upgrade takes all 50 C"
    draft = Draft(realm_of(view(purse=Purse(credits=60)))).trying(orders)
    assert draft is not None
    assert draft.written().orders == (orders[1], Build(ship="light", count=3), orders[3])


def test_a_weak_garrison_next_door_is_colonised():
    home = Inside(Facilities(refinery=12, hub=14), Fleets(light=30))
    seen = view(home=home, purse=Purse(credits=100), garrisons={17: 6})
    attacks = sends(decide(CAPTAIN, seen))
    assert attacks and all(order.kind == "colonise" for order in attacks)


def test_a_token_pays_for_a_colonisation():
    """AM-13."""
    seen = view(
        home=colony(refinery=4, light=30),
        technologies=Technologies(administration=1),
        purse=Purse(),
        tokens=Tokens(colonisation=1),
    )
    assert [order.free for order in sends(decide(ADMIRAL, seen))] == [True]


def test_only_an_admiral_conquers():
    """A capital of a few fleets next to many."""
    own = {20: colony(light=40)}
    seen = view(
        own=own,
        technologies=Technologies(administration=3, conquest=1),
        purse=Purse(experience=500),
        garrisons={21: 4},
    )
    assert [(s.kind, s.target) for s in sends(decide(ADMIRAL, seen))][:1] == [("conquer", 21)]
    assert not [s for s in sends(decide(CAPTAIN, seen)) if s.kind == "conquer"]


def test_a_capital_under_attack_is_manned():
    attack = mission(
        owner=2,
        kind="conquer",
        path=(21, 20, 19, 18),
        arrives=6,
        fleets=Fleets(light=8),
        known=False,
    )
    seen = view(home=msgspec.structs.replace(colony(light=4), resources=60), missions=[attack])
    assert guards(look(seen, CADET.temper), realm_of(seen))[18] > 8
    assert Build(ship="light", count=6) in decide(CADET, seen).orders


def test_an_admiral_keeps_fleets_at_home_where_a_neighbour_could_strike():
    far = view()
    near = view(foreign={19: 2, 20: 2}, garrisons={19: 30})
    assert guards(look(far, ADMIRAL.temper), realm_of(far))[18] == 0
    assert guards(look(near, ADMIRAL.temper), realm_of(near))[18] > 15
    assert guards(look(near, CAPTAIN.temper), realm_of(near))[18] == 0


def test_the_ligue_mans_its_capital_with_credits():
    """AM-10."""
    attack = mission(owner=2, kind="conquer", path=(21, 20, 19, 18), arrives=6, known=False)
    home = msgspec.structs.replace(colony(light=1), resources=0)
    seen = view(factions=("Ligue", "Empire", "Nerve", "Negore"), home=home, missions=[attack])
    assert any(
        isinstance(order, Build) and order.with_credits for order in decide(CADET, seen).orders
    )


# Balance


def test_starting_stocks_of_even_games_are_of_factions_that_exist():
    assert EVEN_STOCKS.keys() <= FACTIONS.keys()
    for stocks in EVEN_STOCKS.values():
        amounts = (stocks.resources, *msgspec.structs.astuple(stocks.purse))
        assert all(amount >= 0 and amount % 10 == 0 for amount in amounts)


def test_even_games_start_with_them():
    options = Options(balance="even", factions=tuple(FACTIONS)[:7])
    state = begin(7, 1, options)
    for faction in state.factions:
        stocks = EVEN_STOCKS.get(faction.name)
        if stocks is not None:
            assert faction.means.purse == stocks.purse
            assert state.sectors[faction.capital - 1].inside.resources == stocks.resources
