"""Factories are placed, one each in turn, from everyone's secret list (GU-7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.engine.api import Seat
from pbem.engine.rng import Stream
from pbem.maps.board import LAND, Square
from pbem.rulesets.god_unit.events import ChosenByLot, WishSkipped
from pbem.rulesets.god_unit.log import Initiative, Placed
from pbem.rulesets.god_unit.orders import Orders
from pbem.rulesets.god_unit.turn.dice import roll_order
from pbem.rulesets.god_unit.turn.play import Play


def place(play: Play, answers: Mapping[Seat, Orders]) -> None:
    """Dice order the players once; lists are worked off from the top, chance completes them."""
    order = roll_order(play.chance.stream("placement/order"), tuple(play.living()))
    play.log.append(Initiative(order=order))
    seats = [seat for seat, _dice in order]
    lists = {seat: list(answers.get(seat, Orders()).wishes) for seat in seats}
    lots = {seat: play.chance.stream(f"placement/lot/{seat}") for seat in seats}
    for _round in range(play.options.factories):
        for seat in seats:
            _place_one(play, seat, lists[seat], lots[seat])


def _place_one(play: Play, seat: Seat, wishes: list[Square], lot: Stream) -> None:
    free = _free(play, _allowed(play, seat))
    square = _first_free(play, seat, wishes, set(free))
    chosen = square is not None
    if square is None:
        square = lot.choice(free)
    site = play.set_up_factory(seat, square)
    play.log.append(Placed(factory=site.name, square=square))
    if not chosen:
        play.events.append(ChosenByLot(audience=(seat,), letter=site.letter, square=square))


def _first_free(play: Play, seat: Seat, wishes: list[Square], free: set[Square]) -> Square | None:
    """The first wish that can be had; it and those before it are used up."""
    while wishes:
        square = wishes.pop(0)
        if square in free:
            return square
        taken = play.field.owner(square) is not None
        play.events.append(WishSkipped(audience=(seat,), square=square, taken=taken))
    return None


def _allowed(play: Play, seat: Seat) -> Sequence[Square]:
    """The home zone, or all land."""
    if play.options.placement == "open":
        return tuple(play.before.board.squares(LAND))
    return play.before.homes[seat - 1].zone


def _free(play: Play, squares: Iterable[Square]) -> list[Square]:
    return [square for square in squares if play.field.owner(square) is None]
