"""The steps of a turn, in their order: deployments complete, attrition, finished units appear, and
PRODUCE orders take effect (GU-9); then moves, attacks and deployments by initiative, one unit at a
time (GU-10, GU-11)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from pbem.engine.api import Event, Seat
from pbem.engine.language import Refusal, Refused
from pbem.engine.rng import Stream
from pbem.maps.board import Square
from pbem.rulesets.god_unit.events import Finished, LineDone, LineLeft, ProductRefused, ProductSet
from pbem.rulesets.god_unit.figures import FACTORY, Name, Piece, Site, Unit, is_valid, unit_name
from pbem.rulesets.god_unit.mechanics.errors import ACTED, INVALID_DESIGN, NO_FACTORY, NO_UNIT
from pbem.rulesets.god_unit.mechanics.plans import (
    Fire,
    Plan,
    Unfold,
    Walk,
    nearest,
    plan,
    squares_in_range,
)
from pbem.rulesets.god_unit.mechanics.position import due, emerging, finished, switched
from pbem.rulesets.god_unit.orders import Act, AnyChoice, Orders, Pass, Produce
from pbem.rulesets.god_unit.turn import Play, roll_order, site_order, unit_order
from pbem.rulesets.god_unit.view import (
    Appeared,
    Attacked,
    Completed,
    Deploying,
    Initiative,
    Moved,
    Roll,
    Wasted,
    wastes_away,
)

# Production ---------------------------------------------------------------------------


def complete_deployments(play: Play) -> None:
    """GU-12: what deployed last turn is what it was made to be; a factory has its letter."""
    for unit in sorted(play.field.units(), key=unit_order):
        if unit.phase != "deploying":
            continue
        factory = None
        if unit.design.is_factory:
            play.field.remove(unit.name)
            factory = play.set_up_factory(unit.seat, unit.square).name
        else:
            play.field.turn_to(unit, "ready")
        play.log.append(
            Completed(unit=unit.name, design=unit.design, square=unit.square, factory=factory)
        )


def waste_away(play: Play) -> None:
    """GU-13: who has no factory, not even an undeployed one, loses a unit."""
    for seat in play.living():
        units = sorted(play.field.units(seat), key=unit_order)
        if wastes_away(tuple(play.field.sites(seat)), units):
            lost = play.chance.stream(f"attrition/{seat}").choice(units)
            play.destroy(lost.name)
            play.log.append(Wasted(unit=lost.name, design=lost.design, square=lost.square))


def finish(play: Play) -> None:
    """GU-9: finished units appear in their factory's square, and it goes on or idles."""
    for site in sorted(play.field.sites(), key=site_order):
        work = play.work.get(site.name)
        if work is None or due(site, work) != play.turn:
            continue
        unit = emerging(site.seat, play.next_unit(site.seat), work.product, site)
        play.field.put(unit)
        play.show(site.seat, unit.design)
        play.log.append(
            Appeared(unit=unit.name, design=unit.design, square=unit.square, factory=site.name)
        )
        shop = finished(site, work, play.turn)
        play.set_work(shop.site, shop.work)
        play.events.append(
            Finished(
                audience=(site.seat,),
                letter=site.letter,
                number=unit.number,
                design=unit.design,
                due=shop.due,
            )
        )


def take_orders(play: Play, answers: Mapping[Seat, Orders]) -> None:
    """GU-8, GU-9."""
    for seat in sorted(answers):
        for order in answers[seat].products:
            play.events.append(_produce(play, seat, order))


def _produce(play: Play, seat: Seat, order: Produce) -> Event:
    site = play.field.get(Name(seat, order.factory))
    if not isinstance(site, Site):
        return ProductRefused(audience=(seat,), order=order, refusal=Refusal(NO_FACTORY))
    if order.product is not None and not is_valid(order.product, play.options.max_cost):
        return ProductRefused(audience=(seat,), order=order, refusal=Refusal(INVALID_DESIGN))
    shop = switched(site, play.work.get(site.name), order, play.turn)
    play.set_work(shop.site, shop.work)
    return ProductSet(audience=(seat,), order=order, due=shop.due, lost=shop.lost)


# Actions ------------------------------------------------------------------------------


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
    place = idle = 0
    while True:
        place, hand = place + 1, hands[place % len(hands)]
        idle = 0 if hand.act(lambda line: line.prompt) else idle + 1
        if idle < len(hands):
            continue
        others = range(place, place + len(hands))
        late = (n for n in others if hands[n % len(hands)].act(lambda line: line.late))
        after = next(late, None)
        if after is None:
            return
        place, idle = after + 1, 0


class _Hand:
    """One player's lines that are still to be carried out."""

    def __init__(self, play: Play, seat: Seat, lines: Sequence[Act | Pass]) -> None:
        self._play = play
        self._seat = seat
        self._lines = list(lines)
        self._acted: set[int] = set()

    def act(self, choices: Callable[[Act], Sequence[AnyChoice]]) -> bool:
        """Carry out the first line of which one of these choices can be; False: none can. Whoever
        passes has had this slot."""
        for place, line in enumerate(self._lines):
            if isinstance(line, Pass):
                del self._lines[place]
                return True
            for choice in choices(line):
                try:
                    unit, found = self._plan(line, choice)
                except Refused:
                    continue
                del self._lines[place]
                self._acted.add(line.unit)
                written = (line.choice, *(other.choice for other in line.others))
                number = next(n for n, one in enumerate(written) if one is choice)
                entry, audience = len(self._play.log), (self._seat,)
                done = LineDone(audience=audience, order=line, choice=number, entry=entry)
                self._play.events.append(done)
                _do(self._play, unit, found)
                return True
        return False

    def _plan(self, line: Act, choice: AnyChoice) -> tuple[Unit, Plan]:
        """Raises :class:`Refused`."""
        if line.unit in self._acted:
            raise Refused(ACTED)
        unit = self._play.field.unit(unit_name(self._seat, line.unit))
        if unit is None:
            raise Refused(NO_UNIT)
        return unit, plan(self._play.field, unit, choice)

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


# Attacks (GU-11) ----------------------------------------------------------------------


def attack(play: Play, unit: Unit, fire: Fire) -> Attacked:
    """All the attacks of one unit, as long as there is anything to attack: targets are drawn, dice
    rolled, and what falls is removed at once."""
    stream = play.chance.stream(f"attack/{unit.seat}/{unit.number}")
    named = [stream.choice(fire.squares)] if fire.nearest else list(fire.squares)
    rolls: list[Roll] = []
    square: Square | None = None
    for _attack in range(unit.levels.attacks):
        if square is None or not play.field.holds_enemies(square, unit.seat):
            attacked = {roll.target.seat for roll in rolls}
            square = _next_square(play, unit, named, attacked, stream)
        if square is None:
            break
        roll = _roll(unit, stream.choice(play.field.at(square)), stream)
        rolls.append(roll)
        if roll.hit:
            play.destroy(roll.target)
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
    found = [
        square
        for square in squares_in_range(play.field, unit)
        if any(isinstance(p, Unit) and p.seat in attacked for p in play.field.at(square))
    ]
    return stream.choice(nearest(unit, found)) if found else None


def _roll(unit: Unit, target: Piece, stream: Stream) -> Roll:
    """Both roll; the higher product wins, a tie goes by a third die. D0 falls without a roll."""
    design = target.design if isinstance(target, Unit) else FACTORY
    strength, defence = unit.levels.attack, target.levels.defence
    square, name = target.square, target.name
    if defence == 0:
        return Roll(square=square, target=name, design=design, hit=True)
    mine, theirs = stream.die(), stream.die()
    tie = stream.die() if mine * strength == theirs * defence else None
    return Roll(
        square=square,
        target=name,
        design=design,
        attack=(mine, strength),
        defence=(theirs, defence),
        tie=tie,
        hit=mine * strength > theirs * defence if tie is None else tie % 2 == 0,
    )
