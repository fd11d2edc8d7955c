"""An attack: targets drawn, dice rolled, what falls removed at once (GU-11)."""

from __future__ import annotations

from collections.abc import Collection

from pbem.engine.api import Seat
from pbem.engine.rng import Stream
from pbem.maps.board import Square, distance
from pbem.rulesets.god_unit.designs import FACTORY, Design
from pbem.rulesets.god_unit.log import Attacked, Roll
from pbem.rulesets.god_unit.pieces import Piece, Unit
from pbem.rulesets.god_unit.reckoning.plans import Fire, squares_in_range
from pbem.rulesets.god_unit.turn.play import Play


def attack(play: Play, unit: Unit, fire: Fire) -> Attacked:
    """All the attacks of one unit, as long as there is anything to attack."""
    stream = play.chance.stream(f"attack/{unit.seat}/{unit.number}")
    named = list(fire.squares)
    if fire.nearest:
        named = [stream.choice(named)]
    rolls: list[Roll] = []
    attacked: set[Seat] = set()
    square: Square | None = None
    for _attack in range(unit.levels.attacks):
        if square is None or not play.field.holds_enemies(square, unit.seat):
            square = _next_square(play, unit, named, attacked, stream)
        if square is None:
            break
        target = stream.choice(play.field.at(square))
        roll = _roll(unit, target, stream)
        rolls.append(roll)
        attacked.add(target.seat)
        if roll.hit:
            play.destroy(target.name)
    return Attacked(unit=unit.name, design=unit.design, square=unit.square, rolls=tuple(rolls))


def _next_square(
    play: Play,
    unit: Unit,
    named: list[Square],
    attacked: Collection[Seat],
    stream: Stream,
) -> Square | None:
    """The next named square with enemies, else the nearest with units of who was attacked: a
    factory alone draws no further attacks upon it."""
    while named:
        square = named.pop(0)
        if play.field.holds_enemies(square, unit.seat):
            return square
    found = [s for s in squares_in_range(play.field, unit) if _holds_units(play, s, attacked)]
    if not found:
        return None
    nearest = distance(unit.square, found[0])
    return stream.choice([s for s in found if distance(unit.square, s) == nearest])


def _holds_units(play: Play, square: Square, seats: Collection[Seat]) -> bool:
    pieces = play.field.at(square)
    return any(isinstance(piece, Unit) and piece.seat in seats for piece in pieces)


def _roll(unit: Unit, target: Piece, stream: Stream) -> Roll:
    """Both roll; the higher product wins, a tie goes by a third die. D0 falls without a roll."""
    design = FACTORY if not isinstance(target, Unit) else target.design
    strength, defence = unit.levels.attack, target.levels.defence
    if defence == 0:
        return _result(target, design, hit=True)
    mine, theirs = stream.die(), stream.die()
    tie = stream.die() if mine * strength == theirs * defence else None
    hit = mine * strength > theirs * defence if tie is None else tie % 2 == 0
    return _result(target, design, (mine, strength), (theirs, defence), tie, hit=hit)


def _result(
    target: Piece,
    design: Design,
    attack: tuple[int, int] | None = None,
    defence: tuple[int, int] | None = None,
    tie: int | None = None,
    *,
    hit: bool,
) -> Roll:
    return Roll(
        square=target.square,
        target=target.name,
        design=design,
        attack=attack,
        defence=defence,
        tie=tie,
        hit=hit,
    )
