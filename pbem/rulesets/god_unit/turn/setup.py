"""The board before the first turn (GU-5, SZ-7), and where factories are placed on it (GU-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.engine.api import OptionsError, Player, Seat
from pbem.engine.rng import Chance, Stream
from pbem.maps.board import LAND, Square
from pbem.maps.islands import Islands, make_islands
from pbem.maps.syzygy.generate import generate
from pbem.maps.syzygy.model import Unit as Starter
from pbem.maps.syzygy.playing import PlayingBoard, as_board
from pbem.rulesets.god_unit.events import ChosenByLot, WishSkipped
from pbem.rulesets.god_unit.figures import FACTORY, FIGURES, Thing, Unit
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.orders import Orders
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.turn import Play, roll_order
from pbem.rulesets.god_unit.view import Built, Home, Initiative, Placed, Side

_VILLAGER = "villager"


def set_up(options: Options, players: Sequence[Player], chance: Chance) -> State:
    """A board and homes; on a Syzygy map its starting units too.

    Raises :class:`OptionsError` where the options do not fit the number of players.
    """
    if options.board == "syzygy":
        chart = generate(options.syzygy(len(players)), chance)
        return _on_syzygy(options, tuple(players), as_board(chart, chance))
    return _on_islands(options, tuple(players), make_islands(options.islands(len(players)), chance))


def _on_islands(options: Options, players: tuple[Player, ...], islands: Islands) -> State:
    room = min(len(home.zone) for home in islands.homes)
    if options.placement == "home" and room < options.factories:
        raise OptionsError(
            f"options.factories: home zones on this board have {room} squares, too few for "
            f'{options.factories} factories; enlarge width and height, or choose placement = "open"'
        )
    land, wanted = len(list(islands.board.squares(LAND))), len(players) * options.factories
    if land < wanted:
        raise OptionsError(
            f"options.factories: this board has {land} squares of land, too few for {wanted} "
            "factories; enlarge width and height, or lower sea"
        )
    return State(
        options=options,
        players=players,
        turn=0,
        board=islands.board,
        homes=tuple(Home(h.zone, h.worth.land, h.worth.rival) for h in islands.homes),
        evenness=islands.evenness,
        sides=tuple(Side() for _player in players),
    )


def _on_syzygy(options: Options, players: tuple[Player, ...], playing: PlayingBoard) -> State:
    """Everyone starts as a nomad: villagers are undeployed factories (SZ-7)."""
    units = tuple(_units(playing.units))
    shown = Counter((unit.seat, unit.design) for unit in units)
    seats = [player.seat for player in players]
    return State(
        options=options,
        players=players,
        turn=0,
        board=playing.board,
        homes=tuple(Home((), playing.worths[s].land, playing.worths[s].rival) for s in seats),
        evenness=playing.evenness,
        sides=tuple(Side(units=sum(unit.seat == seat for unit in units)) for seat in seats),
        units=units,
        things=(
            *(Thing("relic", square) for square in playing.relics),
            *(Thing("outpost", square) for square in playing.outposts),
        ),
        built=tuple(Built(seat, design, 0, n) for (seat, design), n in shown.items()),
    )


def _units(starters: Sequence[Starter]) -> Iterator[Unit]:
    """Numbered per seat in the map's order, planet by planet."""
    numbers: Counter[Seat] = Counter()
    for starter in sorted(starters, key=lambda one: one.seat):
        numbers[starter.seat] += 1
        name = starter.seat, numbers[starter.seat]
        if starter.kind == _VILLAGER:
            yield Unit(*name, FACTORY, starter.square, "undeployed")
        else:
            yield Unit(*name, FIGURES.starters[starter.kind], starter.square)


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
    """The first wish that can be had; it and those before it are used up."""
    allowed: Iterable[Square] = play.before.homes[seat - 1].zone
    if play.options.placement == "open":
        allowed = play.before.board.squares(LAND)
    free = {one: None for one in allowed if play.field.owner(one) is None}
    while wishes and wishes[0] not in free:
        square = wishes.pop(0)
        taken = play.field.owner(square) is not None
        play.events.append(WishSkipped(audience=(seat,), square=square, taken=taken))
    by_lot = not wishes
    square = lot.choice([*free]) if by_lot else wishes.pop(0)
    site = play.set_up_factory(seat, square)
    play.log.append(Placed(factory=site.name, square=square))
    if by_lot:
        play.events.append(ChosenByLot(audience=(seat,), letter=site.letter, square=square))
