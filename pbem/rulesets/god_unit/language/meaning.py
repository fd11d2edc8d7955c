"""What the words of an order come to, for who orders (GU-4, GU-7, GU-8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from pbem.engine.api import Seat
from pbem.engine.i18n import N_
from pbem.engine.language import ALL, Refused, Said, quoted
from pbem.engine.language.filling import Filling
from pbem.maps.board import Square, square_name
from pbem.rulesets.god_unit.figures import (
    BANNERS,
    CHARACTERISTICS,
    FACTORY,
    GRUNT,
    Design,
    Name,
    banner,
    unit_name,
)
from pbem.rulesets.god_unit.language.slots import LONGEST_FIGURE, NOTHING, Aim
from pbem.rulesets.god_unit.mechanics.position import Situation
from pbem.rulesets.god_unit.orders import (
    AnyChoice,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Deploy,
    Else,
    Move,
    MoveTowards,
    Pass,
    PassUntil,
    Place,
    Produce,
    Team,
)

Does = Callable[[Said, Situation], Team]


def is_placing(at: Situation | None) -> bool:
    """Squares alone are an order while factories are placed (GU-7)."""
    return at is not None and at.view.is_placing


def place(said: Said, _at: Situation) -> Place:
    if not said["squares"]:
        raise Refused(N_("where to? Name squares, the dearest first, as in PLACE c4 f9 h2"))
    return Place(squares=said["squares"])


def pass_by(_said: Said, _at: Situation) -> Pass:
    return Pass()


def pass_until(said: Said, at: Situation) -> PassUntil:
    turn: int = said["turn"]
    if turn <= at.view.open_turn:
        message = N_("turn {turn} is not to come: name a later one, as in {example}")
        instead = PassUntil(turn=at.view.open_turn + 1)
        raise Refused(message, "turn", instead, turn=turn, example=f"PASS {instead.turn}")
    return PassUntil(turn=turn)


# Factories (GU-4, GU-8) ---------------------------------------------------------------


def produce(said: Said, at: Situation) -> list[Produce]:
    product = _product(said["design"])
    repeat = said.get("repeat", False) or said.verb == "keep"
    repeat = repeat and product is not None and not said.get("once", False)
    letters = _letters(said, at, product)
    return [Produce(factory=letter, product=product, repeat=repeat) for letter in letters]


def stop(said: Said, at: Situation) -> list[Produce]:
    return [Produce(factory=letter, product=None) for letter in _letters(said, at, None)]


def go_on(said: Said, at: Situation, *, repeat: bool | None = True) -> list[Produce]:
    """What each factory makes already, or finishes now; with None once or again and again as it
    does now."""
    found = []
    for letter in _letters(said, at, GRUNT):
        shop = at.here.shops.get(letter)
        work, comes = (shop.work, shop.comes) if shop is not None else (None, None)
        made = comes.design if comes is not None else None
        made = work.product if work is not None else made
        if made is None:
            message = N_(
                "factory {letter} makes nothing that could go on: name a design such as D2 R3"
            )
            raise Refused(message, "factory", letter=letter)
        again = work is None or work.repeat if repeat is None else repeat
        found.append(Produce(factory=letter, product=made, repeat=again))
    return found


def keep(said: Said, at: Situation) -> list[Produce]:
    """Nothing but that it goes on: what was not said to be made again is not from now on."""
    return go_on(said, at, repeat=True if said.get("repeat") else None)


only_once = partial(go_on, repeat=False)


def _letters(said: Said, at: Situation, product: Design | None) -> tuple[str, ...]:
    """The factories that are meant; the only one where none is named."""
    named, own = said.get("factory", ()), at.here.letters
    if ALL in named or (not named and len(own) == 1):
        named = own
    if not own and not named:
        raise Refused(N_("you have no factory that could make anything"), "factory")
    if not named:
        instead = Produce(factory=own[0], product=product)
        letters = ", ".join(own)
        raise Refused(N_("which factory? Yours are {letters}"), instead=instead, letters=letters)
    return tuple(dict.fromkeys(named))


def _product(made: str | tuple[tuple[str, str], ...]) -> Design | None:
    """What a word or levels come to. Raises :class:`Refused`."""
    if isinstance(made, str):
        return {"grunt": GRUNT, "factory": FACTORY, NOTHING: None}[made]
    design = GRUNT
    for letter in CHARACTERISTICS:
        found = [digits for name, digits in made if name == letter]
        if len(found) > 1:
            raise Refused(N_("{name} is given twice; once is enough"), "design", name=letter)
        if any(len(digits) > LONGEST_FIGURE for digits in found):
            raise Refused(N_("a level has one digit, 0 to 6"), "design")
        if found:
            design = design.having(letter, int(found[0]))
    return design


# Units (GU-8) -------------------------------------------------------------------------


def _does(choice: Callable[[Said, Situation], AnyChoice]) -> Does:
    """All the units of a line, each for itself."""
    return lambda said, at: _team(said, at, choice(said, at))


move = _does(lambda said, _at: Move(to=said["to"]))
towards = _does(lambda said, _at: MoveTowards(goal=said["goal"]))
attack_nearest = _does(lambda _said, _at: AttackNearest())
attack_piece = _does(lambda said, at: AttackPiece(target=_name(said["target"], at)))


@_does
def towards_piece(said: Said, at: Situation) -> AnyChoice:
    name = _name(said["target"], at)
    piece = at.here.field.get(name)
    if piece is None:
        raise Refused(N_("{piece} is not on the board"), "target", piece=str(name))
    return MoveTowards(goal=piece.square)


@_does
def attack(said: Said, at: Situation) -> AnyChoice:
    """Squares; or the unit that a colour's initial names where the board has none such: "t7"."""
    squares = tuple(dict.fromkeys(said["squares"]))
    if len(squares) == 1 and squares[0] not in at.view.board:
        name = square_name(squares[0])
        seat = _seat(name[0].upper(), at)
        if seat is not None and name[1:].isdecimal():
            return AttackPiece(target=unit_name(seat, int(name[1:])))
    return AttackAt(squares=squares)


def move_from(said: Said, at: Situation) -> Team:
    """From where the units stand: "12 c4-c5", "ALL on c4 to c5"."""
    origin, to = said["way"]
    there = [number for number in at.here.units if _stands(at, number, origin)]
    named = tuple(_numbers(said, at))
    units = tuple(n for n in there if n not in at.busy) if ALL in named else named
    if not units or not set(units) <= set(there):
        instead, square = Team(units=named, choice=Move(to=to)), square_name(origin)
        raise Refused(N_("not all of these units stand at {square}"), "way", instead, square=square)
    return _team(said, at, Move(to=to), units)


def _stands(at: Situation, number: object, square: Square) -> bool:
    unit = at.here.units.get(number) if isinstance(number, int) else None
    return unit is not None and unit.square == square


def deploy(said: Said, at: Situation) -> Team:
    team = _team(said, at, Deploy())
    square = said.get("at")
    if square is not None and not all(_stands(at, number, square) for number in team.units):
        raise Refused(N_("a unit deploys where it stands: leave the square out"), "at")
    return team


def hold(said: Said, at: Situation) -> Team:
    message = N_(
        "a unit without a line stays where it is: leave this out; ATTACK with NEAREST waits for an "
        "enemy in range"
    )
    raise Refused(message, "units", _team(said, at, AttackNearest()))


def refuse_attack(said: Said, at: Situation) -> Team:
    message = N_(
        "attack what? Name squares (AT d8, d9), a unit (UNIT Red 7), a factory (FACTORY Red B) or "
        "NEAREST"
    )
    raise Refused(message, instead=_team(said, at, AttackNearest()))


def _team(said: Said, at: Situation, choice: AnyChoice, units: tuple[int | str, ...] = ()) -> Team:
    """Who is meant, to do this, and what instead."""
    units = units or tuple(_numbers(said, at))
    others = [_other(one, choice, at) for one in said.get("others", ())]
    if any(set(other.units) != set(units) for other in others):
        message = N_("ELSE is for all units of its line; leave their numbers out")
        raise Refused(message, "others")
    return Team(
        units=units,
        choice=choice,
        others=tuple(Else(other.choice, late=other.late) for other in others),
        late=bool(said.get("late")),
    )


def _other(said: Filling, first: AnyChoice, at: Situation) -> Team:
    """What is done otherwise. A square alone is where the unit goes then, and not what it attacks,
    where it attacks whatever is near already, or nobody stands there but its own."""
    other: Team = said.made(at)
    aim = other.choice
    if said.verb is not None or said.is_led or not isinstance(aim, AttackAt):
        return other
    field, seat = at.here.field, at.here.seat
    stand = [piece.name.seat for square in aim.squares for piece in field.at(square)]
    goes = isinstance(first, AttackNearest) or {*stand} == {seat}
    if not goes or len(aim.squares) > 1:
        return other
    return replace(other, choice=Move(to=aim.squares[0]))


def _numbers(said: Said, at: Situation) -> Iterator[int | str]:
    """Units as they are named; of a range those that are there."""
    for one in said["units"]:
        if isinstance(one, Name):
            if one.seat != at.here.seat:
                raise Refused(N_("{name} is not yours"), "units", name=str(one))
            yield int(one.name)
        elif isinstance(one, tuple):
            low, high = sorted(one)
            found = [number for number in at.here.units if low <= number <= high]
            if not found:
                message = N_("you have no unit from {first} to {last}")
                raise Refused(message, "units", first=low, last=high)
            yield from found if one[0] <= one[1] else found[::-1]
        else:
            yield one


# Others' pieces -----------------------------------------------------------------------


def _name(aim: Aim, at: Situation) -> Name:
    """Whose piece is meant; one without an owner can be the only enemy's alone."""
    view = at.view
    seat = aim.owner if isinstance(aim.owner, int) else _seat(aim.owner, at)
    rivals = [one for one in view.seats if one != at.here.seat and view.is_alive(one)]
    if not aim.owner and len(rivals) == 1:
        seat = rivals[0]
    if not aim.owner and seat is None:
        message = N_("whose is {found}? Name the colour, as in UNIT {colour} 7")
        colour = banner(rivals[0] if rivals else at.here.seat)
        raise Refused(message, "target", found=quoted(aim.name), colour=colour)
    if seat not in view.seats or seat is None:
        message = N_("nobody here has that colour; the colours are {colours}")
        raise Refused(message, "target", colours=", ".join(map(banner, view.seats)))
    if len(aim.name) > LONGEST_FIGURE:
        raise Refused(N_("a unit's number has too many digits"), "target")
    return Name(seat, str(int(aim.name)) if aim.name.isdecimal() else aim.name)


def _seat(initial: str, at: Situation) -> Seat | None:
    """The seat whose colour begins so."""
    return next((s for s in at.view.seats if initial and BANNERS[s - 1][0] == initial), None)


DOES: Mapping[str, str] = {
    "PLACE": N_("where a factory of yours is to stand, the dearest square first"),
    "PRODUCE": N_(
        "what a factory makes: levels of attack (A), defence (D), movement (M), number of attacks "
        "(N) and range (R), in this order here, each 1 where it is not named; M0 comes undeployed: "
        "MOVE it, then DEPLOY it"
    ),
    "MOVE": N_("a unit to another square"),
    "ATTACK": N_("with a unit: what stands on a square, or the nearest"),
    "DEPLOY": N_(
        "set up an undeployed unit or factory where it stands; it is ready in the next turn"
    ),
    "PASS": N_("order nothing; with a turn: the game goes on without waiting for you until then"),
}
"""What the orders of each verb do, told at the head of the menu."""
