"""Moves, attacks and deployments, by initiative, one unit at a time (GU-10, GU-11)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from pbem.engine.api import Seat
from pbem.engine.language import Refused
from pbem.engine.rng import Stream
from pbem.maps.board import Square, distance
from pbem.rulesets.god_unit.events import LineDone, LineLeft
from pbem.rulesets.god_unit.figures import FACTORY, Design, Piece, Unit, unit_name
from pbem.rulesets.god_unit.mechanics.errors import ACTED, NO_UNIT
from pbem.rulesets.god_unit.mechanics.plans import Fire, Plan, Unfold, Walk, plan, squares_in_range
from pbem.rulesets.god_unit.orders import Act, AnyChoice, Orders, Pass
from pbem.rulesets.god_unit.turn import Play, roll_order
from pbem.rulesets.god_unit.view import Attacked, Deploying, Initiative, Moved, Roll


def act(play: Play, answers: Mapping[Seat, Orders]) -> None:
    """Round after round everyone's first line that can be carried out is, until none can be."""
    hands = {seat: _Hand(play, seat, answers.get(seat, Orders()).lines) for seat in play.living()}
    if any(play.field.units()):
        order = roll_order(play.chance.stream("initiative"), tuple(hands))
        play.log.append(Initiative(order=order))
        _take_turns([hands[seat] for seat, _dice in order])
    for hand in hands.values():
        hand.tell_what_is_left()


def _take_turns(hands: Sequence[_Hand]) -> None:
    """Prompt choices as long as anyone has one; then one late choice, and so on from the next."""
    place, idle = 0, 0
    while True:
        hand = hands[place % len(hands)]
        place += 1
        if hand.act_promptly():
            idle = 0
            continue
        idle += 1
        if idle < len(hands):
            continue
        late = next((n for n in range(len(hands)) if _nth(hands, place + n).act_late()), None)
        if late is None:
            return
        place, idle = place + late + 1, 0


def _nth(hands: Sequence[_Hand], place: int) -> _Hand:
    return hands[place % len(hands)]


class _Hand:
    """One player's lines that are still to be carried out."""

    def __init__(self, play: Play, seat: Seat, lines: Sequence[Act | Pass]) -> None:
        self._play = play
        self._seat = seat
        self._lines = list(lines)
        self._acted: set[int] = set()

    def act_promptly(self) -> bool:
        """Carry out the first line that can be, alternatives included; False: none can."""
        return self._act_first(lambda line: line.prompt)

    def act_late(self) -> bool:
        """Carry out the first late alternative that can be; False: none can."""
        return self._act_first(lambda line: line.late)

    def _act_first(self, choices: Callable[[Act], Sequence[AnyChoice]]) -> bool:
        for place, line in enumerate(self._lines):
            if isinstance(line, Pass):
                # Prompt or never: whoever passes has had this slot.
                del self._lines[place]
                return True
            for choice in choices(line):
                try:
                    found = self._plan(line, choice)
                except Refused:
                    continue
                del self._lines[place]
                self._carry_out(line, choice, found)
                return True
        return False

    def _plan(self, line: Act, choice: AnyChoice) -> Plan:
        """Raises :class:`Refused`."""
        if line.unit in self._acted:
            raise Refused(ACTED)
        unit = self._play.field.unit(unit_name(self._seat, line.unit))
        if unit is None:
            raise Refused(NO_UNIT)
        return plan(self._play.field, unit, choice)

    def _carry_out(self, line: Act, choice: AnyChoice, found: Plan) -> None:
        self._acted.add(line.unit)
        unit = self._play.field.unit(unit_name(self._seat, line.unit))
        if unit is None:
            raise LookupError(f"no unit {line.unit} to carry out {line}")
        self._play.events.append(
            LineDone(
                audience=(self._seat,),
                order=line,
                choice=_place_of(line, choice),
                entry=len(self._play.log),
            )
        )
        _do(self._play, unit, found)

    def tell_what_is_left(self) -> None:
        """Lines that never could be carried out, each with the reason at the end."""
        for line in self._lines:
            if not isinstance(line, Act):
                continue
            try:
                self._plan(line, line.choice)
            except Refused as refused:
                left = LineLeft(audience=(self._seat,), order=line, refusal=refused.refusal)
                self._play.events.append(left)


def _place_of(line: Act, choice: AnyChoice) -> int:
    choices = (line.choice, *(other.choice for other in line.others))
    return next(place for place, one in enumerate(choices) if one is choice)


def _do(play: Play, unit: Unit, found: Plan) -> None:
    match found:
        case Walk(path=path):
            play.field.move(unit, path[-1])
            play.log.append(Moved(unit=unit.name, design=unit.design, path=path))
            play.occupy(unit.seat, path[-1])
        case Fire():
            play.log.append(attack(play, unit, found))
        case Unfold():
            play.field.turn_to(unit, "deploying")
            play.log.append(Deploying(unit=unit.name, design=unit.design, square=unit.square))


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
    play: Play, unit: Unit, named: list[Square], attacked: Collection[Seat], stream: Stream
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
