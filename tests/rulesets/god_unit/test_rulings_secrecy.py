"""GU-14: what is secret, and that all else is public."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from pbem.engine.rng import Chance
from pbem.maps.board import Board
from pbem.rulesets.god_unit import RULESET
from pbem.rulesets.god_unit.events import (
    ChosenByLot,
    Finished,
    GameEnded,
    LineDone,
    LineLeft,
    ProductRefused,
    ProductSet,
    TurnEnded,
    WishSkipped,
)
from pbem.rulesets.god_unit.figures import Thing
from pbem.rulesets.god_unit.mechanics.position import due, field_of, workshops
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import Place
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.view import View
from tests.rulesets.god_unit.dice import SECRET
from tests.rulesets.god_unit.notation import attack, deploy, design, move, place, produce
from tests.rulesets.god_unit.situation import TURN, Game, drawn, new_game, open_land, players, rules

Change = Callable[[Game], Game]
SEATS = (1, 2, 3, None)


def scene() -> Game:
    """Red makes something in B since two turns ago; everyone has a unit; a relic lies about."""
    game = new_game(*open_land(7, 5), seats=3, things=[Thing("relic", (6, 4), 1)])
    game = game.with_factory(1, "a1", "D5 A4", TURN - 2).with_factory(2, "g1", "D2", TURN - 1)
    game = game.with_unit(1, "b2", "A3").with_unit(2, "f2", "D3")
    return game.with_unit(3, "d5", "M0 R4", "undeployed")


def changed(**fields: object) -> Change:
    return lambda game: Game(msgspec.structs.replace(game.state, **fields))


def unit_changed(**fields: object) -> Change:
    def change(game: Game) -> Game:
        unit, *others = game.state.units
        made = msgspec.structs.replace(unit, **fields)
        return Game(msgspec.structs.replace(game.state, units=(made, *others)))

    return change


SECRETS: dict[str, Change] = {
    "what a factory makes": lambda g: g.with_work("Red B", "R6 N6", TURN - 2),
    "that it makes a factory": lambda g: g.with_work("Red B", "factory", TURN - 2),
    "how many turns are left": lambda g: g.with_work("Red B", "D3", TURN - 2),
    "that it goes on with it": lambda g: g.with_work("Red B", "A4 D5", TURN - 2, repeat=True),
}

PUBLIC: dict[str, Change] = {
    "since when a factory works": lambda g: g.with_work("Red B", "D5 A4", TURN - 3),
    "that it works": lambda g: g.with_work("Red A", "D5", TURN - 1),
    "where factories stand": lambda g: g.with_factory(1, "a5"),
    "that a factory has fallen": lambda g: g.without("Red B"),
    "where units stand": unit_changed(square=(0, 3)),
    "levels of units": unit_changed(design=design("A4")),
    "phases of units": unit_changed(phase="deploying"),
    "numbers of units": unit_changed(number=9),
    "that a unit has fallen": lambda g: g.without("Red 1"),
    "land": changed(board=Board((*open_land(7, 4), "......~"))),
    "how many units were numbered": lambda g: g.with_side(1, units=7),
    "how many factories were lettered": lambda g: g.with_side(1, factories=7),
    "who reigns": lambda g: g.with_side(1, reign=3),
    "who is out": lambda g: g.with_side(1, out=3),
    "who holds a relic": changed(things=(Thing("relic", (6, 4), 2),)),
    "designs that were shown": changed(built=()),
    "what happened": changed(log=scene().play().state.log),
    "standings": changed(history=()),
    "the turn": changed(turn=TURN - 1),
    "options": changed(options=Options(max_turns=99)),
    "players": changed(players=players(3)[::-1]),
    "evenness": changed(evenness=3),
}


def who_notices(change: Change) -> set[int | None]:
    """Whose view (None: a spectator's) is another one after the change."""
    before, after = scene(), change(scene())
    assert before.state != after.state
    return {seat for seat in SEATS if before.view(seat) != after.view(seat)}


@pytest.mark.parametrize("secret", SECRETS)
def test_gu14_what_is_secret_its_owner_alone_sees(secret):
    assert who_notices(SECRETS[secret]) == {1}


@pytest.mark.parametrize("fact", PUBLIC)
def test_gu14_what_is_public_everyone_sees(fact):
    assert who_notices(PUBLIC[fact]) == set(SEATS)


def test_gu14_a_view_has_every_field_of_the_truth_and_the_seat():
    """Whoever adds a field decides here who sees it."""
    assert set(View.__struct_fields__) == {*State.__struct_fields__, "seat"}


def test_gu14_of_anothers_factory_one_knows_where_it_stands_and_since_when_it_works():
    game = scene()
    mine, theirs = game.view(1).factories_of(1)[1], game.view(2).factories_of(1)[1]
    assert mine.work is not None and mine.work.product == design("D5 A4")
    assert (theirs.work, theirs.site) == (None, mine.site)
    assert due(theirs.site, theirs.work) is None
    assert game.view(None).factories_of(1)[1] == theirs


def test_gu14_what_others_are_about_to_finish_is_not_on_ones_field():
    game = scene()
    assert [str(s.comes.name) for s in workshops(game.view(2)) if s.comes] == ["Blue 2"]
    assert len(list(field_of(game.view(2)).units())) == 4
    assert len(list(field_of(game.view(1)).units())) == 3
    assert workshops(game.view(None)) == ()


def test_gu14_an_idle_factory_is_known_to_idle():
    for seat in SEATS:
        assert scene().view(seat).factories_of(1)[0].site.since is None


PRIVATE = (WishSkipped, ChosenByLot, ProductSet, ProductRefused, Finished, LineDone, LineLeft)


def test_gu14_events_are_for_their_owner_alone_but_the_end_of_a_turn_and_of_the_game():
    game = scene()
    orders = {
        1: [produce("B", "grunt"), produce("Z", "grunt"), move(1, "b3"), move(1, "b4")],
        2: [attack(1, "a1"), produce("B", "D3", repeat=True)],
        3: [deploy(1)],
    }
    events = list(game.play(orders).events)
    events += new_game(*open_land(3, 3)).without("Blue A").play().events
    events += Game(drawn(2)).play({1: [place("z9")]}).events
    assert {type(event) for event in events} == {*PRIVATE, GameEnded, TurnEnded}
    for event in events:
        assert (event.audience is None) is isinstance(event, GameEnded | TurnEnded)
        assert event.audience is None or len(event.audience) == 1


def test_gu14_lists_and_orders_leave_no_trace_in_the_state():
    """Lists that come to the same leave the same truth behind."""
    game = Game(drawn(2))
    zone = game.state.homes[0].zone
    one, other = (game.play({1: [Place(squares=zone[:count])]}).state for count in (2, 5))
    assert RULESET.codec.dump_state(one) == RULESET.codec.dump_state(other)


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_gu14_a_scramble_changes_what_others_make_and_nothing_that_a_seat_sees(seat):
    game = scene()
    products = set()
    for turn in range(30):
        other = rules.scramble(game.state, seat, Chance(SECRET, turn))
        assert rules.view(other, seat) == game.view(seat)
        assert rules.view(other, None) == game.view(None)
        for before, after in zip(game.state.factories, other.factories, strict=True):
            if before.site.seat == seat:
                assert after == before
            elif after.work is not None:
                products.add((str(after.site.name), after.work.product))
                assert due(after.site, after.work) > game.state.turn
    makers = {"Red B", "Blue B"} - {"Red B" if seat == 1 else "Blue B" if seat == 2 else ""}
    assert {name for name, _product in products} == makers
    assert len(products) > 20


def test_gu14_dice_of_every_attack_are_in_everyones_report():
    game = scene().with_unit(1, "f1", "A3")
    log = game.play({1: [attack(2, "f2")]}).state.log
    for seat in SEATS:
        assert game.play({1: [attack(2, "f2")]}).view(seat).log == log
