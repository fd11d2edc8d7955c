"""The board before the first turn (GU-5, GU-7, SZ-7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pbem.engine.api import OptionsError, Player, Seat
from pbem.engine.rng import Chance
from pbem.maps.board import LAND
from pbem.maps.fairness import Worth
from pbem.maps.islands import Islands, make_islands
from pbem.maps.syzygy.generate import generate
from pbem.maps.syzygy.model import Unit as Starter
from pbem.maps.syzygy.playing import PlayingBoard, as_board
from pbem.rulesets.god_unit.designs import FACTORY, Design
from pbem.rulesets.god_unit.figures import FIGURES
from pbem.rulesets.god_unit.options import Options
from pbem.rulesets.god_unit.pieces import Phase, Thing, Unit
from pbem.rulesets.god_unit.state import State
from pbem.rulesets.god_unit.view import Built, Home, Side

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
