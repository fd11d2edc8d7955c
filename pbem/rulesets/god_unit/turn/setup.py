"""The board before the first turn (GU-5, SZ-7), and where factories are placed on it (GU-7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from pbem.engine.api import OptionsError, Player, Seat
from pbem.engine.rng import Chance, Stream
from pbem.maps.board import LAND, Square
from pbem.maps.fairness import Worth
from pbem.maps.islands import Islands, make_islands
from pbem.maps.syzygy.generate import generate
from pbem.maps.syzygy.model import Unit as Starter
from pbem.maps.syzygy.playing import PlayingBoard, as_board
from pbem.rulesets.god_unit.events import ChosenByLot, WishSkipped
from pbem.rulesets.god_unit.figures import FACTORY, FIGURES, Design, Phase, Thing, Unit
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
    units = _units(playing.units)
    counts = {player.seat: sum(unit.seat == player.seat for unit in units) for player in players}
    return State(
        options=options,
        players=players,
        turn=0,
        board=playing.board,
        homes=tuple(_home(playing.worths, player.seat) for player in players),
        evenness=playing.evenness,
        sides=tuple(Side(units=counts[player.seat]) for player in players),
        units=units,
        things=(
            *(Thing("relic", square) for square in playing.relics),
            *(Thing("outpost", square) for square in playing.outposts),
        ),
        built=_shown(units),
    )


def _home(worths: Mapping[Seat, Worth], seat: Seat) -> Home:
    return Home((), worths[seat].land, worths[seat].rival)


def _units(starters: Sequence[Starter]) -> tuple[Unit, ...]:
    """Numbered per seat in the map's order, planet by planet."""
    numbers: dict[Seat, int] = {}
    units = []
    for starter in sorted(starters, key=lambda one: one.seat):
        numbers[starter.seat] = number = numbers.get(starter.seat, 0) + 1
        design = _design(starter.kind)
        phase: Phase = "undeployed" if design.is_factory else "ready"
        units.append(Unit(starter.seat, number, design, starter.square, phase))
    return tuple(units)


def _design(kind: str) -> Design:
    if kind == _VILLAGER:
        return FACTORY
    return Design(**msgspec.structs.asdict(FIGURES.starters[kind]))


def _shown(units: Sequence[Unit]) -> tuple[Built, ...]:
    counts: dict[tuple[Seat, Design], int] = {}
    for unit in units:
        key = unit.seat, unit.design
        counts[key] = counts.get(key, 0) + 1
    return tuple(Built(seat, design, 0, count) for (seat, design), count in counts.items())


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
