"""What a receipt says of an order that is taken: what it comes to as the board stands, and what
to think over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from pbem.engine.api import Seat
from pbem.engine.i18n import _, ngettext
from pbem.engine.language import Refusal, Refused
from pbem.engine.phrases import count_turns, in_a_row, side_by_side
from pbem.maps.board import Square, distance, square_name
from pbem.maps.paths import length
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.figures import (
    Design,
    Piece,
    Site,
    Unit,
    Work,
    factory_letter,
    unit_name,
)
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.errors import (
    FACTORY_THERE,
    NOBODY_BESIDE,
    NOBODY_NEAR,
    NOBODY_THERE,
    TARGET_AWAY,
    UNSEEN,
    NotYet,
)
from pbem.rulesets.god_unit.mechanics.forecast import Rivalry, chance_to_hit
from pbem.rulesets.god_unit.mechanics.plans import (
    Fire,
    Plan,
    Unfold,
    Walk,
    out_of_range,
    plan,
    refusal,
)
from pbem.rulesets.god_unit.mechanics.position import due, field_of, workshops
from pbem.rulesets.god_unit.orders import (
    Act,
    AnyChoice,
    AnyOrder,
    AttackAt,
    Deploy,
    Move,
    MoveTowards,
    Orders,
    Pass,
    Place,
    Produce,
)
from pbem.rulesets.god_unit.view import View

_MOST_SQUARES = 3
"""Odds are told for so many squares of a line."""


@dataclass(frozen=True)
class Noted:
    """What is to be said of an order."""

    note: str = ""
    warnings: tuple[str, ...] = ()


class Notes:
    """Goes through all the orders of a mail, in the order written."""

    def __init__(self, view: View, seat: Seat, orders: Orders, field: Field | None = None) -> None:
        self._view = view
        self._seat = seat
        self._orders = orders
        self._field = field if field is not None else field_of(view)
        self._rivalry = Rivalry(self._field, seat)
        self._shops = _shops(view, seat)
        self._told: set[str] = set()
        self._busy: set[int] = set()
        self._placed: list[Square] = []

    def tell(self, order: AnyOrder) -> Noted:
        """The next order's."""
        match order:
            case Place():
                return self._place(order)
            case Produce():
                return self._produce(order)
            case Act():
                return self._act(order)
            case Pass():
                return Noted(_("you pass once: the others' next lines come first"))

    def idle_factories(self) -> tuple[str, ...]:
        """The letters of own factories that have nothing to do once these orders are taken."""
        return tuple(letter for letter, (_site, work) in self._shops.items() if work is None)

    # PLACE (GU-7) -----------------------------------------------------------------------

    def _place(self, order: Place) -> Noted:
        before = len(self._placed)
        self._placed += [square for square in order.squares if square not in self._placed]
        named, wanted = len(self._placed), self._view.options.factories
        warnings = []
        if named - before < len(order.squares):
            warnings.append(_("some of these squares are in a line above; once is enough"))
        last = order == [one for one in self._orders.orders if isinstance(one, Place)][-1]
        if last and named < wanted:
            warnings.append(
                _("{named} of {wanted} are named; a die places the rest").format(
                    named=named, wanted=naming.count_factories(wanted)
                )
            )
        note = ngettext("{n} square for {factories}", "{n} squares for {factories}", named).format(
            n=named, factories=naming.count_factories(wanted)
        )
        if named > wanted:
            note = _("{note}; the later ones count where others come first").format(note=note)
        return Noted(note, tuple(warnings))

    # PRODUCE (GU-9) ---------------------------------------------------------------------

    def _produce(self, order: Produce) -> Noted:
        turn = self._view.open_turn
        site, before = self._shops[order.factory]
        same = before is not None and before.product == order.product
        since = site.since if same else turn
        lost = 0 if before is None or same or site.since is None else turn - site.since
        work = None if order.product is None else Work(order.product, order.repeat)
        after = msgspec.structs.replace(site, since=None if work is None else since)
        self._shops[order.factory] = after, work
        appears = due(after, work)
        warnings = []
        if order.factory in self._told:
            warnings.append(
                _("a line above tells factory {letter} something else; the last one counts").format(
                    letter=order.factory
                )
            )
        if lost and before is not None:
            warnings.append(
                _("gives up {turns} of work on {product}").format(
                    turns=count_turns(lost), product=naming.design(before.product)
                )
            )
        last = self._view.options.max_turns
        if appears is not None and appears > last:
            warnings.append(_("the game ends with turn {turn}, before that").format(turn=last))
        self._told.add(order.factory)
        return Noted(_production(order, same, appears), tuple(warnings))

    # Units ------------------------------------------------------------------------------

    def _act(self, order: Act) -> Noted:
        unit = self._field.unit(unit_name(self._seat, order.unit))
        if unit is None:
            raise LookupError(f"no unit {order.unit} for {order}")
        try:
            noted = self._possible(order, unit, plan(self._field, unit, order.choice))
        except Refused as refused:
            noted = self._waiting(order, unit, refused)
        if order.unit in self._busy:
            again = _("counts only if unit {number} cannot do what a line above says").format(
                number=order.unit
            )
            noted = Noted(side_by_side((again, noted.note)), noted.warnings)
        self._busy.add(order.unit)
        return noted

    def _possible(self, order: Act, unit: Unit, found: Plan) -> Noted:
        match found:
            case Walk():
                return self._walk(order, unit, found)
            case Fire():
                return self._fire(order.choice, unit, found)
            case Unfold():
                return Noted(self._unfold(unit))

    def _walk(self, order: Act, unit: Unit, found: Walk) -> Noted:
        far = naming.far(length(found.path))
        most = naming.count_squares(unit.levels.walk)
        if isinstance(order.choice, MoveTowards) and found.path[-1] != order.choice.goal:
            note = _("gets to {square} this turn, {far} of {most}").format(
                square=square_name(found.path[-1]), far=far, most=most
            )
        else:
            note = _("{far} of {most}").format(far=far, most=most)
        return self._with_rival(order, unit, found, note)

    def _with_rival(self, order: Act, unit: Unit, found: Walk, note: str) -> Noted:
        """A warning where an enemy could make the move impossible, and nothing else is tried."""
        if not isinstance(order.choice, Move):
            return Noted(note)
        rival = self._rivalry.could_be_first(unit, found.path)
        if rival is None:
            return Noted(note)
        name, square = rival
        sentence = (
            _("{enemy} could be at {square} first")
            if square == order.choice.to
            else _("{enemy} could cut the way at {square} first")
        )
        told = sentence.format(enemy=name, square=square_name(square))
        if order.others:
            return Noted(_("{note}; {told}, then ELSE is tried").format(note=note, told=told))
        return Noted(note, (_("{told}; ELSE gives another choice").format(told=told),))

    def _fire(self, choice: AnyChoice, unit: Unit, found: Fire) -> Noted:
        held = [s for s in found.squares if self._field.holds_enemies(s, unit.seat)]
        told = [
            _odds(unit, square, self._field.at(square), named=len(held) > 1 or found.nearest)
            for square in held[:_MOST_SQUARES]
        ]
        if found.nearest and len(held) > 1:
            told.insert(0, _("a die picks among equally near squares"))
        warnings = [*_skipped(unit, choice)]
        if all(_chance(unit, piece) == 0 for square in held for piece in self._field.at(square)):
            warnings.append(_("A{level} never wins against this").format(level=unit.levels.a))
        return Noted(side_by_side(told), tuple(warnings))

    def _unfold(self, unit: Unit) -> str:
        turn = self._view.open_turn + 1
        if not unit.design.is_factory:
            return _("{design} from turn {turn} on").format(
                design=naming.design(unit.design), turn=turn
            )
        return _("factory {letter} from turn {turn} on").format(
            letter=self._letter(unit), turn=turn
        )

    def _letter(self, unit: Unit) -> str:
        """The letter of a factory that is deployed: with others of this mail, the lowest
        number first (GU-12)."""
        acts = [order for order in self._orders.orders if isinstance(order, Act)]
        numbers = {act.unit for act in acts if isinstance(act.choice, Deploy)}
        factories = [
            number
            for number in sorted(numbers | {unit.number})
            if (one := self._field.unit(unit_name(self._seat, number))) is not None
            and one.design.is_factory
        ]
        made = self._view.side(self._seat).factories
        made += sum(site.seat == self._seat for site in self._field.sites()) - sum(
            one.site.seat == self._seat for one in self._view.factories
        )
        return factory_letter(made + factories.index(unit.number))

    # Lines that wait ----------------------------------------------------------------------

    def _waiting(self, order: Act, unit: Unit, refused: Refused) -> Noted:
        why = refused.refusal
        skipped = tuple(_skipped(unit, order.choice))
        reason = why.text
        instead = self._instead(order, unit)
        if instead is not None:
            sentence = _("{reason}: as the board stands, ELSE is what is done ({choice})")
            return Noted(sentence.format(reason=reason, choice=written(instead)), skipped)
        if not isinstance(refused, NotYet):  # only what is late is left of the line
            return Noted()
        message = why.message
        if message in (NOBODY_THERE, NOBODY_NEAR, NOBODY_BESIDE):
            note = _("{reason} now: the line waits until one comes").format(reason=reason)
            return Noted(note, skipped)
        if message in (UNSEEN, TARGET_AWAY):
            note = _("{reason}: the line waits until it comes near").format(reason=reason)
            return Noted(note) if message == UNSEEN else Noted(warnings=(note,))
        if message == FACTORY_THERE:
            sentence = _("{reason}: MOVE to another square first, DEPLOY in the turn after")
            return Noted(warnings=(sentence.format(reason=reason),))
        return Noted(warnings=(self._barred(order, why, reason),))

    def _barred(self, order: Act, why: Refusal, reason: str) -> str:
        barred = dict(why.fields)
        if not isinstance(order.choice, Move) or barred["square"] != square_name(order.choice.to):
            return _("{reason}: the line waits until it is free").format(reason=reason)
        return _("{piece} stands at {square}: the line waits until the way is free").format(
            **barred
        )

    def _instead(self, order: Act, unit: Unit) -> AnyChoice | None:
        """The alternative that is carried out at once as the board stands."""
        for choice in order.prompt[1:]:
            if refusal(self._field, unit, choice) is None:
                return choice
        return None


def _shops(view: View, seat: Seat) -> dict[str, tuple[Site, Work | None]]:
    """Own factories and what they make; before they are placed nobody knows where they stand."""
    if view.is_placing:
        letters = map(factory_letter, range(view.options.factories))
        return {letter: (Site(seat, letter, (0, 0)), None) for letter in letters}
    return {shop.site.letter: (shop.site, shop.work) for shop in workshops(view)}


def _production(order: Produce, same: bool, appears: int | None) -> str:
    if order.product is None or appears is None:
        return _("factory {letter} stops").format(letter=order.factory)
    design: Design = order.product
    sentence = (
        _("{design} goes on: appears in turn {turn}")
        if same
        else _("{design} takes {turns}: appears in turn {turn}")
    )
    told = sentence.format(
        design=naming.design(design), turns=count_turns(design.cost), turn=appears
    )
    if order.repeat:
        told = ngettext(
            "{told}, then one every turn", "{told}, then one every {turns} turns", design.cost
        ).format(told=told, turns=design.cost)
    if design.unfolds:
        told = _("{told}; DEPLOY sets it up").format(told=told)
    return told


def _skipped(unit: Unit, choice: AnyChoice) -> Iterator[str]:
    """Named squares that the unit cannot reach (GU-11)."""
    if not isinstance(choice, AttackAt):
        return
    most = unit.levels.range
    for square in choice.squares:
        if distance(unit.square, square) > most:
            reason = out_of_range(unit, square).refusal.text
            yield _("{reason}, and is skipped").format(reason=reason)


# Odds (GU-11) -----------------------------------------------------------------------------


def _chance(unit: Unit, piece: Piece) -> Fraction:
    return chance_to_hit(unit.levels.attack, piece.levels.defence)


def _odds(unit: Unit, square: Square, pieces: Sequence[Piece], *, named: bool) -> str:
    """How many attacks, and how likely each of them hits what stands there."""
    counts: dict[int, int] = {}
    for piece in pieces:
        counts[piece.levels.d] = counts.get(piece.levels.d, 0) + 1
    attacks = naming.count_attacks(unit.levels.attacks)
    if len(counts) == 1:
        sentence = (
            _("{attacks} at A{a} against D{d}: {chance}")
            if unit.levels.attacks == 1
            else _("{attacks} at A{a} against D{d}: {chance} each")
        )
        (level,) = counts
        told = sentence.format(
            attacks=attacks, a=unit.levels.a, d=level, chance=_percent(unit, level)
        )
    else:
        targets = [
            _("{n} with D{d} ({chance})").format(n=n, d=level, chance=_percent(unit, level))
            for level, n in sorted(counts.items())
        ]
        told = _("{attacks} at A{a}, each at one drawn from {targets}").format(
            attacks=attacks, a=unit.levels.a, targets=in_a_row(targets)
        )
    if not named:
        return told
    return _("{square}: {odds}").format(square=square_name(square), odds=told)


def _percent(unit: Unit, level: int) -> str:
    strength = Design(d=level).defence
    return naming.percent(chance_to_hit(unit.levels.attack, strength))
