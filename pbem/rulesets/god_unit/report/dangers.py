"""What a player must not overlook: attrition (GU-13), what others have in range and how likely a
factory falls to it (GU-11), factories without work, relics and time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.blocks import bullets, few, grouped, section
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import capitalised, count_turns, in_a_row, side_by_side
from pbem.engine.report import Paragraph, Section
from pbem.maps.board import distance, square_name
from pbem.maps.paths import reach
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.bots import Turn
from pbem.rulesets.god_unit.figures import FIGURES, Design, Piece, Site, Unit
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.forecast import Threat, chance_to_fall, threats
from pbem.rulesets.god_unit.mechanics.position import Position, is_truce
from pbem.rulesets.god_unit.orders import Act, AttackAt
from pbem.rulesets.god_unit.view import View

_MOST_FOES = 3
_MOST_THREATS = 2
"""So many groups of units that are in range of the same are told, unless there is one more."""
_MOST_UNITS = 8
_GUARD = Design(d=4)
_WORTH_TELLING = 0.05
"""What lowers a chance by less than this is no help."""
_CLOSE = 3
"""A rival whose reign lacks no more turns than this to win is pointed out (SZ-10)."""


def look_out(position: Position, advised: Turn) -> Iterator[Section]:
    """The section that stands first, if there is anything to look out for. What is lost without
    more ado stands out, else the first of the warnings; the rest is a list."""
    view = position.view
    lost = [Paragraph(one, "bad") for one in _wasting(position)]
    told = [
        *_last_blows(position),
        *_undeployed(position),
        *_in_range(position, advised),
        *_idle(position, advised),
        *_reigns(view),
        *_time(view),
    ]
    first = [] if lost else [Paragraph(one, "warning") for one in told[:1]]
    yield from section(_("Look out"), (*lost, *first, *bullets(told[len(first) :])))


def _wasting(position: Position) -> Iterator[str]:
    units = len(position.view.units_of(position.seat))
    if position.view.is_wasting(position.seat):
        yield ngettext(
            "You have no factory, not even an undeployed one: one of your {n} units, drawn "
            "by lot, is lost each turn before you act.",
            "You have no factory, not even an undeployed one: one of your {n} units, drawn "
            "by lot, is lost each turn before you act.",
            units,
        ).format(n=units)


def _undeployed(position: Position) -> Iterator[str]:
    view, seat = position.view, position.seat
    folded = [unit for unit in view.units_of(seat) if unit.design.is_factory]
    is_deploying = any(unit.phase == "deploying" for unit in folded)
    if folded and view.turn and not is_deploying and not view.factories_of(seat):
        yield ngettext(
            "No factory of yours is deployed: nothing is made until unit {numbers} is. "
            "Without it you would lose a unit each turn.",
            "No factory of yours is deployed: nothing is made until one of units {numbers} "
            "is. Without them you would lose a unit each turn.",
            len(folded),
        ).format(numbers=in_a_row([str(unit.number) for unit in folded]))


# Who has what in range ----------------------------------------------------------------


def _last_blows(position: Position) -> Iterator[str]:
    """The strongest unit that alone could destroy all that the reader has in the open turn, else
    all of several factories (GU-13)."""
    field, seat = position.field, position.seat
    pieces: list[Piece] = [*field.sites(seat), *field.units(seat)]
    factories = [one for one in pieces if isinstance(one, Site) or one.design.is_factory]
    out = _("{unit} at {square} could destroy all that you have in turn {turn}: you would be out.")
    bare = _(
        "{unit} at {square} could destroy all your factories in turn {turn}; without one you lose "
        "a unit each turn."
    )
    found = threats(field, seat)
    foes = tuple(dict.fromkeys(foe for threat in found for foe in threat.foes))
    for least, mine, told in ((1, pieces, out), (2, factories, bare)):
        for foe in foes:
            struck = [one.piece for one in found if foe in one.foes and one.piece in mine]
            if least <= len(mine) == len(struck) <= foe.levels.attacks:
                unit, square = naming.units([foe]), square_name(foe.square)
                yield told.format(unit=unit, square=square, turn=position.view.open_turn)
                return


def _in_range(position: Position, advised: Turn) -> Iterator[str]:
    found = grouped(threats(position.field, position.seat), lambda one: one.is_factory)
    acts = {act.unit: act for act in advised.orders.orders if isinstance(act, Act)}
    sieges = [_Siege(position.field, threat, acts) for threat in found.get(True, ())]
    for siege in sorted(sieges, key=lambda one: -one.chance):
        yield from siege.told()
    units = list(grouped(found.get(False, ()), lambda one: one.foes).items())
    most = len(units) if len(units) == _MOST_THREATS + 1 else _MOST_THREATS
    for foes, alike in units[:most]:
        yield ngettext(
            "In range of {foes}, as they stand, is your unit {units}.",
            "In range of {foes}, as they stand, are your units {units}.",
            len(alike),
        ).format(
            foes=few([naming.units(one) for one in _alike(foes)], _MOST_FOES),
            units=few(sorted([one.piece.name.name for one in alike], key=int), _MOST_UNITS),
        )
    rest = sum(len(alike) for _foes, alike in units[most:])
    if rest:
        yield ngettext(
            "{n} more unit of yours is in range of others.",
            "{n} more units of yours are in range of others.",
            rest,
        ).format(n=rest)


class _Siege:
    """A factory in range of others: how likely it falls if all of them are upon it, and what
    another unit in its square would make of that, or one less; `acts` are the lines that are
    advised, by unit, which may have it otherwise."""

    def __init__(self, field: Field, threat: Threat, acts: Mapping[int, Act]) -> None:
        self._field, self._threat, self._acts = field, threat, acts
        self._piece = threat.piece
        self._beside = [
            one.levels.defence for one in field.at(self._piece.square) if one != self._piece
        ]
        self._volleys = [(foe.levels.attack, foe.levels.attacks) for foe in threat.foes]
        known = self._with()
        self.chance = 1.0 if known is None else known
        self._is_known = known is not None

    def told(self) -> Iterator[str]:
        """In a sentence, then what would help most, and what the house bot has in mind."""
        number = sum(number for _attack, number in self._volleys)
        after = ngettext("after {n} attack", "after {n} attacks", number).format(n=number)
        told = _("{piece} is in range of {foes}.")
        if self._is_known:
            told = _("{piece} falls with {chance} {after_attacks} by {foes}")
        said = told.format(
            piece=capitalised(_own_piece(self._threat)),
            chance=naming.percent(self.chance),
            foes=_foes(self._threat),
            # A line that began with "9 attacks" would be an order where the mail comes back.
            after_attacks=naming.unbroken(after),
        )
        if not self._is_known:
            yield said
            return
        yield f"{said}."
        yield from self._help()
        yield from self._without()

    def _with(self, *guards: int) -> float | None:
        defence = self._piece.levels.defence
        return chance_to_fall(defence, [*self._beside, *guards], self._volleys)

    def _help(self) -> Iterator[str]:
        """The own unit that could come and lowers the chance most; else any of the kind."""
        could = [
            (chance, unit.number, unit)
            for unit in self._field.units(self._piece.seat)
            if unit.square != self._piece.square and unit.levels.defence and self._comes(unit)
            if (chance := self._with(unit.levels.defence)) is not None and self._helps(chance)
        ]
        piece = _own_piece(self._threat)
        if could:
            free = [one for one in could if not self._otherwise(one[1])]
            chance, number, unit = min(free or could)
            told = _(
                "Your unit {number} (D{level}) in the square of {piece} would make that {chance}"
            )
            said = told.format(
                number=number, level=unit.levels.d, piece=piece, chance=naming.percent(chance)
            )
            yield f"{side_by_side(filter(None, (said, self._otherwise(number))))}."
            return
        other = self._with(_GUARD.defence)
        if other is not None and self._helps(other):
            told = _("A {design} unit in the square of {piece} would make that {chance}.")
            yield told.format(design=str(_GUARD), piece=piece, chance=naming.percent(other))

    def _otherwise(self, number: int) -> str:
        """What else the house bot would have a unit do that could come; empty where nothing."""
        act = self._acts.get(number)
        goal = None if act is None else act.goal
        if act is not None and isinstance(act.choice, AttackAt):
            return _("the house bot would rather have it attack")
        if goal is not None and goal != self._piece.square:
            told = _("the house bot would rather have it go to {square}")
            return told.format(square=square_name(goal))
        return ""

    def _without(self) -> Iterator[str]:
        """What is left of the guard where the house bot would have one of it go elsewhere."""
        for unit in self._field.units(self._piece.seat):
            act = self._acts.get(unit.number)
            if unit.square != self._piece.square or act is None or act.goal is None:
                continue
            guards = [*self._beside]
            if unit.levels.defence in guards and not isinstance(act.choice, AttackAt):
                guards.remove(unit.levels.defence)
                volleys, defence = self._volleys, self._piece.levels.defence
                chance = chance_to_fall(defence, guards, volleys)
                if chance is not None and chance - self.chance >= _WORTH_TELLING:
                    told = _(
                        "If your unit {number} leaves the square of {piece}, as in the house bot's "
                        "orders at the end, that is {chance}."
                    )
                    yield told.format(
                        number=unit.number,
                        piece=_own_piece(self._threat),
                        chance=naming.percent(chance),
                    )

    def _comes(self, unit: Unit) -> bool:
        blocked = self._field.enemy_squares(unit.seat)
        walk = unit.levels.walk
        near = distance(unit.square, self._piece.square) <= walk
        return near and self._piece.square in reach(self._field.board, unit.square, walk, blocked)

    def _helps(self, chance: float) -> bool:
        return self.chance - chance >= _WORTH_TELLING


def _own_piece(threat: Threat) -> str:
    piece, square = threat.piece, square_name(threat.piece.square)
    if isinstance(piece, Site):
        return _("factory {letter} ({square})").format(letter=piece.letter, square=square)
    told = _("unit {number}, an undeployed factory ({square}),")
    return told.format(number=piece.number, square=square)


def _foes(threat: Threat) -> str:
    """The units and where they stand, those that are alike together."""
    told = [
        _("{unit} at {square}").format(unit=naming.units(foes), square=square_name(foes[0].square))
        for foes in _alike(threat.foes)
    ]
    return few(told, _MOST_FOES)


def _alike(foes: Sequence[Unit]) -> list[list[Unit]]:
    """Those of one owner, design and square together."""
    return [*grouped(foes, lambda foe: (foe.seat, foe.square, foe.design)).values()]


# Factories, relics, time --------------------------------------------------------------


def _idle(position: Position, advised: Turn) -> Iterator[str]:
    idle = [letter for letter, shop in position.shops.items() if shop.work is None]
    if idle:
        yield ngettext(
            "Factory {letters} has nothing to make in turn {turn}: {example} would end that.",
            "Factories {letters} have nothing to make in turn {turn}: {example} would end that "
            "for the first.",
            len(idle),
        ).format(
            letters=in_a_row(idle),
            turn=position.view.open_turn,
            example=naming.line(written(advised.produce[idle[0]])),
        )


def _reigns(view: View) -> Iterator[str]:
    """SZ-10."""
    goal = FIGURES.relic_turns
    for seat in view.seats if view.options.victory == "relics" else ():
        reign = view.side(seat).reign
        if view.is_alive(seat) and reign >= goal - _CLOSE:
            told = _("{name} has held most relics for {turns} in a row: {goal} win.")
            if seat == view.seat:
                told = _("You have held most relics for {turns} in a row: {goal} win.")
            yield told.format(name=view.name(seat), turns=count_turns(reign), goal=goal)


def _time(view: View) -> Iterator[str]:
    if view.open_turn == view.options.max_turns:
        yield _("The next turn is the last: most deployed factories win, then most worth.")
    if is_truce(view.options, view.turn) and not is_truce(view.options, view.open_turn):
        yield _("The truce is over: attacks count from now on.")
