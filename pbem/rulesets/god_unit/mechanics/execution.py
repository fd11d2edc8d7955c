"""Whether an order can be carried out this turn, and what of it (GU-6 to GU-12).

What no turn of events could let an order do is refused, with the nearest order that would have
been right, or left out of it with a warning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import msgspec

from pbem.engine.i18n import N_, _, ngettext
from pbem.engine.language import ALL, Refusal, Refused
from pbem.maps.board import Square, column_name, square_name
from pbem.rulesets.god_unit.figures import (
    ARMAMENT,
    CHARACTERISTICS,
    FIGURES,
    Design,
    Name,
    Rule,
    Unit,
    banner,
    broken_rules,
    factory_letter,
    is_valid,
)
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.errors import (
    NO_GROUND,
    NO_TARGET,
    NOBODY_STANDS,
    NOT_PLACING,
    OUTSIDE_ZONE,
    invalid_design,
)
from pbem.rulesets.god_unit.mechanics.plans import may_come, refusal, ruled_out
from pbem.rulesets.god_unit.mechanics.position import Situation, at_work, deployed
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyChoice,
    AnyOrder,
    AttackAt,
    AttackNearest,
    AttackPiece,
    Else,
    Move,
    MoveTowards,
    Pass,
    PassUntil,
    Place,
    Produce,
    Team,
)


@dataclass(frozen=True)
class Done:
    """What an order of a line came to: orders, one for each unit, and what of it is left out: a
    choice, or a square of a list or a unit (None), with the reason. ``gone`` are units that are no
    more."""

    orders: tuple[AnyOrder, ...]
    left_out: tuple[tuple[AnyChoice | None, Refusal], ...] = ()
    gone: tuple[int, ...] = ()


def carry_out(
    at: Situation, order: Place | Produce | Team | Pass | PassUntil
) -> tuple[Situation, Done]:
    """Raises :class:`Refused` where no turn of events could let an order be carried out."""
    match order:
        case Place():
            return at, _place(at, order)
        case Produce():
            _check_product(at, order)
            if order.factory in at.named:
                message = N_("factory {letter} is told two things in this line")
                raise Refused(message, "factory", letter=order.factory)
            return replace(at, named=at.named | {order.factory}), Done((order,))
        case Pass() | PassUntil():
            return at, Done((order,))
        case Team():
            done = _act(at, order)
            units = frozenset(act.unit for act in done.orders if isinstance(act, Act))
            return replace(at, busy=at.busy | units, named=at.named | units), done


def _check_board(at: Situation, square: Square, slot: str) -> None:
    board = at.view.board
    if square not in board:
        message = N_(
            "there is no square {name}: the board's columns are a to {column}, its rows 1 to {rows}"
        )
        column = column_name(board.width - 1)
        raise Refused(message, slot, name=square_name(square), column=column, rows=board.height)


# PLACE (GU-7) -------------------------------------------------------------------------


def _place(at: Situation, order: Place) -> Done:
    """Squares that can be had; the others are skipped, as in the turn."""
    if not at.view.is_placing:
        raise Refused(NOT_PLACING)
    view, zone = at.view, at.view.homes[at.here.seat - 1].zone
    good: list[Square] = []
    wrong: list[Refused] = []
    for square in order.squares:
        _check_board(at, square, "squares")
        message = N_("{square} is named twice") if square in good else ""
        if view.options.placement != "open" and square not in zone:
            message = OUTSIDE_ZONE
        if not view.board.is_land(square):
            message = NO_GROUND
        if message:
            wrong.append(Refused(message, "squares", square=square_name(square)))
        else:
            good.append(square)
    if not good:
        raise wrong[0]
    return Done((Place(squares=tuple(good)),), tuple((None, one.refusal) for one in wrong))


# PRODUCE (GU-2, GU-8) -----------------------------------------------------------------


def _check_product(at: Situation, order: Produce) -> None:
    letters = at.here.letters
    if order.factory not in letters:
        message = N_("you have no factory {letter}; yours: {letters}")
        if not letters:
            message = N_("you have no factory {letter}, nor any other")
        raise Refused(message, "factory", letter=order.factory, letters=", ".join(letters))
    most = at.view.options.max_cost
    if order.product is not None and not is_valid(order.product, most):
        instead = msgspec.structs.replace(order, product=nearest_valid(order.product, most))
        raise Refused(invalid_design(order.product, most), "design", instead)


# Units (GU-6, GU-11, GU-12) -----------------------------------------------------------


def _act(at: Situation, team: Team) -> Done:
    """Each unit's own order, without choices that it can never carry out."""
    if at.view.is_placing:
        raise Refused(N_("there are no units yet: the first ones can appear in turn 2"), "units")
    if team.late:
        raise Refused(N_("LATE stands behind ELSE: what is done when nobody can act otherwise"))
    for choice in (team.choice, *(other.choice for other in team.others)):
        for slot in ("to", "goal"):
            if hasattr(choice, slot):
                _check_board(at, getattr(choice, slot), slot)
        for square in getattr(choice, "squares", ()):
            _check_board(at, square, "squares")
    gone = _gone_of(at, team)
    team = without(team, gone)
    acts: list[AnyOrder] = []
    left_out = dict.fromkeys(_skips(at, gone))
    for number in _meant(at, team):
        act, never = _one_act(at, team, number)
        acts.append(act)
        left_out |= dict.fromkeys(never)
    return Done(tuple(acts), tuple(left_out), gone)


def _gone_of(at: Situation, team: Team) -> tuple[int, ...]:
    """The units of a line that are no more, where it goes on for others: who wrote it may not have
    known, and a line that is repeated outlives some of its units."""
    numbers = [one for one in dict.fromkeys(team.units) if isinstance(one, int)]
    found = tuple(number for number in numbers if _was_there(at, number))
    return found if len(found) < len({*team.units}) else ()


def _skips(at: Situation, gone: Collection[int]) -> Iterator[tuple[AnyChoice | None, Refusal]]:
    """Each of these units with where it is gone."""
    for number in gone:
        letter = _settled(at, number)
        message = N_("unit {number} is factory {letter} now") if letter else _GONE
        yield None, Refusal(message, "units", (("number", number), ("letter", letter)))


_GONE = N_("unit {number} is no more")


def without(team: Team, gone: Collection[int | str]) -> Team:
    """The same for the rest of its units."""
    return msgspec.structs.replace(team, units=tuple(n for n in team.units if n not in gone))


def _meant(at: Situation, team: Team) -> list[int]:
    """The units of a line; ALL are those without a line that may come to do it."""
    numbers = [unit for unit in team.units if isinstance(unit, int)]
    twice = next((n for n in numbers if n in at.named or numbers.count(n) > 1), None)
    if twice is not None:
        message = N_("unit {number} is named twice in this line; a unit acts once a turn")
        raise Refused(message, "units", number=twice)
    if ALL not in team.units:
        return numbers
    numbers += _everyone(at, team)
    if numbers:
        return numbers
    message = N_("none of your units without a line of its own can do this")
    instead = None
    if isinstance(team.choice, Move):
        instead = Team(units=(ALL,), choice=MoveTowards(goal=team.choice.to))
        instead = instead if _everyone(at, instead) else None
    raise Refused(message, "units", instead)


def _everyone(at: Situation, team: Team) -> list[int]:
    choices = (team.choice, *(other.choice for other in team.others))
    return [
        number
        for number, unit in at.here.units.items()
        if number not in {*at.busy, *team.units}
        and any(may_come(at.here.field, unit, choice) for choice in choices)
    ]


def _one_act(at: Situation, team: Team, number: int) -> tuple[Act, list[tuple[AnyChoice, Refusal]]]:
    unit = at.here.units.get(number)
    mates = tuple(one for one in team.units if one not in (number, ALL))
    if unit is None:
        raise _missing(at, number, without(team, (number, ALL)))
    choices = (Else(team.choice), *team.others)
    never = {other: why for other in choices if (why := _never(at, unit, other.choice))}
    left = [other for other in choices if other not in never]
    if not left:
        first = never[choices[0]].refusal
        if mates:
            told = _("unit {number}: {reason}").format(number=number, reason=first.text)
            raise Refused(told, first.slot, without(team, (number, ALL)))
        choice = mended_choice(at.here.field, unit, team.choice)
        instead = choice and msgspec.structs.replace(team, choice=choice, others=())
        raise Refused(first.text, first.slot, instead)
    prompt = next((other for other in left if not other.late), None)
    choice = team.choice if prompt is None else prompt.choice
    others = tuple(other for other in left if other is not prompt)
    left_out = [(other.choice, why.refusal) for other, why in never.items()]
    return Act(unit=number, choice=choice, others=others), left_out


def _missing(at: Situation, number: int, left: Team) -> Refused:
    """Why a unit cannot be given orders: lost, not there yet, or a factory by now; with the line of
    the others."""
    instead, numbers = left if left.units else None, at.here.numbers
    letter = _settled(at, number)
    if letter:
        message = N_("unit {number} is factory {letter} now: PRODUCE tells it what to make")
        found = Refused(message, "units", instead, number=number, letter=letter)
    elif _was_there(at, number):
        message = N_("unit {number} is no more; yours: {numbers}")
        if not numbers:
            message = N_("unit {number} is no more; you have none")
        found = Refused(message, "units", instead, number=number, numbers=numbers)
    else:
        message = N_("there is no unit {number}; yours: {numbers}")
        if not numbers:
            message = N_("there is no unit {number}; you have none")
        return Refused(message, "units", instead, number=number, numbers=numbers)
    found.for_good = instead is None or not any(one in at.here.units for one in left.units)
    return found


def _was_there(at: Situation, number: int) -> bool:
    return number not in at.here.units and 0 < number <= at.view.side(at.here.seat).units


def _settled(at: Situation, number: int) -> str:
    """The letter of the factory that a unit has become just now; empty where it has not."""
    lost = [one for one in at.view.units_of(at.here.seat) if one.number == number]
    if not lost or lost[0].phase != "deploying" or number in at.here.units:
        return ""
    return next(site for site in deployed(at.view) if site.square == lost[0].square).letter


def _never(at: Situation, unit: Unit, choice: AnyChoice) -> Refused | None:
    """Why a choice can never be carried out this turn; None where it can, or may yet."""
    found = ruled_out(at.here.field, unit, choice)
    if found is not None:
        is_gone = found.refusal.message == NO_TARGET
        return _gone(at, choice.target) if isinstance(choice, AttackPiece) and is_gone else found
    for square in choice.squares if isinstance(choice, AttackAt) else ():
        if not at.view.board.is_land(square):
            return Refused(NOBODY_STANDS, "squares", square=square_name(square))
    return None


def _gone(at: Situation, target: Name) -> Refused:
    """Why there is nothing of that name to attack, nor can be this turn."""
    view, side, working = at.view, at.view.side(target.seat), at_work(at.view, target.seat)
    if target.is_factory:
        made = side.factories + sum(site.seat == target.seat for site in deployed(view))
        message = N_("there is no factory {name}")
        if target.name in map(factory_letter, range(made)):
            message = N_("factory {name} is no more")
    elif int(target.name) <= side.units:
        message = N_("{name} is no more")
    elif not working:
        message = N_("there is no {name}, and no factory of {colour} is making one")
    else:
        message = ngettext(
            "there is no {name}: {colour} has shown {shown}, and {n} more at most can come this "
            "turn",
            "there is no {name}: {colour} has shown {shown}, and {n} more at most can come this "
            "turn",
            working,
        )
    fields = {"name": str(target), "colour": banner(target.seat)}
    return Refused(message, "target", None, (), **fields, shown=side.units, n=working)


def nearest_valid(design: Design, max_cost: int) -> Design:
    """A valid design much like this one: the highest levels lowered, or zeros raised, one by one
    until no rule is broken (GU-2)."""
    low, high = FIGURES.levels
    for name, level in design.levels.items():
        design = design.having(name, min(high, max(low, level)))
    while rules := broken_rules(design, max_cost):
        design = _a_step_nearer(design, rules)
    return design


def _a_step_nearer(design: Design, rules: Collection[Rule]) -> Design:
    levels = design.levels
    if Rule.ARMS_TOGETHER in rules:
        return design.having(next(one for one in ARMAMENT if levels[one] == 0), 1)
    if Rule.TOO_CHEAP in rules:
        name = min(CHARACTERISTICS, key=lambda one: levels[one])
        return design.having(name, levels[name] + 1)
    names = ARMAMENT if Rule.ARMAMENT in rules else CHARACTERISTICS
    name = max(names, key=lambda one: levels[one])
    return design.having(name, levels[name] - 1)


def mended_choice(field: Field, unit: Unit, choice: AnyChoice) -> AnyChoice | None:
    """What the unit could do instead of what it cannot; None where nothing is near."""
    if isinstance(choice, AttackAt):
        land = tuple(square for square in choice.squares if field.board.is_land(square))
        if land != choice.squares and land and may_come(field, unit, AttackAt(squares=land)):
            return AttackAt(squares=land)
    found = _instead(field, unit, choice)
    return next((one for one in found if refusal(field, unit, one) is None), None)


def _instead(field: Field, unit: Unit, choice: AnyChoice) -> Iterator[AnyChoice]:
    match choice:
        case Move(to=goal):
            yield MoveTowards(goal=goal)
        case AttackAt(squares=squares):
            yield AttackNearest()
            yield MoveTowards(goal=squares[0])
        case AttackPiece(target=name):
            target = field.get(name)
            if target is not None and name.seat != unit.seat:
                yield AttackNearest()
                yield MoveTowards(goal=target.square)
