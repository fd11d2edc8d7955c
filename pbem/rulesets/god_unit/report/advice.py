"""What a player must not overlook, and what the open turn begins with (GU-9, GU-13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.api import Seat
from pbem.engine.blocks import bullets, few, section
from pbem.engine.i18n import _, ngettext
from pbem.engine.phrases import capitalised, count_turns, in_a_row
from pbem.engine.report import Block, Paragraph, Section
from pbem.maps.board import square_name
from pbem.rulesets.god_unit import naming
from pbem.rulesets.god_unit.bots.search import Turn
from pbem.rulesets.god_unit.figures import FIGURES, Site, Unit
from pbem.rulesets.god_unit.language import written
from pbem.rulesets.god_unit.mechanics import Field
from pbem.rulesets.god_unit.mechanics.forecast import Threat, chance_to_hit, threats
from pbem.rulesets.god_unit.mechanics.position import Workshop, is_truce, workshops
from pbem.rulesets.god_unit.report.standings import is_wasting
from pbem.rulesets.god_unit.report.suggestions import advised_products
from pbem.rulesets.god_unit.view import View

_MOST_FOES = 4
_MOST_UNITS = 8
_CLOSE = 3
"""A rival whose reign lacks no more turns than this to win is pointed out (SZ-10)."""


def look_out(view: View, seat: Seat, field: Field, advised: Turn) -> Iterator[Section]:
    """The section that stands first, if there is anything to look out for."""
    yield from section(
        _("Look out"),
        (
            *_attrition(view, seat),
            *_in_range(field, seat),
            *_idle(view, advised),
            *_reigns(view),
            *_time(view),
        ),
    )


def _attrition(view: View, seat: Seat) -> Iterator[Block]:
    units = view.units_of(seat)
    if is_wasting(view, seat):
        yield Paragraph(
            ngettext(
                "You have no factory, not even an undeployed one: your last unit is lost when "
                "the next turn begins.",
                "You have no factory, not even an undeployed one: one of your {n} units, drawn "
                "by lot, is lost each turn before you act.",
                len(units),
            ).format(n=len(units)),
            "bad",
        )
        return
    if not view.factories_of(seat) and view.turn and not _are_deploying(view, seat):
        numbers = [str(unit.number) for unit in units if unit.design.is_factory]
        yield Paragraph(
            ngettext(
                "No factory of yours is deployed: nothing is made until unit {numbers} is. "
                "Without it you would lose a unit each turn.",
                "No factory of yours is deployed: nothing is made until one of units {numbers} "
                "is. Without them you would lose a unit each turn.",
                len(numbers),
            ).format(numbers=in_a_row(numbers)),
            "warning",
        )


def _are_deploying(view: View, seat: Seat) -> bool:
    return any(unit.design.is_factory and unit.phase == "deploying" for unit in view.units_of(seat))


def _in_range(field: Field, seat: Seat) -> Iterator[Block]:
    found = threats(field, seat)
    for threat in found:
        if _is_factory(threat):
            yield Paragraph(
                _("{piece} is in range of {foes}.").format(
                    piece=capitalised(_own_piece(threat)), foes=_foes(threat)
                ),
                "warning",
            )
    by_foes: dict[tuple[Unit, ...], list[str]] = {}
    for threat in found:
        if not _is_factory(threat):
            by_foes.setdefault(threat.foes, []).append(threat.piece.name.name)
    for foes, numbers in list(by_foes.items())[:_MOST_FOES]:
        yield Paragraph(
            ngettext(
                "In range of {foes}, as they stand, is your unit {units}.",
                "In range of {foes}, as they stand, are your units {units}.",
                len(numbers),
            ).format(
                foes=few([naming.units(group) for group in _alike(foes)], _MOST_FOES),
                units=few(numbers, _MOST_UNITS),
            ),
            "warning",
        )
    rest = sum(map(len, list(by_foes.values())[_MOST_FOES:]))
    if rest:
        yield Paragraph(
            ngettext(
                "{n} more unit of yours is in range of others.",
                "{n} more units of yours are in range of others.",
                rest,
            ).format(n=rest),
            "warning",
        )


def _is_factory(threat: Threat) -> bool:
    return isinstance(threat.piece, Site) or threat.piece.design.is_factory


def _own_piece(threat: Threat) -> str:
    piece = threat.piece
    square = square_name(piece.square)
    if isinstance(piece, Site):
        return _("factory {letter} ({square})").format(letter=piece.letter, square=square)
    return _("unit {number}, an undeployed factory ({square}),").format(
        number=piece.number, square=square
    )


def _foes(threat: Threat) -> str:
    """The units, each kind with all its attacks and how likely one of them destroys the piece."""
    told = [
        _("{unit} at {square}, {attacks} at {chance}").format(
            unit=naming.units(foes),
            square=square_name(foes[0].square),
            attacks=naming.count_attacks(sum(foe.levels.attacks for foe in foes)),
            chance=naming.percent(
                chance_to_hit(foes[0].levels.attack, threat.piece.levels.defence)
            ),
        )
        for foes in _alike(threat.foes)
    ]
    return few(told, _MOST_FOES)


def _alike(foes: Sequence[Unit]) -> tuple[list[Unit], ...]:
    """Those of one owner, design and square together."""
    found: dict[tuple[object, ...], list[Unit]] = {}
    for foe in foes:
        found.setdefault((foe.seat, foe.square, foe.design), []).append(foe)
    return tuple(found.values())


def _idle(view: View, advised: Turn) -> Iterator[Block]:
    idle = [shop for shop in workshops(view) if shop.work is None]
    if not idle:
        return
    example = advised_products(advised)[idle[0].site.letter]
    yield Paragraph(
        ngettext(
            "Factory {letters} has nothing to make in turn {turn}: {example} would end that.",
            "Factories {letters} have nothing to make in turn {turn}: {example} would end that "
            "for the first.",
            len(idle),
        ).format(
            letters=in_a_row([shop.site.letter for shop in idle]),
            turn=view.open_turn,
            example=naming.line(written(example)),
        ),
        "warning",
    )


def _reigns(view: View) -> Iterator[Block]:
    """SZ-10."""
    if view.options.victory != "relics":
        return
    for seat in view.seats:
        reign = view.side(seat).reign
        if view.is_alive(seat) and reign >= FIGURES.relic_turns - _CLOSE:
            sentence = (
                _("You have held most relics for {turns} in a row: {goal} win.")
                if seat == view.seat
                else _("{name} has held most relics for {turns} in a row: {goal} win.")
            )
            yield Paragraph(
                sentence.format(
                    name=view.name(seat), turns=count_turns(reign), goal=FIGURES.relic_turns
                ),
                "warning",
            )


def _time(view: View) -> Iterator[Block]:
    if view.open_turn == view.options.max_turns:
        yield Paragraph(
            _("The next turn is the last: most deployed factories win, then most worth."), "warning"
        )
    if is_truce(view.options, view.turn) and not is_truce(view.options, view.open_turn):
        yield Paragraph(_("The truce is over: attacks count from now on."), "warning")


# The beginning of the open turn -------------------------------------------------------


def coming_up(view: View, seat: Seat) -> Iterator[Section]:
    """What will have appeared when the open turn's orders are carried out."""
    told = [*_deploying(view, seat), *_appearing(workshops(view))]
    yield from section(_("First thing in turn {turn}").format(turn=view.open_turn), bullets(told))


def _appearing(shops: Sequence[Workshop]) -> Iterator[str]:
    for shop in shops:
        if shop.fresh:
            yield _(
                "Factory {letter} is deployed at {square}; it can be told what to make."
            ).format(letter=shop.site.letter, square=square_name(shop.site.square))
        if shop.comes is not None:
            yield _(
                "Unit {number} ({design}) appears at {square}, made by factory {letter}; it can "
                "have orders already."
            ).format(
                number=shop.comes.number,
                design=naming.state(shop.comes),
                square=square_name(shop.comes.square),
                letter=shop.site.letter,
            )


def _deploying(view: View, seat: Seat) -> Iterator[str]:
    for unit in view.units_of(seat):
        if unit.phase == "deploying" and not unit.design.is_factory:
            yield _("Unit {number} is deployed at {square} as {design}.").format(
                number=unit.number,
                square=square_name(unit.square),
                design=naming.design(unit.design),
            )
