"""What a receipt tells of a line, the turn keeps: both judge with the same reckoning (GU-8)."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.rng import Chance
from pbem.rulesets.god_unit.events import LineDone, LineLeft, ProductRefused
from pbem.rulesets.god_unit.figures import is_valid, unit_name
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.language.menu import random_orders
from pbem.rulesets.god_unit.mechanics import errors
from pbem.rulesets.god_unit.mechanics.plans import may_come, refusal
from pbem.rulesets.god_unit.mechanics.position import field_of, workshops
from pbem.rulesets.god_unit.orders import Act, AnyChoice, Orders
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.view import View
from tests.rulesets.god_unit.lively import legal_orders, lively, some_orders
from tests.rulesets.god_unit.notation import attack_piece
from tests.rulesets.god_unit.situation import Played, drawn, new_game, rules
from tests.soaking import examples

SECRETS = st.binary(min_size=32, max_size=32)


def impossible(view: View, orders: Orders) -> Iterator[tuple[Act, int]]:
    """Choices that a receipt refuses: nothing that happens in the turn could let them be."""
    assert view.seat is not None
    field = field_of(view)
    for line in orders.lines:
        if not isinstance(line, Act):
            continue
        unit = field.unit(unit_name(view.seat, line.unit))
        for place, choice in enumerate(choices(line)):
            if unit is None or not may_come(field, unit, choice):
                yield line, place


def choices(line: Act) -> tuple[AnyChoice, ...]:
    return (line.choice, *(other.choice for other in line.others))


def play(state: State, orders: dict[int, Orders], secret: bytes) -> Played:
    return Played(*rules.resolve(state, orders, Chance(secret, state.turn + 1)))


def keeps_its_word(state: State, orders: dict[int, Orders], played: Played) -> None:
    for seat, given_orders in orders.items():
        view = rules.view(state, seat)
        refused = list(impossible(view, given_orders))
        for event in played.heard(seat, LineDone):
            assert (event.order, event.choice) not in refused
        letters = {shop.site.letter for shop in workshops(view)}
        accepted = [
            order
            for order in given_orders.products
            if order.factory in letters
            and (order.product is None or is_valid(order.product, view.options.max_cost))
        ]
        for event in played.heard(seat, ProductRefused):
            assert event.order not in accepted


@examples(25, soak=600)
@given(st.data(), SECRETS)
def test_gu8_what_a_receipt_refuses_is_never_carried_out_and_what_it_takes_never_refused(
    data: st.DataObject, secret: bytes
) -> None:
    state = lively().state
    for _turn in range(3):
        orders = some_orders(data, state, secret)
        played = play(state, orders, secret)
        keeps_its_word(state, orders, played)
        state = played.state


@examples(3, soak=60)
@given(st.integers(2, 6), SECRETS)
def test_gu8_whole_games_of_random_play_keep_the_receipts_word(players: int, secret: bytes) -> None:
    state = drawn(players, secret)
    state = play(state, legal_orders(state, secret), secret).state
    while rules.outcome(state) is None and state.turn < 25:
        orders = legal_orders(state, secret)
        played = play(state, orders, secret)
        keeps_its_word(state, orders, played)
        for seat, given_orders in orders.items():
            assert not list(impossible(rules.view(state, seat), given_orders))
        state = played.state


@examples(3, soak=60)
@given(SECRETS)
def test_gu8_every_line_is_either_done_or_left(secret: bytes) -> None:
    state = lively().state
    for _turn in range(3):
        orders = {
            ask.seat: random_orders(
                rules.view(state, ask.seat), Chance(secret, state.turn).stream(str(ask.seat))
            )
            for ask in rules.asks(state)
        }
        played = play(state, orders, secret)
        for seat, given_orders in orders.items():
            told = [e.order for e in played.heard(seat, LineDone)]
            told += [e.order for e in played.heard(seat, LineLeft)]
            lines = [line for line in given_orders.lines if isinstance(line, Act)]
            assert sorted(map(written, told)) == sorted(map(written, lines))
        state = played.state


def test_gu8_a_unit_that_is_not_there_yet_may_be_attacked_once_it_appears() -> None:
    """The number is easily guessed; nobody knows at receipt whether it comes this turn."""
    game = new_game("...").with_unit(1, "a1", "R3").with_factory(2, "b1", "grunt")
    line = attack_piece(1, "Blue 1")
    refused = refusal(field_of(game.view(1)), game.unit("Red 1"), line.choice)
    assert isinstance(refused, errors.NotYet) and refused.refusal.message == errors.UNSEEN
    assert len(game.play({1: [line]}).rolls) == 1


def test_gu8_a_number_beyond_what_factories_could_finish_is_no_target() -> None:
    """Each factory finishes one unit a turn at most, and whether it works on one is public."""
    game = new_game("...").with_unit(1, "a1", "R3").with_factory(2, "b1", "grunt")
    idle = new_game("...").with_unit(1, "a1", "R3").with_factory(2, "b1")
    for there, target in ((game, "Blue 2"), (idle, "Blue 1")):
        choice = attack_piece(1, target).choice
        refused = refusal(field_of(there.view(1)), there.unit("Red 1"), choice)
        assert refused is not None and refused.refusal.message == errors.NO_TARGET
