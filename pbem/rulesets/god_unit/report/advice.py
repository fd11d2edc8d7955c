"""What a player must not overlook, what the open turn begins with (GU-9, GU-13), and the order
template: what the house bot would order in the reader's place, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from pbem.engine.api import Seat
from pbem.engine.blocks import WIDEST, bullets, few, grouped, remarked, section
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import capitalised, count_turns, in_a_row
from pbem.engine.planner import Step
from pbem.engine.report import Paragraph, Section
from pbem.maps.board import square_name
from pbem.maps.paths import length
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.bots.search import Turn
from pbem.rulesets.god_unit.figures import FIGURES, Site, Unit, unit_name
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.forecast import Threat, chance_to_hit, threats
from pbem.rulesets.god_unit.mechanics.plans import Fire, Unfold, Walk, plan, refusal
from pbem.rulesets.god_unit.mechanics.position import is_truce, workshops
from pbem.rulesets.god_unit.orders import Act, AnyOrder, Produce, Team
from pbem.rulesets.god_unit.report.forces import odds_at
from pbem.rulesets.god_unit.view import View

_MOST_FOES = 4
_MOST_UNITS = 8
_CLOSE = 3
"""A rival whose reign lacks no more turns than this to win is pointed out (SZ-10)."""


def look_out(view: View, seat: Seat, field: Field, advised: Turn) -> Iterator[Section]:
    """The section that stands first, if there is anything to look out for."""
    told = (
        *_undeployed(view, seat),
        *_in_range(field, seat),
        *_idle(view, advised),
        *_reigns(view),
        *_time(view),
    )
    warnings = (Paragraph(one, "warning") for one in told)
    bad = (Paragraph(one, "bad") for one in _wasting(view, seat))
    yield from section(_("Look out"), (*bad, *warnings))


def _wasting(view: View, seat: Seat) -> Iterator[str]:
    units = len(view.units_of(seat))
    if view.is_wasting(seat):
        yield ngettext(
            "You have no factory, not even an undeployed one: your last unit is lost when "
            "the next turn begins.",
            "You have no factory, not even an undeployed one: one of your {n} units, drawn "
            "by lot, is lost each turn before you act.",
            units,
        ).format(n=units)


def _undeployed(view: View, seat: Seat) -> Iterator[str]:
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


def _in_range(field: Field, seat: Seat) -> Iterator[str]:
    found = grouped(threats(field, seat), lambda one: one.is_factory)
    for threat in found.get(True, ()):
        told = _("{piece} is in range of {foes}.")
        yield told.format(piece=capitalised(_own_piece(threat)), foes=_foes(threat))
    units = list(grouped(found.get(False, ()), lambda one: one.foes).items())
    for foes, alike in units[:_MOST_FOES]:
        yield ngettext(
            "In range of {foes}, as they stand, is your unit {units}.",
            "In range of {foes}, as they stand, are your units {units}.",
            len(alike),
        ).format(
            foes=few([naming.units(one) for one in _alike(foes)], _MOST_FOES),
            units=few([threat.piece.name.name for threat in alike], _MOST_UNITS),
        )
    rest = sum(len(alike) for _foes, alike in units[_MOST_FOES:])
    if rest:
        yield ngettext(
            "{n} more unit of yours is in range of others.",
            "{n} more units of yours are in range of others.",
            rest,
        ).format(n=rest)


def _own_piece(threat: Threat) -> str:
    piece, square = threat.piece, square_name(threat.piece.square)
    if isinstance(piece, Site):
        return _("factory {letter} ({square})").format(letter=piece.letter, square=square)
    told = _("unit {number}, an undeployed factory ({square}),")
    return told.format(number=piece.number, square=square)


def _foes(threat: Threat) -> str:
    """The units, each kind with all its attacks and how likely one of them destroys the piece."""
    defence = threat.piece.levels.defence
    told = [
        _("{unit} at {square}, {attacks} at {chance}").format(
            unit=naming.units(foes),
            square=square_name(foes[0].square),
            # A line that began with "attacks at 50 %" would be an order where the mail comes back.
            attacks=naming.unbroken(naming.count_attacks(sum(f.levels.attacks for f in foes))),
            chance=naming.percent(chance_to_hit(foes[0].levels.attack, defence)),
        )
        for foes in _alike(threat.foes)
    ]
    return few(told, _MOST_FOES)


def _alike(foes: Sequence[Unit]) -> list[list[Unit]]:
    """Those of one owner, design and square together."""
    return [*grouped(foes, lambda foe: (foe.seat, foe.square, foe.design)).values()]


# Factories, relics, time --------------------------------------------------------------


def _idle(view: View, advised: Turn) -> Iterator[str]:
    idle = [shop.site.letter for shop in workshops(view) if shop.work is None]
    if idle:
        yield ngettext(
            "Factory {letters} has nothing to make in turn {turn}: {example} would end that.",
            "Factories {letters} have nothing to make in turn {turn}: {example} would end that "
            "for the first.",
            len(idle),
        ).format(
            letters=in_a_row(idle),
            turn=view.open_turn,
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


# The beginning of the open turn -------------------------------------------------------


def coming_up(view: View, seat: Seat) -> Iterator[Section]:
    """What will have appeared when the open turn's orders are carried out."""
    told = bullets((*_deploying(view, seat), *_appearing(view)))
    yield from section(_("First thing in turn {turn}").format(turn=view.open_turn), told)


def _deploying(view: View, seat: Seat) -> Iterator[str]:
    for unit in view.units_of(seat):
        if unit.phase == "deploying" and not unit.design.is_factory:
            yield _("Unit {number} is deployed at {square} as {design}.").format(
                number=unit.number,
                square=square_name(unit.square),
                design=naming.design(unit.design),
            )


def _appearing(view: View) -> Iterator[str]:
    for shop in workshops(view):
        letter, square, unit = shop.site.letter, square_name(shop.site.square), shop.comes
        if shop.fresh:
            told = _("Factory {letter} is deployed at {square}; it can be told what to make.")
            yield told.format(letter=letter, square=square)
        if unit is not None:
            told = _(
                "Unit {number} ({design}) appears at {square}, made by factory {letter}; it can "
                "have orders already."
            )
            design = naming.state(unit)
            yield told.format(number=unit.number, design=design, square=square, letter=letter)


_MOST_LINES = 20
"""So many lines for units are suggested."""
_MOST_TOGETHER = 8
"""So many units stand in one line."""


def order_template(view: View, field: Field, advised: Turn) -> tuple[str, ...]:
    """Comment lines: without the leading ``#`` each suggestion is an order."""
    lines = _placement(advised) if view.is_placing else _turn(view, field, advised)
    return tuple(f"# {line}".rstrip() for line in lines)


def _placement(advised: Turn) -> Iterator[str]:
    yield _("To order, take the # away. The house bot would order in your place:")
    if advised.place is not None:
        yield written(advised.place)
    yield ""
    yield _("What the factories make from the first turn on:")
    for order in advised.produce.values():
        yield from _remarked(written(order), [_takes(order)])


def _takes(order: Produce) -> str:
    cost = order.product.cost if order.product is not None else 0
    return _("takes {turns}").format(turns=count_turns(cost))


def _turn(view: View, field: Field, advised: Turn) -> Iterator[str]:
    shops, lines = workshops(view), list(_acts(view, field, advised.acts))
    if not shops and not lines:
        yield _("There is nothing that your units could do this turn but wait.")
        return
    yield _("To order, take the # away. The house bot would order in your place:")
    for shop in shops:
        order = advised.produce.get(shop.site.letter)
        if order is not None:
            why = _("it idles") if shop.work is None else _("worth more than what it makes")
            yield from _remarked(written(order), [why, _takes(order)])
        elif shop.work is not None:  # what idles is always told something
            work, why = shop.work, _("as now, appears in turn {turn}").format(turn=shop.due)
            order = Produce(factory=shop.site.letter, product=work.product, repeat=work.repeat)
            yield from _remarked(written(order), [why])
    for line in lines[:_MOST_LINES]:
        yield from line
    more = len(lines[_MOST_LINES:])
    if more:
        yield ngettext(
            "Lines for others, {n} more, can be like these.",
            "Lines for others, {n} more, can be like these.",
            more,
        ).format(n=more)


# Units --------------------------------------------------------------------------------


def _acts(view: View, field: Field, steps: Sequence[Step[AnyOrder]]) -> Iterator[Iterator[str]]:
    """Units that are to do the same stand in one line, as many as it bears."""
    found = [(step, order) for step in steps for order in step.proposal.orders]
    acts = [(step, order) for step, order in found if isinstance(order, Act)]
    for (choice, others), alike in groupby(acts, lambda one: (one[1].choice, one[1].others)):
        together = [*alike]
        while together:
            most = min(_MOST_TOGETHER, len(together))
            for number in range(most, 0, -1):
                units = tuple(act.unit for _step, act in together[:number])
                line = written(Team(units=units, choice=choice, others=others))
                if len(line) <= WIDEST:
                    break
            step, act = together[0]
            unit = field.unit(unit_name(view.seat or 0, act.unit))
            yield _remarked(line, [] if unit is None else [*_remarks(field, unit, act, step)])
            together = together[number:]


def _remarks(field: Field, unit: Unit, act: Act, step: Step[AnyOrder]) -> Iterator[str]:
    """What it comes to as the board stands, and what speaks for it."""
    choices = (one for one in (*act.prompt, *act.late) if refusal(field, unit, one) is None)
    choice = next(choices, None)
    match plan(field, unit, choice) if choice is not None else None:
        case Fire(squares=squares):
            for square in squares:
                if field.holds_enemies(square, unit.seat):
                    yield odds_at(field, unit, square)
        case Walk(path=path):
            yield _("to {square}, {far}").format(
                square=square_name(path[-1]), far=naming.count_squares(length(path))
            )
            if step.gains.get("chance", 0.0) > 0:
                yield _("a better aim from there")
        case Unfold():
            yield _("it is ready in the turn after")
        case None:
            yield _("waits for whoever comes")


def _remarked(line: str, remarks: Sequence[str]) -> Iterator[str]:
    """With what is remarked on it; where that is too long, on a line of its own."""
    told = remarked(line, remarks, least=len(remarks))
    yield told
    if remarks and told == line and (besides := remarked("", remarks)):
        yield besides
